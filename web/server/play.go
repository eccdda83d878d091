package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
)

const longestWish = 16 << 10 // bytes of a request to plan, start, stop or continue runs

func (p *runPlayer) answerPlan(ctx context.Context, w wish) (any, error) {
	wanted, err := p.config.plan(w)
	told := map[string]any{"words": wanted.words, "games": wanted.games}
	if err == nil && w.Try {
		told["takes"] = p.config.takes(ctx, wanted)
	}
	return told, err
}

func (p *runPlayer) answerStart(ctx context.Context, w wish) (any, error) {
	wanted, err := p.config.plan(w)
	return p.start(ctx, wanted, err)
}

func (p *runPlayer) answerStop(context.Context, struct{}) (any, error) {
	p.stop()
	return p.state(), nil
}

func (p *runPlayer) answerContinue(ctx context.Context, asked struct{ Run string }) (any, error) {
	wanted, err := read(p.config.Database, func(db *store.Store) (plan, error) {
		run, err := db.Run(ctx, asked.Run)
		if err != nil {
			return plan{}, err
		}
		return p.config.resumePlan(ctx, db, run)
	})
	return p.start(ctx, wanted, err)
}

// post returns a handler that decodes the body of a request about playing, and sends the result of the function do. The
// handler refuses a body with unknown fields. Requests wait for each other, since a plan may take long.
func post[Q any](p *runPlayer, do func(context.Context, Q) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked Q
		text, err := p.admit(w, r)
		if err == nil && outside.JSON(text, &asked) != nil {
			err = refused(http.StatusBadRequest,
				"the request cannot be read: it must be one JSON object of known fields")
		}
		if err == nil {
			err = p.planning.Acquire(r.Context(), 1)
		}
		var done any
		if err == nil {
			done, err = do(r.Context(), asked)
			p.planning.Release(1)
		}
		respond(w, done, err)
	}
}

// admit returns the body of a request about playing. It returns an error if the request is not JSON or not from a page
// of this server. [Server.guard] has already checked the token.
func (p *runPlayer) admit(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	origin, err := url.Parse(r.Header.Get("Origin"))
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	switch {
	case !p.allowed():
		return nil, refused(http.StatusForbidden, "this server plays no runs; start it with pillars serve --allow-runs")
	case err != nil || origin.Host == "" || !strings.EqualFold(origin.Host, r.Host):
		return nil, refused(http.StatusForbidden, "only a page of this server may start and stop runs")
	case kind != "application/json":
		return nil, refused(http.StatusUnsupportedMediaType, "the request must be application/json")
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestWish))
	if err != nil {
		return nil, refused(http.StatusRequestEntityTooLarge, "the request is longer than 16 KiB, or not whole")
	}
	return text, nil
}

// A runPlayer plays the runs that visitors ask for, one at a time, as the commands do.
type runPlayer struct {
	config   Config
	planning *semaphore.Weighted // lets one request about playing be answered at a time

	lock   sync.Mutex // guards the fields below, and the fields of a job that change
	last   *job       // the job in progress, or else the latest job; nil before the first job
	closed bool       // no further job may start
}

// A job plays a run in the background.
type job struct {
	plan   plan
	drain  chan struct{} // closed when no further game may begin
	cancel func()        // drops the games in play
	begun  chan error    // receives nil once the run is stored, or the error that prevented its storing
	over   chan struct{} // closed when the job has ended

	run     string // id of the run, once it is stored
	trouble string // why the job failed
}

type jobState struct {
	Allowed  bool   `json:"allowed"`           // whether the server plays runs
	Run      string `json:"run,omitempty"`     // id of the run that is played or was played last
	Playing  bool   `json:"playing"`           // whether games are played
	Stopping bool   `json:"stopping"`          // whether the games in play are the last
	Trouble  string `json:"trouble,omitempty"` // why the run ended early
}

// allowed reports whether visitors may play runs. They need a token even on this machine.
func (p *runPlayer) allowed() bool { return p.config.AllowRuns && p.config.Token != "" }

