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
		lines := bufio.NewScanner(outside.Lines(file, mostLine))
		lines.Buffer(make([]byte, 1<<16), 3*mostLine) // longer than any line that outside.Lines passes
		lines.Split(untilLineEnd)
		in := reader{yield: yield, trees: trees}
		if err := in.readAll(lines); err != nil && !errors.Is(err, errStopped) {
			yield(Entry{}, err)
		}
	}
}

// untilLineEnd is a [bufio.SplitFunc] for lines that end with \n, \r\n or \r.
func untilLineEnd(data []byte, atEnd bool) (advance int, line []byte, err error) {
	line = data
	end := bytes.IndexByte(data, '\n')
	if end >= 0 {
		line = data[:end]
	}
	switch cr := bytes.IndexByte(line, '\r'); {
	case cr >= 0 && cr+1 < len(line):
		return cr + 1, data[:cr], nil
	case end >= 0:
		return end + 1, bytes.TrimSuffix(line, []byte("\r")), nil
	case atEnd && len(data) > 0:
		return len(data), bytes.TrimSuffix(data, []byte("\r")), nil
	}
	return 0, nil, nil
}

// errStopped ends the reading of a file whose caller wants no more games.
var errStopped = errors.New("stopped")

// reader assembles the games of a file. It skips comments, in braces or after a semicolon, and lines that begin with %.
type reader struct {
	yield    func(Entry, error) bool
	trees    bool     // whether games get trees
	line     int      // the number of the current line
	blank    bool     // whether a blank line was read since the last tag or word
	comment  int      // the number of the line on which an open comment began, or 0
	comments []string // parts of the comments since the last tag or word, if games get trees
	number   int      // number of games before the current one
	game     Entry    // the current game
	first    string   // the first word of the game
	token    string   // the result after the turns of the game
	moving   bool     // whether the turns of the game have begun
	depth    int      // number of variations that are open
	tree     []Node   // of the current game
	at       int      // index in tree of the last turn read
	left     []int    // for each open variation, the turn in the tree that it replaces
}

// readAll reads all lines and yields their games.
func (r *reader) readAll(lines *bufio.Scanner) error {
	afterBlank := false                      // whether the line before was blank
	for lines.Scan() && lines.Err() == nil { // with an error comes a part of a line
		r.line++
		text := lines.Bytes()
		if r.line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
		}
		isBlank := len(bytes.TrimLeft(text, blanks)) == 0
		r.blank = r.blank || isBlank
		if err := r.readLine(text, afterBlank); err != nil {
			return err
		}
		afterBlank = isBlank
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", r.line+1, err)
	}
	r.endComment()
	if r.game.Line == 0 {
		return nil
	}
	return r.finish()
}

// blanks holds the blank characters inside a line.
const blanks = " \t\r\v\f"

