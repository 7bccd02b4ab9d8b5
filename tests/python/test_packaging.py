"""The wheel that pip makes from the existing build."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import morula

ROOT = Path(os.environ["MORULA_SOURCE_DIR"])
sys.path.insert(0, str(ROOT / "python" / "packaging"))
import backend  # noqa: E402


def test_wheel_can_be_imported(tmp_path):
    name = backend.write_wheel(Path(morula.__file__).parent, tmp_path)
    with zipfile.ZipFile(tmp_path / name) as wheel:
        wheel.extractall(tmp_path / "installed")
        record = wheel.read("morula-0.1.0.dist-info/RECORD").decode().split()
        for line in record[:-1]:
            file, digest, _ = line.split(",")
            found = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(file)).digest()).rstrip(b"=").decode()
            assert digest == f"sha256={found}", file
        assert {"morula/py.typed", "morula/_morula.pyi", "morula/__init__.py"} <= {line.split(",")[0] for line in record}
    said = subprocess.run([sys.executable, "-c", "import morula; print(morula.__file__, morula.devices()[0]['backend'])"],
                          env=dict(os.environ, PYTHONPATH=str(tmp_path / "installed")), capture_output=True, text=True,
                          cwd=tmp_path, check=True).stdout
    assert said.split() == [str(tmp_path / "installed" / "morula" / "__init__.py"), "cpu"]


def test_versions_agree():
    version = re.search(r"project\(morula VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert version == backend._settings()["version"] == morula.__version__
