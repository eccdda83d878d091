package client

import "time"

// Patience says how long to wait for an engine, and how much to listen to, before it counts as failed.
type Patience struct {
	Start  time.Duration // for "ugiok" after the program was started, and for every "readyok"
	Decide time.Duration // for a turn when no limit by time is given
	Late   time.Duration // beyond a limit by time, before the engine is told to stop
	Stop   time.Duration // for the turn after "stop", before the program is ended
	Quit   time.Duration // for the program's end after "quit", before it is ended
	Volume int64         // bytes printed without answering what was asked
}

// DefaultPatience is what players made from text have.
func DefaultPatience() Patience {
	return Patience{
		Start: 30 * time.Second, Decide: 10 * time.Minute, Late: 10 * time.Second, Stop: 2 * time.Second, Quit: 2 * time.Second, Volume: 16 << 20,
	}
}
