#!/usr/bin/env python3
"""Compares what SQL answers after `pliant load` with what Python answers about the same documents.

compare_databases.py PROGRAM [--documents N] [--seed N] [--parallel N]

Random documents with the same few names, in XML, JSON, JSON Lines, CSV and property lists, are loaded into one database, some
of them again after changes, and some at the same time. For each document, the counts, minima, maxima, sums and sets of values of
each field, and of each field of its records' lists joined with the record, are compared. Exit code 1 if an answer differs.
"""
import argparse, csv, io, json, pathlib, random, re, sqlite3, subprocess, sys, tempfile
from xml.sax.saxutils import escape

NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
RECORDS = ["item", "row", "data", "order", "Item", "entry"]
FIELDS = ["file", "name", "value", "text", "price", "price_text", "item", "flag", "day", "position", "rowid", "size", "order", "größe", "a.b", "n"]
WORDS = ["yes", "no", "true", "2020-01-02", "2020-01-02 03:04:05", "007", "+1", "1e5", "NaN", "", "O'Neil", "A7", "x,y", "<&>", "1,5", "null", "é"]


def number(random, kind):
    if kind == "integer": return str(random.randint(-50, 10**random.randint(1, 18)))
    if kind == "wide": return random.choice(["7", "18446744073709551616", "-9223372036854775809", "12"])
    return random.choice(["9.5", "10.25", "100", "9.50", "0.1", "1.0", "-3.25", "1.5e-7", "9007199254740993", "0.30000000000000004", "12345.678901234567"])


class Document:
    """Records with an id or none, fields of one kind each, a record of two fields, a list of records, a list of words."""

    def __init__(self, random, number):
        self.random = random
        self.form = random.choice(["xml", "json", "jsonl", "csv", "plist"])
        self.record = random.choice(RECORDS)
        # Documents share names in several folders, and roots.
        self.file = f"{number}/{random.choice(['a', 'b', 'item'])}.{self.form}"
        self.root = random.choice(["root", "list", f"r{number}"])
        self.kinds = {f: random.choice(["integer", "decimal", "word", "wide", "mixed", "null"]) for f in random.sample(FIELDS, random.randint(2, 5)) if f != self.record or self.form != "xml"}
        if self.form == "xml": self.kinds.pop("a.b", None)
        self.hasKey, self.hasList, self.hasOnce = random.random() < .6, self.form != "csv" and random.random() < .6, self.form != "csv" and random.random() < .5
        self.stored = {}
        self.fill()

    def store(self):
        """What the database has after the document is loaded: its records, and with an id those that it had before."""
        if not self.hasKey: self.stored = {}
        fields = (["id"] if self.hasKey else []) + list(self.kinds) + (["once_x", "once_w"] if self.hasOnce else [])
        own = lambda row, field: row["once"][field[5:]] if field.startswith("once_") else row.get(field)
        columns = {f: self.column([own(row, f) for row in self.rows]) for f in fields}
        for i, row in enumerate(self.rows):
            lines = [(i + 1 if self.hasKey else i, l["sku"][1], int(l["q"][1])) for l in row.get("lines", [])]
            self.stored[i] = ({f: columns[f][i] for f in fields}, lines)

    def fill(self):
        r = self.random
        self.rows = []
        for i in range(r.randint(2, 12)):
            row = {"id": ("integer", str(i + 1))} if self.hasKey else {}
            for f, kind in self.kinds.items():
                if i > 0 and r.random() < .15 or kind == "null": continue
                own = r.choice(["integer", "word"]) if kind == "mixed" else kind
                row[f] = (own, r.choice(WORDS) if own == "word" else number(r, own))
            if self.hasOnce: row["once"] = {"x": ("integer", str(r.randint(0, 9))), "w": ("word", r.choice(WORDS[:5]))}
            if self.hasList: row["lines"] = [{"sku": ("word", "s%d" % r.randint(0, 9)), "q": ("integer", str(r.randint(0, 9)))} for _ in range(2 if i == 0 else r.randint(0, 3))]
            self.rows.append(row)

    # The texts of the documents.
    def plain(self, value):
        if isinstance(value, dict): return {k: self.plain(v) for k, v in value.items()}
        if isinstance(value, list): return [self.plain(v) for v in value]
        kind, text = value
        if kind == "word": return text
        return Raw(text)

    def text(self):
        rows = [self.plain(row) for row in self.rows]
        if self.form == "json": return dump({self.record: rows} if self.wraps else rows)
        if self.form == "jsonl": return "\n".join(dump(r) for r in rows) + "\n"
        if self.form == "plist": return '<plist version="1.0">' + plist({self.record: rows}) + "</plist>"
        if self.form == "csv":
            out = io.StringIO()
            fields = (["id"] if self.hasKey else []) + list(self.kinds)
            w = csv.writer(out)
            w.writerow(fields)
            for row in self.rows: w.writerow([row[f][1] if f in row else None for f in fields])
            return out.getvalue()
        def element(name, value):
            if isinstance(value, list): return "".join(element(name, v) for v in value)
            if isinstance(value, dict): return f"<{name}>" + "".join(element(k, v) for k, v in value.items()) + f"</{name}>"
            return f"<{name}>{escape(value[1])}</{name}>"
        return f"<{self.root}>" + "".join(element(self.record, row) for row in self.rows) + f"</{self.root}>"

    wraps = property(lambda self: self.hasKey)

    # What Python answers.
    def column(self, values):
        """The values of a column as SQL has them."""
        typed = self.form in ("json", "jsonl", "plist")
        texts = [v[1] for v in values if v is not None]
        if self.form == "csv": values = [None if v is not None and v[1] == "" else v for v in values]
        isNumbers = not typed and any(t for t in texts) and all(t == "" or NUMBER.fullmatch(t) and (re.fullmatch(r"-?\d+", t) or "." in t or re.search("e[-+]", t)) for t in texts)
        def sql(value):
            if value is None: return None
            kind, text = value
            if typed and kind == "word" or not typed and not isNumbers: return text
            if text == "": return None
            if self.form == "plist" and ("." in text or "e" in text): return float(text)
            if re.fullmatch(r"-?\d+", text): return int(text) if -2**63 <= int(text) < 2**63 else text
            return float(text)
        return [sql(v) for v in values]


