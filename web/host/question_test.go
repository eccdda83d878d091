package host_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pillars/web/host"
)

// wantsError checks that a question gets exactly this error.
func wantsError(t *testing.T, question, want string) {
	t.Helper()
	bounded := host.Host{MaxTime: time.Minute, MaxTable: 64, MaxThreads: 1}
	answer, err := bounded.Answer(t.Context(), []byte(question), func(any) {})
	if err == nil || err.Error() != want || answer != nil {
		t.Errorf("%.200s:\nthe answer is %.80v with the error\n%v\ninstead of\n%s", question, answer, err, want)
	}
}

// TestFieldsAreChecked gives every field invalid values, and checks that the error names the field and the valid
// values.
func TestFieldsAreChecked(t *testing.T) {
	t.Parallel()
	const whole = "must be a whole number from 0 to 18446744073709551615"
	for _, try := range []struct {
		topics, field string
		values        []string
		want          string
	}{
		{"view", "do", []string{`5`, `["view"]`}, "must be the topic of the question, a text"},
		{"view save read explain picture puzzles decide", "game", []string{`5`, `{}`}, "must be the name of a game"},
		{"view", "options", []string{`[]`, `"size=4"`, `{"size":4}`},
			"must be options of the game by their names, all of them texts"},
		{"view", "start", []string{`5`}, "must be the text of a position"},
		{"view", "turns", []string{`"a"`, `[1]`, `{"a":1}`, `[["a"]]`}, "must be a list of at most 5000 turns"},
		{"view", "steps", []string{`"a"`, `[1]`}, "must be a list of steps"},
		{"view", "turned", []string{`1`, `"yes"`}, "must be true or false"},
		{"read", "text", []string{`1`}, "must be a text"},
		{"explain", "chosen", []string{`"a1"`, `[1]`}, "must be a list of squares"},
		{"explain", "square", []string{`1`}, "must be the name of a square"},
		{"decide", "player", []string{`1`}, "must be the text of a player"},
		{"decide analyze hint review", "nodes",
			[]string{`-1`, `1.5`, `1e300`, `18446744073709551616`, `"5"`, `[]`}, whole},
		{"decide", "seed", []string{`-1`, `0.1`, `1e999`, `18446744073709551616`, `true`}, whole},
		{"decide analyze hint review", "seconds",
			[]string{`-1`, `-1e-300`, `86400.001`, `1e300`, `1e999`, `-1e999`, `"5"`},
			"must be a number from 0 to 86400"},
		{"decide analyze hint review", "lines", []string{`-1`, `11`, `1000000000000000`, `1e99`, `1.5`, `"5"`},
			"must be a whole number from 0 to 10"},
		{"save", "players", []string{`"you"`, `[1]`}, "must be a list of names"},
		{"save", "resigned", []string{`-1`, `2`, `0.5`, `1e99`, `"White"`},
			"must be the number of a seat, 0 for the first"},
		{"save", "date", []string{`20261122`}, "must be a date such as 2026.11.22"},
		{"load", "pgn", []string{`5`, `["*"]`}, "must be the text of saved games"},
		{"solve", "id", []string{`5`}, "must be the name of a puzzle"},
		{"solve", "turn", []string{`5`}, "must be the text of a turn"},
	} {
		for topic := range strings.FieldsSeq(try.topics) {
			for _, value := range try.values {
				others := map[string]json.RawMessage{"do": json.RawMessage(`"` + topic + `"`)}
				switch topic {
				case "save":
					others["players"] = json.RawMessage(`["a","b"]`)
					others["game"] = json.RawMessage(`"pilastri"`)
				case "decide", "analyze", "hint", "review":
					others["player"] = json.RawMessage(`"alphabeta:nodes=1"`)
					others["game"] = json.RawMessage(`"pilastri"`)
				}
				others[try.field] = json.RawMessage(value)
				question, err := json.Marshal(others)
				if err != nil {
					t.Fatal(err)
				}
				wantsError(t, string(question), try.field+": "+try.want)
			}
		}
	}
}

