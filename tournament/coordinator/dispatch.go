package coordinator

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine/outside"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// dispatch distributes the games of one run. Only the goroutine that runs play changes its fields. Message handlers and
// players in this process make their changes by sending functions to that goroutine; see ask.
type dispatch struct {
	c            *Coordinator
	table        work.Table
	job          work.Job
	files        map[string][]byte // files that workers can fetch, by hash
	announcement wire.Announcement // announcement of the run, before it ends
	take         func(tournament.Game) error
	fresh        func() ([]tournament.Planned, bool) // returns the games of the next new unit, if there is one
	unauditable  string                              // why results cannot be audited; "" if they can

	do          chan func(context.Context) error // functions for the goroutine that runs play
	slowWorkers map[string]bool                  // workers that have had a unit for too long, set by findLate

	over     <-chan struct{}   // closed when no further game may begin
	out      map[string]*unit  // units that were handed out and have games missing, by name
	requeued []*unit           // units of out that no worker has any more, to hand out again
	late     []*unit           // overdue units, set by findLate
	audits   map[string]*audit // audits in progress, by the name of their unit
	leased   map[string]int    // number of units that a worker has, by worker
	waiters  []*waiter         // workers that wait for a unit, the longest wait first
	units    int               // number of units made so far, including those of audits
	total    int               // number of games of the run
	missing  int               // number of games that are not stored yet
	replays  chan struct{}     // semaphore: has an element for each audit that this process plays
	playing  sync.WaitGroup    // goroutines that play in this process

	ending      bool      // no further game may begin
	endingSince time.Time // when ending was set
	lastKept    time.Time // when a game was last stored, or a stall was last reported

	played    int           // number of games stored, plus all games of the plan if measure estimated their time
	thinking  time.Duration // thinking time of the players in all games that played counts
	leaseTime time.Duration // sum of the times for which workers had the units that they have ended
	leases    int           // number of these units
}

// newDispatch prepares a run: it describes the job, signs its players and makes the announcement. It returns an error
// if a file of a player cannot be read or a player cannot be signed.
func (c *Coordinator) newDispatch(ctx context.Context, batch runner.Batch) (*dispatch, error) {
	table := work.Table{Spec: batch.Plan.Spec, Rules: batch.Plan.Rules, NewPlayer: c.options.newPlayer}
	d := &dispatch{
		c: c, table: table, take: batch.Take, total: batch.Len, missing: batch.Len, lastKept: c.options.now(),
		do: make(chan func(context.Context) error), out: map[string]*unit{}, audits: map[string]*audit{},
		leased: map[string]int{}, replays: make(chan struct{}, max(1, c.options.Slots)),
	}
	var err error
	if d.job, d.files, err = d.table.Describe(); err != nil {
		return nil, err
	}
	d.job.Signatures, err = work.Signatures(ctx, slices.Values(batch.Signed), table.Rules, c.options.sign)
	if err != nil {
		return nil, err
	}
	d.unauditable = work.Unauditable(table.Spec)
	if why := d.unauditable; why != "" && why != c.saidUnauditable && c.options.Audit > 0 {
		c.saidUnauditable = why
		c.options.Say(fmt.Sprintf("results of workers cannot be compared move for move: %s", why))
	}
	text := work.Encode(d.job)
	d.announcement = wire.Announcement{Protocol: wire.Protocol, Session: wire.NewSession(), Run: table.Spec.Hash(),
		Job: work.Hash(text), Title: outside.Visible(table.Rules.Game().Title(), "")}
	if len(text) <= wire.MaxInline {
		d.announcement.Inline = text
	}
	d.files[d.announcement.Job] = text
	d.measure(ctx, batch.Plan)
	return d, nil
}

// measure estimates the thinking time of all games by a few short games, so that the first units have a suitable size.
func (d *dispatch) measure(ctx context.Context, plan tournament.Plan) {
	if d.total/d.table.PairGames() < 2*leastUnits {
		return // so few pairs that each is a unit of its own
	}
	var pace runner.Pace
	pace.Try(ctx, plan, d.c.options.newPlayer)
	if expected, known := pace.Expect(plan, 1); known && !pace.AtMost {
		d.played, d.thinking = plan.Len(), expected
	}
}

