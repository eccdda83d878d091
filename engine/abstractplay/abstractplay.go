// Package abstractplay reads and writes the game records of Abstract Play (https://play.abstractplay.com) and its
// notation of Pilastri. The form of a record is gamerecord.json in https://github.com/AbstractPlay/recranks.
//
// Abstract Play writes turns as b4-a4. On its board a piece of the first player stands on a1, on this program's one of
// the second, so the files are in the opposite order.
package abstractplay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/outside"
)

// pilastri is the game whose turns and variants are known.
const pilastri = "pilastri"

// Bounds of a file.
const (
	mostFile   = 64 << 20 // bytes of a file
	mostRecord = 1 << 20  // bytes of a record
	mostBroken = 1000     // places that are no records
)

// Game is a game in a file, or what stands where a record should.
type Game struct {
	Line   int          // number of the first line, from 1
	Err    error        // why there is no game
	Tags   []engine.Tag // as in PGN
	Turns  []string     // of Pilastri in this program's notation
	Faults []engine.Tag // the name of each tag that cannot be read ("" for the turns), and why
}

// Begins reports whether a file that begins with head holds records: objects of JSON, perhaps in a list.
func Begins(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), blanks)
	if list, isList := bytes.CutPrefix(head, []byte("[")); isList {
		list = bytes.TrimLeft(list, blanks)
		return len(list) > 0 && (list[0] == '{' || list[0] == ']')
	}
	key, isObject := bytes.CutPrefix(head, []byte("{"))
	key, isText := bytes.CutPrefix(bytes.TrimLeft(key, blanks), []byte(`"`))
	_, after, closed := bytes.Cut(key, []byte(`"`)) // in PGN, a comment begins with a brace too
	return isObject && isText && closed && bytes.HasPrefix(bytes.TrimLeft(after, blanks), []byte(":"))
}

const blanks = " \t\r\n" // of JSON

// Read yields the games of two players in a file. After a record that is no JSON, it reads the next one that begins
// with "header". An error is about the whole file, and the last thing that Read yields.
func Read(r io.Reader) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		text, err := io.ReadAll(io.LimitReader(r, mostFile+1))
		if err == nil && len(text) > mostFile {
			err = fmt.Errorf("more than %d bytes: split the file", mostFile)
		}
		text = bytes.TrimRight(text, blanks)
		broken, line := 0, 1
		list := bytes.HasPrefix(bytes.TrimLeft(text, blanks+"\ufeff"), []byte("["))
		cut := list && !bytes.HasSuffix(text, []byte("]"))
		for err == nil && len(text) > 0 {
			size, record, wrong := next(text)
			g := Game{Line: line, Err: wrong}
			if wrong != nil {
				broken++
			} else if record != nil {
				g.Err = g.read(record)
			}
			if broken > mostBroken {
				err = fmt.Errorf("line %d: more than %d places are no records", line, mostBroken)
			} else if (g.Err != nil || record != nil) && !yield(g, nil) {
				return
			}
			line += bytes.Count(text[:size], []byte("\n"))
			text = text[size:]
		}
		if err != nil || cut {
			yield(Game{Line: line, Err: errors.New("the list of records has no end; games may be missing")}, err)
		}
	}
}

// next returns the record at the beginning of text and its size or, without one, the size of what stands before the
// next, with an error unless that is only the signs of a list. The text must not be empty.
func next(text []byte) (size int, record any, err error) {
	if text[0] != '{' {
		if size = bytes.IndexByte(text, '{'); size < 0 {
			size = len(text)
		}
		if len(bytes.Trim(text[:size], blanks+",[]\ufeff")) > 0 {
			err = errors.New("a record should begin here, with {\"header\":")
		}
		return size, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text[:min(len(text), mostRecord)]))
	if err = decoder.Decode(&record); err == nil {
		return int(decoder.InputOffset()), record, nil
	}
	err = fmt.Errorf("the record is no JSON: %w", err)
	key := []byte(`"header"`)
	for at := 1; ; at += len(key) {
		next := bytes.Index(text[at:], key)
		if next < 0 {
			return len(text), nil, err
		}
		at += next
		if begin := len(bytes.TrimRight(text[:at], blanks)) - 1; begin > 0 && text[begin] == '{' {
			return begin, nil, err
		}
	}
}

// abandoned stands for the last move of a game without a result; the other endings, for how a game ended.
const abandoned = "abandoned"

