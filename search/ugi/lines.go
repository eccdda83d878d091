// Package ugi reads and writes the lines of the Universal Game Interface, a protocol by which a program asks an engine
// in another process for turns. It follows chess's UCI (Rudolf Huber and Stefan Meyer-Kahlen, 2000) and its
// generalisation to other games, UGI (kz04px, GitHub), and adds seats beyond the second. See
// docs/reference/protocol.md.
//
// Package server makes an engine of a player, package client makes a player of an engine, and package compliance tests
// an engine. All of them check every line that the other side sends.
package ugi

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// NoTurn is the text of the bestmove of an engine that has no turn to play.
const NoTurn = "(none)"

// ResultWord returns the UGI word for an outcome: "none" while the game continues, "p1win" and so on if one seat has
// the most points, and otherwise "draw".
func ResultWord(outcome engine.Outcome) string {
	if !outcome.Over() {
		return "none"
	}
	scores := outcome.Scores[:outcome.Seats]
	winner := slices.Index(scores, slices.Max(scores))
	if slices.Contains(scores[winner+1:], scores[winner]) {
		return "draw"
	}
	return "p" + engine.Seat(winner).String() + "win"
}

// InfoLine returns the info line that reports the state of a search of position p. The score is for the seat to act:
// "cp N" in hundredths of a logit, "mate N" for a proven win in N steps, or "mate -N" for a proven loss. The principal
// variation is a list of turns, of which the last may be unfinished.
func InfoLine(p engine.Position, info search.Info) string {
	line := fmt.Sprintf("info depth %d multipv %d score %s nodes %d nps %d time %d", info.Depth, max(1, info.Line),
		scoreWords(info.Score), info.Nodes, uint64(info.NodesPerSecond()), info.Elapsed.Milliseconds())
	if turns := info.PrincipalTurns(p); len(turns) > 0 {
		line += " pv " + strings.Join(turns, " ")
	}
	return line
}

func scoreWords(score search.Score) string {
	switch {
	case score > search.Proven:
		return fmt.Sprintf("mate %d", max(1, score.Steps()))
	case score < -search.Proven:
		return fmt.Sprintf("mate -%d", max(1, score.Steps()))
	}
	return fmt.Sprintf("cp %d", score)
}

// ParseInfo reads the words after "info" in an engine's report about position p. It ignores unknown words, because UCI
// has many. The error is about the first wrong value; ParseInfo reads the values after it all the same.
func ParseInfo(p engine.Position, rest string) (search.Info, error) {
	info := search.Info{Line: 1}
	var bad error
	for words := strings.Fields(rest); len(words) > 0; {
		key, err := words[0], error(nil)
		words = words[1:]
		switch key {
		case "string":
			words = nil
		case "pv":
			info.Principal, err = parseVariation(p, words)
			words = nil
		case "score":
			info.Score, err = parseScore(words)
			words = words[min(2, len(words)):]
		case "depth", "multipv", "nodes", "time":
			err = setNumber(&info, key, words)
			words = words[min(1, len(words)):]
		}
		bad = cmp.Or(bad, err)
	}
	return info, bad
}

// setNumber reads the number in words[0] and stores it in the field of info for the given key.
func setNumber(info *search.Info, key string, words []string) error {
	const most = 1 << 20 // largest depth and line number; no engine can truly reach more
	if len(words) == 0 {
		return fmt.Errorf("no number follows %s", key)
	}
	n, err := strconv.ParseUint(words[0], 10, 63)
	if err != nil {
		return fmt.Errorf("%s %s: want a whole number of 0 or more", key, words[0])
	}
	switch key {
	case "depth":
		info.Depth = int(min(n, most))
	case "multipv":
		info.Line = int(min(max(n, 1), most))
	case "nodes":
		info.Nodes = n
	case "time":
		info.Elapsed = duration(int64(n))
	}
	return nil
}

// parseScore reads the words after "score". It cuts a score in cp to the range of scores that are not proven.
func parseScore(words []string) (search.Score, error) {
	if len(words) < 2 {
		return 0, errors.New("score: want cp N or mate N")
	}
	unit, number := words[0], words[1]
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("score %s %s: want a whole number", unit, number)
	}
	const farthest = int64(search.WinScore - search.Proven - 1) // the largest number of steps to a proven win
	switch {
	case unit == "cp":
		return search.Score(max(min(n, int64(search.Proven)), -int64(search.Proven))), nil
	case unit != "mate":
		return 0, fmt.Errorf("score %s: want cp or mate", unit)
	case n > 0:
		return search.WinIn(int(min(n, farthest))), nil
	case n < 0:
		return -search.WinIn(int(min(-n, farthest))), nil
	}
	return 0, fmt.Errorf("score mate 0: must be 1 or more; a position to search is not over")
}

