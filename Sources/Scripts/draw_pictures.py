#!/usr/bin/env python3
"""Draws the pictures of README.md: a recorded terminal, from real runs, and the speed as bars, from its own table.

usage: draw_pictures.py [--check] PLIANT

Writes .github/terminal.svg and .github/speed.svg. With --check, writes nothing and exits with 1 if they would change.
Both follow the reader's light or dark colours.
"""
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH = 880
LINE = 19
STYLE = """<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }
.back { fill: #f6f8fa; stroke: #d1d9e0 } .typed { font-weight: 600 } .note { fill: #59636e }
.bad { fill: #cf222e } .good { fill: #1a7f37 } .bar { fill: #0969da } .peer { fill: #afb8c1 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .back { fill: #0d1117; stroke: #3d444d } .note { fill: #9198a1 }
.bad { fill: #f85149 } .good { fill: #3fb950 } .bar { fill: #4493f8 } .peer { fill: #656c76 }
}
</style>"""

COMMANDS = [
    "pliant lint menu.xml",
    "pliant lint -q --fix=bytes menu.xml && tail -n 3 menu.xml",
    "pliant convert json -o - settings.plist",
    "pliant replace owner.name --string 'Grace Hopper' -o new.plist settings.plist",
    "pliant diff settings.plist new.plist",
]
MENU = """<?xml version="1.0" encoding="UTF-8"?>
<menu>
  <dish>Käsespätzle mit Röstzwiebeln</dish>
  <dish>Grüne Soße, wie in Frankfurt üblich</dish>
</menu>
"""


def recorded(program):
    """The lines of a terminal: each command as typed, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "testdata/examples/settings.plist", folder)
        pathlib.Path(folder, "menu.xml").write_bytes(MENU.encode("mac_roman"))
        os.symlink(pathlib.Path(program).resolve(), pathlib.Path(folder, "pliant"))
        environment = dict(os.environ, PATH=folder + ":" + os.environ["PATH"], COLUMNS="108")
        for command in COMMANDS:
            yield "typed", "$ " + command
            run = subprocess.run(
                ["sh", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True)
            for line in run.stdout.splitlines():
                kind = "bad" if ": error: " in line or line.startswith("- ") else ""
                kind = "good" if line.startswith("+ ") else "note" if ": note: " in line else kind
                while line:
                    yield kind, line[:108]
                    line = line[108:]


def terminal(program):
    rows = list(recorded(program))
    height = LINE * len(rows) + 32
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">',
             "<title>pliant finds a false declaration, corrects it, converts, edits and compares</title>", STYLE,
             f'<rect class="back" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>']
    for number, (kind, line) in enumerate(rows):
        lines.append(f'<text class="{kind}" x="16" y="{30 + LINE * number}">{html.escape(line)}</text>')
    return "\n".join(lines + ["</svg>", ""])


def speed():
    """Bars of the times of each peer, with pliant's as the unit."""
    table = re.findall(r"^\| (.+?) \| ([\d.]+) (m?s) \| (.+?) \| ([\d.]+) (m?s) \| ([\d.]+) \|$",
                       (ROOT / "README.md").read_text("utf-8"), re.M)
    assert table, "README.md has no table of times"
    height = 46 * len(table) + 24
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">',
             "<title>Times of pliant and of the fastest other programs</title>", STYLE]
    for number, (job, own, unit, peer, others, other_unit, times) in enumerate(table):
        job, y = job.replace("`", ""), 18 + 46 * number
        longest = max(float(own), float(others))
        lines.append(f'<text x="0" y="{y}">{html.escape(job)}</text>')
        for row, (kind, name, value, suffix) in enumerate(
                [("bar", "pliant", own, unit), ("peer", peer, others, other_unit)]):
            length = max(2, round(380 * float(value) / longest))
            top = y + 5 + 12 * row
            lines.append(f'<rect class="{kind}" x="0" y="{top}" width="{length}" height="10"/>')
            lines.append(f'<text class="note" x="{length + 6}" y="{top + 10}">{value} {suffix} {html.escape(name)}</text>')
    return "\n".join(lines + ["</svg>", ""])


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        sys.exit(__doc__)
    changed = False
    for name, picture in [("terminal.svg", terminal(words[0])), ("speed.svg", speed())]:
        path = ROOT / ".github" / name
        if path.exists() and path.read_text("utf-8") == picture:
            continue
        changed = True
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is not what draw_pictures.py draws")
        else:
            path.write_text(picture, "utf-8")
    sys.exit(changed and "--check" in sys.argv)


if __name__ == "__main__":
    main()
