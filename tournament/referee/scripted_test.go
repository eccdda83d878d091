package referee_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
)

// scripted is a player that takes one stone after the other from the pile, and at each decision does what its script
// says. After the end of the script it only takes stones.
type scripted struct {
	name  string
	takes time.Duration // at every decision
	// the decision, from 1, at which it waits for the end of its context
	hangs  int
	steps  []engine.Step                               // by decision, none after the last; nil for one stone each
	scores []search.Score                              // by decision; 0 after the last
	thinks func(search.Limits) time.Duration           // instead of takes
	flaw   func(decision int) (search.Decision, error) // instead of a stone where it has an error
	asked  []search.Limits
}

func (s *scripted) Name() string   { return s.name }
func (s *scripted) NewGame(uint64) { s.asked = nil }

func (s *scripted) Decide(
	ctx context.Context, _ *engine.History, limits search.Limits, _ func(search.Info),
) (search.Decision, error) {
	s.asked = append(s.asked, limits)
	n := len(s.asked)
	switch {
	case n == s.hangs:
		<-ctx.Done()
	case s.thinks != nil:
		time.Sleep(s.thinks(limits)) // in a bubble of synctest, where it only sets the clock
	default:
		time.Sleep(s.takes)
	}
	decision := search.Decision{Steps: []engine.Step{1}}
	if s.steps != nil {
		decision.Steps = s.steps[min(n-1, len(s.steps)):min(n, len(s.steps))]
	}
	if n <= len(s.scores) {
		decision.Info.Score = s.scores[n-1]
	}
	if s.flaw != nil {
		if flawed, err := s.flaw(n); err != nil {
			return flawed, err
		}
	}
	return decision, nil
}

// pileMatch is a planned game with a pile of 99, and its players.
type pileMatch struct {
	planned tournament.Planned
	margin  time.Duration
	players []search.Player
}

// match returns one game of scripted players without an opening. It is drawn after the given number of turns, if the
// pile lasts.
func match(longest int, controls []tournament.Control, players ...*scripted) pileMatch {
	m := pileMatch{planned: tournament.Planned{Identity: "1v2/1/1", Pair: "1v2/1", Controls: controls}}
	m.planned.Adjudication.LongestGame = longest
	for seat, player := range players {
		player.name = fmt.Sprint("scripted ", seat+1)
		m.players = append(m.players, player)
		m.planned.Players, m.planned.Seeds = append(m.planned.Players, player.name),
			append(m.planned.Seeds, uint64(seat))
	}
	return m
}

// play lets a referee play the match, and verifies the game.
func (m pileMatch) play(t *testing.T) tournament.Game {
	t.Helper()
	game, err := m.tryToPlay(t)
	require.NoError(t, err)
	if err := referee.Verify(m.planned, game, pileRules(t, game), limitTags(m.planned.Controls)); err != nil {
		t.Fatalf("verified: %v", err)
	}
	return game
}

func (m pileMatch) tryToPlay(t *testing.T) (tournament.Game, error) {
	t.Helper()
	rules := pile(t, len(m.players), engine.Setting{Name: "pile", Value: "99"})
	r := referee.Referee{Rules: rules, Margin: m.margin, Tags: limitTags(m.planned.Controls)}
	return r.Play(t.Context(), m.planned, m.players)
}

// limitTags returns the tags with which a runner records the controls of players.
func limitTags(controls []tournament.Control) (tags []engine.Tag) {
	for i, control := range controls {
		seat := engine.Seat(i).String()
		tags = append(tags, engine.Tag{Name: "Limits" + seat, Value: tournament.ControlKeys(control.Limits)},
			engine.Tag{Name: "Clock" + seat, Value: control.Clock.String()})
	}
	return tags
}

// pile returns the rules of the game of piles for a number of players.
func pile(t testing.TB, players int, more ...engine.Setting) engine.Rules {
	t.Helper()
	rules, err := enginetest.Pile{}.New(append(engine.Settings{{Name: "players", Value: fmt.Sprint(players)}}, more...))
	require.NoError(t, err)
	return rules
}

// pileRules returns the rules of the game of piles with which a game was played.
func pileRules(t *testing.T, game tournament.Game) engine.Rules {
	t.Helper()
	rules, err := enginetest.Pile{}.New(game.Record.Settings)
	require.NoError(t, err)
	return rules
}

// refereeFor plays the first game of a plan in which the second player has the flaw or, without one, is the fake player
// with the given text.
func refereeFor(
	t *testing.T, text string, flaw plantest.Flaw, limits search.Limits, margin time.Duration,
) tournament.Game {
	t.Helper()
	plan := plantest.Plan(t, plantest.Small("random", "random 2"))
	first, _ := plantest.NewFake("random", plan.Rules)
	var second search.Player = &plantest.Fake{Text: text, Flaw: flaw}
	if flaw == nil {
		var err error
		if second, err = plantest.NewFake(text, plan.Rules); err != nil {
			t.Fatal(err)
		}
	}
	planned := plan.List()[0]
	planned.Controls = []tournament.Control{{Limits: limits}, {Limits: limits}}
	referee := referee.Referee{Rules: plan.Rules, Margin: margin}
	game, err := referee.Play(t.Context(), planned, []search.Player{first, second})
	require.NoError(t, err)
	return game
}
