package pgn

import (
	"bufio"
	"bytes"
	"cmp"
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
	Number int          // number of the game in the file, from 1
	Line   int          // the number of the first line of the game, from 1
	Tags   []engine.Tag // tags in the order of the file; of several tags with one name, only the first
	Turns  []string     // turns without numbers, comments, variations and marks such as ! or $1
	lines  []int        // the number of the line of each turn, from 1
	Result string       // value of the tag Result in PGN's form or, without such a value, the result after the turns
	Faults []*Fault     // what could not be read, or only by a guess
	Beside int          // number of comments, variations and marks, which are left out of Turns
	Tree   []Node       // from [Trees] only: the start, then all turns with variations, in the order of the file
}

// Node is a turn in the tree of a game with variations, or the start of the game.
type Node struct {
	Turn    string `json:"turn,omitempty"`
	After   int    `json:"after,omitempty"`   // index of the turn before it in the tree; index 0 is the start
	Comment string `json:"comment,omitempty"` // on one line; it may contain commands such as [%eval 0.53]
	Marks   []int  `json:"marks,omitempty"`   // PGN's numbers of marks (NAGs), such as 2 for a mistake
}

// Fault is the error for a place in a file that cannot be read as it stands.
type Fault struct {
	Line, Game int    // numbers of the line and of the game, from 1
	Tag        string // name of the tag at fault; "" if the fault is in the turns
	Text       string
}

// Error returns the line and the game of the fault, and what is wrong.
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

// Notes returns texts for people about parts of the game that could not be read, were read by a guess, or are left out.
func (g Entry) Notes() (notes []string) {
	for _, fault := range g.Faults {
		notes = append(notes, fault.Error())
	}
	if g.Beside > 0 && g.Tree == nil {
		notes = append(notes,
			fmt.Sprintf("game %d: comments, variations and marks (%d) are left out", g.Number, g.Beside))
	}
	return notes
}

// Games yields the games of a PGN file, which any program may have written, or of a file of
// records of Abstract Play. It does not check whether turns are legal.
//
// For a game that it cannot read, it yields a [*Fault] and reads the next game. Any other error is the last thing that
// it yields; it names the line. Lines of more than 1 MiB, values of more than 32 KiB and games with more than 200 tags
// or 100,000 turns are such errors.
func Games(r io.Reader) iter.Seq2[Entry, error] { return entries(r, false) }

// Trees yields the same as [Games]. Games with comments, variations or marks also have a tree.
func Trees(r io.Reader) iter.Seq2[Entry, error] { return entries(r, true) }

