"""`breachlab supply`: supplies for tonight, ranked and explained."""

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import click
import polars as pl

from breachlab.analysis import explain_supply, fit_supply_model, rank_supplies, suggest_supplies
from breachlab.analysis.intervals import wilson
from breachlab.analysis.supplies import SupplyModel, check_supply_model, screened
from breachlab.cli import progress
from breachlab.cli.answers import (
    between,
    json_option,
    note_unfinished,
    open_run,
    percent,
    points,
    print_json,
    title,
)
from breachlab.cli.console import print_table
from breachlab.cli.options import SEED, WholeNumber, names
from breachlab.sim import simulate
from breachlab.sim.aeons_end.pack import load_pack
from breachlab.sim.errors import UserError, resolve
from breachlab.sim.runs import write_bytes

CONTENT = "war_eternal"
WITHIN = 0.05  # of the target: what a confirmation promises
SCREENED = 6  # times as many suggestions are played first, on other seeds, and the nearest are confirmed
USUAL_ERROR = 0.03  # of a model that has not been checked

model_option = click.option(
    "--model", "file", metavar="FILE", help="A fitted model instead of the shipped one."
)
nemesis_option = click.option("--nemesis", required=True, metavar="ID", help="Whom to fight.")
mages_option = click.option("--mages", metavar="ID,...", help="The players' mages; otherwise any.")
difficulty_option = click.option(
    "--difficulty", default="normal", show_default=True, metavar="MODE", help="The mode."
)
players_option = click.option(
    "--players", type=WholeNumber(1, 4), metavar="N", help="How many; otherwise as --mages."
)
policy_option = click.option(
    "--policy", metavar="NAME", help="Who plays; otherwise whom the model was fitted to."
)
without_option = click.option("--without", default="", metavar="ID,...", help="Cards that are not at hand.")
seed_option = click.option("--seed", type=SEED, default=1, show_default=True, metavar="N", help="The luck.")


def asked_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what is played tonight, and without which cards."""
    options = (nemesis_option, mages_option, difficulty_option, players_option, policy_option, without_option)
    for option in reversed(options):
        command = option(command)
    return command


@click.group(invoke_without_command=True)
@click.pass_context
def supply(ctx: click.Context) -> None:
    """Suggest, rank and explain supplies, from a model of the games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@supply.command()
@asked_options
@click.option(
    "--target", type=float, default=50, show_default=True, metavar="PERCENT", help="The win rate wanted."
)
@click.option(
    "--count", type=WholeNumber(1, 100), default=5, show_default=True, metavar="N", help="How many."
)
@click.option(
    "--games",
    type=WholeNumber(0, 10**6),
    default=1000,
    show_default=True,
    metavar="N",
    help="Games to confirm each with; 0: play none, only predict.",
)
@seed_option
@model_option
@json_option
def suggest(
    nemesis: str,
    mages: str | None,
    difficulty: str,
    players: int | None,
    policy: str | None,
    without: str,
    target: float,
    count: int,
    games: int,
    seed: int,
    file: str | None,
    as_json: bool,
) -> None:
    """Suggest varied supplies that are predicted to meet a target win rate, and play each to confirm it.

    Several times as many as are shown are played first; "expected" joins the model with these games, and
    "won" are new games on other seeds.

    \b
      breachlab supply suggest --nemesis umbra_titan --mages garu,gex --target 50
      breachlab supply suggest --nemesis gate_witch --target 70 --without nova_forge,kindle
    """
    asked = _Asked(file, nemesis, mages, difficulty, players, policy)
    found = suggest_supplies(
        asked.model,
        asked.nemesis,
        asked.where,
        target=target / 100,
        team=asked.team,
        without=asked.cards("--without", without) if without else [],
        count=SCREENED * count if games else count,
        seed=seed,
    )
    if games:
        progress.prepare("aeons_end", quiet=as_json)
        wins = asked.play(asked.nemesis, found["cards"].to_list(), games, (seed + 1) % 2**64)
        error = asked.model.checked.get("error", USUAL_ERROR)
        found = screened(found, wins, games, target=target / 100, error=error, count=count)
        wins = asked.play(asked.nemesis, found["cards"].to_list(), games, seed)
        rate, low, high = wilson(wins, [games] * len(wins))
        found = found.with_columns(
            pl.Series("confirmed", rate), pl.Series("low", low), pl.Series("high", high)
        ).with_columns(((pl.col("confirmed") - target / 100).abs() <= WITHIN).alias("within"))
    if as_json:
        print_json({"supplies": found, "model": {"checked": asked.model.checked}})
        return
    columns = ["supply", "model"] + (["expected", "won", "95 % interval", ""] if games else [])
    rows = []
    for row in found.iter_rows(named=True):
        line = [", ".join(row["cards"]), percent(row["predicted"])]
        if games:
            line += [
                percent(row["expected"]),
                percent(row["confirmed"]),
                between(row["low"], row["high"]),
                "" if row["within"] else "off",
            ]
        rows.append(line)
    print_table(columns, rows)
    missed = int((~found["meets"]).sum())
    if missed:
        click.echo(f"\n{missed} of these are not expected to meet {target:g} %, but nothing nearer was found")
    _tell_error(asked.model)


