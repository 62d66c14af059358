"""Players: how they are named, how often they err, and that they know no more than a player can see."""

import random

import pytest

from breachlab.sim import record
from breachlab.sim.aeons_end import engine, expert, expert_games, games, play_game, players, rules, state
from breachlab.sim.aeons_end.game_setup import check_setup
from breachlab.sim.aeons_end.pack import load_pack
from breachlab.sim.aeons_end.policies import NOVICE_MISTAKES, parse_policy, policy_label
from breachlab.sim.aeons_end.tables import Tables, load_tables
from breachlab.sim.errors import UserError

NEMESES = ["umbra_titan", "gate_witch", "magus_of_cloaks", "hollow_crown"]
STANDARD, EXPERT = players.POLICIES["standard"], players.POLICIES["expert"]


class TestNames:
    @pytest.mark.parametrize(
        ("text", "seats"),
        [
            ("random", [(0, 0), (0, 0)]),
            ("standard:0.2", [(STANDARD, 2000)] * 2),
            ("standard:0", [(STANDARD, 0)] * 2),
            ("novice", [(STANDARD, NOVICE_MISTAKES)] * 2),
            ("novice:0.5", [(STANDARD, 5000)] * 2),
            ("expert,novice", [(EXPERT, 0), (STANDARD, NOVICE_MISTAKES)]),
            ("greedy:1, standard:0.05", [(1, 10000), (STANDARD, 500)]),
        ],
    )
    def test_every_seat_has_a_policy_and_a_rate_of_mistakes(self, text, seats):
        assert parse_policy(text, 2) == seats

    def test_names_are_written_out(self):
        assert policy_label("exp, nov:0.3") == "expert,novice:0.3"

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("expret", 'unknown policy "expret": did you mean "expert"?'),
            ("standard:2", "must be a number from 0 to 1"),
            ("standard:-0.1", "must be a number from 0 to 1"),
            ("standard:nan", "must be a number from 0 to 1"),
            ("standard:", "must be a number from 0 to 1"),
            ("expert,novice,random", "names 3 players, but 2 play"),
            ("expert,", 'unknown policy ""'),
        ],
    )
    def test_mistakes(self, text, words):
        with pytest.raises(UserError, match=words.replace("?", r"\?")):
            parse_policy(text, 2)


EVERY_TIME = 10_000  # mistakes in 10,000 decisions


def played(policies, seed, nemesis, n, expert_plays=False):
    """How a game between these policies ends, played by the batch loop: every number of its result."""
    deal, result = games.Deal(), games.Result()
    deal.seed, deal.nemesis, deal.players, deal.mode, deal.solo_turn_cards = seed, nemesis, n, seed % 4, 3
    deal.mages[:] = [-1] * 4
    deal.policy[:] = [policies[p % len(policies)] for p in range(4)]
    loop = expert_games if expert_plays else games
    loop.play_games([state.Game() for _ in range(state.STATES)], load_tables().content, [deal], [result])
    return record.pack(result).tobytes()


class TestQuickAnswers:
    """The standard player does what costs nothing before its options are listed; that must change nothing."""

    @pytest.fixture
    def slow(self, monkeypatch):
        """Nobody answers before options are listed."""
        for loop in (games, expert_games):
            monkeypatch.setattr(loop, "quick_seats", lambda *_: 0)

    @pytest.mark.parametrize("nemesis", range(4))
    @pytest.mark.parametrize("n", [1, 2, 3, 4])
    def test_the_same_games(self, nemesis, n, request):
        deals = [((STANDARD,), seed, nemesis, n) for seed in range(5)]
        deals.append(((STANDARD, players.POLICIES["random"]), 7, nemesis, n))
        quick = [played(*deal) for deal in deals]
        request.getfixturevalue("slow")
        assert [played(*deal) for deal in deals] == quick

    def test_the_same_games_beside_an_expert(self, request):
        quick = played((EXPERT, STANDARD), 3, 1, 2, expert_plays=True)
        request.getfixturevalue("slow")
        assert played((EXPERT, STANDARD), 3, 1, 2, expert_plays=True) == quick

    def test_only_sure_players_are_quick(self):
        policies = [STANDARD, STANDARD, EXPERT, players.POLICIES["greedy"]]
        assert players.quick_seats(policies, [0, NOVICE_MISTAKES, 0, 0], 4) == 0b0001
        assert players.quick_seats([STANDARD] * 4, [0] * 4, 3) == 0b0111


