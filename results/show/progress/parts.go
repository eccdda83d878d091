package progress

import (
	"maps"
	"sync"
	"time"
)

// Part is a piece of work with its expected cost, in any unit. Parts of the same kind take the same time per unit.
type Part struct {
	Kind string
	Cost float64
}

// Parts are consecutive pieces of work, with what is known of their durations. Their methods may be called
// concurrently.
type Parts struct {
	All      []Part
	Guess    map[string]float64 // by kind, the expected seconds per unit; kinds may be missing
	Deadline time.Time          // at which all work ends; zero for none

	mu    sync.Mutex
	at    int              // the current part
	begun time.Time        // when the current part began
	spent map[string]spent // by kind, on earlier parts
}

// spent holds time, and the units of work done in that time.
type spent struct{ seconds, units float64 }

// Begin records that a part begins, and which share of the part before it, from 0 to 1, was done when that began.
func (p *Parts) Begin(part int, share float64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.begun.IsZero() {
		p.spend(p.All[p.at].Kind, now.Sub(p.begun).Seconds(), share*p.All[p.at].Cost)
	}
	p.at, p.begun = part, now
}

func (p *Parts) spend(kind string, seconds, units float64) {
	if p.spent == nil {
		p.spent = map[string]spent{}
	}
	s := p.spent[kind]
	p.spent[kind] = spent{s.seconds + seconds, s.units + units}
}

// pace returns the seconds per unit of a kind: as measured on earlier parts, or else as guessed, times the ratio of
// measured to guessed time of other kinds, or else as measured on all kinds. It returns 0 if nothing is known.
func (p *Parts) pace(kind string) float64 {
	if s := p.spent[kind]; s.units > 0 {
		return s.seconds / s.units
	}
	var seconds, guessed, units float64
	for other, s := range p.spent {
		seconds, units, guessed = seconds+s.seconds, units+s.units, guessed+s.units*p.Guess[other]
	}
	guess := p.Guess[kind]
	switch {
	case guess > 0 && guessed > 0:
		return guess * seconds / guessed
	case guess == 0 && units > 0:
		return seconds / units
	}
	return guess
}

// Expected returns the time that the current part and all later ones take, and whether it is known.
func (p *Parts) Expected() (time.Duration, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, left, known := p.sum(0, 0, false)
	return left, known
}

// left returns the share of all parts that is done, weighted by time, and the time left, if that is known. The current
// part is at the share done, and was at begun when it began; own is its own time left, if that is known.
func (p *Parts) left(begun, done float64, own time.Duration, ownKnown bool, now time.Time) (
	share float64, left time.Duration, known bool,
) {
	p.mu.Lock()
	defer p.mu.Unlock()
	informed := &Parts{All: p.All, Guess: p.Guess, at: p.at, spent: maps.Clone(p.spent)}
	if part := p.All[p.at]; ownKnown && done > begun {
		informed.spend(part.Kind, (now.Sub(p.begun) + own).Seconds(), part.Cost*(1-begun))
	}
	share, left, known = informed.sum(done, own, ownKnown)
	if rest := p.Deadline.Sub(now); !p.Deadline.IsZero() && (!known || rest < left) {
		left, known = max(0, rest), true
	}
	return share, left, known
}

func (p *Parts) sum(done float64, own time.Duration, ownKnown bool) (share float64, left time.Duration, known bool) {
	known = true
	var behind, all float64
	for i, part := range p.All {
		pace := p.pace(part.Kind)
		weight, rest := part.Cost*pace, 1.
		switch {
		case i < p.at:
			rest = 0
		case i == p.at:
			rest = 1 - done
		}
		behind, all = behind+weight*(1-rest), all+weight
		if i == p.at && ownKnown {
			left += own
			continue
		}
		left += time.Duration(weight * rest * float64(time.Second))
		known = known && (pace > 0 || part.Cost*rest == 0)
	}
	if all > 0 {
		share = behind / all
	}
	return share, left, known
}
