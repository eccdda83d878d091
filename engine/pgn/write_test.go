package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/pgn"
)

// won is a record with something in every field, and wonPGN how PGN's specification and this package's documentation
// want it written.
var won = engine.Record{
	Game:     "pit-of-pillars",
	Settings: engine.Settings{{Name: "size", Value: "4"}, {Name: "reserve", Value: "0"}},
	Start:    "x2/x4/x4/x2 w o 0/0 - 1",
	Players:  []string{`alphabeta "deep"`, `mcts\fast`},
	Opening:  2,
	Turns:    []string{"@b2", "@b3@d3", "@c3"},
	Outcome:  engine.Win(1, "no stack left"),
	Final:    "the end",
	Tags:     []engine.Tag{{Name: "Round", Value: "7"}, {Name: "Seed1", Value: "42"}},
}

const wonPGN = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "7"]
[White "alphabeta \"deep\""]
[Black "mcts\\fast"]
[Result "0-1"]
[Game "pit-of-pillars"]
[Options "size=4 reserve=0"]
[Start "x2/x4/x4/x2 w o 0/0 - 1"]
[Opening "2"]
[Termination "no stack left"]
[Score "0 1"]
[Final "the end"]
[Seed1 "42"]

1. @b2 2. @b3@d3 3. @c3 0-1

`

func text(t testing.TB, r engine.Record) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, pgn.Write(&b, r))
	return b.String()
}

func TestWritePGN(t *testing.T) {
	t.Parallel()
	if got := text(t, won); got != wonPGN {
		t.Errorf("written:\n%s\nwant:\n%s", got, wonPGN)
	}
}

func TestReadPGN(t *testing.T) {
	t.Parallel()
	windows := strings.ReplaceAll(wonPGN, "\n", "\r\n")
	unwrapped := strings.Replace(strings.TrimSpace(wonPGN), "2. @b3", "\n\n2.\n@b3", 1)
	games := read(t, wonPGN+windows+unwrapped)
	if len(games) != 3 {
		t.Fatalf("%d games, want 3", len(games))
	}
	for _, game := range games {
		white, _ := game.Tag("White")
		final, _ := game.Tag("Final")
		score, known := game.Score()
		if len(game.Tags) != 15 || white != won.Players[0] || final != won.Final || score != 0 || !known ||
			!slices.Equal(game.Turns, won.Turns) {
			t.Errorf("game %d is read as %+v", game.Number, game)
		}
	}
	if games := read(t, "\n"); len(games) != 0 {
		t.Errorf("an empty file holds %v", games)
	}
}

func TestPGNResults(t *testing.T) {
	t.Parallel()
	four := engine.Outcome{Reason: "last player in", Seats: 4, Scores: [engine.MaxSeats]float64{1, 0, 1.0 / 3, 2.0 / 3}}
	tests := []struct {
		outcome engine.Outcome
		token   string
		score   string
	}{
		{engine.Win(0, "r"), "1-0", `[Score "1 0"]`},
		{engine.Win(1, "r"), "0-1", `[Score "0 1"]`},
		{engine.Draw(2, "r"), "1/2-1/2", `[Score "0.5 0.5"]`},
		{engine.Outcome{}, "*", ""},
		{four, "*", `[Score "1 0 0.3333333333333333 0.6666666666666666"]`},
	}
	for _, test := range tests {
		r := won
		r.Outcome = test.outcome
		r.Players = []string{"a", "b", "c", "d"}[:max(2, test.outcome.Seats)]
		text := text(t, r)
		if !strings.HasSuffix(text, " "+test.token+"\n\n") || !strings.Contains(text, `[Result "`+test.token+`"]`) ||
			!strings.Contains(text, test.score) {
			t.Errorf("outcome %v is written as\n%s", test.outcome, text)
		}
		if strings.Contains(text, "Score") != test.outcome.Over() {
			t.Errorf("outcome %v: a score belongs to a finished game only:\n%s", test.outcome, text)
		}
	}
}

// TestWritePGNEscapes writes a game between players whose names hold what PGN and terminals take for orders.
func TestWritePGNEscapes(t *testing.T) {
	t.Parallel()
	r := won
	r.Players, r.Tags = []string{"ugi:\x1b[2J", "\xff\u202e"}, []engine.Tag{{Name: "Engine1", Value: "a\nb\x00"}}
	got := text(t, r)
	for _, want := range []string{
		`[White "ugi:\\x1b[2J"]`, `[Black "\\xff\\u202e"]`, `[Engine1 "a\\nb\\x00"]`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestWritePGNRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]func(r *engine.Record){
		"1 players":            func(r *engine.Record) { r.Players = r.Players[:1] },
		"5 players":            func(r *engine.Record) { r.Players = make([]string, 5) },
		`by "" do not fit`:     func(r *engine.Record) { r.Outcome.Reason = "" },
		"4 seats":              func(r *engine.Record) { r.Outcome = engine.Draw(4, "r") },
		"scores [1 1 0 0]":     func(r *engine.Record) { r.Outcome.Scores[0] = 1 },
		"scores [0 2 0 0]":     func(r *engine.Record) { r.Outcome.Scores[1] = 2 },
		"scores [0 1 1 0]":     func(r *engine.Record) { r.Outcome.Scores[2] = 1 },
		`be read as [{"Event"`: func(r *engine.Record) { r.Tags = []engine.Tag{{Name: "two words"}} },
		"holds 2 games":        func(r *engine.Record) { r.Tags = []engine.Tag{{Name: "White"}} },
		"would be read as":     func(r *engine.Record) { r.Tags = []engine.Tag{{Name: "Seed"}, {Name: "Seed"}} },
	}
	for _, turn := range []string{"", "1-0", "12.", "a1!", "12.a1", "a b", "(", "{", "a1\x1b[2J", "a1\xff", "$1"} {
		tests[fmt.Sprintf("the turns [%q", turn)] = func(r *engine.Record) { r.Turns = []string{turn} }
	}
	for want, spoil := range tests {
		r := won
		spoil(&r)
		var b bytes.Buffer
		err := pgn.Write(&b, r)
		if !errors.Is(err, pgn.ErrRecord) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
		if b.Len() > 0 {
			t.Errorf("%s: something was written before the record was refused", want)
		}
	}
}

func TestReadPGNPassesErrorsOn(t *testing.T) {
	t.Parallel()
	var err error
	broken := errors.New("the disk is gone")
	file := io.MultiReader(strings.NewReader("[A \"\"]\n[B \"\"]\n[C"), iotest.ErrReader(broken))
	for _, fault := range pgn.Games(file) {
		err = fault
	}
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("error %v", err)
	}
}
