package pgn_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/pgn"
)

const annotated = `; of another program
[Event "e"]
[White "ann"]
[Black "bob"]
[Result "1-0"]
[FEN "8/8/8/8 w - - 0 1"]

{ first } 1. e4! $1 (1. d4 d5 (1... c5) 0-1) 1... c5?! 2.Nf3{x}d6 ; to the end of the line
% not this
3. - 1-0 { late
[White "no"] }

[White "bob"]
[Black "ann"]

12... Kf7 13
. a1[b2] 1/2
`

// TestGames checks the tags and turns of games by any program, without numbers, comments, variations and marks.
func TestGames(t *testing.T) {
	t.Parallel()
	games := read(t, annotated)
	want := [][]string{{"e4", "c5", "Nf3", "d6", "-"}, {"Kf7", "a1[b2]"}}
	if len(games) != 2 || !slices.Equal(games[0].Turns, want[0]) || !slices.Equal(games[1].Turns, want[1]) {
		t.Fatalf("read %+v, want %v", games, want)
	}
	first, second := games[0], games[1]
	if first.Line != 2 || first.Result != "1-0" || first.Tags[4].Value != "8/8/8/8 w - - 0 1" || len(first.Tags) != 5 {
		t.Errorf("the first game: %+v", first)
	}
	if second.Line != 13 || second.Result != "1/2-1/2" || len(second.Tags) != 2 {
		t.Errorf("the second game: %+v", second)
	}
	if score, ok := second.Score(); score != .5 || !ok {
		t.Errorf("1/2 scores %v, %v", score, ok)
	}
}

func read(t testing.TB, text string) (games []pgn.Entry) {
	t.Helper()
	for game, err := range pgn.Games(strings.NewReader(text)) {
		require.NoError(t, err)
		games = append(games, game)
	}
	return games
}

// TestLongLines checks that lines longer than a buffer are read completely.
func TestLongLines(t *testing.T) {
	t.Parallel()
	value := strings.Repeat("long ", 6_000)
	games := read(t, "[White \""+value+"\"]\n"+strings.Repeat("1. turn ", 50_000)+"\n")
	if white, _ := games[0].Tag("White"); white != value || len(games[0].Turns) != 50_000 {
		t.Errorf("%d bytes and %d turns", len(white), len(games[0].Turns))
	}
}

// endless is a reader of a text again and again.
type endless struct {
	text string
	at   int // number of bytes of text that have been read since its beginning
}

func (e *endless) Read(p []byte) (n int, err error) {
	n = copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

// TestBounds reads endless files, which must be refused at once, with few words about them.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ begin, again, want string }{
		"line":  {"", strings.Repeat("[", 1000), "line 1: a line of more than 1048576 bytes"},
		"value": {"[A \"", strings.Repeat("a", 100_000) + "\"]\n", "line 1: tag A has more than 32768 bytes"},
		"turns": {"[A \"\"]\n", "1. x\n", "has more than 100000 turns"},
	} {
		var err error
		for _, err = range pgn.Games(io.MultiReader(strings.NewReader(c.begin), &endless{text: c.again})) {
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 200 {
			t.Errorf("%s: the error is %.300v, want %s", name, err, c.want)
		}
	}
}

// FuzzReadPGN wants no panic.
func FuzzReadPGN(f *testing.F) {
	f.Add(wonPGN)
	f.Add(wonPGN + annotated)
	f.Add(strings.ReplaceAll(wonPGN, "0-1", "*"))
	for _, c := range recordsAsTheyCome {
		f.Add(c.text)
	}
	for _, c := range asTheyCome {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for range pgn.Games(strings.NewReader(text)) {
		}
	})
}

// TestWhereGamesEnd gives tags and turns, with the games' numbers of tags and turns: a game ends where the next begins.
func TestWhereGamesEnd(t *testing.T) {
	t.Parallel()
	const whole = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n"
	for text, want := range map[string][]int{
		`[White "a"]`:                                      {1, 0},
		"\ufeff[White \"a\"]\n1. x *":                      {1, 1},
		whole + "\n[Event \"e\"]\n[White \"c\"]\n":         {3, 0, 2, 0},
		whole + "[White \"c\"]\n[Black \"d\"]\n":           {3, 0, 2, 0},
		whole + "\n[ECO \"A00\"]\n\n1. x *\n":              {4, 1},
		"[White \"a\"]\n\n[White \"c\"]\n\n1. x *\n":       {1, 0, 1, 1},
		whole + "[Event \"e\"]\n\n1. x\n":                  {4, 1},
		"[Black \"b\"]\n[Result \"*\"]\n\n[White \"a\"]\n": {3, 0},
		"[A-b \"x\"]\n1. x (2. y (z) w) 3. v *":            {1, 2},
		"[A \"x\"]\n1. x ) 2. y *":                         {1, 2},
	} {
		var got []int
		for _, game := range read(t, text) {
			got = append(got, len(game.Tags), len(game.Turns))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v tags and turns, want %v", text, got, want)
		}
	}
}

