// Package referee plays and verifies one planned game between players that it does not trust.
package referee

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// Referee plays single games and checks everything that a player does. A player loses the game (see [forfeit]) if it
// panics, if it returns an error, no step, an illegal step or a step beyond its turn, or if it exceeds its time limit
// or clock by more than the margin.
//
// The referee calls players on its own goroutine. If there is a time limit or a clock, their context ends as soon as
// they have lost on time. A call that ignores its context and does not return cannot be stopped. Therefore players that
// are not trusted to return belong in processes of their own, which can be killed.
type Referee struct {
	Rules  engine.Rules
	Margin time.Duration // how far a player may exceed its time limit or clock without losing
	Tags   []engine.Tag  // first tags of every record; tags of the single game follow
}

// Play plays a game between players, given by seat. It returns an error if ctx ends before the game does, if the
// opening cannot be played, or if the program of a player does not start.
func (r Referee) Play(
	ctx context.Context, planned tournament.Planned, players []search.Player,
) (tournament.Game, error) {
	if len(players) != r.Rules.Seats() {
		return tournament.Game{}, fmt.Errorf("game %s: %d players for %d seats",
			planned.Identity, len(players), r.Rules.Seats())
	}
	h, err := openings.Play(r.Rules, openings.Opening{Start: planned.Start, Turns: planned.OpeningTurns})
	if err != nil {
		return tournament.Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
	}
	m := match{
		Referee: r, history: h, attempt: h.Clone(), players: players, clocks: newClocks(planned, r.Margin),
		strays: newStrays(planned.Stray), visits: planned.Visits,
		adjudicator: newAdjudicator(planned),
	}
	for range players {
		m.views = append(m.views, h.Clone())
	}
	end := m.begin(ctx, planned.Seeds)
	for !end.outcome.Over() {
		if end, err = m.playTurn(ctx); err != nil {
			return tournament.Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
		}
	}
	return m.finishedGame(planned, end), nil
}

// match is a game that a [Referee] plays.
type match struct {
	Referee
	history     *engine.History   // the game up to the last complete turn
	attempt     *engine.History   // the game up to the last step of the current turn
	views       []*engine.History // copies of the game, by seat, for the players, which may change them
	players     []search.Player   // by seat
	clocks      clocks
	strays      *strays // draws random turns of training games
	visits      bool    // whether to store the visits of the players' searches
	adjudicator adjudicator
	facts       []engine.Tag // facts that the players reported; see [FactReporter]
	thoughts    []tournament.Thought
}

// strayEvery is the inverse of the probability that a turn of a straying game is drawn at random.
const strayEvery = 12

// strays decides which turns of a training game are random, and draws them.
type strays struct {
	generator *rand.PCG
	random    *rand.Rand
}

// newStrays returns the strays of a game whose [tournament.Planned].Stray is seed, or nil if seed is 0.
func newStrays(seed uint64) *strays {
	if seed == 0 {
		return nil
	}
	generator := engine.NewRandom(seed)
	return &strays{generator, rand.New(generator)}
}

// next decides whether the next turn is random. If so, it plays a random turn in h. A nil strays draws no turns.
func (s *strays) next(h *engine.History) (random bool, err error) {
	if s == nil || s.random.IntN(strayEvery) > 0 {
		return false, nil
	}
	return true, engine.RandomTurn(h, s.generator)
}

// begin announces the new game to the players. The ending is zero unless a player fails or the opening ends the game.
func (m *match) begin(ctx context.Context, seeds []uint64) ending {
	for i, player := range m.players {
		seat := engine.Seat(i)
		err := guard.Call(func() error {
			search.Begin(ctx, player, seeds[seat])
			if reporter, ok := player.(FactReporter); ok {
				m.facts = append(m.facts, factTags(seat, reporter.Facts())...)
			}
			return nil
		})
		if err != nil {
			return forfeit(m.history.Position(), seat, err)
		}
	}
	return ending{outcome: m.history.Outcome()}
}

// playTurn lets the seat to act play one whole turn. The ending is zero unless the turn ends the game. It returns an
// error if ctx ends or if a player's program does not start.
func (m *match) playTurn(ctx context.Context) (ending, error) {
	seat := m.history.Position().Seat()
	m.attempt.CopyFrom(m.history)
	var thought tournament.Thought
	var err error
	if thought.Random, err = m.strays.next(m.attempt); err != nil {
		return ending{}, err
	}
	if thought.Random {
		thought.Left = m.clocks.finishTurn(seat, 0)
	} else {
		thought, err = m.decideTurn(ctx, m.attempt, seat)
	}
	switch { // the end of ctx comes first, since it also makes players fail
	case ctx.Err() != nil:
		return ending{}, ctx.Err()
	case errors.Is(err, search.ErrNotStarted): // not a fault of the player
		return ending{}, fmt.Errorf("player %s: %w", m.players[seat].Name(), err)
	case err != nil:
		return forfeit(m.history.Position(), seat, err), nil
	}
	m.history, m.attempt = m.attempt, m.history // the turn is now part of the game
	m.thoughts = append(m.thoughts, thought)
	m.adjudicator.addScore(seat, thought.Score)
	if outcome := m.history.Outcome(); outcome.Over() {
		return ending{outcome: outcome}, nil
	}
	return m.adjudicator.verdict(m.history.Position()), nil
}

