"""Uses a page of `drover report` as a reader would, in a browser with mouse and keys.

All checks look at the page as it is on the screen: which lines and events are marked, which edges
are visible, which element has the focus, whether the text can be read.
"""

import json
import re

# Functions for the page: what is to be seen on it.
LOOK = """
window.look = {
  all: selector => [...document.querySelectorAll(selector)],
  visible: element => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden',
  texts: selector => look.all(selector).filter(look.visible).map(element => element.textContent),
  markedLines: () => look.all('#source li.marked').map(li => Number(li.dataset.line)),
  markedEvents: () => look.all('#view g.node.marked').length,
  eventsAt: line => look.all(`#view g.node[data-line="${line}"]`).length,
  linesWithEvents: () => look.all('#source li.has-events').map(li => Number(li.dataset.line)),
  edges: name => look.all('#view g.edge').filter(edge => edge.dataset.relation.split(' + ').includes(name) && look.visible(edge)).length,
  litEdges: () => look.all('#view g.edge.lit').length,
  markedLetters: () => look.all('#view g.node.marked').map(node => node.dataset.letter),
  allEdges: () => look.all('#view g.edge').filter(look.visible).length,
  faintEdges: () => look.all('#view g.edge').filter(edge => Number(getComputedStyle(edge).opacity) < 0.9).length,
  chips: () => look.all('#view [data-toggle]').map(chip => ({
    name: chip.dataset.toggle, isOn: chip.getAttribute('aria-pressed') === 'true', isMore: chip.classList.contains('more') })),
  title: () => (document.querySelector('#view output') || {}).textContent || '',
  selected: () => look.all('#matrix tr').findIndex(row => row.classList.contains('selected')),
  nodes: () => look.all('#view g.node[data-line]').length,
};
"""

# The contrast of every text with what is behind it, by WCAG 2; those that are too low.
CONTRAST = """(() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
      .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      if (at instanceof SVGElement) {
        const group = at.closest('g.node, g.thread');
        const box = group && group.querySelector('.box, .lane');
        if (box) return parse(getComputedStyle(box).fill);
        return parse(getComputedStyle(at.closest('svg').querySelector('.page')).fill);
      }
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !look.visible(element) || element.closest('script, style, :disabled')) continue;
    const style = getComputedStyle(element);
    const ink = parse(element instanceof SVGElement ? style.fill : style.color);
    const contrast = ratio(ink, behind(element));
    if (contrast < 4.5) found.add(`${contrast.toFixed(2)} ${element.tagName}.${element.className.baseVal ?? element.className} "${walker.currentNode.textContent.trim().slice(0, 20)}"`);
  }
  return [...found];
})()"""

# The element with the focus: its name, and whether the focus is visible.
FOCUS = """(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.querySelector(':scope > .box');
  const style = getComputedStyle(element);
  return {
    name: (element.getAttribute('aria-label') || element.textContent).trim(),
    isSeen: box ? parseFloat(getComputedStyle(box).strokeWidth) >= 2.5
                : style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    what: element.className.baseVal || element.dataset.toggle || element.id || element.className || element.tagName,
  };
})()"""


def rows_of(program):
    """The rows that can be chosen, as the data has them: lists of what is shown of each."""
    rows = [[{"models": error["models"]}] for error in program["errors"]]
    for outcome in program["outcomes"]:
        rows.append([{"models": each["allowed"]} for each in outcome["executions"]] +
                    [{"models": each["models"], "isReason": True} for each in outcome["reasons"]])
    return rows


