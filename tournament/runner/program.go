package runner

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Program returns a name that identifies the build of the running program: its module, its revision and the version of
// Go. If the program was built without a revision, or from modified files, the name also has the beginning of a SHA-256
// of the executable.
func Program() string { return program() }

// Machine returns the operating system and the architecture that the program runs on, such as linux/amd64.
func Machine() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Revision returns the revision that the program was built from, or "" if it is unknown. It also reports whether files
// differed from that revision.
func Revision() (revision string, modified bool) {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				revision = setting.Value
			case "vcs.modified":
				modified = setting.Value == "true"
			}
		}
	}
	return revision, modified
}

var program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown " + executableHash()
	}
	words := []string{cmp.Or(info.Main.Path, info.Path)}
	revision, modified := Revision()
	if revision != "" {
		words = append(words, revision[:min(12, len(revision))])
	}
	if modified {
		words = append(words, "modified")
	}
	if revision == "" || modified {
		words = append(words, "executable", executableHash())
	}
	return strings.Join(append(words, info.GoVersion), " ")
})

// executableHash returns the first 12 hexadecimal digits of the SHA-256 of the executable.
func executableHash() string {
	path, _ := os.Executable()
	file, err := os.Open(path)
	if err != nil {
		return "unreadable"
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "unreadable"
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}
