"""How fast games are played: measured in one go, so that the figures can be compared with each other.

A second on one machine is no second on another, and a busy machine is slow: ratios measured side by side say
whether something has changed, absolute times say what to expect. Every figure is a median over repeats, with
the spread between the fastest and the slowest of them.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from breachlab import __version__
from breachlab.sim import batch, jit
from breachlab.sim.aeons_end import games, players, state
from breachlab.sim.aeons_end.frames import loop_for
from breachlab.sim.aeons_end.policies import parse_policy
from breachlab.sim.aeons_end.state import STATES
from breachlab.sim.aeons_end.tables import load_tables
from breachlab.sim.record import dtype_of, pack, unpack

GAME, DEAL, RESULT = (dtype_of(record) for record in (state.Game, games.Deal, games.Result))
COLD_RUN = ("run", "quick", "--games", "100", "--quiet", "--out")
RATIO_POLICY = "standard"  # what the ratios are measured with: the players that most runs use

Report = Callable[[str], None]


@dataclass
class Rate:
    """Games and decisions a second, in one cell."""

    policy: str
    nemesis: str
    players: int
    games_per_second: float
    decisions_per_second: float
    spread: float  # (fastest - slowest) / median of the repeats


@dataclass
class Speed:
    """Everything that was measured."""

    version: str = __version__
    machine: str = ""
    cores: int = 0
    cells: list[Rate] = field(default_factory=list)
    games_per_second: dict[str, float] = field(default_factory=dict)  # one core, two players, all nemeses
    decisions_per_second: dict[str, float] = field(default_factory=dict)
    games_per_second_on_all_cores: dict[str, float] = field(default_factory=dict)
    spread: dict[str, float] = field(default_factory=dict)
    compiled_over_interpreted: float = 0.0
    two_workers_over_one: float = 0.0
    cold_seconds: float | None = None
    warm_seconds: float = 0.0
    version_seconds: float = 0.0
    memory_mb: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, rounded to what a measurement is good for."""
        return _rounded(asdict(self))


def measure(
    repeats: int = 3, seconds: float = 0.2, cold: bool = True, report: Report = lambda _: None
) -> Speed:
    """Measure everything; ``seconds`` is what one measurement takes, ``report`` is told what comes next."""
    speed = Speed(machine=_machine(), cores=batch.cores())
    report("compiling, unless it was done before")
    batch.prepared("aeons_end")
    tables = load_tables()
    for policy in players.POLICIES:
        report(f"{policy}, each nemesis and number of players")
        for n in range(1, state.PLAYERS + 1):
            for number, nemesis in enumerate(tables.nemesis_ids):
                rate = _rate(_deals(policy, n, [number]), repeats, seconds)
                speed.cells.append(Rate(policy, nemesis, n, *rate))
        report(f"{policy}, two players, one core and all")
        deals = _deals(policy, 2, range(len(tables.nemesis_ids)))
        speed.games_per_second[policy], speed.decisions_per_second[policy], spread = _rate(
            deals, repeats, 4 * seconds
        )
        speed.spread[policy] = spread
        size = _size(deals, 4 * seconds)
        speed.games_per_second_on_all_cores[policy] = statistics.median(
            speed.cores * size / _threads(deals, size, speed.cores) for _ in range(repeats)
        )
    policy = RATIO_POLICY if RATIO_POLICY in players.POLICIES else list(players.POLICIES)[-1]
    deals = _deals(policy, 2, range(len(tables.nemesis_ids)))
    report(f"{policy}, one worker and two")
    speed.two_workers_over_one = _two_over_one(deals, repeats, 5 * seconds)
    report(f"{policy}, compiled and interpreted")
    speed.compiled_over_interpreted = _over_interpreted(deals, repeats, 5 * seconds)
    report("starting up")
    speed.version_seconds = statistics.median(_command(["--version"])[0] for _ in range(2 * repeats + 1))
    with tempfile.TemporaryDirectory() as folder:
        runs = [_command([*COLD_RUN, f"{folder}/{k}"]) for k in range(repeats)]
        speed.warm_seconds = statistics.median(took for took, _ in runs)
        speed.memory_mb = max(memory for _, memory in runs)
        if cold:
            report("starting up with nothing compiled: about a minute")
            speed.cold_seconds = _command([*COLD_RUN, f"{folder}/cold"], home=f"{folder}/home")[0]
    return speed


# ---------------------------------------------------------------- games


def _deals(policy: str, n: int, nemeses: Any) -> Callable[[int], Any]:
    """A function that deals as many games as asked for: random mages and supplies, normal mode."""
    seats = parse_policy(policy, n)
    normal = load_tables().mode_ids.index("normal")

    def deal(size: int) -> Any:
        deals = np.zeros(size, DEAL)
        index = np.arange(size, dtype=np.uint32)
        deals["seed"] = batch.game_seeds(1, index * 0, index)
        deals["nemesis"] = np.resize(np.array(list(nemeses), np.uint8), size)
        deals["mode"], deals["players"], deals["solo_turn_cards"] = normal, n, 3
        deals["mages"] = -1
        for seat, (number, mistakes) in enumerate(seats):
            deals["policy"][:, seat], deals["mistakes"][:, seat] = number, mistakes
        return deals

    return deal


def _play(deals: Any) -> tuple[float, Any]:
    """Play compiled; how long it took, and the results."""
    results = np.zeros(len(deals), RESULT)
    states = np.zeros(STATES, GAME)
    module = jit.compiled("aeons_end", loop_for(deals))
    start = time.perf_counter()
    module.play_games(states, load_tables().packed, deals, results)
    return time.perf_counter() - start, results


