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
const Protocol = 3

// Announcement describes a coordinator's run. It is sent to all workers, and to each worker that asks.
type Announcement struct {
	Protocol int    `json:"protocol"`
	Session  string `json:"session"`        // the name under which workers reach the coordinator
	Run      string `json:"run"`            // the name of the run
	Job      string `json:"job"`            // the hash of the run's encoded [work.Job]
	Inline   []byte `json:"inline"`         // the encoded job, if it has at most MaxInline bytes; saves a request
	Title    string `json:"title"`          // the title of the game, for people
	Ends     bool   `json:"ends,omitempty"` // whether no further game may begin; games in play should be delivered
}

// MaxInline is the largest number of bytes of a job in an announcement.
const MaxInline = 4096

func (a Announcement) check() error {
	var err error
	if a.Protocol < 1 || a.Session == "" {
		err = errors.New("version or session is missing")
	}
	return errors.Join(err, checkText("session", a.Session, 40), checkText("run", a.Run, mostName),
		checkText("job", a.Job, mostName), checkText("title", a.Title, 200))
}

// Answer is the answer to [Join], [Take] and, once the games are taken or not needed, [Delivery].
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

// maxSlots is the largest number of units that a worker may play at the same time.
const maxSlots = 1024

func (j Join) check() error {
	var err error
	if j.Slots < 1 || j.Slots > maxSlots {
		err = fmt.Errorf("slots: %d is not between 1 and %d", j.Slots, maxSlots)
	}
	return errors.Join(err, checkText("program", j.Program, 200), checkText("machine", j.Machine, 60),
		checkText("trouble", j.Trouble, mostTrouble))
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
	Of    string `json:"of"`              // the hash of the unit's content, see [work.Hash]
	Games []byte `json:"games,omitempty"` // the games, encoded by [work.EncodeGames]
	Ends  bool   `json:"ends,omitempty"`  // whether this is the worker's last delivery of the unit
	More  bool   `json:"more,omitempty"`  // whether the answer should contain another unit
}

func (d Delivery) check() error {
	return errors.Join(checkText("unit", d.Unit, mostName), checkText("of", d.Of, mostName))
}

// Heartbeat says that a worker is alive.
type Heartbeat struct {
	Number  uint64   `json:"number"`            // grows with every heartbeat
	Units   []string `json:"units,omitempty"`   // names of the units in play
	Trouble string   `json:"trouble,omitempty"` // why the worker does not play
	Left    bool     `json:"left,omitempty"`    // whether the worker has left the run
}

