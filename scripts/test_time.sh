# Sourced by ./test: says in advance how long it takes.

# expected_time FILE KIND CORES   The time of the last run, which FILE holds in seconds. For the first run, the release
# build and its tests are taken to need 48 minutes of one core.
expected_time() {
  if [ -f "$1" ]; then
    echo "took $((($(cat "$1") + 59) / 60)) minutes the last time"
  elif [ "$2" = release ]; then
    echo "takes about $(((48 + $3 - 1) / $3 + 1)) minutes on $3 cores, of which a later call saves the build"
  else
    echo "takes several times as long as ./test"
  fi
}
