package pgn

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// Entry is a game in a file.
type Entry struct {
	Number int          // of the game in the file, from 1
	Line   int          // the number of the first line of the game, from 1
	Tags   []engine.Tag // in the order of the file, without repetitions of a name
	Turns  []string     // without numbers, comments, variations and marks such as ! or $1
	lines  []int        // the number of the line of each turn, from 1
	Result string       // from the tag Result, in PGN's form; without a usable tag, the result after the turns
	Faults []*Fault     // what could not be read, or only with a guess
}

// Fault is the error for a place in a file that cannot be read as it stands.
type Fault struct {
	Line, Game int    // numbers of the line and of the game, from 1
	Tag        string // name of the tag at fault; "" if the turns are
	Text       string
}

// Error returns the place and the text.
func (f *Fault) Error() string { return fmt.Sprintf("line %d: game %d: %s", f.Line, f.Game, f.Text) }

// NewFault returns a fault of the game. Line 0 means the first line of the game.
func (g Entry) NewFault(line int, tag, text string) *Fault {
	return &Fault{cmp.Or(line, g.Line), g.Number, tag, text}
}

// Tag returns the value of a tag, and whether the game has the tag.
func (g Entry) Tag(name string) (value string, ok bool) {
	if i := find(g.Tags, name); i >= 0 {
		return g.Tags[i].Value, true
	}
	return "", false
}

// Score returns the score of the first player, which PGN calls White, and whether the game has a result.
func (g Entry) Score() (score float64, ok bool) {
	score, ok = scores[g.Result]
	return score, ok
}

// Games yields the games of a PGN file, which any program may have written. It does not check whether turns are legal.
//
// For a game that it cannot read, it yields a [*Fault] and reads the next game. Any other error is the last thing that
// it yields; it names the line. Lines of more than 1 MiB, values of more than 32 KiB and games with more than 200 tags
// or 100,000 turns are such errors.
func Games(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		lines := bufio.NewScanner(outside.Lines(r, mostLine))
		lines.Buffer(make([]byte, 1<<16), 3*mostLine) // more than outside.Lines passes
		in := reader{yield: yield, line: 1}
		var err error
		for ; err == nil && lines.Scan() && lines.Err() == nil; in.line++ {
			err = in.takeLine(lines.Bytes())
		}
		if err == nil && lines.Err() != nil {
			err = fmt.Errorf("line %d: %w", in.line, lines.Err())
		}
		if err == nil {
			in.endComment()
			err = in.finish()
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(Entry{}, err)
		}
	}
}

// errEnough is the error of a reader whose yield has returned false.
var errEnough = errors.New("no more games are wanted")

// Bounds of a file and of a game. The time to read tags grows with the square of their number.
const (
	mostLine  = 1 << 20  // bytes of a line
	mostTags  = 200      // tags of a game
	mostTag   = 32 << 10 // bytes in the value of a tag
	mostTurns = 100_000  // turns of a game
	mostFault = 100      // faults of a game that are kept
)

// reader assembles games from the lines of a file.
type reader struct {
	yield   func(Entry, error) bool
	line    int  // the number of the current line
	blank   bool // whether a blank line comes before the current tag
	comment int  // the number of the line on which an open comment began, or 0
	gameSoFar
	number int // number of games before the current one
}

// gameSoFar holds what has been read of the current game.
type gameSoFar struct {
	game   Entry
	first  string // the first word of the game
	token  string // the result after the turns
	moving bool   // whether the turns have begun
	depth  int    // number of variations that are open
}

// blanks holds the blank characters inside a line.
const blanks = " \t\r\v\f"

func trim(text []byte) []byte { return bytes.TrimLeft(text, blanks) }

// takeLine reads a line: tags, and then turns. It skips comments, in braces or after a semicolon, and lines that begin
// with %. A comment has no end if it reaches a line that is a tag.
func (r *reader) takeLine(line []byte) (err error) {
	if r.line == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff")) // a byte order mark
	}
	rest := trim(line)
	if r.comment > 0 {
		if _, after, ok := readTag(rest); ok && len(after) == 0 {
			r.endComment()
		}
	} else if bytes.HasPrefix(line, []byte("%")) {
		return nil
	}
	if len(rest) == 0 {
		r.blank = true
		return nil
	}
	for err == nil && r.comment == 0 && len(rest) > 0 && rest[0] == '[' {
		rest, err = r.takeTag(rest)
		r.blank = false
	}
	for err == nil && len(rest) > 0 {
		rest, err = r.takeWord(rest)
		r.blank = false
	}
	return err
}

