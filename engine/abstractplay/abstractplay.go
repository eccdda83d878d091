// Package abstractplay reads and writes the game records of Abstract Play (https://play.abstractplay.com) and its
// notation of Pilastri. The form of a record is gamerecord.json in https://github.com/AbstractPlay/recranks.
//
// Abstract Play writes turns as b4-a4. The square a1 of its board has a piece of the first player, that of this
// program's a piece of the second, so one board has the files of the other in the opposite order.
package abstractplay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
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

type record struct {
	Header struct {
		Game struct {
			Name     string   `json:"name"`
			Variants []string `json:"variants,omitempty"`
		} `json:"game"`
		Event string `json:"event,omitempty"`
		Round string `json:"round,omitempty"`
		Site  struct {
			Name string `json:"name"`
			ID   any    `json:"gameid,omitempty"` // a text or a number
		} `json:"site"`
		Begun     string   `json:"date-start"`
		Ended     string   `json:"date-end"`
		Generated string   `json:"date-generated"`
		Players   []player `json:"players"`
		Start     string   `json:"startingPosition,omitempty"`
	} `json:"header"`
	Moves [][]move `json:"moves"` // by round and seat
}

type player struct {
	Name   string   `json:"name"`
	User   string   `json:"userid,omitempty"`
	AI     bool     `json:"is_ai,omitempty"`
	Result *float64 `json:"result"` // that of the winner is greater
}

// move is the text of a move, empty where a seat did not move.
type move string

// UnmarshalJSON reads a text, or an object with the text and further facts. It keeps other JSON, which is no legal turn.
func (m *move) UnmarshalJSON(text []byte) error {
	var object struct{ Move *string }
	if json.Unmarshal(text, &object) == nil && object.Move != nil {
		*m = move(*object.Move)
	} else if json.Unmarshal(text, (*string)(m)) != nil {
		*m = move(text)
	}
	return nil
}

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

// Read yields the games of two players in a file. After a record that is no JSON, it goes on with the next one that
// begins with "header". An error is about the whole file, and the last thing that Read yields.
func Read(r io.Reader) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		text, err := io.ReadAll(io.LimitReader(r, mostFile+1))
		if err == nil && len(text) > mostFile {
			err = fmt.Errorf("more than %d bytes: split the file", mostFile)
		}
		broken := 0
		for line := 1; err == nil && len(text) > 0; {
			g := Game{Line: line}
			var size int
			if size, g.Err = measure(text); g.Err != nil {
				broken++
			} else if text[0] == '{' {
				g.Err = g.read(text[:size])
			}
			if broken > mostBroken {
				err = fmt.Errorf("line %d: more than %d places are no records", line, mostBroken)
			} else if (g.Err != nil || text[0] == '{') && !yield(g, nil) {
				return
			}
			line += bytes.Count(text[:size], []byte("\n"))
			text = text[size:]
		}
		if err != nil {
			yield(Game{}, err)
		}
	}
}

// measure returns the size of the record at the beginning of text, or of what stands before the next one, with an error
// unless that is only the signs of a list. The text must not be empty.
func measure(text []byte) (size int, err error) {
	if text[0] != '{' {
		if size = bytes.IndexByte(text, '{'); size < 0 {
			size = len(text)
		}
		if len(bytes.Trim(text[:size], blanks+",[]\ufeff")) > 0 {
			err = errors.New("a record should begin here, with {\"header\":")
		}
		return size, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text[:min(len(text), mostRecord)]))
	if err = decoder.Decode(new(json.RawMessage)); err == nil {
		return int(decoder.InputOffset()), nil
	}
	err = fmt.Errorf("the record is no JSON: %w", err)
	key := []byte(`"header"`)
	for at := 1; ; at += len(key) {
		next := bytes.Index(text[at:], key)
		if next < 0 {
			return len(text), err
		}
		at += next
		if begin := len(bytes.TrimRight(text[:at], blanks)) - 1; begin > 0 && text[begin] == '{' {
			return begin, err
		}
	}
}

// abandoned stands for the last move of a game without a result; the other endings, for how a game ended.
const abandoned = "abandoned"

var endings = map[string]engine.Reason{"resign": "resignation", "timeout": "time", "draw": "draw agreed", abandoned: ""}

