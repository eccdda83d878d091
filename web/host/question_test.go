package host_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pillars/engine/enginetest"
)

// TestFieldsAreChecked gives every field invalid values, and checks that the error names the field, which is the last
// of the question.
func TestFieldsAreChecked(t *testing.T) {
	t.Parallel()
	const decide = `{"do":"decide","game":"pilastri","player":"alphabeta:nodes=1",`
	const save = `{"do":"save","game":"pilastri",`
	const notWhole = `-1, 1.5, 1e300, 18446744073709551616, "5", []`
	for question, values := range map[string]string{
		`{"do":%s}`:                                 `5, ["view"]`,
		`{"do":"view","game":%s}`:                   `5, {}`,
		`{"do":"puzzles","game":%s}`:                `5, {}`,
		`{"do":"view","options":%s}`:                `[], "size=4", {"size":4}`,
		`{"do":"view","start":%s}`:                  `5`,
		`{"do":"view","turns":%s}`:                  `"a", [1], {"a":1}, [["a"]]`,
		`{"do":"view","steps":%s}`:                  `"a", [1]`,
		`{"do":"view","known":%s}`:                  `1, "w1", [1]`,
		`{"do":"read","text":%s}`:                   `1`,
		`{"do":"edit","game":"pit","square":%s}`:    `1`,
		`{"do":"decide","player":%s}`:               `1`,
		decide + `"nodes":%s}`:                      notWhole,
		decide + `"seed":%s}`:                       notWhole,
		decide + `"seconds":%s}`:                    `-1, -1e-300, 86400.001, 1e300, 1e999, -1e999, "5"`,
		decide + `"lines":%s}`:                      `-1, 11, 1000000000000000, 1e99, 1.5, "5"`,
		save + `"players":%s}`:                      `"you", [1]`,
		save + `"players":["a","b"],"resigned":%s}`: `-1, 2, 0.5, 1e99, "White"`,
		save + `"date":%s}`:                         `20261122`,
		`{"do":"load","pgn":%s}`:                    `5, ["*"]`,
		`{"do":"solve","id":%s}`:                    `5`,
		`{"do":"solve","turn":%s}`:                  `5`,
	} {
		words := strings.Split(question, `"`)
		for value := range strings.SplitSeq(values, ", ") {
			wantsError(t, fmt.Sprintf(question, value), words[len(words)-2]+": must be ")
		}
	}
}

// TestQuestionsThatAreNone checks the errors for texts that are not JSON objects, and for unknown topics and fields.
func TestQuestionsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, question := range []string{"", "[]", "5", `"games"`, "{", `{"do":"games"} {"do":"games"}`,
		strings.Repeat("[", 1<<20), `{"do":"view","turns":` + strings.Repeat("[", 1<<20)} {
		wantsError(t, question, "the question is no JSON object")
	}
	for _, question := range []string{"null", "{}", `{"do":"dance"}`, `{"do":"\u001b[31m"}`,
		`{"do":"games","DO":"view"}`, `{"do":"view","limits":[],"x":""}`} {
		wantsError(t, question, "unknown ")
	}
}

// TestFieldsAreBounded gives every field a value of the greatest length, and one that is a byte longer.
func TestFieldsAreBounded(t *testing.T) {
	t.Parallel()
	for most, fields := range map[int]string{
		128:       "do game square threat nodes seconds lines seed resigned date id",
		4096:      "options start steps text player players turn known",
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
	there := enginetest.File(t, "1../..o./...2\n")
	for _, name := range []string{there, there + "not", "question_test.go", "/", "..", "board.txt"} {
		refuse := func(question map[string]any, want string) {
			text, _ := json.Marshal(question) // texts
			wantsError(t, string(text), want)
		}
		player := func(text string) map[string]any {
			return map[string]any{"do": "decide", "game": "pilastri", "player": text}
		}
		program := "ugi:" + name
		refuse(player(program), fmt.Sprintf("player %q: an external program has no keys", program))
		for _, kind := range []string{"greedy", "alphabeta", "mcts", "uct", "multiseat"} {
			text := kind + ":weights=" + name
			refuse(player(text), "player "+text+": a page names no files; weights may be hand")
		}
		if strings.Trim(name, "./") == "" {
			continue // lines of a board
		}
		const lines = "give the lines of a board with / between, no file"
		refuse(map[string]any{"do": "view", "game": "pit", "options": map[string]string{"board": name}},
			"option board="+name+": "+lines)
		refuse(map[string]any{"do": "load", "pgn": "[Game \"pit\"]\n[Options \"board=" + name + "\"]\n\n*\n"},
			"the game that begins on line 1: tag Options: option board="+name+": "+lines)
	}
	drawn := map[string]any{"do": "view", "game": "pit", "options": map[string]string{"board": "1.../..o./...2"}}
	if v, err := ask[view](t, drawn); err != nil || len(v.names()) != 12 {
		t.Errorf("a drawn board: %d squares, %v", len(v.names()), err)
	}
	hand := `{"do":"decide","game":"pilastri","player":"alphabeta:nodes=10,weights=hand"}`
	if _, err := ask[any](t, hand); err != nil {
		t.Error(err)
	}
}
