"""Why a step is illegal: the rule that forbids it, in one sentence.

Whether a step is legal is for the engine to say; these functions are asked only when it has said no.
"""

from __future__ import annotations

from . import engine, rules
from .content import (
    GEM,
    PAY_AETHER,
    PAY_HAND,
    PAY_PREPPED,
    POWER,
    RELIC,
    SPELL_CARD,
)
from .state import ABSENT, CLOSED, DESTROYED, FOR_BREACH, FOR_CHARGE, FOR_POWER, Game
from .table_set import beside
from .tables import Tables
from .wording import NUMERALS, mage_of


class Refusals:
    """The reasons why a player of a game cannot do something."""

    def __init__(self, tables: Tables, g: Game, p: int) -> None:
        self.tables, self.c, self.g, self.p = tables, tables.content, g, p
        self.player, self.mage = g.players[p], mage_of(tables, g, p)

    def name(self, card: int) -> str:
        return self.tables.card_name(card)

    def in_hand(self, card: int) -> bool:
        return bool(rules.find(self.player.hand, card) >= 0)

    def play(self, card: int) -> str:
        if self.c.cards[card].kind not in (GEM, RELIC):
            return f"{self.name(card)} is a spell: it is prepped to a breach, only gems and relics are played"
        return f"{self.name(card)} is not in {self.mage}'s hand, and only cards in hand are played"

    def gain(self, card: int) -> str:
        pile = rules.pile_of(self.g, card)
        if not self.g.pile_left[pile]:
            return f"the supply pile of {self.name(card)} is empty: no card is left to gain"
        row = self.c.cards[card]
        purse = rules.affordable(self.g, self.p, rules.use_of(row.kind))
        return f"{self.name(card)} costs {row.cost} aether, and {self.mage} can spend {purse} on it"

    def charge(self) -> str:
        spaces = self.c.mages[self.player.mage].charges
        if self.player.charges >= spaces:
            return f"{self.mage}'s charge spaces are all filled ({spaces})"
        purse = rules.affordable(self.g, self.p, FOR_CHARGE)
        return f"a charge costs {self.c.charge_price} aether, and {self.mage} can spend {purse} on it"

    def ability(self) -> str:
        spaces = self.c.mages[self.player.mage].charges
        return f"an ability needs all {spaces} charges, and {self.mage} has {self.player.charges}"

    def turn_breach(self, b: int, cost: int) -> str:
        """Focusing or opening."""
        breach, where = self.player.breaches[b], f"{self.mage}'s breach {NUMERALS[b]}"
        if breach.state == ABSENT:
            return f"{self.mage} has no breach {NUMERALS[b]}"
        if breach.state == DESTROYED:
            return f"{where} is destroyed"
        if breach.state != CLOSED:
            return f"{where} is opened, and only a closed breach is focused or opened"
        purse = rules.affordable(self.g, self.p, FOR_BREACH)
        return f"this costs {cost} aether for {where}, and {self.mage} can spend {purse} on it"

    def prep(self, card: int, places: list[int]) -> str:
        if self.c.cards[card].kind != SPELL_CARD:
            return f"{self.name(card)} is no spell, and only spells are prepped"
        if not self.in_hand(card):
            return f"{self.name(card)} is not in {self.mage}'s hand"
        needed = int(self.c.cards[card].breaches_needed)
        if needed != len(places):
            return f"{self.name(card)} needs {'two adjacent breaches' if needed == 2 else 'one breach'}"
        for b in places:
            breach, where = self.player.breaches[b], f"{self.mage}'s breach {NUMERALS[b]}"
            if breach.state == ABSENT:
                return f"{self.mage} has no breach {NUMERALS[b]}"
            if breach.state == DESTROYED:
                return f"{where} is destroyed"
            if breach.spell or breach.held:
                return f"{where} is not free: it holds a spell already"
            if breach.state == CLOSED and not breach.focused_now:
                return f"{where} is closed and was not focused this turn"
        return "a spell that needs two breaches needs adjacent ones"

    def use(self, card: int, b: int) -> str:
        breach, where = self.player.breaches[b], f"{self.mage}'s breach {NUMERALS[b]}"
        if breach.spell != card and breach.spark != card:
            return f"{self.name(card)} is not prepped in {where}"
        row = self.c.cards[card]
        if not row.while_prepped:
            return f"{self.name(card)} has no effect to use while it is prepped"
        if row.once_a_turn:
            return (
                f"{self.name(card)} in {where} was used already, and its prepped effect is used once a turn"
            )
        if breach.spark:
            return f"a spell is prepped beside {self.name(card)} already"
        partner = self.name(beside(self.c, card))
        return f"no {partner} is in {self.mage}'s hand to be prepped beside {self.name(card)}"

    def discard_power(self, card: int) -> str:
        row = self.c.cards[card]
        if row.kind != POWER:
            return f"{self.name(card)} is no power, and only powers are discarded for a price"
        if engine.find_in_play(self.g, card) < 0:
            return f"{self.name(card)} is not in play"
        price = {
            PAY_AETHER: f"{row.price_n} aether, and {self.mage} can spend "
            f"{rules.affordable(self.g, self.p, FOR_POWER)} on it",
            PAY_HAND: f"{row.price_n} cards in hand, and {self.mage} has {self.player.hand.n}",
            PAY_PREPPED: f"{row.price_n} prepped spells, and {self.mage} has {rules.prepped(self.g, self.p)}",
        }
        if not row.price:
            return f"{self.name(card)} has no price to discard it"
        default = f"a prepped spell of cost {row.price_n} or more, and {self.mage} has none"
        return f"to discard {self.name(card)} costs {price.get(int(row.price), default)}"