// asTheyCome holds texts as programs and people write them, with what is read: for each game its players, result and
// turns, or the fault of one that cannot be read; and the faults of those that can.
var asTheyCome = []struct {
	text  string
	games string
	fault string // what the faults of games that are read say
}{
	{"[White \"a\"]\r\n\r\n[Black \"b\"]\n\r[X \"\"]\n\n1. x 1-0", "a b 1-0 x", ""},
	{pair + "[Result \"0-1\"]\n\n[Elo \"7\"]\n\n[Team \"t\"]\n\n1. x 0-1", "a b 0-1 x", ""},
	{pair + "[Note \"one\"]\n[Note \"two\"]\n1. x *", "a b * x", "line 4: game 1: tag Note again"},
	{pair + "[Result \"1-0\"]\n[Note \"one\"]\n[Note \"two\"]\n1. x *", "a b 1-0 x",
		"line 5: game 1: tag Note again; its first value counts; line 1: game 1: the tag Result is \"1-0\", but"},
	{pair + "[White \"c\"]\n1. x *\n" + pair + "1. y *", "a b * x; a b * y", "line 3: game 1: tag White again"},
	{pair + "[Note \"the \"best\" \\ game\"]\n1. x *", "a b * x", "tag [Note has a quote without a backslash"},
	{"[White \"a \"the Rook\" Doe\"]\n[Black \"b\"]\n1. x *", "a \"the Rook\" Doe b * x",
		"line 1: game 1: the tag [White has a quote without a backslash before it: write \\\" inside"},
	{"[White \"a\"\n[Black \"b\"]\n1. x *", "a b * x", "line 1: game 1: the tag [White has no ]"},
	{pair + "[Annotator \"O\"Brien\"]\n\n1. x 1-0\n\n" + pair + "\n1. y 0-1\n\n" + pair + "\n1. z 0-1\n",
		"a b 1-0 x; a b 0-1 y; a b 0-1 z", "line 3: game 1: the tag [Annotator has a quote"},
	{pair + "[Result \"0,5-0,5\"]\n1. x 0.5-0.5", "a b 1/2-1/2 x", ""},
	{pair + "[Result \"1 - 0\"]\n1. x 1.0-0.0", "a b 1-0 x", ""},
	{pair + "1. x 0,0-1,0", "a b 0-1 x", ""},
	{"[White \"C:\\\"]\n[Black \"b\"]\n1. x *", " b * x", "the tag [White is not whole"},
	{"[White a]\n[Black \"b\"]\n1. x *", " b * x", "line 1: game 1: the tag [White is not whole"},
	{pair + "[Round! \"7\"]\n1. x *\n[", "a b * x; line 5: game 2: the tag [ is not whole",
		"line 3: game 1: the tag [Round is"},
	{pair + "[Result \"0.5-0.5\"]\n1. x 1/2", "a b 1/2-1/2 x", ""},
	{pair + "[Result \"\u00bd-\u00bd\"]\n", "a b 1/2-1/2 ", ""},
	{pair + "1. x 1-0 $7 (1. y) {why} 1-0", "a b 1-0 x", ""},
	{pair + "[Result \"White wins\"]\n1. x 1-0", "a b 1-0 x", "the tag Result is \"White wins\", but"},
	{pair + "[Result \"2-0\"]\n1. x", "a b 2-0 x", ""},
	{"1. x 1-0\n\n1. y 0-1\n" + pair + "1. z *",
		"line 1: game 1: \"1.\" where a; line 3: game 2: \"1.\" where a; a b * z", ""},
	{strings.ReplaceAll(pair+"\n1. x 1-0\n\n"+pair+"\n1. y *\n", "\n", "\r"), "a b 1-0 x; a b * y", ""}, // of old Macs
	{pair + "1. x {never closed\n\n" + pair + "1. y *", "a b  x; a b * y", "line 3: game 1: a comment begins"},
	{pair + "1. x { late\n" + pair + "1. y {z} *", "a b  x; a b * y", "line 3: game 1: a comment begins"},
	{pair + "1. x {\n  [White \"c\"]\n[Black \"d\"]\n1. y *", "a b  x; c d * y", "line 3: game 1: a comment begins"},
	{pair + "1. x {\n\n[White \"c\"] [Black \"d\"]\n1. y *", "a b  x; c d * y", "line 3: game 1: a comment begins"},
	{pair + "1. x { late\n[White \"c\"] [Black \"d\"] }\n2. y *", "a b * x y", ""},
	{pair + "1. x (1. y *\n" + pair + "1. y *", "a b  x; a b * y", "game 1: a variation begins"},
	{"{", "line 1: game 1: a comment begins", ""},
	{"hello", "line 1: game 1: \"hello\" where a game", ""},
}

const pair = "[White \"a\"]\n[Black \"b\"]\n"

// TestGamesAsTheyCome checks that what can be read is read, and that the rest is named with line and game.
func TestGamesAsTheyCome(t *testing.T) {
	t.Parallel()
	for _, c := range asTheyCome {
		var got, faults []string
		for game, err := range pgn.Games(strings.NewReader(c.text)) {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			white, _ := game.Tag("White")
			black, _ := game.Tag("Black")
			got = append(got, strings.Join([]string{white, black, game.Result, strings.Join(game.Turns, " ")}, " "))
			for _, fault := range game.Faults {
				faults = append(faults, fault.Error())
			}
		}
		want := strings.Split(c.games, "; ")
		same := len(got) == len(want) && (len(faults) > 0) == (c.fault != "")
		for i := range min(len(got), len(want)) {
			isFault := strings.HasPrefix(want[i], "line ")
			same = same && (got[i] == want[i] || isFault && strings.HasPrefix(got[i], want[i]))
		}
		if !same || !strings.Contains(strings.Join(faults, "; "), c.fault) {
			t.Errorf("%q: %q with faults %q", c.text, got, faults)
		}
	}
}
