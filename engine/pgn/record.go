// Package pgn writes and reads game records in PGN (S. J. Edwards, "Portable Game Notation Specification and
// Implementation Guide", 1994).
//
// [Write] writes a whole record. [Games] reads the games of any program, and [Load] reads one. [Entry.Replay] replays
// games that have the tags of [Write].
//
// Games may also be records of Abstract Play (https://play.abstractplay.com). The file gamerecord.json in
// https://github.com/AbstractPlay/recranks defines their form. In these records a turn of Pilastri looks like b4-a4,
// and the files are mirrored: Abstract Play starts with a piece of the first player on a1, this program with a piece of
// the second.
package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/engine"
	"pillars/engine/outside"
)

const widest = 79 // largest number of columns in a line of turns; PGN's export format requires fewer than 80

// roster holds the tags that PGN requires, but for which a record has no field. Their values here mean "unknown".
var roster = [...]engine.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"},
	{Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"},
}

// seatTags holds the names of the tags for the players, by seat. PGN prescribes White and Black, so the first two seats
// have these tags even in games where they play other colours.
var seatTags = [engine.MaxSeats]string{"White", "Black", "Player3", "Player4"}

// The names of the tags for the other fields of a record.
const (
	resultTag      = "Result"      // the token that also ends the game: 1-0, 0-1, 1/2-1/2 or *
	gameTag        = "Game"        // Record.Game
	optionsTag     = "Options"     // Record.Settings, as "name=value" separated by blanks
	startTag       = "Start"       // Record.Start
	openingTag     = "Opening"     // Record.Opening
	terminationTag = "Termination" // Outcome.Reason, only in a finished game
	scoreTag       = "Score"       // Outcome.Scores by seat, separated by blanks, only in a finished game
	finalTag       = "Final"       // Record.Final, unless that is empty
)

// Write writes a record in PGN.
//
// The seven tags that PGN requires come first. The tags Event, Site, Date and Round have the values of the record's
// tags with these names, or values that mean "unknown". The record's other tags come last. Turns are numbered from 1.
// With more than two seats the result is always *, and the tag Score has the scores. [outside.Visible] replaces control
// and format characters in tags.
//
// If PGN cannot represent the record, Write writes nothing and returns an error that wraps [ErrRecord]. For example,
// two tags may have the same name, a turn may contain blanks, or the scores may be impossible.
func Write(w io.Writer, r engine.Record) error { return WriteTree(w, r, nil) }

// WriteTree writes a record like [Write], with the variations, comments and marks of a tree as [Trees] yields it. Where
// several turns of the tree follow the same turn, the first continues the line and the others begin variations. The
// line from the start made of first turns is the main line; its turns must be those of the record.
func WriteTree(w io.Writer, r engine.Record, tree []Node) error {
	if n := len(r.Players); n < 2 || n > engine.MaxSeats {
		return fmt.Errorf("%w: it has %d players; PGN needs 2 to %d", ErrRecord, n, engine.MaxSeats)
	}
	var b bytes.Buffer
	tags := allTags(r)
	for i, tag := range tags {
		tags[i].Value = outside.Visible(tag.Value, "")
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag.Name, escapes.Replace(tags[i].Value))
	}
	b.WriteByte('\n')
	if len(tree) == 0 {
		tree = make([]Node, 1, 1+len(r.Turns))
		for i, turn := range r.Turns {
			tree = append(tree, Node{Turn: turn, After: i})
		}
	}
	if err := writeTree(&b, tree, token(r.Outcome)); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	b.WriteByte('\n')
	if err := check(r, tags, b.Bytes()); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// ErrRecord is the error for a record that PGN cannot represent.
var ErrRecord = errors.New("the format cannot hold the record")

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// allTags returns the tags of a record in the order in which [Write] writes them.
func allTags(r engine.Record) (tags []engine.Tag) {
	add := func(name, value string) { tags = append(tags, engine.Tag{Name: name, Value: value}) }
	for _, standard := range roster {
		if i := find(r.Tags, standard.Name); i >= 0 {
			standard.Value = r.Tags[i].Value
		}
		tags = append(tags, standard)
	}
	for seat, player := range r.Players {
		add(seatTags[seat], player)
		if seat == 1 { // PGN wants the result after White and Black
			add(resultTag, token(r.Outcome))
		}
	}
	add(gameTag, r.Game)
	add(optionsTag, r.Settings.String())
	add(startTag, r.Start)
	add(openingTag, strconv.Itoa(r.Opening))
	if r.Outcome.Over() {
		add(terminationTag, string(r.Outcome.Reason))
		add(scoreTag, r.Outcome.ScoreText())
	}
	if r.Final != "" {
		add(finalTag, r.Final)
	}
	for _, tag := range r.Tags {
		if find(roster[:], tag.Name) < 0 {
			tags = append(tags, tag)
		}
	}
	return tags
}

