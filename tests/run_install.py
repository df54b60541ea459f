#!/usr/bin/env python3
"""Installs a build into a scratch folder, and uses the program, its pages, and the library with
CMake and with pkg-config from there. With --package, the same for the Debian packages.

usage: run_install.py BUILD [--package]
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
EXAMPLE = ROOT / "examples" / "store-buffering.drv"


class Failure(Exception):
    pass


def run(*command, cwd=None, env=None, status=0):
    """The output of a command, which must end with `status`."""
    done = subprocess.run([str(each) for each in command], cwd=cwd, env=env, text=True,
                          capture_output=True, check=False)
    if done.returncode != status:
        raise Failure(f"{' '.join(map(str, command))}: status {done.returncode}, not {status}\n"
                      f"{done.stdout}{done.stderr}")
    return done.stdout


def expect(text, *parts):
    for part in parts:
        if part not in text:
            raise Failure(f"`{part}` is missing in\n{text}")


def expect_files(folder, *patterns):
    for pattern in patterns:
        if not list(folder.glob(pattern)):
            raise Failure(f"nothing in {folder} is {pattern}")


def try_program(prefix):
    """Uses the program in an empty folder."""
    drover = prefix / "bin" / "drover"
    expect(run(drover, "check", "-m", "tso", EXAMPLE, cwd="/"), "safe under tso", "4 executions")
    expect(run(drover, "litmus", "SB", cwd="/"), "Observation SB Sometimes 1 3")
    expect(run(drover, "--version", cwd="/"), "drover ")
    share = prefix / "share"
    for page in run(drover, "--man").split():
        expect_files(share / "man" / "man1", f"{page}.1*")
    expect_files(share, "bash-completion/completions/drover", "zsh/*/_drover",
                 "fish/vendor_completions.d/drover.fish", "doc/drover/README.md*",
                 "doc/drover/examples/store-buffering.drv*")


def try_exercises(prefix):
    """Teachers have the exercises with solutions; the program does not contain the solutions."""
    drover, folder = prefix / "bin" / "drover", prefix / "share" / "drover" / "exercises"
    run(drover, "exercise", "verify", "sb-count", status=2)
    expect(run(drover, "exercise", "verify", "sb-count", "model-draft", "--from", folder, cwd="/"),
           "sb-count: the solution is right", "model-draft: the solution is right")


def try_library(prefix, scratch):
    """Builds examples/embed with CMake and with pkg-config."""
    source = ROOT / "examples" / "embed"
    build = scratch / "embed"
    run("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    try_embedded(build / "embed")
    if shutil.which("pkg-config") is None:
        print("pkg-config is not installed: drover.pc was not tried")
        return
    folders = [str(each.parent) for each in prefix.glob("lib/**/drover.pc")]
    env = {**os.environ, "PKG_CONFIG_PATH": ":".join(folders)}
    flags = run("pkg-config", "--cflags", "--libs", "drover", env=env).split()
    binary = scratch / "embedded"
    run("c++", "-std=c++20", source / "embed.cpp", "-o", binary, *flags)
    try_embedded(binary)


def try_embedded(program):
    expect(run(program, EXAMPLE, "tso"), "execution 4", "left:  W x = 1  R y → 0",
           "4 executions under tso", "exists (left:a == 0 && right:b == 0): yes")
    expect(run(program, EXAMPLE, "sc"), "3 executions under sc",
           "exists (left:a == 0 && right:b == 0): no")
    run(program, EXAMPLE, "no-such-model", status=2)
    run(program, ROOT / "README.md", status=2)


def try_packages(build, scratch):
    missing = [tool for tool in ("dpkg-deb", "dpkg-shlibdeps", "file") if shutil.which(tool) is None]
    if missing:
        print(f"{', '.join(missing)}: not installed, so packages cannot be built: skipped")
        return SKIPPED
    run("cpack", "--config", build / "CPackConfig.cmake", "-B", scratch / "packages")
    packages = sorted((scratch / "packages").glob("*.deb"))
    names = [run("dpkg-deb", "-f", each, "Package").strip() for each in packages]
    if sorted(names) != ["drover", "drover-teachers", "libdrover-dev"]:
        raise Failure(f"the packages are {names}")
    expect(run("dpkg-deb", "-f", packages[names.index("drover")], "Depends"), "libc6", "libstdc++6", "libantlr4-runtime",
           "libfmt")
    root = scratch / "root"
    for package in packages:
        run("dpkg-deb", "-x", package, root)
    try_program(root / "usr")
    try_library(root / "usr", scratch)
    try_exercises(root / "usr")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--package", action="store_true")
    options = parser.parse_args()
    build = options.build.resolve()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        if options.package:
            return try_packages(build, scratch)
        prefix = scratch / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        try_program(prefix)
        try_library(prefix, scratch)
        if list(prefix.glob("**/*.exercise")):
            raise Failure("solutions are installed for everyone")
        run("cmake", "--install", build, "--prefix", prefix, "--component", "drover-teachers")
        try_exercises(prefix)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(failure)
        sys.exit(1)
