package pgn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// Entry is a game in a file.
type Entry struct {
	Line   int          // the number of the first line of the game, from 1
	Tags   []engine.Tag // in the order of the file, without repetitions of a name
	Turns  []string     // without numbers, comments, variations and marks such as ! or $1
	lines  []int        // the number of the line of each turn, from 1
	Result string       // the value of the tag Result; if that is missing or "?", the result after the turns
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
	if g.Result == "1/2" {
		return .5, true
	}
	score, ok = scores[g.Result]
	return score, ok
}

// Games yields the games of a PGN file, which any program may have written. It does not check whether turns are legal.
// At the first fault in the file, it yields an error that names the line, and ends. Lines of more than 1 MiB, values of
// more than 32 KiB and games with more than 200 tags or 100,000 turns are faults.
func Games(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		lines := bufio.NewScanner(outside.Lines(r, mostLine))
		lines.Buffer(make([]byte, 1<<16), 3*mostLine) // more than outside.Lines passes
		in := reader{scanner: &scanner{in: lines}}
		for {
			next, err := in.next()
			if err == nil && in.begun() && in.endsBefore(next) {
				if !yield(in.finish(), nil) {
					return
				}
			}
			if err == nil {
				err = in.take(next)
			}
			if err != nil {
				yield(Entry{}, err)
				return
			}
			if next.kind == end {
				return
			}
		}
	}
}

// reader assembles games from parts of a file.
type reader struct {
	*scanner
	game   Entry  // the current game
	token  string // the result after the turns of the game
	moving bool   // whether the turns of the game have begun
	depth  int    // number of variations that are open
}

// begun reports whether a part of the current game has been read.
func (r *reader) begun() bool { return r.game.Line > 0 }

// endsBefore reports whether the current game ends before the next part. At the end of the file, every game ends. A
// game whose turns have begun ends before the next tag. A game without turns ends before a tag only if it has the tags
// White, Black and Result, and the next tag follows a blank line or has a name that the game has already.
func (r *reader) endsBefore(next part) bool {
	switch {
	case next.kind == word:
		return false
	case next.kind == end || r.moving:
		return true
	}
	has := func(name string) bool { return find(r.game.Tags, name) >= 0 }
	complete := has(seatTags[0]) && has(seatTags[1]) && has(resultTag)
	return complete && (next.afterBlank || has(next.name))
}

// finish returns the current game and resets the reader for the next one.
func (r *reader) finish() Entry {
	g := r.game
	if g.Result, _ = g.Tag(resultTag); g.Result == "" || g.Result == "?" {
		g.Result = r.token
	}
	*r = reader{scanner: r.scanner}
	return g
}

// Bounds of a file and of a game. The time to read tags grows with the square of their number.
const (
	mostLine  = 1 << 20  // bytes of a line
	mostTags  = 200      // tags of a game
	mostTag   = 32 << 10 // bytes in the value of a tag
	mostTurns = 100_000  // turns of a game
)

// take adds a part to the current game. It returns an error for a word before the first tag, for a tag White, Black,
// Result or Round that contradicts an earlier one, and for too many tags. Of other tags with the same name, it takes
// the first.
func (r *reader) take(p part) error {
	switch {
	case p.kind == tag:
		if !r.begun() {
			r.game.Line = p.line
		}
		old, again := r.game.Tag(p.name)
		identifying := slices.Contains([]string{seatTags[0], seatTags[1], resultTag, "Round"}, p.name)
		if again && old != p.text && identifying { // probably a new game, which lacks some of the tags
			return fmt.Errorf("line %d: tag %s again in the game that begins on line %d: "+
				"begin every game with tags of its own", p.line, p.name, r.game.Line)
		}
		if len(p.text) > mostTag {
			return fmt.Errorf("line %d: tag %.80s has more than %d bytes", p.line, p.name, mostTag)
		}
		if !again && len(r.game.Tags) == mostTags {
			return fmt.Errorf("line %d: the game has more than %d different tags; leave some out", p.line, mostTags)
		}
		if !again {
			r.game.Tags = append(r.game.Tags, engine.Tag{Name: p.name, Value: p.text})
		}
	case p.kind == word && !r.begun():
		return fmt.Errorf("line %d: %.80q where a game should begin: "+
			"begin games with tags, such as [White \"name\"]", p.line, p.text)
	case p.kind == word:
		r.word(p.text, p.line)
		if len(r.game.Turns) > mostTurns {
			return fmt.Errorf("line %d: the game that begins on line %d has more than %d turns", p.line, r.game.Line,
				mostTurns)
		}
	}
	return nil
}

// word adds a word to the current game: a turn, a result, or a sign such as a bracket.
func (r *reader) word(text string, line int) {
	r.moving = true
	switch {
	case text == "(":
		r.depth++
	case text == ")":
		r.depth = max(0, r.depth-1)
	case r.depth > 0 || text[0] == '$': // skip variations and annotations
	case isToken(text) || text == "1/2":
		r.token = text
	default:
		if turn := plainTurn(text); turn != "" {
			r.game.Turns, r.game.lines = append(r.game.Turns, turn), append(r.game.lines, line)
		}
	}
}

