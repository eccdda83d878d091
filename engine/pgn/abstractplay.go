package pgn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// pilastri is the name of the only game whose turns and variants on Abstract Play this package knows.
const pilastri = "pilastri"

// Bounds of a file of records in the form of Abstract Play.
const (
	mostFile   = 64 << 20 // bytes of a file
	mostRecord = 1 << 20  // bytes of a record
)

const jsonBlanks = " \t\r\n\ufeff"

// holdsRecords reports whether a file that begins with head holds records of Abstract Play, perhaps in a list.
func holdsRecords(head []byte) bool {
	text := string(bytes.Join(bytes.Fields(bytes.TrimLeft(head, jsonBlanks)), nil))
	return slices.ContainsFunc([]string{"[{", "[]", `{"header":`, `{"moves":`}, func(begin string) bool {
		return strings.HasPrefix(text, begin)
	})
}

// records yields the games of a file of records of Abstract Play, up to the first place that is no JSON.
func records(r io.Reader, yield func(Entry, error) bool) {
	text, err := io.ReadAll(io.LimitReader(r, mostFile+1))
	if err == nil && len(text) > mostFile {
		err = fmt.Errorf("more than %d bytes: split the file", mostFile)
	}
	if err != nil {
		yield(Entry{}, err)
		return
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	decoder := json.NewDecoder(bytes.NewReader(text))
	list := bytes.HasPrefix(bytes.TrimLeft(text, jsonBlanks), []byte("["))
	if list {
		_, _ = decoder.Token() // the bracket
	}
	g, at := Entry{Line: 1}, 0
	next := func() { // moves to the next record, which begins at the index at
		before := at
		at = len(text) - len(bytes.TrimLeft(text[decoder.InputOffset():], jsonBlanks+","))
		g = Entry{Number: g.Number + 1, Line: g.Line + bytes.Count(text[before:at], []byte("\n"))}
	}
	for decoder.More() {
		next()
		var record json.RawMessage
		if err := decoder.Decode(&record); err != nil {
			yield(Entry{}, g.NewFault(0, "", fmt.Sprintf("here is no record; what follows is not read (%v)", err)))
			return
		}
		err := g.readRecord(record)
		if err != nil {
			err = g.NewFault(0, "", err.Error())
		}
		if !yield(g, err) {
			return
		}
	}
	next()
	if list {
		_, err = decoder.Token()
	}
	if rest := bytes.Trim(text[decoder.InputOffset():], jsonBlanks); err != nil || len(rest) > 0 {
		const ends = "the records end here, but not the file, or not the list; games may be missing"
		yield(Entry{}, g.NewFault(0, "", ends))
	}
}

// record is a record of Abstract Play, as far as it is read.
type record struct {
	Header struct {
		Game struct {
			Name     string
			Variants []string
		}
		Site struct {
			Name   string
			GameID json.RawMessage // a text, a number or null
		}
		Players []struct {
			Name   string
			Result *float64
		}
		Ended string `json:"date-end"`
		Start any    `json:"startingPosition"`
	}
	Moves any // a list of rounds; see readMoves
}

// abandoned takes the place of the last move in the record of a game without a result. endings holds all words that can
// take this place, with the reason why the game ended.
const abandoned = "abandoned"

var endings = map[string]engine.Reason{"resign": "resignation", "timeout": "time", "draw": "draw agreed", abandoned: ""}

// readRecord sets the entry from a record of Abstract Play. It returns an error unless the record has two players.
func (g *Entry) readRecord(text []byte) error {
	if len(text) > mostRecord {
		return fmt.Errorf("the record has more than %d bytes", mostRecord)
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil { // then all members of other types are read
		wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
		if !ok || wrong.Field == "" {
			return errors.New("here is no record")
		}
		g.fault("", fmt.Sprintf("the member %.80q cannot be read", strings.ToLower(wrong.Field)))
	}
	players := r.Header.Players
	if len(players) != 2 {
		return fmt.Errorf("the record has %d players; games of two can be read", len(players))
	}
	ending, score := g.readMoves(r.Moves), "*"
	if one, other := players[0].Result, players[1].Result; one != nil && other != nil && ending != abandoned {
		score = [...]string{"0 1", "0.5 0.5", "1 0"}[1+cmp.Compare(*one, *other)]
	}
	site := r.Header.Site
	id := strings.TrimPrefix(string(site.GameID), "null")
	g.add("Site", strings.TrimSpace(site.Name+" "+strings.Trim(id, `"`)))
	date, _, _ := strings.Cut(r.Header.Ended, "T")
	g.add("Date", strings.ReplaceAll(date, "-", "."))
	g.add("White", players[0].Name)
	g.add("Black", players[1].Name)
	g.Result = resultToken(strings.ReplaceAll(score, " ", "-"))
	g.add(resultTag, g.Result)
	name := strings.ToLower(r.Header.Game.Name)
	g.add("Game", name)
	if name == pilastri {
		g.readPilastri(r)
	}
	if reason := endings[ending]; reason != "" && score != "*" {
		g.add("Termination", string(reason))
		g.add("Score", score)
	}
	return nil
}

func (g *Entry) add(tag, value string) {
	if value != "" {
		g.Tags = append(g.Tags, engine.Tag{Name: tag, Value: outside.Visible(value, "")})
	}
}

func (g *Entry) fault(tag, text string) { g.Faults = append(g.Faults, g.NewFault(0, tag, text)) }

// readMoves sets the turns, in lower case and without blanks. A move is a text, an object with the text as its member
// "move", or null; the first that is not so is named in a fault, and all such are left out. If the last move is one of
// the endings, readMoves returns this ending and does not count it as a turn.
func (g *Entry) readMoves(moves any) (ending string) {
	rounds, ok := moves.([]any)
	odd := ""
	if !ok && moves != nil {
		odd = "\"moves\" is no list"
	}
	for i, round := range rounds {
		list, ok := round.([]any)
		if !ok {
			odd = cmp.Or(odd, fmt.Sprintf("round %d of \"moves\" is no list", i+1))
		}
		for _, move := range list {
			if move == nil {
				continue // the second player made no move
			}
			if object, ok := move.(map[string]any); ok {
				move = object["move"]
			}
			text, _ := move.(string)
			if text = strings.ToLower(strings.Join(strings.Fields(text), "")); text == "" {
				odd = cmp.Or(odd, fmt.Sprintf("round %d has a move that is no text", i+1))
				continue
			}
			g.Turns, g.lines = append(g.Turns, outside.Visible(text, "")), append(g.lines, g.Line)
		}
	}
	if odd != "" {
		g.fault("", odd)
	}
	if last := len(g.Turns) - 1; last >= 0 {
		if _, known := endings[g.Turns[last]]; known {
			ending, g.Turns = g.Turns[last], g.Turns[:last]
		}
	}
	return ending
}

// readPilastri adds the tag Options according to variants such as "Size 8 board" and "High jumpers", and mirrors the
// turns.
func (g *Entry) readPilastri(r record) {
	size, jumpers := 6, "off"
	for _, variant := range r.Header.Game.Variants {
		name := strings.ToLower(variant)
		digit := strings.IndexAny(name, "468")
		switch {
		case strings.Contains(name, "jumper"):
			jumpers = "high"
		case digit >= 0:
			size = int(name[digit] - '0')
		default:
			g.fault(optionsTag, fmt.Sprintf("the variant %.80q is unknown", name))
		}
	}
	if r.Header.Start != nil && r.Header.Start != "" {
		g.fault(startTag, "the first position cannot be read")
	}
	g.add("Options", fmt.Sprintf("size=%d jumpers=%s", size, jumpers))
	for i, turn := range g.Turns {
		g.Turns[i] = mirrored(turn, size)
	}
}

// ends returns the squares of a turn such as b4-a4. ok is false for other texts.
func ends(turn string) (from, to string, ok bool) {
	from, to, _ = strings.Cut(strings.ToLower(turn), "-")
	isSquare := func(s string) bool { return len(s) == 2 && 'a' <= s[0] && s[0] <= 'h' && '1' <= s[1] && s[1] <= '8' }
	return from, to, isSquare(from) && isSquare(to)
}

// mirrored returns a turn such as b4-a4 as a turn such as e4f4, with the files of a board in the opposite order. It
// returns other texts as they are.
func mirrored(turn string, files int) string {
	from, to, ok := ends(turn)
	last := byte('a' + files - 1)
	if !ok || from[0] > last || to[0] > last {
		return turn
	}
	return string([]byte{'a' + last - from[0], from[1], 'a' + last - to[0], to[1]})
}

// Turns translates turns of Pilastri such as b4-a4, the form of Abstract Play, to this program's notation. It mirrors
// the files, unless the first turn is legal at start without that. If the first turn has another form, Turns returns
// all turns as they are.
func Turns(start engine.Position, turns []string) []string {
	if len(turns) == 0 || start.Rules().Game().Name() != pilastri {
		return turns
	}
	from, to, ok := ends(turns[0])
	if !ok {
		return turns
	}
	settings := start.Rules().Settings()
	files := cmp.Or(settings.Int("files"), settings.Int("size"))
	_, err := engine.ParseTurn(start, from+to)
	read := make([]string, len(turns))
	for i, turn := range turns {
		read[i] = mirrored(turn, files)
		if from, to, ok := ends(turn); ok && err == nil {
			read[i] = from + to
		}
	}
	return read
}
