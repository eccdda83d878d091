package ugi

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// Go is what a go line asks for.
type Go struct {
	Limits   search.Limits
	Infinite bool // think until stop
}

// GoLine is the go line that asks for a turn within limits. Times are whole milliseconds, rounded down but never to 0. Without limits it is a plain
// go: the engine thinks as long as its own settings say.
func GoLine(limits search.Limits) string {
	b := append(make([]byte, 0, 64), "go"...)
	word := func(name string, n uint64) {
		b = append(append(append(b, ' '), name...), ' ')
		b = strconv.AppendUint(b, n, 10)
	}
	if limits.Nodes > 0 {
		word("nodes", limits.Nodes)
	}
	if limits.Depth > 0 {
		word("depth", uint64(limits.Depth))
	}
	if limits.Time > 0 {
		word("movetime", milliseconds(limits.Time))
	}
	for seat := range engine.Seat(engine.MaxSeats) {
		if limits.Clock.Runs(seat) {
			word("p"+seat.String()+"time", milliseconds(limits.Clock.Left[seat]))
			if increment := limits.Clock.Increment[seat]; increment > 0 {
				word("p"+seat.String()+"inc", milliseconds(increment))
			}
		}
	}
	return string(b)
}

// milliseconds rounds down, but not to 0, which would mean none.
func milliseconds(d time.Duration) uint64 { return uint64(max(d.Milliseconds(), 1)) }

// ParseGo reads the words after go. A limit below 1 counts as 1, since engines are asked for a turn even when their time is up. An error names the
// first word that was not understood; what was understood holds all the same.
func ParseGo(words []string) (Go, error) {
	var asked Go
	var bad error
	for i := 0; i < len(words); i++ {
		if words[i] == "infinite" {
			asked.Infinite = true
			continue
		}
		set := asked.setter(words[i])
		if set == nil {
			bad = firstError(bad, fmt.Errorf("go: unknown word %q; known are nodes, depth, movetime, p1time, p1inc (and so on), infinite", words[i]))
			continue
		}
		if i+1 == len(words) {
			bad = firstError(bad, fmt.Errorf("go: no number follows %s", words[i]))
			break
		}
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			bad = firstError(bad, fmt.Errorf("go %s: %q is not a whole number", words[i], words[i+1]))
		} else {
			set(n)
		}
		i++
	}
	return asked, bad
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// setter sets the limit of that name, or is nil if there is none.
func (g *Go) setter(name string) func(int64) {
	switch name {
	case "nodes":
		return func(n int64) { g.Limits.Nodes = uint64(max(n, 1)) }
	case "depth":
		return func(n int64) { g.Limits.Depth = int(min(max(n, 1), 1<<20)) }
	case "movetime":
		return func(n int64) { g.Limits.Time = duration(max(n, 1)) }
	}
	seat, clock, ok := clockWord(name)
	switch {
	case !ok:
		return nil
	case clock == "time":
		return func(n int64) { g.Limits.Clock.Left[seat] = duration(max(n, 1)) }
	}
	return func(n int64) { g.Limits.Clock.Increment[seat] = duration(max(n, 0)) }
}

// clockWord takes words such as p1time and p2inc apart.
func clockWord(name string) (seat engine.Seat, clock string, ok bool) {
	if len(name) < 2 || name[0] != 'p' || name[1] < '1' || name[1] > '0'+engine.MaxSeats {
		return 0, "", false
	}
	clock = name[2:]
	return engine.Seat(name[1] - '1'), clock, clock == "time" || clock == "inc"
}

// duration is so many milliseconds, at most about a year.
func duration(n int64) time.Duration {
	const most = 365 * 24 * time.Hour
	return time.Duration(min(n, most.Milliseconds())) * time.Millisecond
}

// String is the line that asks for it.
func (g Go) String() string {
	if g.Infinite {
		return "go infinite" + strings.TrimPrefix(GoLine(g.Limits), "go")
	}
	return GoLine(g.Limits)
}
