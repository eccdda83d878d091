package referee_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/pitofpillars"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
)

// flaws lists the ways in which players misbehave, with the kind of fault that each is.
var flaws = map[string]struct {
	kind guard.FaultKind
	play plantest.Flaw // nil for the fake player of this name
}{
	"illegal": {kind: guard.IllegalStep}, "failing": {kind: guard.Failed}, "panicking": {kind: guard.Panicked},
	"hanging": {kind: guard.OutOfTime},
	"empty": {guard.NoStep, func(context.Context, *engine.History, search.Decision) (search.Decision, error) {
		return search.Decision{}, nil
	}},
	"overrunning": {guard.Overrun, func(
		_ context.Context, h *engine.History, good search.Decision,
	) (search.Decision, error) {
		probe := h.Clone()
		for range 3 { // more steps than a turn has
			if err := probe.Play(probe.Position().AppendSteps(nil)[0]); err != nil {
				return good, err
			}
		}
		return search.Decision{Steps: probe.Steps()[len(h.Steps()):]}, nil
	}},
}

func TestEveryFlawLosesTheGame(t *testing.T) {
	for name, flaw := range flaws {
		t.Run(name, func(t *testing.T) {
			limits := search.Limits{}
			if name == "hanging" {
				limits.Time = 20 * time.Millisecond
			}
			game := refereeFor(t, name, flaw.play, limits, 10*time.Millisecond)
			reason := string(game.Outcome.Reason)
			if game.Fault != (tournament.Fault{Kind: flaw.kind, Seat: 1}) ||
				!strings.HasPrefix(reason, "fault: player 2 ") || strings.Contains(reason, "lines") ||
				strings.ContainsAny(reason, "\n\x1b\u202e") {
				t.Errorf("reason %q, %+v: want one plain line about player 2 and %q", reason, game.Fault, flaw.kind)
			}
			if game.Outcome.Score(0) != 1 || game.Outcome.Score(1) != 0 {
				t.Errorf("scores %v: want the flawed player in seat 2 to lose", game.Outcome.Scores[:2])
			}
			h, err := game.Record.Replay(pitofpillars.Game)
			if err != nil {
				t.Fatalf("the record does not replay: %v", err)
			}
			if !h.Position().StartsTurn() {
				t.Errorf("the record holds the faulty turn: it ends at %s", h.Position())
			}
		})
	}
}

// TestGameRecord checks that thoughts hold what the players reported: one node a step.
func TestGameRecord(t *testing.T) {
	game := refereeFor(t, "random 2", nil, search.Limits{Nodes: 5}, 0)
	h, err := game.Record.Replay(pitofpillars.Game)
	if err != nil || game.Faulted() || h.Outcome() != game.Outcome {
		t.Fatalf("outcome %+v, replayed %+v, error %v: want an end on the board", game.Outcome, h.Outcome(), err)
	}
	plan := plantest.Plan(t, plantest.Small("random", "random 2"))
	before, err := openings.Play(plan.Rules, openings.Opening{Turns: plan.Game(0).OpeningTurns})
	require.NoError(t, err)
	steps := len(before.Steps())
	for _, thought := range game.Thoughts {
		steps += int(thought.Nodes)
		if thought.Depth != 2 || thought.Score != 3 {
			t.Errorf("thought %+v: want the depth and score that the player reported", thought)
		}
	}
	if steps != len(h.Steps()) {
		t.Errorf("the opening and the players' thoughts have %d steps, the game has %d", steps, len(h.Steps()))
	}
}

// spoiler is a player that plays a game of its own on the history that it receives, and writes into its slices.
type spoiler struct{ *plantest.Fake }

func (s spoiler) Decide(
	ctx context.Context, h *engine.History, l search.Limits, r func(search.Info),
) (search.Decision, error) {
	if err := consistent(h); err != nil {
		return search.Decision{}, err
	}
	decision, err := s.Fake.Decide(ctx, h, l, r)
	for i := range h.Steps() {
		h.Steps()[i] = engine.NoStep
	}
	clear(h.TurnHashes())
	for range 5 {
		if h.Outcome().Over() {
			break
		}
		if err := h.Play(h.Position().AppendSteps(nil)[0]); err != nil {
			return decision, err
		}
	}
	return decision, err
}

