package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/engine/pgn"
)

// readAll reads the games of a file, and replays them. Games that cannot be read or replayed are errors.
func readAll(t testing.TB, text string) (all []engine.Record, unread []error) {
	t.Helper()
	for entry, err := range pgn.Games(strings.NewReader(text)) {
		var record engine.Record
		if err == nil {
			_, record, err = entry.Replay(games.Find)
		}
		if err != nil {
			unread = append(unread, err)
			continue
		}
		all = append(all, record)
	}
	return all, unread
}

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return string(text)
}

// TestRecord reads one game, of 55 turns, as a record and as PGN with the same notation.
func TestRecord(t *testing.T) {
	t.Parallel()
	record, unread := readAll(t, file(t, "pilastri.json"))
	written, unreadPGN := readAll(t, file(t, "pilastri.pgn"))
	require.NoError(t, errors.Join(append(unread, unreadPGN...)...))
	if len(record) != 1 || len(written) != 1 || !slices.Equal(record[0].Turns, written[0].Turns) {
		t.Fatalf("read %v and %v", record, written)
	}
	won := engine.Win(0, engine.NoLegalStep)
	if g := record[0]; len(g.Turns) != 55 || g.Turns[0] != "e4f4" || g.Outcome != won || written[0].Outcome != won {
		t.Errorf("%d turns, the first %s, outcome %v", len(g.Turns), g.Turns[0], g.Outcome)
	}
}

const players = `"players":[{"name":"a","result":2},{"name":"b","result":1.5}]`

// recordOf returns a record of Pilastri with variants, and moves without the outer brackets.
func recordOf(variants, moves string) string {
	return fmt.Sprintf(`{"header":{"game":{"name":"Pilastri","variants":[%s]},%s},"moves":[%s]}`, variants, players,
		moves)
}

const anonymous = `{"header":{` + players + "}}"

// recordsAsTheyCome has records as they may come, with the tags and turns that are read, or the faults.
var recordsAsTheyCome = map[string]struct{ text, want string }{
	"variants by name": {recordOf(`"Size 8 board","High jumpers"`, `[" B4 - A4 ",null]`),
		"a-b 1-0 size=8 jumpers=high [g4h4]"},
	"variants by key": {"\ufeff\r\n[ {\"header\" : {\"game\":{\"name\":\"PILASTRI\"," +
		"\"variants\":[\"size-8\",\"jumpers\"]}," + players + "}, \"moves\":[]}\r\n]",
		"a-b 1-0 size=8 jumpers=high []"},
	"objects": {recordOf("", `[{"move":"b4-a4","result":"x","sequence":1},{"move":"resign"}]`),
		"a-b 1-0 size=6 jumpers=off [e4f4] resignation 1 0"},
	"abandoned": {recordOf("", `["abandoned"]`), "a-b * size=6 jumpers=off []"},
	"moves first": {`{"moves":[["e4","e5"]],"header":{"game":{"name":"Chess"},` + players + `}}`,
		"a-b 1-0   [e4 e5]"},
	"no result":       {`{"header":{"players":[{"name":"a"},{"name":"b","result":null}]}}`, "a-b *   []"},
	"lines":           {anonymous + "\n" + anonymous, "a-b 1-0   []; a-b 1-0   []"},
	"unknown variant": {recordOf(`"torus"`, ""), `the variant "torus"`},
	"a start": {`{"header":{"game":{"name":"Pilastri"},"startingPosition":"x",` + players + `}}`,
		"the first position"},
	"three players": {"\n \n" + `{"header":{"players":[{},{},{}]}}`, "line 3: game 1: the record has 3 players"},
	"an empty start": {`{"header":{"game":{"name":"Pilastri"},"startingPosition":"",` + players + `}}`,
		"a-b 1-0 size=6 jumpers=off []"},
	"wrong type": {`{"header":{` + players + `},"moves":7}`, "a-b 1-0   [] line 1: game 1: \"moves\" is no list"},
	"wrong round": {`{"header":{` + players + `},"moves":[["e4"],"e5"]}`,
		"a-b 1-0   [e4] line 1: game 1: round 2 of \"moves\" is no list"},
	"wrong moves": {`{"header":{` + players + `},"moves":[["e4",null],[{"x":1},5],["",["d4"]]]}`,
		"a-b 1-0   [e4] line 1: game 1: round 2 has a move that is no text"},
	"wrong member": {`{"header":{"game":{"name":5},` + players + `}}`,
		"a-b 1-0   [] line 1: game 1: the member \"header.game.name\" cannot be read"},
	"no number": {`{"header":{"site":{"gameid":null},` + players + `}}`, "a-b 1-0   []"},
	"junk": {"[" + anonymous + ", \"x\",\n3, " + anonymous + "]",
		"a-b 1-0   []; line 1: game 2: here is no record; line 2: game 3: here is no record; a-b 1-0   []"},
	"broken": {"[" + anonymous + ",\n{\"header\":{\"x\":{},},}}]",
		"a-b 1-0   []; line 2: game 2: here is no record"},
	"cut off between records": {"\ufeff [" + anonymous + "\n",
		"a-b 1-0   []; line 2: game 2: the records end here, but not the file, or not the list"},
	"empty": {"[]", ""},
}

// TestRecordsAsTheyCome reads records with everything that sites and people write, and damaged ones.
func TestRecordsAsTheyCome(t *testing.T) {
	t.Parallel()
	for name, c := range recordsAsTheyCome {
		var got []string
		for entry, err := range pgn.Games(strings.NewReader(c.text)) {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			tag := func(name string) string { value, _ := entry.Tag(name); return value }
			text := fmt.Sprintf("%s-%s %s %s %v %s %s", tag("White"), tag("Black"), entry.Result, tag("Options"),
				entry.Turns, tag("Termination")+tag("Site"), tag("Score"))
			got = append(got, strings.Join(append([]string{strings.TrimSpace(text)}, entry.Notes()...), " "))
		}
		wanted := strings.Split(c.want, "; ")
		for i, want := range wanted {
			if c.want != "" && (len(got) != len(wanted) || !strings.Contains(strings.Join(strings.Fields(got[i]), " "),
				strings.Join(strings.Fields(want), " "))) || c.want == "" && len(got) > 0 {
				t.Errorf("%s: read %q, want %q", name, got, c.want)
				break
			}
		}
	}
	for _, text := range []string{"{ \"a\" comment }\n[White \"a\"]\n*", "{\"header\"}\n[White \"a\"]\n*"} {
		if games := read(t, text); len(games) != 1 {
			t.Errorf("%q has %d games", text, len(games))
		}
	}
}

// TestDamagedRecords cuts a file of a hundred games off at many places. What is not read must be named.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	text := "[" + strings.Repeat(anonymous+",\n", 99) + anonymous + "]"
	for at := 1; at < len(text); at += 137 {
		read := 0
		named := false
		for _, err := range pgn.Games(strings.NewReader(text[:at])) {
			if named = err != nil; !named {
				read++
			}
		}
		if read < 100 && !named {
			t.Errorf("cut off at %d, %d games are read and nothing is named", at, read)
		}
	}
}

// TestRecordBounds checks that a file without an end, and one of nothing but faults, are refused.
func TestRecordBounds(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]io.Reader{
		"endless": io.MultiReader(strings.NewReader("["), &endless{text: " "}),
		"faults":  strings.NewReader("[" + strings.Repeat("x{\"header\":}", 2000)),
	} {
		var err error
		for _, err = range pgn.Games(r) {
		}
		if err == nil || len(err.Error()) > 200 {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
