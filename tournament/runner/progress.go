package runner

import (
	"context"
	"slices"
	"strings"
	"time"

	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// Progress says how far a run has come.
type Progress struct {
	Done    int  // games finished, including those of earlier sessions
	Total   int  // games planned
	Played  int  // games finished in this session
	Faults  int  // finished games that a fault ended
	Stopped bool // whether a fault in this session has ended the run, because the spec says so
	Enough  bool // whether [Runner.Watch] has returned true, so that no further game is played
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }

func (p *Progress) count(r tournament.Result) {
	p.Done++
	if r.Faulted() {
		p.Faults++
	}
}

// Pace estimates how long groups of players take for a game, from games that they have played.
type Pace struct {
	AtMost bool // whether the estimate is an upper bound, because some players may use less time
	Games  int  // number of games that Add has received
	groups map[string]thinking
}

// thinking is the time that players have thought in a number of games. It is an upper bound if atMost is true.
type thinking struct {
	games  int
	time   time.Duration
	atMost bool
}

// Add learns from a game.
func (p *Pace) Add(game tournament.Game) {
	key := groupKey(game.Players)
	group := p.groups[key]
	group.games++
	p.Games++
	for _, thought := range game.Thoughts {
		group.time += thought.Time
	}
	p.set(key, group)
}

func (p *Pace) set(key string, group thinking) {
	if p.groups == nil {
		p.groups = map[string]thinking{}
	}
	p.groups[key] = group
}

// Expect returns the time that the games of a plan would take if workers of them are played at the same time. It
// returns false if a group of players has not played a game yet.
func (p *Pace) Expect(plan tournament.Plan, workers int) (time.Duration, bool) {
	total, sample := 0., plan.Sample()
	for _, game := range sample {
		group := p.groups[groupKey(game.Players)]
		if group.games == 0 {
			return 0, false
		}
		total += float64(group.time) / float64(group.games)
	}
	samples := float64(plan.Len()) / float64(max(1, len(sample)))
	return time.Duration(samples * total / float64(max(1, min(workers, plan.Len())))), true
}

// groupKey returns a text that identifies a group of players in any order.
func groupKey(players []string) string {
	return strings.Join(slices.Sorted(slices.Values(players)), "\n")
}

const (
	trialNodes = 300             // nodes for a decision in a trial
	trialTime  = time.Second     // time limit of a trial without a node limit
	trialsTime = 5 * time.Second // time after which no further trial begins
)

// Try estimates the times of groups of players that have played no game yet. Each player plays one game against itself,
// with few nodes for a decision. A player with a time limit or clock counts with all of its time, as an upper bound.
// Try does not start programs.
func (p *Pace) Try(ctx context.Context, plan tournament.Plan, factory guard.Factory) {
	t := trial{ctx, plan, factory, map[tried]thinking{}, time.Now().Add(trialsTime)}
	for _, game := range plan.Sample() {
		key := groupKey(game.Players)
		if p.groups[key].games > 0 {
			continue
		}
		group := thinking{games: 1}
		for seat, player := range game.Players {
			var control tournament.Control
			if game.Controls != nil {
				control = game.Controls[seat]
			}
			part := t.seat(game, tried{player, control})
			if part.games == 0 {
				group.games = 0
			}
			group.time += part.time
			p.AtMost = p.AtMost || part.atMost
		}
		p.set(key, group)
	}
}

// trial is the state of [Pace.Try].
type trial struct {
	context.Context
	plan    tournament.Plan
	factory guard.Factory
	known   map[tried]thinking
	latest  time.Time // no trial begins after it
}

// tried is a player with its control, for which a trial is made.
type tried struct {
	player  string
	control tournament.Control
}

// seat returns the time that a player takes in one seat of a game like the given one. Its games is 0 if the time is
// unknown.
func (t *trial) seat(like tournament.Planned, who tried) thinking {
	if part, known := t.known[who]; known {
		return part
	}
	t.known[who] = thinking{}
	spec, err := search.ParseSpec(who.player)
	if err != nil {
		return thinking{}
	}
	limits := spec.Limits.Tightest(who.control.Limits)
	thinks := spec.Program() || players.Thinks(who.player)
	short, scale := who, 1.
	short.control = tournament.Control{Limits: search.Limits{Nodes: trialNodes, Depth: limits.Depth}}
	timed := limits.Time > 0 || who.control.Clock.Runs()
	switch {
	case spec.Program() && !timed:
		return thinking{}
	case spec.Program():
		short.player = "random"
	case limits.Nodes > trialNodes && thinks:
		scale = float64(limits.Nodes) / trialNodes
	case limits.Nodes == 0 && limits.Depth > 0:
		short.control.Limits.Nodes = 0
	}
	took, turns, ok := t.play(like, short)
	if !ok {
		return thinking{}
	}
	seats := time.Duration(len(like.Players))
	part := thinking{games: 1, time: time.Duration(float64(took) * scale / float64(seats))}
	if timed {
		own := time.Duration(turns) / seats
		most := limits.Time * own
		if clock := who.control.Clock; clock.Runs() && (most == 0 || clock.Base+clock.Increment*own < most) {
			most = clock.Base + clock.Increment*own
		}
		if part.time > most || limits.Nodes == 0 && thinks {
			part.time, part.atMost = most, true
		}
	}
	t.known[who] = part
	return part
}

// play plays a game of a player with itself. It returns the time that the game took, and its number of turns after the
// opening. It returns false if the game did not end without a fault.
func (t *trial) play(like tournament.Planned, who tried) (took time.Duration, turns int, ok bool) {
	if t.Err() != nil || time.Now().After(t.latest) {
		return 0, 0, false
	}
	game := like
	game.Players = slices.Repeat([]string{who.player}, len(like.Players))
	game.Controls, game.Draws = slices.Repeat([]tournament.Control{who.control}, len(like.Players)), nil
	pool := playerPool{t.factory, t.plan.Rules, map[numbered]search.Player{}}
	defer pool.end() //nolint:errcheck // it has none
	seated, err := pool.call(game.Players)
	if err != nil {
		return 0, 0, false
	}
	ctx := t.Context
	if who.control.Limits.Nodes == 0 {
		bounded, cancel := context.WithTimeout(ctx, trialTime)
		defer cancel()
		ctx = bounded
	}
	began := time.Now()
	played, err := referee.Referee{Rules: t.plan.Rules}.Play(ctx, game, seated)
	return time.Since(began), len(played.Thoughts), err == nil && !played.Faulted()
}