func (m *match) finishedGame(planned tournament.Planned, end ending) tournament.Game {
	record := engine.NewRecord(m.history, planned.Players)
	record.Opening = len(planned.OpeningTurns)
	record.Outcome = end.outcome
	record.Tags = append(append(record.Tags, m.Tags...), engine.Tag{Name: "Round", Value: planned.Identity})
	for seat, seed := range planned.Seeds {
		record.Tags = append(record.Tags, seedTag(seat, seed))
	}
	record.Tags = append(record.Tags, m.facts...)
	return tournament.Game{
		Result: tournament.Result{
			Identity: planned.Identity, Pair: planned.Pair, Pairing: planned.Pairing, Opening: planned.Opening,
			Players: planned.Players, Outcome: end.outcome, Turns: len(record.Turns),
			Fault: end.fault, Adjudicated: end.verdict,
		},
		Record:   record,
		Thoughts: m.thoughts,
		Trouble:  end.trouble,
	}
}

func seedTag(seat int, seed uint64) engine.Tag {
	return engine.Tag{Name: "Seed" + engine.Seat(seat).String(), Value: fmt.Sprint(seed)}
}

// decideTurn asks the player for steps until its turn is complete, and plays them in h. The depth and score of the
// thought are from the first decision of the turn. An error is a fault of the player, such as a [guard.Error].
func (m *match) decideTurn(ctx context.Context, h *engine.History, seat engine.Seat) (tournament.Thought, error) {
	var thought tournament.Thought
	var visits [][]search.Visits
	from := len(h.Steps()) // number of steps before the turn
	for !h.TurnDone(from) {
		isFirst := len(h.Steps()) == from
		m.views[seat].CopyFrom(h)
		decision, err := m.decide(ctx, m.views[seat], seat, &thought.Time)
		if late := m.clocks.overstepped(seat, thought.Time); late != nil { // lack of time may have caused err
			return thought, late
		}
		if err != nil {
			return thought, err
		}
		if err := playSteps(h, decision.Steps, from); err != nil {
			return thought, err
		}
		thought.Nodes += min(decision.Info.Nodes, mostNodes)
		visits = append(visits, decision.Visits...)
		if isFirst {
			thought.Depth, thought.Score = decision.Info.Depth, decision.Info.Score
		}
	}
	if m.visits {
		thought.Visits = tournament.FormatVisits(visits)
	}
	thought.Left = m.clocks.finishTurn(seat, thought.Time)
	return clamped(thought), nil
}

// decide asks the seat's player for one decision in h, and adds the time of the decision to spent.
func (m *match) decide(
	ctx context.Context, h *engine.History, seat engine.Seat, spent *time.Duration,
) (search.Decision, error) {
	_, limited := m.clocks.allowed(seat)
	ctx, cancel := m.clocks.deadline(ctx, seat, *spent)
	defer cancel()
	limits := m.clocks.limits(seat, *spent)
	elapsed := stopwatch(m.players[seat], limited)
	decision, err := guard.Decide(ctx, m.players[seat], h, limits)
	*spent += elapsed()
	return decision, err
}

// playSteps plays the next steps of a turn in h. From is the number of steps in h at the beginning of that turn.
func playSteps(h *engine.History, steps []engine.Step, from int) error {
	for i, step := range steps {
		if h.TurnDone(from) {
			return guard.Errorf(guard.Overrun, "returned %d steps beyond the end of the turn", len(steps)-i)
		}
		if err := h.Play(step); err != nil {
			return guard.Errorf(guard.IllegalStep, "returned an illegal step: %w", err)
		}
	}
	return nil
}

// FactReporter is a player that reports facts about itself that its name does not contain, such as the hash of its file
// of weights.
type FactReporter interface {
	search.Player
	// Facts returns tags. Their names are different and consist of letters and digits. A game's record appends the
	// number of the seat to each name.
	Facts() []engine.Tag
}

func factTags(seat engine.Seat, facts []engine.Tag) []engine.Tag {
	tags := slices.Clone(facts)
	for i := range tags {
		tags[i].Name += seat.String()
		tags[i].Value = firstLine(tags[i].Value, longestTag)
	}
	return tags
}
