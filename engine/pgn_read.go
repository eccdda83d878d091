package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ReadPGN reads the games that [Record.WritePGN] wrote, any number of them. It is strict: every tag that a record is made of must be there, turns
// must be numbered from 1 without a gap, the result token must agree with the tags, and comments, variations and glyphs are refused. Errors name
// the line. Blank lines and the lengths of lines do not matter. Whether the turns are legal is for [Record.Replay] to say.
//
// A fact that PGN marks unknown ("?") is no tag of the record; Event, Site, Date and Round come first among its tags.
func ReadPGN(r io.Reader) ([]Record, error) {
	var records []Record
	lines := bufio.NewReader(r)
	game := pgnGameReader{}
	for number := 1; ; number++ {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if strings.TrimSpace(line) != "" {
			record, complete, problem := game.line(line, number)
			if problem != nil {
				return nil, fmt.Errorf("line %d: %w", number, problem)
			}
			if complete {
				records = append(records, record)
				game = pgnGameReader{}
			}
		}
		if err == io.EOF {
			break
		}
	}
	if game.first > 0 {
		return nil, fmt.Errorf("line %d: the game that begins here has no result token (1-0, 0-1, 1/2-1/2 or *) at its end", game.first)
	}
	return records, nil
}

// pgnGameReader collects one game line by line.
type pgnGameReader struct {
	first    int // line the game begins on, 0 before it begins
	tags     []Tag
	turns    []string
	numbered bool // the number of the next turn has been read
	moving   bool // the turns have begun
}

// line reads one line that is not blank. It returns the record when the line completes it.
func (g *pgnGameReader) line(line string, number int) (r Record, complete bool, err error) {
	if g.first == 0 {
		g.first = number
	}
	if strings.HasPrefix(line, "[") {
		return Record{}, false, g.tag(line)
	}
	words := strings.Fields(line)
	for i, word := range words {
		if isPGNToken(word) {
			if i+1 < len(words) {
				return Record{}, false, fmt.Errorf("%q follows the result token %s; begin another game on a line of its own", words[i+1], word)
			}
			r, err = g.record(word)
			return r, err == nil, err
		}
		if err := g.word(word); err != nil {
			return Record{}, false, err
		}
	}
	return Record{}, false, nil
}

// tag reads a line like [Name "value"].
func (g *pgnGameReader) tag(line string) error {
	if g.moving {
		return errors.New("a tag among the turns; is the result token of the game before missing?")
	}
	name, rest, found := strings.Cut(line[1:], " ")
	quoted, closed := strings.CutSuffix(rest, `"]`)
	quoted, opened := strings.CutPrefix(quoted, `"`)
	if !found || !closed || !opened {
		return fmt.Errorf(`%s is no tag; a tag is a line like [Name "value"]`, line)
	}
	if !pgnTagName.MatchString(name) {
		return fmt.Errorf("%q is no tag name", name)
	}
	value, err := pgnUnquote(quoted)
	if err == nil {
		err = checkPGNValue(value)
	}
	if err != nil {
		return fmt.Errorf("tag %s: %w", name, err)
	}
	if pgnFind(g.tags, name) >= 0 {
		return fmt.Errorf("tag %s is given twice in one game", name)
	}
	g.tags = append(g.tags, Tag{name, value})
	return nil
}

func pgnUnquote(quoted string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		c := quoted[i]
		if c == '"' {
			return "", errors.New(`a quote inside the value must be written \"`)
		}
		if c == '\\' {
			i++
			if i == len(quoted) || (quoted[i] != '"' && quoted[i] != '\\') {
				return "", errors.New(`a backslash inside the value must be written \\`)
			}
			c = quoted[i]
		}
		b.WriteByte(c)
	}
	return b.String(), nil
}

// word reads a turn number or a turn.
func (g *pgnGameReader) word(word string) error {
	g.moving = true
	switch word[0] {
	case '{', ';':
		return fmt.Errorf("comment at %q; comments are not read, remove it", word)
	case '(':
		return fmt.Errorf("variation at %q; variations are not read, remove it", word)
	case '$':
		return fmt.Errorf("glyph %q; glyphs are not read, remove it", word)
	}
	if !g.numbered {
		if want := strconv.Itoa(len(g.turns)+1) + "."; word != want {
			return fmt.Errorf("%q stands where the turn number %s belongs", word, want)
		}
		g.numbered = true
		return nil
	}
	if err := checkPGNTurn(word); err != nil {
		return fmt.Errorf("turn %d (%q): %w", len(g.turns)+1, word, err)
	}
	g.turns = append(g.turns, word)
	g.numbered = false
	return nil
}

