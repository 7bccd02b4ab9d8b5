"""The page in a real browser. If chromium, its driver or selenium is missing, the test is skipped and says so."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import PROGRAM, View  # noqa: E402


def missing():
    if not shutil.which("chromium"):
        return "chromium is not here"
    if not shutil.which("chromedriver"):
        return "chromedriver (chromium-driver) is not here"
    try:
        import selenium  # noqa: F401
    except ImportError:
        debian = "/usr/bin/python3"  # another Python may come first on the path
        if os.path.exists(debian) and not os.path.samefile(sys.executable, debian) and "AGAIN" not in os.environ:
            os.execve(debian, [debian, *sys.argv], {**os.environ, "AGAIN": "1"})
        return f"{sys.executable} has no selenium (python3-selenium)"
    return ""


EXAMPLES = pathlib.Path(os.environ.get("MORULA_SOURCE_DIR", ".")).absolute() / "examples"


def open_browser(downloads, width=1200, height=800):
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    options = Options()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads),
                                              "profile.default_content_setting_values.automatic_downloads": 1})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="morula-page-"))
        cls.browser = open_browser(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        shutil.rmtree(cls.folder)

    def tearDown(self):
        problems = [line for line in self.browser.get_log("browser") if line["level"] == "SEVERE" and "WebSocket connection" not in line["message"]]
        self.assertEqual(problems, [])
        if shots := os.environ.get("MORULA_SHOTS"):
            self.browser.save_screenshot(f"{shots}/{self._testMethodName}.png")

    def open(self, *arguments):
        view = View(*arguments, "--backend", "cpu", folder=self.folder)
        self.addCleanup(view.__exit__)
        self.browser.get(view.address)
        self.until(lambda: self.text("status").startswith("step"))
        return view

    def element(self, name):
        return self.browser.find_element("id", name)

    def text(self, name):
        return self.element(name).text

    def until(self, holds, seconds=45, what=""):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, f"waited in vain for {what}; {os.listdir(self.folder)}")
            time.sleep(0.05)

    def step(self):
        return int(self.text("status").split()[1].rstrip(","))

    def drawn(self):
        return int(self.element("lattice").get_attribute("data-step"))

    def pixels(self):
        return self.browser.execute_script(
            "const c = document.getElementById('lattice'); return c.toDataURL();")

    def colours(self):
        return self.browser.execute_script(
            "const c = document.getElementById('lattice'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "const s = new Set(); for (let i = 0; i < d.length; i += 4) s.add(d[i] << 16 | d[i+1] << 8 | d[i+2]); return s.size;")

    def panes_that_differ(self):
        """For each of the three panes, 1 if it differs from the left one, else 0."""
        return self.browser.execute_script(
            "const c = document.getElementById('lattice'), w = Math.floor(c.width / 3), g = c.getContext('2d');"
            "const of = (i) => g.getImageData(i * w, 0, w - 4, c.height).data.join();"
            "return [0, 1, 2].map((i) => of(i) === of(0) ? 0 : 1);")

    def set(self, name, value):
        self.browser.execute_script(
            "const e = document.getElementById(arguments[0]); e.value = arguments[1];"
            "for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true}));", name, value)

    def test_plane(self):
        self.open(EXAMPLES / "cell-sorting.yaml", "--out", "sorting")
        self.until(lambda: self.colours() > 2)
        first = self.pixels()
        self.element("play").click()
        self.until(lambda: self.step() > 20 and self.pixels() != first)
        self.element("play").click()
        self.until(lambda: "state" in self.text("status") and self.drawn() == self.step())
        step, still = self.step(), self.pixels()
        time.sleep(0.4)
        self.assertEqual((self.step(), self.pixels()), (step, still), "pause does not hold")
        self.element("one").click()
        self.until(lambda: self.step() == step + 1)
        self.set("count", "7")
        self.element("some").click()
        self.until(lambda: self.step() == step + 8)

        # Changes a setting, and paints with the brush.
        self.set("set-potts.temperature", "3")
        self.until(lambda: "next step" in self.text("status"))
        self.element("one").click()
        self.until(lambda: "1 change," in self.text("status"))
        before = self.pixels()
        self.element("brush-on").click()
        self.set("brush-state", "dark")
        self.set("brush-radius", "10")
        self.click_lattice()
        self.until(lambda: "2 changes" in self.text("status") and self.pixels() != before)
        self.element("brush-on").click()

        # Picks a cell; its values, the curves, and the files that can be saved.
        self.click_lattice()
        self.until(lambda: "in the table cells" in self.text("row"))
        self.assertIn("type", self.text("row"))
        self.until(lambda: self.browser.find_elements("css selector", "#figure svg"))
        self.assertIn(f"picked at step {self.step()}", self.text("site"))
        self.until(lambda: self.browser.find_elements("css selector", "#legend svg"))
        for kind, name in (("model", "cell-sorting.yaml"), ("curves", "cell-sorting.svg"), ("series", "cell-sorting.csv"),
                           ("report", "cell-sorting.html")):
            self.browser.execute_script(f"document.querySelector('[data-take={kind}]').click()")
            self.until(lambda: (self.folder / name).exists(), what=name)
        self.browser.execute_script("document.getElementById('take-picture').click()")
        self.until(lambda: list(self.folder.glob("cell-sorting-*.png")))
        lines = (self.folder / "sorting" / "changes.jsonl").read_text().splitlines()
        self.assertEqual(json.loads(lines[0])["set"], {"potts.temperature": 3})
        self.assertEqual(json.loads(lines[1])["to"], "dark")

        # The track of the cell, and a comparison with another temperature.
        self.until(lambda: "1 point" in self.text("track") and "1 points" not in self.text("track"))
        self.element("one").click()
        self.until(lambda: "2 points" in self.text("track"))
        self.assertIn(f"in the table cells at step {self.step()}", self.text("row"))
        self.browser.execute_script("document.getElementById('film-webm').click()")
        self.set("beside-key", "potts.temperature")
        self.assertEqual(self.element("beside-value").get_attribute("value"), "3")  # as it was changed above
        self.set("set-potts.temperature", "4")
        self.element("one").click()
        self.until(lambda: self.element("beside-value").get_attribute("value") == "4", what="the new temperature")
        self.set("beside-value", "60")
        self.browser.execute_script("document.getElementById('compare').requestSubmit()")
        self.until(lambda: self.element("pane-names").is_displayed())
        self.element("some").click()
        self.until(lambda: re.search(r"differ: [1-9]\d+ sites", self.text("pane-names")), what="differing sites")
        self.until(lambda: self.drawn() == self.step())
        self.assertEqual(self.panes_that_differ(), [0, 1, 1])
        self.browser.execute_script("document.getElementById('film-webm').click()")
        self.until(lambda: (self.folder / "cell-sorting.webm").exists() and
                   (self.folder / "cell-sorting.webm").stat().st_size > 1000, what="cell-sorting.webm")
        self.element("beside-off").click()
        self.browser.execute_script("document.getElementById('film-gif').click()")
        self.element("some").click()
        self.until(lambda: "state" in self.text("status") and self.drawn() == self.step())
        self.browser.execute_script("document.getElementById('film-gif').click()")
        self.until(lambda: (self.folder / "cell-sorting.gif").exists(), what="cell-sorting.gif")
        self.assertEqual((self.folder / "cell-sorting.gif").read_bytes()[:6], b"GIF89a")
        self.until(lambda: not self.element("pane-names").is_displayed())

        # A refused value, in the model and in a comparison: the model keeps its value.
        self.set("set-potts.temperature", "-5")
        self.until(lambda: "temperature" in self.text("problem-text"), what="a refusal")
        self.until(lambda: self.element("set-potts.temperature").get_attribute("value") == "4")
        self.assertIn("wrong", self.element("set-potts.temperature").get_attribute("class"))
        self.element("close-problem").click()
        self.assertFalse(self.element("problem").is_displayed())
        step = self.step()
        for wrong in ("-3", "", "2.5"):
            self.set("count", wrong)
            self.element("some").click()
            self.until(lambda: "whole number" in self.text("problem-text"))
        self.set("count", "7")
        self.assertEqual(self.step(), step)
        self.element("one").click()  # a successful action removes the message
        self.until(lambda: not self.element("problem").is_displayed() and self.step() == step + 1)

        # Goes back to before the brush; other views; zoom.
        self.until(lambda: "step" in self.element("back").text)
        kept = self.element("back").text.split()[-1]
        self.set("back", kept)
        self.until(lambda: self.step() == int(kept))
        shown = self.pixels()
        self.set("of", "id")
        self.until(lambda: self.pixels() != shown)
        shown = self.pixels()
        self.press("+")
        self.until(lambda: self.pixels() != shown)

    def test_graded_views_beside_each_other(self):
        """Both panes have the same scale, values under the pointer are as in the legend, and the legend has numbers."""
        self.open(EXAMPLES / "cell-sorting.yaml", "--out", "graded")
        self.check_sliders()
        self.hover_lattice()
        self.until(lambda: re.search(r"type (light|dark), cell \d+", self.text("value")), what="the state's name")
        self.set("of", "volume")
        self.until(lambda: re.search(r"volume \d+, cell \d+", self.text("value")), what="the value of the new view")
        self.until(lambda: re.search(r"least \d+", self.text("legend")), what="numbers in the legend")
        self.set("beside-value", "60")
        self.browser.execute_script("document.getElementById('compare').requestSubmit()")
        self.until(lambda: self.element("pane-names").is_displayed() and "differ: 0 sites" in self.text("pane-names"))
        self.until(lambda: self.drawn() == self.step() and self.panes_that_differ()[1] == 0, what="two equal panes")
        self.set("count", "30")
        self.element("some").click()
        self.until(lambda: re.search(r"differ: [1-9]\d+ sites", self.text("pane-names")), what="differing sites")
        counted = self.text("pane-names")
        self.set("of", "type")
        self.until(lambda: re.search(r"differ: \d+ sites", self.text("pane-names")) and self.text("pane-names") != counted,
                   what="the count of the other view")
        # A cell that was picked in the second pane is followed there.
        self.click_lattice()
        self.until(lambda: "the second pane" in self.text("site") and "now at" in self.text("track"))
        self.element("beside-off").click()
        self.until(lambda: not self.element("picked").is_displayed())

    def check_sliders(self):
        """Each slider shows the value of its field."""
        places = self.browser.execute_script(
            "return [...document.querySelectorAll('#settings input[type=range]')].map((slider) =>"
            "  [slider.dataset.key, Number(slider.value), Number(document.getElementById('set-' + slider.dataset.key).value)]);")
        self.assertGreater(len(places), 0)
        for key, slider, field in places:
            self.assertAlmostEqual(slider, field, places=6, msg=key)

    def test_keys_after_clicks_and_a_stroke(self):
        from selenium.webdriver.common.action_chains import ActionChains
        self.open(EXAMPLES / "life.yaml", "--out", "stroke", "--steps", "1000000000", "--set", "lattice.size=[100,100]", "--set", "initial={cells: [[1,1],[2,1],[3,1]]}")
        self.element("one").click()
        self.until(lambda: self.step() == 1 and self.text("play") == "Play", what="the end of one step")
        self.press(" ")  # starts playing, and does not press the button again
        self.until(lambda: self.text("play") == "Pause")
        self.press(" ")
        self.until(lambda: self.text("play") == "Play" and "state" in self.text("status"))
        self.element("brush-on").click()
        self.press(".")  # also while a checkbox has the focus
        self.set("brush-radius", "2")
        self.set("brush-state", "1")
        lattice = self.element("lattice")
        ActionChains(self.browser).move_to_element_with_offset(lattice, -200, 0).click_and_hold().move_to_element_with_offset(
            lattice, 200, 0).release().perform()
        self.until(lambda: (self.folder / "stroke" / "changes.jsonl").exists())
        centres = lambda: sorted(json.loads(line)["sites"]["ball"]["centre"][0] for line in
                                 (self.folder / "stroke" / "changes.jsonl").read_text().splitlines())
        self.until(lambda: len(centres()) > 20, what="dabs between the two places")
        self.until(lambda: f"{len(centres())} changes" in self.text("status"))
        self.assertLessEqual(max(b - a for a, b in zip(centres(), centres()[1:])), 4, "discs that touch")

    def test_curves_alone(self):
        """A model without a lattice has its curves in the large area."""
        self.open(EXAMPLES / "reacting-membranes.yaml", "--steps", "50", "--play")
        self.until(lambda: self.element("large-curves").is_displayed() and
                   self.browser.find_elements("css selector", "#large-curves svg"))
        self.assertFalse(self.element("of").is_displayed())
        self.assertGreater(self.browser.execute_script("return document.querySelector('#figure svg').clientWidth"), 500)
        self.until(lambda: "state" in self.text("status"))
        self.set("beside-key", "membrane.parallelism")
        self.set("beside-value", "maximal")
        self.browser.execute_script("document.getElementById('compare').requestSubmit()")
        self.until(lambda: "membrane.parallelism maximal" in self.text("beside-note"))
        self.element("beside-off").click()
        self.until(lambda: not self.element("beside-note").is_displayed())

    def test_solid(self):
        self.check_solid()
        self.check_sliders()

    def check_solid(self):
        self.open(EXAMPLES / "cell-mixing-3d.yaml")
        self.until(lambda: self.colours() > 20)
        shown = self.pixels()
        self.press("\ue012")  # left arrow: turns
        self.until(lambda: self.pixels() != shown)
        self.press(" ")
        self.until(lambda: self.step() > 3)
        self.press(" ")
        self.until(lambda: "state" in self.text("status"))
        shown = self.pixels()
        # The visible site, its cell, and the brush.
        self.click_lattice()
        self.until(lambda: "in the table cells" in self.text("row"))
        self.element("brush-on").click()
        self.set("brush-radius", "6")
        self.click_lattice()
        self.until(lambda: "1 change," in self.text("status") and self.pixels() != shown)
        self.element("brush-on").click()
        shown = self.pixels()
        self.set("mode", "z")
        self.until(lambda: self.pixels() != shown)
        self.set("mode", "volume")
        self.set("theme", "dark")
        self.assertEqual(self.browser.execute_script("return document.documentElement.dataset.theme"), "dark")

    def test_gallery(self):
        view = View("--backend", "cpu", folder=self.folder)
        self.addCleanup(view.__exit__)
        self.browser.get(view.address)
        self.until(lambda: self.browser.find_elements("css selector", "[data-example=rock-paper-scissors]"))
        height = "return document.getElementById('examples').scrollHeight"
        before = self.browser.execute_script(height)
        self.until(lambda: len(self.browser.find_elements("css selector", "#examples img")) > 2, what="pictures of examples")
        self.assertEqual(self.browser.execute_script(height), before, "cards move when a picture comes")
        if shots := os.environ.get("MORULA_SHOTS"):
            self.browser.save_screenshot(f"{shots}/gallery.png")
        # A card can be clicked before its picture has arrived, and other pictures arrive afterwards.
        self.browser.find_element("css selector", "[data-example=rock-paper-scissors]").click()
        self.until(lambda: self.text("name") == "rock-paper-scissors" and self.step() > 0)
        self.element("to-gallery").click()
        self.until(lambda: self.element("own").is_displayed())
        self.browser.find_element("css selector", "#own summary").click()
        self.until(lambda: self.element("text").is_displayed())
        self.element("text").send_keys("model: automaton\nsteps: 0.5\n")
        self.element("run-text").click()
        self.until(lambda: "line 2" in self.text("wrong"))
        self.assertTrue(self.browser.find_elements("css selector", "#lines .wrong"))
        # The page behind the gallery gets no keys; Escape closes the gallery.
        step, playing = self.step(), self.text("play")
        self.browser.execute_script("document.activeElement.blur()")
        self.press(" r")
        self.assertTrue(self.browser.execute_script("return document.querySelector('main').inert"))
        self.press("\ue00c")
        self.until(lambda: not self.element("gallery").is_displayed())
        self.assertEqual(self.text("play"), playing)
        self.assertGreaterEqual(self.step(), step)
        # After opening another model, nothing is picked.
        self.click_lattice()
        self.until(lambda: self.element("picked").is_displayed())
        self.element("to-gallery").click()
        self.until(lambda: self.browser.find_elements("css selector", "[data-example=life]"))
        self.browser.execute_script("document.querySelector('[data-example=life]').click()")
        self.until(lambda: self.text("name") == "life" and self.step() > 0)
        self.assertFalse(self.element("picked").is_displayed())

    def drop(self, name, text):
        self.browser.execute_script(
            "const dropped = new DataTransfer(); dropped.items.add(new File([arguments[1]], arguments[0]));"
            "dispatchEvent(new DragEvent('drop', {dataTransfer: dropped, cancelable: true}));", name, text)

    def test_back_to_the_run_after_a_wrong_file(self):
        """The gallery was first shown when there was no run yet."""
        view = View("--backend", "cpu", folder=self.folder)
        self.addCleanup(view.__exit__)
        self.browser.get(view.address)
        self.until(lambda: self.browser.find_elements("css selector", "[data-example=life]"))
        self.assertFalse(self.element("close-gallery").is_displayed())
        self.browser.execute_script("document.querySelector('[data-example=life]').click()")
        self.until(lambda: self.text("name") == "life" and self.step() > 0)
        for leave in (lambda: self.press("\ue00c"), lambda: self.element("close-gallery").click()):
            self.drop("wrong.yaml", "model: automaton\nsteps: 10.5\n")
            self.until(lambda: "line 2" in self.text("wrong"))
            self.assertTrue(self.element("close-gallery").is_displayed())
            leave()
            self.until(lambda: not self.element("gallery").is_displayed(), what="the way back")
        self.assertFalse(self.browser.execute_script("return document.querySelector('main').inert"))

    def test_why_a_run_has_failed(self):
        view = self.open(EXAMPLES / "life.yaml", "--out", "broken")
        manifest = self.folder / "broken" / "manifest.json"
        manifest.unlink()
        manifest.mkdir()  # so that it cannot be written
        self.element("restart").click()
        view.process.wait(60)
        self.until(lambda: self.element("over").get_attribute("data-connected") == "false", what="the end of the connection")
        self.assertIn("The run has failed", self.text("over"))
        self.assertIn("manifest.json", self.text("over"))
        self.browser.get("about:blank")

    def test_too_many_steps(self):
        self.open(EXAMPLES / "life.yaml", "--out", "many")
        self.set("count", "999999999999999")
        self.element("some").click()
        self.until(lambda: "at most" in self.text("problem-text"), what="a message")
        self.element("one").click()
        self.until(lambda: self.step() == 1)

    def test_a_run_that_has_ended(self):
        subprocess.run([PROGRAM, "run", EXAMPLES / "life.yaml", "--out", "ended", "--quiet", "--steps", "40", "--set",
                        "output.state.every=10"], cwd=self.folder, check=True)
        self.open("ended")
        self.until(lambda: self.step() == 40 and self.colours() > 1)
        last = self.pixels()
        self.set("moment", "1")
        self.until(lambda: self.step() == 10 and self.pixels() != last)
        self.assertFalse(self.element("change").is_displayed())
        self.element("play").click()
        self.until(lambda: self.step() == 40)

    def step_under_pointer(self):
        found = re.search(r" (\d+): \w+", self.text("curve-values"))
        return int(found[1]) if found else -1

    def places_in_panels(self):
        return self.browser.execute_script(
            "const whole = document.querySelector('#figure svg'), panels = [...whole.querySelectorAll('svg[data-from]')];"
            "whole.scrollIntoView({block: 'center'});"
            "const box = whole.getBoundingClientRect(), scale = box.width / whole.viewBox.baseVal.width;"
            "return panels.map((panel) => panel.viewBox.baseVal).flatMap(({x, y, width, height}) =>"
            "  [[x + 2, y + 4], [x + width - 1, y + height - 3]].map(([at, down]) =>"
            "    [box.left + at * scale, box.top + down * scale]));")

    def step_at(self, i):
        """The step that the page shows for the pointer at a place, which may move while the page redraws the curves."""
        from selenium.webdriver.common.action_chains import ActionChains
        across, down = self.places_in_panels()[i]
        for nudge in (1, 0):
            act = ActionChains(self.browser)
            act.w3c_actions.pointer_action.move_to_location(round(across), round(down) - nudge)
            act.perform()
        return self.step_under_pointer()

    def check_values_under_pointer(self):
        """At the left and right edge of each panel, away from any line, the values are those of the first and last step."""
        last = self.step()
        self.until(lambda: self.browser.execute_script(
            "return Number(document.querySelector('#figure svg[data-to]')?.dataset.to)") == last, what="the last row")
        count = len(self.places_in_panels())
        self.assertGreaterEqual(count, 2)
        for i in range(count):
            self.until(lambda: self.step_at(i) == (last if i % 2 else 0), what=f"values at place {i}")
        if shots := os.environ.get("MORULA_SHOTS"):
            self.browser.save_screenshot(f"{shots}/values.png")

    def test_the_last_step(self):
        self.open(EXAMPLES / "life.yaml", "--steps", "5", "--out", "short", "--play", "--set", "output.series.every=1")
        self.until(lambda: "step 5 of 5, Play goes on" in self.text("status"))
        self.check_values_under_pointer()
        self.element("play").click()
        self.until(lambda: "step 10 of 10, Play goes on" in self.text("status"))

    def test_narrow_and_gone(self):
        view = self.open(EXAMPLES / "life.yaml", "--play")
        self.browser.set_window_size(420, 800)
        self.until(lambda: self.colours() > 1)
        wide = self.browser.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
        self.assertLessEqual(wide, 0)
        view.process.kill()
        self.until(lambda: "has ended" in self.text("over"))
        self.assertIn("view-life", self.text("over"))
        self.browser.set_window_size(1200, 800)
        self.browser.get("about:blank")

    def click_lattice(self):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.browser).move_to_element(self.element("lattice")).click().perform()

    def hover_lattice(self):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.browser).move_to_element(self.element("lattice")).perform()

    def press(self, key):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.browser).send_keys(key).perform()


if __name__ == "__main__":
    if reason := missing():
        print("skipped: " + reason)
        sys.exit(77)
    unittest.main()
