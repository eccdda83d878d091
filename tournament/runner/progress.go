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

// Progress counts the games of a run, and says whether the run has ended early.
type Progress struct {
	Done    int  // games finished, including those of earlier sessions
	Total   int  // games planned
	Played  int  // games finished in this session
	Faults  int  // finished games that a fault ended
	Stopped bool // whether a fault in this session has ended the run, see [tournament.FaultStops]
	Enough  bool // whether [Runner.Watch] has returned true, so that no further game is played
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }

// Pace estimates how long a run takes from short trials. A group is the players of
// one game in any order; each group has a time of its own.
type Pace struct {
	AtMost bool                // whether the estimate is an upper bound, because some players may use less time
	groups map[string]thinking // by groupKey
}

// thinking is the time that a group, or a player in one seat, has thought in a number of games; unknown if games is 0.
type thinking struct {
	games  int
	time   time.Duration
	atMost bool // whether time is an upper bound
}

func (p *Pace) set(key string, group thinking) {
	if p.groups == nil {
		p.groups = map[string]thinking{}
	}
	p.groups[key] = group
}

// Expect returns the time that the games of a plan would take if the given number of workers plays one game each at a
// time. It returns false if the time of a group of players is unknown.
func (p *Pace) Expect(plan tournament.Plan, workers int) (expected time.Duration, known bool) {
	sampleTime, sample := 0., plan.Sample()
	for _, game := range sample {
		group := p.groups[groupKey(game.Players)]
		if group.games == 0 {
			return 0, false
		}
		sampleTime += float64(group.time) / float64(group.games)
	}
	samples := float64(plan.Len()) / float64(max(1, len(sample))) // how many times the plan has the sample's games
	atOnce := float64(max(1, min(workers, plan.Len())))
	return time.Duration(samples * sampleTime / atOnce), true
}

func groupKey(players []string) string {
	return strings.Join(slices.Sorted(slices.Values(players)), "\n")
}

const (
	trialNodes = 300             // nodes per decision in a trial
	trialTime  = time.Second     // time limit of a trial without a node limit
	trialsTime = 5 * time.Second // time after which no further trial begins
)

// Try estimates the times of groups of players that have played no game yet. Each player plays a trial: one game
// against itself, with few nodes per decision. The time of the trial is then scaled up to the player's node limit. For
// a player with a time limit or clock but no node limit, Try takes all of that time, as an upper bound. Try does not
// start programs; a random player stands in for a program with a time limit or clock.
func (p *Pace) Try(ctx context.Context, plan tournament.Plan, factory guard.Factory) {
	t := trials{ctx, plan, factory, map[candidate]thinking{}, time.Now().Add(trialsTime)}
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
			estimate := t.seatTime(game, candidate{player, control})
			if estimate.games == 0 {
				group.games = 0 // the time of the group is unknown
			}
			group.time += estimate.time
			p.AtMost = p.AtMost || estimate.atMost
		}
		p.set(key, group)
	}
}

// trials plays the trials of [Pace.Try].
type trials struct {
	context.Context
	plan    tournament.Plan
	factory guard.Factory
	known   map[candidate]thinking // the results of earlier trials
	latest  time.Time              // no trial begins after it
}

// candidate is a player with its control, for a trial.
type candidate struct {
	player  string
	control tournament.Control
}

// seatTime returns the time that a player thinks in one seat of a game like the given one.
func (t *trials) seatTime(like tournament.Planned, c candidate) thinking {
	if earlier, known := t.known[c]; known {
		return earlier
	}
	t.known[c] = thinking{} // stays there if the time is unknown
	spec, err := search.ParseSpec(c.player)
	if err != nil {
		return thinking{}
	}
	limits := spec.Limits.Tightest(c.control.Limits)
	timed := limits.Time > 0 || c.control.Clock.Runs()
	if spec.Program() && !timed {
		return thinking{}
	}
	thinks := spec.Program() || players.Thinks(c.player) // whether the player searches, so that limits matter

	inTrial, scale := c, 1. // the player in its trial; factor for the trial's time
	inTrial.control = tournament.Control{Limits: search.Limits{Nodes: trialNodes, Depth: limits.Depth}}
	switch {
	case spec.Program():
		inTrial.player = "random" // shows how many turns a game has
	case limits.Nodes > trialNodes && thinks:
		scale = float64(limits.Nodes) / trialNodes
	case limits.Nodes == 0 && limits.Depth > 0:
		inTrial.control.Limits.Nodes = 0 // the player has no node limit; its depth limit ends decisions
	}
	took, turns, ok := t.play(like, inTrial)
	if !ok {
		return thinking{}
	}
	seats := len(like.Players)
	estimate := thinking{games: 1, time: time.Duration(float64(took) * scale / float64(seats))}
	if timed {
		most := mostTime(limits, c.control.Clock, turns/seats)
		noNodeLimit := limits.Nodes == 0 && thinks
		if estimate.time > most || noNodeLimit {
			estimate.time, estimate.atMost = most, true
		}
	}
	t.known[c] = estimate
	return estimate
}

// mostTime returns the longest time that a player with a time limit or clock may think in a number of turns.
func mostTime(limits search.Limits, clock tournament.TimeControl, turns int) time.Duration {
	byLimit, byClock := limits.Time*time.Duration(turns), clock.Base+clock.Increment*time.Duration(turns)
	if clock.Runs() && (byLimit == 0 || byClock < byLimit) {
		return byClock
	}
	return byLimit
}

// play plays a game of a player against itself. It returns the time that the game took, and its number of turns after
// the opening. It returns false if no further trial may begin, or if the game does not end or ends by a fault.
func (t *trials) play(like tournament.Planned, c candidate) (took time.Duration, turns int, ok bool) {
	if t.Err() != nil || time.Now().After(t.latest) {
		return 0, 0, false
	}
	game := like
	game.Players = slices.Repeat([]string{c.player}, len(like.Players))
	game.Controls = slices.Repeat([]tournament.Control{c.control}, len(like.Players))
	game.Draws = nil // the limits of a trial are not drawn
	pool := playerPool{t.factory, t.plan.Rules, map[string][]search.Player{}}
	defer pool.end()
	seated, err := pool.get(game.Players)
	if err != nil {
		return 0, 0, false
	}
	ctx := t.Context
	if c.control.Limits.Nodes == 0 {
		limited, cancel := context.WithTimeout(ctx, trialTime)
		defer cancel()
		ctx = limited
	}
	began := time.Now()
	played, err := referee.Referee{Rules: t.plan.Rules}.Play(ctx, game, seated)
	return time.Since(began), len(played.Thoughts), err == nil && !played.Faulted()
}
