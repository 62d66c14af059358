"""What all tests share."""

import os

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("referee")

# The suite gives the same answer on every machine and every day: examples are derived from the test and not
# from the clock, and a slow machine is no failure. HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


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
