package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"pillars/engine/outside"
)

// Protocol is the version of these messages. Programs with different versions do not work together.
const Protocol = 3

// Announcement describes a coordinator's run, to all workers and to each worker that asks.
type Announcement struct {
	Protocol int    `json:"protocol"`
	Session  string `json:"session"`        // the name under which workers reach the coordinator
	Run      string `json:"run"`            // the name of the run
	Job      string `json:"job"`            // the hash of its [work.Job], which is a file
	Inline   []byte `json:"inline"`         // that file, up to MaxInline bytes, so that short runs need not wait for it
	Title    string `json:"title"`          // of the game, for people
	Ends     bool   `json:"ends,omitempty"` // no further game may begin; the games in play are wanted
}

// MaxInline is the most bytes of a job in an announcement.
const MaxInline = 4096

func (a Announcement) check() error {
	var err error
	if a.Protocol < 1 || a.Session == "" {
		err = errors.New("version or session is missing")
	}
	return errors.Join(err, short("session", a.Session, 40), short("run", a.Run, 64), short("job", a.Job, 64),
		short("title", a.Title, 200))
}

// Answer answers the questions of a worker that join a run, ask for a unit and deliver games. A coordinator answers a
// delivery once it has taken the games or does not need them.
type Answer struct {
	Refused string `json:"refused,omitempty"` // why the worker or its games are refused, or empty
	Kept    bool   `json:"kept,omitempty"`    // the games were taken or are not needed
	Unit    string `json:"unit,omitempty"`    // the name of the unit to play now; empty if there is none
	Content []byte `json:"content,omitempty"` // its planned games, see [work.Encode]
}

// Join asks to admit a worker to a run, or says why the worker cannot play it.
type Join struct {
	Program    string            `json:"program"`
	Machine    string            `json:"machine"`              // operating system and architecture
	Slots      int               `json:"slots"`                // units at the same time
	Signatures map[string]string `json:"signatures,omitempty"` // of the players of the run
	Trouble    string            `json:"trouble,omitempty"`    // why it cannot play
}

// maxSlots is the most units that a worker may play at the same time.
const maxSlots = 1024

func (j Join) check() error {
	var err error
	if j.Slots < 1 || j.Slots > maxSlots {
		err = fmt.Errorf("slots: %d is not between 1 and %d", j.Slots, maxSlots)
	}
	return errors.Join(err, short("program", j.Program, 200), short("machine", j.Machine, 60),
		short("trouble", j.Trouble, 1000))
}

// Take asks for a unit.
type Take struct {
	Patience int `json:"patience"` // milliseconds after which the answer may come without a unit
}

func (t Take) check() error {
	if t.Patience < 0 || t.Patience > math.MaxInt32 {
		return fmt.Errorf("patience: %d ms is not between 0 and %d", t.Patience, math.MaxInt32)
	}
	return nil
}

// Delivery holds finished games of a unit, all or some.
type Delivery struct {
	Unit  string `json:"unit"`
	Of    string `json:"of"`              // the name of the unit's content, see [work.Name]
	Games []byte `json:"games,omitempty"` // see [work.EncodeGames]
	Ends  bool   `json:"ends,omitempty"`  // the last delivery of the unit, which is finished or given back
	More  bool   `json:"more,omitempty"`  // the answer should hold a unit, if there is one
}

func (d Delivery) check() error { return errors.Join(short("unit", d.Unit, 64), short("of", d.Of, 64)) }

// Heartbeat says that a worker is alive.
type Heartbeat struct {
	Number  uint64   `json:"number"`            // grows with every heartbeat
	Units   []string `json:"units,omitempty"`   // in play
	Trouble string   `json:"trouble,omitempty"` // why the worker does not play
	Left    bool     `json:"left,omitempty"`    // the worker has left the run
}

func (h Heartbeat) check() error {
	err := short("trouble", h.Trouble, 1000)
	if len(h.Units) > maxSlots {
		err = errors.Join(err, fmt.Errorf("units: %d are more than %d", len(h.Units), maxSlots))
	}
	for _, unit := range h.Units {
		err = errors.Join(err, short("units", unit, 64))
	}
	return err
}

// Want asks for a piece of a file. The answer is that piece.
type Want struct {
	File   string `json:"file"` // its hash
	Offset int    `json:"offset"`
}

// MaxPiece is the most bytes of a piece of a file. A shorter piece is the last one.
const MaxPiece = 256 << 10

func (w Want) check() error {
	if w.Offset < 0 {
		return fmt.Errorf("offset: %d is below 0", w.Offset)
	}
	return short("file", w.File, 64)
}

// short returns an error if the text of a field is too long or cannot be shown.
func short(field, text string, most int) error {
	if len(text) > most || !utf8.ValidString(text) || outside.Visible(text, "") != text {
		return fmt.Errorf("%s: more than %d bytes, or characters that cannot be shown: %.40q", field, most, text)
	}
	return nil
}

// checked is a message with bounds.
type checked interface{ check() error }

// Encode returns a message as JSON.
func Encode(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil { // texts, numbers and maps of texts always encode
		panic(err)
	}
	return text
}

// Decode reads a message that anybody may have sent, and checks it.
func Decode(text []byte, message any) error {
	if err := outside.JSON(text, message); err != nil {
		return fmt.Errorf("a message of %d bytes cannot be read: %w", len(text), err)
	}
	if c, ok := message.(checked); ok {
		return c.check()
	}
	return nil
}

// The waiting times of both sides.
const (
	AnnounceEvery = 2 * time.Second
	AliveEvery    = 2 * time.Second
	DeadAfter     = 15 * time.Second // a worker without a heartbeat for this long loses its units to others
	LostAfter     = 6 * time.Second  // a unit that its worker does not name in a heartbeat by then is lost
	ForgetAfter   = time.Minute      // a worker leaves a run after this long without an announcement
	AgainAfter    = time.Second      // the pause before what failed is tried again
	AnswerWithin  = 5 * time.Second  // a coordinator answers within this time, except for units
	UnitWithin    = 10 * time.Second // a coordinator without a unit says so after this time
	StalledAfter  = 5 * time.Minute  // a run may count as stalled after this long without a game
)

// Haste divides waiting times in tests; 0 leaves them as they are, and values below 1 make them longer.
type Haste float64

// Of returns a waiting time in haste.
func (h Haste) Of(d time.Duration) time.Duration {
	if h == 0 {
		return d
	}
	return time.Duration(float64(d) / float64(h))
}

// Pause waits, and reports whether ctx has not ended.
func Pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
