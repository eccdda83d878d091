package eval

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// TestWeightsRefused checks that invalid files are refused by errors that name the file and the cause.
func TestWeightsRefused(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars")
	all := ""
	for _, feature := range rules.Features() {
		all += feature.Name + " 1\n"
	}
	for text, named := range map[string]string{
		"":                           "tempo",
		"tempo":                      "line 1",
		"# weights\ntempo 1 2 3":     "line 2",
		"tempo 1\n\ntempo 2":         "line 3: the name of",
		"tempo 1.555":                "line 1: a value must",
		"tempo 10001":                "from -10000 to 10000",
		"tempo -10001":               "from -10000 to 10000",
		"tempo 99999999999999999999": "line 1",
		all + "colour 3":             `no feature "colour"`,
		strings.Replace(all, "stacks 1\n", "", 1):    "no value for stacks",
		all + strings.Repeat("very long", 20_000):    "line 21",
		strings.Replace(all, "tempo 1", "Tempo", 1):  "line 1",
		strings.Replace(all, "tempo 1", "tempo=", 1): "line 1",
	} {
		path := enginetest.File(t, text)
		linear, err := Load(path, rules)
		if err == nil || linear != nil || !strings.Contains(err.Error(), named) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%.60q: the error %v does not name %s and the file", text, err, named)
		}
	}
	_, err := Load(enginetest.File(t, "hunter2:x:0\n"), rules)
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a file of something else gives the error %v", err)
	}
	_, err = Load("no/such/file", rules)
	require.ErrorContains(t, err, "no/such/file", "a missing file gives the error")
}

// namelessGame has no weights.
type namelessGame struct{ engine.Game }

func (namelessGame) Name() string  { return "nameless" }
func (namelessGame) Title() string { return "Nameless" }

// TestEvaluateAll compares the evaluation of all seats at once with the evaluation of each seat, with learned weights
// and with those set by hand, with and without noise.
func TestEvaluateAll(t *testing.T) {
	noise := NewNoise(50)
	noise.Seed(3)
	for seats := 2; seats <= engine.MaxSeats; seats++ {
		rules := enginetest.Rules(t, "pit", fmt.Sprint("players=", seats))
		for _, name := range []string{"", HandMade} {
			loaded, err := Load(name, rules)
			require.NoError(t, err)
			random := engine.NewRandom(uint64(seats))
			for p := rules.Start(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
				for _, evaluator := range []Evaluator{loaded, noise.Over(loaded)} {
					all := EvaluateAll(evaluator, p, seats)
					var each Worths
					for seat := range seats {
						each[seat] = evaluator.Evaluate(p, engine.Seat(seat))
					}
					if all != each {
						t.Fatalf("weights=%s: %v for all seats, %v for each: %s", name, all, each, p)
					}
				}
			}
		}
	}
}

// FuzzReadWeights checks that whatever is read lies within bounds, and that nothing makes the reader panic.
func FuzzReadWeights(f *testing.F) {
	for _, text := range []string{"men 1", "men 1.25 -3 # comment\n\nb +0.5", "men 1e3", "men NaN", "men 0x1p-2",
		"men 1.", "men .5", "men 1_000", "\x00 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		weights, err := ReadWeights(strings.NewReader(text))
		if err != nil {
			return
		}
		for name, weight := range weights {
			for _, value := range []float64{weight.Early, weight.Late} {
				if !(math.Abs(value) <= 10000) || !near.Equal(value*100, math.Round(value*100), 1e-6) {
					t.Errorf("%q is read as %s %v", text, name, weight)
				}
			}
		}
	})
}

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
		evaluator, err := builtIn(files, rules, "weights", "weights/hand")
		if err != nil {
			return err.Error()
		}
		linear := evaluator.(*Linear)
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