class Raw(float):
    """A number with its spelling."""
    def __new__(cls, text):
        self = float.__new__(cls, text)
        self.spelling = text
        return self


def dump(value):
    if isinstance(value, Raw): return value.spelling
    if isinstance(value, dict): return "{" + ",".join(json.dumps(k) + ":" + dump(v) for k, v in value.items()) + "}"
    if isinstance(value, list): return "[" + ",".join(map(dump, value)) + "]"
    return json.dumps(value)


def plist(value):
    if isinstance(value, dict): return "<dict>" + "".join(f"<key>{escape(k)}</key>{plist(v)}" for k, v in value.items()) + "</dict>"
    if isinstance(value, list): return "<array>" + "".join(map(plist, value)) + "</array>"
    if isinstance(value, str): return f"<string>{escape(value)}</string>"
    kind = "real" if re.search("[.e]", value.spelling) else "integer"
    return f"<{kind}>{value.spelling}</{kind}>"


def quoted(name): return '"' + name.replace('"', '""') + '"'


def key(value): return (value is not None, isinstance(value, str), value if value is not None else 0)


def summary(values):
    """Count, sum, minimum and maximum as SQLite has them, and all values."""
    present = [v for v in values if v is not None]
    return [len(present), min(present, key=key, default=None), max(present, key=key, default=None), sorted(values, key=key)]


class Database:
    def __init__(self, path):
        self.rows = sqlite3.connect(path)
        self.tables = {t: [c[1] for c in self.rows.execute(f"pragma table_info({quoted(t)})")] for t, in self.rows.execute("select name from sqlite_master where type = 'table'")}

    def tableOf(self, document, fields):
        """The table with rows of the document's file and columns of all fields."""
        for table, columns in self.tables.items():
            files = [c for c in columns if c == "file" or c.endswith("_file")]
            if files and files[0] not in fields and set(fields) <= set(columns) and self.rows.execute(f"select 1 from {quoted(table)} where {quoted(files[0])} = ?", [document.file]).fetchone():
                return table, quoted(files[0])
        return None, None


