package training

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/search"
	"pillars/search/tune"
	"pillars/tournament"
)

// answer answers a question. What is random in it depends on the number of the question, or on nothing: vectors that CMA-ES compares meet the same
// openings.
func (t *Tuning) answer(ctx context.Context, question tune.Question) (Iteration, error) {
	iteration := Iteration{Number: question.Number, Candidates: question.Candidates}
	players, err := t.playersOf(question)
	if err != nil {
		return iteration, err
	}
	if t.Plan.Method == CMAES && t.Plan.Proxy == ProxySuite {
		iteration.Answer, err = t.solve(ctx, players[0])
		return iteration, err
	}
	seed := engine.DeriveSeed(t.Plan.Seed, "proxy")
	if t.Plan.Method == SPSA {
		seed = engine.DeriveSeed(t.Plan.Seed, "iteration", strconv.Itoa(question.Number))
	}
	games, err := t.play(ctx, players, seed)
	if err != nil {
		return iteration, err
	}
	iteration.Wins, iteration.Draws, iteration.Losses = games.Wins, games.Draws, games.Losses
	iteration.Answer = float64(games.Wins - games.Losses)
	if t.Plan.Method == CMAES {
		iteration.Answer = games.Points() / float64(games.Games())
	}
	return iteration, nil
}

// playersOf are the candidates' players; the player at the start stands for a second candidate.
func (t *Tuning) playersOf(question tune.Question) (players [2]string, err error) {
	if players[1], err = t.start(); err != nil {
		return players, err
	}
	for i, candidate := range question.Candidates {
		if players[i], err = t.player(candidate); err != nil {
			return players, err
		}
	}
	for i, text := range players {
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
		Openings:     tournament.OpeningSource{Turns: t.Plan.Openings},
		Adjudication: tournament.Adjudication{Proven: true},
	}
	plan, err := tournament.NewPlan(spec, t.Rules.Game())
	if err != nil {
		return games, err
	}
	var fault error
	runner := tournament.Runner{
		Plan: plan, NewPlayer: t.NewPlayer, Workers: t.Workers, Program: tournament.Program(),
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

// suiteShares are what a player may use of the nodes of the plan for a problem: all, a quarter, a sixteenth. Whoever solves it with fewer nodes
// solves it more often.
var suiteShares = [...]uint64{1, 4, 16}

// minSuiteNodes leaves the smallest share enough to look at something.
const minSuiteNodes = 64

// solve is the share of problems, with each share of its nodes, that a player solves.
func (t *Tuning) solve(ctx context.Context, player string) (float64, error) {
	solved := make([]int, len(t.Problems))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, t.Workers))
	for i := range t.Problems {
		group.Go(func() (err error) {
			solved[i], err = t.try(ctx, player, i)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	sum := 0
	for _, n := range solved {
		sum += n
	}
	return float64(sum) / float64(len(suiteShares)*len(t.Problems)), nil
}

// try counts the shares of its nodes with which a player solves a problem.
func (t *Tuning) try(ctx context.Context, text string, number int) (solved int, err error) {
	problem := &t.Problems[number]
	position, err := problem.Load()
	if err != nil {
		return 0, err
	}
	player, err := t.NewPlayer(text, position.Rules())
	if err != nil {
		return 0, err
	}
	if closer, ok := player.(io.Closer); ok {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	for _, share := range suiteShares {
		attempt, err := problem.Try(ctx, player, position, search.Limits{Nodes: t.Plan.Nodes / share})
		if err != nil {
			return 0, err
		}
		if attempt.Solved {
			solved++
		}
	}
	return solved, nil
}