// begin begins a game with the given line if no part of the current game has been read.
func (r *reader) begin(line int) {
	if r.game.Line == 0 {
		r.game.Line, r.game.Number = line, r.number+1
	}
}

// endComment closes a comment that has no end, if there is one.
func (r *reader) endComment() {
	if r.comment > 0 {
		r.begin(r.comment)
		r.fault(r.comment, "", "a comment begins with { but does not end: close it with }")
		r.comment = 0
	}
}

// fault adds a fault to the current game.
func (r *reader) fault(line int, tag, text string) {
	if len(r.game.Faults) < mostFault {
		r.game.Faults = append(r.game.Faults, r.game.NewFault(line, tag, text))
	}
}

// heading holds the tags of which a game has one each, so that the next game has begun if one of them comes again.
var heading = []string{roster[0].Name, seatTags[0], seatTags[1], resultTag}

// takeTag reads the tag with which a text begins, and returns the rest. The next game begins with a tag after turns, or
// with a tag of heading that the game already has. That tag is merely repeated if it has the same value, no blank line
// precedes it, and the game still lacks a player or the result. Of other tags with the same name, the first counts.
func (r *reader) takeTag(text []byte) (rest []byte, err error) {
	tag, rest, ok := readTag(text)
	old, again := r.game.Tag(tag.Name)
	lacks := func(name string) bool { return find(r.game.Tags, name) < 0 }
	next := again && slices.Contains(heading, tag.Name) &&
		(r.blank || old != tag.Value || !slices.ContainsFunc(heading[1:], lacks))
	if r.moving || next {
		again, err = false, r.finish()
	}
	r.begin(r.line)
	switch {
	case err != nil:
	case !ok:
		r.fault(r.line, tag.Name, fmt.Sprintf("the tag [%.80s is not whole: write it as [Name \"value\"] on one line",
			tag.Name))
	case len(tag.Value) > mostTag:
		err = fmt.Errorf("line %d: tag %.80s has more than %d bytes", r.line, tag.Name, mostTag)
	case again && old == tag.Value:
	case again:
		r.fault(r.line, tag.Name, fmt.Sprintf("tag %.80s again; its first value counts", tag.Name))
	case len(r.game.Tags) == mostTags:
		err = fmt.Errorf("line %d: the game has more than %d different tags; leave some out", r.line, mostTags)
	default:
		r.game.Tags = append(r.game.Tags, tag)
	}
	return rest, err
}

// takeWord reads the word or the comment with which a text begins, and returns the rest. A word is a turn, a number, a
// result, or a sign such as a bracket. After its result, a game ends before the next turn.
func (r *reader) takeWord(text []byte) (rest []byte, err error) {
	switch {
	case r.comment > 0:
		_, rest, closed := bytes.Cut(text, []byte("}"))
		if closed {
			r.comment = 0
		}
		return trim(rest), nil
	case text[0] == ';':
		return nil, nil
	case text[0] == '{':
		r.comment = r.line
		return text[1:], nil
	}
	length := bytes.IndexAny(text, blanks+"{;()")
	if length < 0 {
		length = len(text)
	}
	length = max(1, length) // 1 for a bracket, which is a word of its own
	word := string(text[:length])
	token := resultToken(word)
	if r.token != "" && r.depth == 0 && token == "" && strings.IndexByte("()$", word[0]) < 0 {
		if err := r.finish(); err != nil {
			return nil, err
		}
	}
	r.begin(r.line)
	r.moving, r.first = true, cmp.Or(r.first, word)
	switch {
	case word == "(":
		r.depth++
	case word == ")":
		r.depth = max(0, r.depth-1)
	case r.depth > 0 || word[0] == '$': // skip variations and annotations
	case token != "":
		r.token = token
	case len(r.game.Turns) == mostTurns:
		return nil, fmt.Errorf("line %d: the game that begins on line %d has more than %d turns", r.line, r.game.Line,
			mostTurns)
	default:
		if turn := plainTurn(word); turn != "" {
			r.game.Turns, r.game.lines = append(r.game.Turns, turn), append(r.game.lines, r.line)
		}
	}
	return trim(text[length:]), nil
}

