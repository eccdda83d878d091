package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

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

// wantRead wants to find all of a record again in a game that was read.
func wantRead(t testing.TB, got pgn.Entry, want engine.Record) {
	t.Helper()
	var options, scores []string
	for _, setting := range want.Settings {
		options = append(options, setting.Name+"="+setting.Value)
	}
	for _, score := range want.Outcome.Scores[:want.Outcome.Seats] {
		scores = append(scores, fmt.Sprint(score))
	}
	tags := append([]engine.Tag{
		{Name: "Game", Value: want.Game}, {Name: "Start", Value: want.Start},
		{Name: "Opening", Value: fmt.Sprint(want.Opening)}, {Name: "Termination", Value: string(want.Outcome.Reason)},
		{Name: "Score", Value: strings.Join(scores, " ")}, {Name: "Final", Value: want.Final},
	}, want.Tags...)
	for seat, player := range want.Players {
		tags = append(tags, engine.Tag{Name: []string{"White", "Black", "Player3", "Player4"}[seat], Value: player})
	}
	for _, tag := range tags {
		if value, ok := got.Tag(tag.Name); value != tag.Value || !ok && value != "" {
			t.Fatalf("tag %s is %q, want %q", tag.Name, value, tag.Value)
		}
	}
	text, _ := got.Tag("Options")
	var read []string
	for option := range strings.SplitSeq(text, " ") {
		option, err := url.PathUnescape(option)
		require.NoError(t, err)
		read = append(read, option)
	}
	if strings.Join(read, "\n") != strings.Join(options, "\n") || !slices.Equal(got.Turns, want.Turns) {
		t.Fatalf("options %q and turns %q, want %q and %q", read, got.Turns, options, want.Turns)
	}
	score, known := got.Score()
	if decided := want.Outcome.Seats == 2; known != decided || known && score != want.Outcome.Scores[0] {
		t.Fatalf("score %v, %v of %+v", score, known, want.Outcome)
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
		wantRead(t, game, won)
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

// TestPGNOptions checks that blanks inside an option's value are distinguished from those between options.
func TestPGNOptions(t *testing.T) {
	t.Parallel()
	r := won
	r.Settings = engine.Settings{{Name: "board", Value: "my %20 board.txt"}, {Name: "seats", Value: "100%"}}
	text := text(t, r)
	if want := `[Options "board=my%20%2520%20board.txt seats=100%25"]`; !strings.Contains(text, want) {
		t.Errorf("%s is missing from\n%s", want, text)
	}
	wantRead(t, read(t, text)[0], r)
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
		"1 players":               func(r *engine.Record) { r.Players = r.Players[:1] },
		"5 players":               func(r *engine.Record) { r.Players = make([]string, 5) },
		"no reason":               func(r *engine.Record) { r.Outcome.Reason = "" },
		"4 seats, the game 2":     func(r *engine.Record) { r.Outcome = engine.Draw(4, "r") },
		"scores 1 and 1":          func(r *engine.Record) { r.Outcome.Scores[0] = 1 },
		"seat 2 scores 2":         func(r *engine.Record) { r.Outcome.Scores[1] = 2 },
		"seat 3, in which nobody": func(r *engine.Record) { r.Outcome.Scores[2] = 1 },
		`be read as [{"Event"`:    func(r *engine.Record) { r.Tags = []engine.Tag{{Name: "two words"}} },
		"holds 2 games":           func(r *engine.Record) { r.Tags = []engine.Tag{{Name: "White"}} },
		"would be read as":        func(r *engine.Record) { r.Tags = []engine.Tag{{Name: "Seed"}, {Name: "Seed"}} },
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

// outcomes draws outcomes of a number of seats, or the one of an unfinished game.
func outcomes(seats int) *rapid.Generator[engine.Outcome] {
	return rapid.Custom(func(t *rapid.T) engine.Outcome {
		reason := engine.Reason(value().Draw(t, "reason"))
		if reason == engine.Ongoing {
			return engine.Outcome{}
		}
		if seats == 2 {
			winner := engine.Seat(rapid.IntRange(0, 2).Draw(t, "winner"))
			if winner == 2 {
				return engine.Draw(2, reason)
			}
			return engine.Win(winner, reason)
		}
		o := engine.Outcome{Reason: reason, Seats: seats}
		for seat := range seats {
			o.Scores[seat] = rapid.Float64Range(0, 1).Draw(t, "score")
		}
		return o
	})
}

// value draws text with plenty of what could go wrong.
func value() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune(`\" []{}%=2050`)), rapid.RuneFrom([]rune("aé柱\u2028"))))
}

func records() *rapid.Generator[engine.Record] {
	return rapid.Custom(func(t *rapid.T) engine.Record {
		players := rapid.SliceOfN(value(), 2, engine.MaxSeats).Draw(t, "players")
		r := engine.Record{
			Game:    "g" + value().Draw(t, "game"),
			Start:   value().Draw(t, "start"),
			Players: players,
			Opening: rapid.IntRange(0, 1000).Draw(t, "opening"),
			Outcome: outcomes(len(players)).Draw(t, "outcome"),
			Final:   value().Draw(t, "final"),
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "settings") {
			r.Settings = append(r.Settings, engine.Setting{Name: fmt.Sprint("o", i), Value: "v" + value().Draw(t,
				"setting")})
		}
		if rapid.Bool().Draw(t, "event") {
			r.Tags = append(r.Tags, engine.Tag{Name: "Event", Value: "e" + value().Draw(t, "event name")})
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "tags") {
			r.Tags = append(r.Tags, engine.Tag{Name: fmt.Sprint("Tag", i), Value: value().Draw(t, "tag")})
		}
		for range rapid.IntRange(0, 40).Draw(t, "turns") {
			r.Turns = append(r.Turns, rapid.StringMatching(`-|[@^a-l|][a-l0-9@^|.*-]{0,30}`).Draw(t, "turn"))
		}
		return r
	})
}

// TestPGNRoundTrip writes several records into one file, with comments between tags and turns, and reads the same back.
func TestPGNRoundTrip(outer *testing.T) {
	outer.Parallel()
	rapid.Check(outer, func(t *rapid.T) {
		written := rapid.SliceOfN(records(), 1, 3).Draw(t, "records")
		var b bytes.Buffer
		for _, r := range written {
			require.NoError(t, pgn.Write(&b, r))
		}
		games := read(outer, strings.ReplaceAll(b.String(), "\n\n1. ", "\n\n{a comment} 1. "))
		if len(games) != len(written) {
			t.Fatalf("%d games of %d in\n%s", len(games), len(written), &b)
		}
		for i, game := range games {
			wantRead(outer, game, written[i])
		}
	})
}
