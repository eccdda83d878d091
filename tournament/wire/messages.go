package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nats-io/nats.go"

	"pillars/engine/outside"
)

// Protocol is the version of the messages. Programs with different versions do not work together.
const Protocol = 4

// Announcement describes a coordinator's run to all workers.
type Announcement struct {
	Protocol int    `json:"protocol"`
	Session  string `json:"session"`        // the name under which workers reach the coordinator
	Run      string `json:"run"`            // the name of the run
	Job      string `json:"job"`            // the hash of the run's encoded [work.Job]
	Title    string `json:"title"`          // the title of the game, for people
	Ends     bool   `json:"ends,omitempty"` // no further game may begin; games in play should be delivered
}

func (a Announcement) check() error {
	var err error
	if a.Protocol < 1 || a.Session == "" {
		err = errors.New("version or session is missing")
	}
	return errors.Join(err, short("session", a.Session, 40), short("run", a.Run, 64), short("job", a.Job, 64),
		short("title", a.Title, 200))
}

// Answer is the answer to [Join], [Take] and [Delivery]. The answer to a delivery comes when the coordinator has taken
// the games or does not need them.
type Answer struct {
	Refused string `json:"refused,omitempty"` // why the worker or its games are refused, or empty
	Kept    bool   `json:"kept,omitempty"`    // whether the games were taken or are not needed
	Unit    string `json:"unit,omitempty"`    // the name of the unit to play now; empty if there is none
	Content []byte `json:"content,omitempty"` // the unit's planned games, encoded by [work.Encode]
}

// Join asks the coordinator to admit a worker to a run, or reports why the worker cannot play it.
type Join struct {
	Program    string            `json:"program"`
	Machine    string            `json:"machine"`              // operating system and architecture
	Slots      int               `json:"slots"`                // number of units that it plays at the same time
	Signatures map[string]string `json:"signatures,omitempty"` // signatures of the run's players, by player
	Trouble    string            `json:"trouble,omitempty"`    // why it cannot play the run
}

const maxSlots = 1024 // of a worker

func (j Join) check() error {
	var err error
	if j.Slots < 1 || j.Slots > maxSlots {
		err = fmt.Errorf("slots: %d is not between 1 and %d", j.Slots, maxSlots)
	}
	return errors.Join(err, short("program", j.Program, 200), short("machine", j.Machine, 60),
		short("trouble", j.Trouble, 1000))
}

// Take asks for a unit to play.
type Take struct {
	Patience int `json:"patience"` // milliseconds after which the coordinator may answer without a unit
}

func (t Take) check() error {
	if t.Patience < 0 || t.Patience > math.MaxInt32 {
		return fmt.Errorf("patience: %d ms is not between 0 and %d", t.Patience, math.MaxInt32)
	}
	return nil
}

// Delivery contains finished games of a unit: all of them, or a part.
type Delivery struct {
	Unit  string `json:"unit"`            // the name of the unit
	Of    string `json:"of"`              // the hash of the unit's content, see [work.Name]
	Games []byte `json:"games,omitempty"` // the games, encoded by [work.EncodeGames]
	Ends  bool   `json:"ends,omitempty"`  // whether this is the worker's last delivery of the unit
}

func (d Delivery) check() error { return errors.Join(short("unit", d.Unit, 64), short("of", d.Of, 64)) }

