#!/usr/bin/env python3
"""Measures edits by XPath against lxml: the same edit is made in lxml's tree, and the canonical forms are compared.

    measure_xml_edits.py PROGRAM FOLDER... [--count N] [--seed N] [--largest BYTES]

Files that lxml reads are taken from the folders at random. In each a random node (or all elements of a name) is replaced
by text or markup, removed, or gets markup or an attribute beside or inside of it. Text of white space only does not count,
since layout may change it.
"""
import argparse
import collections
import pathlib
import random
import re
import subprocess

from lxml import etree

PARSER = etree.XMLParser(resolve_entities=True, no_network=True, load_dtd=False, remove_blank_text=False)
TEXTS = ["new", "", "a < b & c > d", "it's \"quoted\"", "]]>", "zwei\nZeilen", "größer", "x" * 200]
FRAGMENTS = ["<new/>", "<new a='1'>text</new>", "<new><inner>x</inner><!-- c --></new>", "<one/><two/>",
             "text <b>bold</b> &amp; more", "<![CDATA[<raw>]]>", "<new>\n  <inner/>\n</new>", "<?go now?><new/>"]


def files(folders, largest):
    found = []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.is_file() and 0 < path.stat().st_size <= largest:
                found.append(path)
    return found


def read(data):
    tree = etree.ElementTree(etree.fromstring(data, PARSER))
    if any(node.tag is etree.Entity for node in tree.iter()):
        raise ValueError("an entity that is not read")
    return tree


def is_element(node):
    return isinstance(node.tag, str)


def path_of(element):
    steps = []
    while element is not None:
        place = 1 + sum(1 for other in element.itersiblings(preceding=True) if is_element(other))
        steps.append(f"/*[{place}]")
        element = element.getparent()
    return "".join(reversed(steps))


def texts(element):
    """The element's runs of text: where each is kept."""
    runs = [(element, "text")] if element.text else []
    return runs + [(child, "tail") for child in element if child.tail]


def put(parent, index, wrapper, tail):
    """Puts what a wrapper holds between the nodes of a parent, and a text behind it."""
    children, text = list(wrapper), wrapper.text or ""
    if children:
        children[-1].tail = (children[-1].tail or "") + (tail or "")
    else:
        text += tail or ""
    if text and index:
        parent[index - 1].tail = (parent[index - 1].tail or "") + text
    elif text:
        parent.text = (parent.text or "") + text
    for offset, child in enumerate(children):
        parent.insert(index + offset, child)


def take_out(node):
    replace_with(node, etree.Element("nothing"))


def pieces(markup, scope):
    declared = "".join(
        f" xmlns{':' + prefix if prefix else ''}=\"{uri.replace('&', '&amp;').replace('<', '&lt;')}\""
        for prefix, uri in scope.nsmap.items() if prefix != "xml")
    wrapper = etree.fromstring(f"<w{declared}>{markup}</w>", PARSER)
    return wrapper


def content(tree):
    """A canonical form without white space that stands alone."""
    root = tree.getroot()
    for node in root.iter():
        if node.text and is_element(node) and not node.text.strip(" \t\r\n"):
            node.text = None
        if node.tail and not node.tail.strip(" \t\r\n"):
            node.tail = None
    result = []

    def walk(top):
        stack = [(top, False)]
        while stack:
            node, closing = stack.pop()
            if closing:
                result.append(("end",))
            elif is_element(node):
                result.append(("start", node.tag, tuple(sorted(node.attrib.items())), node.text or ""))
                stack.append((node, True))
                for child in reversed(node):
                    stack.append((child, False))
                continue
            elif node.tag is etree.Comment:
                result.append(("comment", node.text))
            else:
                result.append(("pi", node.target, node.text or ""))
            if node.tail and node is not top:
                result.append(("text", node.tail))

    for node in reversed(list(root.itersiblings(preceding=True))):
        walk(node)
    walk(root)
    for node in root.itersiblings():
        walk(node)
    return result


class Edit:
    def __init__(self, words, apply):
        self.words, self.apply = words, apply


def replace_with(node, wrapper):
    parent = node.getparent()
    tail, node.tail = node.tail, None
    index = parent.index(node)
    parent.remove(node)
    put(parent, index, wrapper, tail)


def insert_beside(node, wrapper, after):
    parent = node.getparent()
    tail = None
    if after:
        tail, node.tail = node.tail, None
    put(parent, parent.index(node) + (1 if after else 0), wrapper, tail)


def append_to(element, wrapper):
    put(element, len(element), wrapper, None)


def set_text(element, text):
    for child in list(element):
        element.remove(child)
    element.text = text or None


