package tournaments

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/tournament"
)

// TestHostileRunFiles reads files with deep nesting, long lines or mistakes. It checks that memory and errors
// are bounded, and that the errors name the line.
func TestHostileRunFiles(t *testing.T) {
	const many = 200_000
	keys := strings.TrimSuffix(strings.Repeat("a.", many), ".")
	long := strings.Repeat("x", 2*many)
	unknown := ""
	for i := range 2000 {
		unknown += fmt.Sprintf("[t%d]\nkey = \"%s\"\n", i, long[:100])
	}
	for name, c := range map[string]struct{ text, want string }{
		"table": {"seed = 1\n[" + keys + "]\n", "line 2:\n1| seed = 1\n2| [a.a.a.a."},
		"tables": {"[[" + keys + "]]\n",
			"more than 8 keys or tables lie within each other; a run file needs two"},
		"key":           {keys + " = 1\n", "more than 8 keys"},
		"inline tables": {strings.Repeat("a = {", many/2) + strings.Repeat("}", many/2), "line 1:"},
		"arrays":        {"seed = " + strings.Repeat("[", many) + strings.Repeat("]", many), "line 1:"},
		"option": {"[options]\nsize.a.b = 4",
			"unknown keys: line 2:\n1| [options]\n2| size.a.b = 4\n | unknown field"},
		"long key":      {"game = \"pit\"\n" + long + " = 1", "unknown keys: line 2:"},
		"long value":    {"seed = \"" + long + "\"", "line 1:"},
		"end of a line": {"openings = { lines = \"" + long + "\", kind = 5 }", `", kind = 5 }`},
		"mistakes":      {unknown, "line 2:\n1| [t0]\n2| key = \"xxx"},
		"wrong type":    {"\n\n\nseed = 1.5", "line 4:\n2| \n3| \n4| seed = 1.5\n | the value is of the type"},
		"twice":         {"seed = 1\nseed = 2", "already defined"},
		"of sprt":       {"[test]\nelo0 = 1", "unknown keys: line 2:"},
		"nobody":        {"[[player]]\nnodes=5", "player 1 has no name"},
		"long file":     {strings.Repeat("# nothing\n", 200_000), "more than 1048576 bytes"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := readRunFile(t, &RunFlags{}, c.text)
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 300 {
			t.Errorf("%s: it took %d MiB", name, took)
		}
		if err == nil || len(err.Error()) > 10_000 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error of %d bytes, want %q in it: %.1000v", name, len(fmt.Sprint(err)), c.want, err)
		}
	}
}

// TestRunFileFillsTheFlags checks that a run file can set values of every type, and fractions by whole numbers too.
func TestRunFileFillsTheFlags(t *testing.T) {
	f := RunFlags{Spec: tournament.Spec{Format: tournament.Format{Kind: tournament.Sequential}}}
	err := readRunFile(t, &f, "seed = 0x10\non-fault = \"stop\"\nlimits = { nodes = 1_000, time = \"2s\" }\n"+
		"adjudication.proven = true\noptions = { size = 4, cap = 9 }\n[[player]]\nname = \"a\"\nclock = \"1m+1s\"")
	if s := f.Spec; err != nil || s.Seed != 16 || s.OnFault != tournament.FaultStops || s.Limits.Nodes != 1000 ||
		s.Limits.Time.Seconds() != 2 || !s.Adjudication.Proven || len(f.filedLimits) != 1 ||
		f.filedLimits[0].Clock.Increment.Seconds() != 1 || strings.Join(f.filedOptions, " ") != "cap=9 size=4" {
		t.Errorf("%+v, error %v", f, err)
	}
}

func readRunFile(t *testing.T, f *RunFlags, text string) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := NewTournamentCommand()
	cmd.ResetFlags()
	f.register(cmd)
	cli.PlainValues(cmd.Flags())
	if err := cmd.ParseFlags([]string{"--run", file}); err != nil {
		t.Fatal(err)
	}
	_, err := f.readFile(cmd, nil)
	return err
}