// Heartbeat says that a worker is alive.
type Heartbeat struct {
	Number  uint64   `json:"number"`            // grows with every heartbeat
	Units   []string `json:"units,omitempty"`   // names of the units in play
	Trouble string   `json:"trouble,omitempty"` // why the worker does not play
	Left    bool     `json:"left,omitempty"`    // whether the worker has left the run
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

// Fetch asks for a piece of a file: the bytes from Offset on, at most MaxPiece. The answer consists of these bytes.
type Fetch struct {
	File   string `json:"file"`   // hash of the file
	Offset int    `json:"offset"` // in bytes
}

// MaxPiece is the largest number of bytes of a piece of a file. Only the last piece of a file may be shorter.
const MaxPiece = 256 << 10

func (f Fetch) check() error {
	if f.Offset < 0 {
		return fmt.Errorf("offset: %d is below 0", f.Offset)
	}
	return short("file", f.File, 64)
}

func short(field, text string, most int) error {
	if len(text) > most || !utf8.ValidString(text) || outside.Visible(text, "") != text {
		return fmt.Errorf("%s: more than %d bytes, or characters that cannot be shown: %.40q", field, most, text)
	}
	return nil
}

type checked interface{ check() error }

// Encode returns a message as JSON.
func Encode(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil { // texts, numbers and maps of texts always encode
		panic(err)
	}
	return text
}

// Decode reads a message into a pointer and checks that its fields are within bounds. The text may be of any origin.
func Decode(text []byte, message any) error {
	if err := outside.JSON(text, message); err != nil {
		return fmt.Errorf("a message of %d bytes cannot be read: %w", len(text), err)
	}
	if c, ok := message.(checked); ok {
		return c.check()
	}
	return nil
}

// Waiting times of coordinators and workers.
const (
	AnnounceEvery = time.Second      // the time between two announcements of a run
	AliveEvery    = 2 * time.Second  // the time between two heartbeats of a worker
	DeadAfter     = 15 * time.Second // a worker without a heartbeat for this long loses its units to others
	LostAfter     = 6 * time.Second  // a unit is lost if a heartbeat this long after it was given does not name it
	ForgetAfter   = time.Minute      // a worker leaves a run after this long without an announcement
	AgainAfter    = time.Second      // the pause before a failed request is repeated
	AnswerWithin  = 5 * time.Second  // a coordinator answers within this time, except for units
	UnitWithin    = 10 * time.Second // a coordinator that has no unit for a worker says so after this time
	StalledAfter  = 5 * time.Minute  // a run may count as stalled after this long without a game
)

// Haste is a number that divides waiting times, for tests. The zero value does not change them.
type Haste float64

// Of returns a waiting time divided by h.
func (h Haste) Of(d time.Duration) time.Duration {
	if h == 0 {
		return d
	}
	return time.Duration(float64(d) / float64(h))
}

// Pause waits for the time d or until ctx ends. It returns false if ctx has ended.
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

// The NATS subjects of messages.
const (
	announceSubject = "pillars.announce" // from a coordinator to all workers
	askSubject      = "pillars.ask"      // followed by SESSION.WORKER.VERB; from a worker to the session's coordinator
)

// Verb names a request of a worker to a coordinator.
type Verb string

// The verbs, each with the type of its message.
const (
	ToJoin    Verb = "join"    // [Join]
	ToTake    Verb = "take"    // [Take]
	ToDeliver Verb = "deliver" // [Delivery]
	ToLive    Verb = "live"    // [Heartbeat]; it gets no answer
	ToFetch   Verb = "fetch"   // [Fetch]
)

func subject(parts ...any) string {
	return strings.ReplaceAll(strings.TrimSpace(fmt.Sprintln(parts...)), " ", ".")
}

// Allowed returns the subjects to which a worker may publish and subscribe: to publish, requests under its own name; to
// subscribe, the answers to these and all announcements.
func Allowed(worker string) (publish, subscribe []string) {
	return []string{subject(askSubject, "*", worker, "*")}, []string{inboxOf(worker) + ".>", announceSubject}
}

// Ask sends a signed message to the coordinator of a session and returns its answer.
func Ask(
	ctx context.Context, conn *nats.Conn, from *Identity, session string, verb Verb, message any,
) ([]byte, error) {
	m, err := from.message(subject(askSubject, session, from.Name, verb), Encode(message))
	if err != nil {
		return nil, err
	}
	answer, err := conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return nil, err
	}
	return answer.Data, nil
}

// Send sends a signed message without waiting for an answer. The message may be lost.
func Send(conn *nats.Conn, from *Identity, session string, verb Verb, message any) {
	if m, err := from.message(subject(askSubject, session, from.Name, verb), Encode(message)); err == nil {
		_ = conn.PublishMsg(m)
	}
}

// Listen subscribes to the messages with one verb to a session and calls handle with each, one at a time. It drops
// messages that are not signed by the worker whose name is in the subject.
func Listen(
	conn *nats.Conn, session string, verb Verb, handle func(from string, m *nats.Msg),
) (*nats.Subscription, error) {
	subscription, err := conn.Subscribe(subject(askSubject, session, "*", verb), func(m *nats.Msg) {
		if from, err := sender(m); err == nil {
			handle(from, m)
		}
	})
	if err != nil {
		return nil, err
	}
	const maxMessages, maxBytes = 1 << 14, 16 << 20 // that wait to be handled; NATS drops more, and workers ask again
	return subscription, subscription.SetPendingLimits(maxMessages, maxBytes)
}

// Announce publishes an announcement to all workers.
func Announce(conn *nats.Conn, a Announcement) error { return conn.Publish(announceSubject, Encode(a)) }

// HearAnnouncements sends the announcements of all coordinators to the channel heard until ctx ends. It drops
// announcements that cannot be read.
func HearAnnouncements(ctx context.Context, conn *nats.Conn, heard chan<- Announcement) error {
	_, err := conn.Subscribe(announceSubject, func(m *nats.Msg) {
		var a Announcement
		if json.Unmarshal(m.Data, &a) != nil || a.check() != nil { // unlike Decode, allows fields of other versions
			return
		}
		select {
		case heard <- a:
		case <-ctx.Done():
		}
	})
	return err
}