// parseVariation reads turns from position p, up to the first illegal turn. The last turn may be unfinished.
func parseVariation(p engine.Position, turns []string) ([]engine.Step, error) {
	const most = 64 // largest number of turns to read
	var variation []engine.Step
	for i, text := range turns[:min(len(turns), most)] {
		steps, err := engine.ParseTurn(p, text)
		if err != nil && i == len(turns)-1 {
			if step, err := engine.ParseStep(p, text); err == nil {
				variation = append(variation, step)
			}
			return variation, nil
		}
		if err != nil {
			return variation, fmt.Errorf("pv, turn %d: %w", i+1, err)
		}
		p, variation = engine.After(p, steps), append(variation, steps...)
	}
	return variation, nil
}

// Go is a request for a turn: the content of a go line.
type Go struct {
	Limits   search.Limits
	Infinite bool // whether the engine must search until "stop"
}

// GoLine returns the go line that asks for a turn within limits. Times are rounded down to milliseconds, but at least 1
// ms, because 0 means no limit. Without limits the line is "go", and only the engine's own settings limit its search.
func GoLine(limits search.Limits) string {
	b := []byte("go")
	word := func(name string, n uint64) {
		if n > 0 {
			b = fmt.Appendf(b, " %s %d", name, n)
		}
	}
	word("nodes", limits.Nodes)
	word("depth", uint64(limits.Depth))
	word("movetime", milliseconds(limits.Time))
	for seat := range engine.Seat(engine.MaxSeats) {
		if limits.Clock.Runs(seat) {
			word("p"+seat.String()+"time", milliseconds(limits.Clock.Left[seat]))
			word("p"+seat.String()+"inc", milliseconds(limits.Clock.Increment[seat]))
		}
	}
	word("movestogo", uint64(limits.Clock.Turns))
	return string(b)
}

// milliseconds returns a time in whole milliseconds: 0 if the time is 0 or negative, and otherwise at least 1.
func milliseconds(d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(max(d.Milliseconds(), 1))
}

// ParseGo reads the words after "go". A limit below 1 counts as 1, because an engine must play a turn even when its
// time is up. The error is about the first wrong word; ParseGo reads the words after it all the same.
func ParseGo(words []string) (Go, error) {
	var asked Go
	var bad error
	fault := func(format string, args ...any) { bad = cmp.Or(bad, fmt.Errorf(format, args...)) }
	for i := 0; i < len(words); i++ {
		set := asked.setter(words[i])
		switch {
		case words[i] == "infinite":
			asked.Infinite = true
			continue
		case set == nil:
			const known = "nodes, depth, movetime, p1time, p1inc (and so on), movestogo, infinite"
			fault("go: unknown word %q; known are %s", words[i], known)
			continue
		case i+1 == len(words):
			fault("go: no number follows %s", words[i])
			return asked, bad
		}
		i++
		if n, err := strconv.ParseInt(words[i], 10, 64); err == nil {
			set(n)
		} else {
			fault("go %s: %q is not a whole number", words[i-1], words[i])
		}
	}
	return asked, bad
}

// setter returns the function that sets the limit of the given name, or nil for an unknown name.
func (g *Go) setter(name string) func(int64) {
	switch name {
	case "nodes":
		return func(n int64) { g.Limits.Nodes = uint64(max(n, 1)) }
	case "depth":
		return func(n int64) { g.Limits.Depth = int(min(max(n, 1), 1<<20)) }
	case "movestogo":
		return func(n int64) { g.Limits.Clock.Turns = int(min(max(n, 1), 1<<20)) }
	case "movetime":
		return func(n int64) { g.Limits.Time = duration(max(n, 1)) }
	}
	for seat := range engine.Seat(engine.MaxSeats) {
		switch name {
		case "p" + seat.String() + "time":
			return func(n int64) { g.Limits.Clock.Left[seat] = duration(max(n, 1)) }
		case "p" + seat.String() + "inc":
			return func(n int64) { g.Limits.Clock.Increment[seat] = duration(max(n, 0)) }
		}
	}
	return nil
}

