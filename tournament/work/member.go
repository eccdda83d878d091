package work

import "time"

// Member describes a worker to others.
type Member struct {
	Name    string        `json:"name"`
	Program string        `json:"program"`
	Machine string        `json:"machine"` // operating system and architecture
	Busy    int           `json:"busy"`    // units in play
	Games   int           `json:"games"`   // kept
	Share   float64       `json:"share"`   // of all games kept
	Rate    float64       `json:"rate"`    // games a second since it joined
	Nodes   uint64        `json:"nodes"`   // that its players searched
	Time    time.Duration `json:"time"`    // that they thought
	Audited int           `json:"audited"` // units that an audit found right
	Silent  time.Duration `json:"silent"`  // since its last heartbeat
	Gone    bool          `json:"gone"`    // it has left, is silent for too long, or was shut out
	Trouble string        `json:"trouble"` // why it does not play
}

// Speed returns the nodes per second that its players searched while they thought.
func (m Member) Speed() float64 { return float64(m.Nodes) / max(0.001, m.Time.Seconds()) }
