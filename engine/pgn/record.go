package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// Records reads the games that [Write] wrote, any number of them. It is strict: every tag that a record is made of must
// be there, turns must be numbered from 1 without a gap, the result token must agree with the tags, and comments,
// variations and glyphs are refused. Errors name the line. Blank lines and the lengths of lines do not matter. Whether
// the turns are legal is for [engine.Record.Replay] to say.
//
// A fact that PGN marks unknown ("?") is no tag of the record; Event, Site, Date and Round come first among its tags.
func Records(r io.Reader) ([]engine.Record, error) {
	in := strictReader{reader: reader{scan: newScanner(r, true), turns: true}}
	var records []engine.Record
	for {
		next, err := in.scan.next()
		switch {
		case err != nil:
			return nil, err
		case next.kind == end && in.begun():
			return nil, fmt.Errorf("line %d: the game that begins here has no result token "+
				"(1-0, 0-1, 1/2-1/2 or *) at its end", in.game.Line)
		case next.kind == end:
			return records, nil
		}
		record, complete, err := in.take(next)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", next.line, err)
		}
		if complete {
			records = append(records, record)
			in.numbered = false
		}
	}
}

// strictReader puts parts together as [Write] wrote them.
type strictReader struct {
	reader
	numbered bool // the number of the next turn has been read
}

// take goes on by a part. It returns the record when the part completes it.
func (s *strictReader) take(p part) (record engine.Record, complete bool, err error) {
	if !s.begun() {
		s.game.Line = p.line
	}
	switch {
	case p.kind == tag:
		return record, false, s.tag(p)
	case !isToken(string(p.value)):
		return record, false, s.word(string(p.value))
	}
	s.game.token = string(p.value)
	if words := bytes.Fields(s.scan.text); len(words) > 0 {
		return record, false, fmt.Errorf("%q follows the result token %s; begin another game on a line of its own",
			words[0], p.value)
	}
	if s.numbered {
		return record, false, fmt.Errorf("turn %d has a number but no text", len(s.game.Turns)+1)
	}
	record, err = s.finish().Record()
	return record, err == nil, err
}

func (s *strictReader) tag(p part) error {
	if s.moving {
		return errors.New("a tag among the turns; is the result token of the game before missing?")
	}
	if err := checkValue(string(p.value)); err != nil {
		return fmt.Errorf("tag %s: %w", p.name, err)
	}
	if _, again := s.game.Tag(p.name); again {
		return fmt.Errorf("tag %s is given twice in one game", p.name)
	}
	s.game.Tags = append(s.game.Tags, engine.Tag{Name: p.name, Value: string(p.value)})
	return nil
}

// word reads a turn number or a turn.
func (s *strictReader) word(word string) error {
	s.moving = true
	switch {
	case word[0] == '(':
		return fmt.Errorf("variation at %q; variations are not read, remove it", word)
	case word[0] == '$':
		return fmt.Errorf("glyph %q; glyphs are not read, remove it", word)
	case !s.numbered:
		if want := strconv.Itoa(len(s.game.Turns)+1) + "."; word != want {
			return fmt.Errorf("%q stands where the turn number %s belongs", word, want)
		}
		s.numbered = true
		return nil
	}
	if err := checkTurn(word); err != nil {
		return fmt.Errorf("turn %d (%q): %w", len(s.game.Turns)+1, word, err)
	}
	s.game.Turns = append(s.game.Turns, word)
	s.numbered = false
	return nil
}

// Record is the record that the game was written from. It fails where a tag that a record is made of is missing or
// cannot be, as with the games of other programs, and where tags and result disagree.
func (g Game) Record() (engine.Record, error) {
	r := engine.Record{Turns: g.Turns}
	tags := tagReader{slices.Clone(g.Tags), nil}
	r.Game, r.Start = tags.take(gameTag), tags.take(startTag)
	options, opening, result := tags.take(optionsTag), tags.take(openingTag), tags.take(resultTag)
	r.Players = tags.players()
	r.Outcome = tags.outcome()
	if tags.err != nil {
		return engine.Record{}, tags.err
	}
	var err error
	if r.Settings, err = settings(options); err != nil {
		return engine.Record{}, err
	}
	if r.Opening, err = strconv.Atoi(opening); err != nil || r.Opening < 0 {
		return engine.Record{}, fmt.Errorf("tag %s %q: must be a whole number from 0, how many turns were given",
			openingTag, opening)
	}
	r.Final, _ = tags.maybe(finalTag)
	if result != g.token || g.token != token(r.Outcome) {
		return engine.Record{}, fmt.Errorf("result token %s, tag Result %q and the scores (%s) disagree",
			g.token, result, token(r.Outcome))
	}
	for _, standard := range roster { // first, and without the unknown ones
		if value, found := tags.maybe(standard.Name); found && value != standard.Value {
			r.Tags = append(r.Tags, engine.Tag{Name: standard.Name, Value: value})
		}
	}
	r.Tags = append(r.Tags, tags.left...)
	return r, check(r)
}

func settings(text string) (engine.Settings, error) {
	if text == "" {
		return nil, nil
	}
	settings, err := engine.ParseSettings(strings.Split(text, " "))
	if err != nil {
		return nil, fmt.Errorf("tag %s: %w", optionsTag, err)
	}
	for i, setting := range settings {
		settings[i] = engine.Setting{Name: blankBack.Replace(setting.Name), Value: blankBack.Replace(setting.Value)}
	}
	return settings, nil
}

// tagReader takes tags out, and keeps the first fault.
type tagReader struct {
	left []engine.Tag
	err  error
}

// maybe takes a tag out, if it is there.
func (t *tagReader) maybe(name string) (value string, found bool) {
	i := find(t.left, name)
	if i < 0 {
		return "", false
	}
	value = t.left[i].Value
	t.left = slices.Delete(t.left, i, i+1)
	return value, true
}

// take takes out a tag that must be there.
func (t *tagReader) take(name string) string {
	value, found := t.maybe(name)
	if !found {
		t.fail("the game that ends here has no tag %s; only games written by this program can be read", name)
	}
	return value
}

func (t *tagReader) fail(format string, details ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, details...)
	}
}

func (t *tagReader) players() (players []string) {
	for seat, name := range seatTags {
		if seat < 2 {
			players = append(players, t.take(name))
			continue
		}
		player, found := t.maybe(name)
		if found && len(players) < seat {
			t.fail("tag %s without tag %s", name, seatTags[seat-1])
		}
		if found {
			players = append(players, player)
		}
	}
	return players
}

func (t *tagReader) outcome() (o engine.Outcome) {
	reason, over := t.maybe(terminationTag)
	text, scored := t.maybe(scoreTag)
	switch {
	case over != scored || over && reason == "":
		t.fail("tags %s and %s go together: both for a game that has ended, neither for one that goes on",
			terminationTag, scoreTag)
		return o
	case !over:
		return o
	}
	scores := strings.Split(text, " ")
	if len(scores) > engine.MaxSeats {
		t.fail("tag %s %q: at most %d seats", scoreTag, text, engine.MaxSeats)
		return o
	}
	o = engine.Outcome{Reason: engine.Reason(reason), Seats: len(scores)}
	for seat, score := range scores {
		value, err := strconv.ParseFloat(score, 64)
		if err != nil {
			t.fail("tag %s %q: must be one number per seat with single blanks between", scoreTag, text)
		}
		o.Scores[seat] = value
	}
	return o
}
