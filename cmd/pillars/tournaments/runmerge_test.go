package tournaments

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/tournament"
)

const mergedFile = `
options = { size = 5, reserve = 3 }
seed = 9
[[player]]
name = "mcts"
nodes = 100
[[player]]
name = "alphabeta"
nodes = 200
`

// settled reads a command line with a run file, and returns the resulting spec and the command that continues the run.
func settled(t *testing.T, line ...string) (spec tournament.Spec, goesOn string) {
	t.Helper()
	var flags RunFlags
	cmd := &cobra.Command{Use: "tournament"}
	flags.register(cmd)
	flags.Spec.Rounds = 1
	if err := cmd.ParseFlags(line); err != nil {
		t.Fatal(err)
	}
	players, err := flags.readFile(cmd, cmd.Flags().Args())
	if err != nil {
		t.Fatal(err)
	}
	if spec, _, err = flags.settle(players); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return spec, strings.TrimPrefix(flags.ToContinue(cmd), "to continue:\n  ")
}

// TestFlagsWinPartByPart checks that a flag replaces only its own setting of a run file, and that the command that
// continues the run has the same spec.
func TestFlagsWinPartByPart(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(mergedFile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags, size, cap string
		nodes            [2]uint64
	}{
		{"", "5", "2000", [2]uint64{100, 200}},
		{"--option size=4", "4", "2000", [2]uint64{100, 200}},
		{"--option cap=90", "5", "90", [2]uint64{100, 200}},
	} {
		spec, goesOn := settled(t, append(strings.Fields(test.flags), "--run", "run.toml")...)
		size, _ := spec.Options.Get("size")
		turns, _ := spec.Options.Get("cap")
		reserve, _ := spec.Options.Get("reserve")
		if size != test.size || turns != test.cap || reserve != "3" || spec.Seed != 9 {
			t.Errorf("%q: options %s, seed %d", test.flags, spec.Options, spec.Seed)
		}
		if nodes := [2]uint64{spec.Own[0].Limits.Nodes, spec.Own[1].Limits.Nodes}; nodes != test.nodes {
			t.Errorf("%q: the players have %d nodes, want %d", test.flags, nodes, test.nodes)
		}
		words := strings.Fields(goesOn)
		if again, _ := settled(t, words[slices.Index(words, "tournament")+1:]...); again.Hash() != spec.Hash() {
			t.Errorf("%q: the run goes on by %q, which is another run", test.flags, goesOn)
		}
	}
}
