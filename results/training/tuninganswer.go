package training

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// answer plays the games of a question. What is random in them depends on the number of the question only.
func (t *Tuning) answer(ctx context.Context, question tune.Question) (Iteration, error) {
	iteration := Iteration{Number: question.Number, Candidates: question.Candidates}
	players, err := t.playersOf(question)
	if err != nil {
		return iteration, err
	}
	seed := engine.DeriveSeed(t.Plan.Seed, "iteration", strconv.Itoa(question.Number))
	games, err := t.play(ctx, players, seed)
	iteration.Wins, iteration.Draws, iteration.Losses = games.Wins, games.Draws, games.Losses
	iteration.Answer = float64(games.Wins - games.Losses)
	return iteration, err
}

func (t *Tuning) playersOf(question tune.Question) (players [2]string, err error) {
	for i, candidate := range question.Candidates {
		text, err := t.player(candidate)
		if err != nil {
			return players, err
		}
		if players[i], err = t.nameOf(text); err != nil {
			return players, err
		}
	}
	return players, nil
}

// play plays a batch of pairs of games and counts them for the first player. Players that do not differ share the points without playing.
func (t *Tuning) play(ctx context.Context, players [2]string, seed uint64) (games stats.WDL, err error) {
	if players[0] == players[1] {
		return stats.WDL{Draws: 2 * t.Plan.Batch}, nil
	}
	spec := tournament.Spec{
		Game: t.Rules.Game().Name(), Options: t.Rules.Settings(), Players: players[:], Rounds: t.Plan.Batch, Seed: seed,
		Openings:     openings.Source{Turns: t.Plan.Openings},
		Adjudication: tournament.Adjudication{Proven: true},
	}
	plan, err := tournament.NewPlan(spec, t.Rules.Game())
	if err != nil {
		return games, err
	}
	var fault error
	runner := runner.Runner{
		Plan: plan, NewPlayer: t.NewPlayer, Workers: t.Workers, Program: runner.Program(),
		Watch: func(r tournament.Result) bool {
			if seat, faulty := r.Faulty(); faulty {
				fault = fmt.Errorf("game %s between %s and %s: %s (seat %s)", r.Identity, r.Players[0], r.Players[1], r.Outcome.Reason, seat)
				return true
			}
			games = games.Plus(wdlOf(r, players[0]))
			return false
		},
	}
	_, err = runner.Run(ctx)
	return games, errors.Join(err, fault)
}

// wdlOf is a game as a player sees it.
func wdlOf(r tournament.Result, player string) stats.WDL {
	score := r.Outcome.Score(0)
	if r.Players[0] != player {
		score = 1 - score
	}
	return stats.OneGame(score)
}
