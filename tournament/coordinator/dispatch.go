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

// dispatch distributes the games of one run. Only the goroutine that runs play changes it. Message handlers and players
// in this process send functions to that goroutine through the channel do.
type dispatch struct {
	c            *Coordinator
	table        work.Table
	job          work.Job
	files        map[string][]byte // files that workers can fetch, by hash
	announcement wire.Announcement // announcement of the run, before it ends
	take         func(tournament.Game) error
	fresh        func() ([]tournament.Planned, bool) // returns the games of the next new unit, if there is one
	mute         string                              // why nothing is audited; "" if deliveries are

	do       chan func(context.Context) error
	over     <-chan struct{} // closed when no further game may begin
	again    []*unit         // units to hand out again: returned or lost, with games missing
	out      map[string]*unit
	late     []*unit         // overdue units, set by findLate
	keeps    map[string]bool // workers that have an overdue unit, set by findLate
	audits   map[string]*audit
	holds    map[string]int // number of units that a worker has, by worker
	takers   []*taker       // workers that wait for a unit, the longest wait first
	units    int            // number of units made so far
	all      int            // number of games of the run
	missing  int            // number of games that are not stored yet
	replays  chan struct{}  // holds an element for each audit that this process plays
	here     sync.WaitGroup // goroutines that play in this process
	ending   bool           // no further game may begin
	endedAt  time.Time      // when ending was set
	kept     time.Time      // when a game was last kept, or a stall was last reported
	played   int            // number of games that were kept, or that measure estimated
	thinking time.Duration  // thinking time of the players in these games
	holding  time.Duration  // time for which workers had the units that they have ended
	held     int            // number of these units
}

func (c *Coordinator) newDispatch(ctx context.Context, batch runner.Batch) (*dispatch, error) {
	table := work.Table{Spec: batch.Plan.Spec, Rules: batch.Plan.Rules, NewPlayer: c.options.newPlayer}
	d := &dispatch{
		c: c, table: table, take: batch.Take, all: batch.Len, missing: batch.Len, kept: c.options.now(),
		do: make(chan func(context.Context) error), out: map[string]*unit{}, audits: map[string]*audit{},
		holds: map[string]int{}, replays: make(chan struct{}, max(1, c.options.Slots)),
	}
	var err error
	if d.job, d.files, err = d.table.Describe(); err != nil {
		return nil, err
	}
	d.job.Signatures, err = work.Signatures(ctx, slices.Values(batch.Signed), table.Rules, c.options.sign)
	if err != nil {
		return nil, err
	}
	if d.mute = work.Unauditable(table.Spec); d.mute != "" && d.mute != c.muted && c.options.Audit > 0 {
		c.muted = d.mute
		c.options.Say(fmt.Sprintf("results of workers cannot be compared move for move: %s", d.mute))
	}
	text, err := work.Encode(d.job)
	if err != nil {
		return nil, err
	}
	d.announcement = wire.Announcement{Protocol: wire.Protocol, Session: wire.NewSession(), Run: table.Spec.Hash(),
		Job: work.Name(text), Title: outside.Visible(table.Rules.Game().Title(), "")}
	if len(text) <= wire.MaxInline {
		d.announcement.Inline = text
	}
	d.files[d.announcement.Job] = text
	d.measure(ctx, batch.Plan)
	return d, nil
}

// measure estimates how long a pair of games takes, so that the first units have a suitable size.
func (d *dispatch) measure(ctx context.Context, plan tournament.Plan) {
	if d.all/d.table.PairGames() < 2*leastUnits {
		return // each pair is a unit
	}
	var pace runner.Pace
	pace.Try(ctx, plan, d.c.options.newPlayer)
	if expected, known := pace.Expect(plan, 1); known && !pace.AtMost {
		d.played, d.thinking = plan.Len(), expected
	}
}

