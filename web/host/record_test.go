package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/web/host"
)

// loading returns the question that loads a text of games.
func loading(t *testing.T, pgn string) string {
	t.Helper()
	question, err := json.Marshal(map[string]string{"do": "load", "pgn": pgn})
	require.NoError(t, err)
	return string(question)
}

// TestLoadedTextsAreBounded loads texts with the greatest number and length of games, tags and turns, and with one
// more.
func TestLoadedTextsAreBounded(t *testing.T) {
	t.Parallel()
	const one = "[Game \"pilastri\"]\n\n*\n\n"
	tags := func(n int) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "[T%d \"\"]", i)
		}
		return text.String()
	}
	const many = "line 1: the game has more than 200 different tags; leave some out"
	pass := "[Game \"pylyx\"]\n\n" + strings.Repeat("- ", 5000)
	for name, try := range map[string]struct {
		text  string
		games int
		want  string // error
	}{
		"games":         {strings.Repeat(one, 1000), 1000, ""},
		"one game more": {strings.Repeat(one, 1001), 0, "the text holds more than 1000 games; load fewer at once"},
		"tags":          {tags(199) + one, 1, ""},
		"one tag more":  {tags(200) + one, 0, many},
		"comments":      {strings.Replace(one, "*", strings.Repeat("{[%clk 0:01] [x] [\"} ", 300)+"*", 1), 1, ""},
		"a long tag":    {"[White \"" + strings.Repeat("x", 32<<10) + "\"]\n" + one, 1, ""},
		"a longer tag": {"[White \"" + strings.Repeat("x", 32<<10+1) + "\"]\n" + one, 0,
			"line 1: tag White has more than 32768 bytes"},
		"turns":           {pass + "*\n", 0, `line 3: turn 1: step "-" is not legal in`},
		"one game of two": {one + pass + "- *\n", 2, ""},
		"one turn more": {pass + "- *\n", 0,
			"the game that begins on line 1 has more than 5000 turns"},
		"nothing":      {"", 0, `there is no game in the text; a game in PGN begins with tags such as [Game "pit"]`},
		"no tags":      {"hello", 0, `line 1: game 1: "hello" where a game should begin: begin games with`},
		"no such turn": {"[Game \"pit\"]\n\n1. z9 *\n", 0, `line 3: turn 1: step "z9" is not legal in`},
	} {
		all, err := ask[[]any](t, loading(t, try.text))
		if len(all) != try.games || (err == nil) != (try.want == "") ||
			err != nil && !strings.HasPrefix(err.Error(), try.want) {
			t.Errorf("%s: %d games, %v", name, len(all), err)
		}
	}
}

// TestDamagedTextsAreLoaded checks that games are loaded where possible, and that each other game has a fault that says
// why not.
func TestDamagedTextsAreLoaded(t *testing.T) {
	t.Parallel()
	type loaded struct {
		Game, Fault string
		Notes       []string
	}
	all, err := ask[[]loaded](t, loading(t,
		"[Game \"pit\"]\r\n[X \"a\"]\n[X \"b\"]\n\n*\n\n[Game \"chess\"]\n\n1. e4 *\n"))
	if err != nil || len(all) != 2 || all[0].Game != "pit" || len(all[0].Notes) != 1 || all[1].Game != "" ||
		!strings.HasPrefix(all[1].Fault, "the game that begins on line 7: unknown game") {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestAbstractPlayIsLoaded loads a record of Abstract Play, and turns in its notation.
func TestAbstractPlayIsLoaded(t *testing.T) {
	t.Parallel()
	const record = `{"header":{"game":{"name":"Pilastri"},` +
		`"players":[{"name":"a","result":1},{"name":"b","result":0}]},"moves":[["b4-a4","c2-b2"],["resign"]]}`
	for _, question := range []string{loading(t, record), `{"do":"load","game":"pilastri","pgn":"b4-a4 c2-b2"}`} {
		all, err := ask[[]struct{ Turns []string }](t, question)
		if want := []string{"e4f4", "d2e2"}; err != nil || len(all) != 1 || !slices.Equal(all[0].Turns, want) {
			t.Errorf("%s: %+v, %v; want %q", question, all, err, want)
		}
	}
}

// TestLoadingEndsWithItsVisitor checks that loading many games ends when the visitor leaves.
func TestLoadingEndsWithItsVisitor(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("[Game \"pilastri\"]\n\n*\n\n", 20) + "[Game \"chess\"]"
	_, err := new(host.Host).Answer(enginetest.Ending(t.Context(), 10), []byte(loading(t, text)), nil)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
