"""`breachlab play`: one game, told turn by turn."""

import json
from pathlib import Path
from typing import Any

import click

from breachlab.cli.options import SEED, WholeNumber, names
from breachlab.sim.aeons_end.story import Transcript
from breachlab.sim.aeons_end.transcript import play_game
from breachlab.sim.errors import UserError

DEFAULT_PLAYERS = 2
SOLO_TURN_CARDS = 3


# What narrows down a pick; everything else about the game is in the run.
NARROWING = ("nemesis", "players", "difficulty", "policy")
FIXED_BY_THE_RUN = (
    *("seed", "mages", "supply", "content", "four_player_variant", "solo_turn_cards", "solo_life"),
)


@click.command()
@click.argument("run", required=False)
@click.option(
    "--pick",
    type=click.Choice(["lost", "won", "longest", "closest"]),
    help="Play a game of RUN again: the first lost or won, the longest, or the closest one.",
)
@click.option("--nemesis", metavar="ID", help="Whom to fight, for example umbra_titan.")
@click.option(
    "--players",
    type=WholeNumber(1, 4),
    metavar="N",
    help=f"How many players, 1 to 4; otherwise as many as --mages names, or {DEFAULT_PLAYERS}.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="N", help="The game's luck.")
@click.option("--mages", metavar="ID,ID,...", help="The players' mages in order; otherwise drawn at random.")
@click.option(
    "--supply",
    metavar="NAME|ID,ID,...",
    help="A suggested supply or nine market cards; otherwise drawn at random.",
)
@click.option(
    "--difficulty",
    default="normal",
    show_default=True,
    metavar="MODE",
    help="beginner, normal, expert or extinction.",
)
@click.option(
    "--policy",
    default="greedy",
    show_default=True,
    metavar="NAME,...",
    help="Who plays, for all or by seat: random, greedy, novice, standard or expert.",
)
@click.option("--content", metavar="FOLDER", help="A content pack to play with instead of war_eternal.")
@click.option("--four-player-variant", is_flag=True, help="Four players share turn order cards in pairs.")
@click.option(
    "--solo-turn-cards",
    type=WholeNumber(3, 4),
    metavar="N",
    help=f"Turn order cards of a single player, 3 or 4; otherwise {SOLO_TURN_CARDS}.",
)
@click.option(
    "--solo-life",
    type=WholeNumber(1, 99),
    metavar="N",
    help="Life that a single player starts with, 12 or 15 for an easier game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the game as JSON.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the game as a page, with the state after each turn, instead of printing it.",
)
@click.pass_context
def play(
    ctx: click.Context,
    run: str | None,
    pick: str | None,
    nemesis: str | None,
    players: int | None,
    seed: int,
    mages: str | None,
    supply: str | None,
    difficulty: str,
    policy: str,
    content: str | None,
    four_player_variant: bool,
    solo_turn_cards: int | None,
    solo_life: int | None,
    as_json: bool,
    html: Path | None,
) -> None:
    """Play one game and tell it turn by turn, down to its outcome and the reason.

    The same options give the same game. Names may be shortened as long as they are clear:

    \b
      breachlab play --nemesis umbra --players 2 --seed 7
      breachlab play --nemesis gate_witch --mages dezmodia,garu --supply deck_destruction
      breachlab play --nemesis umbra --seed 7 --html game.html

    With --pick it is a game of RUN (the newest in runs/ if none is named), exactly as it went there;
    --nemesis, --players, --difficulty and --policy then say among which games. The closest game is the one in
    which the winning side had the smallest share of its life left.

    \b
      breachlab play --pick closest runs/first
      breachlab play --pick lost --nemesis gate_witch --html lost.html runs/first
    """
    if pick is not None:
        _show(_picked(ctx, run, pick), as_json, html)
        return
    if run is not None:
        raise UserError(f"{run} is a run, but it is not said which of its games to play: add --pick lost")
    if nemesis is None:
        raise UserError(
            "it is not said whom to fight: --nemesis umbra_titan, for example, or --pick lost RUN"
        )
    mage_ids = names("--mages", mages) if mages is not None else None
    if players is None:
        players = len(mage_ids) if mage_ids else DEFAULT_PLAYERS
    elif mage_ids and len(mage_ids) != players:
        raise UserError(f"--mages names {len(mage_ids)} mages, but --players is {players}: they must agree")
    if players != 1 and (solo_turn_cards or solo_life):
        raise UserError(f"--solo-turn-cards and --solo-life are for a single player, but {players} play")
    if players != 4 and four_player_variant:
        raise UserError(f"--four-player-variant is for four players, but --players is {players}")
    transcript = play_game(
        nemesis,
        players,
        seed,
        mages=mage_ids,
        supply=names("--supply", supply) if supply is not None and "," in supply else supply,
        difficulty=difficulty,
        policy=policy,
        content=content,
        four_player_variant=four_player_variant,
        solo_turn_cards=solo_turn_cards or SOLO_TURN_CARDS,
        solo_life=solo_life,
    )
    _show(transcript, as_json, html)


def _picked(ctx: click.Context, run: str | None, how: str) -> Transcript:
    """The game of a run that is asked for, played again."""
    from breachlab.cli import pick
    from breachlab.cli.answers import open_run

    given = {
        name: value
        for name, value in ctx.params.items()
        if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    }
    for name in FIXED_BY_THE_RUN:
        if name in given:
            raise UserError(f"--{name.replace('_', '-')} does not go with --pick: the run says it")
    frame, manifest, folder = open_run(run, "quick")
    only: dict[str, Any] = {name: given[name] for name in NARROWING if name in given}
    row = pick.find(frame, manifest, folder, how, only)
    transcript = play_game(**pick.options_of(row, manifest))
    pick.check_same(transcript, row, folder)
    return transcript


def _show(transcript: Transcript, as_json: bool, html: Path | None) -> None:
    if html is not None:
        from breachlab.reports import game_page

        game_page.write(transcript, html)
        click.echo(f"wrote {html}", err=True)
    if as_json:
        click.echo(json.dumps(transcript.to_dict(), indent=2, ensure_ascii=False))
    elif html is not None:
        return
    else:
        for line in transcript.lines():
            click.echo(line)