// TestQuestionsThatAreNone checks the errors for texts that are not JSON objects, and for unknown topics and fields.
func TestQuestionsThatAreNone(t *testing.T) {
	t.Parallel()
	const none = "the question is no JSON object, or not whole"
	for question, want := range map[string]string{
		"": none, "[]": none, "5": none, `"games"`: none, "{": none, `{"do":"games"} {"do":"games"}`: none,
		strings.Repeat("[", 1<<20): none, `{"do":"view","turns":` + strings.Repeat("[", 1<<20): none,
		"null": `unknown question ""`, "{}": `unknown question ""`, `{"do":"dance"}`: `unknown question "dance"`,
		`{"do":"\u001b[31m"}`:              `unknown question "\x1b[31m"`,
		`{"do":"games","DO":"view"}`:       `unknown field "DO" of a question`,
		`{"do":"view","limits":[],"x":""}`: `unknown field "limits" of a question`,
	} {
		wantsError(t, question, want)
	}
}

// TestFieldsAreBounded gives every field a value of the greatest length, and one that is a byte longer.
func TestFieldsAreBounded(t *testing.T) {
	t.Parallel()
	for most, fields := range map[int]string{
		128:       "do game turned square nodes seconds lines seed resigned date id",
		4096:      "options start steps text chosen player players turn",
		128 << 10: "turns",
	} {
		for field := range strings.FieldsSeq(fields) {
			text := `"` + strings.Repeat("x", most-2) + `"`
			question := `{"do":"games","` + field + `":` + text + `}`
			if field == "do" {
				wantsError(t, `{"do":`+text+`}`, "unknown question "+text)
			} else if _, err := ask[any](t, question); err != nil {
				t.Errorf("%d bytes of %s: %v", most, field, err)
			}
			wantsError(t, `{"`+field+`":"x`+text[1:]+`}`,
				fmt.Sprintf("%s: %d bytes; at most %d are allowed", field, most+1, most))
		}
	}
	if _, err := ask[any](t, `{"do":"view","game":"pilastri","options":{"x":"y"},"options":{}}`); err != nil {
		t.Errorf("of a field that is given twice the last does not count alone: %v", err)
	}
	const longest = 2 << 20
	long := `{"do":"games"}` + strings.Repeat(" ", longest-14)
	if _, err := ask[any](t, long); err != nil {
		t.Errorf("a question of %d bytes: %v", longest, err)
	}
	wantsError(t, long+" ", "the question has 2097153 bytes; at most 2097152 are allowed")
	turns := `{"do":"view","game":"pilastri","turns":["-"` + strings.Repeat(`,"-"`, 4999) + `]}`
	if _, err := ask[any](t, turns); err == nil || !strings.HasPrefix(err.Error(), "turn 1 of 5000: ") {
		t.Errorf("5,000 turns: %v", err)
	}
	wantsError(t, strings.Replace(turns, `"-"`, `"-","-"`, 1), "turns: must be a list of at most 5000 turns")
}

// TestErrorsAreShort checks that an error that quotes a long text keeps only its beginning and end, and whole letters.
func TestErrorsAreShort(t *testing.T) {
	t.Parallel()
	for n := range 4 {
		long := strings.Repeat("x", n) + strings.Repeat("日本", 100_000)
		_, err := ask[any](t, map[string]any{"do": "load", "pgn": "[Game \"pit\"]\n\n1. " + long + " *\n"})
		if err == nil || len(err.Error()) > 2048 || len(err.Error()) < 2000 || !utf8.ValidString(err.Error()) ||
			!strings.HasPrefix(err.Error(), "line 3: turn 1: step \""+long[:900]) ||
			!strings.HasSuffix(err.Error(), "correct it, or cut the game off there") {
			t.Errorf("%v", err)
		}
	}
}

