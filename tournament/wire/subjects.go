package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// The subjects of NATS under which messages travel.
const (
	announceSubject = "pillars.announce" // a coordinator to all workers
	askSubject      = "pillars.ask"      // SESSION.WORKER.VERB: a worker to the coordinator of a session
)

// everyone stands for all sessions.
const everyone = "all"

// Verb names a request of a worker to a coordinator.
type Verb string

// The verbs, each with its message.
const (
	ToJoin    Verb = "join"    // [Join]
	ToTake    Verb = "take"    // [Take]
	ToDeliver Verb = "deliver" // [Delivery]
	ToLive    Verb = "live"    // [Heartbeat]; nothing answers
	ToFetch   Verb = "fetch"   // [Want]
	toHear    Verb = "hear"    // no message; to all coordinators, which answer with an [Announcement]
)

func subject(parts ...any) string {
	return strings.ReplaceAll(strings.TrimSpace(fmt.Sprintln(parts...)), " ", ".")
}

// Allowed returns the subjects to which a worker may publish and subscribe: it asks under its own name, and receives
// its answers and all announcements. It needs no other subjects.
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

// Say sends a signed message that nobody answers. It may be lost.
func Say(conn *nats.Conn, from *Identity, session string, verb Verb, message any) {
	if m, err := from.message(subject(askSubject, session, from.Name, verb), Encode(message)); err == nil {
		_ = conn.PublishMsg(m)
	}
}

// Listen calls handle with each message of one verb to a session, one at a time. It drops messages that are not signed
// by the worker whose name they bear.
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
	const messages, bytes = 1 << 14, 16 << 20 // that wait; others are lost, and their workers ask again
	return subscription, subscription.SetPendingLimits(messages, bytes)
}

// Announce publishes an announcement to all workers.
func Announce(conn *nats.Conn, a Announcement) error { return conn.Publish(announceSubject, Encode(a)) }

// AnswerWho sends the announcement of a run to workers that ask for runs.
func AnswerWho(conn *nats.Conn, announcement func() Announcement) (*nats.Subscription, error) {
	return Listen(conn, everyone, toHear, func(_ string, m *nats.Msg) {
		_ = m.Respond(Encode(announcement())) // a worker that does not receive it hears the next announcement
	})
}

// HearAnnouncements sends the announcements of all coordinators to heard until ctx ends, and drops those that cannot be
// read. The function that it returns asks all coordinators to announce their runs at once.
func HearAnnouncements(
	ctx context.Context, conn *nats.Conn, i *Identity, heard chan<- Announcement,
) (ask func() error, err error) {
	hear := func(m *nats.Msg) {
		var a Announcement // other versions may have further fields
		if json.Unmarshal(m.Data, &a) != nil || a.check() != nil {
			return
		}
		select {
		case heard <- a:
		case <-ctx.Done():
		}
	}
	inbox := i.inbox() + "." + NewSession()
	_, err1 := conn.Subscribe(announceSubject, hear)
	_, err2 := conn.Subscribe(inbox, hear)
	return func() error {
		m, err := i.message(subject(askSubject, everyone, i.Name, toHear), nil)
		m.Reply = inbox
		return errors.Join(err, conn.PublishMsg(m))
	}, errors.Join(err1, err2)
}