// plainTurn returns a turn without the number before it and without the marks ! and ? after it.
func plainTurn(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if rest := text[digits:]; rest == "" || rest[0] == '.' {
		text = strings.TrimLeft(rest, ".")
	}
	return strings.TrimRight(text, "!?")
}

// kind is the kind of a part of a file.
type kind uint8

const (
	end  kind = iota // the end of the file
	tag              // [Name "value"]
	word             // a turn, a number, a result, or a bracket of a variation
)

// part is a part of a file.
type part struct {
	kind       kind
	name       string // the name of a tag
	text       string // a word, or the value of a tag
	line       int    // the number of the line, from 1
	afterBlank bool   // whether the part follows a blank line
}

// scanner splits a file into parts. It skips comments, in braces or after a semicolon, and lines that begin with %.
type scanner struct {
	in *bufio.Scanner

	line     int    // the number of the current line
	rest     []byte // the unread part of the current line
	whole    bool   // whether nothing of the current line has been read
	tagsOnly bool   // whether the part of the current line that has been read contains only tags
	blank    bool   // whether a blank line has been skipped since the last part
	comment  int    // the number of the line on which an open comment began, or 0
}

// blanks holds the blank characters inside a line.
const blanks = " \t\r\v\f"

// next returns the next part. It returns an error that names the line if a comment or a tag is incomplete.
func (s *scanner) next() (part, error) {
	for {
		if len(s.rest) == 0 {
			more := s.in.Scan()
			s.line++
			switch {
			case s.in.Err() != nil:
				return part{}, fmt.Errorf("line %d: %w", s.line, s.in.Err())
			case !more && s.comment > 0:
				return part{}, fmt.Errorf("line %d: a comment begins with { but does not end: close it with }",
					s.comment)
			case !more:
				return part{kind: end, line: s.line}, nil
			}
			s.rest, s.whole, s.tagsOnly = s.in.Bytes(), true, true
			if s.line == 1 {
				s.rest = bytes.TrimPrefix(s.rest, []byte("\ufeff")) // a byte order mark
			}
		}
		if p, found, err := s.within(); found || err != nil {
			return p, err
		}
	}
}

// within reads on in the current line up to the end of the next part or comment. It returns the part, if there is one.
func (s *scanner) within() (p part, found bool, err error) {
	atLineStart := s.whole
	s.whole = false
	percent := atLineStart && bytes.HasPrefix(s.rest, []byte("%"))
	s.rest = bytes.TrimLeft(s.rest, blanks)
	if len(s.rest) == 0 {
		s.blank = s.blank || atLineStart
		return p, false, nil
	}
	if s.comment > 0 {
		var closed bool
		_, s.rest, closed = bytes.Cut(s.rest, []byte("}"))
		s.tagsOnly = false
		if closed {
			s.comment = 0
		}
		return p, false, nil
	}
	switch c := s.rest[0]; {
	case percent || c == ';':
		s.rest = nil
	case c == '{':
		s.rest, s.comment = s.rest[1:], s.line
	case c == '[' && s.tagsOnly:
		p, err = s.tag()
		return p, true, err
	default:
		s.tagsOnly = false
		length := max(1, until(s.rest, blanks+"{;()")) // 1 for a bracket, which is a word of its own
		p = part{kind: word, text: string(s.rest[:length]), line: s.line, afterBlank: s.blank}
		s.rest, s.blank = s.rest[length:], false
		return p, true, nil
	}
	return p, false, nil
}

// until returns the length of the text before the first of the stops, or of the whole text if it contains none.
func until(text []byte, stops string) int {
	if i := bytes.IndexAny(text, stops); i >= 0 {
		return i
	}
	return len(text)
}

// tag reads a tag, which must end on the same line.
func (s *scanner) tag() (part, error) {
	rest := bytes.TrimLeft(s.rest[1:], blanks)
	length := 0
	for length < len(rest) && inTagName(rest[length]) {
		length++
	}
	name := rest[:length]
	rest, quoteBegins := bytes.CutPrefix(bytes.TrimLeft(rest[length:], blanks), []byte{'"'})
	var value []byte
	quoteEnds := false
	if quoteBegins {
		value, rest, quoteEnds = unquote(rest)
	}
	rest, closed := bytes.CutPrefix(bytes.TrimLeft(rest, blanks), []byte{']'})
	if !quoteEnds || !closed || length == 0 {
		return part{}, fmt.Errorf("line %d: the tag [%.80s is not whole: write it as [Name \"value\"] on one line",
			s.line, name)
	}
	shown := outside.Visible(string(value), "\t")
	p := part{kind: tag, name: string(name), text: shown, line: s.line, afterBlank: s.blank}
	s.rest, s.blank = rest, false
	return p, nil
}

// unquote splits a text at the first quote that no backslash escapes. It returns the value before the quote, without
// escapes, and the rest after the quote. If there is no such quote, ok is false.
func unquote(text []byte) (value, rest []byte, ok bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return value, text[i+1:], true
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
		}
		value = append(value, text[i])
	}
	return nil, nil, false
}

// inTagName reports whether a byte can belong to the name of a tag that is read. PGN allows fewer.
func inTagName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80 ||
		bytes.IndexByte([]byte("-.+#=:"), c) >= 0
}
