package referee

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// clocks are the clocks and limits of a game, as the referee keeps them. Only the player to act spends time, and only
// while it decides.
type clocks struct {
	controls []tournament.Control           // by seat
	left     [engine.MaxSeats]time.Duration // by seat, at the start of its next turn; below 0 within the margin
	margin   time.Duration
	spread   float64
	draws    []*rand.Rand // by seat; nil for limits by nodes as they are
}

func newClocks(game tournament.Planned, margin time.Duration) clocks {
	c := clocks{controls: game.Controls, margin: margin, spread: game.Spread}
	if c.controls == nil {
		c.controls = make([]tournament.Control, len(game.Players))
	}
	for seat, control := range c.controls {
		c.left[seat] = control.Clock.Base
	}
	for _, seed := range game.Draws {
		c.draws = append(c.draws, rand.New(engine.NewRandom(seed)))
	}
	return c
}

// allowed returns the time that a turn may take without the margin, and whether there is a bound.
func (c *clocks) allowed(seat engine.Seat) (time.Duration, bool) {
	control := c.controls[seat]
	allowed, bounded := control.Limits.Time, control.Limits.Time > 0
	if control.Clock.Runs() && (!bounded || c.left[seat] < allowed) {
		return c.left[seat], true
	}
	return allowed, bounded
}

// limits returns the limits of the next decision after some time of the turn is spent. Every decision has the full
// limit of nodes and depth, but only the time that is left; never 0, which would mean no limit.
func (c *clocks) limits(seat engine.Seat, spent time.Duration) search.Limits {
	limits := c.controls[seat].Limits
	if c.draws != nil { // the logarithm of the factor is uniform between those of 1/spread and spread
		factor := math.Exp((2*c.draws[seat].Float64() - 1) * math.Log(c.spread))
		limits.Nodes = uint64(max(1, math.Round(float64(limits.Nodes)*factor)))
	}
	if limits.Time > 0 {
		limits.Time = max(limits.Time-spent, 1)
	}
	for s, control := range c.controls {
		if control.Clock.Runs() {
			limits.Clock.Left[s], limits.Clock.Increment[s] = max(c.left[s], 1), control.Clock.Increment
		}
	}
	if c.controls[seat].Clock.Runs() {
		limits.Clock.Left[seat], limits.Clock.Spent = max(c.left[seat]-spent, 1), spent
	}
	return limits
}

// deadline returns a context that ends when the player has lost on time: a nanosecond after the margin.
func (c *clocks) deadline(
	ctx context.Context, seat engine.Seat, spent time.Duration,
) (context.Context, context.CancelFunc) {
	allowed, bounded := c.allowed(seat)
	if !bounded {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, allowed+c.margin-spent+1)
}

// overstepped returns the fault of a player who has used too much time in a turn, or nil. It names times in full, since
// a nanosecond can decide.
func (c *clocks) overstepped(seat engine.Seat, used time.Duration) error {
	allowed, bounded := c.allowed(seat)
	if !bounded || used <= allowed+c.margin {
		return nil
	}
	what := "allowed"
	if c.controls[seat].Clock.Runs() && allowed == c.left[seat] {
		what = "left on the clock"
	}
	return guard.Errorf(guard.OutOfTime, "lost on time: %v used in a turn, %v %s, margin %v", used, allowed, what,
		c.margin)
}

// finish ends a turn that took some time, and returns what the clock shows then; 0 without a clock.
func (c *clocks) finish(seat engine.Seat, used time.Duration) time.Duration {
	if clock := c.controls[seat].Clock; clock.Runs() {
		c.left[seat] += clock.Increment - used
	}
	return c.left[seat]
}

// ending is how a game ends: by the rules, by a fault or by an adjudication. The ending of a game that continues is
// zero.
type ending struct {
	outcome engine.Outcome
	fault   tournament.Fault
	verdict tournament.Verdict
	trouble *tournament.Trouble
}

func faultReason(seat engine.Seat) string { return "fault: player " + seat.String() + " " }