@supply.command()
@asked_options
@click.option(
    "--count", type=WholeNumber(1, 1000), default=10, show_default=True, metavar="N", help="At each end."
)
@model_option
@json_option
def rank(
    nemesis: str,
    mages: str | None,
    difficulty: str,
    players: int | None,
    policy: str | None,
    without: str,
    count: int,
    file: str | None,
    as_json: bool,
) -> None:
    """Rank all supplies by their predicted win rate: the kindest and the cruellest."""
    asked = _Asked(file, nemesis, mages, difficulty, players, policy)
    missing = asked.cards("--without", without) if without else []
    found = rank_supplies(
        asked.model, asked.nemesis, asked.where, team=asked.team, without=missing, count=count
    )
    if as_json:
        print_json({"supplies": found, "model": {"checked": asked.model.checked}})
        return
    rows = [[f"{place:,}", percent(predicted), ", ".join(cards)] for place, cards, predicted in found.rows()]
    print_table(["place", "predicted", "supply"], rows)
    _tell_error(asked.model)


@supply.command()
@click.argument("cards", metavar="SUPPLY")
@nemesis_option
@mages_option
@difficulty_option
@players_option
@policy_option
@model_option
@json_option
def explain(
    cards: str,
    nemesis: str,
    mages: str | None,
    difficulty: str,
    players: int | None,
    policy: str | None,
    file: str | None,
    as_json: bool,
) -> None:
    """Explain SUPPLY, a name or nine cards: what each pile adds or costs, and what goes together.

    \b
      breachlab supply explain deck_destruction --nemesis umbra_titan --mages garu,gex
    """
    asked = _Asked(file, nemesis, mages, difficulty, players, policy)
    pack = load_pack(CONTENT)
    if "," in cards:
        chosen = asked.cards("SUPPLY", cards)
        pack.check_supply(chosen)
    else:
        named = {one.id: one for one in pack.supplies}
        chosen = list(named[resolve("supply", cards, {one.id: one.name for one in pack.supplies})].cards)
    found = explain_supply(asked.model, asked.nemesis, asked.where, chosen, team=asked.team)
    if as_json:
        print_json({**vars(found), "model": {"checked": asked.model.checked}})
        return
    click.echo(f"average supply {percent(found.average)}, this one {percent(found.predicted)} (predicted)\n")
    print_table(
        ["card", "kind", "own", "with the others", "points in all"],
        [
            [row["card"], row["kind"], points(row["own"]), points(row["with_others"]), points(row["total"])]
            for row in found.piles.sort("total", descending=True).iter_rows(named=True)
        ],
    )
    title("Strongest pairs inside, in points")
    strongest = found.pairs.head(8).iter_rows()
    print_table(
        ["one", "other", "effect"], [[one, other, points(effect)] for one, other, effect in strongest]
    )
    _tell_error(asked.model)


@supply.command()
@click.argument("run")
@click.option("--out", required=True, metavar="FILE", help="Where the model goes.")
def fit(run: str, out: str) -> None:
    """Fit a model to RUN, an experiment over many supplies; one supply in fifty is kept for `supply check`.

    \b
      breachlab run every_supply --out runs/every_supply
      breachlab supply fit runs/every_supply --out model.json
      breachlab supply check --model model.json
    """
    frame, manifest, folder = open_run(run, "every_supply")
    note_unfinished(manifest, folder)
    model = fit_supply_model(
        frame,
        experiment=manifest["experiment"]["name"],
        content=manifest["content_hash"][:16],
        engine=manifest["engine_signature"],
    )
    _write(model, out)
    games = sum(own["games"] for own in model.opponents.values())
    click.echo(
        f"{out}: {len(model.opponents)} opponents, {games:,} games; "
        f"check it: breachlab supply check --model {out}"
    )


