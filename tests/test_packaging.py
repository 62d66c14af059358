"""What an installed copy needs besides modules."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_data_file_of_a_package_is_installed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    installed = set()
    for package, patterns in settings["package-data"].items():
        folder = ROOT / settings["package-dir"][package]
        installed |= {file for pattern in patterns for file in folder.glob(pattern)}
    for package in ("sim", "analysis", "reports", "cli", "scenarios", "breachlab"):
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and file.suffix not in (".py", ".pyc"):
                assert file in installed, f"{file.relative_to(ROOT)} is not in package-data"


def test_every_folder_with_modules_is_a_package():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {ROOT / folder for folder in settings["package-dir"].values()}
    assert set(settings["package-dir"]) == set(settings["packages"])
    for package in ("sim", "analysis", "reports", "cli", "scenarios", "breachlab"):
        for file in (ROOT / package).rglob("*.py"):
            assert file.parent in folders, f"{file.parent.relative_to(ROOT)} is not in package-dir"
