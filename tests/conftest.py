"""What all tests share."""

import os
from typing import NamedTuple

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("referee")

# The suite gives the same answer on every machine and every day: examples are derived from the test and not
# from the clock, and a slow machine is no failure. HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


class Answer(NamedTuple):
    """What one command line did."""

    code: int
    out: str
    err: str

    def mistake(self) -> str:
        """The one sentence about the user's mistake, after checking that it is one, and all there is."""
        assert self.code == 2
        assert self.out == ""
        assert "Traceback" not in self.err
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        return self.err


@pytest.fixture
def breachlab(capsys):
    """Run a command line as `main` does, in this process."""
    from breachlab.cli import main as command_line

    def run(*args: object) -> Answer:
        capsys.readouterr()
        code = command_line.run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run


@pytest.fixture
def interpreted(monkeypatch):
    """Nothing is compiled in this test, and the engine's signature is one of a few games."""
    from breachlab.sim import batch, jit
    from breachlab.sim.aeons_end import frames

    monkeypatch.setattr(jit, "disabled", lambda: True)
    monkeypatch.setattr(frames, "SIGNATURE_SEEDS", range(1))
    monkeypatch.setattr(frames, "SIGNATURE_POLICIES", ("random",))
    caches = (jit.compiled, batch.prepared, frames.engine_signature)
    for function in caches:
        function.cache_clear()
    yield
    for function in caches:
        function.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # All tests of the compiled engine run in one worker: it is compiled once, and two processes never fill
    # one cold cache at the same time.
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.xdist_group("compiled"))
