"""The examples, and models that are typed on the page."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import View  # noqa: E402
from view_case import LIFE, Case  # noqa: E402


class Gallery(Case):
    def open(self, *arguments):
        opened = View("--backend", "cpu", *arguments, folder=self.folder)
        self.addCleanup(opened.__exit__)
        return opened, self.client(opened)

    def test_examples(self):
        view, page = self.open()
        listed = [example["name"] for example in page.wait_for("gallery")["examples"]]
        self.assertIn("cell-mixing-3d", listed)
        self.assertGreater(len(listed), 30)
        for name in ("life", "glider-gun", "n-queens"):  # the second names a file, the third has no lattice
            page.ask("open", what=name)
            self.assertEqual(page.wait_for("model")["name"], name)
        page.ask("open", what="../../etc/passwd")
        page.wait_for("wrong")
        self.assertIn("runs/view-life\n", view.close()[0])

    def test_pictures(self):
        view, page = self.open()
        names = [example["name"] for example in page.wait_for("gallery")["examples"]]
        page.ask("preview", what="nonsense")
        page.ask("preview", what=next(name for name in names if name.startswith("cell-sorting")))
        shown = page.wait_for("preview")
        self.assertTrue(shown["bytes"].startswith(b"\x89PNG"), shown["name"])

    def test_models_without_pictures_and_large_ones(self):
        _, page = self.open()
        page.wait_for("gallery")
        for name, start in (("reacting-membranes", b"<svg"), ("clouds-3d", b"\x89PNG")):
            page.ask("preview", what=name)
            shown = page.wait_for("preview")
            self.assertTrue(shown["bytes"].startswith(start), name)
            self.assertEqual(shown["type"], "image/png" if start == b"\x89PNG" else "image/svg+xml")
        page.ask("preview", what="dividing-cells")  # its step is a batch of cells, and it has no curves
        self.assertEqual(page.wait_for("preview")["bytes"], b"")

    def test_a_dropped_file_keeps_its_name(self):
        _, page = self.open()
        page.wait_for("gallery")
        for name, expected in (("my life (2).yaml", "mylife2"), ("../../x.y.yaml", "x.y"), ("..", "typed"), ("", "typed")):
            page.ask("open", text=LIFE, name=name)
            self.assertEqual(page.wait_for("model")["name"], expected)

    def test_typed(self):
        (self.folder / "allowed").mkdir()
        (self.folder / "secret.rle").write_text("x = 1, y = 1\no!\n")
        (self.folder / "allowed" / "dot.rle").write_text("x = 1, y = 1\no!\n")
        _, page = self.open("--files", "allowed")
        page.wait_for("gallery")
        page.ask("open", text=LIFE.replace("density: 0.4", "density: 4"))
        problem = page.wait_for("wrong")["problems"][0]
        self.assertEqual(problem["line"], 6)
        self.assertIn("density", problem["key"])
        pattern = LIFE.split("initial")[0] + "initial: {pattern: {file: %s, at: [3, 3]}}\n"
        (self.folder / "allowed" / "link.rle").symlink_to(self.folder / "secret.rle")
        for file in ("link.rle", "../secret.rle", str(self.folder / "secret.rle"), "/etc/passwd"):
            page.ask("open", text=pattern % file)
            self.assertIn("--files", page.wait_for("wrong")["problems"][0]["what"], file)
        page.ask("open", text=pattern % "dot.rle")
        self.assertEqual(page.wait_for("model")["name"], "typed")


if __name__ == "__main__":
    unittest.main()
