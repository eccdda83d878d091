"""Builds the Go program into the wheel. The variables GOOS and GOARCH choose another system."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64",  # any version will do: no C library without cgo
    "linux/arm64": "manylinux_2_17_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",  # Go 1.26 needs macOS 12
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}
NEEDS = "a wheel of pillars-games is built with Go 1.26 or later from the whole source tree"


def licences(go, source, environment):
    """Return the licences of the program and of all its parts."""
    template = "{{with .Module}}{{.Path}}\t{{.Dir}}{{end}}"
    listed = subprocess.run(
        [go, "list", "-deps", "-f", template, "./cmd/pillars"],
        cwd=source, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    root = subprocess.run([go, "env", "GOROOT"], check=True, capture_output=True, text=True)
    parts = {f"The Go standard library\t{root.stdout.strip()}", *listed.stdout.splitlines()}
    texts = []
    for part in sorted(filter(None, parts)):
        name, folder = part.split("\t")
        for path in sorted(Path(folder).glob("LICEN[SC]E*")):
            texts.append(f"{name}\n\n{path.read_text()}")
    return "\n\n----\n\n".join(texts)


class Hook(BuildHookInterface):
    """Runs `go build` once and names the platform in the wheel's tag."""

    def initialize(self, version, build_data):
        """Build the program, except for an editable installation, which finds one by itself."""
        if version == "editable":
            return
        source = Path(self.root).parent
        go = shutil.which("go")
        if go is None:
            raise RuntimeError(f"{NEEDS}: go is not on the path. Ready wheels need no Go.")
        if not (source / "cmd" / "pillars").is_dir():
            raise RuntimeError(
                f"{NEEDS}: {source} has no cmd/pillars. This source distribution has the Python "
                "part alone; build in a checkout: pip wheel ./python"
            )
        environment = os.environ | {"CGO_ENABLED": "0"}
        wanted = subprocess.run(
            [go, "env", "GOOS", "GOARCH"],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split()
        system = "/".join(wanted)
        if system not in TAGS:
            raise RuntimeError(f"no wheels for {system}; for {', '.join(TAGS)}")
        name = "pillars.exe" if wanted[0] == "windows" else "pillars"
        self.made = tempfile.TemporaryDirectory()
        built = Path(self.made.name, name)
        arguments = ["-trimpath", "-ldflags", "-s -w", "-o", str(built), "./cmd/pillars"]
        subprocess.run([go, "build", *arguments], cwd=source, env=environment, check=True)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[system]}"
        build_data["force_include"][str(built)] = f"pillars/bin/{name}"
        Path(self.made.name, "LICENCES").write_text(licences(go, source, environment))
        build_data["force_include"][str(Path(self.made.name, "LICENCES"))] = "pillars/bin/LICENCES"

    def finalize(self, version, build_data, artifact_path):
        """Remove the program that is now in the wheel."""
        if version != "editable":
            self.made.cleanup()
