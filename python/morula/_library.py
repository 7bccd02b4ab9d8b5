"""Loads the compiled module. A portable wheel has several, from which the one for this processor is chosen."""

import importlib
import importlib.util
import os


def _sets():
    """The instruction sets of this processor, the fastest first."""
    try:
        with open("/proc/cpuinfo") as file:
            flags = next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        flags = []
    avx2 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"} <= set(flags)
    avx512 = avx2 and {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= set(flags)
    return ["avx512"] * avx512 + ["avx2"] * avx2


def _load():
    """The module for the fastest instruction set; in a portable wheel, MORULA_CPU can choose another one."""
    modules = {"sse2": "morula._morula"}
    for name in reversed(_sets()):
        if importlib.util.find_spec(f"morula._morula_{name}"):
            modules[name] = f"morula._morula_{name}"
    asked = os.environ.get("MORULA_CPU")
    if len(modules) == 1 or not asked:  # a build for this machine only has one module
        return importlib.import_module(list(modules.values())[-1])
    if asked not in modules:
        raise ImportError(f"MORULA_CPU is {asked!r}; must be one of {', '.join(modules)}, which this wheel and this processor have")
    return importlib.import_module(modules[asked])


library = _load()
