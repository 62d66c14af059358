"""What is true of every game, whoever plays whom: looked at from setup to end, decision by decision."""

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from referee import TURN_NAMES, Referee, cards_in

from breachlab.sim.aeons_end import engine, players, rules
from breachlab.sim.aeons_end import state as s
from breachlab.sim.aeons_end.tables import load_tables
from breachlab.sim.record import pack as packed

POLICIES = [players.POLICIES["random"], players.POLICIES["greedy"]]
NOBODY = [-1] * 4
KINDS = ("gem", "relic", "spell")
ANY_SUPPLY = [0] * s.PILES

# Played badly, War Eternal ends early and in defeat. These packs meet what comes late or never: small numbers
# so that every limit is reached, and a game so gentle that the nemesis deck runs out or the nemesis falls.
# Not gentler still: alone, with a hand of spells and no opened breach, a player can do nothing for ever, and
# an acolyte such as Bezu then does nothing either. That game has no end by the rules but the turn limit.
PACKS = {
    "small": """
extends = "war_eternal"
rules = { hand_size = 3, charge_price = 1 }
difficulty = { normal = { player_life = 4, gravehold_life = 12 } }
nemesis = { gate_witch = { life = 20, token_max = 4 }, umbra_titan = { tokens = 3 } }

[card]
spark = { cast = ["deal 3, divided freely"] }
crystal = { play = ["gain 1 aether", "you may destroy a card in hand or discard pile"] }
""",
    "gentle": """
extends = "war_eternal"

[difficulty]
beginner = { player_life = 60, gravehold_life = 240 }
normal = { player_life = 30, gravehold_life = 180 }
expert = { player_life = 30, gravehold_life = 120 }

[nemesis]
gate_witch = { token_max = 12 }
umbra_titan = { tokens = 90, expert = { tokens = 80 } }

[card]
spark = { cast = ["deal 2"] }
""",
}


@pytest.fixture(scope="session")
def packs(tmp_path_factory):
    """A function that gives a pack's tables (which hypothesis would print whole, were they an argument)."""
    tables = {"war_eternal": load_tables()}
    for name, text in PACKS.items():
        folder = tmp_path_factory.mktemp(name)
        (folder / "pack.toml").write_text(text)
        tables[name] = load_tables(folder)
    return tables.__getitem__


@st.composite
def setups(draw):
    """What is played, all but the pack: any legal combination, mages and supply named or drawn."""
    n = draw(st.integers(1, 4))
    setup = {
        "seed": draw(st.integers(0, 2**64 - 1)),
        "nemesis": draw(st.integers(0, 3)),
        "mode": draw(st.integers(0, 3)),
        "mages": draw(st.permutations(range(8)))[:n] if draw(st.booleans()) else NOBODY[:n],
        "variant": int(draw(st.booleans())) if n == 4 else 0,
        "solo_turn_cards": draw(st.sampled_from([3, 4])) if n == 1 else 3,
        "solo_life": draw(st.sampled_from([0, 12, 15])) if n == 1 else 0,
        "supply": ANY_SUPPLY,
        "policies": draw(st.lists(st.sampled_from(POLICIES), min_size=n, max_size=n)),
    }
    if draw(st.booleans()):
        gems, relics, spells = (draw(st.permutations(range(n))) for n in (7, 6, 14))
        setup["supply"] = gems[:3], relics[:2], spells[:4]
    return setup


def supply_of(tables, supply):
    """Market cards by their numbers within gems, relics and spells; nine zeros are a random supply."""
    if supply == ANY_SUPPLY:
        return ANY_SUPPLY
    kinds = [[tables.index[card.id] for card in tables.pack.market if card.kind == kind] for kind in KINDS]
    return [cards[k] for cards, chosen in zip(kinds, supply, strict=True) for k in chosen]


def deal(tables, setup):
    """A game that is set up and waits for its first decision."""
    g = s.Game()
    engine.setup(
        g,
        tables.content,
        setup["seed"],
        setup["nemesis"],
        setup["mode"],
        setup["mages"],
        supply_of(tables, setup["supply"]),
        setup["variant"],
        setup["solo_turn_cards"],
        setup["solo_life"],
    )
    return g


def decisions(tables, setup, g):
    """Play on to the end; yields before every decision is made."""
    engine.advance(g, tables.content)
    while g.outcome == s.NO_OUTCOME:
        yield g
        chosen = players.choose(g, tables.content, setup["policies"][g.decider])
        rules.answer(g, g.options[chosen])
        engine.advance(g, tables.content)


def referee_of(tables, setup, g):
    return Referee(tables, g, setup["variant"], setup["solo_turn_cards"], setup["solo_life"])


@settings(max_examples=300)
@given(pack=st.sampled_from(["war_eternal", *PACKS]), setup=setups())
def test_cards_are_conserved_and_no_number_leaves_its_bounds(packs, pack, setup):
    tables = packs(pack)
    g = deal(tables, setup)
    referee = referee_of(tables, setup, g)
    for _ in decisions(tables, setup, g):
        referee.check_position()


