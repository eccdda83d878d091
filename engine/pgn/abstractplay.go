package pgn

import (
	"bytes"
	"cmp"
	"encoding/json"
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

// records yields the games of a file of records of Abstract Play, up to the first place that is no record.
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
		if err := decoder.Decode(&record); err != nil || record[0] != '{' {
			yield(Entry{}, g.NewFault(0, "", fmt.Sprintf("here is no record; what follows is not read (%v)", err)))
			return
		}
		if err := g.readRecord(record); err != nil {
			if !yield(Entry{}, g.NewFault(0, "", err.Error())) {
				return
			}
		} else if !yield(g, nil) {
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

// abandoned takes the place of the last move in the record of a game without a result. endings holds all words that can
// take this place, with the reason why the game ended.
const abandoned = "abandoned"

var endings = map[string]engine.Reason{"resign": "resignation", "timeout": "time", "draw": "draw agreed", abandoned: ""}

// at returns the JSON value to which keys lead from value, the key of the outermost object first. It returns nil if the
// value does not exist.
func at(value any, keys ...string) any {
	for _, key := range keys {
		object, _ := value.(map[string]any)
		value = object[key]
	}
	return value
}

// textAt returns the text of the value that [at] finds, or "" if this value is neither a text nor a number.
func textAt(value any, keys ...string) string {
	switch value := at(value, keys...).(type) {
	case string, float64:
		return fmt.Sprint(value)
	}
	return ""
}

// readRecord sets the entry from a record of Abstract Play. It returns an error unless the record has two players.
func (g *Entry) readRecord(text []byte) error {
	if len(text) > mostRecord {
		return fmt.Errorf("the record has more than %d bytes", mostRecord)
	}
	var record any
	if err := json.Unmarshal(text, &record); err != nil {
		return err
	}
	header := at(record, "header")
	players, _ := at(header, "players").([]any)
	if len(players) != 2 {
		return fmt.Errorf("the record has %d players; games of two can be read", len(players))
	}
	ending, score := g.readMoves(at(record, "moves")), "*"
	one, known := at(players[0], "result").(float64)
	other, otherKnown := at(players[1], "result").(float64)
	if known && otherKnown && ending != abandoned {
		score = [...]string{"0 1", "0.5 0.5", "1 0"}[1+cmp.Compare(one, other)]
	}
	g.add("Site", strings.TrimSpace(textAt(header, "site", "name")+" "+textAt(header, "site", "gameid")))
	date, _, _ := strings.Cut(textAt(header, "date-end"), "T")
	g.add("Date", strings.ReplaceAll(date, "-", "."))
	g.add("White", textAt(players[0], "name"))
	g.add("Black", textAt(players[1], "name"))
	g.Result = resultToken(strings.ReplaceAll(score, " ", "-"))
	g.add(resultTag, g.Result)
	name := strings.ToLower(textAt(header, "game", "name"))
	g.add("Game", name)
	if name == pilastri {
		g.readPilastri(header)
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

// readMoves sets the turns, in lower case and without blanks. If the last move is one of the endings, readMoves returns
// this ending and does not count it as a turn.
func (g *Entry) readMoves(moves any) (ending string) {
	rounds, ok := moves.([]any)
	for _, round := range rounds {
		round, isList := round.([]any)
		ok = ok && isList
		for _, move := range round {
			text := cmp.Or(textAt(move), textAt(move, "move"))
			ok = ok && (move == nil || text != "")
			if text = strings.ToLower(strings.Join(strings.Fields(text), "")); text != "" {
				g.Turns, g.lines = append(g.Turns, outside.Visible(text, "")), append(g.lines, g.Line)
			}
		}
	}
	if !ok && moves != nil {
		g.fault("", "\"moves\" is no list of rounds, which are lists of texts")
	}
	if n := len(g.Turns); n > 0 {
		if _, known := endings[g.Turns[n-1]]; known {
			ending, g.Turns = g.Turns[n-1], g.Turns[:n-1]
		}
	}
	return ending
}

// readPilastri adds the tag Options according to variants such as "Size 8 board" and "High jumpers", and mirrors the
// turns.
func (g *Entry) readPilastri(header any) {
	size, jumpers := 6, "off"
	variants, _ := at(header, "game", "variants").([]any)
	for _, variant := range variants {
		name := strings.ToLower(textAt(variant))
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
	if start := textAt(header, "startingPosition"); start != "" {
		g.fault(startTag, fmt.Sprintf("the first position %.80q cannot be read", start))
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