var endings = map[string]engine.Reason{"resign": "resignation", "timeout": "time", "draw": "draw agreed", abandoned: ""}

// at returns the value with these keys, within each other, in a value of JSON, or nil.
func at(value any, keys ...string) any {
	for _, key := range keys {
		object, _ := value.(map[string]any)
		value = object[key]
	}
	return value
}

// textAt returns a text or number as a text, and "" if there is none.
func textAt(value any, keys ...string) string {
	switch value := at(value, keys...).(type) {
	case string, float64:
		return fmt.Sprint(value)
	}
	return ""
}

// read reads a record. It returns an error if there is nothing to show or to rate.
func (g *Game) read(record any) error {
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
	g.add("Result", strings.ReplaceAll(score, " ", "-")) // readers take 0.5-0.5 for a draw
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

func (g *Game) add(tag, value string) {
	if value != "" {
		g.Tags = append(g.Tags, engine.Tag{Name: tag, Value: outside.Visible(value, "")})
	}
}

func (g *Game) fault(tag, format string, values ...any) {
	g.Faults = append(g.Faults, engine.Tag{Name: tag, Value: fmt.Sprintf(format, values...)})
}

// readMoves sets the turns, in small letters and without blanks. If the last word is one of the endings, it returns it.
func (g *Game) readMoves(moves any) (ending string) {
	rounds, ok := moves.([]any)
	for _, round := range rounds {
		round, isList := round.([]any)
		ok = ok && isList
		for _, move := range round {
			text := cmp.Or(textAt(move), textAt(move, "move"))
			ok = ok && (move == nil || text != "")
			if text = strings.ToLower(strings.Join(strings.Fields(text), "")); text != "" {
				g.Turns = append(g.Turns, outside.Visible(text, ""))
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

// readPilastri adds the options of the variants, such as "Size 8 board" and "High jumpers", and mirrors the turns.
func (g *Game) readPilastri(header any) {
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
			g.fault("Options", "the variant %.80q is unknown", name)
		}
	}
	if start := textAt(header, "startingPosition"); start != "" {
		g.fault("Start", "the first position %.80q cannot be read", start)
	}
	g.add("Options", fmt.Sprintf("size=%d jumpers=%s", size, jumpers))
	for i, turn := range g.Turns {
		g.Turns[i] = mirrored(turn, size)
	}
}

// ErrRecord is the error for a game that Abstract Play does not have.
var ErrRecord = errors.New("Abstract Play has no such game")

// Write returns a record of a game, whose number on the site "pillars" is id, as JSON. The time of its end stands for
// its beginning too. An error wraps [ErrRecord].
func Write(game engine.Game, r engine.Record, id string, ended time.Time) ([]byte, error) {
	h, err := r.Replay(game)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	size, variants := r.Settings.Int("size"), []string{}
	if r.Game != pilastri || size != 6 && size != 8 || r.Start != h.Start().Rules().Start().String() {
		return nil, fmt.Errorf("%w: it has Pilastri from the start, on boards of 6 x 6 and 8 x 8", ErrRecord)
	}
	if size == 8 {
		variants = append(variants, "Size 8 board")
	}
	if jumpers, _ := r.Settings.Get("jumpers"); jumpers == "high" {
		variants = append(variants, "High jumpers")
	}
	var moves []string
	for _, turn := range r.Turns {
		turn = mirrored(turn[:2]+"-"+turn[2:], size)
		moves = append(moves, turn[:2]+"-"+turn[2:])
	}
	switch o := r.Outcome; {
	case !o.Over():
		moves = append(moves, abandoned)
	case h.Outcome().Over(): // the rules ended the game
	case o.Scores[0] == o.Scores[1]:
		moves = append(moves, "draw")
	default:
		moves = append(moves, "resign")
	}
	type object = map[string]any
	players := []object{}
	for seat, name := range r.Players {
		result := int(math.Ceil(r.Outcome.Scores[seat])) // a draw is the same number twice
		players = append(players, object{"name": name, "userid": name, "is_ai": true, "result": result})
	}
	date := ended.UTC().Format("2006-01-02T15:04:05.000Z")
	return json.Marshal(object{"header": object{"game": object{"name": game.Title(), "variants": variants},
		"site": object{"name": "pillars", "gameid": id}, "players": players,
		"date-start": date, "date-end": date, "date-generated": date,
	}, "moves": slices.Collect(slices.Chunk(moves, 2))})
}