// TestPagesNameNoFiles names an existing file and a missing one wherever players, games and records can name files. It
// checks that both get the same error, which reveals nothing about this machine.
func TestPagesNameNoFiles(t *testing.T) {
	t.Parallel()
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, []byte("1../..o./...2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{there, there + "not", "question_test.go", "/", "..", "board.txt"} {
		player := func(text string) string {
			question, _ := json.Marshal(map[string]any{"do": "decide", "game": "pilastri", "player": text}) // texts
			return string(question)
		}
		program := "ugi:" + name
		wantsError(t, player(program), fmt.Sprintf("player %q: an external program has no keys", program))
		for _, kind := range []string{"greedy", "alphabeta", "mcts", "uct", "multiseat"} {
			text := kind + ":weights=" + name
			wantsError(t, player(text), "player "+text+": a page names no files; weights may be hand")
		}
		if strings.Trim(name, "./") == "" {
			continue // lines of a board
		}
		const lines = "give the lines of a board with / between, no file"
		question, err := json.Marshal(map[string]any{"do": "view", "game": "pit",
			"options": map[string]string{"board": name}})
		if err != nil {
			t.Fatal(err)
		}
		wantsError(t, string(question), "board="+name+": "+lines)
		question, err = json.Marshal(map[string]any{"do": "load",
			"pgn": "[Game \"pit\"]\n[Options \"board=" + strings.ReplaceAll(name, " ", "%20") + "\"]\n\n*\n"})
		if err != nil {
			t.Fatal(err)
		}
		wantsError(t, string(question), "the game that begins on line 1: tag Options: board="+name+": "+lines)
	}
	drawn := map[string]any{"do": "view", "game": "pit", "options": map[string]string{"board": "1.../..o./...2"}}
	if v, err := ask[view](t, drawn); err != nil || len(v.Squares) != 12 {
		t.Errorf("a drawn board: %d squares, %v", len(v.Squares), err)
	}
	for _, weights := range []string{"", ",weights=hand"} {
		hand := map[string]any{"do": "decide", "game": "pilastri", "player": "alphabeta:nodes=10" + weights}
		if _, err := ask[any](t, hand); err != nil {
			t.Error(err)
		}
	}
}

// TestGamesAreChecked checks the errors for invalid games, options, positions and turns.
func TestGamesAreChecked(t *testing.T) {
	t.Parallel()
	const start = "w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w w 1"
	for _, try := range []struct{ fields, want string }{
		{`"game":"chess"`, `unknown game "chess"; known are: pit-of-pillars, pilastri, pylyx, pit`},
		{`"game":"pilastri","options":{"colour":"red"}`,
			`pilastri has no option "colour"; it has size, files, ranks, jumpers`},
		{`"game":"pilastri","options":{"size":"5"}`, "option size=5: must be one of 4, 6, 8, 0"},
		{`"game":"pit-of-pillars","options":{"size":"9"}`, "option size=9: must be a whole number from 4 to 8"},
		{`"game":"pit-of-pillars","options":{"reserve":"-1"}`,
			"option reserve=-1: must be a whole number from 0 to 99"},
		{`"game":"pit-of-pillars","options":{"cap":"1e9"}`,
			"option cap=1e9: must be a whole number from 0 to 1000000"},
		{`"game":"pilastri","start":"x9/w w 1"`, `board: rank 2 "x9": it has 9 squares; give 2 to 8`},
		{`"game":"pilastri","turns":["c2b2","a1h8"]`, "turn 2 of 2: h8 is not on this board"},
		{`"game":"pilastri","steps":["a1h8"]`, `step 1 of the turn: step "a1h8" is not legal in ` + start +
			"; legal move steps: a2a1 a2a3 a2b2 a4a3 a4a5 a4b4 ..."},
	} {
		for topic := range strings.FieldsSeq("view picture read explain save decide analyze hint review") {
			wantsError(t, `{"do":"`+topic+`",`+try.fields+`}`, try.want)
		}
	}
}