def _size(deals: Callable[[int], Any], seconds: float) -> int:
    """How many games take about this long."""
    size = 8
    while True:
        took, _ = _play(deals(size))
        if took > seconds / 4 or size > 1_000_000:
            return max(8, round(size * seconds / took))
        size *= 4


def _rate(deals: Callable[[int], Any], repeats: int, seconds: float) -> tuple[float, float, float]:
    """Games and decisions a second, and their spread."""
    dealt = deals(_size(deals, seconds))
    times = []
    for _ in range(repeats):
        took, results = _play(dealt)
        times.append(took)
    middle = statistics.median(times)
    decisions = int(results["decisions"].astype(np.int64).sum())
    return len(dealt) / middle, decisions / middle, (max(times) - min(times)) / middle


def _threads(deals: Callable[[int], Any], size: int, n: int) -> float:
    """How long n threads take that play this many games each."""
    dealt = deals(size)
    workers = [threading.Thread(target=_play, args=(dealt,)) for _ in range(n)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - start


def _two_over_one(deals: Callable[[int], Any], repeats: int, seconds: float) -> float:
    """How many times the games of one thread two threads play; one and two take turns."""
    size = _size(deals, seconds)
    return statistics.median(
        2 * _threads(deals, size, 1) / _threads(deals, size, 2) for _ in range(max(repeats, 3))
    )


def _over_interpreted(deals: Callable[[int], Any], repeats: int, seconds: float) -> float:
    """How many times faster the compiled engine plays the same games, and that they are the same."""
    content = load_tables().content
    states = [state.Game() for _ in range(STATES)]

    def interpreted(size: int) -> float:
        rows = [unpack(deal, games.Deal) for deal in deals(size)]
        results = [games.Result() for _ in rows]
        start = time.perf_counter()
        games.play_games(states, content, rows, results)
        took = time.perf_counter() - start
        if [pack(row).tobytes() for row in results] != [row.tobytes() for row in _play(deals(size))[1]]:
            raise AssertionError("compiled and interpreted games differ")
        return took

    size = max(8, round(8 * seconds / interpreted(8)))
    slow = statistics.median(interpreted(size) for _ in range(repeats))
    many = deals(size)
    rounds = max(1, round(seconds / _play(many)[0]))
    fast = statistics.median(_play(np.tile(many, rounds))[0] / rounds for _ in range(repeats))
    return slow / fast


# ---------------------------------------------------------------- commands


def _command(words: list[str], home: str | None = None) -> tuple[float, float]:
    """Seconds and megabytes of a command in a process of its own; ``home``: a place with nothing compiled."""
    environment = dict(os.environ)
    if home:
        environment.pop("NUMBA_CACHE_DIR", None)
        environment.update(HOME=home, XDG_CACHE_HOME=f"{home}/cache", LOCALAPPDATA=home)
        Path(home).mkdir()
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "breachlab", *words], stdout=subprocess.DEVNULL, env=environment
    )
    peak = _Peak(process.pid)
    code = process.wait()
    took = time.perf_counter() - start
    if code:
        raise RuntimeError(f"breachlab {' '.join(words)} ended with {code}")
    return took, peak.megabytes


class _Peak:
    """The most memory that another process has had so far, where the system tells (Linux); else 0.

    What ``wait4`` says about a process that has ended counts the memory of the one that started it too.
    """

    def __init__(self, pid: int) -> None:
        self.megabytes = 0.0
        self._file = Path(f"/proc/{pid}/status")
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while True:
            try:
                status = self._file.read_text()
            except OSError:
                return  # it has ended
            found = re.search(r"VmHWM:\s+(\d+)", status)
            if found is None:
                return  # ... and nobody has asked how yet
            self.megabytes = int(found[1]) / 1024  # never falls while one program runs
            time.sleep(0.005)


def _machine() -> str:
    model = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        names = [
            line.partition(":")[2].strip() for line in cpus.read_text().splitlines() if "model name" in line
        ]
        model = names[0] if names else model
    return f"{model}, Python {platform.python_version()}"


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


# ---------------------------------------------------------------- history

HISTORY = """\
# How fast breachlab was, measurement by measurement

Appended by `make bench`. Games a second: two players on one core, all nemeses, random mages and supplies,
normal mode. "Ratio" is the compiled engine over the interpreted one, "threads" two workers over one. Absolute
figures can only be compared on one machine that does nothing else; the ratios, measured within one run, tell
whether something got slower.

| date | version | machine | games a second | ratio | threads | cold s | warm s | memory MB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def append_history(file: Path, speed: Speed, date: str) -> None:
    """Add a line to a history that people read; a new file gets a heading."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(HISTORY, encoding="utf-8")
    rates = ", ".join(f"{policy} {rate:,.0f}" for policy, rate in speed.games_per_second.items())
    cold = "" if speed.cold_seconds is None else f"{speed.cold_seconds:.0f}"
    cells = (
        date,
        speed.version,
        f"{speed.cores} cores, {speed.machine}",
        rates,
        f"{speed.compiled_over_interpreted:.0f}",
        f"{speed.two_workers_over_one:.2f}",
        cold,
        f"{speed.warm_seconds:.1f}",
        f"{speed.memory_mb:.0f}",
    )
    with file.open("a", encoding="utf-8") as out:
        out.write(f"| {' | '.join(cells)} |\n")
