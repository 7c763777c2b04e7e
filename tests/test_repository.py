"""Workflows, forms and hosting files: they parse, and what they name exists."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from qwirkle.server.settings import all_settings

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
HOSTING = sorted((ROOT / "hosting").iterdir())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.github-issue-forms": [
        path
        for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
        if path.stem != "config"
    ],
    "vendor.dependabot": [ROOT / ".github/dependabot.yml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
    "vendor.compose-spec": [ROOT / "hosting/compose.yaml"],
}


def program(name: str) -> str:
    """A program of the test environment; in continuous integration it must be there."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which(name, path=places)
    if found is None:
        reason = f"{name} is not installed; it is in the dependency group “test”"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def run(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def loaded(path: Path) -> dict[str, Any]:
    tables: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return tables


def commands(path: Path) -> list[str]:
    """The lines that the steps of a workflow run."""
    jobs = loaded(path)["jobs"].values()
    scripts = [step.get("run", "") for job in jobs for step in job.get("steps", [])]
    return [line.strip().removesuffix(" &") for script in scripts for line in script.splitlines()]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_follow_their_schemas(schema: str) -> None:
    run(program("check-jsonschema"), "--builtin-schema", schema, *SCHEMAS[schema])


def test_workflows_are_safe() -> None:
    run(program("zizmor"), "--offline", "--no-progress", "--min-severity=medium", ".github")


def test_workflows_run_the_commands_of_readme_and_installation() -> None:
    pages = [(ROOT / name).read_text("utf-8") for name in ("README.md", "docs/install.md")]
    first, second = (
        re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[0] for page in pages
    )
    named = [line.partition("#")[0].strip() for line in (first + second).splitlines()]
    assert named[:2] == ["make play", "make test"]
    assert {"uvx --from . qwirkle", "pipx run --spec . qwirkle", "pip install ."} <= set(named)
    run_there = commands(ROOT / ".github/workflows/tests.yml")
    for command in named:
        assert any(line.split()[: len(command.split())] == command.split() for line in run_there)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_workflows_call_exists(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for line in commands(path):
        for word in shlex.split(line):
            if word.startswith((".ci/", "tests/")):
                assert (ROOT / word).is_file(), line
        if line.startswith("make "):
            assert re.search(rf"^{line.split()[1]}:", makefile, re.MULTILINE), line
    for job in loaded(path)["jobs"].values():
        if called := job.get("uses"):
            assert (ROOT / called).is_file()


def test_every_promised_python_is_tested_and_gets_a_wheel() -> None:
    promised = {
        line.rpartition(" ")[2]
        for line in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", line)
    }
    matrix = loaded(ROOT / ".github/workflows/tests.yml")["jobs"]["install"]["strategy"]["matrix"]
    assert set(matrix["python"]) == promised | {"3.14t"}
    wheels = {name.removesuffix("-*") for name in PROJECT["tool"]["cibuildwheel"]["build"]}
    assert wheels == {"cp" + python.replace(".", "") for python in matrix["python"]}


def test_the_check_of_wheels_tells_right_counts_from_wrong_ones(tmp_path: Path) -> None:
    command = PROJECT["tool"]["cibuildwheel"]["test-command"]
    script = ROOT / command.partition("{project}/")[2]
    text = script.read_text("utf-8").replace('"connect": 1494, "select": 371', '"connect": 1493')
    wrong = tmp_path / script.name
    wrong.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-P", wrong], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "connect: 1494 placements instead of 1493" in done.stdout
    assert "classic" not in done.stdout


def test_the_citation_has_the_version_of_the_package() -> None:
    cited = loaded(ROOT / "CITATION.cff")
    assert cited["version"] == PROJECT["project"]["version"]
    assert cited["license"] == PROJECT["project"]["license"]


ADDRESSES = '[project.urls]\nSource = "https://qwirkle.org/source"\n'


@pytest.mark.parametrize(
    ("addresses", "released"),
    [("", False), (ADDRESSES, True), (ADDRESSES.replace(".org", ".example"), False)],
    ids=["none", "real", "examples"],
)
def test_nothing_is_released_without_addresses(
    addresses: str, released: bool, tmp_path: Path
) -> None:
    steps = loaded(ROOT / ".github/workflows/release.yml")["jobs"]["check"]["steps"]
    [command] = [step["run"] for step in steps if "addresses" in step.get("name", "")]
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(text + addresses, "utf-8")
    done = subprocess.run(["bash", "-e", "-c", command], cwd=tmp_path, check=False)
    assert (done.returncode == 0) == released


def test_the_dev_container_makes_what_the_makefile_can() -> None:
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text("utf-8"))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in container["postCreateCommand"].split()[1:]:
        assert f"\n{target}:" in makefile


@pytest.mark.parametrize(
    "path", [ROOT / "SECURITY.md", ROOT / "CODE_OF_CONDUCT.md"], ids=lambda path: path.stem
)
def test_links_of_policies_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("path", HOSTING, ids=lambda path: path.name)
def test_settings_of_hosting_files_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    settings = all_settings()
    variables = {setting.variable for setting in settings}
    assert set(re.findall(r"\bQWIRKLE_[A-Z_]+", text)) <= variables
    flags = {setting.flag for setting in settings} | {"--no-browser"}
    served = re.findall(r"qwirkle serve (.*)$|servers? with (--.*)\.$", text, re.MULTILINE)
    used = re.findall(r"--[a-z-]+", " ".join(map(" ".join, served)))
    assert set(used) <= flags
    if path.name in ("nginx.conf", "Caddyfile"):
        assert "--trust-proxy" in used


def test_every_hosting_file_is_in_the_docs() -> None:
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    assert {path.name for path in HOSTING} == set(re.findall(r"\(\.\./hosting/([^)]+)\)", page))


def test_the_container_reads_photos() -> None:
    """For which its system must be one that OpenCV is made for."""
    text = (ROOT / "hosting/Containerfile").read_text("utf-8")
    extras = re.search(r"/source\[([a-z,]+)\]", text)
    assert extras is not None
    assert {"host", "photo"} <= set(extras[1].split(","))
    opencv = (ROOT / "uv.lock").read_text("utf-8").split('name = "opencv-python-headless"')[1]
    made_for = opencv.partition("[[package]]")[0]
    assert "manylinux" in made_for
    for system in re.findall(r"^FROM \S+python:\$\{PYTHON\}-(\w+)", text, re.MULTILINE):
        assert system != "alpine" or "musllinux" in made_for


def test_the_container_installs_what_is_locked() -> None:
    """Nothing comes in a version that nobody has tried, or from somebody else."""
    text = (ROOT / "hosting/Containerfile").read_text("utf-8").replace("\\\n", " ")
    exported = re.search(r"uv export [^&]*--frozen [^&]*", text)
    assert exported is not None
    asked = re.search(r"/source\[([a-z,]+)\]", text)
    assert asked is not None
    assert re.findall(r"--extra (\w+)", exported[0]) == asked[1].split(",")
    installs = re.findall(r"pip --python [^&]* install ([^&]*)", text)
    assert all("--require-hashes" in one or "--no-deps" in one for one in installs)
    assert len(installs) == 2


def test_a_server_has_a_limit_of_memory() -> None:
    """It must leave room for a server with many tables, and for the pictures it reads."""
    unit = (ROOT / "hosting/qwirkle@.service").read_text("utf-8")
    compose = (ROOT / "hosting/compose.yaml").read_text("utf-8")
    limits = re.findall(r"^MemoryMax=(\d+)M$|^  mem_limit: (\d+)m$", unit + compose, re.MULTILINE)
    assert len(limits) == 2
    assert all(1000 <= int(first or second) <= 4000 for first, second in limits)


def test_the_container_is_not_run_by_root_and_has_a_health_check() -> None:
    text = (ROOT / "hosting/Containerfile").read_text("utf-8")
    steps = re.findall(r"^([A-Z]+) (.*)$", text.replace("\\\n", " "), re.MULTILINE)
    last = dict(steps)  # of repeated steps the last
    assert last["USER"].isdigit()
    assert last["USER"] != "0"
    assert "/healthz" in last["HEALTHCHECK"]
    assert json.loads(last["ENTRYPOINT"]) + json.loads(last["CMD"]) == ["qwirkle", "serve"]
    extras = PROJECT["project"]["optional-dependencies"]
    [asked] = re.findall(r"/source\[([\w,]+)\]", text)
    assert set(asked.split(",")) <= set(extras)


def test_only_the_proxy_of_the_compose_file_publishes_ports() -> None:
    compose = loaded(ROOT / "hosting/compose.yaml")
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    [network] = compose["networks"]["default"]["ipam"]["config"]
    servers = [service for service in services.values() if service.get("image") == "qwirkle"]
    assert len(servers) == 2
    for server in servers:
        assert server["environment"]["QWIRKLE_TRUST_PROXY"] == network["subnet"]


def test_the_lock_knows_every_dependency_and_only_the_public_index() -> None:
    """Made by ``uv lock``; developers with uv get the same versions."""
    text = (ROOT / "uv.lock").read_text("utf-8")
    hosts = set(re.findall(r"https?://([^/\"]+)", text))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}
    locked = {package["name"] for package in tomllib.loads(text)["package"]}
    named = {
        re.split(r"[\s<>=!~\[;]", wanted, maxsplit=1)[0].lower().replace("_", "-")
        for wanted in [
            *PROJECT["project"]["dependencies"],
            *itertools.chain(*PROJECT["project"]["optional-dependencies"].values()),
            *(
                wanted
                for group in PROJECT["dependency-groups"].values()
                for wanted in group
                if isinstance(wanted, str)
            ),
        ]
    }
    assert named - locked == set(), "run: uv lock"
