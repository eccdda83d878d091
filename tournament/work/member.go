package work

import "time"

// Member is a worker as others see it.
type Member struct {
	Name    string        `json:"name"`
	Program string        `json:"program"`
	Machine string        `json:"machine"` // operating system and architecture
	Busy    int           `json:"busy"`    // units in play
	Games   int           `json:"games"`   // of the run, kept
	Share   float64       `json:"share"`   // of all games kept
	Rate    float64       `json:"rate"`    // games a second since it joined
	Nodes   uint64        `json:"nodes"`   // of its players
	Time    time.Duration `json:"time"`    // that they thought
	Audited int           `json:"audited"` // units that were played by another too
	Silent  time.Duration `json:"silent"`  // since its last heartbeat
	Gone    bool          `json:"gone"`    // it is silent for too long, or shut out
	Trouble string        `json:"trouble"` // why it does not play
}

// Speed is nodes a second of its players' thinking.
func (m Member) Speed() float64 { return float64(m.Nodes) / max(0.001, m.Time.Seconds()) }
