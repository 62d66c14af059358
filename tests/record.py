"""The recorded games: which they are, and how they are played again.

`python -m tests.record` (`make record`) writes them anew after a rule has changed; what the change did to the
games is then the difference that the version control shows.
"""

import shlex
from pathlib import Path

from click.testing import CliRunner

from breachlab.cli.play import play
from breachlab.sim.errors import UserError

FOLDER = Path(__file__).parent / "games"
NINE_CARDS = (
    "dread_diamond,breach_ore,bloodstone_jewel,conclave_scroll,vortex_gauntlet,"
    "pyrotechnic_surge,convection_field,equilibrium,carbonize"
)

# All nemeses, player counts and difficulty modes; the policy, the supply and the variants vary. Four games
# are played by the standard player, who wins some; the others by players that are never tuned, so that a
# better standard player changes no more than those four.
GAMES = {
    "umbra_titan_1_beginner": "--players 1 --policy random --seed 1 --solo-turn-cards 4",
    "umbra_titan_2_normal": "--mages dezmodia,garu --policy standard --seed 7 --supply deck_destruction",
    "umbra_titan_3_expert": "--players 3 --policy random --seed 3",
    "umbra_titan_4_extinction": "--players 4 --seed 4 --four-player-variant",
    "umbra_titan_4_normal": f"--mages gex,mist,quilius,yan_magda --seed 5 --supply {NINE_CARDS}",
    "gate_witch_1_normal": "--players 1 --policy random --seed 6 --solo-life 12",
    "gate_witch_2_expert": "--mages mazahaedron,ulgimor --seed 7 --supply reuse_spells",
    "gate_witch_3_extinction": "--players 3 --seed 8",
    "gate_witch_4_beginner": "--players 4 --policy standard --seed 9 --four-player-variant",
    "gate_witch_3_normal": "--mages mist,garu,dezmodia --seed 10 --supply reuse_spells",
    "magus_of_cloaks_1_expert": "--mages quilius --seed 11",
    "magus_of_cloaks_2_extinction": "--players 2 --policy random --seed 12",
    "magus_of_cloaks_3_beginner": "--players 3 --policy standard --seed 13 --supply deck_destruction",
    "magus_of_cloaks_4_normal": f"--players 4 --seed 14 --supply {NINE_CARDS}",
    "magus_of_cloaks_1_beginner": "--mages ulgimor --seed 15 --solo-turn-cards 4 --solo-life 15",
    "hollow_crown_1_extinction": "--players 1 --policy random --seed 16",
    "hollow_crown_2_beginner": "--mages garu,yan_magda --policy standard --seed 17",
    "hollow_crown_3_normal": "--players 3 --policy random --seed 18",
    "hollow_crown_4_expert": "--players 4 --seed 19 --supply reuse_spells",
    "hollow_crown_2_normal": "--mages gex,mazahaedron --policy random --seed 2 --supply deck_destruction",
}


def command_of(name: str) -> str:
    """The command that plays a game of the list."""
    nemesis, _, difficulty = name.rsplit("_", 2)
    policy = "" if "--policy" in GAMES[name] else " --policy greedy"
    return f"breachlab play --nemesis {nemesis} --difficulty {difficulty}{policy} {GAMES[name]}"


def recorded_command(text: str) -> str:
    """The command in the heading of a transcript."""
    heading, _, _ = text.partition("\n\n")
    return heading.replace("\\\n", "")


def replay(command: str) -> str:
    """What a `breachlab play ...` prints."""
    words = shlex.split(command)
    if words[:2] != ["breachlab", "play"]:
        raise ValueError(f"no command that plays a game: {command}")
    result = CliRunner().invoke(play, words[2:], catch_exceptions=False)
    if result.exit_code:
        raise UserError(f"{command}: {result.output}")
    return result.output


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        if old.stem not in GAMES:
            old.unlink()
    changed = 0
    for name in GAMES:
        file = FOLDER / f"{name}.txt"
        text = replay(command_of(name))
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"recorded {name}")
            changed += 1
    print(f"{changed} of {len(GAMES)} games have changed")


if __name__ == "__main__":
    main()