// play gives out units and takes deliveries until all games are kept, or until over is closed and no game is in play.
func (d *dispatch) play(ctx context.Context, games iter.Seq[tournament.Planned], over <-chan struct{}) (err error) {
	ctx, stop := context.WithCancel(ctx)
	fresh, release := iter.Pull(work.Units(games, d.pairs))
	d.fresh = fresh
	defer release()
	defer d.here.Wait()
	defer stop()
	drain := make(chan struct{})
	d.over = drain
	deaf, err := d.listen(ctx)
	defer deaf()
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
			over = nil
			d.close()
			close(drain)
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ask sends a function to the goroutine that runs play. It returns false if ctx ends before that goroutine receives it.
func (d *dispatch) ask(ctx context.Context, do func(context.Context) error) bool {
	select {
	case d.do <- do:
		return true
	case <-ctx.Done():
		return false
	}
}

// listen answers the messages of workers until deaf is called.
func (d *dispatch) listen(ctx context.Context) (deaf func(), err error) {
	var all []*nats.Subscription
	deaf = func() {
		for _, subscription := range all {
			_ = subscription.Unsubscribe()
		}
	}
	conn, session := d.c.conn, d.announcement.Session
	for verb, handle := range map[wire.Verb]func(from string, m *nats.Msg){
		wire.ToJoin:    func(from string, m *nats.Msg) { answer(m, d.join(from, m.Data)) },
		wire.ToLive:    func(from string, m *nats.Msg) { d.live(from, m.Data) },
		wire.ToFetch:   func(_ string, m *nats.Msg) { d.fetch(m) },
		wire.ToTake:    func(from string, m *nats.Msg) { d.takes(ctx, from, m) },
		wire.ToDeliver: func(from string, m *nats.Msg) { d.delivers(ctx, from, m) },
	} {
		subscription, err := wire.Listen(conn, session, verb, handle)
		if err != nil {
			return deaf, err
		}
		all = append(all, subscription)
	}
	// Who comes last: whoever hears of the run is answered whatever it asks next.
	who, err := wire.AnswerWho(conn, func() wire.Announcement { return d.announcement })
	if err != nil {
		return deaf, err
	}
	all = append(all, who)
	return deaf, nil
}

// answer sends an answer. If it is lost, the worker asks again.
func answer(m *nats.Msg, message any) { _ = m.Respond(wire.Encode(message)) }

// announce sends the announcement of the run to all workers. Ends says whether the run ends. If a message is lost, tick
// sends another.
func (d *dispatch) announce(ends bool) {
	a := d.announcement
	a.Ends = ends
	_ = wire.Announce(d.c.conn, a)
}

// join admits a worker if its players have the same signatures as here.
func (d *dispatch) join(from string, text []byte) wire.Answer {
	var j wire.Join
	if err := wire.Decode(text, &j); err != nil {
		return wire.Answer{Refused: err.Error()}
	}
	refused := ""
	for player, want := range d.job.Signatures {
		if is := j.Signatures[player]; is != want && j.Trouble == "" {
			refused = fmt.Sprintf("player %s: signature mismatch: %.40q on the worker (%s, %s), %s here; use the same "+
				"program on both", player, is, j.Program, j.Machine, want)
			j.Trouble = refused
		}
	}
	if banned := d.c.members.join(from, j); banned != "" {
		refused = banned
	}
	return wire.Answer{Refused: refused}
}

func (d *dispatch) live(from string, text []byte) {
	var h wire.Heartbeat
	if wire.Decode(text, &h) == nil {
		d.c.members.hear(from, h)
	}
}

// fetch answers with a piece of a file.
func (d *dispatch) fetch(m *nats.Msg) {
	var w wire.Want
	if wire.Decode(m.Data, &w) != nil {
		return
	}
	file := d.files[w.File]
	from := min(w.Offset, len(file))
	_ = m.Respond(file[from:min(from+wire.MaxPiece, len(file))]) // if it is lost, the worker asks again
}

// tick does the regular work.
func (d *dispatch) tick(ctx context.Context) {
	d.announce(d.ending)
	d.requeueLost()
	d.findLate()
	d.hurryAudits(ctx)
	d.serve()
	d.sayStall()
}

// close lets no further game begin. It drops the games that wait for an audit; a later session plays them again.
func (d *dispatch) close() {
	d.ending, d.endedAt = true, d.now()
	d.audits = map[string]*audit{}
	d.announce(true)
	for _, t := range d.takers {
		t.give(nil)
	}
	d.takers = nil
}

// drained reports whether the run has ended: no further game may begin, and no unit is in play or the games in play
// should have ended long ago.
func (d *dispatch) drained() bool {
	if !d.ending {
		return false
	}
	last := d.tooLong()
	if d.played > 0 {
		last = max(d.c.options.haste.Of(wire.DeadAfter), patience*d.thinking/time.Duration(d.played))
	}
	if d.now().Sub(d.endedAt) > last {
		return true
	}
	for _, u := range d.out {
		if len(u.leases) > 0 {
			return false
		}
	}
	return true
}