func (p *runPlayer) state() jobState {
	p.lock.Lock()
	defer p.lock.Unlock()
	s, j := jobState{Allowed: p.allowed()}, p.last
	if j == nil {
		return s
	}
	s.Playing = !parallel.Closed(j.over)
	s.Stopping = s.Playing && parallel.Closed(j.drain)
	s.Run, s.Trouble = j.run, j.trouble
	return s
}

// start starts playing the plan wanted, or returns err if it is not nil. As soon as the run is stored, start returns
// the id of the run, for the page.
func (p *runPlayer) start(ctx context.Context, wanted plan, err error) (any, error) {
	p.lock.Lock()
	switch {
	case err != nil:
	case p.closed:
		err = errors.New("the server ends")
	case p.last != nil && !parallel.Closed(p.last.over):
		err = refused(http.StatusConflict, "another run is being played; stop it first")
	}
	if err != nil {
		p.lock.Unlock()
		return nil, err
	}
	playCtx, cancel := context.WithCancel(context.Background()) // the job outlasts the request
	j := &job{plan: wanted, drain: make(chan struct{}), cancel: cancel, begun: make(chan error, 1),
		over: make(chan struct{})}
	p.last = j
	p.lock.Unlock()
	go p.play(playCtx, j)
	select {
	case err = <-j.begun:
	case <-ctx.Done(): // the visitor has left; the job continues
		err = ctx.Err()
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	return map[string]string{"run": j.run}, err
}

// stop lets no further game begin. The games in play are finished and stored.
func (p *runPlayer) stop() {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.last != nil && !parallel.Closed(p.last.drain) {
		close(p.last.drain)
	}
}

// end stops the job, waits until the job has ended, and lets no other job start. If ctx ends first, end drops the games
// in play.
func (p *runPlayer) end(ctx context.Context) {
	p.stop()
	p.lock.Lock()
	j := p.last
	p.closed = true
	p.lock.Unlock()
	if j == nil {
		return
	}
	select {
	case <-j.over:
	case <-ctx.Done():
		j.cancel()
		<-j.over
	}
}

// play plays a job to its end. It sends nil on j.begun as soon as the run is stored, or the error that prevented this.
func (p *runPlayer) play(ctx context.Context, j *job) {
	defer close(j.over)
	defer j.cancel()
	err := p.playRun(ctx, j)
	if err != nil && ctx.Err() == nil {
		p.lock.Lock()
		j.trouble = err.Error()
		p.lock.Unlock()
	}
	select {
	case j.begun <- err:
	default: // the channel takes only the first value
	}
}

// playRun plays the run of a job until j.drain is closed. It returns an error if another process plays the run.
func (p *runPlayer) playRun(ctx context.Context, j *job) (err error) {
	db, err := store.Open(p.config.Database)
	if err != nil {
		return err
	}
	defer func() { err = db.CloseAfter(err) }()
	s, err := j.plan.session()
	if err != nil {
		return err
	}
	s.Workers, s.Drain, s.NewPlayer = max(1, p.config.Workers), j.drain, newPlayer
	if err := s.Enter(ctx, db); err != nil {
		return err
	}
	for _, other := range session.ReadInPlay(db.Path(), time.Now()) {
		if other.Run == s.Run.ID && other.Process != os.Getpid() {
			return refused(http.StatusConflict, "run %s is being played by another process, with the number %d",
				s.Run.ID, other.Process)
		}
	}
	p.lock.Lock()
	j.run = s.Run.ID
	p.lock.Unlock()
	j.begun <- nil
	_, err = s.Play(ctx)
	return err
}

// newPlayer makes a player as the commands do. It returns an error for a player that starts a program or reads a file.
func newPlayer(text string, rules engine.Rules) (search.Player, error) {
	if _, err := fileless(text, kindTournament); err != nil {
		return nil, err
	}
	return players.Recorded(text, rules)
}
