package runfile

import (
	"fmt"
	"strings"
	"testing"
)

// TestRead checks that settings come in their order, with their tables, the numbers of players, and plain values.
func TestRead(t *testing.T) {
	const text = `# of a run
game = "pit"
rounds = 0x10
margin = 1_000.50
fast = true
books = ["a", "b"]
limits = { nodes = 1_000, depth = 4 }
day = 2026-11-24

[[player]]
name = "mcts"
limits.nodes = 5

[[player]]
`
	settings, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range settings {
		got = append(got, fmt.Sprintf("%s %d %s %q", s.Key, s.Player, s.Kind, s.Value))
	}
	want := []string{
		`game 0 string "pit"`, `rounds 0 integer "16"`, `margin 0 float "1000.5"`, `fast 0 boolean "true"`,
		`books 0 array ""`, `limits.nodes 0 integer "1000"`, `limits.depth 0 integer "4"`, `day 0 date "2026-11-24"`,
		`player 1 table ""`, `player.name 1 string "mcts"`, `player.limits.nodes 1 integer "5"`, `player 2 table ""`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("settings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestWrongFiles checks that wrong files are refused by the number of a line.
func TestWrongFiles(t *testing.T) {
	for text, want := range map[string]string{
		"game = \"pit\"\ngame = \"pylyx\"": "line 2:\n",
		"game = pit":                       "line 1:\n",
		"a.b.c.d.e.f.g.h.i = 1":            "more than 8",
		"x = {y = {x = {y = {x = {y = {x = {y = {x = 1}}}}}}}}": "more than 8",
		strings.Repeat("#", 500) + "\nx = = 2":                  "line 2:\n",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestKinds checks which kinds of values are accepted for which. Eight keys may lie within each other.
func TestKinds(t *testing.T) {
	const deep = "a.b.c.d.e.f.g.h"
	for value, kinds := range map[string]string{
		`"pit"`: "string", `"1.5k"`: "string integer", "3": "integer float", "2e3": "integer float", "2.5": "float",
		"true": "boolean", "[1]": "", "2026-11-24": "",
	} {
		settings, err := Read([]byte(deep + " = " + value))
		if err != nil || len(settings) != 1 || settings[0].Key != deep {
			t.Fatal(value, settings, err)
		}
		for _, kind := range []string{"string", "integer", "float", "boolean"} {
			if err := settings[0].Check(kind); (err == nil) != strings.Contains(kinds, kind) {
				t.Errorf("%s as %s: error %v", value, kind, err)
			}
		}
	}
}

// FuzzRead checks that every setting of any text has a place in the text.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a = 1\n[[player]]\nname = \"x\"\n[b.c]\nd = {e = [1, 2]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		settings, _ := Read(text)
		lines := strings.Count(string(text), "\n") + 1
		for _, s := range settings {
			var line int
			shown := s.Errorf("x").Error()
			if _, err := fmt.Sscanf(shown, "line %d:", &line); err != nil || line < 1 || line > lines ||
				len(shown) > 1000 {
				t.Errorf("setting %q stands in line %d of %d: %s", s.Key, line, lines, shown)
			}
		}
	})
}