// read reads a record. It returns an error if there is nothing to show or to rate.
func (g *Game) read(text []byte) error {
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
		if !ok {
			return err
		}
		g.fault("", "%q of the record cannot be a JSON %s", wrong.Field, wrong.Value)
	}
	h := &r.Header
	if n := len(h.Players); n != 2 {
		return fmt.Errorf("the record has %d players; games of two can be read", n)
	}
	ending, known := g.readMoves(r.Moves), ""
	if one, other := h.Players[0].Result, h.Players[1].Result; one != nil && other != nil && ending != abandoned {
		known = [...]string{"0 1", "0.5 0.5", "1 0"}[1+cmp.Compare(*one, *other)]
	}
	g.add("Event", h.Event)
	g.add("Site", h.Site.Name)
	g.add("Date", strings.ReplaceAll(h.Ended[:min(len(h.Ended), len(time.DateOnly))], "-", "."))
	g.add("Round", h.Round)
	g.add("White", h.Players[0].Name)
	g.add("Black", h.Players[1].Name)
	g.add("Result", map[string]string{"": "*", "1 0": "1-0", "0 1": "0-1", "0.5 0.5": "1/2-1/2"}[known])
	if h.Site.ID != nil {
		g.add("GameId", fmt.Sprint(h.Site.ID))
	}
	g.add("Game", strings.ToLower(h.Game.Name))
	if strings.EqualFold(h.Game.Name, pilastri) {
		g.readPilastri(h.Game.Variants, h.Start)
	}
	if reason := endings[ending]; reason != "" && known != "" {
		g.add("Termination", string(reason))
		g.add("Score", known)
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
func (g *Game) readMoves(rounds [][]move) (ending string) {
	for _, m := range slices.Concat(rounds...) {
		if text := strings.ToLower(strings.Join(strings.Fields(string(m)), "")); text != "" {
			g.Turns = append(g.Turns, outside.Visible(text, ""))
		}
	}
	if n := len(g.Turns); n > 0 {
		if _, known := endings[g.Turns[n-1]]; known {
			ending, g.Turns = g.Turns[n-1], g.Turns[:n-1]
		}
	}
	return ending
}

// readPilastri adds the options of the variants, such as "Size 8 board" and "High jumpers", and mirrors the turns.
func (g *Game) readPilastri(variants []string, start string) {
	size, jumpers := 6, "off"
	for _, variant := range variants {
		digit := strings.IndexAny(variant, "0123456789")
		switch {
		case strings.Contains(strings.ToLower(variant), "jumper"):
			jumpers = "high"
		case digit >= 0 && slices.Contains([]byte("468"), variant[digit]):
			size = int(variant[digit] - '0')
		default:
			g.fault("Options", "the variant %.80q is unknown", variant)
		}
	}
	if start != "" {
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
// that of its beginning too. An error wraps [ErrRecord].
func Write(game engine.Game, r engine.Record, id string, ended time.Time) ([]byte, error) {
	played, err := r.Replay(game)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	size, out := r.Settings.Int("size"), record{}
	if r.Game != pilastri || size != 6 && size != 8 || r.Start != played.Start().Rules().Start().String() {
		return nil, fmt.Errorf("%w: it has Pilastri from the start, on boards of 6 x 6 and 8 x 8", ErrRecord)
	}
	h := &out.Header
	h.Game.Name, h.Site.Name, h.Site.ID = game.Title(), "pillars", id
	if size == 8 {
		h.Game.Variants = append(h.Game.Variants, "Size 8 board")
	}
	if jumpers, _ := r.Settings.Get("jumpers"); jumpers == "high" {
		h.Game.Variants = append(h.Game.Variants, "High jumpers")
	}
	h.Ended = ended.UTC().Format("2006-01-02T15:04:05.000Z")
	h.Begun, h.Generated = h.Ended, h.Ended
	for seat, name := range r.Players {
		h.Players = append(h.Players, player{Name: name, User: name, AI: true, Result: &r.Outcome.Scores[seat]})
	}
	var moves []move
	for _, turn := range r.Turns {
		turn = mirrored(turn[:2]+"-"+turn[2:], size)
		moves = append(moves, move(turn[:2]+"-"+turn[2:]))
	}
	out.Moves = slices.Collect(slices.Chunk(append(moves, lastMove(r.Outcome)...), 2))
	return json.Marshal(out)
}

// lastMove returns the word that stands for the last move of a game that the rules did not end.
func lastMove(o engine.Outcome) []move {
	switch {
	case o.Reason == engine.NoLegalStep:
		return nil
	case !o.Over():
		return []move{abandoned}
	case o.Scores[0] == o.Scores[1]:
		return []move{"draw"}
	case strings.Contains(string(o.Reason), "time"):
		return []move{"timeout"}
	}
	return []move{"resign"}
}
