"""Builds the wheel of the Python module with CMake: the build backend of pyproject.toml (PEP 517).

MORULA_PORTABLE=1 in the environment builds for any machine of the architecture; scripts/make_wheel does so.
"""

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "morula"


def _settings():
    """Name, version and so on, from pyproject.toml. Python 3.9 cannot read TOML, and these two lines are enough here."""
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    return dict(line.replace('"', "").split(" = ", 1) for line in lines if " = " in line)


def _tag():
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = os.environ.get("MORULA_PLATFORM") or sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{version}-{version}-{platform}"


def _metadata():
    settings = _settings()
    return (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {settings['version']}\nSummary: {settings['description']}\n"
            f"Requires-Python: {settings['requires-python']}\nRequires-Dist: numpy>=1.19\n"
            "Provides-Extra: all\n" + "".join(f'Requires-Dist: {name}; extra == "all"\n'
                                              for name in ("pandas", "xarray", "matplotlib", "ipython"))
            + "Description-Content-Type: text/markdown\n\n" + (ROOT / "README.md").read_text())


def _build():
    """Configures and builds the module; returns the folder of the package."""
    portable = bool(os.environ.get("MORULA_PORTABLE"))
    folder = ROOT / "build" / ("wheel" if portable else "pip")
    # pip hides installed packages from a build; these variables are removed so that an installed pybind11 is found.
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    configure = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DMORULA_TESTS=OFF",
                 f"-DMORULA_PYTHON={sys.executable}", f"-DMORULA_PORTABLE={'ON' if portable else 'OFF'}"]
    subprocess.run(list(map(str, configure)), check=True, env=environment, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder), "--target", "morula_modules"], check=True, env=environment)
    return folder / "python" / NAME


class _Wheel:
    """A wheel that is written file by file, with its RECORD."""

    def __init__(self, path):
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._record = []

    def add(self, name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(data)}\n")
        info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # a fixed date, so that the bytes are always the same
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(info, data)

    def close(self, dist_info):
        name = f"{dist_info}/RECORD"
        self._zip.writestr(name, "".join(self._record) + f"{name},,\n")
        self._zip.close()


def write_wheel(package, folder):
    """A wheel of the files in `package`; returns its name."""
    dist_info = f"{NAME}-{_settings()['version']}.dist-info"
    name = f"{NAME}-{_settings()['version']}-{_tag()}.whl"
    wheel = _Wheel(Path(folder) / name)
    for file in sorted(Path(package).rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            wheel.add(f"{NAME}/{file.relative_to(package)}", file.read_bytes())
    wheel.add(f"{dist_info}/METADATA", _metadata().encode())
    wheel.add(f"{dist_info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: morula\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode())
    wheel.add(f"{dist_info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.close(dist_info)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(_build(), wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    name = f"{NAME}-{_settings()['version']}"
    subprocess.run(["git", "-C", str(ROOT), "archive", "--format=tar.gz", f"--prefix={name}/", "-o",
                    str(Path(sdist_directory).resolve() / f"{name}.tar.gz"), "HEAD"], check=True)
    return f"{name}.tar.gz"