def compare(database, document):
    problems = []
    fields = (["id"] if document.hasKey else []) + list(document.kinds)
    if document.form != "csv": fields = [f for f in fields if any(f in row for row in document.rows)]
    once = ["once_x", "once_w"] if document.hasOnce else []
    if not fields + once: return []
    table, file = database.tableOf(document, fields + once)
    if table is None: return [f"{document.file}: no table of {document.record} with {fields + once}: {database.tables}"]
    def ask(sql): return [r for r in database.rows.execute(sql, [document.file])]
    for field in fields + once:
        values = [values[field] for values, _ in document.stored.values()]
        c = quoted(field)
        got = ask(f"select {c} from {quoted(table)} where {file} = ? order by {c}")
        found, wanted = summary([g[0] for g in got]), summary(values)
        counted = list(ask(f"select count({c}), min({c}), max({c}) from {quoted(table)} where {file} = ?")[0])
        if found != wanted or counted != wanted[:3]: problems.append(f"{document.file}: {table}.{field}: {counted} {found[3]}, expected {wanted}")
        # A spelling that SQLite does not print is next to the number.
        if field + "_text" in database.tables[table] and field + "_text" not in fields:
            for number, text in ask(f"select {c}, {quoted(field + '_text')} from {quoted(table)} where {file} = ? and {quoted(field + '_text')} is not null"):
                if number is None or float(text) != float(number): problems.append(f"{document.file}: {table}.{field}: {number} is spelled {text}")
    if document.hasList:
        lines = [t for t, c in database.tables.items() if {"sku", "q"} <= set(c) and any(x.startswith(table + "_") for x in c)]
        keys = ["id"] if document.hasKey else [c for c in database.tables[table] if c.endswith("_position")]
        wanted = sorted(line for _, lines in document.stored.values() for line in lines)
        found = []
        for t in lines:
            own = lambda c: c if c in database.tables[table] else c[len(table) + 1:]
            on = [c for c in database.tables[t] if c in database.tables[table] or c.startswith(table + "_") and own(c) in database.tables[table]]
            if not on: continue
            pairs = " and ".join(f"b.{quoted(c)} = a.{quoted(own(c))}" for c in on)
            found += ask(f"select a.{quoted(keys[0])}, b.sku, b.q from {quoted(table)} a join {quoted(t)} b on {pairs} where a.{file} = ?")
        if sorted(found) != wanted: problems.append(f"{document.file}: lines of {table} in {lines}: {sorted(found)}, expected {wanted}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parallel", type=int, default=4)
    options = parser.parse_args()
    r = random.Random(options.seed)
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for round in range(max(options.documents // 8, 1)):
            database = folder / f"{round}.db"
            documents = [Document(r, n) for n in range(8)]
            for document in documents: (folder / document.file).parent.mkdir(exist_ok=True)
            for step in range(3):
                # Each document once, in any order, some at the same time; then some again after changes.
                loaded = documents if step == 0 else r.sample(documents, 3)
                if step > 0:
                    for document in loaded: document.fill()
                for document in loaded: document.store()
                for document in loaded: (folder / document.file).write_text(document.text(), encoding="utf-8", newline="")
                for start in range(0, len(loaded), options.parallel):
                    running = [(d, subprocess.Popen([options.program, "load", "-q", "--mapping", "none", d.file, database.name], cwd=folder, stderr=subprocess.PIPE)) for d in loaded[start:start + options.parallel]]
                    for document, process in running:
                        said = process.communicate()[1].decode()
                        if process.returncode != 0: problems.append(f"{document.file}: exit status {process.returncode}: {said}\n{document.text()[:500]}")
            answers = Database(database)
            for document in documents:
                count += 1
                found = compare(answers, document)
                problems += [f"seed {options.seed}, round {round}: {p}" for p in found]
    for problem in problems[:20]: print(problem)
    print(f"{count} documents, {len(problems)} differences")
    sys.exit(1 if problems else 0)


if __name__ == "__main__": main()
