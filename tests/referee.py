"""A referee for the property tests: looks at a position and says what is wrong with it.

It knows the rulebook on its own: numbers come from the pack's records and not from the engine's tables, and
what may be done in the casting and main phase is worked out anew and compared with what the engine offers.
"""

import re
from collections import Counter

from breachlab.sim.aeons_end import state as s
from breachlab.sim.aeons_end.tables import TURN_CARDS

TURN_NAMES = {number: name for name, number in TURN_CARDS.items() if name != "player"}


def cards_in(zone):
    """The cards of a zone, bottom first."""
    return zone.cards[: zone.n]


class Referee:
    """Watches one game from its setup to its end."""

    def __init__(self, tables, g, variant=0, solo_turn_cards=3, solo_life=0):
        self.tables, self.pack, self.g = tables, tables.pack, g
        modes = len(self.pack.difficulties)
        self.mode = self.pack.difficulties[g.nemesis % modes]
        self.nemesis = self.pack.nemeses[g.nemesis // modes].in_mode(self.mode)
        self.life = solo_life or self.mode.player_life
        self.mages = [self.pack.mages[player.mage] for player in g.players[: g.players_n]]
        rules = self.pack.rules
        self.turn_cards = Counter(rules.four_player_variant if variant else rules.turn_order[g.players_n])
        if g.players_n == 1:
            self.turn_cards = Counter({"player_1": solo_turn_cards, "nemesis": self.turn_cards["nemesis"]})
        self.player_cards = Counter(card for mage in self.mages for card in mage.hand + mage.deck)
        self.player_cards.update({self.id(card): self.card(card).copies for card in g.pile})
        self.nemesis_cards = self.cards_of_nemesis()
        self.check_setup()

    def id(self, card):
        return self.tables.names[card]

    def card(self, number):
        return self.pack.by_id[self.tables.names[number]]

    def players(self):
        return self.g.players[: self.g.players_n]

    def in_play(self):
        return self.g.in_play[: self.g.n_in_play]

    # ------------------------------------------------------------ where the cards are

    def cards_of_players(self):
        """Every player card on the table, by how many copies of it there are."""
        g, found = self.g, Counter()
        for player in self.players():
            for zone in (player.hand, player.deck, player.discard, player.played):
                found.update(map(self.id, cards_in(zone)))
            for breach in player.breaches:
                found.update(self.id(card) for card in (breach.spell, breach.spark) if card)
        found.update(map(self.id, cards_in(g.destroyed)))
        for card, left in zip(g.pile, g.pile_left, strict=True):
            found[self.id(card)] += left
        return +found

    def cards_of_nemesis(self):
        """Every nemesis card and acolyte on the table."""
        g = self.g
        zones = (g.nemesis_deck, g.nemesis_discard, g.acolyte_deck, g.acolyte_discard)
        found = Counter(self.id(card) for zone in zones for card in cards_in(zone))
        found.update(self.id(minion.card) for minion in self.in_play())
        return found

    def check_setup(self):
        """The decks are made as the setup tables say."""
        g, pack = self.g, self.pack
        kinds = Counter(self.card(card).kind for card in g.pile)
        assert kinds == Counter(pack.rules.supply_piles)
        assert len(set(g.pile)) == s.PILES
        assert len({mage.id for mage in self.mages}) == g.players_n
        assert set(self.nemesis_cards.values()) == {1}
        dealt = [pack.by_id[card] for card in self.nemesis_cards]
        basics = Counter(card.tier for card in dealt if card.belongs_to == "basic")
        assert tuple(basics[tier] for tier in (1, 2, 3)) == tuple(pack.rules.basic_cards[g.players_n])
        own = {card.id for card in pack.cards_of(self.nemesis.id) + pack.acolytes_of(self.nemesis.id)}
        assert {card.id for card in dealt if card.belongs_to != "basic"} == own
        tiers = [self.card(card).tier for card in cards_in(g.nemesis_deck)]
        assert tiers == sorted(tiers, reverse=True)  # the top card is the last
        for player, mage in zip(self.players(), self.mages, strict=True):
            assert Counter(map(self.id, cards_in(player.hand))) == Counter(mage.hand)
            assert [self.id(card) for card in reversed(cards_in(player.deck))] == list(mage.deck)

    def check_position(self):
        """Every card is somewhere, exactly once, and no number is beyond its bounds."""
        g = self.g
        assert self.cards_of_players() == self.player_cards
        assert self.cards_of_nemesis() == self.nemesis_cards
        turn_cards = cards_in(g.turn_deck) + cards_in(g.turn_discard)
        assert Counter(TURN_NAMES[card] for card in turn_cards) == self.turn_cards
        assert 0 <= g.gravehold <= self.mode.gravehold_life
        assert 0 <= g.nemesis_life <= self.nemesis.life
        most = 999 if self.nemesis.token_max is None else self.nemesis.token_max
        assert self.nemesis.token_min <= g.tokens <= most
        assert 0 < g.depth < s.STACK_SIZE
        assert g.n_options < s.OPTIONS_SIZE
        for minion in self.in_play():
            card = self.card(minion.card)
            assert 0 <= minion.left <= (card.life or card.power)
            assert minion.left > 0 or not card.life  # a dead minion has left; a resolving power has no token
        for player, mage in zip(self.players(), self.mages, strict=True):
            self.check_player(player, mage)
        zones = [g.turn_deck, g.turn_discard, g.nemesis_deck, g.nemesis_discard, g.destroyed]
        zones += [zone for p in self.players() for zone in (p.hand, p.deck, p.discard, p.played)]
        assert not any(card for zone in zones for card in zone.cards[zone.n :])

    def check_player(self, player, mage):
        assert 0 <= player.life <= self.life
        assert bool(player.exhausted) == (player.life == 0)
        assert 0 <= player.charges <= mage.charges
        assert player.trophies >= 0
        assert min(player.aether) >= 0
        before_is_wide = 0
        for breach in player.breaches:
            assert 0 <= breach.focuses <= 3
            assert bool(breach.held) == bool(before_is_wide)
            before_is_wide = breach.wide
            if breach.spell or breach.held:
                assert breach.state in (s.CLOSED, s.OPENED, s.SIGIL)
            assert not (breach.spell and breach.held)
            assert breach.spell or not breach.spark
            for card in filter(None, (breach.spell, breach.spark)):
                assert self.card(card).kind == "spell"
            if breach.spell:
                assert (self.card(breach.spell).breaches_needed == 2) == bool(breach.wide)
        assert not before_is_wide

    # ------------------------------------------------------------ what may be decided

    def check_decision(self):
        """Every option is legal; in the casting and main phase also every legal option is there."""
        g = self.g
        options = list(g.options[: g.n_options])
        assert len(set(options)) == len(options) > 1, "nobody is asked without a choice"
        assert 0 <= g.decider < g.players_n
        if g.decision in (s.CAST_DECISION, s.MAIN_DECISION):
            assert g.decider == g.active
            legal = self.casts() if g.decision == s.CAST_DECISION else self.actions()
            assert set(options) == legal
            return
        for code in options:
            assert self.legal(s.option_what(code), s.option_a(code), s.option_b(code)), self.told(code)
        if g.decision == s.ORDER_DECISION:
            assert {s.option_a(code) for code in options} == set(cards_in(g.players[g.decider].played))
        if g.decision == s.TURN_DECISION:
            card = TURN_NAMES[g.turn_discard.cards[g.turn_discard.n - 1]]
            takers = {"player_1_2": {0, 1}, "player_3_4": {2, 3}, "wild": set(range(g.players_n))}
            assert {s.option_a(code) for code in options} == takers[card]

    def told(self, code):
        option = s.option_what(code), s.option_a(code), s.option_b(code)
        return f"decision {self.g.decision} about {self.text()!r}: option {option}"

    def text(self):
        """The phrase that asks."""
        return self.tables.texts.get(self.g.question, "")

    def casts(self):
        """What the casting phase allows: any prepped spell, and its end if no spell must be cast."""
        g = self.g
        player = g.players[g.active]
        legal = set()
        forced = False
        for b, breach in enumerate(player.breaches):
            if breach.spell:
                legal.add(s.option(s.SPELL, 4 * g.active + b, 0))
                closed = [breach.state, player.breaches[b + 1].state if breach.wide else s.OPENED]
                forced = forced or s.CLOSED in closed
            if breach.spark:
                legal.add(s.option(s.SPELL, 4 * g.active + b, 1))
        return legal if forced else legal | {s.option(s.PASS)}

    def purse(self, player, purpose):
        """How much aether a player can spend for a purpose."""
        free, no_relic_or_spell, only_gains, only_spells = player.aether
        total = free + (no_relic_or_spell if purpose not in ("relic", "spell") else 0)
        total += only_gains if purpose in ("gem", "relic", "spell") else 0
        return total + (only_spells if purpose == "spell" else 0)

    def actions(self):
        """What the main phase allows."""
        g, rules = self.g, self.pack.rules
        player, mage = g.players[g.active], self.mages[g.active]
        legal = {s.option(s.PASS)}
        for number in set(cards_in(player.hand)):
            card = self.card(number)
            if card.kind in ("gem", "relic"):
                legal.add(s.option(s.PLAY, number))
            else:
                legal |= self.preps(player, number, card, anywhere=False)
        for k, number in enumerate(g.pile):
            card = self.card(number)
            if g.pile_left[k] and self.purse(player, card.kind) >= card.cost:
                legal.add(s.option(s.GAIN, k))
        if player.charges == mage.charges:
            legal.add(s.option(s.ABILITY))
        elif self.purse(player, "charge") >= rules.charge_price:
            legal.add(s.option(s.CHARGE))
        for b, (breach, costs) in enumerate(zip(player.breaches, rules.breaches, strict=True)):
            if breach.state == s.CLOSED:
                if self.purse(player, "breach") >= costs.focus_cost:
                    legal.add(s.option(s.FOCUS, 0, b))
                if self.purse(player, "breach") >= costs.open_cost[breach.focuses]:
                    legal.add(s.option(s.OPEN, 0, b))
            if breach.spell and self.usable(player, breach):
                legal.add(s.option(s.USE, 0, b))
        for minion in self.in_play():
            card = self.card(minion.card)
            if card.kind == "power" and card.price and self.payable(player, card.price):
                legal.add(s.option(s.DISCARD_POWER, minion.card))
        return legal

    def free(self, breach, anywhere):
        """Whether a spell can be prepped to this breach."""
        if breach.spell or breach.held or breach.state in (s.ABSENT, s.DESTROYED):
            return False
        return breach.state != s.CLOSED or breach.focused_now or anywhere

    def preps(self, player, number, card, anywhere):
        """The breaches that a spell can be prepped to."""
        free = [self.free(breach, anywhere) for breach in player.breaches]
        if card.breaches_needed == 1:
            return {s.option(s.PREP, number, b) for b in range(4) if free[b]}
        return {s.option(s.PREP, number, b + 4) for b in range(3) if free[b] and free[b + 1]}

    def usable(self, player, breach):
        card = self.card(breach.spell)
        if card.while_prepped_once_a_turn:
            return not breach.used
        if not card.while_prepped:
            return False
        beside = re.search(r"prep a '(\w+)' from hand beside this", card.while_prepped[0])
        held = map(self.id, cards_in(player.hand))
        return not breach.spark and (not beside or beside[1] in held)

    def payable(self, player, price):
        spells = [card for b in player.breaches for card in (b.spell, b.spark) if card]
        have = {
            "aether": self.purse(player, "power"),
            "hand": player.hand.n,
            "prepped": len(spells),
            "spell_and_breach": max((self.card(card).cost for card in spells), default=-1),
        }
        return have[price.kind] >= price.n

    def legal(self, what, a, b):
        """Whether an option of an effect's question makes sense on the table."""
        g = self.g
        decider = g.players[g.decider]
        if what == s.PASS:
            return b == 0 == a
        if what == s.PLAYER:
            return a < g.players_n
        if what == s.CARD:
            if b >= 4:
                return b - 4 < g.players_n and a in cards_in(g.players[b - 4].hand)
            zone = {s.HAND: decider.hand, s.DECK: decider.deck, s.DISCARD: decider.discard}
            return a in cards_in(zone.get(b, decider.played))
        if what == s.BREACH:
            breach = g.players[a].breaches[b]
            return a < g.players_n and breach.state in (s.CLOSED, s.OPENED, s.SIGIL)
        if what == s.SPELL:
            breach = g.players[a // 4].breaches[a % 4]
            return a // 4 < g.players_n and (breach.spark if b else breach.spell) > 0
        if what == s.TARGET:
            return self.legal_target(a)
        if what == s.BRANCH:
            return a < len(self.text().split(" OR "))
        if what == s.NUMBER:
            return a > 0
        if what == s.TURN_CARD:
            return a in cards_in(g.turn_discard) and a != s.NEMESIS_CARD
        if what == s.PILE:
            card = self.card(g.pile[a])
            cost = re.search(r"(gem) of cost (\d+) or less", self.text())
            return g.pile_left[a] > 0 and (not cost or (card.kind == cost[1] and card.cost <= int(cost[2])))
        if what == s.PLACE:
            return g.decision == s.PLACE_DECISION and a in (s.DECK, s.DISCARD, s.HAND)
        if what == s.PREP:
            zone = decider.discard if "discard pile" in self.text() else decider.hand
            ways = self.preps(decider, a, self.card(a), anywhere="any free breach" in self.text())
            return a in cards_in(zone) and s.option(s.PREP, a, b) in ways
        return what == s.YES

    def legal_target(self, card):
        foes = {
            minion.card: minion.left
            for minion in self.in_play()
            if self.card(minion.card).kind in ("minion", "acolyte")
        }
        if self.g.decision == s.ACOLYTE_DECISION:
            acolytes = {k: left for k, left in foes.items() if self.card(k).kind == "acolyte"}
            best = max if "highest" in self.text() else min
            return card in acolytes and acolytes[card] == best(acolytes.values())
        return card in foes if card else not self.nemesis.cannot_be_damaged
