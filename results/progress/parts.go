package progress

import (
	"maps"
	"sync"
	"time"
)

// Part is a piece of work with an expected cost in any unit. Parts of a kind cost as much time for a unit.
type Part struct {
	Kind string
	Cost float64
}

// Parts are pieces of work one after the other. They may be used from many goroutines.
type Parts struct {
	All      []Part
	Guess    map[string]float64 // seconds that a unit of a kind takes, as far as it was tried
	Deadline time.Time          // after which all ends; zero for never

	mu    sync.Mutex
	at    int
	begun time.Time        // of the part at work
	spent map[string]spent // by kind, on parts that are done
}

// spent are seconds, and the units that they went to.
type spent struct{ seconds, units float64 }

// Begin says that a part begins, and how much of the one before was done since that began, from 0 to 1.
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

// pace is how many seconds a unit of a kind takes: as measured on parts that are done or else guessed, corrected by
// what guesses of other kinds were worth; 0 where nothing tells.
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

// Expected is how long all parts take, if that is known of each.
func (p *Parts) Expected() (time.Duration, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, left, known := p.sum(0, 0, false)
	return left, known
}

// left is the share of all parts that is done, by their time as far as that is known, and the time left. The part at
// work was done to a share when it began and is to another one now; its own time left may be known.
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