// record makes the record when the result token has been read.
func (g *pgnGameReader) record(token string) (Record, error) {
	if g.numbered {
		return Record{}, fmt.Errorf("turn %d has a number but no text", len(g.turns)+1)
	}
	r := Record{Turns: g.turns}
	if err := g.fields(&r); err != nil {
		return Record{}, err
	}
	result, err := g.take(pgnResult)
	if err != nil {
		return Record{}, err
	}
	if result != token || token != pgnToken(r.Outcome) {
		return Record{}, fmt.Errorf("result token %s, tag Result %q and the scores (%s) disagree", token, result, pgnToken(r.Outcome))
	}
	r.Tags = g.rest()
	return r, r.checkPGN()
}

// fields takes the record's fields out of the tags.
func (g *pgnGameReader) fields(r *Record) (err error) {
	if r.Game, err = g.take(pgnGame); err != nil {
		return err
	}
	if r.Start, err = g.take(pgnStart); err != nil {
		return err
	}
	if r.Settings, err = g.settings(); err != nil {
		return err
	}
	opening, err := g.take(pgnOpening)
	if err != nil {
		return err
	}
	if r.Opening, err = strconv.Atoi(opening); err != nil || r.Opening < 0 {
		return fmt.Errorf("tag %s %q: must be a whole number from 0, how many turns were given", pgnOpening, opening)
	}
	if r.Players, err = g.players(); err != nil {
		return err
	}
	r.Outcome, err = g.outcome()
	r.Final, _ = g.maybe(pgnFinal)
	return err
}

func (g *pgnGameReader) settings() (Settings, error) {
	text, err := g.take(pgnOptions)
	if err != nil || text == "" {
		return nil, err
	}
	settings, err := ParseSettings(strings.Split(text, " "))
	if err != nil {
		return nil, fmt.Errorf("tag %s: %w", pgnOptions, err)
	}
	for i, setting := range settings {
		settings[i] = Setting{pgnBlankBack.Replace(setting.Name), pgnBlankBack.Replace(setting.Value)}
	}
	return settings, nil
}

func (g *pgnGameReader) players() ([]string, error) {
	var players []string
	for seat, name := range pgnSeats {
		player, found := g.maybe(name)
		switch {
		case found && len(players) < seat:
			return nil, fmt.Errorf("tag %s without tag %s", name, pgnSeats[seat-1])
		case found:
			players = append(players, player)
		case seat < 2:
			return nil, missingPGNTag(name)
		}
	}
	return players, nil
}

func (g *pgnGameReader) outcome() (Outcome, error) {
	reason, over := g.maybe(pgnTermination)
	text, scored := g.maybe(pgnScore)
	if over != scored || over && reason == "" {
		return Outcome{}, fmt.Errorf("tags %s and %s go together: both for a game that has ended, neither for one that goes on", pgnTermination, pgnScore)
	}
	if !over {
		return Outcome{}, nil
	}
	scores := strings.Split(text, " ")
	if len(scores) > MaxSeats {
		return Outcome{}, fmt.Errorf("tag %s %q: at most %d seats", pgnScore, text, MaxSeats)
	}
	o := Outcome{Reason: Reason(reason), Seats: len(scores)}
	for seat, score := range scores {
		value, err := strconv.ParseFloat(score, 64)
		if err != nil {
			return Outcome{}, fmt.Errorf("tag %s %q: must be one number per seat with single blanks between", pgnScore, text)
		}
		o.Scores[seat] = value
	}
	return o, nil
}

// maybe takes a tag out, if it is there.
func (g *pgnGameReader) maybe(name string) (value string, found bool) {
	i := pgnFind(g.tags, name)
	if i < 0 {
		return "", false
	}
	value = g.tags[i].Value
	g.tags = slices.Delete(g.tags, i, i+1)
	return value, true
}

// take takes out a tag that must be there.
func (g *pgnGameReader) take(name string) (string, error) {
	value, found := g.maybe(name)
	if !found {
		return "", missingPGNTag(name)
	}
	return value, nil
}

func missingPGNTag(name string) error {
	return fmt.Errorf("the game that ends here has no tag %s; only games written by this program can be read", name)
}

// rest are the tags left over, those of the roster first and without the unknown ones.
func (g *pgnGameReader) rest() []Tag {
	var tags []Tag
	for _, standard := range pgnRoster {
		if value, found := g.maybe(standard.Name); found && value != standard.Value {
			tags = append(tags, Tag{standard.Name, value})
		}
	}
	return append(tags, g.tags...)
}
