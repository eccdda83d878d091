package remote

import (
	"context"
	"encoding/json"
	"time"
)

// announcement is what a coordinator says of its run every now and then.
type announcement struct {
	Protocol int    `json:"protocol"`
	Session  string `json:"session"`         // differs each time that a run is begun or goes on
	Run      string `json:"run"`             // its subject
	Job      string `json:"job"`             // the name of the job's file
	Small    []byte `json:"small,omitempty"` // the file, up to mostSmall bytes: short runs do not wait for it
	Title    string `json:"title"`           // for people
	Ends     bool   `json:"ends,omitempty"`  // no further game is wanted; those in play are
}

const mostSmall = 4096

// request is how a worker asks to be admitted to a run.
type request struct {
	Worker     string            `json:"worker"`
	Program    string            `json:"program"`
	Machine    string            `json:"machine"` // operating system and architecture
	Slots      int               `json:"slots"`   // units at the same time
	Signatures map[string]string `json:"signatures"`
	Trouble    string            `json:"trouble,omitempty"` // why it cannot play
}

// answer is what a coordinator says to a request.
type answer struct {
	Refused string `json:"refused,omitempty"` // why
}

// sign is a sign of life.
type sign struct {
	Busy    int    `json:"busy"`              // units in play
	Trouble string `json:"trouble,omitempty"` // why the worker does not play
	Left    bool   `json:"left,omitempty"`    // the worker has ended
}

const (
	announceEvery = 2 * time.Second
	aliveEvery    = 2 * time.Second
	deadAfter     = 15 * time.Second // without a sign of life
	forgetAfter   = time.Minute      // without a word of the coordinator
	againAfter    = time.Second      // what failed is tried again
	fetchTime     = 5 * time.Second  // a wait for messages
	lookEvery     = 10 * time.Second // for units that are lost
	ackWait       = 30 * time.Second // how long a unit stays with a worker that says nothing of it
)

// haste divides all waiting times, in tests; 0 for as they are. Below 1 they are longer.
type haste float64

func (h haste) of(d time.Duration) time.Duration {
	if h == 0 {
		return d
	}
	return time.Duration(float64(d) / float64(h))
}

func encode(message any) []byte {
	text, _ := json.Marshal(message) // texts, numbers and maps of texts always encode
	return text
}

// pause waits, and reports whether ctx goes on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
