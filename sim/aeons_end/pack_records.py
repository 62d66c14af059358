"""What a content pack is made of: items (cards, mages, nemeses, supplies, difficulty modes) and rules.

These records are what the rest of the program reads. :mod:`.pack` makes them from a pack's files and has
checked everything: no record needs to be doubted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple

BREACH_NUMBERS = ("I", "II", "III", "IV")


@dataclass(frozen=True, kw_only=True)
class Item:
    """Anything in a pack that has an id. ``source`` is the file that an error message names."""

    id: str
    name: str
    category: str
    kind: str
    source: str

    EFFECTS: ClassVar[tuple[str, ...]] = ()

    @property
    def effects(self) -> dict[str, tuple[str, ...]]:
        """The lines of phrases by field; fields without any are left out."""
        return {name: lines for name in self.EFFECTS if (lines := getattr(self, name))}

    def facts(self) -> list[str]:
        """The readable lines between the heading and the effects."""
        return []

    def describe(self) -> list[str]:
        """The item in readable lines, for people."""
        lines = [f"{self.name} ({self.id}): {self.kind}", *self.facts()]
        for name, effect in self.effects.items():
            title = name.replace("_", " ").replace(".", ": ")
            if len(effect) == 1:
                lines.append(f"{title}: {effect[0]}")
            else:
                lines += [f"{title}:", *(f"  {k}. {line}" for k, line in enumerate(effect, 1))]
        return lines


@dataclass(frozen=True, kw_only=True)
class Mage(Item):
    """A breach mage; ``breaches`` I to IV are "opened", "absent" or, when closed, the focuses applied."""

    title: str
    charges: int
    ability: str
    ability_effect: tuple[str, ...]
    hand: tuple[str, ...]
    deck: tuple[str, ...]  # top card first
    breaches: tuple[str | int, ...]

    EFFECTS: ClassVar = ("ability_effect",)

    def facts(self) -> list[str]:
        breaches = (
            f"{number} {state}" if isinstance(state, str) else f"{number} closed ({state} of 3 focuses)"
            for number, state in zip(BREACH_NUMBERS, self.breaches, strict=True)
        )
        return [
            self.title,
            f"hand: {', '.join(self.hand)}",
            f"deck, top first: {', '.join(self.deck)}",
            f"breaches: {', '.join(breaches)}",
            f"ability: {self.ability}, {_many(self.charges, 'charge')}",
        ]


@dataclass(frozen=True, kw_only=True)
class PlayerCard(Item):
    """A gem, relic or spell; ``copies`` of it are in its pile or, if it is a starter, in the box."""

    cost: int
    copies: int
    mage: str | None = None
    play: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    when_gained: tuple[str, ...] = ()
    while_prepped: tuple[str, ...] = ()
    while_prepped_once_a_turn: tuple[str, ...] = ()
    when_casting_phase_starts: tuple[str, ...] = ()
    when_you_focus_or_open: tuple[str, ...] = ()
    damage_to_you_reduced_by: int = 0
    breaches_needed: int = 1

    EFFECTS: ClassVar = (
        "when_gained",
        "while_prepped",
        "while_prepped_once_a_turn",
        "when_casting_phase_starts",
        "when_you_focus_or_open",
        "play",
        "cast",
    )

    def facts(self) -> list[str]:
        where = "in its pile" if self.category == "market" else "in the box"
        lines = [f"cost {self.cost}, {_many(self.copies, 'copy', 'copies')} {where}"]
        if self.mage:
            lines.append(f"starter of {self.mage}")
        if self.breaches_needed > 1:
            lines.append(f"needs {self.breaches_needed} adjacent free breaches")
        if self.damage_to_you_reduced_by:
            lines.append(
                f"while prepped: damage to you is reduced by {self.damage_to_you_reduced_by}, not below 1"
            )
        return lines


class Price(NamedTuple):
    """What discarding a power costs: n aether, n cards in hand, n prepped spells, or a spell of cost n."""

    kind: str  # aether | hand | prepped | spell_and_breach
    n: int


# The price as a card writes it, {n} being a number.
PRICES = {
    "spend {n} aether": "aether",
    "discard {n} cards in hand": "hand",
    "discard {n} of your prepped spells": "prepped",
    "destroy one of your prepped spells of cost {n} or more and a breach it was in": "spell_and_breach",
}


def read_price(text: str) -> Price | None:
    """Return the price that a text such as "spend 7 aether" means, or None when it is none.

    >>> read_price("discard 4 cards in hand")
    Price(kind='hand', n=4)
    """
    for template, kind in PRICES.items():
        match = re.fullmatch(template.replace("{n}", "([0-9]{1,2})"), text)
        if match:
            return Price(kind, int(match[1]))
    return None


@dataclass(frozen=True, kw_only=True)
class NemesisCard(Item):
    """An attack, minion, power or acolyte; ``belongs_to`` is a nemesis's id or "basic"."""

    belongs_to: str
    tier: int = 0
    life: int = 0
    power: int = 0
    effect: tuple[str, ...] = ()
    persistent: tuple[str, ...] = ()
    power_effect: tuple[str, ...] = ()
    immediately: tuple[str, ...] = ()
    when_damaged: tuple[str, ...] = ()
    when_discarded: tuple[str, ...] = ()
    blood_magic: tuple[str, ...] = ()
    to_discard: str = ""
    damage_reduced_by: int = 0
    damage_reduced_by_tokens: bool = False
    damage_reduced_to: int | None = None
    discarded_when_nemesis_damaged: bool = False

    EFFECTS: ClassVar = (
        "immediately",
        "effect",
        "persistent",
        "power_effect",
        "blood_magic",
        "when_damaged",
        "when_discarded",
    )

    @property
    def price(self) -> Price | None:
        """What discarding this power costs; None when nobody can."""
        return read_price(self.to_discard)

    def facts(self) -> list[str]:
        owner = "basic card" if self.belongs_to == "basic" else f"card of {self.belongs_to}"
        lines = [f"{owner}, tier {self.tier}"]
        if self.life:
            lines.append(f"life {self.life}")
        if self.power:
            lines.append(f"power {self.power}")
        if self.damage_reduced_by:
            lines.append(f"damage to it is reduced by {self.damage_reduced_by}")
        if self.damage_reduced_by_tokens:
            lines.append("damage to it is reduced by the nemesis's tokens")
        if self.damage_reduced_to is not None:
            lines.append(f"damage to it is reduced to {self.damage_reduced_to}")
        if self.discarded_when_nemesis_damaged:
            lines.append("discarded when the nemesis is damaged")
        if self.kind == "power":
            lines.append(f"to discard: {self.to_discard or 'impossible'}")
        return lines


