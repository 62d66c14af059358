"""Supplies for players: a stored model predicts the win rate of every supply, and says why.

The model is the binomial one of :mod:`.model`, over cards and team members and all pairs of them, shrunk for
prediction. One supply in fifty is never shown to it, whatever run it is fitted to: on these its predictions
can be checked against games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import polars as pl
from scipy.special import expit

from breachlab.sim.declared import Declared, declared
from breachlab.sim.errors import UserError, listed, unknown

from .frames import PLAY, Frame, context, lazy, names_of, need
from .intervals import Array
from .model import Design, data_of, design_of, fit, one_sided, pairs_within
from .tune import check_target

FORMAT = 1
HELD_OUT = 50  # one supply in so many is kept for checking
MOST_OFFERS = 4_000_000  # enumerated at a time; of more a sample is taken
CLOSE = 0.01  # a supply meets a target when its prediction is this near
POOL = 3000  # supplies near the target among which varied ones are looked for
BETWEEN = " / "


@dataclass
class SupplyModel:
    """The effects of cards, team members and their pairs on the win rate, for every opponent."""

    game: str
    experiment: str
    content: str
    engine: str
    factors: tuple[str, ...]  # of a context, in order
    kinds: dict[str, tuple[str, ...]]
    shown: dict[str, int]
    team_kind: str  # the kind that players bring along; "" when the run had one team only
    team: tuple[str, ...]  # that team, when it was one only
    opponents: dict[str, dict[str, Any]]  # contexts, items, pairs, games, tables
    checked: dict[str, Any] = field(
        default_factory=dict
    )  # how far predictions were off, see check_supply_model

    @property
    def design(self) -> Design:
        """Items and pairs in the order of the stored numbers."""
        return Design(self.kinds, self.shown, pairs_within(self.kinds, self.shown))

    @property
    def offer_kinds(self) -> list[str]:
        """The kinds of cards on offer."""
        return [kind for kind in self.kinds if kind != self.team_kind]

    def to_text(self) -> str:
        """The model as the text of its file."""
        values = {"format": FORMAT, **{k: v for k, v in vars(self).items() if k != "opponents"}}
        head = json.dumps(values, ensure_ascii=False, indent=1)[:-2]
        lines = [f"  {json.dumps(o)}: {json.dumps(v, ensure_ascii=False)}" for o, v in self.opponents.items()]
        return head + ',\n "opponents": {\n' + ",\n".join(lines) + "\n }\n}\n"

    @staticmethod
    def from_text(text: str, where: str = "model") -> SupplyModel:
        """Read a model; ``where`` names the file in messages."""
        again = f"make it anew: `breachlab supply fit RUN --out {where}`"
        try:
            values = json.loads(text)
            if values.pop("format", None) != FORMAT:
                raise UserError(f"{where} is no supply model of format {FORMAT}; {again}")
            values["kinds"] = {kind: tuple(items) for kind, items in values["kinds"].items()}
            values["factors"], values["team"] = tuple(values["factors"]), tuple(values["team"])
            return SupplyModel(**values)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UserError(f"{where} is no supply model ({error}); {again}") from None


def fit_supply_model(
    frame: Frame,
    *,
    experiment: str = "",
    content: str = "",
    engine: str = "",
    names: Declared | None = None,
) -> SupplyModel:
    """Fit the model to a run over many supplies, without those that are kept for checking.

    >>> from breachlab.analysis import example
    >>> model = fit_supply_model(example.games(20_000, seed=1))
    >>> len(model.opponents), model.shown
    (4, {'gem': 3, 'relic': 2, 'spell': 4, 'mage': 2})
    """
    names = names_of(frame, names)
    need(frame, [names.opponent, names.won, *names.slots, *names.team], "every_supply")
    columns = {**names.offer, names.team_name: names.team}
    design = design_of(frame, columns)
    if not set(design.kinds) & set(names.offer):
        raise UserError(
            f"the run shows one {names.offer_name} only, so nothing can be learnt about others; "
            f"an experiment over many: `{PLAY.format('every_supply')}`"
        )
    strata = context(frame, names)
    seen = lazy(frame).filter(~held_out(frame, names))
    opponents: dict[str, dict[str, Any]] = {}
    for opponent in lazy(frame).select(pl.col(names.opponent).unique().sort()).collect().to_series():
        data = data_of(seen.filter(pl.col(names.opponent) == opponent), design, columns, strata, names.won)
        if why := one_sided(data):
            raise UserError(
                f"against {opponent} {why}, so nothing can be learnt about supplies; "
                "leave it out, or play another mode or policy"
            )
        found = fit(data, design, shrink=True)
        if not found.informative:
            raise UserError(
                f"against {opponent} the run has too few different tables to tell all cards and pairs apart; "
                f"more of them: `{PLAY.format('every_supply')}`, finished"
            )
        opponents[str(opponent)] = {
            "games": found.games,
            "tables": found.tables,
            "contexts": {
                BETWEEN.join(map(str, where)): round(float(value), 4)
                for where, value in zip(found.strata, found.intercepts, strict=True)
            },
            "items": [round(float(value), 4) for value in found.items],
            "pairs": [round(float(value), 4) for value in found.pairs],
        }
    team_varies = names.team_name in design.kinds
    first = lazy(frame).select(names.team).head(1).collect().row(0)
    return SupplyModel(
        game=names.game,
        experiment=experiment,
        content=content,
        engine=engine,
        factors=tuple(strata),
        kinds=dict(design.kinds),
        shown=dict(design.shown),
        team_kind=names.team_name if team_varies else "",
        team=() if team_varies else tuple(str(member) for member in first if member is not None),
        opponents=opponents,
    )


# ---------------------------------------------------------------- supplies that are never shown to the model


def _mark(card: str) -> int:
    """A number for a card that depends on its id only; the marks of a supply's cards are combined."""
    return int.from_bytes(hashlib.blake2b(card.encode(), digest_size=8).digest(), "big")


