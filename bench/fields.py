#!/usr/bin/env python3
"""Steps a second of a diffusing field on one core, compared with a loop that copies the same bytes. One command, after the
program was built:

    bench/fields.py [--side 1024] [--steps 500] [--program build/release/morula]

Each sub-step reads and writes every value once, 16 bytes a site, and so does the copy. Both are measured in turn, three times, by
processor time, and the best of each is taken, so that other programs on the machine disturb little. Only Python's standard
library is used.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import tempfile
import time

MODEL = """model: potts
seed: 1
steps: {steps}
lattice: {{size: [{side}, {side}], boundary: {boundary}}}
potts: {{types: [medium], temperature: 1, fields: {{u: {{{field}, initial: "x + y"}}}}}}
output: {{series: {{every: {steps}}}}}
"""
FIELDS = {
    "explicit": "diffusion: 0.2, decay: 0.01, sub_steps: 1, solver: explicit",
    "explicit, a source by formula": 'diffusion: 0.2, decay: 0.01, sub_steps: 1, solver: explicit, source: "0.1 * (1 - u)"',
    "implicit": "diffusion: 5, decay: 0.01, sub_steps: 1, solver: implicit",
}


def processor_seconds(arguments, field, steps, folder):
    """Processor time of a whole run."""
    model = pathlib.Path(folder) / "model.yaml"
    model.write_text(MODEL.format(steps=steps, side=arguments.side, boundary=arguments.boundary, field=field))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([arguments.program, "run", model, "--out", f"{folder}/run", "--threads", "1", "--backend", "cpu", "--quiet",
                    "--force"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_of_field(arguments, field, folder):
    """Processor time of the steps: that of a run of one step, which reads the model and writes files, is subtracted."""
    return (processor_seconds(arguments, field, arguments.steps + 1, folder) -
            processor_seconds(arguments, field, 1, folder))


def seconds_of_copy(arguments):
    now, following = bytearray(8 * arguments.side ** 2), bytearray(8 * arguments.side ** 2)
    begun = time.process_time()
    for _ in range(arguments.steps):
        following[:] = now
        now, following = following, now
    return time.process_time() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--boundary", default="fixed")
    parser.add_argument("--program", default=os.path.abspath("build/release/morula"))
    arguments = parser.parse_args()
    fields, copies = {name: [] for name in FIELDS}, []
    with tempfile.TemporaryDirectory(prefix="morula-fields-") as folder:
        for _ in range(3):
            copies.append(seconds_of_copy(arguments))
            for name, field in FIELDS.items():
                fields[name].append(seconds_of_field(arguments, field, folder))
    gigabytes = 16 * arguments.side ** 2 * arguments.steps / 1e9
    copy = min(copies)
    print(f"{'copy':32} {arguments.steps / copy:9.1f} steps/s {gigabytes / copy:7.2f} GB/s")
    for name, seconds in fields.items():
        best = min(seconds)
        print(f"{name:32} {arguments.steps / best:9.1f} steps/s {gigabytes / best:7.2f} GB/s {100 * copy / best:6.1f} % of a copy")


if __name__ == "__main__":
    main()