@dataclass(frozen=True, kw_only=True)
class Difficulty(Item):
    """A difficulty mode."""

    player_life: int
    gravehold_life: int
    nemesis_life_delta: int = 0
    expert_rules: bool = False
    beginner_rules: bool = False

    def facts(self) -> list[str]:
        lines = [
            f"players {self.player_life} life, Gravehold {self.gravehold_life} life, "
            f"nemesis {self.nemesis_life_delta:+d} life"
        ]
        lines += ["the nemesis's expert rules apply"] * self.expert_rules
        lines += ["the nemesis's beginner rules apply"] * self.beginner_rules
        return lines


@dataclass(frozen=True, kw_only=True)
class Nemesis(Item):
    """A nemesis under normal rules; :meth:`in_mode` gives it under the rules of a difficulty mode."""

    life: int
    printed_difficulty: int
    unleash: tuple[str, ...]
    tokens: int = 0
    token_min: int = 0
    token_max: int | None = None
    end_of_nemesis_turn: tuple[str, ...] = ()
    exhaustion: tuple[str, ...] = ("unleash twice",)
    setup: tuple[str, ...] = ()
    cannot_be_damaged: bool = False
    damage_reduced_by_tokens: bool = False
    lost_at_no_tokens: bool = False
    won_without_acolytes: bool = False
    expert: Mapping[str, Any] = field(default_factory=dict, hash=False)  # the fields it replaces
    extra_setup: tuple[str, ...] = ()  # of beginners, after the setup

    EFFECTS: ClassVar = ("setup", "unleash", "end_of_nemesis_turn", "exhaustion", "extra_setup")

    @property
    def effects(self) -> dict[str, tuple[str, ...]]:
        """The lines of phrases by field; those of the expert rules as "expert.unleash" and so on."""
        found = {
            ("beginner." if name == "extra_setup" else "") + name: lines
            for name, lines in super().effects.items()
        }
        found.update(
            {f"expert.{name}": lines for name, lines in self.expert.items() if name in self.EFFECTS and lines}
        )
        return found

    def in_mode(self, mode: Difficulty) -> Nemesis:
        """Return the nemesis as it is in a difficulty mode, with nothing left to decide."""
        new = replace(self, **(self.expert if mode.expert_rules else {}), expert={}, extra_setup=())
        setup = new.setup + (self.extra_setup if mode.beginner_rules else ())
        life = new.life + (0 if new.cannot_be_damaged else mode.nemesis_life_delta)
        return replace(new, setup=setup, life=life)

    def facts(self) -> list[str]:
        lines = [f"life {self.life}, printed difficulty {self.printed_difficulty}"]
        limits = f", at least {self.token_min}" if self.token_min else ""
        limits += f", at most {self.token_max}" if self.token_max is not None else ""
        if self.tokens or limits:
            lines.append(f"{_many(self.tokens, 'token')} at the start{limits}")
        if self.cannot_be_damaged:
            lines.append("cannot be damaged")
        if self.damage_reduced_by_tokens:
            lines.append("each damage to it is reduced by its tokens, then it loses a token")
        if self.lost_at_no_tokens:
            lines.append("the players lose when it has no tokens")
        if self.won_without_acolytes:
            lines.append("the players win at the end of a turn when no acolyte is in play")
        numbers = [f"{key} {value}" for key, value in self.expert.items() if key not in self.EFFECTS]
        if numbers:
            lines.append(f"expert rules: {', '.join(numbers)}")
        return lines


