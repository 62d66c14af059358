"""`breachlab play`: one game, told turn by turn."""

import json

import click

from breachlab.cli.options import SEED, WholeNumber, names
from breachlab.sim.aeons_end.transcript import play_game
from breachlab.sim.errors import UserError

DEFAULT_PLAYERS = 2
SOLO_TURN_CARDS = 3


@click.command()
@click.option("--nemesis", required=True, metavar="ID", help="Whom to fight, for example umbra_titan.")
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
def play(
    nemesis: str,
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
) -> None:
    """Play one game and tell it turn by turn, down to its outcome and the reason.

    The same options give the same game. Names may be shortened as long as they are clear:

    \b
      breachlab play --nemesis umbra --players 2 --seed 7
      breachlab play --nemesis gate_witch --mages dezmodia,garu --supply deck_destruction
    """
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
    if as_json:
        click.echo(json.dumps(transcript.to_dict(), indent=2, ensure_ascii=False))
    else:
        for line in transcript.lines():
            click.echo(line)
