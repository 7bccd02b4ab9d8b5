# Sourced by ./run and ./test: makes sure that packages are installed, and installs only missing ones.

build_packages="g++ cmake ninja-build libcli11-dev libyaml-cpp-dev libfmt-dev nlohmann-json3-dev libhdf5-dev
  libpng-dev zlib1g-dev libboost-dev opencl-c-headers ocl-icd-libopencl1"
test_packages="libgtest-dev pocl-opencl-icd libopenmpi-dev openmpi-bin libmpich-dev mpich
  clang-format git"
python_packages="python3-dev python3-numpy pybind11-dev"
python_test_packages="$python_packages python3-pytest python3-pandas python3-xarray python3-matplotlib python3-h5py"
browser_packages="chromium chromium-driver python3-selenium"  # for the test of the page of morula view
lint_packages="clang-tidy"

missing_of() {
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

can_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }
}

# ensure_packages NAME...   With MORULA_NO_INSTALL set, nothing is installed.
ensure_packages() {
  [ -z "${MORULA_NO_INSTALL:-}" ] || return 0
  local missing log
  missing=$(missing_of "$@" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  echo "installing: $missing" >&2
  log=$(mktemp)
  if can_install && { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    rm -f "$log"
    return 0
  fi
  tail -n 5 "$log" >&2
  rm -f "$log"
  echo "these packages are missing and could not be installed: $missing" >&2
  echo "install them, or set MORULA_NO_INSTALL=1 where their libraries came another way, and call again" >&2
  return 1
}

# quietly COMMAND...   Shows the output of the command only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || { status=$?; tail -n 60 "$log" >&2; }
  rm -f "$log"
  return $status
}

# build PRESET TARGET...   Prints nothing if there is nothing to build.
build() {
  local preset=$1
  shift
  if [ ! -f "build/$preset/build.ninja" ]; then
    echo "building ($preset): some minutes ..." >&2
    quietly cmake --preset "$preset" || return
  fi
  quietly cmake --build --preset "$preset" --target "$@"
}

# build_python   Builds the Python module. Configures again if that was first done before its packages were installed.
build_python() {
  [ -f build/release/python/interpreter ] || quietly cmake --preset release || return
  if [ ! -f build/release/python/interpreter ]; then
    cmake --preset release | grep 'Python module' >&2
    return 1
  fi
  build release morula_python
}