@dataclass(frozen=True, kw_only=True)
class Supply(Item):
    """A suggested supply: the ids of its piles."""

    cards: tuple[str, ...]

    def facts(self) -> list[str]:
        return [f"piles: {', '.join(self.cards)}"]


@dataclass(frozen=True, kw_only=True)
class Breach:
    """A breach's costs; ``open_cost`` by focuses applied. A breach that is never closed costs nothing."""

    number: str
    focus_cost: int | None
    open_cost: tuple[int, ...]
    bonus_damage: int


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The numbers of the rulebook."""

    hand_size: int
    charge_price: int
    supply_piles: Mapping[str, int]  # by kind: gem, relic, spell
    pile_size: Mapping[str, int]
    specific_cards_per_tier: int
    basic_cards: Mapping[int, tuple[int, int, int]]  # by number of players: tiers 1, 2, 3
    turn_order: Mapping[int, Mapping[str, int]]  # by number of players: copies of each turn order card
    four_player_variant: Mapping[str, int]
    solo_easier_turn_cards: tuple[int, ...]
    solo_easier_life: tuple[int, ...]
    breaches: tuple[Breach, ...]  # I to IV
    sigil_bonus_damage: int

    def nemesis_deck_size(self, players: int) -> int:
        """How many cards the nemesis deck has."""
        return 3 * self.specific_cards_per_tier + sum(self.basic_cards[players])


def _many(n: int, one: str, several: str = "") -> str:
    return f"{n} {one if n == 1 else several or one + 's'}"


def plain(record: Any) -> Any:
    """A record as plain lists and dicts without its sources, for a hash that only content changes."""
    if isinstance(record, Mapping):
        return {str(key): plain(value) for key, value in record.items()}
    if isinstance(record, (tuple, list)):
        return [plain(value) for value in record]
    if isinstance(record, (Item, Rules, Breach)):
        return {f.name: plain(getattr(record, f.name)) for f in fields(record) if f.name != "source"}
    return record


def most_needed(mages: Iterable[Mage], players: int = 4) -> Counter[str]:
    """How many copies of each starter the mages of one game can need at most."""
    needs = [Counter(mage.hand + mage.deck) for mage in mages]
    cards = {card for need in needs for card in need}
    return Counter(
        {card: sum(sorted((need[card] for need in needs), reverse=True)[:players]) for card in cards}
    )
