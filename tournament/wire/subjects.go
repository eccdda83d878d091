package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// The NATS subjects of messages.
const (
	announceSubject = "pillars.announce" // from a coordinator to all workers
	askSubject      = "pillars.ask"      // followed by SESSION.WORKER.VERB; from a worker to the session's coordinator
)

// allSessions is the name of a session in a message to all coordinators.
const allSessions = "all"

// Verb names a request of a worker to a coordinator.
type Verb string

// The verbs, each with the type of its message.
const (
	ToJoin    Verb = "join"    // [Join]
	ToTake    Verb = "take"    // [Take]
	ToDeliver Verb = "deliver" // [Delivery]
	ToLive    Verb = "live"    // [Heartbeat]; it gets no answer
	ToFetch   Verb = "fetch"   // [Fetch]
	toHear    Verb = "hear"    // an empty message to all coordinators, each of which answers with an [Announcement]
)

// subject joins parts by dots.
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

// Listen subscribes to the messages with one verb that workers send to a session. It calls handle with each, one at a
// time. It drops messages that are not signed by the worker whose name is in the subject.
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
	// The limits of the messages that wait for handle. NATS drops further ones, and the workers ask again.
	const maxMessages, maxBytes = 1 << 14, 16 << 20
	return subscription, subscription.SetPendingLimits(maxMessages, maxBytes)
}

// Announce publishes an announcement to all workers.
func Announce(conn *nats.Conn, a Announcement) error { return conn.Publish(announceSubject, Encode(a)) }

// AnnounceOnRequest answers workers that ask all coordinators for runs with the announcement of this run.
func AnnounceOnRequest(conn *nats.Conn, announcement func() Announcement) (*nats.Subscription, error) {
	return Listen(conn, allSessions, toHear, func(_ string, m *nats.Msg) {
		_ = m.Respond(Encode(announcement())) // a worker that does not receive it hears the next announcement
	})
}

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
	inbox := i.inbox() + "." + NewSession()
	_, err1 := conn.Subscribe(announceSubject, hear)
	_, err2 := conn.Subscribe(inbox, hear)
	return func() error {
		m, err := i.message(subject(askSubject, allSessions, i.Name, toHear), nil)
		m.Reply = inbox
		return errors.Join(err, conn.PublishMsg(m))
	}, errors.Join(err1, err2)
}