// duration returns n milliseconds as a duration, but at most a year.
func duration(n int64) time.Duration {
	const most = 365 * 24 * time.Hour
	return time.Duration(min(n, most.Milliseconds())) * time.Millisecond
}

// PositionLine returns the line that sets the position of a game. It has the start of the game and the turns played
// since then. In the middle of a turn it has only the text of the position. If startUnknown is true, the receiver may
// not know the start position of the rules, so the line has the text of that position.
func PositionLine(h *engine.History, startUnknown bool) string {
	if p := h.Position(); !p.Over() && !p.StartsTurn() {
		return "position fen " + p.String()
	}
	line, start := "position startpos", h.Start().String()
	if startUnknown || start != h.Start().Rules().Start().String() {
		line = "position fen " + start
	}
	if len(h.Steps()) > 0 {
		line += " moves " + engine.LineText(h.Start(), h.Steps())
	}
	return line
}

// ReadPosition reads the words after "position": "startpos" or "fen F", then optionally "moves" and turns, in a game
// with the given options of its rules. If a turn is wrong, the error has its number.
func ReadPosition(rest string, game engine.Game, settings engine.Settings) (*engine.History, error) {
	start, turns := strings.Fields(rest), []string(nil)
	if moves := slices.Index(start, "moves"); moves >= 0 {
		start, turns = start[:moves], start[moves+1:]
	}
	first, err := readStart(start, game, settings)
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(first)
	for i, text := range turns {
		if err := h.PlayTurn(text); err != nil {
			return nil, fmt.Errorf("position, turn %d: %w", i+1, err)
		}
	}
	return h, nil
}

// readStart returns the position that the words before "moves" set.
func readStart(words []string, game engine.Game, settings engine.Settings) (engine.Position, error) {
	switch {
	case len(words) == 1 && words[0] == "startpos":
		rules, err := game.New(settings)
		if err != nil {
			return nil, fmt.Errorf("position startpos: %w", err)
		}
		return rules.Start(), nil
	case len(words) > 1 && words[0] == "fen":
		p, err := game.Read(strings.Join(words[1:], " "), settings)
		if err != nil {
			return nil, fmt.Errorf("position fen: %w", err)
		}
		return p, nil
	}
	return nil, errors.New("position: want startpos or fen F, then moves and the turns")
}

// Names of options that the protocol defines.
const (
	GameOption = "Game" // the game; setting it resets the rule options to the game's defaults
	SeedOption = "Seed" // the seed of all randomness, from the next uginewgame on
)

// A Declaration is the line by which an engine declares an option.
type Declaration struct {
	Name    string
	Type    string   // check, spin, combo, string or button
	Default string   // the value at the start
	Values  []string // the possible values of a combo
}

// emptyText represents an empty value in lines, as in UCI.
const emptyText = "<empty>"

// String returns the line.
func (o Declaration) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option name %s type %s", o.Name, o.Type)
	if o.Type != "button" {
		b.WriteString(" default " + cmp.Or(o.Default, emptyText))
	}
	for _, value := range o.Values {
		b.WriteString(" var " + value)
	}
	return b.String()
}

// ParseOption reads the words after "option" in a line that declares an option.
func ParseOption(rest string) (Declaration, error) {
	var values []string
	parts := map[string][]string{} // words by keyword, except var
	key := ""                      // the last keyword
	for _, word := range strings.Fields(rest) {
		switch word {
		case "name", "type", "default", "min", "max", "var":
			if key = word; key == "var" {
				values = append(values, "")
			}
			continue
		}
		switch key {
		case "":
			return Declaration{}, fmt.Errorf("option: want name first, not %q", word)
		case "var":
			last := &values[len(values)-1]
			*last = strings.TrimPrefix(*last+" "+word, " ")
		default:
			parts[key] = append(parts[key], word)
		}
	}
	text := func(key string) string { return strings.Join(parts[key], " ") }
	o := Declaration{Name: text("name"), Type: text("type"), Values: values} // min and max are not used
	if o.Default = text("default"); o.Default == emptyText {
		o.Default = ""
	}
	return o, o.check()
}

