package ugi_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/search/ugi"
)

// variants returns rules of all games, including small boards and more than two seats.
func variants(t *testing.T) (all []engine.Rules) {
	t.Helper()
	for name, texts := range map[string][]string{
		"pit-of-pillars": {"", "size=4"}, "pilastri": {"", "size=4"}, "pylyx": {"size=6"},
		"pit": {"", "players=3", "players=4"},
	} {
		for _, text := range texts {
			all = append(all, enginetest.Rules(t, name, strings.Fields(text)...))
		}
	}
	return all
}

// TestPositions writes random games turn by turn, from the start and from a later position, and reads them back.
func TestPositions(t *testing.T) {
	for _, rules := range variants(t) {
		for seed := range uint64(2) {
			tellGame(t, rules.Start(), seed)
			h := engine.NewHistory(rules.Start())
			random := engine.NewRandom(seed + 50)
			for n := 0; n < 12 && !h.Outcome().Over(); n++ {
				require.NoError(t, engine.RandomTurn(h, random))
			}
			if !h.Outcome().Over() {
				tellGame(t, h.Position(), seed)
			}
		}
	}
}

// tellGame writes a random game turn by turn and reads each line.
func tellGame(t *testing.T, start engine.Position, seed uint64) {
	t.Helper()
	rules, h := start.Rules(), engine.NewHistory(start)
	for turn := range 30 {
		line := ugi.PositionLine(h, false)
		got, err := ugi.ReadPosition(strings.TrimPrefix(line, "position "), rules.Game(), rules.Settings())
		if err != nil {
			t.Fatalf("%s: %q: %v", rules.Game().Name(), line, err)
		}
		if got.Position().String() != h.Position().String() || !slices.Equal(got.Steps(), h.Steps()) ||
			!slices.Equal(got.TurnHashes(), h.TurnHashes()) {
			t.Fatalf("%s: %q is read as %s, want %s", rules.Game().Name(), line, got.Position(), h.Position())
		}
		if h.Outcome().Over() {
			return
		}
		require.NoError(t, engine.RandomTurn(h, engine.NewRandom(seed+uint64(turn))))
	}
}

// TestWithinTurn checks that in the middle of a turn the line holds only the position.
func TestWithinTurn(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars")
	h := engine.NewHistory(rules.Start())
	for _, text := range []string{"@d4", "@d5"} {
		step, err := engine.ParseStep(h.Position(), text)
		require.NoError(t, err)
		require.NoError(t, h.Play(step))
	}
	line := ugi.PositionLine(h, false)
	if line != "position fen "+h.Position().String() {
		t.Error(line)
	}
	got, err := ugi.ReadPosition(strings.TrimPrefix(line, "position "), rules.Game(), nil)
	if err != nil || got.Position().String() != h.Position().String() {
		t.Errorf("%q is read as %v, %v", line, got, err)
	}
}

// TestPositionRefusals checks that errors about wrong lines name the fault.
func TestPositionRefusals(t *testing.T) {
	game, _ := games.Find("pilastri")
	settings := engine.Settings{{Name: "size", Value: "4"}}
	for text, named := range map[string]string{
		"": "startpos", "startpos now": "startpos", "fen": "startpos", "start moves a1b1": "startpos",
		"fen x w 1": "position fen", "startpos moves a1b1 a1b1": "turn 1", "startpos moves b1a1 zz": "turn 2",
		"fen w,b/b,w w 1": "size",
	} {
		_, err := ugi.ReadPosition(text, game, settings)
		require.ErrorContains(t, err, named, text)
	}
}

// FuzzWords checks that no text makes a parser panic or return an impossible value.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{
		"name X type combo default a var a", "name X value 3", "startpos moves b1a1", "fen w,b/b,w w 1 moves a1a2",
		"depth 3 score mate -2 pv b1a1 a2a1",
		"p1time 300 p4inc 2 infinite", `"a b" c`,
	} {
		f.Add(seed)
	}
	rules := enginetest.Rules(f, "pilastri")
	f.Fuzz(func(t *testing.T, text string) {
		if option, err := ugi.ParseOption(text); err == nil && option.Name == "" {
			t.Errorf("%q: an option without a name", text)
		}
		if name, _, err := ugi.ParseSetOption(text); err == nil && name == "" {
			t.Errorf("%q: an option without a name", text)
		}
		if asked, _ := ugi.ParseGo(strings.Fields(text)); asked.Limits.Check() != nil {
			t.Errorf("%q: limits %+v", text, asked.Limits)
		}
		if info, _ := ugi.ParseInfo(rules.Start(), text); info.Elapsed < 0 || info.Depth < 0 || info.Line < 1 {
			t.Errorf("%q: thoughts %+v", text, info)
		}
		if h, err := ugi.ReadPosition(text, rules.Game(), nil); (h == nil) == (err == nil) {
			t.Errorf("%q: history %v, error %v", text, h, err)
		}
		if words, err := ugi.SplitCommand(text); err == nil && words[0] == "" {
			t.Errorf("%q: a command without a program", text)
		}
	})
}
