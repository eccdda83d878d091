package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/web/host"
)

type loaded struct {
	host.State
	Players []string
	Result  string
	Ended   string
}

// TestSavedGamesLoad saves games as PGN and loads them again.
func TestSavedGamesLoad(t *testing.T) {
	t.Parallel()
	won := map[string]any{"game": "pit-of-pillars", "start": "x2/r,W,x2/x3,W/w,x w m 0/0 - 9",
		"turns": []string{"b1c1^d2a2"}}
	for _, try := range []struct {
		question map[string]any
		want     loaded
	}{
		{map[string]any{"game": "pit-of-pillars", "options": map[string]string{"size": "4"},
			"turns": []string{"@b4", "@b3@c1"}, "players": []string{"you", "level 3"}, "resigned": 0,
			"date": "2026.11.22"},
			loaded{host.State{Game: "pit-of-pillars", Turns: []string{"@b4", "@b3@c1"}}, []string{"you", "level 3"},
				"0-1", "resignation"}},
		{map[string]any{"game": "pilastri", "players": []string{"a\nb", `"`}, "resigned": 1},
			loaded{host.State{Game: "pilastri"}, []string{`a\nb`, `"`}, "1-0", "resignation"}},
		{map[string]any{"game": "pilastri", "turns": []string{"c2b2"}, "players": []string{"", "?"}},
			loaded{host.State{Game: "pilastri", Turns: []string{"c2b2"}}, []string{"", "?"}, "*", ""}},
		{map[string]any{"game": "pit", "options": map[string]string{"players": "3"}, "players": []string{"a", "b", "c"},
			"resigned": 2}, loaded{host.State{Game: "pit"}, []string{"a", "b", "c"}, "*", ""}},
		{merged(won, map[string]any{"players": []string{"a", "b"}, "resigned": 0}), // it was won before
			loaded{host.State{Game: "pit-of-pillars", Start: "x2/r,W,x2/x3,W/w,x w m 0/0 - 9",
				Turns: []string{"b1c1^d2a2"}}, []string{"a", "b"}, "1-0", ""}},
	} {
		saved, err := ask[struct{ PGN string }](t, merged(try.question, map[string]any{"do": "save"}))
		if err != nil {
			t.Fatal(err)
		}
		if date, dated := try.question["date"]; dated && !strings.Contains(saved.PGN, fmt.Sprintf("[Date %q]", date)) {
			t.Errorf("there is no date in\n%s", saved.PGN)
		}
		all, err := ask[[]loaded](t, map[string]any{"do": "load", "pgn": saved.PGN})
		if err != nil || len(all) != 1 {
			t.Fatalf("%d games, %v, of:\n%s", len(all), err, saved.PGN)
		}
		got := all[0]
		for name, value := range asMap(try.question["options"]) {
			if got.Options[name] != value {
				t.Errorf("option %s is %q instead of %q", name, got.Options[name], value)
			}
		}
		got.Options = nil
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", try.want) {
			t.Errorf("%+v\ninstead of\n%+v", got, try.want)
		}
	}
	wantsError(t, `{"do":"save","game":"pit","options":{"players":"4"},"players":["a","b","c"]}`, "3 names for 4 seats")
	wantsError(t, `{"do":"save","game":"pit","options":{"players":"3"},"players":["a","b","c"],"resigned":3}`,
		"resigned: must be the number of a seat, 0 for the first")
}

func asMap(value any) map[string]string {
	options, _ := value.(map[string]string)
	return options
}

func merged(all ...map[string]any) map[string]any {
	whole := map[string]any{}
	for _, one := range all {
		for name, value := range one {
			whole[name] = value
		}
	}
	return whole
}

