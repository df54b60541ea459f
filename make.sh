#!/bin/sh
# Everything from a fresh Debian machine on:
#   ./make.sh demo            install what is missing, build, check an example
#   ./make.sh test            install what is missing, build, run all tests
#   ./make.sh test fast       the fast tests: less than a minute together, on two idle processors
#   ./make.sh test asan       with AddressSanitizer and UndefinedBehaviorSanitizer: all tests but
#                             limits, installing and packages; leaks by unit tests alone
#   ./make.sh test tsan       with ThreadSanitizer: the tests of code that has threads
#   ./make.sh bench           install what is missing, build, run the benchmarks
#   ./make.sh build [PRESET]  install what is missing, build (release, debug, asan, coverage)
#   ./make.sh mpi             install what is missing, build drover-mpi, which runs on clusters
#   ./make.sh web             install what is missing, build the playground that needs no server:
#                             static files in build/web/page (WebAssembly)
#   ./make.sh package         install what is missing, build the Debian packages
#   ./make.sh fuzz [SECONDS]  install what is missing, build with Clang, fuzz each front end
#   ./make.sh format          clang-format over all sources
#   ./make.sh lint            clang-format and clang-tidy must have nothing to say; clang-tidy reads
#                             all but tests/, web/ and examples/
set -eu
cd "$(dirname "$0")"

PACKAGES="g++ cmake ninja-build python3 antlr4 libantlr4-runtime-dev libboost-graph-dev \
libcli11-dev libfmt-dev nlohmann-json3-dev libjs-codemirror"
TEST_PACKAGES="$PACKAGES doctest-dev librapidcheck-dev pkg-config dpkg-dev file jq \
python3-jsonschema"

install_missing() {
  missing=""
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      missing="$missing $package"
  done
  [ -z "$missing" ] && return
  as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get update
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

# build PRESET [TARGET]: builds everything if no target is given.
build() {
  # shellcheck disable=SC2086
  if [ -n "${2:-}" ]; then install_missing $PACKAGES; else install_missing $TEST_PACKAGES; fi
  cmake --preset "$1"
  cmake --build --preset "$1" --target "${2:-all}"
}

# run_tests PRESET [ARGUMENT…]
run_tests() {
  preset=$1
  shift
  build "$preset"
  ctest --preset "$preset" --no-tests=error -j "$(nproc)" "$@"
}

# fetch_source PACKAGE FOLDER: unpacks Debian's source package, if it is not there. apt-get uses
# lists of packages in FOLDER: those of the system stay as they are.
fetch_source() {
  [ -d "$2/$1" ] && return
  mkdir -p "$2/apt/parts" "$2/apt/lists/partial" "$2/apt/cache/archives/partial"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$2/apt/parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -e "$file" ] && sed -n 's/^deb /deb-src /p' "$file" >"$2/apt/parts/$(basename "$file")"
  done
  (
    cd "$2"
    set -- "$1" -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$PWD/apt/parts" \
      -o "Dir::State::Lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" \
      -o APT::Sandbox::User=root
    package=$1
    shift
    apt-get "$@" update
    apt-get "$@" source --download-only "$package"
    dpkg-source -x "$package"_*.dsc "$package.part"
    mv "$package.part" "$package"
  )
}

# collect_seeds FOLDER FILE…: copies seeds into one folder. Names include the path: seeds of
# different folders may have the same name.
collect_seeds() {
  folder=$1
  shift
  rm -rf "$folder"
  mkdir -p "$folder"
  for file in "$@"; do
    cp "$file" "$folder/$(echo "$file" | tr / -)"
  done
}

