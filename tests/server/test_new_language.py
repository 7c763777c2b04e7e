"""A language is one catalogue and one name in one list: one more, made up, proves it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import node
from receivers import Browser, Receiver
from server.page_words import ROOT
from server.served import Client, Refusal, Served, served

pytestmark = pytest.mark.long

LIST = "src/qwirkle/locale/__init__.py"
BEFORE = 'Language = Literal["en",'
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "page", "*.test.ts")
FORMS = {1: 0, 21: 0, 2: 1, 4: 1, 5: 2, 0: 2, 12: 2, 22: 1, 112: 2, 124: 1, 1000000: 2}
"""Numbers, and the form that Ukrainian has for each."""
ASKED = f"""
import json
from qwirkle.locale import preferred_language, translate
from qwirkle.rules.refusals.sentences import Counted
from qwirkle.tables.notices.wording import OWN
words = Counted("count", "{{n}} point", "{{n}} points")
said = {{n: translate("uk", words, count=n) for n in {list(FORMS)}}}
notice = translate("uk", OWN["played"], name="Ann")
print(json.dumps([said, notice, preferred_language("uk-UA, en;q=0.5")]))
"""
PAGE_TEST = f"""
import {{ expect, test }} from "vitest";
import {{ LANGUAGES }} from "./languages.gen";
import {{ objectionText }} from "./reasons";
import {{ n, p, preferred, speak, t }} from "./translate.svelte";

test("the page speaks it", async () => {{
  expect(LANGUAGES).toMatchObject({{ en: "English", uk: "Українська" }});
  expect(preferred(["uk-UA"])).toBe("uk");
  await speak("uk");
  expect(document.documentElement.lang).toBe("uk");
  expect(t("red circle")).toBe("0·red circle");
  for (const [count, form] of {json.dumps([*FORMS.items()])})
    expect(n("{{n}} point", "{{n}} points", Number(count))).toBe(`${{form}}·${{count}} points`);
  const params = {{ count: 3, left: 2 }};
  expect(objectionText({{ reason: "bag-too-small", params }})).toBe(
    "1·You can’t trade 3 tiles: only 2 left to draw.",
  );
  expect(p("articles that may come before the name of a tile", "the a an")).toBe("0·the a an");
}});
"""


class Project:
    """A copy of the sources with one more language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "frontend"):
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        (folder / "src" / "qwirkle" / "server" / "page").mkdir()
        place = folder / LIST
        before = place.read_text("utf-8")
        place.write_text(before.replace(BEFORE, f'{BEFORE} "uk",'), "utf-8")
        assert before.count(BEFORE) == 1
        catalogue = folder / "src" / "qwirkle" / "locale" / "uk.po"
        # The sentences ask for names of tiles in forms, which come with the second run.
        for _ in range(2):
            self.run("frontend/words.py")
            catalogue.write_text(made_up(catalogue.read_text("utf-8")), "utf-8")

    @property
    def environment(self) -> dict[str, str]:
        return {"PYTHONPATH": str(self.folder / "src")}

    def run(self, *command: str) -> str:
        """What Python prints in this project."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def made_up(catalogue: str) -> str:
    """Every sentence with the number of its form before it, in place of a translation."""
    return "\n\n".join(_filled_in(entry) for entry in catalogue.split("\n\n"))


def _filled_in(entry: str) -> str:
    if 'msgid ""\n' in entry:
        return entry
    *_, text = re.findall(r'^msgid(?:_plural)? "(.*)"$', entry, re.MULTILINE)
    return re.sub(
        r'^(msgstr(?:\[(\d)\])?) ""',
        lambda found: f'{found[1]} "{found[2] or 0}·{text}"',
        entry,
        flags=re.MULTILINE,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("project"))


def test_one_name_in_one_list_and_one_catalogue_are_all(project: Project) -> None:
    catalogue = (project.folder / "src/qwirkle/locale/uk.po").read_text("utf-8")
    assert "nplurals=3;" in catalogue
    assert 'msgstr[2] "2·{n} points"' in catalogue
    project.run("frontend/words.py", "--check")
    ours = {path.relative_to(ROOT) for path in ROOT.glob("src/qwirkle/locale/*.po")}
    theirs = {path.relative_to(project.folder) for path in project.folder.rglob("*.po")}
    assert {path.name for path in theirs - ours} == {"uk.po"}


def test_the_server_writes_and_counts_in_it(project: Project) -> None:
    said, notice, preferred = json.loads(project.run("-c", ASKED))
    assert said == {str(n): f"{form}·{n} points" for n, form in FORMS.items()}
    assert notice == "0·Ann has played. It’s your turn."
    assert preferred == "uk"


async def _subscribed(server: Served) -> None:
    ann, service = Client(server.address), Receiver()
    endpoint = {"endpoint": "https://push.example/1"}
    wanted = Browser(service, "ann").subscription(language="uk") | endpoint
    assert (await ann.post("/api/notices", wanted))["endpoint"] == wanted["endpoint"]
    with pytest.raises(Refusal):
        await ann.post("/api/notices", wanted | {"language": "xx"})
    await ann.leave()


def test_the_server_accepts_it_for_notices(project: Project, tmp_path: Path) -> None:
    flags = ("--intranet", "--notice-language", "uk")
    with served(tmp_path, *flags, **project.environment) as server:
        asyncio.run(_subscribed(server))


def test_the_page_speaks_it(project: Project) -> None:
    page = project.folder / "frontend"
    (page / "src" / "words" / "uk.test.ts").write_text(PAGE_TEST, "utf-8")
    done = node.run("vitest/vitest.mjs", "run", "src/words/uk.test.ts", folder=page)
    assert done.returncode == 0, done.stdout + done.stderr
