"""The command `breachlab`: finds the subcommand, and words every mistake in the same way.

A subcommand's module is imported only when it is invoked, so that `breachlab --help` and `--version` need
neither numpy nor the engine. Its line in the listing therefore stands here and not in its module.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from breachlab import __version__
from breachlab.sim.errors import UserError, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

MISTAKE = 2
INTERRUPTED = 130  # what a shell reports for a program ended by Ctrl-C
READER_GONE = 141  # ... and for one whose output nobody reads any more, as in `breachlab play | head`

FIRST_STEPS = """\
breachlab plays cooperative card games against themselves and tells how hard they are, and why.

Try first:

  breachlab play --nemesis umbra_titan --players 2 --seed 7   one game, told turn by turn
  breachlab content list                                      every card, mage and nemesis
  breachlab content show umbra_titan                          one of them, with its effects

Then, in a minute or three each (the first compiles the engine):

  breachlab run report --out runs/report                      every nemesis, in every mode
  breachlab report runs/report --out report                   ... as tables, figures and a page
  breachlab play --pick closest runs/report                   ... and the closest of its games
  breachlab skill                                             how often each kind of player wins

In a clone of the repository `make report` does the first two of these, environment included.
"""

EPILOG = """\b
Exit codes:
  0    done; of check: nothing has moved
  1    check: a win rate has moved; run: the disk is full
  2    a mistake, told in one sentence; check --strict: it cannot be told yet
  130  interrupted (Ctrl-C)
  141  nobody reads the output any more
  143  ended (SIGTERM); a run keeps every finished chunk

\b
Completion of commands and options, in bash (zsh, fish: zsh_source, fish_source):
  eval "$(_BREACHLAB_COMPLETE=bash_source breachlab)"
"""


class Lazy(NamedTuple):
    """Where a subcommand is found, and its line in the listing."""

    module: str
    attribute: str
    help: str


COMMANDS = {
    "play": Lazy("breachlab.cli.play", "play", "Play one game and tell it turn by turn."),
    "content": Lazy("breachlab.cli.content", "content", "List, show and check cards, mages and nemeses."),
    "run": Lazy("breachlab.cli.run", "run", "Play an experiment: many games, into a run folder."),
    "digest": Lazy("breachlab.cli.digest", "digest", "Print one hash over all games of a run."),
    "skill": Lazy("breachlab.cli.skill", "skill", "Play many games and print how often the players win."),
    "train": Lazy("breachlab.cli.train", "train", "Learn the players' weights from simulated games."),
    "bench": Lazy("breachlab.cli.bench", "bench", "Measure how many games a second the engine plays."),
    "report": Lazy("breachlab.cli.report", "report", "Report what a run says: tables, figures, a page."),
    "rate": Lazy("breachlab.cli.rate", "rate", "Rate how hard each nemesis is, and tell what kills."),
    "cards": Lazy("breachlab.cli.cards", "cards", "Tell what every card and mage is worth."),
    "supply": Lazy("breachlab.cli.supply", "supply", "Suggest, rank and explain supplies."),
    "tune": Lazy("breachlab.cli.tune", "tune", "Find the value of a number that gives a target win rate."),
    "compare": Lazy("breachlab.cli.compare", "compare", "Compare packs, policies or runs on the same seeds."),
    "check": Lazy("breachlab.cli.check", "check", "Check a run against a baseline: has a win rate moved?"),
    "baseline": Lazy("breachlab.cli.baseline", "baseline", "Write the win rates of a run as a baseline."),
}


class LazyGroup(click.Group):
    """A group whose subcommands are imported when they are invoked."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        lazy = COMMANDS[cmd_name]
        return getattr(importlib.import_module(lazy.module), lazy.attribute)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise unknown("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # click would end the process with 1, which some commands use for an answer
            ctx.exit(READER_GONE)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        # click would import every command for its line of help
        found = [
            CompletionItem(name, help=lazy.help)
            for name, lazy in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.help) for name, lazy in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)
@click.version_option(__version__, prog_name="breachlab", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Find out how hard a card game is, and why, by playing it many times.

    `breachlab COMMAND --help` explains a command.
    """
    if ctx.invoked_subcommand is None:
        click.echo(FIRST_STEPS)
        click.echo("All commands are listed by breachlab --help.")


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; a mistake is told in one sentence on stderr."""
    try:
        code: Any = cli.main(args=args, prog_name="breachlab", standalone_mode=False)
        # here, because a closed pipe can no longer be caught at the end of the process
        sys.stdout.flush()
    except UserError as mistake:
        return _tell(str(mistake))
    except click.UsageError as mistake:
        help = f" (see {mistake.ctx.command_path} --help)" if mistake.ctx else ""
        return _tell(mistake.format_message() + help)
    except click.ClickException as mistake:
        return _tell(mistake.format_message())
    except click.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        return READER_GONE
    return code if isinstance(code, int) else 0


def main() -> NoReturn:
    """Run the command line of this process, and end it."""
    code = run()
    if code == READER_GONE:
        # Python flushes stdout once more when it ends and would complain about the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _tell(sentence: str) -> int:
    click.echo(f"error: {sentence}", err=True)
    return MISTAKE