// play gives out units and takes deliveries until all games are stored, or until over is closed and no game is in play.
func (d *dispatch) play(ctx context.Context, games iter.Seq[tournament.Planned], over <-chan struct{}) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	fresh, stopUnits := iter.Pull(work.Units(games, d.unitPairs))
	d.fresh = fresh
	defer stopUnits()
	defer d.playing.Wait()
	defer cancel()                    // ends the goroutines that d.playing.Wait waits for
	noneBegins := make(chan struct{}) // closed once over is closed and beginEnd has run
	d.over = noneBegins
	unsubscribe, err := d.listen(ctx)
	defer unsubscribe()
	if err != nil {
		return err
	}
	defer d.announce(true)
	d.announce(false)
	d.playHere(ctx)
	ticks := time.NewTicker(d.c.options.haste.Of(wire.AnnounceEvery))
	defer ticks.Stop()
	for d.missing > 0 && !d.drained() {
		select {
		case do := <-d.do:
			err = do(ctx)
		case <-ticks.C:
			d.tick(ctx)
		case <-over:
			over = nil // never selected again
			d.beginEnd()
			close(noneBegins)
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ask sends a function to the goroutine that runs play, or drops it if ctx ends first.
func (d *dispatch) ask(ctx context.Context, do func(context.Context) error) {
	select {
	case d.do <- do:
	case <-ctx.Done():
	}
}

// listen answers the messages of workers until unsubscribe is called. The caller must call it even after an error.
func (d *dispatch) listen(ctx context.Context) (unsubscribe func(), err error) {
	var all []*nats.Subscription
	unsubscribe = func() {
		for _, subscription := range all {
			_ = subscription.Unsubscribe()
		}
	}
	for _, request := range []struct {
		session string
		verb    wire.Verb
		handle  func(from string, m *nats.Msg)
	}{
		{d.announcement.Session, wire.ToJoin, func(from string, m *nats.Msg) { answer(m, d.join(from, m.Data)) }},
		{d.announcement.Session, wire.ToLive, d.handleHeartbeat},
		{d.announcement.Session, wire.ToFetch, d.fetch},
		{d.announcement.Session, wire.ToTake, func(from string, m *nats.Msg) { d.handleTake(ctx, from, m) }},
		{d.announcement.Session, wire.ToDeliver, func(from string, m *nats.Msg) { d.handleDelivery(ctx, from, m) }},
		// ToHear comes last, because a worker that receives the announcement may send any other message at once.
		{wire.AllSessions, wire.ToHear, func(_ string, m *nats.Msg) { answer(m, d.announcement) }},
	} {
		subscription, err := wire.Listen(d.c.conn, request.session, request.verb, request.handle)
		if err != nil {
			return unsubscribe, err
		}
		all = append(all, subscription)
	}
	return unsubscribe, nil
}

// answer sends an answer to the worker that sent m. If the answer is lost, the worker asks again.
func answer(m *nats.Msg, message any) { _ = m.Respond(wire.Encode(message)) }

// announce sends the announcement to all workers, with the given Ends. If it is lost, the next tick sends another.
func (d *dispatch) announce(ends bool) {
	a := d.announcement
	a.Ends = ends
	_ = wire.Announce(d.c.conn, a)
}

// join admits a worker if its players have the same signatures as in this process. The list of workers also includes a
// worker with other signatures, so that people see why it was refused.
func (d *dispatch) join(from string, text []byte) wire.Answer {
	var j wire.Join
	if err := wire.Decode(text, &j); err != nil {
		return wire.Answer{Refused: err.Error()}
	}
	refused := ""
	for player, want := range d.job.Signatures {
		if got := j.Signatures[player]; got != want && j.Trouble == "" {
			refused = fmt.Sprintf("player %s: signature mismatch: %.40q on the worker (%s, %s), %s here; use the same "+
				"program on both", player, got, j.Program, j.Machine, want)
			j.Trouble = refused
		}
	}
	if banned := d.c.members.join(from, j); banned != "" {
		refused = banned
	}
	return wire.Answer{Refused: refused}
}

func (d *dispatch) handleHeartbeat(from string, m *nats.Msg) {
	var h wire.Heartbeat
	if wire.Decode(m.Data, &h) == nil {
		d.c.members.hear(from, h)
	}
}

// fetch answers with the piece of a file that the message asks for, which is empty if there is none.
func (d *dispatch) fetch(_ string, m *nats.Msg) {
	var wanted wire.Fetch
	if wire.Decode(m.Data, &wanted) != nil {
		return
	}
	file := d.files[wanted.File]
	from := min(wanted.Offset, len(file))
	_ = m.Respond(file[from:min(from+wire.MaxPiece, len(file))]) // if it is lost, the worker asks again
}

// tick announces the run again, and gives the units and audits of lost or late workers to others.
func (d *dispatch) tick(ctx context.Context) {
	d.announce(d.ending)
	d.requeueLost()
	d.findLate()
	d.takeOverAudits(ctx)
	d.serveWaiters()
	d.reportStall()
}

// beginEnd lets no further game begin. It drops the games that wait for an audit; a later session plays them again.
func (d *dispatch) beginEnd() {
	d.ending, d.endingSince = true, d.now()
	d.audits = map[string]*audit{}
	d.announce(true)
	for _, w := range d.waiters {
		w.give(nil)
	}
	d.waiters = nil
}

// drained reports whether an ending run has no unit in play, or the games in play should have ended long ago.
func (d *dispatch) drained() bool {
	if !d.ending {
		return false
	}
	longest := d.tooLong() // the time within which all games in play should end
	if d.played > 0 {
		gameTime := d.thinking / time.Duration(d.played) // mean thinking time of a game
		longest = max(d.c.options.haste.Of(wire.DeadAfter), overdueFactor*gameTime)
	}
	if d.now().Sub(d.endingSince) > longest {
		return true
	}
	for _, u := range d.out {
		if len(u.leases) > 0 {
			return false
		}
	}
	return true
}