// consistent returns an error if a history differs from a replay of its steps from its start.
func consistent(h *engine.History) error {
	again := engine.NewHistory(h.Start())
	for _, step := range h.Steps() {
		if err := again.Play(step); err != nil {
			return err
		}
	}
	if again.Position().String() != h.Position().String() || !slices.Equal(again.TurnHashes(), h.TurnHashes()) ||
		again.Outcome() != h.Outcome() {
		return fmt.Errorf("the history stands at %s, its steps lead to %s", h.Position(), again.Position())
	}
	return nil
}

func TestPlayerCannotSpoilTheGame(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random", "random 2"))
	play := func(second search.Player) tournament.Game {
		referee := referee.Referee{Rules: plan.Rules}
		game, err := referee.Play(t.Context(), plan.List()[0], []search.Player{&plantest.Fake{Text: "random"}, second})
		if err != nil || game.Faulted() {
			t.Fatalf("%s, error %v", game.Outcome.Reason, err)
		}
		return game
	}
	plain, spoiled := play(&plantest.Fake{Text: "random 2"}), play(spoiler{&plantest.Fake{Text: "random 2"}})
	if !slices.Equal(plain.Record.Turns, spoiled.Record.Turns) {
		t.Error("a player that plays on in the history it is shown changed the game")
	}
}

// TestCancelledGameIsDropped cancels a game while a player decides, and while a player begins it.
func TestCancelledGameIsDropped(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random", "hanging"))
	for name, hanging := range map[string]func(cancel func()) search.Player{
		"decides": func(cancel func()) search.Player {
			return &plantest.Fake{Text: "hanging", Flaw: func(ctx context.Context, _ *engine.History,
				good search.Decision) (search.Decision, error) {
				cancel()
				<-ctx.Done()
				return good, nil
			}}
		},
		"begins": func(cancel func()) search.Player { return unready{&plantest.Fake{Text: "hanging"}, cancel} },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		referee := referee.Referee{Rules: plan.Rules}
		players := []search.Player{&plantest.Fake{Text: "random"}, hanging(cancel)}
		if _, err := referee.Play(ctx, plan.List()[0], players); !errors.Is(err, context.Canceled) {
			t.Errorf("while a player %s: error %v: want the cancellation, not a game", name, err)
		}
	}
}

// unready is a player that cancels its game while it begins it.
type unready struct {
	search.Player
	cancel func()
}

func (u unready) Begin(ctx context.Context, _ uint64) {
	u.cancel()
	<-ctx.Done()
}

// TestRefereeNeedsAPlayerForEverySeat checks the error for a wrong number of players.
func TestRefereeNeedsAPlayerForEverySeat(t *testing.T) {
	planned, _, rules := honest(t)
	for _, players := range [][]search.Player{nil, {&scripted{}}, {&scripted{}, &scripted{}, &scripted{}}} {
		if _, err := (referee.Referee{Rules: rules}).Play(t.Context(), planned, players); err == nil {
			t.Errorf("%d players play", len(players))
		}
	}
}

// teller is a player that reports a fact.
type teller struct {
	search.Player
	fact string
}

func (p teller) Facts() []engine.Tag { return []engine.Tag{{Name: "Weights", Value: p.fact}} }

func TestFactsAreRecordedBySeat(t *testing.T) {
	m := match(3, nil, &scripted{}, &scripted{}, &scripted{})
	m.players[0], m.players[2] = teller{m.players[0], "light"}, teller{m.players[2], "heavy"}
	tags := m.play(t).Record.Tags
	if got := tags[len(tags)-2:]; got[0] != (engine.Tag{Name: "Weights1", Value: "light"}) ||
		got[1] != (engine.Tag{Name: "Weights3", Value: "heavy"}) {
		t.Errorf("tags %v: want the facts of seats 1 and 3 at the end", tags)
	}
}