class PageUser:
    """Walks through one page. Findings are reported to `expect(holds, what)`."""

    def __init__(self, browser, page, report, expect):
        self.browser, self.page, self.programs = browser, page, report["programs"]
        self.tell = expect
        self.where = page.name

    def expect(self, holds, what):
        self.tell(holds, f"{self.where}: {what}")

    def look(self, what):
        return self.browser.js(f"look.{what}")

    def open(self, hash_part=""):
        self.browser.open(self.page.as_uri() + hash_part)
        self.browser.js(LOOK)

    def use(self):
        for width in (1280, 400):
            for theme in ("light", "dark"):
                self.browser.show(width, theme)
                self.open()
                self.check_appearance(f"{width} {theme}")
        self.browser.show(1280, "light")
        self.open()
        if len(self.programs) > 1:
            self.check_overview()
        for index, program in enumerate(self.programs):
            self.walk_program(index, program)
        self.check_narrow()
        self.open("#1.1.1")
        self.check_model_choice()
        self.check_address()
        self.check_keys_list()
        self.check_tabulator()
        self.expect(not self.browser.complaints, f"the script complains: {self.browser.complaints}")
        loaded = [each for each in self.browser.requests
                  if not each.startswith(("file:", "data:", "about:"))]
        self.expect(not loaded, f"the page loads {loaded}")

    # ---- The whole page

    def check_appearance(self, how):
        for address in ("#overview", "#1.1.1", "#1.2.1"):
            self.open(address)
            width = self.browser.js("[document.documentElement.scrollWidth, innerWidth]")
            self.expect(width[0] <= width[1], f"{how}, {address}: it scrolls sideways: {width}")
            low = self.browser.js(CONTRAST)
            self.expect(not low, f"{how}: contrast {low}")

    def check_overview(self):
        count = len(self.programs)
        names = self.look("texts('#overview tbody th')")
        self.expect(names == [each["name"] for each in self.programs], f"overview: {names}")
        # The cell is empty if the model does not apply to the program.
        cells = self.look("all('#overview tbody td').filter(cell => cell.textContent).length")
        self.expect(cells == sum(len(each["runs"]) for each in self.programs), "overview: cells")
        self.browser.click(f"look.all('#overview tbody th button')[{count - 1}]")
        self.expect(self.look("texts('#title')") == [self.programs[-1]["file"]], "overview: a click")
        self.browser.press("[")
        self.expect(self.look("texts('#title')") == [self.programs[-2]["file"]], "key [")
        self.browser.press("]")
        self.browser.press("]")
        self.expect(self.look("texts('#title')") == [self.programs[-1]["file"]], "key ] at the end")

    def check_address(self):
        rows = rows_of(self.programs[0])
        row = max(range(len(rows)), key=lambda each: len(rows[each]))
        self.open(f"#1.{row + 1}.{len(rows[row])}")
        self.expect(self.browser.js("document.querySelector('#next').disabled"),
                    "the address leads to the last step")

    def check_keys_list(self):
        self.browser.press("?")
        self.expect(self.look("texts('#keys dt').length") > 5, "key ? shows the keys")
        self.browser.click("document.querySelector('#keys-button')")
        self.expect(self.look("texts('#keys dt')") == [], "a click hides them")

    def check_tabulator(self):
        """Everything can be reached with the tabulator key, has a name, and shows the focus."""
        self.open("#1.1.1")
        reached = []
        for _ in range(400):
            self.browser.press("Tab")
            focus = self.browser.js(FOCUS)
            if focus is None:
                break
            self.expect(re.search(r"\w", focus["name"]), f"{focus['what']} has no name")
            self.expect(focus["isSeen"], f"the focus is not seen on {focus['what']}: {focus['name']}")
            reached.append(focus["what"])
        wanted = {"keys-button", "code", "picture", "po"}
        if self.look("nodes()"):
            self.expect(any(each.startswith("node") for each in reached), "no event has the focus")
        self.expect(wanted <= set(reached) or not self.look("nodes()"),
                    f"{wanted - set(reached)} cannot be reached with the tabulator key")

    # ---- One program

    def walk_program(self, index, program):
        self.where = f"{self.page.name}, {program['name']}"
        if len(self.programs) > 1:
            self.browser.click(f"look.all('#programs button')[{index + 1}]")
            now = self.look("texts('#programs button[aria-current=true]')")
            self.expect(now == [program["name"]], f"{now} is said to be shown")
        self.expect(self.look("texts('#title')") == [program["file"]], "its name is not shown")
        lines = program["source"].rstrip("\n").split("\n")
        self.expect(self.look("all('#source li').length") == len(lines), "lines of the program")
        rows = rows_of(program)
        first = self.look("all('#matrix tbody tr').length") - len(rows)
        buttons = self.look("all('#matrix tbody th button').length")
        self.expect(buttons == len(rows), f"{buttons} rows of {len(rows)}")
        self.check_details(program)
        for row, items in enumerate(rows):
            self.browser.click(f"look.all('#matrix tbody th button')[{row}]")
            self.walk_row(items, program, row)
        self.check_models_of_rows(rows, program)
        self.check_row_keys(first, rows)

    def check_details(self, program):
        headings = self.look("texts('#details h2')")
        self.expect(headings == ["Runs", "Reductions", "Loops", "Models"], f"below: {headings}")
        text = self.browser.js("document.querySelector('#details').textContent")
        for run in program["runs"]:
            self.expect(run["model"] in text and run["algorithm"] in text, "runs are not told")
        for saving in program["savings"]:
            self.expect(f"without {saving['reduction']}" in text, f"{saving} is not told")
        lines = {f"line {loop['line']}" for loop in program["loops"] if loop["line"]}
        self.expect(all(line in text for line in lines), f"loops {lines} are not told")

    def walk_row(self, items, program, row):
        """Steps through all executions and explanations with the mouse, and back with keys."""
        for step, item in enumerate(items):
            title = self.look("title()")
            self.expect(title.startswith("Why not") == bool(item.get("isReason")), f"title {title}")
            said = self.browser.js("document.querySelector('#status').textContent")
            self.expect(said.startswith(f"{title}: "), f"a screen reader says {said}")
            names = [program["runs"][model]["model"] for model in item["models"]]
            if row >= len(program["errors"]):
                tags = self.look("texts('#view .tag')")
                self.expect(tags[:len(names)] == names, f"it is about {names}, not {tags}")
            if item.get("isReason"):
                self.expect(self.look("texts('#view .explanation')") != [], "no explanation")
                self.check_explanation()
            if self.look("nodes()"):
                self.use_picture(step == 0 and row < 2)
            if step + 1 < len(items):
                self.browser.click("document.querySelector('#next')")
        self.expect(self.browser.js("(document.querySelector('#next') || {disabled: true}).disabled"),
                    "there is a step after the last")
        for _ in range(len(items) - 1):
            before = self.look("title()")
            self.browser.press("ArrowLeft")
            self.expect(self.look("title()") != before, f"← does not leave {before}")
        if len(items) > 1:
            first = self.look("title()")
            self.browser.press("ArrowLeft")
            self.expect(self.look("title()") == first, "← goes beyond the first")
            self.browser.press("ArrowRight")
            self.expect(self.look("title()") != first, "→ does nothing")

    def check_explanation(self):
        """Words point at events, not at lines; steps of a cycle light their edges."""
        for index, letter in enumerate(self.look("all('#view .explanation button.event')"
                                                 ".map(button => button.dataset.letter)")[:4]):
            self.browser.hover(f"look.all('#view .explanation button.event')[{index}]")
            marked = self.look("markedLetters()")
            self.expect(marked == [letter], f"{letter} marks {marked}")
        for index in range(min(self.look("all('#view .step').length"), 4)):
            self.browser.hover(f"look.all('#view .step')[{index}]")
            drawn = self.browser.js(f"""look.all('#view .step')[{index}].dataset.edges.split(', ').some(edge => {{
                const [, from, to] = edge.split(' ');
                return document.querySelector(`#view g.edge[data-from="${{from}}"][data-to="${{to}}"]`); }})""")
            self.expect((self.look("litEdges()") > 0) == bool(drawn), f"step {index + 1} lights nothing")
        self.browser.hover("document.querySelector('h1')")
        self.expect(self.look("litEdges()") == 0, "an edge stays lit")

    def check_narrow(self):
        """If the panes are below each other, choosing a row scrolls to the pane that it changes."""
        self.browser.show(400, "light")
        self.open("#1.1.1")
        button = "look.all('#matrix tbody th button')[look.all('#matrix tbody th button').length - 1]"
        self.browser.js(f"{button}.scrollIntoView()")
        self.browser.click(button)
        top, height = self.browser.js(
            "[document.querySelector('#viewer').getBoundingClientRect().top, innerHeight]")
        self.expect(-1 <= top < height * 0.6, f"the view is at {top} of {height}")
        self.browser.show(1280, "light")

    def check_model_choice(self):
        """Relations are those of the model that is chosen."""
        count = self.browser.js("(document.querySelector('#relations-of') || {length: 0}).length")
        if not count:
            return
        text = "document.querySelector('#relations-of').selectedOptions[0].textContent"
        first = self.browser.js(text)
        self.browser.js("document.querySelector('#relations-of').focus()")
        self.browser.press("ArrowDown")
        self.expect(self.browser.js(text) != first, f"the relations stay those of {first}")

    def check_models_of_rows(self, rows, program):
        """A click on a model in a row leads to what is about that model."""
        errors = len(program["errors"])
        for row, items in list(enumerate(rows))[errors:]:
            for model, run in enumerate(program["runs"]):
                about = [item for item in items if model in item["models"]]
                if not about:
                    continue
                self.browser.click(f"look.all('#matrix tbody th button')[{row}].closest('tr')"
                                   f".querySelectorAll('td button')[{model}]")
                tags = self.look("texts('#view .tag')")[:len(about[0]["models"])]
                self.expect(run["model"] in tags, f"{run['model']} in row {row} leads to {tags}")
            self.check_tags(row)
            if row - errors >= 3:
                return

    def check_tags(self, row):
        """A model that does not allow an execution leads to why it forbids the outcome."""
        self.browser.click(f"look.all('#matrix tbody th button')[{row}]")
        names = self.look("texts('#view button.tag')")
        if not names:
            return
        self.browser.click("look.all('#view button.tag')[0]")
        self.expect(self.look("title()").startswith("Why not") and
                    names[0] in self.look("texts('#view .tag')"), f"{names[0]} leads elsewhere")

    def check_row_keys(self, first, rows):
        if len(rows) < 2:
            return
        self.browser.click("look.all('#matrix tbody th button')[0]")
        start = self.look("selected()")
        self.browser.press("j")
        self.expect(self.look("selected()") > start, "j does not go down")
        self.browser.press("k")
        self.expect(self.look("selected()") == start, "k does not go up")
        self.browser.press("k")
        self.expect(self.look("selected()") == start, "k goes beyond the first")

    # ---- One picture

    def use_picture(self, is_thorough):
        self.check_hover_of_events(self.look("nodes()") if is_thorough else 1)
        self.check_hover_of_lines(None if is_thorough else 1)
        if not is_thorough:
            return
        self.check_pins()
        self.check_relations()
        self.check_size()

    def check_hover_of_events(self, count):
        for index in range(count):
            node = f"look.all('#view g.node[data-line]')[{index}]"
            line = int(self.browser.js(f"{node}.dataset.line"))
            self.browser.hover(node)
            marked = self.look("markedLines()")
            self.expect(marked == [line], f"an event of line {line} marks {marked}")
            self.expect(self.look("markedEvents()") == 1, "an event marks others of its line")
            text = self.look("texts('#line-text')")
            self.expect(text and text[0].startswith(f"line {line}: "), f"the line is told: {text}")
            faint = self.look("faintEdges()")
            others = self.browser.js(f"""look.all('#view g.edge').filter(edge =>
                edge.dataset.from !== {node}.dataset.event && edge.dataset.to !== {node}.dataset.event).length""")
            self.expect(faint == others, f"{faint} edges are faint, not {others}")
        self.browser.hover("document.querySelector('h1')")
        self.expect(self.look("markedLines()") == [] and self.look("faintEdges()") == 0,
                    "a mark stays where the mouse has left")

    def check_hover_of_lines(self, count):
        for line in self.look("linesWithEvents()")[:count]:
            self.browser.hover(f"document.querySelector('#source li[data-line=\"{line}\"]')")
            marked = self.look("markedEvents()")
            self.expect(marked == self.look(f"eventsAt({line})") > 0, f"line {line} marks {marked}")
        self.browser.hover("document.querySelector('h1')")
        self.expect(self.look("markedEvents()") == 0, "an event stays marked")

    def check_pins(self):
        node = "look.all('#view g.node[data-line]')[0]"
        line = int(self.browser.js(f"{node}.dataset.line"))
        self.browser.click(node)
        self.browser.hover("document.querySelector('h1')")
        self.expect(self.look("markedLines()") == [line], "a click does not keep the mark")
        self.browser.press("Escape")
        self.expect(self.look("markedLines()") == [], "Esc does not let go of it")
        self.browser.js(f"{node}.focus()")
        self.browser.press("Enter")
        self.browser.js("document.activeElement.blur()")
        self.expect(self.look("markedLines()") == [line], "Enter does not keep the mark")
        self.browser.press("Escape")
        self.browser.click(f"document.querySelector('#source li[data-line=\"{line}\"]')")
        self.browser.hover("document.querySelector('h1')")
        self.expect(self.look("markedEvents()") == self.look(f"eventsAt({line})"),
                    "a click on a line does not keep the mark")
        self.browser.press("Escape")
        self.browser.js("document.querySelector('#source ol').focus()")
        lines = self.look("linesWithEvents()")
        for line in lines[:2]:
            self.browser.press("ArrowDown")
            marked = self.look("markedLines()")
            self.expect(marked == [line], f"↓ marks {marked}, not line {line}")
        if len(lines) > 1:
            self.browser.press("ArrowUp")
            self.expect(self.look("markedLines()") == lines[:1], "↑ does not go back")
        self.browser.press("Escape")

    def check_relations(self):
        for index, chip in enumerate(self.look("chips()")):
            name = json.dumps(chip["name"])
            button = f"look.all('#view [data-toggle]')[{index}]"
            before = self.look(f"edges({name})")
            self.expect(chip["isOn"] != chip["isMore"] and (before > 0) == chip["isOn"] or name == '"po"',
                        f"{name} at first: {before} edges")
            self.browser.click(button)
            after = self.look(f"edges({name})")
            self.expect((after == 0) if chip["isOn"] else (after > 0),
                        f"{name} is switched, and has {after} edges")
            self.expect(self.look("chips()")[index]["isOn"] != chip["isOn"], f"{name}: its button")
            key = str(index + 1)
            if index < 9:
                self.browser.press(key)
            else:
                self.browser.click(button)
            self.expect(self.look(f"edges({name})") == before, f"{name} is not as it was after {key}")
        self.browser.press("t")
        self.expect(self.look("allEdges()") == 0, "t leaves edges")
        self.browser.press("t")
        self.expect(all(chip["isOn"] != chip["isMore"] for chip in self.look("chips()")),
                    "t again does not bring them back")

    def check_size(self):
        width = "document.querySelector('#picture svg').getBoundingClientRect().width"
        before = self.browser.js(width)
        self.browser.click("document.querySelector('#larger')")
        self.expect(self.browser.js(width) > before, "+ does not make it larger")
        self.browser.press("-")
        self.browser.press("-")
        self.expect(self.browser.js(width) < before, "- does not make it smaller")
        self.browser.press("+")


def photograph(browser, page, folder):
    """Pictures of the page in both widths and themes, for people to look at."""
    for width in (1280, 400):
        for theme in ("light", "dark"):
            browser.show(width, theme)
            browser.open(page.as_uri())
            browser.picture(folder / f"{page.stem}-{width}-{theme}.png")
