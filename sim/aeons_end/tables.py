"""From a content pack to the engine's tables: cards become rows, phrases become instructions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from breachlab.sim.errors import UserError
from breachlab.sim.record import pack as pack_record

from . import content as k
from .expert import SEARCH
from .features import feature_names
from .language import EFFECTS, Code, compile_lines, op_of
from .pack import load_pack
from .pack_records import Mage, Nemesis, NemesisCard, PlayerCard
from .signs import sign_names
from .state import ABSENT, CLOSED, NEMESIS_CARD, OPENED, PAIR_1_2, PAIR_3_4, WILD
from .weights import NAMES, expert_models, fitted_weights, standard_weights
from .worth import MEANINGS, Profile, profile, times

KINDS = {
    "gem": k.GEM,
    "relic": k.RELIC,
    "spell": k.SPELL_CARD,
    "attack": k.ATTACK,
    "minion": k.MINION,
    "power": k.POWER,
    "acolyte": k.ACOLYTE,
}
PRICES = {
    "aether": k.PAY_AETHER,
    "hand": k.PAY_HAND,
    "prepped": k.PAY_PREPPED,
    "spell_and_breach": k.PAY_SPELL_AND_BREACH,
}
TURN_CARDS = {
    "player": 0,
    "player_1": 0,
    "player_2": 1,
    "player_3": 2,
    "player_4": 3,
    "wild": WILD,
    "player_1_2": PAIR_1_2,
    "player_3_4": PAIR_3_4,
    "nemesis": NEMESIS_CARD,
}


@dataclass
class Tables:
    """A pack as the engine reads it, and the names that people read.

    >>> tables = load_tables()
    >>> tables.names[tables.index["spark"]]
    'spark'
    """

    pack: Any
    weights: dict[str, int] = field(default_factory=standard_weights)
    models: dict[str, Any] = field(default_factory=expert_models)
    fitted: dict[str, dict[str, int]] = field(default_factory=fitted_weights)
    content: Any = field(default_factory=k.Content)
    names: list[str] = field(default_factory=lambda: [""])
    texts: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from .engine import RULES

        pack = self.pack
        self.mage_ids = [mage.id for mage in pack.mages]
        self.nemesis_ids = [nemesis.id for nemesis in pack.nemeses]
        self.mode_ids = [mode.id for mode in pack.difficulties]
        self.cards = [*pack.starters, *pack.market, *pack.nemesis_cards, *pack.acolytes, *pack.basics]
        self.names += [card.id for card in self.cards]
        self.index = {name: number for number, name in enumerate(self.names) if name}
        self._next = 1  # address 0 means "no program"
        self._check_sizes()
        self._players()
        for number, program in enumerate(RULES):
            self.content.program[number] = self._place([self._hidden(line) for line in program], ending=())
        self._rules()
        for number, card in enumerate(self.cards, 1):
            if isinstance(card, PlayerCard):
                self._player_card(self.content.cards[number], card)
            else:
                self._nemesis_card(self.content.cards[number], card)
        for row, mage in zip(self.content.mages, pack.mages, strict=False):
            self._mage(row, mage)
        for number, nemesis in enumerate(pack.nemeses):
            for mode_number, mode in enumerate(pack.difficulties):
                self._nemesis(
                    self.content.nemeses[number * len(self.mode_ids) + mode_number], nemesis.in_mode(mode)
                )

    def _check_sizes(self) -> None:
        pack = self.pack
        for what, n, most in (
            ("cards", len(self.cards), k.CARDS - 1),
            ("mages", len(pack.mages), k.MAGES),
            ("difficulty modes", len(pack.difficulties), k.MODES),
            ("nemeses times modes", len(pack.nemeses) * len(pack.difficulties), k.NEMESES),
            ("basic cards", len(pack.basics), 64),
            ("market cards", len(pack.market), 128),
        ):
            if n > most:
                raise UserError(f"pack {pack.id}: {n} {what}, but the engine has room for {most}")

    # ------------------------------------------------------------ programs

    def _hidden(self, line: str) -> Code:
        name, _, number = line.partition(" -")
        return Code(op_of(name), base=-int(number) if number else 0, text=name.removeprefix("~"))

    def _place(self, codes: list[Code], ending: tuple[str, ...] = ("~end",)) -> int:
        """Write instructions to the code table; returns their address."""
        codes = codes + [Code(op_of(name)) for name in ending]
        start = self._next
        self._next += len(codes)
        if self._next > k.CODE:
            raise UserError(f"pack {self.pack.id}: its effects need more than {k.CODE} instructions")
        for address, code in enumerate(codes, start):
            row = self.content.code[address]
            row.op, row.a, row.b = code.op, code.a, code.b
            row.base, row.mult, row.count = code.base, code.mult, int(code.count)
            if code.text:
                self.texts[address] = code.text
        return start

    def _program(self, lines: tuple[str, ...], ending: tuple[str, ...] = ("~end",)) -> int:
        return self._place(compile_lines(lines, self._id), ending) if lines else 0

    def _id(self, name: str) -> int:
        """What a quoted id in a phrase means: a mage or a card."""
        if name in self.mage_ids:
            return self.mage_ids.index(name)
        if name in self.index:
            return self.index[name]
        from breachlab.sim.errors import unknown

        raise unknown("mage or card", name, [*self.mage_ids, *self.index])

    # ------------------------------------------------------------ what players know of the content

    def _players(self) -> None:
        for entry in EFFECTS:
            self.content.meaning[entry.op] = MEANINGS.get(entry.template, 0)
            self.content.times[entry.op] = times(entry.template)
        for number, name in enumerate(NAMES):
            self.content.standard[number] = self.weights[name]
        rows = ["any", *(f"{nemesis}, {n} players" for nemesis in self.nemesis_ids for n in range(1, 5))]
        numbers = sign_names(self.nemesis_ids, self.mage_ids, self.names)
        for row, name in enumerate(rows[: k.MODELS]):
            for sign, weight in self.fitted.get(name, self.fitted["any"]).items():
                if sign in numbers:
                    self.content.fitted[row * k.SIGNS_MAX + numbers[sign]] = weight
        for number, name in enumerate(SEARCH):
            self.content.search[number] = self.models["search"][name]
        places = feature_names(self.mage_ids, self.names)
        models = self.models["models"]
        for number, model in enumerate(rows[: k.MODELS]):
            for name, weight in models.get(model, {}).items():
                if name in places:
                    self.content.expert[number * k.MODEL_SIZE + places[name]] = weight

    def _profile(self, lines: tuple[str, ...]) -> Profile:
        return profile(compile_lines(lines, self._id), self.weights)

    # ------------------------------------------------------------ rows

    def _rules(self) -> None:
        c, rules = self.content, self.pack.rules
        c.cards_n, c.mages_n = len(self.cards) + 1, len(self.mage_ids)
        c.nemeses_n, c.modes_n = len(self.nemesis_ids), len(self.mode_ids)
        c.hand_size, c.charge_price = rules.hand_size, rules.charge_price
        for b, breach in enumerate(rules.breaches):
            c.focus_cost[b] = breach.focus_cost or 0
            c.bonus[b] = breach.bonus_damage
            for focuses, cost in enumerate(breach.open_cost):
                c.open_cost[4 * b + focuses] = cost
        c.sigil_bonus = rules.sigil_bonus_damage
        for players, tiers in rules.basic_cards.items():
            for tier, n in enumerate(tiers, 1):
                c.basics_in_deck[4 * players + tier] = n
        c.basics_n = len(self.pack.basics)
        for number, card in enumerate(self.pack.basics):
            c.basics[number] = self.index[card.id]
        decks = {**rules.turn_order, 5: rules.four_player_variant}
        for row, deck in decks.items():
            cards = [TURN_CARDS[name] for name, n in deck.items() for _ in range(n)]
            c.turn_cards_n[row] = len(cards)
            c.turn_cards[16 * row : 16 * row + len(cards)] = cards
        c.market_n = len(self.pack.market)
        for number, card in enumerate(self.pack.market):
            c.market[number] = self.index[card.id]
        piles = rules.supply_piles
        c.supply_gems, c.supply_relics, c.supply_spells = piles["gem"], piles["relic"], piles["spell"]
        for row, mode in zip(c.modes, self.pack.difficulties, strict=False):
            row.player_life, row.gravehold_life = mode.player_life, mode.gravehold_life

    def _player_card(self, row: Any, card: PlayerCard) -> None:
        row.kind, row.cost, row.copies = KINDS[card.kind], card.cost, card.copies
        row.reduced_to = -1
        row.breaches_needed = card.breaches_needed if card.kind == "spell" else 0
        row.shield = card.damage_to_you_reduced_by
        if card.kind == "spell":
            row.effect = self._program(card.cast, ("~left over bonus", "~after cast", "~end"))
        else:
            row.effect = self._program(card.play)
        while_prepped = self._profile(card.while_prepped_once_a_turn)
        row.aether, row.damage, row.other = self._profile(card.cast or card.play)
        row.aether += while_prepped.aether
        row.other += while_prepped.damage + while_prepped.other + 10 * card.damage_to_you_reduced_by
        row.other += self._profile(card.when_casting_phase_starts).other
        row.when_gained = self._program(card.when_gained)
        row.while_prepped = self._program(card.while_prepped or card.while_prepped_once_a_turn)
        row.once_a_turn = bool(card.while_prepped_once_a_turn)
        row.when_casting_starts = self._program(card.when_casting_phase_starts)
        row.when_focusing = self._program(card.when_you_focus_or_open)

    def _nemesis_card(self, row: Any, card: NemesisCard) -> None:
        row.kind, row.tier = KINDS[card.kind], card.tier
        row.life = card.life or card.power
        lines = card.effect or card.persistent or card.power_effect or card.blood_magic
        leaves = card.kind in ("attack", "power")
        row.effect = self._program(lines, ("~discard this", "~end") if leaves else ("~end",))
        row.immediately = self._program(card.immediately)
        row.when_damaged = self._program(card.when_damaged)
        row.when_discarded = self._program(card.when_discarded)
        if card.price:
            row.price, row.price_n = PRICES[card.price.kind], card.price.n
        row.reduced_by, row.reduced_by_tokens = card.damage_reduced_by, card.damage_reduced_by_tokens
        row.reduced_to = -1 if card.damage_reduced_to is None else card.damage_reduced_to
        row.falls_when_nemesis_hit = card.discarded_when_nemesis_damaged

    def _mage(self, row: Any, mage: Mage) -> None:
        row.charges, row.ability = mage.charges, self._program(mage.ability_effect)
        worth = self._profile(mage.ability_effect)
        row.worth = 2 * worth.aether + worth.damage + worth.other
        row.hand_n, row.deck_n = len(mage.hand), len(mage.deck)
        for name, cards in (("hand", mage.hand), ("deck", mage.deck)):
            for number, card in enumerate(cards):
                getattr(row, name)[number] = self.index[card]
        for b, state in enumerate(mage.breaches):
            row.breach_state[b] = {"opened": OPENED, "absent": ABSENT}.get(str(state), CLOSED)
            row.breach_focuses[b] = state if isinstance(state, int) else 0

    def _nemesis(self, row: Any, nemesis: Nemesis) -> None:
        row.life, row.tokens, row.token_min = nemesis.life, nemesis.tokens, nemesis.token_min
        row.token_max = 999 if nemesis.token_max is None else nemesis.token_max
        first = 1 + 4 * self.nemesis_ids.index(nemesis.id)
        known = f"{nemesis.id}, 1 players" in self.models["models"] and first + 3 < k.MODELS
        row.model = first if known else 0
        row.weights_row = first if first + 3 < k.MODELS else 0
        row.unleash = self._program(nemesis.unleash)
        row.end_of_turn = self._program(nemesis.end_of_nemesis_turn)
        row.exhaustion = self._program(nemesis.exhaustion)
        row.setup = self._program(nemesis.setup)
        row.cannot_be_damaged, row.cloaked = nemesis.cannot_be_damaged, nemesis.damage_reduced_by_tokens
        row.lost_at_no_tokens = nemesis.lost_at_no_tokens
        row.won_without_acolytes = nemesis.won_without_acolytes
        cards = [self.index[card.id] for card in self.pack.cards_of(nemesis.id)]
        acolytes = [self.index[card.id] for card in self.pack.acolytes_of(nemesis.id)]
        row.cards_n, row.acolytes_n = len(cards), len(acolytes)
        row.cards[: len(cards)] = cards
        row.acolytes[: len(acolytes)] = acolytes

    # ------------------------------------------------------------ names

    def card_name(self, number: int) -> str:
        """A card's printed name."""
        return str(self.pack.by_id[self.names[number]].name)

    def mage_name(self, number: int) -> str:
        """A mage's printed name."""
        return str(self.pack.mages[number].name)

    @cached_property
    def packed(self) -> Any:
        """The tables as one numpy structured record, for the compiled engine."""
        return np.array([pack_record(self.content)])[0]


MOST_KEPT = 8
_made: dict[tuple[str, str], Tables] = {}


def load_tables(path_or_name: str | Path | None = None) -> Tables:
    """The tables of a shipped pack or of a pack folder, made once for each content.

    A folder is read at each call, because somebody may have edited its files.
    """
    pack = load_pack(path_or_name or "war_eternal")
    key = (pack.id, pack.hash)
    if key not in _made:
        if len(_made) == MOST_KEPT:
            del _made[next(iter(_made))]
        _made[key] = Tables(pack)
    return _made[key]
