package ugi

import (
	"cmp"
	"errors"
	"fmt"
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

// setNumber sets the field of info that belongs to key to the number that words begin with.
func setNumber(info *search.Info, key string, words []string) error {
	const most = 1 << 20 // for depths and lines; no engine can truly reach more
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
	const most = 64 // turns
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
