"""What must hold between the items of a pack: ids that exist, piles that add up, phrases that are known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from breachlab.sim.errors import UserError, listed, unknown

from .pack_files import Book
from .pack_records import Nemesis, most_needed
from .pack_schema import (
    MOST_ACOLYTES,
    MOST_BASICS,
    MOST_CARDS,
    MOST_DIFFICULTIES,
    MOST_IN_NEMESIS_DECK,
    MOST_MAGES,
    MOST_MARKET,
    MOST_NEMESES_TIMES_DIFFICULTIES,
    MOST_PLAYER_CARDS,
    MOST_SUPPLY_PILES,
    PLAYER_KINDS,
)

if TYPE_CHECKING:
    from .pack import Pack

TIERS = (1, 2, 3)
MOST_PLAYERS = 4


def check_pack(pack: Pack, book: Book) -> None:
    """Raise a UserError about the first thing in the pack that does not fit the rest of it."""
    _check_room(pack, book)
    _check_starters(pack, book)
    _check_market(pack, book)
    _check_nemeses(pack, book)
    _check_basics(pack, book)
    for supply in pack.supplies:
        where = book.drafts[supply.id].where("cards")
        for card in supply.cards:
            _check_not_removed(card, book, where)
        pack.check_supply(supply.cards, where)
    _check_phrases(pack, book)


def _check_not_removed(id: str, book: Book, where: str) -> None:
    """An id that is gone because a pack took it out deserves a better answer than "unknown"."""
    if id in book.removed and id not in book.drafts:
        raise UserError(f'{where}: "{id}" is needed here, and {book.removed[id]} removes it')


def _check_id(kind: str, id: str, known: Iterable[str], book: Book, where: str) -> None:
    known = list(known)
    if id not in known:
        _check_not_removed(id, book, where)
        raise unknown(kind, id, known, where)


def _check_room(pack: Pack, book: Book) -> None:
    cards = len(pack.items) - len(pack.mages) - len(pack.nemeses)
    for what, count, most in (
        ("cards", cards, MOST_CARDS),
        ("market cards", len(pack.market), MOST_MARKET),
        ("basic nemesis cards", len(pack.basics), MOST_BASICS),
        ("mages", len(pack.mages), MOST_MAGES),
        ("difficulty modes", len(pack.difficulties), MOST_DIFFICULTIES),
        (
            "nemeses times difficulty modes",
            len(pack.nemeses) * len(pack.difficulties),
            MOST_NEMESES_TIMES_DIFFICULTIES,
        ),
    ):
        if count > most:
            raise UserError(
                f"{book.meta['file']}: a pack may have {most} {what} at most, and this one has {count}"
            )


def _check_starters(pack: Pack, book: Book) -> None:
    starters = {card.id: card for card in pack.starters}
    mages = [mage.id for mage in pack.mages]
    for card in pack.starters:
        if card.mage:
            _check_id("mage", card.mage, mages, book, book.drafts[card.id].where("mage"))
    for mage in pack.mages:
        for name in ("hand", "deck"):
            for id in getattr(mage, name):
                _check_id("starter", id, starters, book, f"{book.drafts[mage.id].where(name)}: {name}")
    for id, need in most_needed(pack.mages, MOST_PLAYERS).items():
        if need > starters[id].copies:
            raise UserError(
                f"{book.drafts[id].where('copies_in_box')}: copies_in_box must be at least {need}, which "
                f"four mages can need together, not {starters[id].copies}"
            )


def _check_market(pack: Pack, book: Book) -> None:
    piles = pack.rules.supply_piles
    if sum(piles.values()) > MOST_SUPPLY_PILES:
        raise UserError(
            f"{book.rules.where('supply_piles')}: a supply may have {MOST_SUPPLY_PILES} piles at most, "
            f"not {sum(piles.values())}"
        )
    largest = 0
    for kind in PLAYER_KINDS:
        copies = sorted((card.copies for card in pack.market if card.kind == kind), reverse=True)
        if len(copies) < piles[kind]:
            raise UserError(
                f"{book.meta['file']}: a supply needs {piles[kind]} piles of the kind {kind}, "
                f"and the market has only {len(copies)}"
            )
        largest += sum(copies[: piles[kind]])
    starting = sorted((len(mage.hand) + len(mage.deck) for mage in pack.mages), reverse=True)
    total = largest + sum(starting[:MOST_PLAYERS])
    if total > MOST_PLAYER_CARDS:
        raise UserError(
            f"{book.meta['file']}: the players' cards of one game may be {MOST_PLAYER_CARDS} at most, and "
            f"the largest piles with the four largest starting decks are {total}"
        )


def _check_nemeses(pack: Pack, book: Book) -> None:
    need = pack.rules.specific_cards_per_tier
    for nemesis in pack.nemeses:
        # What an extended pack says was sound, so the extending pack is to blame.
        blame = (
            f"{book.meta['file']}: {nemesis.id}"
            if "extends" in book.meta
            else book.drafts[nemesis.id].where()
        )
        for tier in TIERS:
            cards = [card.id for card in pack.cards_of(nemesis.id) if card.tier == tier]
            if len(cards) != need:
                raise UserError(
                    f"{blame}: a nemesis has exactly {need} cards of tier {tier}, "
                    f"and this one has {len(cards)} ({listed(cards)})"
                )
        acolytes = len(pack.acolytes_of(nemesis.id))
        if acolytes > MOST_ACOLYTES:
            raise UserError(f"{blame}: a nemesis may have {MOST_ACOLYTES} acolytes at most, not {acolytes}")
        if nemesis.won_without_acolytes and not acolytes:
            raise UserError(
                f"{blame}: won_without_acolytes needs acolytes (cards of kind acolyte), and there are none"
            )
        for mode in pack.difficulties:
            _check_numbers(nemesis.in_mode(mode), f"in {mode.id} mode", blame)


def _check_numbers(nemesis: Nemesis, mode: str, where: str) -> None:
    if nemesis.life < 1:
        raise UserError(f"{where}: life must be at least 1, and {mode} it would be {nemesis.life}")
    most = nemesis.token_max
    if nemesis.tokens < nemesis.token_min or (most is not None and nemesis.tokens > most):
        limits = f"at least {nemesis.token_min}" + (f" and at most {most}" if most is not None else "")
        raise UserError(f"{where}: tokens must be {limits} {mode}, not {nemesis.tokens}")
    if nemesis.lost_at_no_tokens and not nemesis.tokens:
        raise UserError(f"{where}: lost_at_no_tokens needs at least 1 of tokens {mode}, not 0")


def _check_basics(pack: Pack, book: Book) -> None:
    for players, basics in pack.rules.basic_cards.items():
        where = book.rules.where("nemesis_deck")
        if (size := pack.rules.nemesis_deck_size(players)) > MOST_IN_NEMESIS_DECK:
            raise UserError(
                f"{where}: a nemesis deck may have {MOST_IN_NEMESIS_DECK} cards at most, not {size}"
            )
        for tier, need in zip(TIERS, basics, strict=True):
            have = sum(card.tier == tier for card in pack.basics)
            if have < need:
                raise UserError(
                    f"{book.meta['file']}: a game of {players} needs {need} basic cards "
                    f"of tier {tier}, and the pack has only {have}"
                )


def _check_phrases(pack: Pack, book: Book) -> None:
    from .language import PhraseError, check_phrase  # the language brings the engine with it

    nameable = [item.id for item in (*pack.mages, *pack.starters, *pack.market)]
    checked: set[str] = set()
    for item in pack.items:
        for name, lines in item.effects.items():
            for line in lines:
                if line in checked:
                    continue
                where = f"{book.drafts[item.id].where(name.split('.')[0])}: {name}"
                try:
                    check_phrase(line)
                except PhraseError as error:
                    raise UserError(f"{where}: {error}") from None
                for id in re.findall(r"(?<!\w)'(\w+)'(?!\w)", line):
                    _check_id("mage or card", id, nameable, book, where)
                checked.add(line)
