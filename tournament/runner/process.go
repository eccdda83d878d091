package runner

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"

	"pillars/engine/outside"
	"pillars/engine/parallel"
)

// Program returns a name that identifies the build of the running program: its module, its revision and the version of
// Go. Without a revision, or with modified files, the name also has the beginning of a SHA-256 of the executable.
func Program() string { return program() }

// Machine returns the operating system and the architecture that the program runs on, such as linux/amd64.
func Machine() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Revision returns the revision that the program was built from, or "", and reports whether files differed from it.
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

func executableHash() string {
	path, _ := os.Executable()
	file, err := outside.Open(path)
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

// Stops handles interrupts: the first closes Drain, the second ends the context that [NewStops] returned, and the third
// ends the process.
type Stops struct {
	Drain  <-chan struct{}
	cancel context.CancelFunc
	over   chan struct{} // closed by End
	done   chan struct{} // closed when the goroutine that handles interrupts has ended
}

// NewStops handles interrupts until End is called. At the first interrupt, it calls onFirst and closes Drain. At the
// second, the returned context ends.
func NewStops(ctx context.Context, onFirst func()) (context.Context, *Stops) {
	ctx, cancel := context.WithCancel(ctx)
	drain, signals := make(chan struct{}), make(chan os.Signal, 2)
	s := &Stops{Drain: drain, cancel: cancel, over: make(chan struct{}), done: make(chan struct{})}
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(s.done)
		select {
		case <-s.over:
			signal.Stop(signals)
			return
		case <-signals:
			onFirst()
			close(drain)
		}
		select {
		case <-s.over: // signals stay caught, because the command still has to print its results
		case <-signals:
			signal.Stop(signals)
			cancel()
		}
	}()
	return ctx, s
}

// Interrupted reports whether there has been an interrupt.
func (s *Stops) Interrupted() bool { return parallel.Closed(s.Drain) }

// End stops handling interrupts and reports whether there was one.
func (s *Stops) End() bool {
	close(s.over)
	<-s.done
	s.cancel()
	return s.Interrupted()
}
