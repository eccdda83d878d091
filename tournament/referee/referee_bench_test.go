package referee_test

import (
	"context"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/referee"
)

// instant is a player that plays the steps of a game that was played before, one per decision.
type instant struct{ steps []engine.Step }

func (instant) Name() string   { return "instant" }
func (instant) NewGame(uint64) {}

func (p instant) Decide(
	_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	at := len(h.Steps())
	return search.Decision{Steps: p.steps[at : at+1 : at+1]}, nil
}

// longGame returns a game of random movers on the usual board, of typical length or longer.
func longGame(b *testing.B) (engine.Rules, []engine.Step) {
	b.Helper()
	rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: "8"}})
	if err != nil {
		b.Fatal(err)
	}
	for seed := uint64(0); ; seed++ {
		h, random := engine.NewHistory(rules.Start()), engine.NewRandom(seed)
		for !h.Outcome().Over() {
			if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
				b.Fatal(err)
			}
		}
		if len(h.Steps()) >= 200 {
			return rules, h.Steps()
		}
	}
}

// BenchmarkReferee measures the time per step that is spent outside the players: recording, clocks and checks, over a
// whole game.
func BenchmarkReferee(b *testing.B) {
	rules, steps := longGame(b)
	for name, control := range map[string]tournament.Control{
		"plain": {Limits: search.Limits{Nodes: 1}},
		"clock": {Clock: tournament.TimeControl{Base: time.Hour, Increment: time.Second}},
	} {
		b.Run(name, func(b *testing.B) {
			planned := tournament.Planned{
				Identity: "1v2/1/1", Players: []string{"instant", "instant"}, Seeds: []uint64{1, 2},
				Controls: []tournament.Control{control, control},
			}
			planned.Adjudication = tournament.Adjudication{Proven: true, AgreeScore: 1, AgreeTurns: 1}
			players := []search.Player{instant{steps}, instant{steps}}
			b.ReportAllocs()
			for b.Loop() {
				game, err := referee.Referee{Rules: rules}.Play(b.Context(), planned, players)
				if err != nil || game.Faulted() {
					b.Fatalf("%s, error %v", game.Outcome.Reason, err)
				}
			}
			perStep := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(steps))
			b.ReportMetric(perStep, "ns/step")
			b.ReportMetric(float64(len(steps)), "steps")
		})
	}
}
