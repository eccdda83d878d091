package tournament

import "time"

// Progress is how far a run has come.
type Progress struct {
	Done    int           // games finished, those of earlier sessions included
	Total   int           // games planned
	Played  int           // games finished in this session
	Elapsed time.Duration // of this session
	Tally   Tally         // of all games done
	Stopped bool          // a fault in this session has ended the run, as the spec wants it
	Enough  bool          // whoever watches has seen enough: no further game is wanted
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }

// snapshot is a copy for another goroutine to keep.
func (p *Progress) snapshot() Progress {
	s := *p
	s.Tally = p.Tally.Clone()
	return s
}

// Rate is games per second in this session, 0 while unknown.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Played) / p.Elapsed.Seconds()
}

// Left estimates the time until the last game is done, and whether there is anything to estimate it from.
func (p Progress) Left() (time.Duration, bool) {
	if p.Complete() {
		return 0, true
	}
	if p.Rate() == 0 {
		return 0, false
	}
	return time.Duration(float64(p.Total-p.Done) / p.Rate() * float64(time.Second)), true
}
