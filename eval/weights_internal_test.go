package eval

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// sized holds rules of game "x" with two options and one feature.
type sized struct {
	engine.Rules
	settings engine.Settings
}

type sizedGame struct{ engine.Game }

func (sizedGame) Name() string            { return "x" }
func (sizedGame) Title() string           { return "X" }
func (sized) Game() engine.Game           { return sizedGame{} }
func (sized) Features() []engine.Term     { return []engine.Term{{Name: "men"}} }
func (r sized) Settings() engine.Settings { return r.settings }
func newSized(size, board string) engine.Rules {
	return sized{settings: engine.Settings{{Name: "size", Value: size}, {Name: "board", Value: board}}}
}

// TestMostSpecificFile checks which of several built-in files is used for rules.
func TestMostSpecificFile(t *testing.T) {
	files := fstest.MapFS{}
	for i, name := range []string{
		"weights/x-size=8.txt", "weights/x-size=8,board=round.txt", "weights/x-board=round.txt", "weights/xy.txt",
		"weights/x-of-y.txt",
		"weights/x-colour=red.txt",
		"weights/x.md", "weights/hand/x.txt", "weights/hand/x-size=7.txt",
	} {
		files[name] = &fstest.MapFile{Data: fmt.Appendf(nil, "men %d", i)}
	}
	find := func(rules engine.Rules) string {
		linear, err := builtIn(files, rules, "weights", "weights/hand")
		if err != nil {
			return err.Error()
		}
		for name, file := range files {
			if string(file.Data) == fmt.Sprintf("men %v", linear.weights[0].Early) {
				return name
			}
		}
		return "none"
	}
	for rules, want := range map[[2]string]string{
		{"8", "square"}: "weights/x-size=8.txt",
		{"8", "round"}:  "weights/x-size=8,board=round.txt",
		{"6", "round"}:  "weights/x-board=round.txt",
		{"6", "square"}: "weights/hand/x.txt",
		{"7", "square"}: "weights/hand/x-size=7.txt",
		{"7", "round"}:  "weights/x-board=round.txt",
	} {
		if got := find(newSized(rules[0], rules[1])); got != want {
			t.Errorf("%v gets %s, want %s", rules, got, want)
		}
	}
	files["weights/x.txt"] = &fstest.MapFile{Data: []byte("men 1 2 3 4")}
	if got := find(newSized("6", "square")); !strings.Contains(got, "weights/x.txt: line 1") {
		t.Errorf("a bad file gives %q", got)
	}
}

// TestEmbeddedFiles checks that every built-in file is named after a game and its options and is used for them, except
// networks where weights fit the rules more closely. The learned weights in pit.txt are for more than two players.
func TestEmbeddedFiles(t *testing.T) {
	for _, folder := range []string{"weights", "weights/" + HandMade, "networks"} {
		entries, err := embedded.ReadDir(folder)
		require.NoError(t, err)
		for _, entry := range entries {
			if entry.IsDir() {
				continue
			}
			name := entry.Name()
			if folder == "weights" && name == "pit.txt" {
				name = "pit-players=4.txt"
			}
			rules := rulesNamed(t, name)
			if best, _, err := bestFile(embedded, folder, rules); err != nil || best != folder+"/"+entry.Name() {
				t.Errorf("%s/%s: the rules that it names get %s, %v", folder, entry.Name(), best, err)
			}
			if folder == "networks" {
				defaultNetwork(t, rules)
			} else if _, err := builtIn(embedded, rules, folder); err != nil {
				t.Error(err)
			}
		}
	}
	files := fstest.MapFS{"networks/pylyx.txt": {}, "weights/pylyx-size=6.txt": {}, "weights/hand/pylyx.txt": {}}
	for name, want := range map[string]bool{"pylyx": true, "pylyx-size=6": false, "pit": false} {
		if rules := rulesNamed(t, name); hasNetwork(files, rules) != want {
			t.Errorf("%s has a network: %t, want %t", name, !want, want)
		}
	}
}

// rulesNamed returns the rules that a file is named after.
func rulesNamed(t *testing.T, file string) engine.Rules {
	t.Helper()
	for _, game := range games.All() {
		options, ours := strings.CutPrefix(strings.TrimSuffix(file, ".txt"), game.Name())
		if !ours || options != "" && options[0] != '-' {
			continue
		}
		settings, err := engine.ParseSettings(strings.FieldsFunc(strings.TrimPrefix(options, "-"),
			func(r rune) bool { return r == ',' }))
		if err != nil {
			continue
		}
		if rules, err := game.New(settings); err == nil {
			return rules
		}
	}
	t.Fatalf("%s names no rules of any game", file)
	return nil
}
