"""Reading the TOML files of content packs into drafts: tables not yet checked, each with the file it is from.

A pack that extends another starts with that one's drafts, takes away what it removes, adds what is new, and
overrides single values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from breachlab.sim.errors import UserError, unknown

from . import pack_schema as schema

PACK_FILE = "pack.toml"
# The tables that each file may hold, and what the cards in it belong to.
FILES = {
    "rules.toml": ("difficulty", ""),
    "mages.toml": ("mage", ""),
    "starters.toml": ("card", "starters"),
    "market.toml": ("card", "market"),
    "supplies.toml": ("supply", ""),
    "basic.toml": ("card", "basic"),
}
NEMESIS_FOLDER = "nemeses"
TABLES = ("mage", "card", "nemesis", "supply", "difficulty")


def shipped_packs() -> dict[str, Path]:
    """The packs that come with breachlab, by name."""
    folder = Path(str(files("breachlab.scenarios")))
    return {path.parent.name: path.parent for path in sorted(folder.glob(f"*/{PACK_FILE}"))}


@dataclass
class Draft:
    """A table of a file, not yet checked; it remembers the files that override it."""

    table: str
    values: dict[str, Any]
    file: str
    changed_by: str = ""
    origin: dict[str, str] = field(default_factory=dict)  # overridden field -> the file that did it

    def where(self, name: str = "") -> str:
        """How an error message about a field begins.

        A field that nobody touched was sound before the item was changed, so the change is to blame.
        """
        return f"{self.origin.get(name, self.changed_by or self.file)}: {self.values['id']}"

    def override(self, values: Mapping[str, Any], file: str) -> None:
        self.values = _merged(self.values, values)
        self.origin.update(dict.fromkeys(values, file))
        self.changed_by = file


@dataclass
class Book:
    """All drafts of a pack and of those that it extends."""

    meta: dict[str, str] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)
    rules: Draft = field(default_factory=lambda: Draft("rules", {"id": "rules"}, ""))
    removed: dict[str, str] = field(default_factory=dict)  # id -> the file that removed it

    def of(self, table: str) -> list[Draft]:
        return [draft for draft in self.drafts.values() if draft.table == table]

    def remove(self, ids: Iterable[str], file: str) -> None:
        for id in ids:
            if self.removed.get(id) == file:  # gone already, with its nemesis
                continue
            if id not in self.drafts:
                raise unknown("id to remove", id, self.drafts, file)
            gone = [id]
            if self.drafts[id].table == "nemesis":  # its cards go with it
                gone += [card.values["id"] for card in self.of("card") if card.values.get("belongs_to") == id]
            for each in gone:
                del self.drafts[each]
                self.removed[each] = file

    def add(self, table: str, tables: Any, file: str, belongs_to: str = "") -> None:
        """Add the tables ``[[card]]`` (or mage, ...) of a file."""
        if not isinstance(tables, list) or not all(isinstance(values, dict) for values in tables):
            raise UserError(f"{file}: {table} must be written [[{table}]], once for each")
        for number, values in enumerate(tables, 1):
            values = dict(values)
            for key, value in values.items():
                if isinstance(value, dict) and key in self.drafts and self.drafts[key].table == table:
                    raise _both(table, file)  # TOML takes [card.smite] for a table within the last [[card]]
            if "id" not in values and isinstance(values.get("name"), str):
                values["id"] = re.sub(r"[^a-z0-9]+", "_", values["name"].lower().replace("'", "")).strip("_")
            id = values.get("id")
            if not isinstance(id, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", id):
                shown = "none" if id is None else f'"{id}"' if isinstance(id, str) else id
                raise UserError(
                    f"{file}: {table} {number} needs an id: {schema.ID.words}, and it has {shown}"
                )
            if id in self.drafts:
                raise UserError(
                    f'{file}: the id "{id}" is taken already in {self.drafts[id].file}: every id must be '
                    f"different ([{self.drafts[id].table}.{id}] in {PACK_FILE} changes an existing one)"
                )
            if table == "card":
                values.setdefault("belongs_to", belongs_to or _usual_home(values))
            self.drafts[id] = Draft(table, values, file)

    def override(self, table: str, overrides: Mapping[str, Any], file: str) -> None:
        """Apply the tables ``[card.smite]`` (or mage, ...) of a file."""
        for id, values in overrides.items():
            if not isinstance(values, dict):
                raise UserError(
                    f"{file}: {table}: {id} must stand in a table with an id, such as [{table}.ID]"
                )
            known = [draft.values["id"] for draft in self.of(table)]
            if id not in known:
                if id in self.drafts:
                    other = self.drafts[id].table
                    raise UserError(f'{file}: "{id}" is a {other}, not a {table}: write [{other}.{id}]')
                raise unknown(f"{table} to change", id, known, file)
            if "id" in values:
                raise UserError(f"{file}: {id}: id cannot be changed (remove the {table} and add a new one)")
            self.drafts[id].override(values, file)


def _usual_home(values: Mapping[str, Any]) -> str:
    """What a card of pack.toml belongs to when it doesn't say: market, or starters if it looks like one."""
    if values.get("kind") not in schema.PLAYER_KINDS:
        return ""
    return "starters" if "mage" in values or "copies_in_box" in values else "market"


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The old table with the new values; tables within are merged too, lists are replaced."""
    merged = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both else value
    return merged


def _both(table: str, file: str) -> UserError:
    return UserError(
        f"{file}: TOML cannot hold both [[{table}]] and [{table}.ID] in one file: move what is new into "
        f"another file of the pack ({', '.join(FILES)} or {NEMESIS_FOLDER}/ID.toml)"
    )


def _read_toml(path: Path, file: str) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise UserError(f"{file}: this is not a text file in UTF-8") from None
    except OSError as error:
        raise UserError(f"{file}: cannot be read ({error.strerror})") from None
    except tomllib.TOMLDecodeError as error:
        for table in TABLES:
            if re.search(rf"^\s*\[\[{table}\]\]", text, re.M) and re.search(rf"^\s*\[{table}\.", text, re.M):
                raise _both(table, file) from None
        raise UserError(f"{file}: not valid TOML: {error}") from None


def read_folder(folder: Path, label: str, chain: tuple[tuple[Path, str], ...]) -> Book:
    """Read a pack's folder, after the one that it extends; ``chain`` leads from the first pack to here."""
    here = folder.resolve()
    if here in [path for path, _ in chain]:
        names = [name for _, name in chain] + [label]
        raise UserError(f"{chain[-1][1]}/{PACK_FILE}: extends goes round in a circle: {' -> '.join(names)}")
    file = f"{label}/{PACK_FILE}"
    if not (folder / PACK_FILE).is_file():
        raise UserError(f"{label}: a pack needs a file {PACK_FILE}, and this folder has none")
    pack = _read_toml(folder / PACK_FILE, file)
    for key in pack:
        if key not in (*schema.PACK.shapes, *TABLES, "rules"):
            raise unknown("field of a pack", key, (*schema.PACK.shapes, *TABLES, "rules"), file)
    meta = schema.PACK.check(
        {key: pack[key] for key in pack if key in schema.PACK.shapes}, lambda _field: file
    )

    book = Book()
    if "extends" in meta:
        base = meta["extends"]
        shipped = shipped_packs().get(base)
        base_folder = shipped or folder / base
        if not base_folder.is_dir():
            raise unknown(
                "pack to extend (a shipped one or a folder beside this file)", base, shipped_packs(), file
            )
        base_label = base if shipped else base_folder.as_posix()
        book = read_folder(base_folder, base_label, (*chain, (here, label)))
    book.meta = {
        "id": here.name,
        "name": here.name,
        "version": "1",
        "game": "aeons_end",
        **meta,
        "file": file,
    }
    book.remove(meta.get("remove", ()), file)
    for path in sorted(folder.glob("*.toml")):
        if path.name not in FILES and path.name != PACK_FILE:
            raise unknown("file", path.name, FILES, label)
    for name, (table, belongs_to) in FILES.items():
        if (folder / name).is_file():
            _read_file(book, folder / name, f"{label}/{name}", table, belongs_to)
    for path in sorted((folder / NEMESIS_FOLDER).glob("*.toml")):
        _read_nemesis(book, path, f"{label}/{NEMESIS_FOLDER}/{path.name}")
    for table in TABLES:
        if isinstance(pack.get(table), list):
            book.add(table, pack[table], file)
    for table in TABLES:
        if isinstance(pack.get(table), dict):
            book.override(table, pack[table], file)
        elif table in pack and not isinstance(pack[table], list):
            raise UserError(f"{file}: {table} must be written [[{table}]], or [{table}.ID] to change one")
    if not isinstance(pack.get("rules", {}), dict):
        raise UserError(f"{file}: rules must be a table, [rules]")
    book.rules.override(pack.get("rules", {}), file)
    return book


def _read_file(book: Book, path: Path, file: str, table: str, belongs_to: str) -> None:
    content = _read_toml(path, file)
    tables = content.pop(table, [])
    if path.name == "rules.toml":
        book.rules.override(content, file)
    elif content:
        raise unknown("table", next(iter(content)), [f"[[{table}]]"], file)
    book.add(table, tables, file, belongs_to)


def _read_nemesis(book: Book, path: Path, file: str) -> None:
    content = _read_toml(path, file)
    for key in content:
        if key not in ("nemesis", "card"):
            raise unknown("table", key, ["[nemesis]", "[[card]]"], file)
    owner = path.stem
    if "nemesis" in content:
        book.add("nemesis", [content["nemesis"]], file)
        owner = next(reversed(book.drafts))
    book.add("card", content.get("card", []), file, owner)
