"""What several test files share."""

from typing import Any

from breachlab.sim.aeons_end import Table

GEMS = [
    "bloodstone_jewel",
    "breach_ore",
    "dread_diamond",
    "erratic_ingot",
    "frozen_magmite",
    "scoria_slag",
    "volcanic_glass",
]
RELICS = [
    "cairn_compass",
    "conclave_scroll",
    "fiend_catcher",
    "mages_totem",
    "primordial_fetish",
    "vortex_gauntlet",
]
SPELLS = [
    "aurora",
    "carbonize",
    "celestial_spire",
    "conjure_the_lost",
    "convection_field",
    "crystallize",
    "equilibrium",
    "fiery_torrent",
    "jagged_lightning",
    "kindle",
    "nova_forge",
    "pyrotechnic_surge",
    "reduce_to_ash",
    "thoughtform_familiar",
]


def supply_with(*cards: str) -> list[str]:
    """A supply of nine piles (3 gems, 2 relics, 4 spells) with the given market cards among them.

    >>> supply_with("aurora", "kindle")[-4:]
    ['aurora', 'kindle', 'carbonize', 'celestial_spire']
    """
    supply = []
    for kind, size in ((GEMS, 3), (RELICS, 2), (SPELLS, 4)):
        wanted = [card for card in cards if card in kind]
        rest = [card for card in kind if card not in wanted]
        if len(wanted) > size:
            raise ValueError(f"a supply has only {size} piles of that kind, not {', '.join(wanted)}")
        supply += (wanted + rest)[:size]
    unknown = set(cards) - set(supply)
    if unknown:
        raise ValueError(f"no market card: {', '.join(sorted(unknown))}")
    return supply


ALL_OPENED = {"I": "opened", "II": "opened", "III": "opened", "IV": "opened"}


def table(
    nemesis: str = "gate_witch",
    mages: tuple[str, ...] = ("garu", "dezmodia"),
    cards: tuple[str, ...] = (),
    **options: Any,
) -> Table:
    """An empty table: no cards with the players, nothing in play, and every decision must be scripted.

    The supply has the given market cards among its piles, two copies in each pile: the other copies are free
    to be laid anywhere. The nemesis deck is Engulf, which does nothing while no attack was discarded, and
    Quell, which keeps the deck from running out.
    """
    options.setdefault("policy", None)
    t = Table(nemesis=nemesis, mages=list(mages), supply=supply_with(*cards), **options)
    t.set(piles=dict.fromkeys(supply_with(*cards), 2))
    for p in range(len(mages)):
        t.player(p).set(hand=[], deck=[], discard=[], prepped={})
    t.nemesis.set(in_play=[], deck=["engulf", "quell"], discard=[])
    return t


def player(t: Table, p: int) -> dict[str, Any]:
    """Everything of one player, by name."""
    return t.state()["players"][p]


def in_play(t: Table, area: str = "nemesis_area") -> dict[str, dict[str, int]]:
    """The minions and powers in play, oldest first, with their life or power tokens."""
    return dict(t.state()[area]["in_play"])


def breach(t: Table, p: int, number: str) -> Any:
    """One breach of a player: "opened", ("closed", focuses), ..."""
    found = player(t, p)["breaches"][number]
    return found if isinstance(found, str) else tuple(found)


def pass_turn(t: Table, p: int) -> None:
    """A player's turn in which nothing is cast or done."""
    t.start_casting_phase(p)
    t.end_casting_phase(p)
    t.draw_phase(p)