// readLine reads a line. An open comment ends before a line that is a tag, or that begins with a tag after a blank
// line.
func (r *reader) readLine(rest []byte, afterBlank bool) error {
	if text := bytes.TrimLeft(rest, blanks); r.comment > 0 && bytes.HasPrefix(text, []byte("[")) {
		t := readTag(text)
		if t.fault == "" && (afterBlank || len(bytes.TrimLeft(t.rest, blanks)) == 0) {
			r.endComment()
		}
	}
	if r.comment == 0 && bytes.HasPrefix(rest, []byte("%")) {
		r.game.Beside++
		return nil
	}
	tagsOnly := true // whether the part of the line that was read has only tags
	for rest = bytes.TrimLeft(rest, blanks); len(rest) > 0; rest = bytes.TrimLeft(rest, blanks) {
		var err error
		switch c := rest[0]; {
		case r.comment > 0:
			text, after, closed := bytes.Cut(rest, []byte("}"))
			r.keep(text)
			rest, tagsOnly = after, false
			if closed {
				r.comment = 0
			}
		case c == ';':
			r.keep(rest[1:])
			rest, r.game.Beside = nil, r.game.Beside+1
		case c == '{':
			rest, r.comment, r.game.Beside = rest[1:], r.line, r.game.Beside+1
		case c == '[' && tagsOnly:
			t := readTag(rest)
			rest, err = t.rest, r.addTag(t)
		default:
			tagsOnly = false
			length := max(1, until(rest, blanks+"{;()")) // 1 for a bracket, which is a word of its own
			err = r.addWord(string(rest[:length]))
			rest = rest[length:]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keep keeps a part of a comment.
func (r *reader) keep(text []byte) {
	if r.trees {
		r.comments = append(r.comments, outside.Visible(string(text), "\t"))
	}
}

// endComment ends a comment that has no closing brace, and adds this fault to the game.
func (r *reader) endComment() {
	if r.comment > 0 {
		r.begin(r.comment)
		r.fault(r.comment, "", "a comment begins with { but does not end: close it with }")
		r.comment = 0
	}
}

// begin begins a game on a line, unless a game has begun, and adds the comments since the last tag or word to the last
// turn, or to the start of the game.
func (r *reader) begin(line int) {
	if r.game.Line > 0 && len(r.comments) > 0 {
		node := r.last()
		node.Comment = strings.Join(strings.Fields(node.Comment+" "+strings.Join(r.comments, " ")), " ")
	}
	r.comments = nil
	if r.game.Line == 0 {
		r.game.Line, r.game.Number = line, r.number+1
	}
}

// last returns the last turn in the tree of the game, or its start.
func (r *reader) last() *Node {
	if r.tree == nil {
		r.tree = []Node{{}}
	}
	return &r.tree[r.at]
}

func (r *reader) has(name string) bool { return find(r.game.Tags, name) >= 0 }

// endsBefore reports whether the current game ends before a tag. A game with turns does. A game without turns ends
// before a tag Event after a blank line, and before a second tag that begins a game: after a blank line, or if the game
// has both players and a result.
func (r *reader) endsBefore(tag string) bool {
	players := r.has(seatTags[0]) && r.has(seatTags[1])
	switch {
	case r.moving:
		return true
	case tag == roster[0].Name && r.blank && players:
		return true
	case !r.has(tag) || find(roster[:], tag) < 0 && tag != seatTags[0] && tag != seatTags[1]:
		return false
	}
	return r.blank || players && r.has(resultTag)
}

// finish yields the current game, or the fault that makes it unreadable, and resets the reader for the next game.
func (r *reader) finish() error {
	r.begin(0) // adds the last comments
	text, _ := r.game.Tag(resultTag)
	if text == "?" {
		text = ""
	}
	told := resultToken(text)
	r.game.Result = cmp.Or(told, r.token, text)
	if text != "" && r.token != "" && r.token != told {
		r.fault(0, resultTag, fmt.Sprintf("the tag Result is %.80q, but the turns end with %s; %s counts", text,
			r.token, r.game.Result))
	}
	if r.depth > 0 {
		r.fault(0, "", "a variation begins with ( but does not end: close it with )")
	}
	g, err := r.game, error(nil)
	if g.Beside > 0 && r.trees {
		g.Tree = r.tree
	}
	if len(g.Tags) == 0 {
		err = g.NewFault(0, "", fmt.Sprintf("%.80q where a game should begin: begin games with tags, such as "+
			"[White \"name\"]", r.first))
		if len(g.Faults) > 0 {
			err = g.Faults[0]
		}
		g = Entry{}
	}
	*r = reader{yield: r.yield, trees: r.trees, line: r.line, number: r.game.Number}
	if !r.yield(g, err) {
		return errStopped
	}
	return nil
}

// fault adds a fault to the current game.
func (r *reader) fault(line int, tag, text string) {
	if len(r.game.Faults) < mostFault {
		r.game.Faults = append(r.game.Faults, r.game.NewFault(line, tag, text))
	}
}

// Bounds of a file and of a game. The time to read tags grows with the square of their number.
const (
	mostLine  = 1 << 20  // bytes of a line
	mostTags  = 200      // tags of a game
	mostTag   = 32 << 10 // bytes in the value of a tag
	mostTurns = 100_000  // turns of a game
	mostFault = 100      // faults of a game that are kept
)

// addTag adds a tag to the current game, or to the next game if the current one ends before the tag. Of tags with the
// same name, the first counts. It returns an error for too many tags.
func (r *reader) addTag(t tag) error {
	if r.game.Line > 0 && r.endsBefore(t.name) {
		if err := r.finish(); err != nil {
			return err
		}
	}
	r.begin(r.line)
	r.blank = false
	if t.fault != "" {
		r.fault(r.line, t.name, t.fault)
	}
	old, again := r.game.Tag(t.name)
	switch {
	case t.broken || again && old == t.value:
	case len(t.value) > mostTag:
		return fmt.Errorf("line %d: tag %.80s has more than %d bytes", r.line, t.name, mostTag)
	case again:
		r.fault(r.line, t.name, fmt.Sprintf("tag %.80s again; its first value counts", t.name))
	case len(r.game.Tags) == mostTags:
		return fmt.Errorf("line %d: the game has more than %d different tags; leave some out", r.line, mostTags)
	default:
		r.game.Tags = append(r.game.Tags, engine.Tag{Name: t.name, Value: t.value})
	}
	return nil
}

// addWord adds a word: a turn, a result, or a sign such as a bracket. A turn after the result of a game begins the next
// game. It returns an error for too many turns.
func (r *reader) addWord(text string) error {
	token := resultToken(text)
	if r.token != "" && r.depth == 0 && token == "" && strings.IndexByte("()$", text[0]) < 0 {
		if err := r.finish(); err != nil {
			return err
		}
	}
	r.begin(r.line)
	r.moving, r.blank, r.first = true, false, cmp.Or(r.first, text)
	turn := plainTurn(text)
	switch {
	case text == "(":
		r.depth++
		r.game.Beside++
	case text == ")":
		r.depth = max(0, r.depth-1)
	case r.depth > 0: // skip variations
	case text[0] == '$':
		r.game.Beside++
	case token != "":
		r.token = token
	case turn != "":
		r.game.Turns, r.game.lines = append(r.game.Turns, turn), append(r.game.lines, r.line)
		if !strings.HasSuffix(text, turn) {
			r.game.Beside++ // counts a mark such as !
		}
	}
	if r.trees {
		r.grow(text, turn, token != "")
	}
	if max(len(r.game.Turns), len(r.tree)-1) > mostTurns {
		return fmt.Errorf("line %d: the game that begins on line %d has more than %d turns", r.line, r.game.Line,
			mostTurns)
	}
	return nil
}

// grow adds a word to the tree of the current game. turn is the turn in the word, if any.
func (r *reader) grow(text, turn string, isResult bool) {
	node := r.last()
	switch {
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
	case turn != "" && !isResult:
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

// resultTokens holds PGN's token for each text of a result.
var resultTokens = map[string]string{"*": "*", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2",
	"0.5-0.5": "1/2-1/2", "\u00bd": "1/2-1/2", "\u00bd-\u00bd": "1/2-1/2"}

// plainScore removes from a result what may differ from the texts in resultTokens.
var plainScore = strings.NewReplacer(" ", "", ",0", "", ".0", "", ",", ".")

// resultToken returns PGN's token for a result, or "" for any other text.
func resultToken(text string) string {
	if text == "" || strings.IndexByte("01*\xc2", text[0]) < 0 { // a quick test: most words are turns
		return ""
	}
	if token := resultTokens[text]; token != "" || !strings.Contains(text, "-") {
		return token
	}
	return resultTokens[plainScore.Replace(text)]
}

// plainTurn returns a turn without the number before it and without the marks ! and ? after it.
func plainTurn(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if rest := text[digits:]; rest == "" || rest[0] == '.' {
		text = strings.TrimLeft(rest, ".")
	}
	return strings.TrimRight(text, "!?")
}

// until returns the length of the text before the first of the stops, or of the whole text if it contains none.
func until(text []byte, stops string) int {
	if i := bytes.IndexAny(text, stops); i >= 0 {
		return i
	}
	return len(text)
}

// tag is a tag as it was read.
type tag struct {
	name, value string
	fault       string // what is wrong with it
	broken      bool   // whether it has no value
	rest        []byte // the text after the tag
}

// readTag reads a tag at the beginning of a text. The tag must end on the same line.
func readTag(text []byte) tag {
	rest := bytes.TrimLeft(text[1:], blanks)
	length := 0
	for length < len(rest) && inTagName(rest[length]) {
		length++
	}
	t := tag{name: string(rest[:length])}
	quoted, quoteBegins := bytes.CutPrefix(bytes.TrimLeft(rest[length:], blanks), []byte{'"'})
	end, clean := endOfValue(quoted)
	if !quoteBegins || length == 0 || end < 0 {
		t.fault = fmt.Sprintf("the tag [%.80s is not whole: write it as [Name \"value\"] on one line", t.name)
		t.broken = true
		return t
	}
	t.value = outside.Visible(unescape.Replace(string(quoted[:end])), "\t")
	closed := false
	switch t.rest, closed = bytes.CutPrefix(bytes.TrimLeft(quoted[end+1:], blanks), []byte{']'}); {
	case !closed:
		t.fault = fmt.Sprintf("the tag [%.80s has no ] at its end", t.name)
	case !clean:
		t.fault = fmt.Sprintf("the tag [%.80s has a quote without a backslash before it: write \\\" inside a value",
			t.name)
	}
	return t
}

// endOfValue returns the index of the quote that ends the value of a tag, or -1. After that quote comes a bracket, or
// nothing. If other quotes without a backslash come before it, the value is not clean.
func endOfValue(text []byte) (end int, clean bool) {
	clean = true
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			if rest := bytes.TrimLeft(text[i+1:], blanks); len(rest) == 0 || rest[0] == ']' {
				return i, clean
			}
			clean = false
		}
	}
	return -1, false
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// inTagName reports whether the reader accepts a byte in the name of a tag. PGN allows fewer bytes.
func inTagName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80 ||
		bytes.IndexByte([]byte("-.+#=:"), c) >= 0
}