func (h Heartbeat) check() error {
	err := checkText("trouble", h.Trouble, mostTrouble)
	if len(h.Units) > maxSlots {
		err = errors.Join(err, fmt.Errorf("units: %d are more than %d", len(h.Units), maxSlots))
	}
	for _, unit := range h.Units {
		err = errors.Join(err, checkText("units", unit, mostName))
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
	return checkText("file", f.File, mostName)
}

const mostName, mostTrouble = 64, 1000 // largest numbers of bytes: of a name or hash, and of a trouble

// checkText returns an error if a field's text is longer than most bytes or has characters that cannot be printed.
func checkText(field, text string, most int) error {
	if len(text) > most || !utf8.ValidString(text) || outside.Visible(text, "") != text {
		return fmt.Errorf("%s: more than %d bytes, or characters that cannot be shown: %.40q", field, most, text)
	}
	return nil
}

// checked is a message whose check method returns an error if a field is out of bounds.
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
	AnnounceEvery = 2 * time.Second  // the time between two announcements of a run
	AliveEvery    = 2 * time.Second  // the time between two heartbeats of a worker
	DeadAfter     = 15 * time.Second // a worker without a heartbeat for this long loses its units to others
	LostAfter     = 6 * time.Second  // a unit is lost if a heartbeat this long after it was given does not name it
	ForgetAfter   = time.Minute      // a worker leaves a run after this long without a message
	AgainAfter    = time.Second      // the pause before a failed request is repeated
	AnswerWithin  = 5 * time.Second  // a coordinator answers all requests but those for units within this time
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

// AllSessions is the name of a session in a message to all coordinators.
const AllSessions = "all"

// Verb names a request of a worker to a coordinator.
type Verb string

// The verbs, each with the type of its message.
const (
	ToJoin    Verb = "join"    // [Join]
	ToTake    Verb = "take"    // [Take]
	ToDeliver Verb = "deliver" // [Delivery]
	ToLive    Verb = "live"    // [Heartbeat]; it gets no answer
	ToFetch   Verb = "fetch"   // [Fetch]
	ToHear    Verb = "hear"    // an empty message to all coordinators, each of which answers with an [Announcement]
)

// subject returns the NATS subject of the given parts, with dots between them.
func subject(parts ...any) string {
	return strings.ReplaceAll(strings.TrimSpace(fmt.Sprintln(parts...)), " ", ".")
}

// Allowed returns the subjects to which a worker may publish and the subjects to which it may subscribe. It may publish
// requests under its own name. It may subscribe to answers to its requests and to all announcements.
func Allowed(worker string) (publish, subscribe []string) {
	return []string{subject(askSubject, "*", worker, "*")}, []string{inboxOf(worker) + ".>", announceSubject}
}

// Ask sends a signed message to the coordinator of a session and returns its answer.
func Ask(
	ctx context.Context, conn *nats.Conn, from *Identity, session string, verb Verb, message any,
) ([]byte, error) {
	m := from.signedMessage(subject(askSubject, session, from.Name, verb), Encode(message))
	answer, err := conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return nil, err
	}
	return answer.Data, nil
}

// Send sends a signed message without waiting for an answer. The message may be lost.
func Send(conn *nats.Conn, from *Identity, session string, verb Verb, message any) {
	_ = conn.PublishMsg(from.signedMessage(subject(askSubject, session, from.Name, verb), Encode(message)))
}

// Listen subscribes to the messages with one verb that workers send to a session. It calls handle with each, one at a
// time. It drops messages that are not signed by the worker whose name is in the subject.
func Listen(
	conn *nats.Conn, session string, verb Verb, handle func(from string, m *nats.Msg),
) (*nats.Subscription, error) {
	subscription, err := conn.Subscribe(subject(askSubject, session, "*", verb), func(m *nats.Msg) {
		if from, signed := sender(m); signed {
			handle(from, m)
		}
	})
	if err != nil {
		return nil, err
	}
	// The limits of the messages that wait for handle. NATS drops further ones, and the workers ask again.
	const maxMessages, maxBytes = 1 << 14, 16 << 20
	return subscription, subscription.SetPendingLimits(maxMessages, maxBytes)
}

// Announce publishes an announcement to all workers.
func Announce(conn *nats.Conn, a Announcement) error { return conn.Publish(announceSubject, Encode(a)) }

// HearAnnouncements sends the announcements of all coordinators to the channel heard until ctx ends. It drops
// announcements that cannot be read. The returned function ask asks all coordinators to announce their runs at once.
func HearAnnouncements(
	ctx context.Context, conn *nats.Conn, i *Identity, heard chan<- Announcement,
) (ask func() error, err error) {
	hear := func(m *nats.Msg) {
		var a Announcement
		if json.Unmarshal(m.Data, &a) != nil || a.check() != nil { // unlike Decode, allows fields of other versions
			return
		}
		select {
		case heard <- a:
		case <-ctx.Done():
		}
	}
	inbox := inboxOf(i.Name) + "." + NewSession()
	_, err1 := conn.Subscribe(announceSubject, hear)
	_, err2 := conn.Subscribe(inbox, hear)
	return func() error {
		m := i.signedMessage(subject(askSubject, AllSessions, i.Name, ToHear), nil)
		m.Reply = inbox
		return conn.PublishMsg(m)
	}, errors.Join(err1, err2)
}