def is_held_out(cards: Iterable[str]) -> bool:
    """Whether a supply is kept for checking; the order of its cards does not matter.

    >>> is_held_out(["a", "b"]) == is_held_out(["b", "a"])
    True
    """
    return reduce(lambda a, b: a ^ b, map(_mark, cards)) % HELD_OUT == 0


def held_out(frame: Frame, names: Declared) -> pl.Expr:
    """The same for every row of a frame."""
    schema = lazy(frame).select(pl.col(names.slots).cast(pl.String).unique().implode()).collect()
    cards = sorted({card for slot in names.slots for card in schema[slot][0] if card is not None})
    marks = {card: _mark(card) for card in cards}
    each = [
        pl.col(slot).cast(pl.String).replace_strict(marks, default=0, return_dtype=pl.UInt64)
        for slot in names.slots
    ]
    return reduce(lambda a, b: a.xor(b), each) % HELD_OUT == 0


# ---------------------------------------------------------------- predictions


@dataclass
class Offers:
    """All supplies that can be made of some cards, and the predicted win rate of each."""

    kinds: list[str]
    choices: list[Array]  # for each kind its combinations, as indices of items, one a row
    items: tuple[str, ...]
    predicted: Array  # flat, the last kind counting fastest

    def __len__(self) -> int:
        return len(self.predicted)

    def indices(self, numbers: Array) -> Array:
        """The items of the supplies with these numbers."""
        parts = np.unravel_index(numbers, tuple(len(choice) for choice in self.choices))
        return np.hstack([choice[part] for choice, part in zip(self.choices, parts, strict=True)])

    def cards(self, number: int) -> list[str]:
        """The cards of one supply."""
        return [self.items[k] for k in self.indices(np.array([number]))[0]]


