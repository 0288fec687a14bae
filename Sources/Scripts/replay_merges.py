#!/usr/bin/env python3
"""Replays the merge commits of repositories with git's merge and with pliant's, and compares both with what was committed.

    replay_merges.py [--pliant PROGRAM] [--limit N] [--jobs N] [--keep DIR] REPOSITORY...

Every file of a kind that pliant merges and that both sides of a merge changed is one case. git's result is that of
`git merge-tree`, whose objects go into a directory of their own: the repositories are only read. Prints a table of cases
by kind: clean or in conflict with git × with pliant, whose bytes pliant's are, regions between markers; then, for merges
that pliant solves otherwise than the human did, why; then each case in which pliant is worse than git, which --keep
writes with its inputs. Exits with 1 if there is one.

Why is found without pliant's model: the values of all five texts, as JSON, are compared as multisets of (path, value).
Each count of a merge should be what both sides' changes to the base make of it; where pliant's is not, the case is
called "not by the rule"; where the human's is not, it says what the human did.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

KINDS = ("pbxproj", "xcstrings", "strings", "stringsdict", "plist", "storyboard", "xib", "json", "xcscheme", "resolved",
         "entitlements", "xml")
MARKER = b"<<<<<<< "


def git(repository, *words, env=None, check=True):
    run = subprocess.run(["git", "-C", repository, *words], capture_output=True, env=env)
    if check and run.returncode:
        raise RuntimeError(run.stderr.decode(errors="replace"))
    return run.stdout


def tree(repository, commit, env=None):
    """The blobs of the wanted kinds in a commit or tree, by path."""
    blobs = {}
    for line in git(repository, "ls-tree", "-r", "-z", commit, env=env).split(b"\0"):
        if not line:
            continue
        meta, path = line.split(b"\t", 1)
        mode, kind, name = meta.split()
        if kind == b"blob" and mode != b"120000" and path.rsplit(b".", 1)[-1].decode(errors="replace") in KINDS:
            blobs[path] = name.decode()
    return blobs


def blob(repository, name, env=None):
    return git(repository, "cat-file", "blob", name, env=env)


def cases_of_commit(repository, line, scratch):
    """The cases of one merge: (commit, path, base, ours, theirs, git's, the human's)."""
    commit, ours, theirs, *more = line.split()
    bases = git(repository, "merge-base", "--all", ours, theirs, check=False).decode().split()
    if more or len(bases) != 1:
        return []
    trees = [tree(repository, name) for name in (bases[0], ours, theirs, commit)]
    paths = [
        path for path in trees[0]
        if all(path in other for other in trees[1:3])
        and len({one[path] for one in trees[:3]}) == 3
    ]
    if not paths:
        return []
    objects = os.path.join(scratch, commit)
    os.makedirs(objects, exist_ok=True)
    store = git(repository, "rev-parse", "--git-path", "objects").decode().strip()
    env = dict(os.environ, GIT_OBJECT_DIRECTORY=objects,
               GIT_ALTERNATE_OBJECT_DIRECTORIES=os.path.join(os.path.abspath(repository), store))
    merged = git(repository, "merge-tree", "--write-tree", "--name-only", ours, theirs, env=env, check=False)
    if not merged:
        return []
    conflicts = merged.split(b"\n\n", 1)[0].split(b"\n")[1:]
    blobs = tree(repository, merged.split(b"\n", 1)[0].decode(), env=env)
    found = []
    for path in paths:
        if path in blobs:
            texts = [blob(repository, one[path]) for one in trees[:3]] + [blob(repository, blobs[path], env=env)]
            # git leaves our side of what it takes for binary, such as UTF-16.
            if path in conflicts and not regions(texts[3]):
                texts[3] = MARKER + b"binary\n" + texts[3]
            texts.append(blob(repository, trees[3][path]) if path in trees[3] else b"")
            found.append((commit, path.decode(errors="replace"), *texts))
    return found


def regions(text):
    return sum(line.startswith(MARKER) for line in text.split(b"\n"))


def is_sound(pliant, text, suffix, scratch):
    """Whether a text parses without duplicate keys."""
    path = os.path.join(scratch, f"sound-{os.getpid()}-{id(text)}.{suffix}")
    pathlib.Path(path).write_bytes(text)
    run = subprocess.run([pliant, "info", path], capture_output=True)
    os.unlink(path)
    return run.returncode == 0 and b"duplicate key" not in run.stderr


def replay(pliant, case, scratch):
    """One case's row: kind, git is clean, pliant is clean, regions, whose bytes, what is worse."""
    commit, path, base, ours, theirs, by_git, human = case
    suffix = path.rsplit(".", 1)[-1]
    folder = tempfile.mkdtemp(dir=scratch)
    names = [os.path.join(folder, f"{name}.{suffix}") for name in ("base", "ours", "theirs")]
    for name, text in zip(names, (base, ours, theirs)):
        pathlib.Path(name).write_bytes(text)
    run = subprocess.run([pliant, "merge", "--markers", "-q", "-o", "-", *names], capture_output=True)
    row = dict(kind=suffix, commit=commit, path=path, output=run.stdout, error=run.stderr.decode(errors="replace"),
               case=case, git=regions(by_git), pliant=regions(run.stdout), clean=run.returncode == 0, worse="")
    row["bytes"] = "git's" if run.stdout == by_git else "human's" if run.stdout == human else "other"
    if run.returncode not in (0, 1) or run.returncode == 1 and not run.stdout:
        row["worse"] = "failed"
        if not is_sound(pliant, ours, suffix, scratch) or not is_sound(pliant, theirs, suffix, scratch) \
                or not is_sound(pliant, base, suffix, scratch):
            row["worse"] = ""
            row["unreadable"] = True
    elif row["git"] == 0 and is_sound(pliant, by_git, suffix, scratch):
        if not row["clean"]:
            row["worse"] = "conflict where git has none"
        elif row["bytes"] == "other":
            row["worse"] = "other bytes than git's and the human's"
    elif row["git"] and row["pliant"] > row["git"]:
        row["worse"] = f"{row['pliant']} regions, git {row['git']}"
    elif row["clean"] and not is_sound(pliant, run.stdout, suffix, scratch) \
            and all(is_sound(pliant, text, suffix, scratch) for text in (ours, theirs)):
        row["worse"] = "unsound result"
    if row["git"] and row["clean"] and row["bytes"] == "other":
        pathlib.Path(folder, "human." + suffix).write_bytes(human)
        pathlib.Path(folder, "merged." + suffix).write_bytes(run.stdout)
        same = subprocess.run([pliant, "diff", os.path.join(folder, "merged." + suffix),
                               os.path.join(folder, "human." + suffix)], capture_output=True)
        row["bytes"] = "human's values" if same.returncode == 0 else "other"
        if same.returncode:
            row["why"] = deviations(pliant, folder, suffix) if human else "the human deleted the file"
    return row


