package tournament

import (
	"context"
	"fmt"
	"time"

	"pillars/engine"
	"pillars/search"
)

// Referee plays single games. It checks everything a player does: whoever returns an error, nothing, or a step that is not legal, panics, or
// oversteps the time limit or the clock by more than the margin, has lost: the game ends there and then, with the player at fault in the last place
// among those still in, and those still in sharing the places above.
//
// Players are called on the referee's own goroutine. Under a limit by time or a clock their context ends as soon as they have lost on time. A call
// that heeds no context and does not return cannot be ended: players that are not trusted so far belong in processes of their own, which can.
type Referee struct {
	Rules  engine.Rules
	Margin time.Duration // tolerated beyond a limit by time and beyond a clock
	Tags   []engine.Tag  // go into every record, before those of the game
}

// Play plays a game between players, given by seat. It fails when ctx ends before the game does, and when the opening cannot be played.
func (r Referee) Play(ctx context.Context, planned Planned, players []search.Player) (Game, error) {
	if len(players) != r.Rules.Seats() {
		return Game{}, fmt.Errorf("game %s: %d players for %d seats", planned.Identity, len(players), r.Rules.Seats())
	}
	h, err := playOpening(r.Rules, planned)
	if err != nil {
		return Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
	}
	controls := planned.Controls
	if controls == nil {
		controls = make([]Control, len(players))
	}
	m := match{
		Referee: r, history: h, attempt: h.Clone(), players: players, clocks: newClocks(controls, r.Margin),
		adjudicator: adjudicator{Adjudication: planned.Adjudication, turns: len(planned.Opening)},
	}
	m.clocks.draws = newDraws(planned)
	for range players {
		m.views = append(m.views, h.Clone())
	}
	outcome := m.begin(planned.Seeds)
	for !outcome.Over() {
		if outcome, err = m.turn(ctx); err != nil {
			return Game{}, fmt.Errorf("game %s: %w", planned.Identity, err)
		}
	}
	return m.game(planned, outcome), nil
}

// playOpening plays the opening of a planned game from its start.
func playOpening(rules engine.Rules, planned Planned) (*engine.History, error) {
	start := rules.Start()
	if planned.Start != "" {
		var err error
		if start, err = rules.Game().Read(planned.Start, rules.Settings()); err != nil {
			return nil, fmt.Errorf("opening: %w", err)
		}
	}
	h := engine.NewHistory(start)
	for i, text := range planned.Opening {
		steps, err := engine.ParseTurn(h.Position(), text)
		if err != nil {
			return nil, fmt.Errorf("opening, turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			if err := h.Play(step); err != nil {
				return nil, fmt.Errorf("opening, turn %d: %w", i+1, err)
			}
		}
	}
	return h, nil
}

// match is a game in progress.
type match struct {
	Referee
	history     *engine.History   // up to the last complete turn
	attempt     *engine.History   // the same, and what the present turn has so far
	views       []*engine.History // by seat, what the player is shown, and may spoil
	players     []search.Player
	clocks      clocks
	adjudicator adjudicator
	facts       []engine.Tag // that the players told
	thoughts    []Thought
}

// begin tells the players of the new game. The outcome is that of a player's fault, or of an opening that already ended the game.
func (m *match) begin(seeds []uint64) engine.Outcome {
	for i, player := range m.players {
		seat := engine.Seat(i)
		err := guard(func() error {
			if missing, ok := player.(absent); ok {
				return missing.cause
			}
			player.NewGame(seeds[seat])
			m.facts = append(m.facts, factsOf(player, seat)...)
			return nil
		})
		if err != nil {
			return forfeit(m.history.Position(), seat, err.Error())
		}
	}
	return m.history.Outcome()
}

// turn has the seat to act play one whole turn. It fails when ctx ends. The turn in which a player is at fault is not played. The outcome is that of
// the rules, else of a fault, else of an adjudication.
func (m *match) turn(ctx context.Context) (engine.Outcome, error) {
	seat := m.history.Position().Seat()
	m.attempt.CopyFrom(m.history)
	thought, err := m.decideTurn(ctx, m.attempt, seat)
	if ctx.Err() != nil {
		return engine.Outcome{}, ctx.Err()
	}
	if err != nil {
		return forfeit(m.history.Position(), seat, err.Error()), nil
	}
	m.history, m.attempt = m.attempt, m.history
	m.thoughts = append(m.thoughts, thought)
	m.adjudicator.hear(seat, thought.Score)
	if outcome := m.history.Outcome(); outcome.Over() {
		return outcome, nil
	}
	return m.adjudicator.verdict(m.history.Position()), nil
}

// game is the finished game.
func (m *match) game(planned Planned, outcome engine.Outcome) Game {
	record := engine.NewRecord(m.history, planned.Players)
	record.Opening = len(planned.Opening)
	record.Outcome = outcome
	record.Tags = append(append(record.Tags, m.Tags...), engine.Tag{Name: "Round", Value: planned.Identity})
	for seat, seed := range planned.Seeds {
		record.Tags = append(record.Tags, seedTag(seat, seed))
	}
	record.Tags = append(record.Tags, m.facts...)
	return Game{
		Result: Result{
			Identity: planned.Identity, Pair: planned.Pair, Players: planned.Players, Outcome: outcome, Turns: len(record.Turns),
		},
		Record:   record,
		Thoughts: m.thoughts,
	}
}

// seedTag tells the seed of a seat.
func seedTag(seat int, seed uint64) engine.Tag {
	return engine.Tag{Name: "Seed" + engine.Seat(seat).String(), Value: fmt.Sprint(seed)}
}
