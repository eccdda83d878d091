package ugi

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/search"
)

// Go is what a go line asks for.
type Go struct {
	Limits   search.Limits
	Infinite bool // think until stop
}

// GoLine is the go line that asks for a turn within limits. Times are whole milliseconds, rounded down but never to 0,
// which would mean none. Without limits it is a plain go: the engine thinks as long as its own settings say.
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
	return string(b)
}

func milliseconds(d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(max(d.Milliseconds(), 1))
}

// ParseGo reads the words after go. A limit below 1 counts as 1, since engines are asked for a turn even when their
// time is up. An error names the first word that was not understood; what was understood holds all the same.
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
			bad = cmp.Or(bad, fmt.Errorf("go: unknown word %q; known are nodes, depth, movetime, p1time, p1inc "+
				"(and so on), infinite", words[i]))
			continue
		}
		if i+1 == len(words) {
			bad = cmp.Or(bad, fmt.Errorf("go: no number follows %s", words[i]))
			break
		}
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			bad = cmp.Or(bad, fmt.Errorf("go %s: %q is not a whole number", words[i], words[i+1]))
		} else {
			set(n)
		}
		i++
	}
	return asked, bad
}

func (g *Go) setter(name string) func(int64) {
	switch name {
	case "nodes":
		return func(n int64) { g.Limits.Nodes = uint64(max(n, 1)) }
	case "depth":
		return func(n int64) { g.Limits.Depth = int(min(max(n, 1), 1<<20)) }
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

// duration is so many milliseconds, at most about a year.
func duration(n int64) time.Duration {
	const most = 365 * 24 * time.Hour
	return time.Duration(min(n, most.Milliseconds())) * time.Millisecond
}
