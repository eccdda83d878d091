package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine/outside"
	"pillars/tournament"
	"pillars/tournament/work"
)

// Protocol is the version of the messages. Programs with different versions do not work together.
const Protocol = 4

// Announcement describes the run that a coordinator plays. It is sent regularly, and when a worker says hello.
type Announcement struct {
	Protocol int    `json:"protocol"`
	Lab      string `json:"lab"`            // the name of the coordinator's [Lab]
	Run      string `json:"run"`            // a random name; a run that is continued gets a new one
	Job      string `json:"job"`            // the digest of the run's encoded [work.Job]
	Ends     bool   `json:"ends,omitempty"` // whether no further game may begin; games in play should be delivered
}

// MaxText is the largest number of bytes that [Decode] reads.
const MaxText = 4096

// Decode reads an announcement or a [work.Member] of any origin into message, a pointer. It returns an error for a text
// that is too long, or that has characters that cannot be shown to people.
func Decode(text []byte, message any) error {
	if len(text) > MaxText {
		return fmt.Errorf("a message has %d bytes", len(text))
	}
	if err := outside.JSON(text, message); err != nil {
		return err
	}
	if shown := fmt.Sprint(message); outside.Visible(shown, "") != shown {
		return errors.New("a message has characters that cannot be shown")
	}
	return nil
}

// Unit is a handful of planned games for one worker to play. Its games are the same wherever it is played.
type Unit struct {
	Run   string               `json:"run"` // see [Announcement]
	Games []tournament.Planned `json:"games"`
}

// Result has the finished games of a unit: all of them or, if the worker stopped early, only the first ones. If the
// unit cannot be played, Failed says why.
type Result struct {
	Worker string        `json:"worker"`
	Failed string        `json:"failed,omitempty"`
	Games  []work.Played `json:"games"`
}

// Waiting times of coordinators and workers.
const (
	AnnounceEvery = 2 * time.Second  // the time between two announcements of a run
	AliveEvery    = 4 * time.Second  // the interval between signs of life of a worker and of its units
	DeadAfter     = 15 * time.Second // a worker or coordinator without a sign of life for this long counts as gone
	AgainAfter    = time.Second      // the pause before a failed attempt is repeated
	UnitWithin    = 2 * time.Second  // a request for a unit ends after this time, and the worker asks again
)

// Haste is a number that divides waiting times, for tests. The zero value leaves waiting times unchanged.
type Haste float64

// Of returns a waiting time divided by h.
func (h Haste) Of(d time.Duration) time.Duration {
	return time.Duration(float64(d) / max(1, float64(h)))
}

// Subjects of messages that no stream keeps.
const (
	AnnounceSubject = "pillars.announce" // from coordinators to all workers: an [Announcement]
	HelloSubject    = "pillars.hello"    // from a worker to all coordinators, which then announce their runs
)

// Lab has the streams and buckets in JetStream through which one coordinator and its workers meet:
//
//   - "units" is a stream, the queue of units: the server gives each unit to one worker; if this worker gives no sign
//     of life before it acknowledges the unit, the unit goes to another worker
//   - "results" is a stream with one result for each unit: the server keeps the first and refuses later ones
//   - "files" is a bucket with the job of the run and the files of its players, by digest
//   - "workers" is a bucket whose entries expire, with the [work.Member] of each worker
//
// All streams and buckets can be lost without harm: the coordinator makes them again, and publishes again the units
// that have no result.
type Lab struct {
	jetstream.JetStream
	Name string // name of the coordinator
}

// Limits on the messages and files that a server keeps for a [Lab].
const (
	MaxMessage = 1 << 20        // largest size of a unit or a result, in bytes
	MaxWorkers = 1 << 14        // largest number of workers that can wait for a unit
	MaxStore   = 256 << 20      // largest size of each stream and of the bucket of files, in bytes
	maxAge     = 72 * time.Hour // units and results that nobody has taken for this long are removed
)

// Own returns the full name of a stream or bucket of the lab. The argument kind is its short name, such as "units".
func (l Lab) Own(kind string) string { return "pillars-" + kind + "-" + l.Name }

// Subject returns the subject of a unit or of its result; the kind is "unit" or "result".
func (l Lab) Subject(kind, unit string) string { return "pillars." + l.Name + "." + kind + "." + unit }

// UnitOf returns the name of a unit from a message that holds the unit or the unit's result.
func UnitOf(m jetstream.Msg) string { return m.Subject()[strings.LastIndex(m.Subject(), ".")+1:] }

// Takers is the name of the consumer from which workers take units.
const Takers = "workers"

// Make makes the streams and buckets, except those that are there. In a cluster each has three replicas.
func (l Lab) Make(ctx context.Context, haste Haste) error {
	replicas := 1
	if l.Conn().ConnectedClusterName() != "" {
		replicas = 3
	}
	_, err1 := l.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: l.Own("units"), Subjects: []string{l.Subject("unit", "*")}, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, MaxBytes: MaxStore, MaxMsgSize: MaxMessage, MaxAge: maxAge, Replicas: replicas})
	_, err2 := l.CreateOrUpdateConsumer(ctx, l.Own("units"), jetstream.ConsumerConfig{
		Durable: Takers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: haste.Of(DeadAfter), MaxDeliver: -1,
		MaxAckPending: -1, MaxWaiting: MaxWorkers})
	_, err3 := l.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: l.Own("results"), Subjects: []string{l.Subject("result", "*")}, Discard: jetstream.DiscardNew,
		DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxBytes: MaxStore, MaxMsgSize: MaxMessage, MaxAge: maxAge,
		Replicas: replicas})
	_, err4 := l.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
		Bucket: l.Own("files"), MaxBytes: MaxStore, Replicas: replicas})
	_, err5 := l.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: l.Own("workers"),
		MaxValueSize: MaxText, MaxBytes: MaxText * MaxWorkers, TTL: haste.Of(DeadAfter), Replicas: replicas})
	return cmp.Or(err1, err2, err3, err4, err5)
}

// Remove removes all streams and buckets.
func (l Lab) Remove(ctx context.Context) error {
	return errors.Join(l.DeleteStream(ctx, l.Own("units")), l.DeleteStream(ctx, l.Own("results")),
		l.DeleteObjectStore(ctx, l.Own("files")), l.DeleteKeyValue(ctx, l.Own("workers")))
}

// Deliver publishes an encoded result of a unit. It returns nil once the server has this or another result of the unit.
func (l Lab) Deliver(ctx context.Context, unit string, result []byte) error {
	const storeFailed = 10077 // the subject already has a result, or the stream is full and this result is lost
	_, err := l.Publish(ctx, l.Subject("result", unit), result)
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.ErrorCode == storeFailed {
		return nil
	}
	return err
}

// PutFile stores a file for workers under its digest, unless it is there.
func (l Lab) PutFile(ctx context.Context, digest string, content []byte) error {
	files, err := l.ObjectStore(ctx, l.Own("files"))
	if err != nil {
		return err
	}
	if _, missing := files.GetInfo(ctx, digest); missing != nil {
		_, err = files.PutBytes(ctx, digest, content)
	}
	return err
}

// File returns the file with a digest.
func (l Lab) File(ctx context.Context, digest string) ([]byte, error) {
	files, err := l.ObjectStore(ctx, l.Own("files")) // the limit of this bucket also limits the file
	if err != nil {
		return nil, err
	}
	content, err := files.GetBytes(ctx, digest)
	if err == nil && work.Hash(content) != digest {
		err = fmt.Errorf("file %.64q has another digest", digest)
	}
	return content, err
}
