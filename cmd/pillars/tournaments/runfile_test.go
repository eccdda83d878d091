package tournaments

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/tournament"
)

// TestHostileRunFiles reads files with deep nesting, long lines or mistakes. It checks that memory and errors
// are bounded, and that the errors name the key or the line.
func TestHostileRunFiles(t *testing.T) {
	const many = 200_000
	keys := strings.TrimSuffix(strings.Repeat("a.", many), ".")
	long := strings.Repeat("x", 2*many)
	unknown := ""
	for i := range 2000 {
		unknown += fmt.Sprintf("[t%d]\nkey = \"%s\"\n", i, long[:100])
	}
	for name, c := range map[string]struct{ text, want string }{
		"table":         {"seed = 1\n[" + keys + "]\n", "unknown key: a.a.a"},
		"tables":        {"[[" + keys + "]]\n", "unknown key: a.a.a"},
		"key":           {keys + " = 1\n", "unknown key: a.a.a"},
		"inline tables": {strings.Repeat("a = {", many/2) + strings.Repeat("}", many/2), "line 1:"},
		"arrays":        {"seed = " + strings.Repeat("[", many) + strings.Repeat("]", many), "line 1:"},
		"option":        {"[options]\nsize.a.b = 4", "options.size = : must be a text"},
		"long key":      {"game = \"pit\"\n" + long + " = 1", "unknown key: xxx"},
		"long value":    {"seed = \"" + long + "\"", "seed = xxx"},
		"mistakes":      {unknown, "and more"},
		"syntax":        {"seed = 1\nrounds = = 2", "line 2: "},
		"wrong type":    {"\n\n\nseed = 1.5", "seed = 1.5: "},
		"a list":        {"seed = [1]", "seed = : must be"},
		"a day":         {"seed = 2026-11-24", "seed = : must be"},
		"twice":         {"seed = 1\nseed = 2", "already defined"},
		"of sprt":       {"[test]\nelo0 = 1", "unknown key: test.elo0"},
		"one player":    {"player = 3", "player"},
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
	err := readRunFile(t, &f, "seed = 0x10\non-fault = \"void\"\nlimits = { nodes = 1_000, time = \"2s\" }\n"+
		"adjudication.proven = true\noptions = { size = 4, cap = 9 }\n[[player]]\nname = \"a\"\nclock = \"1m+1s\"")
	if s := f.Spec; err != nil || s.Seed != 16 || s.OnFault != tournament.FaultVoid || s.Limits.Nodes != 1000 ||
		s.Limits.Time.Seconds() != 2 || !s.Adjudication.Proven || len(f.Spec.Own) != 1 ||
		f.Spec.Own[0].Clock.Increment.Seconds() != 1 || strings.Join(f.filedOptions, " ") != "cap=9 size=4" {
		t.Errorf("%+v, error %v", f, err)
	}
}

func readRunFile(t *testing.T, f *RunFlags, text string) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.toml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	cmd := NewTournamentCommand()
	cmd.ResetFlags()
	f.register(cmd)
	require.NoError(t, cmd.ParseFlags([]string{"--run", file}))
	_, err := f.readFile(cmd, nil)
	return err
}

// FuzzRunFile checks that no text makes the reader of run files panic, and that errors are short.
func FuzzRunFile(f *testing.F) {
	f.Add([]byte("seed = 1\n[[player]]\nname = \"x\"\nlimits.nodes = 5\n[options]\nsize = 4\n"))
	f.Add([]byte("player = [{name = 1}]\noptions = {a = {b = [1, 2]}}\nday = 2026-11-24\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		flags := &RunFlags{}
		cmd := NewTournamentCommand()
		cmd.ResetFlags()
		flags.register(cmd)
		if _, err := flags.enter(cmd.Flags(), text); err != nil && len(err.Error()) > 10_000 {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
	})
}
