"""Mistakes of the user: what they are, and how a message about them is worded.

A user's mistake (a misspelt id, a supply of eight piles, an illegal step) is one clear sentence that says
where it is, what is allowed and what was probably meant. The command line prints it, without a traceback, and
exits 2.
"""

import difflib
import re
from collections.abc import Iterable, Mapping

# Lists longer than this are cut, so that a message stays one readable sentence.
MOST_NAMES_LISTED = 12


class UserError(Exception):
    """A mistake of the user, told in one sentence."""


def nearest(word: str, candidates: Iterable[str]) -> str:
    """Return a hint at the candidate that looks most like the word, or "" when none comes close.

    >>> nearest("umbra_titen", ["gate_witch", "umbra_titan"])
    'did you mean "umbra_titan"?'
    >>> nearest("xyz", ["gate_witch", "umbra_titan"])
    ''
    """
    spellings: dict[str, str] = {}
    for candidate in candidates:
        spellings.setdefault(_plain(candidate), candidate)
    close = difflib.get_close_matches(_plain(word), spellings, n=1, cutoff=0.6)
    return f'did you mean "{spellings[close[0]]}"?' if close else ""


def unknown(kind: str, word: str, candidates: Iterable[str], where: str = "") -> UserError:
    """Return the error for a word that names nothing: where it stands, the nearest match and what is allowed.

    >>> print(unknown("nemesis", "gate_wich", ["gate_witch", "umbra_titan"], where="mine/pack.toml"))
    mine/pack.toml: unknown nemesis "gate_wich": did you mean "gate_witch"? (allowed: gate_witch, umbra_titan)
    """
    names = list(dict.fromkeys(candidates))
    hint = nearest(word, names)
    message = f"{where}: " if where else ""
    message += f'unknown {kind} "{word}"'
    message += f": {hint} " if hint else " "
    return UserError(message + f"(allowed: {listed(names)})")


def resolve(
    kind: str,
    word: str,
    candidates: Iterable[str] | Mapping[str, str],
    where: str = "",
    *,
    others: Iterable[str] = (),
) -> str:
    """Return the id that the word means: an id, a printed name, or the beginning of one when only one fits.

    The candidates are ids, or a mapping from ids to printed names. Case, spaces, hyphens and apostrophes do
    not matter; what fits nothing, or several, is a UserError and never a guess. ``others`` are whole names of
    what is not a candidate, which are not taken for the beginning of one.

    >>> resolve("nemesis", "Umbra", ["gate_witch", "umbra_titan"])
    'umbra_titan'
    >>> resolve("market card", "Nova Forge", {"nova_forge": "Nova Forge"})
    'nova_forge'
    """
    names = dict(candidates) if isinstance(candidates, Mapping) else {id: id for id in candidates}
    if word in names:
        return word
    wanted = _plain(word)
    for fits in (_is, _begins, _has_word):
        if fits is _begins and any(_is(wanted, other) for other in others):
            break
        found = [id for id, name in names.items() if wanted and (fits(wanted, id) or fits(wanted, name))]
        if len(found) == 1:
            return found[0]
        if found:
            message = f"{where}: " if where else ""
            raise UserError(
                f'{message}{kind} "{word}" may mean any of {listed(found)}: write more of the name'
            )
    raise unknown(kind, word, names, where)


def listed(names: Iterable[str]) -> str:
    """Return the names with commas between them; a long list is cut and its rest counted.

    >>> listed(["opened", "closed"])
    'opened, closed'
    """
    names = list(names)
    if len(names) <= MOST_NAMES_LISTED:
        return ", ".join(names) or "none"
    return ", ".join(names[:MOST_NAMES_LISTED]) + f" and {len(names) - MOST_NAMES_LISTED} more"


def _plain(word: str) -> str:
    """Spell a name as an id is spelt: "Shadow's Reach" and "shadows-reach" are both shadows_reach."""
    return re.sub(r"[\W_]+", "_", re.sub(r"['’]", "", word.casefold())).strip("_")


def _is(wanted: str, name: str) -> bool:
    return _plain(name) == wanted


def _begins(wanted: str, name: str) -> bool:
    return _plain(name).startswith(wanted)


def _has_word(wanted: str, name: str) -> bool:
    """Whether the wanted words begin at some word of the name: "titan" is in umbra_titan, "tan" is not."""
    return f"_{wanted}" in f"_{_plain(name)}"
