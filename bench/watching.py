#!/usr/bin/env python3
"""The cost of watching a run: steps a second of `morula view` without pictures, with 30 pictures a second, over a
connection of 1 MB/s, and with a page that has stopped reading. One command, after the program was built:

    bench/watching.py [--backend cuda] [--seconds 10] [--size 4096] [--only life,species,tissue,potts]

Only Python's standard library is used. Rates are compared within one run: each is measured between two measurements without
pictures.
"""
import argparse
import os
import pathlib
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "serve"))
from bare_client import Client, View  # noqa: E402

MODELS = {
    "life": """model: automaton
seed: 1
steps: 100000000000
lattice: {{size: [{plane}, {plane}], boundary: periodic}}
automaton: {{rule: B3/S23}}
initial: {{random: {{density: 0.3}}}}
output: {{series: {{every: 1000000}}}}
""",
    "species": """model: interaction
seed: 1
steps: 100000000
lattice: {{size: [{plane}, {plane}], boundary: periodic}}
interaction: {{species: [red, blue, yellow], preys: cyclic, rates: {{mobility: 0.5, reproduction: 0.25, predation: 0.25}}}}
initial: {{fractions: equal}}
output: {{series: {{every: 1000000}}}}
""",
    "tissue": """model: potts
seed: 1
steps: 100000000
lattice: {{size: [{plane}, {plane}], boundary: periodic}}
potts:
  types: [medium, light, dark]
  temperature: 10
  adhesion: {{light-light: 14, dark-dark: 2, light-dark: 11, medium-light: 16, medium-dark: 16}}
  volume: {{light: {{target: 64, strength: 1}}, dark: {{target: 64, strength: 1}}}}
initial: {{cells: {{box: {{from: [0, 0], to: [{end}, {end}]}}, width: 8, types: {{light: 0.5, dark: 0.5}}}}}}
output: {{series: {{every: 1000000}}}}
""",
    "potts": """model: potts
seed: 1
steps: 100000000
lattice: {{size: [{solid}, {solid}, {solid}], boundary: periodic}}
potts:
  types: [medium, light, dark]
  temperature: 30
  adhesion: {{light-light: 5, dark-dark: 5, light-dark: 3, medium-light: 8, medium-dark: 8}}
  volume: {{light: {{target: 64, strength: 8}}, dark: {{target: 64, strength: 8}}}}
initial: {{cells: {{box: {{from: [0, 0, 0], to: [{last}, {last}, {last}]}}, width: 4, types: {{light: 0.5, dark: 0.5}}}}}}
output: {{series: {{every: 1000000}}}}
""",
}


class Watcher:
    """A page that draws pictures. It reads at most `bytes_a_second`; with `stops` it stops reading after the first picture."""

    def __init__(self, view, bytes_a_second=None, stops=False):
        self.client = Client(view, buffer=65536 if bytes_a_second or stops else None)
        self.pictures, self.bytes, self.over = 0, 0, False
        self.limit, self.stops = bytes_a_second, stops
        self.client.ask("look", width=1200, height=900)
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        try:
            while not self.over:
                heard = self.client.hear()
                if heard["is"] != "picture":
                    continue
                self.pictures += 1
                self.bytes += len(heard["bytes"])
                if self.stops:
                    self.client.ask("seen")
                    return
                if self.limit:
                    time.sleep(len(heard["bytes"]) / self.limit)
                self.client.ask("seen")
        except (ConnectionError, OSError):
            pass

    def close(self):
        self.over = True
        self.client.close()


def fresh_status(page):
    """The next status that arrives: those that have been waiting to be read are older than they seem."""
    shortest_wait = 0.02  # seconds; the program sends at most ten a second
    while True:
        asked = time.monotonic()
        status = page.wait_for("status")
        arrived = time.monotonic()
        if arrived - asked > shortest_wait:
            return status["step"], arrived


def steps_a_second(page, seconds):
    """Measured by the status messages that a page without pictures gets."""
    first, begun = fresh_status(page)
    last, now = first, begun
    while now - begun < seconds:
        last, now = page.wait_for("status")["step"], time.monotonic()
    return (last - first) / (now - begun)


def wait_for_picture(watcher):
    for _ in range(600):
        if watcher.pictures:
            return
        time.sleep(0.1)
    raise RuntimeError("no picture came within a minute")


def measure(name, text, arguments):
    with tempfile.TemporaryDirectory(prefix="morula-watching-") as folder:
        (pathlib.Path(folder) / "model.yaml").write_text(text)
        with View("model.yaml", "--play", "--backend", arguments.backend, folder=folder) as view:
            page = Client(view)
            page.wait_for("model", seconds=300)
            time.sleep(2)
            for kind, reading in (("30 pictures/s", {}), ("1 MB/s", {"bytes_a_second": 1e6}), ("stopped", {"stops": True})):
                before = steps_a_second(page, arguments.seconds)
                watcher = Watcher(view, **reading)
                wait_for_picture(watcher)  # the first picture may compile kernels
                time.sleep(0.5)
                shown = watcher.pictures
                begun = time.monotonic()
                during = steps_a_second(page, arguments.seconds)
                pictures = (watcher.pictures - shown) / (time.monotonic() - begun)
                size = watcher.bytes / max(watcher.pictures, 1) / 1000
                watcher.close()
                after = steps_a_second(page, arguments.seconds)
                plain = (before + after) / 2
                print(f"{name:8} {kind:14} {plain:12.1f} {during:12.1f} steps/s {100 * during / max(plain, 1e-9):6.1f} % "
                      f"{pictures:6.1f} pictures/s {size:8.0f} kB each", flush=True)
            page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--size", type=int, default=4096, help="side of the planes; the side of solids is a sixteenth of it")
    parser.add_argument("--only", default="life,species,tissue,potts")
    arguments = parser.parse_args()
    print(f"{'model':8} {'page':14} {'without':>12} {'with':>12}")
    solid = max(arguments.size // 16, 16)
    for name in arguments.only.split(","):
        measure(name, MODELS[name].format(plane=arguments.size, solid=solid, last=solid - 1, end=arguments.size - 1), arguments)


if __name__ == "__main__":
    main()
