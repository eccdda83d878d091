package runner

// Progress counts the games of a run, and says whether the run has ended early.
type Progress struct {
	Done    int  // games finished, including those of earlier sessions
	Total   int  // games planned
	Played  int  // games finished in this session
	Faults  int  // finished games that a fault ended
	Stopped bool // whether a fault in this session has ended the run, see [tournament.FaultStops]
	Enough  bool // whether [Runner.Watch] has returned true, so that no further game is played
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }
