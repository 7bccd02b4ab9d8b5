"""Films of a session, as GIF and MP4."""
import os
import re
import shutil
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from view_case import Case  # noqa: E402


class Films(Case):
    def test_a_film(self):
        page = self.client(self.view())
        page.wait_for("model")
        page.ask("film", what="gif")
        self.assertIn("no film", page.wait_for("problem")["what"])
        page.ask("look", width=100, height=75)
        page.ask("film", what="begin")
        page.wait_for("picture")
        page.ask("seen")
        time.sleep(1)  # if pictures are shown slowly, the film is faster: ten pictures a second
        page.ask("step", steps=3)
        page.wait_for("picture", lambda told: told["step"] == 3)
        page.ask("seen")
        page.ask("film", what="avi")
        self.assertIn("no kind of film", page.wait_for("problem")["what"])
        page.ask("film", what="gif")  # the film is still there
        made = page.wait_for("file")
        self.assertEqual((made["name"], made["bytes"][:6]), ("model.gif", b"GIF89a"))
        self.assertEqual(made["bytes"][6:10], b"\x64\x00\x4b\x00")
        delays = re.findall(rb"\x21\xf9\x04.(..).\x00", made["bytes"], re.DOTALL)
        self.assertEqual({int.from_bytes(delay, "little") for delay in delays}, {10}, "hundredths of a second")
        page.ask("film", what="begin")
        page.wait_for("picture")
        page.ask("seen")
        page.ask("look", width=120, height=75)
        page.wait_for("picture")
        page.ask("film", what="gif")
        page.wait_for("file")
        self.assertIn("another size", page.wait_for("problem")["what"])

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg, which makes films in MP4")
    def test_a_film_in_mp4(self):
        page = self.client(self.view())
        page.wait_for("model")
        page.ask("look", width=101, height=75)  # odd sizes, which the format does not have
        page.ask("film", what="begin")
        page.wait_for("picture")
        page.ask("seen")
        for step in (1, 2, 3):
            page.ask("step", steps=1)
            page.wait_for("picture", lambda told: told["step"] == step)
            page.ask("seen")
        page.ask("film", what="mp4")
        film = page.wait_for("file")
        self.assertEqual(film["type"], "video/mp4")
        self.assertEqual(film["bytes"][4:8], b"ftyp")
        self.assertIn(b"moov", film["bytes"])

    def test_films_of_two_pages_are_both_made(self):
        view = self.view()
        pages = [self.client(view), self.client(view)]
        for page in pages:
            page.wait_for("model")
            page.ask("look", width=900, height=700)
            page.ask("film", what="begin")
            page.wait_for("picture")
            page.ask("seen")
        pages[0].ask("step", steps=40)
        for page in pages:
            page.wait_for("picture", lambda told: told["step"] == 40)
            page.ask("film", what="gif")
        for page in pages:
            self.assertEqual(page.wait_for("file")["bytes"][:6], b"GIF89a")


if __name__ == "__main__":
    unittest.main()
