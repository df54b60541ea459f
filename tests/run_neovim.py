#!/usr/bin/env python3
"""Opens files with a typo in Neovim (Debian's, headless): it must show the diagnostic and apply the
fix. Skipped, with a message, if there is no Neovim.

usage: run_neovim.py DROVER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77

FILES = {
    "typo.drv": "shared xyz,y;\nthread left { xyz:=1; a := y; }\n"
                "thread right { y := 1; b := xzy; }\nexists (left:a == 0 && right:b == 0);\n",
    "typo.litmus": "X86 SB\n{}\n P0         | P1         ;\n MOV [x],$1 | MOV [y],$1 ;\n"
                   " MFENC      | MFENCE     ;\n MOV EAX,[y] | MOV EAX,[x] ;\n"
                   "exists (0:EAX=0 /\\ 1:EAX=0)\n",
    "publish.drv": "shared na data;\nshared ready;\nthread p { data := 42; ready := 1; }\n"
                   "thread c { await(ready == 1); assert(data == 42); }\n",
    "typo.cat": "\"mine\"\ninclude \"cos.cat\"\nlet order = po | rf | co | fr\nacyclic ordr as c\n",
}

EXPECTED = """\
typo.drv is drover, syntax drover
3:29: undefined name `xzy` / hint: did you mean `xyz`?
action: Change `xzy` to `xyz`
typo.litmus is litmus, syntax litmus
5:2: unknown instruction `MFENC` / hint: did you mean `MFENCE`?
action: Change `MFENC` to `MFENCE`
typo.cat is cat, syntax cat
4:9: `ordr` is not defined / hint: did you mean `order`?
action: Change `ordr` to `order`
definition at line 1
action: Relax the orders of this program (rc11)
"""


def main():
    drover = pathlib.Path(sys.argv[1]).resolve()
    nvim = shutil.which("nvim")
    if nvim is None:
        print("skipped: there is no nvim (Debian's package neovim)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text)
        environment = {**os.environ, "DROVER_TEST": name, "HOME": name, "XDG_CONFIG_HOME": name,
                       "XDG_DATA_HOME": name, "XDG_CACHE_HOME": name, "XDG_STATE_HOME": name}
        command = [nvim, "--headless", "--clean",
                   "--cmd", f"set runtimepath^={ROOT / 'editors' / 'vim'}",
                   "--cmd", f"lua require('drover').setup({{ cmd = {{ '{drover}', 'lsp' }} }})",
                   "-c", "filetype plugin on | syntax on",
                   "-c", f"luafile {ROOT / 'tests' / 'lsp' / 'neovim.lua'}"]
        finished = subprocess.run(command, capture_output=True, text=True, timeout=240, env=environment)
        said = (folder / "out.txt").read_text() if (folder / "out.txt").exists() else ""
        relaxed = (folder / "publish.drv").read_text()
        fixed = (folder / "typo.drv").read_text() if said else ""
    problems = []
    if not said.startswith(EXPECTED):
        problems.append(f"expected\n{EXPECTED}and heard\n{said}")
    if "check:" not in said or "safe" not in said or not said.endswith("done\n"):
        problems.append(f"no answer to :DroverCheck\n{said}")
    if "b := xyz;" not in fixed or "shared xyz, y;" not in fixed:
        problems.append(f"the file was not fixed and formatted:\n{fixed}")
    if "ready@rel := 1" not in relaxed or "await@acq(ready" not in relaxed:
        problems.append(f"the file was not relaxed:\n{relaxed}")
    if problems:
        print("\n".join(problems), finished.stdout, finished.stderr, sep="\n")
        return 1
    print("Neovim shows the diagnostics and applies the fixes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