class TestSeats:
    def choices(self, policy, seed=3):
        """The setup's choices in a game, with who made each and what the others would have chosen."""
        setup = check_setup("umbra_titan", 2, seed, policy=policy)
        g, c = setup.deal(), setup.tables.content
        choose = setup.chooser(g)
        engine.advance(g, c)
        while g.outcome == state.NO_OUTCOME:
            best = players.choose(g, c, STANDARD)
            other = players.choose(g, c, STANDARD, EVERY_TIME) != best  # is there a second choice at all?
            chosen = choose()
            yield g.decider, chosen == best, other
            rules.answer(g, g.options[chosen])
            engine.advance(g, c)

    def test_each_seat_plays_its_own_policy(self):
        agreed = {0: [], 1: []}
        for seat, same, _ in self.choices("standard,random"):
            agreed[seat].append(same)
        assert all(agreed[0])
        assert not all(agreed[1])

    def test_the_second_best_is_taken_as_often_as_the_rate_says(self):
        for rate in (0.2, 0.5):
            seats = f"standard:{rate}"
            found = [same for seed in range(20) for _, same, other in self.choices(seats, seed) if other]
            assert len(found) > 1000
            assert abs(1 - sum(found) / len(found) - rate) < 0.05

    def test_no_mistakes_are_the_standard_player(self):
        assert all(same for _, same, _ in self.choices("standard:0"))

    @pytest.mark.parametrize("policy", ["standard", "novice", "standard:0.2", "novice,greedy"])
    def test_a_told_game_has_its_policy(self, policy):
        game = play_game("gate_witch", 2, 5, policy=policy)
        assert game.setup["policy"] == policy
        assert f"--policy {policy}" in game.command
        assert game.text() == play_game("gate_witch", 2, 5, policy=policy).text()


# ---------------------------------------------------------------- hidden information


def shuffle(zone, rng, first, last):
    part = zone.cards[first:last]
    rng.shuffle(part)
    zone.cards[first:last] = part


def unseen_basics(g, c):
    """The basic nemesis cards that nobody has seen: in the deck or still in the box, players cannot tell."""
    seen = set(g.nemesis_discard.cards[: g.nemesis_discard.n])
    seen |= {g.in_play[k].card for k in range(g.n_in_play)}
    seen |= {g.stack[k].card for k in range(g.depth)}
    return [card for card in c.basics[: c.basics_n] if card not in seen]


def permute(g, tables, rng):
    """Change all that no player can know: orders of decks, basic cards left in the box, and luck to come."""
    c = tables.content
    asked = tables.texts.get(int(g.question), "")
    shown = 1 if "reveal" in asked else 0  # the top card lies open while a question is about it
    deck = g.nemesis_deck
    unseen = unseen_basics(g, c)
    rng.shuffle(unseen)
    for k in range(deck.n - shown):
        if deck.cards[k] in c.basics[: c.basics_n]:
            tier = c.cards[deck.cards[k]].tier
            deck.cards[k] = next(card for card in unseen if c.cards[card].tier == tier)
            unseen.remove(deck.cards[k])
    first = 0
    for k in range(1, deck.n - shown + 1):  # the tiers lie on each other, which everybody knows
        if k == deck.n - shown or c.cards[deck.cards[k]].tier != c.cards[deck.cards[first]].tier:
            shuffle(deck, rng, first, k)
            first = k
    shuffle(g.turn_deck, rng, 0, g.turn_deck.n - shown)
    shuffle(g.acolyte_deck, rng, 0, g.acolyte_deck.n - shown)
    for p in range(g.players_n):
        if g.players[p].shuffled:
            shuffle(g.players[p].deck, rng, 0, g.players[p].deck.n)
    for stream in range(state.STREAMS):
        if stream != state.NOISE_STREAM:  # the players' own dice
            g.counters[stream] = rng.getrandbits(64)


def positions(nemesis, n, seed, every):
    """Some decisions of a game of standard players."""
    setup = check_setup(nemesis, n, seed, policy="standard")
    g, c = setup.deal(), setup.tables.content
    choose = setup.chooser(g)
    engine.advance(g, c)
    number = 0
    while g.outcome == state.NO_OUTCOME:
        if number % every == seed % every:
            yield g
        number += 1
        rules.answer(g, g.options[choose()])
        engine.advance(g, c)


@pytest.fixture(scope="module")
def curious():
    """Tables with which an expert tries every option and finds them all different, whatever it has learnt."""
    tables = Tables(load_pack())
    rng = random.Random(1)
    for k in range(len(tables.content.expert)):
        tables.content.expert[k] = rng.randint(-300, 300)
    if hasattr(tables.content, "search"):
        tables.content.search[0] = 1 << 30  # how much worse an option may look that is tried
        tables.content.search[3] = 0  # how it looks does not count any more
    return tables


def leaks(tables, nemesis, policy, every):
    """The decisions that are others when something hidden is."""
    rng = random.Random(f"{nemesis} {policy}")
    for n in (1, 2, 3, 4):
        number, mistakes = parse_policy(policy, n)[0]
        for g in positions(nemesis, n, n, every):
            answers = []
            for changed in (False, True):
                games = [state.Game() for _ in range(state.STATES)]
                games[0].copy_from(g)
                if changed:
                    permute(games[0], tables, rng)
                chosen = expert.decide(games, tables.content, number, mistakes)
                answers.append((int(chosen), games[0].counters[state.NOISE_STREAM]))
            if answers[0] != answers[1]:
                yield f"{n} players, turn {g.turns}, decision {g.decision}: {answers}"


@pytest.mark.parametrize(
    ("policy", "every"), [("random", 20), ("greedy", 10), ("novice", 8), ("standard", 6), ("expert", 20)]
)
@pytest.mark.parametrize("nemesis", NEMESES)
def test_nothing_hidden_changes_a_decision(curious, nemesis, policy, every):
    found = list(leaks(curious, nemesis, policy, every))
    assert not found, "\n".join(found)