func entries(r io.Reader, trees bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		file := bufio.NewReader(r)
		if head, _ := file.Peek(1 << 9); holdsRecords(head) { // if Peek fails, reading fails too, and reports the error
			records(file, yield)
			return
		}
		lines := bufio.NewScanner(outside.Lines(outside.LineEnds(file), mostLine))
		lines.Buffer(make([]byte, 1<<16), 3*mostLine) // longer than any line that outside.Lines passes
		in := reader{scanner: &scanner{in: lines, keeps: trees}}
		for {
			next, err := in.read()
			in.annotate()
			if err == nil && in.begun() && in.endsBefore(next) {
				if !yield(in.finish()) {
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

// Begins reports whether a file that begins with head holds games for [Games], and not a list of turns or positions.
func Begins(head []byte) bool {
	head = bytes.TrimLeft(head, "\ufeff\n"+blanks)
	return len(head) > 0 && strings.IndexByte("[{;%", head[0]) >= 0
}

// reader assembles games from parts of a file.
type reader struct {
	*scanner
	ahead  []part // parts that have been read in advance
	number int    // number of games before the current one
	game   Entry  // the current game
	lost   *Fault // why the current game cannot be read; nil if it can
	first  string // the first word of the game
	token  string // the result after the turns of the game
	moving bool   // whether the turns of the game have begun
	depth  int    // number of variations that are open
	tree   []Node // of the current game, if the scanner keeps comments
	at     int    // index in tree of the last turn read
	left   []int  // for each open variation, the turn in the tree that it replaces
}

// read returns the next part of the file.
func (r *reader) read() (p part, err error) {
	if len(r.ahead) > 0 {
		p, r.ahead = r.ahead[0], r.ahead[1:]
		return p, nil
	}
	return r.next()
}

// begun reports whether a part of the current game has been read.
func (r *reader) begun() bool { return r.game.Line > 0 }

func (r *reader) has(name string) bool { return find(r.game.Tags, name) >= 0 }

// endsBefore reports whether the current game ends before the next part. At the end of the file, every game ends. A
// game with turns ends before the next tag, and before a turn after its result. A game without turns ends before a
// block of tags that names both players again. After a blank line, a block that names one player again, or that begins
// with the tag Event, is enough.
func (r *reader) endsBefore(next part) bool {
	switch {
	case next.kind == word:
		return r.token != "" && r.depth == 0 && resultToken(next.text) == "" &&
			strings.IndexByte("()$", next.text[0]) < 0
	case next.kind != tag:
		return next.kind == end
	case r.moving:
		return true
	}
	if !next.afterBlank && !r.has(next.name) {
		return false
	}
	white, black := r.block(next)
	white, black = white && r.has(seatTags[0]), black && r.has(seatTags[1])
	if !next.afterBlank {
		return white && black
	}
	complete := r.has(seatTags[0]) && r.has(seatTags[1]) && r.has(resultTag)
	return white || black || complete && next.name == roster[0].Name
}

// block reports whether a block of tags that begins with first has the tags White and Black. A block ends with the
// first blank line.
func (r *reader) block(first part) (white, black bool) {
	for i, p := 0, first; p.kind == tag && (i == 0 || !p.afterBlank) && i <= mostTags; i++ {
		white, black = white || p.name == seatTags[0], black || p.name == seatTags[1]
		if i == len(r.ahead) {
			next, err := r.next()
			if err != nil { // a later call returns this error again
				return white, black
			}
			r.ahead = append(r.ahead, next)
		}
		p = r.ahead[i]
	}
	return white, black
}

// finish returns the current game, or the fault that makes it unreadable, and resets the reader for the next game.
func (r *reader) finish() (Entry, error) {
	g, lost := r.game, r.lost
	text, _ := g.Tag(resultTag)
	switch told := resultToken(text); {
	case text == "" || text == "?":
		g.Result = r.token
	case told == "" && r.token != "":
		g.Result = r.token
		r.fault(0, resultTag, fmt.Sprintf("the tag Result %.80q is unknown; the result after the turns counts", text))
	default:
		g.Result = cmp.Or(told, text)
		if r.token != "" && r.token != told {
			r.fault(0, resultTag, fmt.Sprintf("the tag Result is %s, but the turns end with %s; the tag counts", told,
				r.token))
		}
	}
	if r.depth > 0 {
		r.fault(0, "", "a variation begins with ( but does not end: close it with )")
	}
	g.Faults, g.Beside, r.beside = r.game.Faults, r.beside, 0
	if g.Beside > 0 {
		g.Tree = r.tree
	}
	if len(g.Tags) == 0 && lost == nil {
		lost = g.NewFault(0, "", fmt.Sprintf("%.80q where a game should begin: "+
			"begin games with tags, such as [White \"name\"]", r.first))
		if len(g.Faults) > 0 {
			lost = g.Faults[0]
		}
	}
	*r = reader{scanner: r.scanner, ahead: r.ahead, number: g.Number}
	if lost != nil {
		return Entry{}, lost
	}
	return g, nil
}

// fault adds a fault to the current game.
func (r *reader) fault(line int, tag, text string) {
	r.game.Faults = append(r.game.Faults, r.game.NewFault(line, tag, text))
}

// Bounds of a file and of a game. The time to read tags grows with the square of their number.
const (
	mostLine  = 1 << 20  // bytes of a line
	mostTags  = 200      // tags of a game
	mostTag   = 32 << 10 // bytes in the value of a tag
	mostTurns = 100_000  // turns of a game
	mostFault = 100      // faults of a game that are kept
)

// take adds a part to the current game. It returns an error for too many tags and turns.
func (r *reader) take(p part) error {
	if !r.begun() && p.kind != end {
		r.game.Line, r.game.Number = p.line, r.number+1
	}
	if p.fault != "" && len(r.game.Faults) < mostFault {
		r.fault(p.line, p.name, p.fault)
	}
	switch p.kind {
	case tag:
		if p.broken {
			return nil
		}
		return r.takeTag(p)
	case word:
		r.word(p.text, p.line)
		if max(len(r.game.Turns), len(r.tree)-1) > mostTurns {
			return fmt.Errorf("line %d: the game that begins on line %d has more than %d turns", p.line, r.game.Line,
				mostTurns)
		}
	}
	return nil
}

// takeTag adds a tag to the current game. Of tags with the same name, it takes the first. A game with different tags
// White, Black or Result cannot be read.
func (r *reader) takeTag(p part) error {
	old, again := r.game.Tag(p.name)
	switch {
	case len(p.text) > mostTag:
		return fmt.Errorf("line %d: tag %.80s has more than %d bytes", p.line, p.name, mostTag)
	case again && old == p.text:
	case again && slices.Contains([]string{seatTags[0], seatTags[1], resultTag}, p.name):
		if r.lost == nil { // perhaps a new game, which lacks some of the tags
			r.lost = r.game.NewFault(p.line, p.name, fmt.Sprintf("tag %s again in the game that begins on line %d: "+
				"begin every game with tags of its own", p.name, r.game.Line))
		}
	case again && len(r.game.Faults) < mostFault:
		r.fault(p.line, p.name, fmt.Sprintf("tag %.80s again; its first value counts", p.name))
	case again:
	case len(r.game.Tags) == mostTags:
		return fmt.Errorf("line %d: the game has more than %d different tags; leave some out", p.line, mostTags)
	default:
		r.game.Tags = append(r.game.Tags, engine.Tag{Name: p.name, Value: p.text})
	}
	return nil
}

// word adds a word to the current game: a turn, a result, or a sign such as a bracket.
func (r *reader) word(text string, line int) {
	r.moving, r.first = true, cmp.Or(r.first, text)
	switch token := resultToken(text); {
	case text == "(":
		r.depth++
		r.beside++
	case text == ")":
		r.depth = max(0, r.depth-1)
	case r.depth > 0: // skip variations
	case text[0] == '$':
		r.beside++
	case token != "":
		r.token = token
	default:
		if turn := plainTurn(text); turn != "" {
			r.game.Turns, r.game.lines = append(r.game.Turns, turn), append(r.game.lines, line)
			if !strings.HasSuffix(text, turn) {
				r.beside++ // counts a mark such as !
			}
		}
	}
	if r.keeps {
		r.grow(text)
	}
}

// grow adds a word to the tree of the current game.
func (r *reader) grow(text string) {
	if r.tree == nil {
		r.tree = []Node{{}}
	}
	node := &r.tree[r.at]
	switch turn := plainTurn(text); {
	case text == "(":
		r.left = append(r.left, r.at)
		r.at = node.After
	case text == ")":
		if last := len(r.left) - 1; last >= 0 {
			r.at, r.left = r.left[last], r.left[:last]
		}
	case text[0] == '$':
		if mark, err := strconv.ParseUint(text[1:], 10, 8); err == nil {
			node.Marks = append(node.Marks, int(mark))
		}
	case turn == "" || resultToken(text) != "":
	default:
		added := Node{Turn: turn, After: r.at}
		_, sign, _ := strings.Cut(text, turn)
		if mark := slices.Index(signs[:], sign); mark > 0 {
			added.Marks = []int{mark}
		}
		r.tree = append(r.tree, added)
		r.at = len(r.tree) - 1
	}
}

// signs holds the marks that may follow a turn directly, by PGN's numbers.
var signs = [...]string{"", "!", "?", "!!", "??", "!?", "?!"}

// annotate adds the comments since the last part to the last turn, or to the start of the current game.
func (r *reader) annotate() {
	if r.begun() && len(r.comments) > 0 {
		if r.tree == nil {
			r.tree = []Node{{}}
		}
		node := &r.tree[r.at]
		node.Comment = strings.Join(strings.Fields(node.Comment+" "+strings.Join(r.comments, " ")), " ")
	}
	r.comments = nil
}

// scoreTexts replaces the ways to write one half, and the decimal comma, in results.
var scoreTexts = strings.NewReplacer("1/2", "0.5", "\u00bd", "0.5", ",", ".")

// resultToken returns PGN's token for a result, such as 1/2-1/2 for 0.5-0.5. It returns "" for any other text.
func resultToken(text string) string {
	if text == "*" || text == "1/2" || text == "\u00bd" {
		return map[bool]string{true: "*", false: "1/2-1/2"}[text == "*"]
	}
	if !strings.Contains(text, "-") || strings.IndexByte("01.\xc2", text[0]) < 0 { // a quick test: most words are turns
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

// kind is the kind of a part of a file.
type kind uint8

const (
	end  kind = iota // the end of the file
	tag              // [Name "value"]
	word             // a turn, a number, a result, or a bracket of a variation
	flaw             // a comment without an end
)

// part is a tag, a word or another piece of a file; see kind.
type part struct {
	kind       kind
	name       string // the name of a tag
	text       string // a word, or the value of a tag
	line       int    // the number of the line, from 1
	afterBlank bool   // whether the part follows a blank line
	fault      string // what is wrong with the part; may be empty
	broken     bool   // whether the tag has no value, because it cannot be read
}

// scanner splits a file into parts. It skips comments, in braces or after a semicolon, and lines that begin with %.
type scanner struct {
	in *bufio.Scanner

	line     int      // the number of the current line
	rest     []byte   // the unread part of the current line
	whole    bool     // whether nothing of the current line has been read
	tagsOnly bool     // whether the part of the current line that has been read contains only tags
	blank    bool     // whether a blank line has been skipped since the last part
	gap      bool     // whether the last line was blank
	comment  int      // the number of the line on which an open comment began, or 0
	beside   int      // number of comments, variations and marks of the current game
	keeps    bool     // whether comments are kept
	comments []string // parts of the comments since the last part
}

// blanks holds the blank characters inside a line.
const blanks = " \t\r\v\f"

// next returns the next part. It returns an error that names the line if the file cannot be read further.
func (s *scanner) next() (part, error) {
	for {
		if len(s.rest) == 0 {
			more := s.in.Scan()
			s.line++
			switch {
			case s.in.Err() != nil:
				return part{}, fmt.Errorf("line %d: %w", s.line, s.in.Err())
			case !more && s.comment > 0:
				return s.openComment(), nil
			case !more:
				return part{kind: end, line: s.line}, nil
			}
			s.rest, s.whole, s.tagsOnly = s.in.Bytes(), true, true
			if s.line == 1 {
				s.rest = bytes.TrimPrefix(s.rest, []byte("\ufeff")) // a byte order mark
			}
		}
		if p, found := s.within(); found {
			return p, nil
		}
	}
}

// openComment ends the current comment, which has no closing brace, and returns a part with this fault.
func (s *scanner) openComment() part {
	line := s.comment
	s.comment = 0
	return part{kind: flaw, line: line, fault: "a comment begins with { but does not end: close it with }"}
}

// within reads the current line up to the end of the next part or comment, and returns the part if there is one. If a
// comment is still open at a line that is a tag, or that begins with a tag after a blank line, within returns a flaw.
func (s *scanner) within() (p part, found bool) {
	atLineStart := s.whole
	s.whole = false
	percent := atLineStart && bytes.HasPrefix(s.rest, []byte("%"))
	s.rest = bytes.TrimLeft(s.rest, blanks)
	if len(s.rest) == 0 {
		s.blank, s.gap = s.blank || atLineStart, atLineStart
		return p, false
	}
	afterGap := s.gap
	s.gap = false
	if s.comment > 0 {
		if atLineStart && s.rest[0] == '[' {
			tag, rest := readTag(s.rest)
			if tag.fault == "" && (afterGap || len(bytes.TrimLeft(rest, blanks)) == 0) {
				s.whole = true
				return s.openComment(), true
			}
		}
		text, rest, closed := bytes.Cut(s.rest, []byte("}"))
		s.keep(text)
		s.rest = rest
		s.tagsOnly = false
		if closed {
			s.comment = 0
		}
		return p, false
	}
	switch c := s.rest[0]; {
	case percent || c == ';':
		if !percent {
			s.keep(s.rest[1:])
		}
		s.rest, s.beside = nil, s.beside+1
	case c == '{':
		s.rest, s.comment, s.beside = s.rest[1:], s.line, s.beside+1
	case c == '[' && s.tagsOnly:
		p, s.rest = readTag(s.rest)
		p.line, p.afterBlank, s.blank = s.line, s.blank, false
		return p, true
	default:
		s.tagsOnly = false
		length := max(1, until(s.rest, blanks+"{;()")) // 1 for a bracket, which is a word of its own
		p = part{kind: word, text: string(s.rest[:length]), line: s.line, afterBlank: s.blank}
		s.rest, s.blank = s.rest[length:], false
		return p, true
	}
	return p, false
}

// keep keeps a part of a comment, if comments are kept.
func (s *scanner) keep(text []byte) {
	if s.keeps {
		s.comments = append(s.comments, outside.Visible(string(text), "\t"))
	}
}

// until returns the length of the text before the first of the stops, or of the whole text if it contains none.
func until(text []byte, stops string) int {
	if i := bytes.IndexAny(text, stops); i >= 0 {
		return i
	}
	return len(text)
}

// readTag reads a tag at the beginning of a text, and returns the text after it. The tag must end on the same line.
func readTag(text []byte) (p part, rest []byte) {
	rest = bytes.TrimLeft(text[1:], blanks)
	length := 0
	for length < len(rest) && inTagName(rest[length]) {
		length++
	}
	p = part{kind: tag, name: string(rest[:length])}
	quoted, quoteBegins := bytes.CutPrefix(bytes.TrimLeft(rest[length:], blanks), []byte{'"'})
	value, rest, whole := unquote(quoted)
	rest, closed := bytes.CutPrefix(bytes.TrimLeft(rest, blanks), []byte{']'})
	switch {
	case !quoteBegins || length == 0:
		whole = false
	case whole && !closed && len(rest) == 0:
		p.fault = fmt.Sprintf("tag %.80s has no bracket ] at its end", p.name)
	case !whole || !closed:
		if value, rest, whole = cutLast(quoted); whole {
			p.fault = fmt.Sprintf("tag %.80s has a quote or a backslash that no backslash escapes; it is read as %.80q",
				p.name, value)
		}
	}
	if !whole {
		p.fault = fmt.Sprintf("the tag [%.80s is not whole: write it as [Name \"value\"] on one line", p.name)
		p.broken = true
		return p, nil
	}
	p.text = outside.Visible(string(value), "\t")
	return p, rest
}

// cutLast splits a text at the first "] (a quote and a bracket) after which another tag or the end of the text follows.
func cutLast(text []byte) (value, rest []byte, ok bool) {
	for i, c := range text {
		if c != '"' {
			continue
		}
		rest, closed := bytes.CutPrefix(bytes.TrimLeft(text[i+1:], blanks), []byte{']'})
		rest = bytes.TrimLeft(rest, blanks)
		if closed && (len(rest) == 0 || rest[0] == '[') {
			return []byte(unescape.Replace(string(text[:i]))), rest, true
		}
	}
	return nil, nil, false
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

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

// inTagName reports whether the reader accepts a byte in the name of a tag. PGN allows fewer bytes.
func inTagName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80 ||
		bytes.IndexByte([]byte("-.+#=:"), c) >= 0
}