// finish yields the current game, or why it cannot be read, and makes room for the next one.
func (r *reader) finish() error {
	if r.game.Line == 0 {
		return nil
	}
	text, _ := r.game.Tag(resultTag)
	switch token := resultToken(text); {
	case text == "" || text == "?":
		r.game.Result = r.token
	case token == "" && r.token != "":
		r.game.Result = r.token
		r.fault(0, resultTag, fmt.Sprintf("the tag Result %.80q is unknown; the result after the turns counts", text))
	default:
		r.game.Result = cmp.Or(token, text)
		if r.token != "" && r.token != token {
			r.fault(0, resultTag, fmt.Sprintf("the tag Result is %s, but the turns end with %s; the tag counts", token,
				r.token))
		}
	}
	if r.depth > 0 {
		r.fault(0, "", "a variation begins with ( but does not end: close it with )")
	}
	game, err := r.game, error(nil)
	if len(game.Tags) == 0 {
		lost := game.NewFault(0, "", fmt.Sprintf("%.80q where a game should begin: "+
			"begin games with tags, such as [White \"name\"]", r.first))
		if len(game.Faults) > 0 {
			lost = game.Faults[0]
		}
		game, err = Entry{}, lost
	}
	r.gameSoFar, r.number = gameSoFar{}, r.number+1
	if !r.yield(game, err) {
		return errEnough
	}
	return nil
}

// scoreTexts replaces the forms of a half in results.
var scoreTexts = strings.NewReplacer("1/2", "0.5", "\u00bd", "0.5", ",", ".")

// resultToken returns PGN's token for a result, such as 1/2-1/2 for 0.5-0.5. It returns "" for any other text.
func resultToken(text string) string {
	switch text {
	case "*":
		return text
	case "1/2", "\u00bd":
		return "1/2-1/2"
	}
	if !strings.Contains(text, "-") || strings.IndexByte("01.\xc2", text[0]) < 0 { // most words are turns
		return ""
	}
	first, second, _ := strings.Cut(scoreTexts.Replace(text), "-")
	one, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	other, otherErr := strconv.ParseFloat(strings.TrimSpace(second), 64)
	for token, score := range scores {
		if err == nil && otherErr == nil && one == score && other == 1-score {
			return token
		}
	}
	return ""
}

// plainTurn returns a turn without the number before it and without the marks ! and ? after it.
func plainTurn(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if rest := text[digits:]; rest == "" || rest[0] == '.' {
		text = strings.TrimLeft(rest, ".")
	}
	return strings.TrimRight(text, "!?")
}

// readTag reads the tag [Name "value"] at the beginning of a text, and returns the text after it. In a value, a
// backslash escapes a quote or a backslash. If that does not lead to a bracket, the value ends at the first quote and
// bracket that only another tag, or nothing, follows: some programs do not escape quotes.
func readTag(text []byte) (tag engine.Tag, rest []byte, ok bool) {
	text, ok = bytes.CutPrefix(text, []byte("["))
	text = trim(text)
	length := 0
	for length < len(text) && inTagName(text[length]) {
		length++
	}
	tag.Name = string(text[:length])
	text, quoted := bytes.CutPrefix(trim(text[length:]), []byte(`"`))
	if !ok || !quoted || length == 0 {
		return tag, nil, false
	}
	for _, escaped := range []bool{true, false} {
		for i := 0; i < len(text); i++ {
			if escaped && text[i] == '\\' {
				i++
			} else if text[i] == '"' {
				rest, closed := bytes.CutPrefix(trim(text[i+1:]), []byte("]"))
				rest = trim(rest)
				if closed && (escaped || len(rest) == 0 || rest[0] == '[') {
					tag.Value = outside.Visible(unescape.Replace(string(text[:i])), "\t")
					return tag, rest, true
				} else if escaped {
					break
				}
			}
		}
	}
	return tag, nil, false
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// inTagName reports whether a byte can belong to the name of a tag that is read. PGN allows fewer.
func inTagName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80 ||
		bytes.IndexByte([]byte("-.+#=:"), c) >= 0
}