// check returns an error if the name or the type is missing or unknown.
func (o Declaration) check() error {
	types := []string{"check", "spin", "combo", "string", "button"}
	switch {
	case o.Name == "":
		return errors.New("option: it has no name")
	case !slices.Contains(types, o.Type):
		return fmt.Errorf("option %s: unknown type %q; known are %s", o.Name, o.Type, strings.Join(types, ", "))
	}
	return nil
}

// SetOptionLine returns the line that sets an option.
func SetOptionLine(name, value string) string {
	return "setoption name " + name + " value " + cmp.Or(value, emptyText)
}

// ParseSetOption reads the words after "setoption". The value may be missing, and may contain blanks.
func ParseSetOption(rest string) (name, value string, err error) {
	rest, found := strings.CutPrefix(strings.TrimSpace(rest)+" ", "name ")
	if !found {
		return "", "", errors.New("setoption: want name N value V")
	}
	name, value, _ = strings.Cut(" "+rest, " value ") // the blank in front helps to find an empty name
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if name == "" {
		return "", "", errors.New("setoption: the name is missing; want name N value V")
	}
	if value == emptyText {
		value = ""
	}
	return name, value, nil
}

// commandWord matches a word of a command line, and quotedPart a part of a word in quotes. In double quotes, unescape
// replaces the escapes.
var (
	commandWord = regexp.MustCompile(`(?s)(?:[^ \t"']|"(?:[^"\\]|\\["\\]|\\[^"\\])*"|'[^']*')+`)
	quotedPart  = regexp.MustCompile(`(?s)"(?:[^"\\]|\\["\\]|\\[^"\\])*"|'[^']*'`)
	unescape    = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// SplitCommand splits a command line into the program and its arguments: at blanks, except within single or double
// quotes. Within double quotes \" means " and \\ means \. Unlike a shell, it knows no variables, patterns or pipes.
func SplitCommand(line string) ([]string, error) {
	if rest := strings.Trim(commandWord.ReplaceAllString(line, ""), " \t"); rest != "" {
		return nil, fmt.Errorf("command line %s: the quotation mark %c is not closed; close it", line, rest[0])
	}
	words := commandWord.FindAllString(line, -1)
	for i, word := range words {
		words[i] = quotedPart.ReplaceAllStringFunc(word, func(part string) string {
			inside := part[1 : len(part)-1]
			if part[0] == '"' {
				return unescape.Replace(inside)
			}
			return inside
		})
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command line names no program")
	}
	return words, nil
}

// Largest lengths of lines, in bytes.
const (
	MaxLine    = 64 << 10 // largest length of a line from an engine
	MaxRequest = 1 << 20  // largest length of a line to an engine, which may contain all turns of a game
)

// A LineReader reads lines of bounded length. It belongs to one goroutine.
type LineReader struct {
	buffered *bufio.Reader
	longest  int   // largest number of bytes in a line
	allowed  int64 // bytes that may be read since the last Allow; 0 for no limit
	total    int64 // bytes read since the last Allow
}

// NewLineReader returns a reader of lines. The argument longest is the largest number of bytes in a line.
func NewLineReader(from io.Reader, longest int) *LineReader {
	return &LineReader{buffered: bufio.NewReaderSize(from, longest), longest: longest}
}

// Errors of a [LineReader].
var (
	ErrLongLine = errors.New("a line too long")
	ErrFlood    = errors.New("too many lines")
)

// Allow sets the number of bytes that may be read from now on. A volume of 0 sets no limit.
func (r *LineReader) Allow(volume int64) { r.allowed, r.total = volume, 0 }

// Next returns the words of the next line with one blank between them, whatever white space the sender wrote: tabs,
// several blanks, or a carriage return at the end. The last line need not have a line feed. The line is valid until the
// next call. For a line that is too long, Next returns an error that wraps [ErrLongLine]; [LineReader.Skip] then skips
// the rest of the line. If more bytes were read than Allow allows, Next returns an error that wraps [ErrFlood].
func (r *LineReader) Next() ([]byte, error) {
	line, err := r.buffered.ReadSlice('\n')
	r.total += int64(len(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLongLine, r.longest)
	case err != nil && len(line) == 0:
		return nil, err
	case r.allowed > 0 && r.total > r.allowed:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFlood, r.allowed)
	}
	return bytes.Join(bytes.Fields(line), []byte(" ")), nil
}

// Skip skips the rest of a line that was too long.
func (r *LineReader) Skip() error {
	for {
		if _, err := r.buffered.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