// loading returns the question that loads a text of games.
func loading(t *testing.T, pgn string) string {
	t.Helper()
	question, err := json.Marshal(map[string]string{"do": "load", "pgn": pgn})
	if err != nil {
		t.Fatal(err)
	}
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
	spaces := strings.NewReplacer("T", "", "0", "\u2000", "1", "\u2001", "2", "\u2002", "3", "\u2003", "4", "\u2004",
		"5", "\u2005", "6", "\u2006", "7", "\u2007", "8", "\u2008", "9", "\u2009") // letters to the reader
	const many = "the text holds more than 200 different tags; leave some out"
	pass := "[Game \"pylyx\"]\n\n" + strings.Repeat("- ", 5000)
	for name, try := range map[string]struct {
		text  string
		games int
		want  string // error
	}{
		"games":          {strings.Repeat(one, 1000), 1000, ""},
		"one game more":  {strings.Repeat(one, 1001), 0, "the text holds more than 1000 games; load fewer at once"},
		"tags":           {tags(199) + one, 1, ""},
		"one tag more":   {tags(200) + one, 0, many},
		"tags in blanks": {strings.ReplaceAll(tags(200), "[", " [\t") + one, 0, many},
		"tags of spaces": {spaces.Replace(tags(200)) + one, 0, many},
		"comments":       {strings.Replace(one, "*", strings.Repeat("{[%clk 0:01] [x] [\"} ", 300)+"*", 1), 1, ""},
		"a long tag":     {"[White \"" + strings.Repeat("x", 32<<10) + "\"]\n" + one, 1, ""},
		"a longer tag": {"[White \"" + strings.Repeat("x", 32<<10+1) + "\"]\n" + one, 0,
			"the game that begins on line 1: tag White has more than 32768 bytes"},
		"turns": {pass + "*\n", 0, `line 3: turn 1: step "-" is not legal in`},
		"one turn more": {one + pass + "- *\n", 0,
			"the game that begins on line 5 has more than 5000 turns"},
		"nothing":      {"", 0, `there is no game in the text; a game in PGN begins with tags such as [Game "pit"]`},
		"no tags":      {"hello", 0, `line 1: "hello" where a game should begin: begin games with tags, such as`},
		"no such turn": {"[Game \"pit\"]\n\n1. z9 *\n", 0, `line 3: turn 1: step "z9" is not legal in`},
	} {
		all, err := ask[[]loaded](t, loading(t, try.text))
		if len(all) != try.games || (err == nil) != (try.want == "") ||
			err != nil && !strings.HasPrefix(err.Error(), try.want) {
			t.Errorf("%s: %d games, %v", name, len(all), err)
		}
	}
}

// leaving is a context that ends after it was checked a number of times.
type leaving struct {
	context.Context
	looks *int
}

func (l leaving) Err() error {
	if *l.looks--; *l.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestLoadingEndsWithItsVisitor checks that loading many games ends when the visitor leaves.
func TestLoadingEndsWithItsVisitor(t *testing.T) {
	t.Parallel()
	looks := 10
	text := strings.Repeat("[Game \"pilastri\"]\n\n*\n\n", 20) + "[Game \"chess\"]"
	_, err := new(host.Host).Answer(leaving{t.Context(), &looks}, []byte(loading(t, text)), func(any) {})
	if !errors.Is(err, context.Canceled) || looks != -1 {
		t.Errorf("%v after %d looks", err, 10-looks)
	}
}

// TestBareTurnsLoad checks that turns without tags are loaded as a game of the state, and that an error names the wrong
// turn.
func TestBareTurnsLoad(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"@c3 @b3@e4":                    `"turns":["@c3","@b3@e4"],"players":["",""],"result":"*"`,
		"1. @c3 @b3@e4 {a comment} 1-0": `"turns":["@c3","@b3@e4"],"players":["",""],"result":"1-0"`,
	} {
		question, _ := json.Marshal(map[string]any{"do": "load", "game": "pit-of-pillars", "pgn": text,
			"options": map[string]string{"size": "5"}})
		got, err := new(host.Host).Answer(t.Context(), question, nil)
		answer, _ := json.Marshal(got)
		if err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: %s, %v", text, answer, err)
		}
	}
	question := `{"do":"load","game":"pit-of-pillars","options":{"size":"5"},"pgn":"@c3 @c3@b4"}`
	if _, err := new(host.Host).Answer(t.Context(), []byte(question), nil); err == nil ||
		!strings.Contains(err.Error(), "turn 2 of 2") {
		t.Errorf("a wrong turn: %v", err)
	}
}
