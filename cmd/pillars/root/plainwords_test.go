package root

import (
	"bytes"
	"context"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
)

// goWords matches words of Go's packages that users would not understand.
var goWords = regexp.MustCompile(`strconv|invalid syntax|parsing "|time: |unknown unit|missing unit|parse error|` +
	`value out of range|json: |toml: |looking for beginning|\*?errors\.|runtime error|panic|` +
	`%!|<nil>|0x[0-9a-f]{6}|goroutine|cannot unmarshal|flag: help|SQLITE|sql: |no such file|` +
	`file does not exist`)

// badNumbers lists wrong values for numbers, times and booleans; badTexts lists them for ranges, keys, files and names.
var (
	badNumbers = []string{"x", "-1", "1.2.3", "99999999999999999999"}
	badTexts   = []string{
		"", "x..y", "1:nodes=x", "1:time=5", "alphabeta:nodes=x", "mcts:cpuct=x", "ugi:", "practice:level=x",
		"size=x", "cpuct=x:1..2", "1m+x", "@/dev/null/x", "/dev/null/x", "\x00",
	}
)

// TestNoWordsOfGo gives every flag of every command bad values and checks the words of the errors. The context has
// ended, so that a command that accepts the value does not run for long.
func TestNoWordsOfGo(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before := inUse()
	var visit func(cmd *cobra.Command, path []string)
	visit = func(cmd *cobra.Command, path []string) {
		for _, child := range cmd.Commands() {
			visit(child, append(slices.Clone(path), child.Name()))
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			values := badNumbers
			switch placeholder, _ := pflag.UnquoteUsage(flag); {
			case placeholder == "FILE" || placeholder == "FOLDER":
				values = badTexts[len(badTexts)-2:]
			case strings.HasPrefix(flag.Value.Type(), "string"), flag.Value.Type() == "text":
				values = badTexts
			}
			if testing.Short() {
				values = values[:1]
			}
			for _, value := range values {
				args := append(slices.Clone(path), "--"+flag.Name+"="+value)
				if code, stderr := ended(ctx, args); code != cli.ExitDone && goWords.MatchString(stderr) {
					t.Errorf("pillars %q says %s", args, stderr)
				}
			}
		})
	}
	visit(New(), nil)
	if more := inUse() - before; more > 300<<20 { // cobra never forgets flags that are completed
		t.Errorf("after all these commands %d MB more are in use", more>>20)
	}
}

// inUse returns how many bytes of memory are in use.
func inUse() int64 {
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	return int64(memory.HeapAlloc)
}

// TestHelpOfTuning checks that help begins with examples and has fewer than 40 lines.
func TestHelpOfTuning(t *testing.T) {
	for _, command := range []string{"weights", "loop", "constants", "policy"} {
		_, help, _ := pillars("tune", command, "--help")
		if n := strings.Count(help, "\n"); n >= 40 || !strings.HasPrefix(help, "Examples:\n  pillars tune "+command) {
			t.Errorf("the help of %s has %d lines:\n%s", command, n, help)
		}
	}
}

func ended(ctx context.Context, args []string) (code int, stderr string) {
	var out, err bytes.Buffer
	root := New()
	root.SetContext(ctx)
	code = cli.Execute(root, args, strings.NewReader(""), &out, &err)
	return code, err.String()
}