// find returns the index of the tag with the given name, or -1.
func find(tags []engine.Tag, name string) int {
	return slices.IndexFunc(tags, func(t engine.Tag) bool { return t.Name == name })
}

// scores holds the score of the first seat for each of PGN's tokens for the result of a finished game.
var scores = map[string]float64{"1-0": 1, "0-1": 0, "1/2-1/2": .5}

// token returns PGN's token for the result of an outcome. It is * if the game is unfinished or has more than two seats.
func token(o engine.Outcome) string {
	for token, score := range scores {
		if o.Seats == 2 && o.Over() && o.Scores[0] == score && o.Scores[1] == 1-score {
			return token
		}
	}
	return "*"
}

// treeWriter writes the turns of a tree in lines of at most widest columns.
type treeWriter struct {
	*bytes.Buffer
	tree   []Node
	next   [][]int // for each node, the indices of the turns after it
	column int
}

// writeTree writes the turns of a tree and the result token.
func writeTree(b *bytes.Buffer, tree []Node, token string) error {
	w := treeWriter{Buffer: b, tree: tree, next: make([][]int, len(tree))}
	for i, node := range tree {
		if node.After < 0 || node.After >= max(1, i) {
			return fmt.Errorf("turn %d of the tree follows turn %d", i, node.After)
		}
		if i > 0 {
			w.next[node.After] = append(w.next[node.After], i)
		}
	}
	w.annotations(tree[0])
	w.line(0, 1)
	w.word(token)
	b.WriteByte('\n')
	return nil
}

func (w *treeWriter) word(text string) {
	width := utf8.RuneCountInString(text)
	if w.column > 0 && w.column+1+width > widest && text[0] != '[' { // a line that begins with [ may be a tag
		w.WriteByte('\n')
		w.column = 0
	}
	if w.column > 0 {
		w.WriteByte(' ')
		w.column++
	}
	w.WriteString(text)
	w.column += width
}

// line writes the turns after a node, of which the first has the given number, and after each turn the variations that
// replace it.
func (w *treeWriter) line(at, number int) {
	for next := w.next[at]; len(next) > 0; next = w.next[next[0]] {
		w.turn(next[0], number)
		for _, other := range next[1:] {
			w.word("(")
			w.turn(other, number)
			w.line(other, number+1)
			w.word(")")
		}
		number++
	}
}

func (w *treeWriter) turn(at, number int) {
	w.word(strconv.Itoa(number) + ". " + outside.Visible(w.tree[at].Turn, ""))
	w.annotations(w.tree[at])
}

