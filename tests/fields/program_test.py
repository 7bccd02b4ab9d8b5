"""The program with models that have fields: sweeps, XDMF, other runs, what is refused and what is remarked."""
import csv
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree
import zlib

PROGRAM = os.path.abspath(os.environ.get("MORULA_PROGRAM", "build/release/morula"))
MODEL = """model: potts
seed: 3
steps: 4
lattice: {size: [24, 16], boundary: fixed}
potts:
  types: [medium, light]
  temperature: 10
  adhesion: {light-light: 4, medium-light: 8}
  volume: {light: {target: 16, strength: 2}}
  fields:
    %s
%s
initial: {cells: {box: {from: [4, 4], to: [11, 11]}, width: 4, type: light}}
output: {series: {every: 1}, state: {every: 2}}
"""
SIGNAL = "signal: {diffusion: 0.5, decay: 0.1, source: \"type == light\", initial: 1}"


def png(width, height):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + bytes(range(width)) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Fields(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory(prefix="morula-fields-")
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)

    def write(self, fields=SIGNAL, more="", name="model.yaml", steps=None):
        text = MODEL % (fields.replace("\n", "\n    "), more)
        (self.folder / name).write_text(text.replace("steps: 4", f"steps: {steps}") if steps else text)

    def morula(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)

    def run_model(self, *words, out="run"):
        return self.morula("run", "model.yaml", "--out", out, "--backend", "cpu", "--force", *words)

    def complaint(self, fields=SIGNAL, more=""):
        self.write(fields, more)
        done = self.run_model()
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return done.stderr

    def series(self, run):
        with open(self.folder / run / "series.csv") as file:
            return list(csv.DictReader(file))

    def test_sweeps_over_the_numbers_of_a_field(self):
        self.write()
        done = self.morula("sweep", "model.yaml", "--over", "potts.fields.signal.diffusion=0.1,3", "--over",
                           "potts.fields.signal.decay=0,0.2", "--out", "swept")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "swept" / "runs.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 4)
        for row in rows:  # each must equal the run with these numbers in its model file
            diffusion, decay = row["potts.fields.signal.diffusion"], row["potts.fields.signal.decay"]
            self.run_model("--set", f"potts.fields.signal.diffusion={diffusion}", "--set", f"potts.fields.signal.decay={decay}",
                           "--seed", row["seed"])
            self.assertEqual(json.loads((self.folder / "run" / "manifest.json").read_text())["state_hash"], row["state_hash"])
        self.assertEqual(len({row["state_hash"] for row in rows}), 4)

    def test_xdmf_shows_the_values_of_fields(self):
        self.write()
        self.assertEqual(self.run_model().returncode, 0)
        states = self.folder / "run" / "state"
        root = xml.etree.ElementTree.parse(states / "all.xdmf").getroot()
        shown = [item for item in root.iter("Attribute") if item.get("Name") == "signal"]
        self.assertEqual(len(shown), 3)  # steps 0, 2 and 4
        for attribute in shown:
            values = attribute.find("DataItem")
            self.assertEqual((values.get("NumberType"), values.get("Precision")), ("Float", "8"))
            self.assertEqual(values.get("Dimensions").split()[-2:], ["16", "24"])
            file, dataset = values.text.strip().split(":")
            self.assertTrue((states / file).exists())
            self.assertEqual(dataset.strip("/"), "signal")

    def test_a_run_with_other_fields_is_a_beginning(self):
        self.write(SIGNAL + "\nother: {initial: 5}")
        self.assertEqual(self.run_model(out="before").returncode, 0)
        text = MODEL % (SIGNAL + "\n    third: {initial: 2}\n    fourth: {initial: 3}", "")
        begin = text.index("initial: {cells")
        (self.folder / "model.yaml").write_text(text[:begin] + "initial: {run: before}\n" + text[text.index("output:"):])
        done = self.run_model(out="after")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, last = self.series("after")[0], self.series("before")[-1]
        self.assertEqual(first["signal_total"], last["signal_total"])
        self.assertEqual((first["third_mean_light"], first["fourth_min"]), ("2", "3"))

    def test_files_that_hold_no_field(self):
        (self.folder / "values.png").write_bytes(png(24, 16))
        (self.folder / "values.txt").write_text("1 2 3\n")
        self.assertIn("only those have datasets; remove 'dataset'",
                      self.complaint("signal: {file: values.png, dataset: signal}"))
        self.assertRegex(self.complaint("signal: {file: values.txt}"), r"values\.txt.*(PNG|HDF5)")

    def test_values_that_were_cut_off_are_remarked(self):
        self.write("signal: {source: \"-0.4\", initial: 1}")
        done = self.run_model()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("potts.fields.signal: values would have become negative", done.stdout + done.stderr)
        self.assertIn("signal_clamped", done.stdout + done.stderr)
        self.write("signal: {source: \"-0.4\", initial: 1, signed: true}")
        self.assertNotIn("negative", self.run_model().stderr)

    def test_a_value_at_a_wall_without_diffusion(self):
        self.write("signal: {initial: 1, source: \"0.1\", boundary: {x: {value: 2}}}")
        done = self.morula("check", "model.yaml")
        self.assertIn("potts.fields.signal.boundary: a value has no effect without diffusion", done.stdout + done.stderr)

    def test_properties_beyond_their_range(self):
        complaint = self.complaint(more="  properties: {p: {initial: 1, rate: \"-1e6 * p\"}}")
        self.assertRegex(complaint, r"potts\.properties\.p of cell \d+ becomes \S+ in step \d+; must be below 2\^62 in size: .*sub_steps")
        complaint = self.complaint(more="  properties: {p: {initial: 1, next: \"p * 1e300\"}}")
        self.assertIn("its formula 'next' grows beyond all bounds", complaint)
        self.assertNotIn("sub_steps", complaint)


if __name__ == "__main__":
    unittest.main()