@supply.command()
@mages_option
@difficulty_option
@players_option
@policy_option
@click.option(
    "--supplies", type=WholeNumber(10, 10**5), default=200, show_default=True, metavar="N", help="How many."
)
@click.option(
    "--games", type=WholeNumber(10, 10**6), default=1000, show_default=True, metavar="N", help="Of each."
)
@seed_option
@model_option
@json_option
def check(
    mages: str | None,
    difficulty: str,
    players: int | None,
    policy: str | None,
    supplies: int,
    games: int,
    seed: int,
    file: str | None,
    as_json: bool,
) -> None:
    """Play supplies that the model has never seen, and note in its file how far its predictions are off."""
    asked = _Asked(file, None, mages, difficulty, players, policy)
    progress.prepare("aeons_end", quiet=as_json)
    found, summary = check_supply_model(
        asked.model, asked.play, asked.where, supplies=supplies, games=games, team=asked.team, seed=seed
    )
    asked.model.checked = {**summary, **asked.where}
    _write(asked.model, str(asked.file))
    if as_json:
        print_json({"summary": summary, "supplies": found})
        return
    _tell_error(asked.model)


class _Asked:
    """What several of these commands are asked about, all names resolved."""

    def __init__(
        self,
        file: str | None,
        nemesis: str | None,
        mages: str | None,
        difficulty: str,
        players: int | None,
        policy: str | None,
    ) -> None:
        self.file = Path(file) if file else _shipped()
        self.model = _read(self.file)
        self.pack = load_pack(CONTENT)
        nemeses = {one.id: one.name for one in self.pack.nemeses}
        self.nemesis = resolve("nemesis", nemesis, nemeses) if nemesis else ""
        self.team: list[str] | None = None
        if mages:
            known = {mage.id: mage.name for mage in self.pack.mages}
            self.team = [resolve("mage", word, known) for word in names("--mages", mages)]
            if len(set(self.team)) < len(self.team):
                raise UserError(f"--mages {mages}: every player has a different mage")
            if players and players != len(self.team):
                raise UserError(
                    f"--mages names {len(self.team)} mages, but --players is {players}: they must agree"
                )
        mode = resolve("difficulty", difficulty, {one.id: one.name for one in self.pack.difficulties})
        known_as: dict[str, Any] = {
            "difficulty": mode,
            "players": len(self.team) if self.team else players or self._only("players", "2"),
            "policy": policy or self._only("policy", ""),
        }
        self.where = {factor: known_as.get(factor) or self._only(factor, "") for factor in self.model.factors}

    def cards(self, option: str, value: str) -> list[str]:
        return [self.pack.market_card(word, option) for word in names(option, value)]

    def _only(self, factor: str, usual: str) -> str:
        """The model's value of a factor, when it knows one only."""
        if factor not in self.model.factors:
            return usual
        place = self.model.factors.index(factor)
        values = {key.split(" / ")[place] for own in self.model.opponents.values() for key in own["contexts"]}
        return values.pop() if len(values) == 1 else usual

    def play(self, nemesis: str, supplies: list[list[str]], games: int, seed: int) -> list[int]:
        """Wins of each supply in that many games."""
        factors: dict[str, Any] = {
            "nemesis": nemesis,
            "difficulty": self.where["difficulty"],
            "supply": supplies,
        }
        factors |= {"players": int(self.where["players"]), "policy": self.where["policy"]}
        team = self.team or list(self.model.team)
        if team:
            factors["mages"] = [team]
        frame = simulate(games=games, seed=seed, **factors)
        return frame.group_by("cell").agg(pl.col("won").sum()).sort("cell")["won"].to_list()


def _shipped() -> Path:
    return Path(str(resources.files("breachlab.scenarios"))) / "models" / f"{CONTENT}.json"


def _read(path: Path) -> SupplyModel:
    try:
        return SupplyModel.from_text(path.read_text(encoding="utf-8"), str(path))
    except OSError:
        raise UserError(
            f"there is no supply model at {path}; make one with "
            "`breachlab run every_supply --out runs/every_supply` and "
            "`breachlab supply fit runs/every_supply --out FILE`, and name it with --model FILE"
        ) from None


def _write(model: SupplyModel, file: str) -> None:
    try:
        write_bytes(Path(file), model.to_text().encode())
    except OSError as error:
        raise UserError(f"{file}: cannot be written ({error.strerror})") from None


def _tell_error(model: SupplyModel) -> None:
    checked = model.checked
    if not checked:
        click.echo("\nthe model's predictions have not been checked yet: breachlab supply check")
        return
    click.echo(
        "\npredictions for supplies that the model had not seen are off by "
        f"{100 * checked['error']:.1f} points (root mean square beyond sampling, "
        f"{between(checked['low'], checked['high'])}; "
        f"{checked['supplies']} supplies, {checked['games']:,} games each)"
    )