func (w *treeWriter) annotations(node Node) {
	for _, mark := range node.Marks {
		w.word("$" + strconv.Itoa(mark))
	}
	words := strings.Fields(outside.Visible(strings.ReplaceAll(node.Comment, "}", ")"), "\t\r\n"))
	if len(words) == 0 {
		return
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, text := range words {
		w.word(text)
	}
}

// check returns an error if PGN cannot represent a record, or if reading text does not give the tags and turns that
// were written.
func check(r engine.Record, tags []engine.Tag, text []byte) error {
	if err := checkOutcome(r.Outcome, len(r.Players)); err != nil {
		return fmt.Errorf("outcome: %w", err)
	}
	read, err := pick(bytes.NewReader(text), 0)
	switch {
	case err != nil:
		return fmt.Errorf("it would be read with an error: %w", err)
	case !slices.Equal(read.Tags, tags):
		return fmt.Errorf("the tags %q would be read as %q", tags, read.Tags)
	case !slices.Equal(read.Turns, r.Turns):
		return fmt.Errorf("the turns %q would be read as %q", r.Turns, read.Turns)
	case len(read.Faults) > 0:
		return fmt.Errorf("it would be read with a fault: %w", read.Faults[0])
	}
	return nil
}

// checkOutcome returns an error if an outcome does not fit a game with the given number of seats, or has scores that
// PGN cannot represent. It accepts the zero Outcome, which means an unfinished game.
func checkOutcome(o engine.Outcome, seats int) error {
	if o == (engine.Outcome{}) {
		return nil
	}
	fits := o.Over() && o.Seats == seats && (seats > 2 || token(o) != "*")
	for seat, score := range o.Scores {
		fits = fits && score >= 0 && score <= 1 && (seat < seats || score == 0) // NaN does not fit
	}
	if !fits {
		return fmt.Errorf("scores %v of %d seats by %q do not fit a game of %d", o.Scores, o.Seats, o.Reason, seats)
	}
	return nil
}

// pick returns the game of a file with the given number, from 1. Number 0 means the only game of the file.
func pick(r io.Reader, number int) (picked Entry, err error) {
	var lost error
	count := 0
	for game, err := range Games(r) {
		count++
		if unread := (*Fault)(nil); count == number || err != nil && !errors.As(err, &unread) {
			return game, err
		}
		picked, lost = game, err
	}
	switch {
	case count == 0:
		err = fmt.Errorf("it holds no game; a game begins with tags, such as [%s \"name\"]", gameTag)
	case number > 0:
		err = fmt.Errorf("there is no game %d; the file holds %d", number, count)
	case count > 1:
		err = fmt.Errorf("the file holds %d games; choose one by its number, 1 to %[1]d", count)
	default:
		err = lost
	}
	return picked, err
}

// Load reads the game of a file with the given number, from 1. Number 0 means the only game of the file, and is an
// error if the file has several.
func Load(path string, number int) (Entry, error) {
	file, err := outside.Open(path)
	if err != nil {
		return Entry{}, err
	}
	defer file.Close()
	return pick(file, number)
}

// played holds the names of the tags that [Entry.Replay] needs.
var played = []string{gameTag, optionsTag, startTag, terminationTag, scoreTag, finalTag, ""} // "": the turns

// Replay replays the game and returns its history and record. The function find returns a game by its name. Replay
// checks every turn. It also checks the last position and the outcome if the file states them. Errors name the line.
func (g Entry) Replay(find func(name string) (engine.Game, error)) (*engine.History, engine.Record, error) {
	fail := func(err error) (*engine.History, engine.Record, error) {
		return nil, engine.Record{}, fmt.Errorf("the game that begins on line %d: %w", g.Line, err)
	}
	if err := g.flaw(); err != nil {
		return nil, engine.Record{}, err
	}
	name, named := g.Tag(gameTag)
	if !named {
		return nil, engine.Record{}, fmt.Errorf("line %d: the game has no tag %s; add one, such as [%[2]s \"pylyx\"]",
			g.Line, gameTag)
	}
	var record engine.Record
	var start engine.Position
	game, err := find(name)
	if err == nil {
		record, start, err = g.record(game)
	}
	if err != nil {
		return fail(err)
	}
	h := engine.NewHistory(start)
	for i, turn := range record.Turns {
		if err := h.PlayTurn(turn); err != nil {
			return nil, record, fmt.Errorf("line %d: turn %d: %w; correct it, or cut the game off there", g.lines[i],
				i+1, err)
		}
	}
	// A game without a reason is unfinished or comes from another program. In both cases the rules say how it ended.
	if reason, _ := g.Tag(terminationTag); reason == "" {
		record.Outcome = h.Outcome()
	}
	if _, err := record.Replay(game); err != nil {
		return fail(err)
	}
	return h, record, nil
}

// flaw returns a fault in the turns, or in a tag that is needed to replay the game, or nil if the game has no such
// fault.
func (g Entry) flaw() error {
	for _, fault := range g.Faults {
		if slices.Contains(played, fault.Tag) {
			return fault
		}
	}
	return nil
}

// record returns the record that the tags and turns describe, and its first position, by default the start of the game.
func (g Entry) record(game engine.Game) (r engine.Record, start engine.Position, err error) {
	r.Game = game.Name()
	options, _ := g.Tag(optionsTag)
	var rules engine.Rules
	if r.Settings, err = engine.ParseSettings(strings.Fields(options)); err == nil {
		rules, err = game.New(r.Settings)
	}
	if err != nil {
		return r, nil, fmt.Errorf("tag %s: %w", optionsTag, err)
	}
	for _, tag := range seatTags[:rules.Seats()] {
		player, _ := g.Tag(tag)
		r.Players = append(r.Players, player)
	}
	opening, _ := g.Tag(openingTag)
	r.Opening, _ = strconv.Atoi(opening)
	r.Final, _ = g.Tag(finalTag)
	if r.Outcome, err = g.outcome(); err != nil {
		return r, nil, err
	}
	var given bool
	if r.Start, given = g.Tag(startTag); !given {
		r.Start = rules.Start().String()
	}
	if start, err = game.Read(r.Start, r.Settings); err != nil {
		return r, nil, fmt.Errorf("tag %s: %w", startTag, err)
	}
	r.Turns = Turns(start, g.Turns)
	r.Settings = start.Rules().Settings() // may differ, because the text of a position determines some of them
	if err := checkOutcome(r.Outcome, start.Rules().Seats()); err != nil {
		return r, nil, fmt.Errorf("tag %s: %w", scoreTag, err)
	}
	return r, start, nil
}

// outcome returns the outcome that the tags state, or the zero Outcome if they state none.
func (g Entry) outcome() (o engine.Outcome, err error) {
	reason, _ := g.Tag(terminationTag)
	scores, _ := g.Tag(scoreTag)
	if reason == "" || scores == "" {
		return o, nil
	}
	o.Reason = engine.Reason(reason)
	for _, word := range strings.Fields(scores) {
		score, err := strconv.ParseFloat(word, 64)
		if err != nil || o.Seats == engine.MaxSeats {
			return o, fmt.Errorf("tag %s: %q is not a score for each seat, such as 1 0", scoreTag, scores)
		}
		o.Scores[o.Seats] = score
		o.Seats++
	}
	return o, nil
}
