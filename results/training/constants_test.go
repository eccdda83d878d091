package training

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/search/tune"
)

// TestConstantsAreRead reads lists and files of constants, with and without the numbers that have defaults: the value
// of the player, a twentieth of the range, and the given rate.
func TestConstantsAreRead(t *testing.T) {
	t.Parallel()
	cpuct := tune.Parameter{Name: "cpuct", Start: 2, Min: .5, Max: 4.5, CEnd: .2, REnd: .01}
	turns := tune.Parameter{Name: "turns", Start: 40, Min: 10, Max: 1500, CEnd: 8, REnd: .5, Integer: true}
	file := filepath.Join(t.TempDir(), "constants.csv")
	lines := "# name, start\n\ncpuct, , 0.5, 4.5\n  turns,int, 40, 10, 1.5k, 8, 0.5 \n"
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]tune.Parameter{
		"cpuct=:0.5..4.5": {cpuct}, "cpuct:0.5..4.5": {cpuct}, "cpuct=2:0.5..4.5:0.2": {cpuct},
		"cpuct=:0.5..4.5, turns=40:10..1500:8:0.5": {cpuct, turns}, "@" + file: {cpuct, turns},
	} {
		got, err := Constants(text, "mcts:cpuct=2", .01)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"cpuct=1", "cpuct=1:2", "cpuct=1:0..2:1:1:1", "", "cpuct=1:a..2", "cpuct=1:0..2:b",
		"leaf=1:0..2", "cpuct=1:0..2,x=1:0..2", "cpuct=1:0..2,cpuct=1:0..2",
		"@cpuct, 1, 2", "@cpuct, 1, 0, 2, 1, 1, 1", "@cpuct, float, 1, 0", "@"} {
		if path, isFile := strings.CutPrefix(text, "@"); isFile {
			if err := os.WriteFile(file, []byte(path+"\nx"), 0o600); err != nil {
				t.Fatal(err)
			}
			text = "@" + file
		}
		if got, err := Constants(text, "mcts", .01); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

func TestWithConstants(t *testing.T) {
	parameters := []tune.Parameter{{Name: "cpuct", Min: 0, Max: 2}, {Name: "turns", Min: 0, Max: 1e9, Integer: true}}
	for player, want := range map[string]string{
		"mcts":                               "mcts:cpuct=1.33333,turns=1000000",
		"mcts:base,cpuct=3,nodes=5":          "mcts:base=true,nodes=5,cpuct=1.33333,turns=1000000",
		"mcts:turns=1,weights=a=b,multipv=2": "mcts:weights=a=b,multipv=2,cpuct=1.33333,turns=1000000",
	} {
		if got, err := withConstants(player, parameters, []float64{4.0 / 3, 1e6}); err != nil || got != want {
			t.Errorf("%s becomes %s, %v; want %s", player, got, err, want)
		}
	}
	if got := formatConstant(tune.Parameter{Max: 1.99999999}, 1.99999999); got != "1.99999999" {
		t.Errorf("rounding leads out of the range, to %s", got)
	}
	if got := formatConstant(tune.Parameter{Min: -1, Max: 1}, 1e-7); got != "0.0000001" {
		t.Errorf("a small number becomes %s", got)
	}
}