// forfeit returns the ending of a game that stands at p by a fault of the loser. The fault ends the game for all
// players, since nobody could take over the seat without changing who is compared with whom. The loser takes the last
// place among the seats still in, the others still in share the places above, and the seats that had left before stay
// behind in the order in which they left. The turn of the fault is not played. The reason is one short line, whatever
// the player's error says.
func forfeit(p engine.Position, loser engine.Seat, cause error) ending {
	kind := guard.Failed
	if fault, ok := errors.AsType[*guard.Error](cause); ok {
		kind = fault.Kind
	}
	what := line(cause.Error(), 200)
	trouble := &tournament.Trouble{Cause: what}
	if teller, ok := errors.AsType[interface {
		error
		Said() []string
	}](cause); ok {
		trouble.Said = teller.Said()
	}
	outcome := placed(p, loser)
	outcome.Reason = engine.Reason(faultReason(loser) + what)
	return ending{outcome: outcome, fault: tournament.Fault{Kind: kind, Seat: loser}, trouble: trouble}
}

// placed returns the outcome of a game that stands at p, in which the seats that have left end last, then the losers,
// then all others in one place. A score is the share of opponents placed behind, of those in the same place half.
func placed(p engine.Position, losers ...engine.Seat) engine.Outcome {
	out := engine.Left(p)
	for _, loser := range losers {
		if !slices.Contains(out, loser) {
			out = append(out, loser)
		}
	}
	o := engine.Outcome{Seats: p.Rules().Seats()}
	for seat := range o.Seats {
		halves := 2 * slices.Index(out, engine.Seat(seat))
		if halves < 0 {
			halves = 2*len(out) + (o.Seats - len(out) - 1)
		}
		o.Scores[seat] = float64(halves) / float64(2*(o.Seats-1))
	}
	return o
}

type adjudicator struct {
	tournament.Adjudication
	alone bool                          // a player sits in both of two seats, and agrees with itself
	turns int                           // played, those of the opening included
	last  [engine.MaxSeats]search.Score // by seat, of its last turn; 0 before the first
	sure  [engine.MaxSeats]int          // by seat, consecutive turns in which it was sure to win (to lose: negative)
}

func newAdjudicator(planned tournament.Planned) adjudicator {
	players := planned.Players
	return adjudicator{Adjudication: planned.Adjudication, turns: len(planned.OpeningTurns),
		alone: len(players) == 2 && players[0] == players[1]}
}

func (a *adjudicator) hear(seat engine.Seat, score search.Score) {
	a.turns++
	a.last[seat] = score
	if a.alone {
		a.last[1-seat] = -score
	}
	switch {
	case score >= a.AgreeScore:
		a.sure[seat] = max(a.sure[seat], 0) + 1
	case score <= -a.AgreeScore:
		a.sure[seat] = min(a.sure[seat], 0) - 1
	default:
		a.sure[seat] = 0
	}
}

// verdict returns the ending of a game that stands at p if an adjudication ends it here. It never believes one player
// alone.
func (a *adjudicator) verdict(p engine.Position) ending {
	if p.Rules().Seats() == 2 {
		for winner := range engine.Seat(2) {
			loser := 1 - winner
			switch {
			case a.Proven && a.last[winner] > search.Proven && a.last[loser] < -search.Proven:
				outcome := engine.Win(winner, "adjudicated: proven by both")
				return ending{outcome: outcome, verdict: tournament.ProvenByBoth}
			case a.AgreeTurns > 0 && a.sure[winner] >= a.AgreeTurns && a.sure[loser] <= -a.AgreeTurns:
				outcome := engine.Win(winner, "adjudicated: agreed by both")
				return ending{outcome: outcome, verdict: tournament.AgreedByBoth}
			}
		}
	}
	if a.LongestGame > 0 && a.turns >= a.LongestGame {
		outcome := placed(p)
		outcome.Reason = "adjudicated: longest game"
		return ending{outcome: outcome, verdict: tournament.TooLong}
	}
	return ending{}
}
