"""Content packs: the folder of TOML files that a game is played from, loaded and checked whole.

Files become drafts (:mod:`.pack_files`), drafts are checked field by field (:mod:`.pack_schema`) and become
records (:mod:`.pack_records`), and the records are checked against each other (:mod:`.pack_checks`). Every
mistake is a :class:`~breachlab.sim.errors.UserError` that names file and item, before any game is played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from breachlab.sim.errors import UserError, nearest, resolve, unknown

from . import pack_schema as schema
from .pack_checks import check_pack
from .pack_files import PACK_FILE, Book, Draft, read_folder, shipped_packs
from .pack_records import (
    BREACH_NUMBERS,
    Breach,
    Difficulty,
    Item,
    Mage,
    Nemesis,
    NemesisCard,
    PlayerCard,
    Rules,
    Supply,
    plain,
)


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A content pack, checked. Items keep the order of the files; those of an extended pack come first."""

    id: str
    name: str
    version: str
    game: str
    mages: tuple[Mage, ...]
    starters: tuple[PlayerCard, ...]
    market: tuple[PlayerCard, ...]
    nemeses: tuple[Nemesis, ...]
    nemesis_cards: tuple[NemesisCard, ...]
    acolytes: tuple[NemesisCard, ...]
    basics: tuple[NemesisCard, ...]
    supplies: tuple[Supply, ...]
    difficulties: tuple[Difficulty, ...]
    rules: Rules

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Every mage, card and nemesis."""
        cards = self.nemesis_cards + self.acolytes + self.basics
        return (*self.mages, *self.starters, *self.market, *self.nemeses, *cards)

    @cached_property
    def by_id(self) -> dict[str, Item]:
        """Every item, supply and difficulty mode by its id."""
        return {item.id: item for item in (*self.items, *self.supplies, *self.difficulties)}

    @cached_property
    def hash(self) -> str:
        """A SHA-256 over all that is played with; the pack's name and its files' names do not change it."""
        content = plain([*self.by_id.values(), self.rules])
        text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def cards_of(self, nemesis: str) -> tuple[NemesisCard, ...]:
        """The cards that belong to a nemesis, without its acolytes."""
        return tuple(card for card in self.nemesis_cards if card.belongs_to == nemesis)

    def acolytes_of(self, nemesis: str) -> tuple[NemesisCard, ...]:
        """The acolytes that belong to a nemesis."""
        return tuple(card for card in self.acolytes if card.belongs_to == nemesis)

    def market_card(self, word: str, where: str = "supply") -> str:
        """The id of the market card that a word means; Crystal, a starter, is not short for Crystallize.

        >>> load_pack().market_card("Nova")
        'nova_forge'
        """
        market = {card.id: card.name for card in self.market}
        others = [name for item in self.items for name in (item.id, item.name)]
        return resolve("market card", word, market, where, others=others)

    def check_supply(self, cards: Iterable[str], where: str = "supply") -> None:
        """Raise a UserError unless these ids are a legal supply: 3 gems, 2 relics, 4 spells by the book."""
        market = {card.id: card for card in self.market}
        cards = list(cards)
        for id in cards:
            if id not in market:
                raise unknown("market card", id, market, where)
            if cards.count(id) > 1:
                raise UserError(f'{where}: "{id}" is there twice: every pile of a supply is a different card')
        found = {kind: sum(market[id].kind == kind for id in cards) for kind in schema.PLAYER_KINDS}
        if found != self.rules.supply_piles:
            need = self.rules.supply_piles
            raise UserError(f"{where}: a supply has {_piles(need)}, and this one has {_piles(found)}")


def _piles(by_kind: Mapping[str, int]) -> str:
    kinds = ", ".join(f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in by_kind.items())
    total = sum(by_kind.values())
    return f"{total} pile{'' if total == 1 else 's'} ({kinds})"


# ---------------------------------------------------------------- finding packs


def load_pack(path_or_name: str | Path = "war_eternal") -> Pack:
    """Load and check a pack: a shipped one by its name, or any folder with a pack.toml.

    >>> load_pack("war_eternal").by_id["spark"].effects
    {'cast': ('deal 1',)}
    """
    if isinstance(path_or_name, str) and path_or_name in shipped_packs():
        return _shipped(path_or_name)
    folder = Path(path_or_name)
    folder = folder.parent if folder.name == PACK_FILE else folder
    if not folder.is_dir():
        names = shipped_packs()
        hint = nearest(str(path_or_name), names)
        raise UserError(
            f'content "{path_or_name}" is neither a folder nor a shipped pack'
            f"{': ' + hint if hint else ''} (shipped: {', '.join(names)})"
        )
    return _Builder(read_folder(folder, folder.as_posix(), ())).pack()


@cache
def _shipped(name: str) -> Pack:
    return _Builder(read_folder(shipped_packs()[name], name, ())).pack()


# ---------------------------------------------------------------- drafts become records


@dataclass
class _Builder:
    """Makes the records of a book, and checks them against each other."""

    book: Book

    def pack(self) -> Pack:
        book = self.book
        rules = self.rules()
        for table in ("mage", "nemesis", "difficulty"):
            if not book.of(table):
                raise UserError(f"{book.meta['file']}: a pack needs at least one [[{table}]]")
        nemeses = tuple(self.nemesis(draft) for draft in book.of("nemesis"))
        cards = [self.card(draft, rules) for draft in book.of("card")]

        def of(category: str) -> tuple[Any, ...]:
            return tuple(card for card in cards if card.category == category)

        pack = Pack(
            **{key: book.meta[key] for key in ("id", "name", "version", "game")},
            mages=tuple(self.item(Mage, schema.MAGE, draft) for draft in book.of("mage")),
            starters=of("starter"),
            market=of("market"),
            nemeses=nemeses,
            nemesis_cards=of("nemesis_card"),
            acolytes=of("acolyte"),
            basics=of("basic"),
            supplies=tuple(self.item(Supply, schema.SUPPLY, draft) for draft in book.of("supply")),
            difficulties=tuple(
                self.item(Difficulty, schema.DIFFICULTY, draft) for draft in book.of("difficulty")
            ),
            rules=rules,
        )
        check_pack(pack, book)
        return pack

    def item(self, record: type[Any], fields: schema.Schema, draft: Draft) -> Any:
        """A mage, supply or difficulty mode: its table is its kind."""
        values = fields.check(draft.values, draft.where)
        return record(category=draft.table, kind=draft.table, source=draft.file, **values)

    def nemesis(self, draft: Draft) -> Nemesis:
        values = schema.NEMESIS.check(draft.values, draft.where)
        extra_setup = values.pop("beginner", {}).get("extra_setup", ())
        return Nemesis(
            category="nemesis", kind="nemesis", source=draft.file, extra_setup=extra_setup, **values
        )

    def card(self, draft: Draft, rules: Rules) -> PlayerCard | NemesisCard:
        # A field that says nothing is no field: so an override can take one away.
        given = {k: v for k, v in draft.values.items() if k not in schema.CARD_FIELDS or v not in ([], "")}
        kind = given.get("kind")
        known = (*schema.PLAYER_KINDS, *schema.NEMESIS_KINDS)
        if not isinstance(kind, str) or kind not in known:
            if kind is None:
                raise UserError(f"{draft.where('kind')}: a card needs a kind: {', '.join(known)}")
            raise unknown("kind", str(kind), known, draft.where("kind"))
        home = self.home(draft, kind, given.get("belongs_to", ""))
        if kind in schema.PLAYER_KINDS:
            fields = (schema.MARKET_CARDS if home == "market" else schema.STARTERS)[kind]
            values = fields.check(given, draft.where)
            del values["belongs_to"]
            if home == "market":
                values.setdefault("copies", rules.pile_size[kind])
            else:
                values["copies"] = values.pop("copies_in_box")
                values.setdefault("cost", 0)
            return PlayerCard(
                category="market" if home == "market" else "starter", source=draft.file, **values
            )
        values = schema.NEMESIS_CARDS[kind].check(given, draft.where)
        if values.get("damage_reduced_by") == schema.NEMESIS_TOKENS:
            values["damage_reduced_by"], values["damage_reduced_by_tokens"] = 0, True
        category = "acolyte" if kind == "acolyte" else "basic" if home == "basic" else "nemesis_card"
        return NemesisCard(category=category, source=draft.file, **values)

    def home(self, draft: Draft, kind: str, home: Any) -> str:
        """What the card belongs to; players' cards and nemesis cards have homes of their own."""
        nemeses = [nemesis.values["id"] for nemesis in self.book.of("nemesis")]
        if kind in schema.PLAYER_KINDS:
            homes = ["market", "starters"]
        else:
            homes = nemeses if kind == "acolyte" else ["basic", *nemeses]
        where = draft.where("belongs_to")
        if home in homes:
            return str(home)
        if not isinstance(home, str) or not home:
            raise UserError(f"{where}: this {kind} needs belongs_to: {', '.join(homes)}")
        if home in self.book.removed:
            raise UserError(f'{where}: belongs to "{home}", which {self.book.removed[home]} removes')
        raise unknown(f"owner of this {kind} (belongs_to)", home, homes, where)

    def rules(self) -> Rules:
        draft = self.book.rules
        draft.file = draft.file or self.book.meta["file"]
        values = schema.RULES.check({k: v for k, v in draft.values.items() if k != "id"}, draft.where)
        breaches, deck, turns = values["breaches"], values["nemesis_deck"], values["turn_order"]
        return Rules(
            hand_size=values["hand_size"],
            charge_price=values["charge_price"],
            supply_piles=values["supply_piles"],
            pile_size=values["pile_size"],
            specific_cards_per_tier=deck["specific_cards_per_tier"],
            basic_cards={players: deck["basic_cards"][str(players)] for players in (1, 2, 3, 4)},
            turn_order={players: turns[str(players)] for players in (1, 2, 3, 4)},
            four_player_variant=turns["four_player_variant"],
            solo_easier_turn_cards=values.get("solo", {}).get("easier_turn_cards", ()),
            solo_easier_life=values.get("solo", {}).get("easier_life", ()),
            breaches=tuple(
                Breach(
                    number=number,
                    focus_cost=breaches[number].get("focus_cost"),
                    open_cost=breaches[number].get("open_cost", ()),
                    bonus_damage=breaches[number]["bonus_damage"],
                )
                for number in BREACH_NUMBERS
            ),
            sigil_bonus_damage=breaches["sigil"]["bonus_damage"],
        )