@settings(max_examples=300)
@given(pack=st.sampled_from(["war_eternal", *PACKS]), setup=setups())
def test_no_illegal_decision_is_offered_and_no_legal_action_is_missing(packs, pack, setup):
    tables = packs(pack)
    g = deal(tables, setup)
    referee = referee_of(tables, setup, g)
    for _ in decisions(tables, setup, g):
        referee.check_decision()


@settings(max_examples=600)
@given(pack=st.sampled_from(["war_eternal", *PACKS]), setup=setups())
def test_games_end_for_a_reason_of_the_rulebook(packs, pack, setup):
    tables = packs(pack)
    g = deal(tables, setup)
    for _ in decisions(tables, setup, g):
        pass
    event(f"{20 * (g.turns // 20)} turns and more")
    event(f"reason {g.reason}")
    wins = {s.NEMESIS_DEFEATED, s.NEMESIS_DECK_EMPTY, s.NO_ACOLYTES_LEFT}
    losses = {s.GRAVEHOLD_FALLEN, s.ALL_EXHAUSTED, s.NO_TOKENS_LEFT, s.LOST_BY_CARD}
    assert g.reason in (wins if g.outcome == s.WIN else losses)
    assert g.turns < (150 if pack == "war_eternal" else engine.LONGEST_GAME)
    if g.reason == s.GRAVEHOLD_FALLEN:
        assert g.gravehold == 0
    if g.reason == s.ALL_EXHAUSTED:
        assert all(player.exhausted for player in g.players[: g.players_n])
        assert g.players_n > 1
    if g.reason == s.NEMESIS_DEFEATED:
        assert g.nemesis_life == 0
    if g.reason == s.NEMESIS_DECK_EMPTY:
        assert g.nemesis_deck.n == g.n_in_play == 0


@settings(max_examples=150)
@given(pack=st.sampled_from(["war_eternal", *PACKS]), setup=setups())
def test_the_same_seed_is_the_same_game(packs, pack, setup):
    tables = packs(pack)

    def told():
        g = deal(tables, setup)
        story = [tuple(g.options[: g.n_options]) for _ in decisions(tables, setup, g)]
        return story, packed(g).tobytes()

    assert told() == told()


def turn_cards_drawn(tables, setup):
    """The turn order cards until an effect touches their deck, and the nemesis deck, as they are drawn."""
    g = deal(tables, setup)
    turns, nemesis_cards, deck = [], [], g.nemesis_deck.n
    touched = False
    while g.outcome == s.NO_OUTCOME:
        if g.decision:
            chosen = players.choose(g, tables.content, setup["policies"][g.decider])
            rules.answer(g, g.options[chosen])
            continue
        frame = g.stack[g.depth - 1]
        text = tables.texts.get(frame.pc, "")
        touched = touched or "turn order deck" in text or "turn order card" in text or "shuffle all" in text
        turn, left = g.turns, g.nemesis_deck.n
        top = g.nemesis_deck.cards[left - 1] if left else 0
        engine.step(g, tables.content)
        if g.turns > turn and not touched:
            turns.append(TURN_NAMES[g.turn_discard.cards[g.turn_discard.n - 1]])
        if g.nemesis_deck.n == left - 1:
            nemesis_cards.append(tables.names[top])
    return turns, nemesis_cards[:deck]


@settings(max_examples=300)
@given(pack=st.sampled_from(["war_eternal", *PACKS]), setup=setups(), other=setups())
def test_luck_does_not_depend_on_mages_supply_or_players(packs, pack, setup, other):
    """The same turn order and the same nemesis cards for everybody who plays this nemesis on this seed."""
    tables = packs(pack)
    n = len(setup["mages"])
    changed = {**setup, "mages": (list(other["mages"]) + NOBODY)[:n], "supply": other["supply"]}
    changed["policies"] = [POLICIES[1 - POLICIES.index(policy)] for policy in setup["policies"]]
    first, second = deal(tables, setup), deal(tables, changed)
    for zone in ("turn_deck", "nemesis_deck", "acolyte_deck"):
        assert cards_in(getattr(first, zone)) == cards_in(getattr(second, zone))
    for one, two in zip(turn_cards_drawn(tables, setup), turn_cards_drawn(tables, changed), strict=True):
        both = min(len(one), len(two))
        assert one[:both] == two[:both]
    event(f"{5 * (both // 5)} nemesis cards and more were compared")


@settings(max_examples=150)
@given(pack=st.sampled_from(["war_eternal", *PACKS]), setup=setups(), after=st.integers(0, 80))
def test_a_copy_is_a_game_of_its_own(packs, pack, setup, after):
    """A copy in the middle of a game plays on as the game itself would, which never changes by that."""
    tables = packs(pack)
    g = deal(tables, setup)
    for k, _ in enumerate(decisions(tables, setup, g)):
        if k == after:
            break
    before = packed(g).tobytes()
    copy = s.Game()
    copy.copy_from(g)
    assert packed(copy).tobytes() == before
    for _ in decisions(tables, setup, copy):
        pass
    assert packed(g).tobytes() == before
    for _ in decisions(tables, setup, g):
        pass
    assert packed(g).tobytes() == packed(copy).tobytes()
