#!/bin/sh
# Everything from a fresh Debian machine on:
#   ./make.sh demo            install what is missing, build, check an example
#   ./make.sh test            install what is missing, build, run all tests
#   ./make.sh bench           install what is missing, build, run the benchmarks
#   ./make.sh build [PRESET]  install what is missing, build (release, debug, asan, coverage)
#   ./make.sh format          clang-format over all sources
#   ./make.sh lint            clang-format and clang-tidy must have nothing to say
set -eu
cd "$(dirname "$0")"

PACKAGES="g++ cmake ninja-build python3 antlr4 libantlr4-runtime-dev libboost-graph-dev \
libcli11-dev doctest-dev libfmt-dev nlohmann-json3-dev librapidcheck-dev"

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

build() {
  # shellcheck disable=SC2086
  install_missing $PACKAGES
  cmake --preset "$1"
  cmake --build --preset "$1"
}

sources() {
  git ls-files '*.h' '*.cpp'
}

# The files that include the ANTLR runtime are left out: Clang 14 rejects its headers. The
# benchmarks are not part of the debug build.
tidy_sources() {
  git ls-files '*.cpp' ':!tests' ':!bench' ':!frontend/parse.cpp' ':!frontend/ast_builder.cpp' \
    ':!litmus/antlr_section.cpp' ':!litmus/parse_*.cpp'
}

case "${1:-}" in
  demo)
    build release
    echo
    echo '$ drover check -m tso examples/store-buffering.drv'
    build/release/drover check -m tso examples/store-buffering.drv
    ;;
  test)
    build release
    ctest --preset release -j "$(nproc)"
    ;;
  bench)
    shift
    # shellcheck disable=SC2086
    install_missing $PACKAGES libbenchmark-dev
    cmake --preset release -DDROVER_BENCHMARKS=ON
    cmake --build --preset release --target drover drover_bench
    build/release/bench/drover_bench "$@"
    ;;
  build)
    build "${2:-release}"
    ;;
  format)
    install_missing clang-format
    sources | xargs clang-format -i
    ;;
  lint)
    install_missing clang-format clang-tidy
    build debug
    sources | xargs clang-format --dry-run -Werror
    tidy_sources | xargs -P "$(nproc)" -n 1 clang-tidy -p build/debug --quiet
    ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
