"""What `breachlab` offers to notebooks: it is there, its examples are true, and it is loaded when used."""

import doctest
import subprocess
import sys

import pytest

import breachlab


@pytest.mark.parametrize("name", breachlab.__all__)
def test_every_name_is_there(name):
    assert callable(getattr(breachlab, name))
    assert getattr(breachlab, name).__doc__
    assert name in dir(breachlab)


def test_no_other_name_is():
    with pytest.raises(AttributeError, match="simulat"):
        breachlab.simulat  # noqa: B018


@pytest.mark.usefixtures("interpreted")
def test_the_examples_are_true():
    found = doctest.testmod(breachlab)
    assert found.attempted > 5
    assert found.failed == 0


def test_nothing_is_loaded_before_it_is_used():
    code = "import sys, breachlab; print(*{'numpy', 'polars', 'numba', 'scipy'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).strip() == ""