def values(pliant, path):
    """How often each value is at each path of a document; the places of array elements do not count."""
    style = ["--xml-style", "jsonml"] if path.rsplit(".", 1)[-1] in ("storyboard", "xib", "xcscheme", "xml") else []
    run = subprocess.run([pliant, "convert", "json", "-q", "--loss", "note", *style, "-o", "-", path],
                         capture_output=True)
    if run.returncode:
        return None
    found = collections.Counter()
    pending = [("", json.loads(run.stdout))]
    while pending:
        at, value = pending.pop()
        if isinstance(value, dict):
            found[at, "{}"] += 1
            pending += [(f"{at}/{key}", item) for key, item in value.items()]
        elif isinstance(value, list):
            pending += [(f"{at}/[]", item) for item in value]
        else:
            found[at, json.dumps(value)] += 1
    return found


def deviations(pliant, folder, suffix):
    """What the human did otherwise than the changes of both sides ask for, in words."""
    names = ("base", "ours", "theirs", "human", "merged")
    base, ours, theirs, human, merged = (values(pliant, os.path.join(folder, f"{name}.{suffix}")) for name in names)
    if human is None:
        return "the human's result does not parse"
    if None in (base, ours, theirs, merged):
        return "not by the rule: unreadable"
    reasons = set()
    for key in base | ours | theirs | human | merged:
        counts = base[key], ours[key], theirs[key]
        expected = {max(0, counts[1] + counts[2] - counts[0])}
        if counts[0] not in counts[1:]:
            expected |= set(counts[1:])
        if merged[key] not in expected:
            reasons.add("not by the rule")
        if human[key] > max(counts):
            reasons.add("the human wrote what no side has")
        elif human[key] > merged[key]:
            reasons.add("the human kept what a side removed")
        elif human[key] < merged[key]:
            reasons.add("the human dropped what a side added")
    return ", ".join(sorted(reasons)) or "the order differs"


