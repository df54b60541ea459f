"""Uses the page of `drover serve` as a person would, in a browser with mouse and keys."""

import json
import pathlib
import re
import time

from report_in_browser import CONTRAST, FOCUS, LOOK

LIBRARY = pathlib.Path(__file__).resolve().parent.parent / "litmus/library"
TABS = ("outcomes", "steps", "play", "axioms", "orders", "exercise")
# Message passing with stronger modes than needed, and with weaker ones: release and acquire remove
# the race.
STRONG = """shared na data;
shared ready;
thread producer { data := 42; ready := 1; }
thread consumer { r := ready; if (r == 1) { fence@sc; s := data; assert(s == 42); } }
"""
WEAK = STRONG.replace("ready := 1", "ready@rlx := 1").replace("r := ready", "r := ready@rlx").replace("fence@sc; ", "")
# Many outcomes.
READS = "shared x;\nthread w(i in 1..4) { x := i; }\nthread r { a := x; b := x; c := x; }\nexists (r:a == 1 && r:b == 2 && r:c == 3);\n"
C_PROGRAM = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *work(void *arg) { atomic_store(&x, 1); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }
"""
LB = "shared x, y;\nthread a { r := x@rlx; y@rlx := 1; }\nthread b { s := y@rlx; x@rlx := 1; }\nexists (a:r == 1 && b:s == 1);\n"
LOST = "shared x;\nthread a { x := x + 1; }\nthread b { x := x + 1; }\nforall (x == 2);\n"
# Everything that is to be operated has a name for a screen reader, and ids are there once.
NAMELESS = """(() => {
  const name = element => (element.getAttribute('aria-label') || element.textContent || element.getAttribute('title') || '').trim() ||
      [...(element.labels || [])].map(label => label.textContent.trim()).join('') || (element.getAttribute('aria-labelledby') ? 'labelled' : '');
  const found = look.all('button, input, select, textarea, [role=tab], [role=tabpanel], [tabindex="0"]').filter(look.visible).filter(element => !name(element))
      .map(element => element.outerHTML.slice(0, 80));
  const broken = look.all('[aria-controls], [aria-labelledby], [aria-describedby]').filter(look.visible).flatMap(element =>
      ['aria-controls', 'aria-labelledby', 'aria-describedby'].flatMap(each => (element.getAttribute(each) || '').split(' ')).filter(Boolean))
      .filter(id => !document.getElementById(id));
  return [...found, ...broken];
})()"""


# What has the focus, where fields have the names of their labels.
FOCUSED = FOCUS.replace("element.textContent).trim()", "element.textContent || (element.labels ? [...element.labels].map(each => each.textContent).join(' ') : '')).trim()")


class PlaygroundUser:
    """A user of the page. Findings are reported to `expect(holds, what)`."""

    def __init__(self, browser, server, expect, screenshots=None):
        self.browser, self.server, self.tell, self.folder = browser, server, expect, screenshots
        self.where = "page"

    def expect(self, holds, what):
        self.tell(holds, f"{self.where}: {what}")

    def js(self, expression):
        return self.browser.js(expression)

    def wait(self, condition, seconds=40):
        """Waits until an expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.js(condition):
                return True
            time.sleep(0.05)
        self.expect(False, f"this does not come about: {condition}")
        return False

    def open(self, hash_part=""):
        self.browser.open(self.server.address + hash_part)
        self.browser.js(LOOK)
        self.wait("document.querySelectorAll('#models input').length > 5 && document.querySelector('#kind').textContent !== ''")

    def text(self, selector):
        return self.js(f"(document.querySelector({json.dumps(selector)}) || {{textContent: ''}}).textContent")

    def click(self, selector, index=0):
        self.browser.click(f"look.all({json.dumps(selector)})[{index}]")

    def click_text(self, selector, text):
        self.browser.click(f"look.all({json.dumps(selector)}).find(each => each.textContent.trim().startsWith({json.dumps(text)}))")

    def press(self, key, control=False):
        codes = {"Enter": 13, " ": 32, "Home": 36, "End": 35}
        if not control and key not in codes:
            return self.browser.press(key)
        parameters = {"key": key, "modifiers": 2 if control else 0, "code": "Space" if key == " " else key,
                      "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        self.browser.call("Input.dispatchKeyEvent", type="rawKeyDown", **parameters)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def write_program(self, text):
        """Types into the editor: all that is there is replaced."""
        self.browser.click("look.all('#program-editor .CodeMirror-lines')[0]")
        self.press("a", control=True)
        self.browser.call("Input.insertText", text=text)

    def check(self):
        self.click("#check-button")
        self.wait("!document.querySelector('#check-button').disabled && look.all('#matrix tbody tr').length > 0")

    def picture(self, name):
        if self.folder:
            self.browser.picture(self.folder / f"{name}.png")

    def tab(self, name):
        self.click(f"#tab-{name}")
        ready = {"outcomes": "look.all('#matrix td').length > 0", "steps": "look.all('#steps .step-list li').length > 0",
                 "play": "look.all('#play button').length > 3", "axioms": "look.all('#axioms .picture svg').length > 0",
                 "orders": "look.all('#orders select option').length > 5",
                 "exercise": "look.all('#exercise button').length > 5"}[name]
        self.wait(ready)

    # ---- The whole page

    def use(self):
        for width in (1400, 400):
            for theme in ("light", "dark"):
                self.look_at_all(width, theme)
        self.browser.show(1400, "light")
        self.where = "page"
        self.open()
        self.check_results()
        self.check_typing()
        self.check_fixes()
        self.check_while_typing()
        self.check_format()
        self.check_card()
        self.check_machines()
        self.check_plain_words()
        self.check_gallery()
        self.check_steps()
        self.check_play()
        self.check_choices()
        self.check_axioms()
        self.check_machine()
        self.check_c_program()
        self.check_wide()
        self.check_orders()
        self.check_exercises()
        self.check_share()
        self.check_download()
        self.check_stop()
        self.check_own_model()
        self.check_tabulator()
        self.expect(not self.browser.complaints, f"the script complains: {self.browser.complaints}")
        foreign = [each for each in self.browser.requests
                   if not each.startswith((self.server.address, "data:", "about:", "blob:"))]
        self.expect(not foreign, f"the page loads {foreign}")

    def look_at_all(self, width, theme):
        self.where = f"{width} {theme}"
        self.browser.show(width, theme)
        self.open()
        self.check()
        for name in TABS:
            self.tab(name)
            if name == "steps":
                for _ in range(3):
                    self.click("#steps [data-key=forth]")
            if name == "play":
                self.click("#play [data-key=go0]")
                self.wait("look.all('#play .step-list li').length === 1")
            if name == "axioms":
                self.click("#axioms .axiom input")
            if name == "orders":
                self.write_program(STRONG)
                self.find_orders()
                self.click("#orders .execution-list button")
                self.wait("look.all('#orders .evidence svg').length > 0")
            size = self.js("[document.documentElement.scrollWidth, innerWidth]")
            self.expect(size[0] <= size[1], f"{name} scrolls sideways: {size}")
            low = self.js(CONTRAST)
            self.expect(not low, f"{name}: contrast {low}")
            nameless = self.js(NAMELESS)
            self.expect(not nameless, f"{name}: without a name {nameless}")
            self.picture(f"{name}-{width}-{theme}")
        self.click("#gallery-button")
        self.wait("document.querySelector('#gallery').open && look.all('#gallery-list button').length > 50")
        low = self.js(CONTRAST)
        self.expect(not low, f"gallery: contrast {low}")
        self.picture(f"gallery-{width}-{theme}")
        self.press("Escape")
        self.wait("!document.querySelector('#gallery').open")

    # ---- Its parts

    def check_results(self):
        self.press("Enter", control=True)
        self.wait("look.all('#matrix tbody td').length > 3")
        heads = self.js("look.texts('#matrix thead th')")
        self.expect(heads == ["sc", "tso", "rc11"], f"models: {heads}")
        # The cell of an outcome that sc forbids explains why.
        cell = "look.all('#matrix td.never button')[0]"
        self.browser.click(cell)
        self.wait("look.all('#view .explanation').length === 1")
        self.expect("cycle" in self.text("#view .explanation"), "a cell is explained")
        self.expect(self.js("look.all('#view g.edge.cycle').length") > 0, "the cycle is drawn")
        self.picture("explanation")
        self.browser.hover("look.all('#view g.node[data-line]')[0]")
        self.wait("look.all('#program-editor .marked-line').length > 0")

    def check_typing(self):
        self.write_program("shared x;\nthread t { x := 1; r := yy; }\n")
        self.wait("look.all('#diagnostics .error').length === 1")
        self.expect("line 2" in self.text("#diagnostics"), self.text("#diagnostics"))
        self.expect(self.js("look.all('#program-editor .wrong-text').length") > 0, "it is underlined")
        self.expect(self.js("document.querySelector('#check-button').textContent") == "Check again", "results are old")
        self.picture("diagnostics")
        self.click("#diagnostics button")
        self.expect(self.js("document.querySelector('.CodeMirror').CodeMirror.getCursor().line") == 1, "a click leads there")
        self.click("#check-button")
        self.wait("look.all('#answer .message').length === 1")
        # Completion: modes behind @, by keys.
        self.write_program("shared x;\nthread t { x@")
        self.press(" ", control=True)
        self.wait("look.all('.CodeMirror-hint').length > 3")
        proposed = self.js("look.texts('.CodeMirror-hint')")
        self.expect("rel" in proposed and "thread" not in proposed, f"proposed: {proposed}")
        self.press("Enter")
        self.expect(re.search(r"x@\w+", self.js("document.querySelector('.CodeMirror').CodeMirror.getValue()")), "put in")
        colours = self.js("look.all('#program-editor .cm-keyword').length")
        self.expect(colours >= 2, "keywords have a colour")

    def program(self):
        return self.js("document.querySelector('.CodeMirror').CodeMirror.getValue()")

    def check_fixes(self):
        self.write_program("shared flag;\nthread t { flga@rel := 1; }\n")
        self.wait("look.all('#diagnostics .repair').length === 1")
        self.expect(self.text("#diagnostics .repair").strip() == "Change flga to flag", self.text("#diagnostics"))
        self.click("#diagnostics .repair")
        self.expect(self.program() == "shared flag;\nthread t { flag@rel := 1; }\n", self.program())

    def check_while_typing(self):
        self.write_program("shared x;\nthread a { x := 1; }\nthread b { r := x; }\nexists (b:r == 1);\n")
        self.wait("look.all('#matrix tbody .state').some(each => each.textContent.includes('b:r'))")
        self.wait("document.querySelector('#check-button').textContent === 'Check'")
        # Not if it is not wanted.
        self.click("#live")
        self.write_program("shared x;\nthread a { x := 1; }\nthread c { r := x; }\nexists (c:r == 1);\n")
        self.wait("look.all('#diagnostics li').length === 0")
        time.sleep(1.5)
        self.expect(self.text("#check-button") == "Check again", "it checks although it should not")
        self.click("#live")

    def check_format(self):
        self.write_program("shared x;\nthread a{x:=1;}\n")
        self.click("#format-button")
        self.wait("document.querySelector('.CodeMirror').CodeMirror.getValue().includes('thread a { x := 1; }')")
        self.write_program("shared x;\nthread a{x:=;}\n")
        self.click("#format-button")
        self.wait("document.querySelector('#notice').textContent.startsWith('Not formatted')")
        self.expect(self.program() == "shared x;\nthread a{x:=;}\n", self.program())

    def check_card(self):
        self.click("#card-button")
        self.wait("document.querySelector('#card').open && look.all('#card-list dt').length > 30")
        self.browser.call("Input.insertText", text="fence@")
        self.wait("look.all('#card-list dt').length > 0 && look.all('#card-list dt').length < 5")
        self.picture("card")
        self.click("#card-close")
        self.wait("!document.querySelector('#card').open")

    def check_machines(self):
        """A program beside what a compiler makes of it."""
        self.write_program("shared x, y;\nthread l { a := x@rlx; y@rlx := 1; }\n"
                           "thread r { b := y@rlx; x@rlx := 1; }\nexists (l:a == 1 && r:b == 1);\n")
        self.wait("look.all('#models input[value=aarch64]').filter(look.visible).length === 1")
        self.click('#models input[value="aarch64"]')
        self.check()
        self.wait("look.all('#programs button').length === 2")
        self.expect("compiled for AArch64" in self.text("#programs"), self.text("#programs"))
        self.click("#programs [data-key=program1]")
        self.wait("look.texts('#matrix thead th').join() === 'aarch64'")
        self.expect("c11-aarch64" in self.text("#panel-outcomes"), "the mapping is named")
        self.picture("machines")
        self.click('#models input[value="aarch64"]')

    def check_plain_words(self):
        self.write_program("shared x;\nthread t { while (x == 0) { x := 0; } }\n")
        self.js("document.querySelector('#unroll').value = 2")
        self.check()
        self.expect("loops at most" in self.text("#panel-outcomes"), self.text("#panel-outcomes"))
        self.expect("--" not in self.text("#panel-outcomes"), self.text("#panel-outcomes"))
        self.js("document.querySelector('#unroll').value = ''")

    def hand_in(self):
        """Where answers are kept, the page says so, and a name is typed once."""
        self.where = "kept answers"
        self.open()
        self.tab("exercise")
        self.expect("stay in this browser" not in self.text("#exercise"), "answers do not stay here")
        self.expect("kept on this server" in self.text("#exercise"), self.text("#exercise"))
        self.click("#exercise [data-name=sb-two-models]")
        self.wait("look.all('#exercise table select').length === 2")
        for index in range(2):
            self.choose_in_table(index, "allowed")
        self.click("#exercise [data-key=student]")
        self.browser.call("Input.insertText", text="张伟")
        self.click("#exercise [data-key=try]")
        self.wait("document.querySelector('#exercise').textContent.includes('Kept for your teacher: answer 1 of 张伟 to sb-two-models')")
        self.click("#exercise [data-key=all]")
        self.click("#exercise [data-name=mp-modes]")
        self.wait("look.all('#exercise .template select').length > 0")
        self.expect(self.js("document.querySelector('#exercise [data-key=student]').value") == "张伟", "the name is typed again")
        programs = self.js("look.all('#exercise pre.text, #exercise .template').filter(each => each.textContent.includes('thread')).length")
        self.expect(programs == 1, f"the program is shown {programs} times")

    def check_gallery(self):
        self.click("#gallery-button")
        self.wait("document.querySelector('#gallery').open")
        self.browser.call("Input.insertText", text="MP+dmb.sy+addr")
        self.wait("look.all('#gallery-list button').length > 0 && look.all('#gallery-list button').length < 40")
        self.click_text("#gallery-list button", "MP")
        self.wait("document.querySelector('#kind').textContent.includes('AArch64') && look.texts('#matrix thead th').includes('aarch64')")
        self.expect("aarch64" in self.js("look.texts('#matrix thead th')"), "its own model is chosen")
        self.expect("Verdicts=" not in self.program(), "the text gives the verdicts away")

    def load_sb(self):
        self.open()
        self.check()

    def check_steps(self):
        self.load_sb()
        self.click_text("#matrix thead th", "tso")
        self.browser.click("look.all('#matrix td.reached button')[0]")
        self.tab("steps")
        texts = []
        for _ in range(6):
            self.press("ArrowRight")
            texts.append(self.text("#step-text"))
        self.expect(sum("reaches memory" in text for text in texts) == 2, f"steps under tso: {texts}")
        self.expect(self.js("look.all('#steps g.node.dim').length") == 0, "at the end all has happened")
        self.press("ArrowLeft")
        self.expect(self.text("#step-text") == texts[4], "backwards")
        self.press("Home")
        self.expect("Step 0 of 6" in self.text("#steps output"), "to the beginning")
        self.expect(self.js("look.all('#steps g.node.dim').length") == 4, "nothing has happened")

    def check_play(self):
        self.tab("play")
        self.expect("left:a == 0" in self.text("#play"), "the outcome to reach")
        for _ in range(6):
            self.click("#play [data-key=help]")
            self.wait("look.all('#play .hinted').length === 1 && document.querySelector('#play').textContent.includes('from here')")
            moves = self.js("look.all('#play .step-list li').length")
            self.click("#play .hinted")
            self.wait(f"look.all('#play .step-list li').length === {moves + 1}")
        self.wait("document.querySelector('#play').textContent.includes('This is the outcome')")
        self.expect("from here" not in self.text("#play"), "advice that is out of date")
        self.picture("play-end")
        self.click("#play [data-key=back]")
        self.wait("look.all('#play .step-list li').length === 5")

        # Another outcome, under a model that never ends in it, and one that is there.
        self.choose_model("#play-model", "sc")
        self.wait("look.all('#play .step-list li').length === 0 && look.all('#goal option').length === 5")
        self.click("#play [data-key=help]")
        self.wait("document.querySelector('#play').textContent.includes('There is no way')")
        self.choose_model("#goal", "left:a == 1 && right:b == 1")
        self.wait("document.querySelector('#play .state').textContent.includes('left:a == 1')")
        self.click("#play [data-key=help]")
        self.wait("look.all('#play .hinted').length === 1")

    def choose_model(self, select, name):
        self.js(f"(() => {{ const list = document.querySelector('{select}'); list.value = '{name}'; list.dispatchEvent(new Event('change')); }})()")

    def check_choices(self):
        self.choose_model("#play-model", "rc11")
        self.wait("look.all('#play fieldset').length === 2")
        for _ in range(2):
            self.click_text("#play fieldset button", "the initial")
            self.wait("look.all('#play .step-list li').length === 1 && (look.all('#play fieldset').length === 1 || look.all('.refusal').length === 1)")
        self.wait("look.all('.refusal').length === 1")
        self.expect("axiom" in self.text(".refusal"), "the axiom that refuses it")
        self.expect(self.js("look.all('.refusal g.edge.cycle').length") > 0, "its cycle is drawn")
        self.picture("refusal")
        self.click_text("#play fieldset button", "left's write of x = 1 (a,")
        self.wait("document.querySelector('#play').textContent.includes('This is an execution of')")

    def check_axioms(self):
        self.tab("axioms")
        self.choose_model("#axiom-model", "sc")
        self.wait("document.querySelector('#axioms').textContent.includes('Axioms of sc')")
        for index in range(self.js("look.all('#axioms .axiom input').length")):
            self.click("#axioms .axiom input", index)
        self.wait("look.all('#axioms .tag.bad').length > 0")
        self.expect(self.js("look.all('#axioms g.edge.cycle').length") > 0, "the cycle of what comes in")
        # Definitions open one after the other.
        self.choose_model("#axiom-model", "rc11")
        self.wait("document.querySelector('#axioms').textContent.includes('Axioms of rc11')")
        self.click_text("#axioms .axiom code button", "hb")
        self.wait("look.texts('#axioms .definition code').some(text => text.startsWith('hb = (po | sync | sw)'))")
        self.click_text("#axioms .definition button", "sw")
        self.wait("look.all('#axioms .definition .definition').length === 1")
        self.picture("definitions")
        self.click_text("#axioms .axiom code button", "hb")
        self.wait("look.all('#axioms .definition').length === 0")

    def options(self, select):
        return self.js(f"look.texts('{select} option')") or self.js(f"look.all('{select} option').map(each => each.textContent)")

    def check_machine(self):
        """A test of a machine: only its models are offered, its own first; its machine is played, and tells the story."""
        self.open()
        self.write_program((LIBRARY / "LB-aarch64.litmus").read_text())
        self.wait("document.querySelector('#kind').textContent.includes('AArch64')")
        self.check()
        self.tab("play")
        self.expect(self.options("#play-model") == ["aarch64", "sc"], f"played: {self.options('#play-model')}")
        self.follow_help(5)
        self.picture("play-promises")
        self.choose_model("#play-model", "sc")
        self.wait("look.all('#play [data-key=go0]').length === 1")
        self.click("#play [data-key=help]")
        self.wait("document.querySelector('#play').textContent.includes('the machine of sc never ends like that')")
        self.tab("axioms")
        self.expect(self.options("#axiom-model") == ["aarch64", "sc"], f"axioms: {self.options('#axiom-model')}")
        self.click("#tab-orders")
        self.wait("document.querySelector('#orders').textContent.includes('this is a litmus test')")
        self.look_at_cycle()
        self.expect("P0 promises y = 1" in self.text("#steps .step-list"), self.text("#steps"))
        self.expect(self.js("look.all('#steps .state-table').length") == 1, "memory and views")
        self.picture("steps-load-buffering")
        # Without a machine there is no story, and no view.
        self.write_program(LB)
        self.wait("look.all('#models input[value=imm]:not(:disabled)').length === 1 && look.all('#diagnostics li').length === 0")
        self.click('#models input[value="imm"]')
        self.check()
        self.look_at_cycle()
        self.expect("No order agrees with program order and reads-from" in self.text("#steps"), self.text("#steps"))
        self.expect(self.js("look.all('#steps .state-table').length") == 0, "there is nothing to show besides the order")
        self.click('#models input[value="imm"]')

    def look_at_cycle(self):
        self.tab("outcomes")
        self.js("look.all('#matrix tbody tr').find(row => row.textContent.includes('◆')).querySelector('td.reached button').click()")
        self.tab("steps")

    def follow_help(self, moves):
        for number in range(1, moves + 1):
            self.click("#play [data-key=help]")
            self.wait("look.all('#play .hinted').length === 1")
            self.click("#play .hinted")
            self.wait(f"look.all('#play .step-list li').length === {number}")
        self.wait("document.querySelector('#play').textContent.includes('This is the outcome')")

    def check_c_program(self):
        self.open()
        self.write_program(C_PROGRAM)
        self.wait("document.querySelector('#kind').textContent.includes('C program')")
        self.tab("play")
        text = self.text("#play")
        self.expect("not spawned" in text and "finished" not in text, f"a thread that is to be spawned: {text}")
        self.expect("Final states of C programs have no names" in text and "exists" not in text, text)

    def check_wide(self):
        """Many outcomes do not push the picture out of sight."""
        for width in (1600, 1200):
            self.browser.show(width, "light")
            self.open()
            self.write_program(READS)
            self.wait("look.all('#diagnostics li').length === 0")
            self.check()
            self.expect(self.js("look.all('#matrix tbody tr').length") > 40, "there are many outcomes")
            top, height = self.js("[document.querySelector('#view .picture').getBoundingClientRect().top, innerHeight]")
            self.expect(top < height, f"{width}: the picture is at {top} of {height}")
            beside = self.js("document.querySelector('#viewer').getBoundingClientRect().left > document.querySelector('#matrix').getBoundingClientRect().right")
            self.expect(beside == (width == 1600), f"{width}: the table and the picture are side by side: {beside}")
            self.picture(f"wide-{width}")
        self.browser.show(1400, "light")
        self.load_sb()

    def find_orders(self):
        self.click("#orders-button")
        self.wait("!document.querySelector('#orders-button').disabled && look.all('#orders .told').length === 1")

    def check_orders(self):
        self.write_program(STRONG)
        self.find_orders()
        self.expect("2 weakest assignments" in self.text("#orders .told"), self.text("#orders .told"))
        self.expect(self.js("look.all('#orders .diff .added').length") > 0, "what changes is shown")
        # Every mode that is left has an execution that a weaker mode would allow, and the axiom
        # that forbids it.
        steps = self.js("look.all('#orders .execution-list li').length")
        self.expect(steps >= 2, f"steps: {steps}")
        for index in range(steps):
            self.click(f"#orders [data-key=step{index}]")
            self.wait(f"look.all('#orders [data-key=step{index}]')[0].getAttribute('aria-expanded') === 'true' && look.all('#orders .evidence svg').length > 0")
            self.expect(re.search("does not race|breaks", self.text("#orders .evidence")), self.text("#orders .evidence"))
        self.picture("orders-step")
        # The other answer goes into the editor, and needs nothing any more.
        self.click("#orders [data-key=answer1]")
        self.wait("look.all('#orders [data-key=answer1]')[0].getAttribute('aria-pressed') === 'true'")
        self.click("#share-button")
        self.wait("location.hash.startsWith('#s=') && !document.querySelector('#notice').hidden")
        address = self.js("location.hash")
        self.click("#orders [data-key=take]")
        taken = self.js("document.querySelector('.CodeMirror').CodeMirror.getValue()")
        self.expect("@rel" in taken and taken != STRONG, taken)
        self.expect("has changed since" in self.text("#orders"), "the answers are of the text before")
        self.find_orders()
        self.expect("1 weakest assignment " in self.text("#orders .told") and "Nothing changes" in self.text("#orders"), self.text("#orders"))
        self.open(address)
        self.wait("look.all('#orders [data-key=answer1]').length === 1 && look.all('#orders [data-key=answer1]')[0].getAttribute('aria-pressed') === 'true'")
        # A program that is wrong is repaired.
        self.write_program(WEAK)
        self.find_orders()
        self.expect("smallest repair" in self.text("#orders .told") and "[race]" in self.text("#orders details"), self.text("#orders"))
        self.click("#orders details summary")
        self.wait("look.all('#orders details svg').filter(look.visible).length === 1")
        self.picture("orders-repair")
        self.click("#orders [data-key=take]")
        self.find_orders()
        self.expect("It is right under rc11" in self.text("#orders .told"), self.text("#orders .told"))
        # A program that no modes can repair, a litmus test, and a text with errors.
        self.write_program(LOST)
        self.find_orders()
        self.expect("No modes and fences" in self.text("#orders .told") and "under sc" in self.text("#orders details") + self.text("#orders details:last-of-type"), self.text("#orders"))
        self.picture("orders-impossible")
        self.choose_model("#order-model", "tso")
        self.wait("document.querySelector('#orders').textContent.includes('under tso')")
        for text in ("shared x; thread t { x := yy; }", "X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\nexists (x=1)\n"):
            self.write_program(text)
            self.click("#orders-button")
            self.wait("!document.querySelector('#orders-button').disabled && look.all('#orders .told').length === 0 && look.all('#orders .note').length === 1")
            self.expect(re.search("undefined|litmus test", self.text("#orders .note")), self.text("#orders .note"))

    def check_exercises(self):
        self.tab("exercise")
        self.click("#exercise [data-name=sb-two-models]")
        self.wait("look.all('#exercise table select').length >= 2")
        count = self.js("look.all('#exercise table select').length")
        for index in range(count):
            self.choose_in_table(index, "allowed")
        self.click("#exercise [data-key=hint]")
        self.wait("look.all('#exercise .note').length >= 1")
        self.click("#exercise [data-key=try]")
        self.wait("look.all('#exercise .grade').length === 1")
        self.expect("of 2 points" in self.text(".grade"), self.text(".grade"))
        self.picture("exercise-table")
        self.click("#exercise [data-key=all]")
        self.click("#exercise [data-name=cycle-sb]")
        self.wait("look.all('#exercise g.edge.clickable').length > 2")
        self.js("look.all('#exercise g.edge.clickable')[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        self.wait("look.all('#exercise ol li').length === 1")
        self.picture("exercise-cycle")
        self.click("#exercise [data-key=all]")
        self.click("#exercise [data-name=mp-modes]")
        self.wait("look.all('#exercise .template select').length > 0")
        self.picture("exercise-holes")
        self.check_steps_exercise()

    def check_steps_exercise(self):
        """The moves of the game are the answer, also those that leave the execution."""
        self.click("#exercise [data-key=all]")
        self.click("#exercise [data-name=machine-steps]")
        self.wait("look.all('#exercise .thread').length === 2")
        self.make_moves("promise y = 1", "read y = 1", "write x = 1", "read x = 0", "write y = 1")
        self.expect("It is another outcome" in self.text("#exercise"), "the end of another run")
        self.grade("0 of 4 points", "its value is 1")
        self.click("#exercise [data-key=back]")
        self.wait("look.all('#exercise .step-list li').length === 4")
        self.click("#exercise [data-key=back]")
        self.wait("look.all('#exercise .step-list li').length === 3")
        self.make_moves("read x = 1", "write y = 1")
        self.expect("This is the outcome" in self.text("#exercise"), "the end of the wanted run")
        self.expect(self.js("document.querySelector('#exercise textarea').value.split('\\n')") ==
                    ["promise left y = 1", "right.1 = 1", "right.2", "left.1 = 1", "left.2"], "the moves as an answer")
        self.grade("4 of 4 points", "the machine can take each step")
        self.picture("exercise-steps")
        # The moves are kept in the browser.
        self.click("#exercise [data-key=all]")
        self.click("#exercise [data-name=machine-steps]")
        self.wait("look.all('#exercise .step-list li').length === 5")
        self.click("#exercise [data-key=restart]")
        self.wait("look.all('#exercise .step-list li').length === 0 && document.querySelector('#exercise textarea').value === ''")

    def make_moves(self, *moves):
        done = self.js("look.all('#exercise .step-list li').length")
        for number, move in enumerate(moves, done + 1):
            self.click_text("#exercise .thread .bar button", move)
            self.wait(f"look.all('#exercise .step-list li').length === {number}")

    def grade(self, points, finding):
        self.click("#exercise [data-key=try]")
        self.wait(f"document.querySelector('#exercise .grade')?.textContent.includes('{points}')")
        self.expect(finding in self.text(".grade"), self.text(".grade"))

    def choose_in_table(self, index, value):
        self.js(f"(() => {{ const list = look.all('#exercise table select')[{index}]; list.value = '{value}'; list.dispatchEvent(new Event('change')); }})()")

    def check_share(self):
        self.load_sb()
        self.browser.click("look.all('#matrix td.reached button')[1]")
        self.click("#share-button")
        self.wait("location.hash.startsWith('#s=') && !document.querySelector('#notice').hidden")
        time.sleep(0.6)
        address = self.js("location.hash")
        row = self.js("look.selected()")
        self.expect(len(address) < 500, f"the address has {len(address)} characters")
        self.open(address)
        self.wait("look.all('#matrix tbody td').length > 3")
        self.wait(f"look.selected() === {row}")
        self.open("#s=broken!")
        self.expect("damaged" in self.text("#notice"), "a damaged address")

    def check_download(self):
        self.load_sb()
        self.js("""window.saved = [];
          URL.createObjectURL = blob => { blob.text().then(text => saved.push(text)); return 'blob:saved'; };
          HTMLAnchorElement.prototype.click = () => {};""")
        beginnings = [r"// Store buffering", r"C converted", r"<!DOCTYPE html>", r"<\?xml|<svg", r"(?s).*tikzpicture"]
        for index, beginning in enumerate(beginnings):
            self.click("#download-button")
            self.wait("document.querySelector('#download').open")
            self.expect(self.js("look.all('#download-list button').length") == len(beginnings), "what there is to download")
            if index == 0:
                self.picture("download")
            self.click("#download-list button", index)
            self.wait(f"saved.length === {index + 1}")
            self.expect(re.match(beginning, self.js(f"saved[{index}]")), f"download {index}: {self.js(f'saved[{index}].slice(0, 60)')}")

    def check_stop(self):
        self.open()
        # Executions are long: the run can be stopped before it reaches the limit on executions.
        self.write_program("shared x;\nthread w(i in 1..8) { for (k := 0; k < 60; k := k + 1) { x@rlx := i; r := x@rlx; } }\n"
                           "exists (w1:r == 2);\n")
        self.wait("look.all('#diagnostics li').length === 0")
        self.click("#check-button")
        self.wait("!document.querySelector('#stop-button').disabled")
        time.sleep(1)
        self.expect("running" in self.text("#progress"), f"it says {self.text('#progress')}")
        self.click("#stop-button")
        self.wait("document.querySelector('#answer').textContent.includes('stopped')", 10)
        self.expect(self.server.wait_for_children(0, 5), "a run is left")

    def check_own_model(self):
        self.load_sb()
        self.click("#tab-model")
        self.browser.click("look.all('#model-editor .CodeMirror-lines')[0]")
        self.browser.call("Input.insertText", text='"Mine"\ninclude "sc.cat"\n')
        self.click("#models input[value=\"own.cat\"]")
        self.click("#check-button")
        self.wait("look.texts('#matrix thead th').includes('own.cat')")
        self.browser.call("Input.insertText", text="\nlet a = |\n")
        self.wait("look.all('#diagnostics .error').length > 0")
        self.picture("own-model")

    def check_tabulator(self):
        """Everything can be reached with the tabulator key, has a name, and shows the focus."""
        self.open()
        self.press("Enter", control=True)
        self.wait("look.all('#matrix tbody td').length > 3")
        reached = []
        for _ in range(120):
            self.browser.press("Tab")
            if self.js("Boolean(document.activeElement.closest('.CodeMirror'))"):
                reached.append("editor")
                self.browser.press("Escape")
                continue
            focus = self.browser.js(FOCUSED)
            if focus is None:
                break
            self.expect(re.search(r"\w|[‹›−+]", focus["name"]), f"{focus['what']} has no name")
            self.expect(focus["isSeen"], f"the focus is not seen on {focus['what']}: {focus['name']}")
            reached.append(focus["what"])
        for wanted in ("gallery-button", "editor", "tab-outcomes", "picture"):
            self.expect(wanted in reached, f"{wanted} cannot be reached: {reached}")
