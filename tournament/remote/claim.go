package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine/outside"
)

// holder is the session of a coordinator that hands out a run, as the server keeps it.
type holder struct {
	Session string `json:"session"`
	Host    string `json:"host"` // for people
}

// holderOf reads an entry. One that cannot be read belongs to no session.
func holderOf(entry jetstream.KeyValueEntry) (h holder) {
	_ = json.Unmarshal(entry.Value(), &h)
	return h
}

// claim makes this session the one that hands out the run, and refuses while another does. A claim stands on the
// server, and only who saw it and heard nothing of its session can replace it: so one of several that begin at the same
// moment stays.
func (b *batch) claim(ctx context.Context) error {
	claims, err := b.js.KeyValue(ctx, claimBucket)
	if err != nil {
		return err
	}
	own := encode(holder{b.session, hostName()})
	for {
		entry, err := claims.Get(ctx, b.run)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			_, err = claims.Create(ctx, b.run, own)
		case err == nil:
			now := holderOf(entry)
			if now.Session == b.session {
				return nil
			}
			if b.isHeard(now) {
				return fmt.Errorf("%s hands out the games of run %s already through %v; end it first, or use another "+
					"server", cmp.Or(outside.Visible(now.Host, ""), "another process"), b.run, b.Through)
			}
			_, err = claims.Update(ctx, b.run, own, entry.Revision())
		}
		if !errors.Is(err, jetstream.ErrKeyExists) { // somebody else has just claimed it
			return err
		}
	}
}

// stillHolds refuses to go on when another session has taken over, since this one stood still or was cut off.
func (b *batch) stillHolds(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, announceEvery)
	defer cancel()
	if err := b.claim(ctx); !transient(err) {
		return err
	}
	return nil // a later tick learns
}

// isHeard reports whether a session answers. Its coordinator has listened since before it made its claim.
func (b *batch) isHeard(h holder) bool {
	if h.Session == "" {
		return false
	}
	_, err := b.conn.Request(subject(hereSubject, b.run, h.Session), nil, time.Second)
	return err == nil
}

// release takes the claim back.
func (b *batch) release(ctx context.Context) {
	claims, err := b.js.KeyValue(ctx, claimBucket)
	if err != nil {
		return
	}
	entry, err := claims.Get(ctx, b.run)
	if err == nil && holderOf(entry).Session == b.session {
		_ = claims.Purge(ctx, b.run, jetstream.LastRevision(entry.Revision())) // or it is found to be silent
	}
}

// beHere answers other coordinators from now on.
func (b *batch) beHere() error {
	return b.answer(subject(hereSubject, b.run, b.session), func(m *nats.Msg) { respond(m, nil) })
}