class Predictor:
    """A model for one opponent and context."""

    def __init__(self, model: SupplyModel, opponent: str, where: Mapping[str, Any]) -> None:
        if opponent not in model.opponents:
            raise unknown("opponent of the model", opponent, model.opponents)
        own = model.opponents[opponent]
        self.model, self.opponent = model, opponent
        key = BETWEEN.join(str(where[factor]) for factor in model.factors)
        if key not in own["contexts"]:
            options = " ".join(f"--{factor} {where[factor]}" for factor in model.factors)
            raise UserError(
                f"the model knows nothing of {key} against {opponent} (it knows {listed(own['contexts'])}); "
                f"play it and fit again: `breachlab run every_supply {options}`, `breachlab supply fit RUN`"
            )
        self.intercept = float(own["contexts"][key])
        design = model.design
        self.items = design.items
        self.index = {item: k for k, item in enumerate(self.items)}
        self.effect = np.array(own["items"])
        self.pair = np.zeros((len(self.items),) * 2)
        for (a, b), value in zip(design.pairs, own["pairs"], strict=True):
            self.pair[self.index[a], self.index[b]] = self.pair[self.index[b], self.index[a]] = value

    def known(self, cards: Iterable[str]) -> None:
        """Raise a UserError for a card that the model has never seen."""
        offered = [card for kind in self.model.offer_kinds for card in self.model.kinds[kind]]
        for card in cards:
            if card not in offered:
                raise unknown("card of the model", card, offered)

    def teams(self, team: Sequence[str] | None, players: int) -> list[tuple[int, ...]]:
        """The teams to average over: the one given, or all; as indices of items."""
        model = self.model
        if not model.team_kind:
            if team and set(team) != set(model.team):
                raise UserError(
                    f"the model was fitted to games of {listed(model.team)} only; for others play a run with "
                    "random teams and fit again: `breachlab run every_supply`, `breachlab supply fit RUN`"
                )
            return [()]
        members = model.kinds[model.team_kind]
        if team is None:
            return [tuple(self.index[m] for m in some) for some in combinations(members, players)]
        for member in team:
            if member not in members:
                raise unknown(f"{model.team_kind} of the model", member, members)
        return [tuple(self.index[m] for m in team)]

    def log_odds(self, cards: Sequence[str], team: tuple[int, ...]) -> float:
        """The log-odds of one supply with one team."""
        chosen = np.array([*(self.index[c] for c in cards if c in self.index), *team], int)
        return float(self.intercept + self.effect[chosen].sum() + self.pair[np.ix_(chosen, chosen)].sum() / 2)

    def predict(self, cards: Sequence[str], teams: Sequence[tuple[int, ...]]) -> float:
        """The predicted win rate of one supply, averaged over teams."""
        return float(np.mean([expit(self.log_odds(cards, team)) for team in teams]))

    def offers(self, teams: Sequence[tuple[int, ...]], without: Iterable[str] = (), seed: int = 1) -> Offers:
        """Predict every supply that can be made without some cards."""
        without = set(without)
        self.known(without)
        kinds = self.model.offer_kinds
        choices: list[Array] = []
        for kind in kinds:
            owned = [self.index[card] for card in self.model.kinds[kind] if card not in without]
            need_n = self.model.shown[kind]
            if len(owned) < need_n:
                raise UserError(
                    f"a supply needs {need_n} {kind}s, but without {listed(sorted(without))} "
                    f"only {len(owned)} are left"
                )
            choices.append(np.array(list(combinations(owned, need_n)), int))
        rng = np.random.default_rng(seed)
        while prod(len(choice) for choice in choices) > MOST_OFFERS:
            longest = max(range(len(choices)), key=lambda k: len(choices[k]))
            keep = rng.permutation(len(choices[longest]))[: len(choices[longest]) // 2]
            choices[longest] = choices[longest][np.sort(keep)]
        total = np.zeros(prod(len(choice) for choice in choices))
        for team in teams:
            total += expit(self._all(choices, team)).ravel()
        return Offers(kinds, choices, self.items, total / len(teams))

    def _all(self, choices: Sequence[Array], team: tuple[int, ...]) -> Array:
        """The log-odds of every combination of choices: one axis a kind."""
        mates = np.array(team, int)
        effect = self.effect + self.pair[:, mates].sum(axis=1)
        base = self.intercept + self.effect[mates].sum() + self.pair[np.ix_(mates, mates)].sum() / 2
        shape = tuple(len(choice) for choice in choices)
        total = np.full(shape, base)
        members = []
        for choice in choices:
            member = np.zeros((len(choice), len(self.items)))
            member[np.arange(len(choice))[:, None], choice] = 1
            members.append(member)
        for k, member in enumerate(members):
            own = member @ effect + np.einsum("ij,jk,ik->i", member, self.pair, member, optimize=True) / 2
            total += own.reshape([-1 if axis == k else 1 for axis in range(len(shape))])
        for k, m in combinations(range(len(members)), 2):
            both = members[k] @ self.pair @ members[m].T
            total += both.reshape([shape[axis] if axis in (k, m) else 1 for axis in range(len(shape))])
        return total


def suggest_supplies(
    model: SupplyModel,
    opponent: str,
    where: Mapping[str, Any],
    *,
    target: float,
    team: Sequence[str] | None = None,
    without: Iterable[str] = (),
    count: int = 5,
    seed: int = 1,
) -> pl.DataFrame:
    """Varied supplies whose predicted win rate meets a target: ``cards``, ``predicted``, ``meets``.

    Without a ``team`` the prediction is the average over all teams. Where no supply meets the target, the
    nearest ones come, and ``meets`` says so.

    >>> from breachlab.analysis import example
    >>> model = fit_supply_model(example.games(20_000, seed=1))
    >>> context = {"difficulty": "normal", "players": 2, "policy": "standard"}
    >>> found = suggest_supplies(model, "gate_witch", context, target=0.6, team=["garu", "gex"], count=3)
    >>> found["meets"].to_list(), len(found["cards"][0])
    ([True, True, True], 9)
    """
    check_target(target)
    predictor = Predictor(model, opponent, where)
    offers = predictor.offers(predictor.teams(team, _players(model, where)), without, seed)
    distance = np.abs(offers.predicted - target)
    near = np.flatnonzero(distance <= CLOSE)
    rng = np.random.default_rng(seed)
    if len(near) > POOL:
        near = rng.choice(near, POOL, replace=False)
    elif len(near) < count:
        near = np.argsort(distance, kind="stable")[:count]
    chosen = varied(offers.indices(near), len(offers.items), count, rng)
    rows = [(offers.cards(int(near[k])), float(offers.predicted[near[k]])) for k in chosen]
    return pl.DataFrame(
        rows, schema={"cards": pl.List(pl.String), "predicted": pl.Float64}, orient="row"
    ).with_columns(((pl.col("predicted") - target).abs() <= CLOSE).alias("meets"))


def screened(
    found: pl.DataFrame, wins: Sequence[int], games: int, *, target: float, error: float, count: int
) -> pl.DataFrame:
    """Of suggestions that were played a little, those that come nearest to the target.

    ``expected`` joins the prediction and the games by their precision. The sampling of the games is known;
    how far the model is off is seen in these games, and is at least ``error``. Confirm the chosen ones on
    other seeds: these were chosen for their luck too.

    >>> found = pl.DataFrame({"cards": [["a"], ["b"]], "predicted": [0.5, 0.5], "meets": [True, True]})
    >>> screened(found, [200, 105], 200, target=0.5, error=0.03, count=1)["cards"].to_list()
    [['b']]
    """
    predicted = found["predicted"].to_numpy()
    rate = np.asarray(wins, float) / games
    sampling = predicted * (1 - predicted) / games
    off = max(error**2, float(np.mean((rate - predicted) ** 2 - sampling)))
    expected = (predicted * sampling + rate * off) / (sampling + off)
    near = found.with_columns(pl.Series("expected", expected)).sort((pl.col("expected") - target).abs())
    return near.head(count).with_columns(((pl.col("expected") - target).abs() <= 2 * CLOSE).alias("meets"))


def varied(supplies: Array, items: int, count: int, rng: np.random.Generator) -> list[int]:
    """The rows that have least in common: each next one shares the fewest cards with those before."""
    member = np.zeros((len(supplies), items), np.int16)
    member[np.arange(len(supplies))[:, None], supplies] = 1
    chosen = [int(rng.integers(len(supplies)))]
    common = member @ member[chosen[0]]
    while len(chosen) < min(count, len(supplies)):
        common[chosen] = items + 1
        chosen.append(int(np.argmin(common)))
        common = np.maximum(common, member @ member[chosen[-1]])
    return chosen


def rank_supplies(
    model: SupplyModel,
    opponent: str,
    where: Mapping[str, Any],
    *,
    team: Sequence[str] | None = None,
    without: Iterable[str] = (),
    count: int = 10,
    seed: int = 1,
) -> pl.DataFrame:
    """The kindest and the cruellest supplies by predicted win rate: ``place``, ``cards``, ``predicted``.

    Places count from the kindest; the last place is the number of supplies compared.
    """
    predictor = Predictor(model, opponent, where)
    offers = predictor.offers(predictor.teams(team, _players(model, where)), without, seed)
    order = np.argsort(-offers.predicted, kind="stable")
    places = sorted({*range(min(count, len(order))), *range(max(0, len(order) - count), len(order))})
    rows = [
        (place + 1, offers.cards(int(order[place])), float(offers.predicted[order[place]]))
        for place in places
    ]
    return pl.DataFrame(
        rows, schema={"place": pl.Int64, "cards": pl.List(pl.String), "predicted": pl.Float64}, orient="row"
    )


@dataclass(frozen=True)
class Explained:
    """Why a supply is as hard as it is."""

    average: float  # predicted win rate of an average supply with the same team
    predicted: float
    piles: pl.DataFrame  # card, kind, own, with_others: points of win rate
    pairs: pl.DataFrame  # one, other, effect


def explain_supply(
    model: SupplyModel,
    opponent: str,
    where: Mapping[str, Any],
    cards: Sequence[str],
    *,
    team: Sequence[str] | None = None,
) -> Explained:
    """What each pile adds or costs compared with an average card of its kind, and the synergies inside.

    Effects add up on the scale of log-odds; they are shown as win rate by the slope half-way between the
    average supply and this one, so that they nearly add up to the difference.
    """
    predictor = Predictor(model, opponent, where)
    predictor.known(cards)
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if list(cards).count(card) > 1)
        raise UserError(f'"{twice}" is there twice: every pile of a supply is a different card')
    teams = predictor.teams(team, _players(model, where))
    average = float(np.mean([expit(predictor.log_odds([], t)) for t in teams]))
    predicted = predictor.predict(cards, teams)
    middle = (average + predicted) / 2
    slope = middle * (1 - middle)
    mates = sorted({m for t in teams for m in t}) if team is not None else []
    chosen = [predictor.index[card] for card in cards]
    everyone = [*chosen, *mates]
    rows = []
    for k in chosen:
        others = sum(predictor.pair[k, m] / (2 if m in chosen else 1) for m in everyone if m != k)
        card = predictor.items[k]
        rows.append((card, model.design.kind_of[card], slope * predictor.effect[k], slope * others))
    pairs = [
        (predictor.items[a], predictor.items[b], slope * predictor.pair[a, b])
        for a, b in combinations(everyone, 2)
        if not (a in mates and b in mates)
    ]
    return Explained(
        average,
        predicted,
        pl.DataFrame(rows, schema=["card", "kind", "own", "with_others"], orient="row").with_columns(
            (pl.col("own") + pl.col("with_others")).alias("total")
        ),
        pl.DataFrame(pairs, schema=["one", "other", "effect"], orient="row").sort(
            pl.col("effect").abs(), descending=True
        ),
    )