def random_edit(tree, rng):
    root = tree.getroot()
    elements = [node for node in root.iter() if is_element(node)]
    element = rng.choice(elements)
    path = path_of(element)
    text = rng.choice(TEXTS)
    markup = rng.choice(FRAGMENTS)
    prefixes = [prefix for prefix in element.nsmap if prefix and prefix != "xml"]
    if prefixes and rng.random() < 0.3:
        markup = f"<{rng.choice(prefixes)}:new/>"
    kind = rng.choice(["text", "attribute", "run", "comment", "markup", "remove", "remove-attribute", "remove-run",
                       "before", "after", "append", "new-attribute", "all-remove", "all-text", "all-attribute"])
    if kind == "text":
        return kind, Edit(["replace", "--xpath", path, "--string", text], lambda: set_text(element, text))
    if kind in ("attribute", "remove-attribute") and element.attrib:
        name = rng.choice(list(element.attrib))
        qualified = etree.QName(name)
        test = f"local-name()='{qualified.localname}' and namespace-uri()='{qualified.namespace or ''}'"
        if kind == "attribute":
            return kind, Edit(["replace", "--xpath", f"{path}/@*[{test}]", "--string", text],
                              lambda: element.set(name, text))
        return kind, Edit(["remove", "--xpath", f"{path}/@*[{test}]"], lambda: element.attrib.pop(name))
    if kind in ("run", "remove-run"):
        runs = texts(element)
        if runs:
            index = rng.randrange(len(runs))
            owner, place = runs[index]
            if kind == "run":
                return kind, Edit(["replace", "--xpath", f"{path}/text()[{index + 1}]", "--string", text],
                                  lambda: setattr(owner, place, text))
            return kind, Edit(["remove", "--xpath", f"{path}/text()[{index + 1}]"],
                              lambda: setattr(owner, place, None))
    if kind == "comment":
        comments = [node for node in root.iter() if node.tag is etree.Comment]
        if comments:
            index = rng.randrange(len(comments))
            outside = sum(1 for node in root.itersiblings(preceding=True) if node.tag is etree.Comment)
            if rng.random() < 0.5:
                return kind, Edit(["replace", "--xpath", f"/descendant::comment()[{outside + index + 1}]",
                                   "--string", " other "], lambda: setattr(comments[index], "text", " other "))
            return kind, Edit(["remove", "--xpath", f"/descendant::comment()[{outside + index + 1}]"],
                              lambda: take_out(comments[index]))
    parent = element.getparent()
    if kind == "append":
        return kind, Edit(["insert", "--xpath", path, "--append", "--markup", markup],
                          lambda: append_to(element, pieces(markup, element)))
    if kind == "new-attribute":
        name = rng.choice(["data-new", "neu", "xml:lang"])
        key = "{http://www.w3.org/XML/1998/namespace}lang" if name == "xml:lang" else name
        if key not in element.attrib:
            return kind, Edit(["insert", "--xpath", f"{path}/@{name}", "--string", text],
                              lambda: element.set(key, text))
    if kind.startswith("all-") and parent is not None and not element.tag.startswith("{"):
        chosen = [node for node in root.iter(element.tag) if node is not root]
        chosen = [node for node in chosen if not any(up in chosen for up in node.iterancestors())]
        where = f"//*[local-name()='{element.tag}' and namespace-uri()='' and parent::*]"
        if kind == "all-remove":
            return kind, Edit(["remove", "--xpath", where], lambda: [take_out(node) for node in chosen])
        if kind == "all-text":
            return kind, Edit(["replace", "--xpath", where, "--string", text],
                              lambda: [set_text(node, text) for node in chosen])
        every = [node for node in root.iter(element.tag) if node is not root and "neu" not in node.attrib]
        if every:
            return kind, Edit(["insert", "--xpath", where[:-1] + " and not(@neu)]/@neu", "--string", text],
                              lambda: [node.set("neu", text) for node in every])
    if parent is None:
        return kind, Edit(["replace", "--xpath", path, "--string", text], lambda: set_text(element, text))
    if kind == "markup":
        return kind, Edit(["replace", "--xpath", path, "--markup", markup],
                          lambda: replace_with(element, pieces(markup, parent)))
    if kind in ("before", "after"):
        return kind, Edit(["insert", "--xpath", path, "--" + kind, "--markup", markup],
                          lambda: insert_beside(element, pieces(markup, parent), kind == "after"))
    return "remove", Edit(["remove", "--xpath", path], lambda: take_out(element))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("folders", nargs="+")
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--largest", type=int, default=300_000)
    arguments.add_argument("--errors", action="store_true", help="show what was refused or differs")
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    candidates = files(options.folders, options.largest)
    good, results, used = {}, collections.Counter(), set()
    refusals, kinds = collections.Counter(), collections.Counter()
    done = 0
    while done < options.count:
        path = rng.choice(candidates)
        if path not in good:
            try:
                read(path.read_bytes())
                good[path] = True
            except Exception:
                good[path] = False
        if not good[path]:
            continue
        data = path.read_bytes()
        tree = read(data)
        kind, edit = random_edit(tree, rng)
        run = subprocess.run([options.program, *edit.words, "-f", "xml", "-o", "-"], input=data, capture_output=True)
        done += 1
        kinds[kind] += 1
        used.add(path)
        if run.returncode != 0:
            message = run.stderr.decode(errors="replace").strip()
            refusals[re.sub(r".*error: ", "", re.sub(r"'[^']*'|<[^>]*>", "…", message))[:100]] += 1
            results["refused"] += 1
            if options.errors:
                print("refused", path, edit.words, message)
            continue
        edit.apply()
        try:
            same = content(read(run.stdout)) == content(tree)
        except Exception as problem:
            same = False
            print("unreadable", problem)
        results["right" if same else "wrong"] += 1
        if not same:
            print("wrong", path, edit.words)
    print(f"{done} edits of {len(used)} files: " + ", ".join(f"{count} {name}" for name, count in results.items()))
    print("kinds: " + ", ".join(f"{name} {count}" for name, count in sorted(kinds.items())))
    for message, count in refusals.most_common(20):
        print(f"  refused {count}: {message}")


main()