# fuzz NAME SECONDS: new inputs are kept in build/fuzz/corpus and used the next time; an input that
# fails is written to build/fuzz/NAME-….
fuzz() {
  mkdir -p "build/fuzz/corpus/$1"
  ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 nice -n 19 \
    "build/fuzz/tests/$1_fuzzer" -dict="tests/fuzz/$1.dict" -max_len=4096 -timeout=60 \
    -rss_limit_mb=3072 -detect_leaks=1 -report_slow_units=20 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/$1-" -max_total_time="$2" \
    "build/fuzz/corpus/$1" "build/fuzz/seeds/$1" "tests/fuzz/corpus/$1"
}

sources() {
  git ls-files '*.h' '*.cpp'
}

case "${1:-} ${2:-}" in
  "demo ")
    build release drover
    echo
    echo '$ drover check -m tso examples/store-buffering.drv'
    build/release/drover check -m tso examples/store-buffering.drv
    ;;
  "test ") run_tests release ;;
  "test fast") run_tests release -L fast -LE slow ;;
  "test asan") run_tests asan ;;
  "test tsan")
    # shellcheck disable=SC2086
    install_missing $TEST_PACKAGES
    cmake --preset tsan
    cmake --build --preset tsan
    build/tsan/tests/unit_explorer --test-case='pool:*,board:*,places:*,findings:*'
    build/tsan/tests/oracle_tests --test-case='many workers*'
    python3 tests/run_scale.py build/tsan/drover threads buffering
    ;;
  bench\ *)
    shift
    # shellcheck disable=SC2086
    install_missing $PACKAGES libbenchmark-dev
    cmake --preset release -DDROVER_BENCHMARKS=ON
    cmake --build --preset release --target drover drover_bench
    build/release/bench/drover_bench "$@"
    ;;
  "mpi ")
    # shellcheck disable=SC2086
    install_missing $PACKAGES libopenmpi-dev openmpi-bin
    cmake --preset release -DDROVER_MPI=ON
    cmake --build --preset release --target drover-mpi
    ;;
  "web ")
    # shellcheck disable=SC2086
    install_missing $PACKAGES emscripten dpkg-dev
    fetch_source antlr4-cpp-runtime build/web-packages
    cmake --preset web
    cmake --build --preset web
    echo
    echo "Static files: build/web/page. Any web server can have them; to look at them here:"
    echo '$ python3 -m http.server --directory build/web/page'
    ;;
  "package ")
    install_missing dpkg-dev file
    build release drover
    cmake --build --preset release --target libdrover drover_pages
    cpack --config build/release/CPackConfig.cmake
    ;;
  fuzz\ *)
    # shellcheck disable=SC2086
    install_missing $TEST_PACKAGES clang-14 libclang-rt-14-dev
    cmake --preset fuzz
    cmake --build --preset fuzz
    # shellcheck disable=SC2046
    collect_seeds build/fuzz/seeds/core $(git ls-files 'bench/programs/*.drv' 'examples/*.drv' \
      'tests/golden/*.drv' 'tests/regressions/*.drv')
    # shellcheck disable=SC2046
    collect_seeds build/fuzz/seeds/litmus $(git ls-files '*.litmus' ':!tests/fuzz')
    # shellcheck disable=SC2046
    collect_seeds build/fuzz/seeds/cat $(git ls-files '*.cat' ':!tests/fuzz')
    # shellcheck disable=SC2046
    collect_seeds build/fuzz/seeds/c $(git ls-files 'tests/c/*.c' 'examples/*.c')
    fuzz core "${2:-600}"
    fuzz litmus "${2:-600}"
    fuzz cat "${2:-600}"
    fuzz c "${2:-600}"
    ;;
  build\ *)
    build "${2:-release}"
    ;;
  "format ")
    install_missing clang-format
    sources | xargs clang-format -i
    ;;
  "lint ")
    # shellcheck disable=SC2086
    install_missing $TEST_PACKAGES clang-14 clang-format clang-tidy libbenchmark-dev \
      libopenmpi-dev openmpi-bin
    sources | xargs clang-format --dry-run -Werror
    cmake --preset lint
    python3 tests/run_tidy.py build/lint
    ;;
  *)
    sed -n '2,18s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