def keep(directory, number, row):
    folder = pathlib.Path(directory, f"{number:04}-{row['kind']}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(("base", "ours", "theirs", "git", "human"), row["case"][2:]):
        (folder / f"{name}.{row['kind']}").write_bytes(text)
    (folder / f"pliant.{row['kind']}").write_bytes(row["output"])
    (folder / "why").write_text(f"{row['worse']}\n{row['commit']} {row['path']}\n{row['error']}")


def report(rows, arguments):
    table = collections.Counter()
    for row in rows:
        if row.get("unreadable"):
            table[row["kind"], "unreadable"] += 1
            continue
        table[row["kind"], "clean" if row["git"] == 0 else "conflict", "clean" if row["clean"] else "conflict",
              row["bytes"] if row["clean"] else ""] += 1
    print(f"{'kind':14} {'git':10} {'pliant':10} {'bytes':16} cases")
    for key, count in sorted(table.items()):
        kind, *rest = key
        print(f"{kind:14} " + " ".join(f"{one:{width}}" for one, width in zip(rest + [""] * 3, (10, 10, 16))) + f" {count}")
    conflicts = [row for row in rows if row["git"] and not row.get("unreadable")]
    print(f"\ncases {len(rows)}, commits {len({row['commit'] for row in rows})}; in conflict with git {len(conflicts)}, "
          f"of which clean with pliant {sum(row['clean'] for row in conflicts)}; regions: git "
          f"{sum(row['git'] for row in conflicts)}, pliant {sum(row['pliant'] for row in conflicts)}")
    for why, count in collections.Counter(row["why"] for row in rows if "why" in row).most_common():
        print(f"{count:4} solved otherwise than by the human: {why}")
    worse = [row for row in rows if row["worse"] or row.get("why", "").startswith("not by")]
    print(f"worse than git: {len(worse)}")
    for number, row in enumerate(worse):
        print(f"{number:4} {row['kind']:12} {row['commit'][:10]} {row['path']}: {row['worse']}")
        if arguments.keep:
            keep(arguments.keep, number, row)
    return 1 if worse else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pliant", default="pliant")
    parser.add_argument("--limit", type=int, default=1000, help="merges of each repository, the newest first")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="write the cases in which pliant is worse here")
    parser.add_argument("--cache", help="keep the cases of each repository here for the next run")
    parser.add_argument("repositories", nargs="+")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for repository in arguments.repositories:
            cases = load_cases(repository, arguments, scratch, pool)
            rows += pool.map(lambda case: replay(arguments.pliant, case, scratch), cases)
    return report(rows, arguments)


def load_cases(repository, arguments, scratch, pool):
    import pickle
    cache = arguments.cache and pathlib.Path(arguments.cache, repository.strip("/").replace("/", "+"))
    if cache and cache.exists():
        return pickle.loads(cache.read_bytes())
    pattern = [f"*.{kind}" for kind in KINDS]
    lines = git(repository, "log", "--all", "--merges", "-m", "--first-parent", f"--max-count={arguments.limit}",
                "--format=%H %P", "--", *pattern).decode().splitlines()
    found = []
    for cases in pool.map(lambda line: cases_of_commit(repository, line, scratch), lines):
        found += cases
    if cache:
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_bytes(pickle.dumps(found))
    return found


if __name__ == "__main__":
    sys.exit(main())