# ---------------------------------------------------------------- is the model right?

# opponent, supplies, games of each, seed -> wins of each
PlaySupplies = Callable[[str, list[list[str]], int, int], Sequence[int]]


def check_supply_model(
    model: SupplyModel,
    play: PlaySupplies,
    where: Mapping[str, Any],
    *,
    supplies: int = 200,
    games: int = 1000,
    team: Sequence[str] | None = None,
    seed: int = 1,
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Play supplies that the model has never seen, and compare its predictions with the win rates found.

    Returns a row for each supply, and a summary with ``error``: the root mean square of predicted less
    simulated win rate beyond what chance explains, the part of the mean square that the games' own sampling
    makes taken off.
    """
    rng = np.random.default_rng(seed)
    rows = []
    opponents = list(model.opponents)
    for k, opponent in enumerate(opponents):
        predictor = Predictor(model, opponent, where)
        teams = predictor.teams(team, _players(model, where))
        n = supplies * (k + 1) // len(opponents) - supplies * k // len(opponents)
        chosen = _unseen(model, n, rng)
        for cards, wins in zip(chosen, play(opponent, chosen, games, seed), strict=True):
            rows.append((opponent, cards, predictor.predict(cards, teams), int(wins), games))
    found = pl.DataFrame(
        rows, schema=["opponent", "cards", "predicted", "wins", "games"], orient="row"
    ).with_columns((pl.col("wins") / pl.col("games")).alias("win_rate"))
    return found, model_error(found) | {"supplies": len(rows), "games": games}


def model_error(found: pl.DataFrame) -> dict[str, float]:
    """The error of predictions beyond sampling, with its interval by drawing the supplies again."""
    rate, n = found["win_rate"].to_numpy(), found["games"].to_numpy()
    beyond = (rate - found["predicted"].to_numpy()) ** 2 - rate * (1 - rate) / np.maximum(n - 1, 1)
    draws = np.random.default_rng(1).choice(beyond, (2000, len(beyond))).mean(axis=1)
    low, high = np.sqrt(np.maximum(np.quantile(draws, [0.025, 0.975]), 0))
    bias = float((found["predicted"].to_numpy() - rate).mean())
    error = float(np.sqrt(max(beyond.mean(), 0.0)))
    return {
        "error": round(error, 4),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
        "bias": round(bias, 4),
    }


def _unseen(model: SupplyModel, n: int, rng: np.random.Generator) -> list[list[str]]:
    """Different random supplies among those that were kept for checking; fewer when there are not so many."""
    found: dict[tuple[str, ...], None] = {}
    for _ in range(n * HELD_OUT * 20):
        cards = tuple(
            str(card)
            for kind in model.offer_kinds
            for card in sorted(rng.choice(model.kinds[kind], model.shown[kind], replace=False))
        )
        if is_held_out(cards):
            found[cards] = None
        if len(found) == n:
            break
    return [list(cards) for cards in found]


def _players(model: SupplyModel, where: Mapping[str, Any]) -> int:
    """How many of a team take part: the context may say, the model knows the most."""
    return int(where.get(declared(model.game).players) or model.shown.get(model.team_kind, 0))
