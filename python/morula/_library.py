"""The compiled module: the one of this build, or of a wheel the one for this processor."""

import importlib
import os


def _sets():
    """Instruction sets that this processor has, the fastest first."""
    try:
        with open("/proc/cpuinfo") as file:
            flags = next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        flags = []
    avx2 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"} <= set(flags)
    avx512 = avx2 and {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= set(flags)
    return ["avx512"] * avx512 + ["avx2"] * avx2


def _load():
    asked = os.environ.get("MORULA_CPU")
    for name in [asked] if asked else _sets():
        try:
            return importlib.import_module(f"morula._morula_{name}")
        except ModuleNotFoundError:
            pass
    return importlib.import_module("morula._morula")


library = _load()
