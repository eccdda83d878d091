package positions

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search"
	"pillars/search/suite"
)

// suiteTrial is a player's way through the problems.
type suiteTrial struct {
	*suiteFlags
	kind    string // of the player
	out     suiteOutput
	scores  *scores
	before  *suiteBefore // what the player is compared with, or nil
	seconds float64
}

// tryAll tries the player on the problems.
func (f *suiteFlags) tryAll(ctx context.Context, cmd *cobra.Command, problems []suite.Problem) error {
	kind, _, err := search.SplitText(f.player)
	if err != nil {
		return cli.Usagef("--player: %w", err)
	}
	before, err := readSuiteBefore(f.compare)
	if err != nil {
		return err
	}
	trial := suiteTrial{suiteFlags: f, kind: kind, out: f.output(cmd), scores: newScores(f.player, problems), before: before}
	if err := trial.tryEach(ctx, problems); err != nil {
		return err
	}
	if err := trial.summarize(); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "time to the solutions, in sum: %v\n", time.Duration(trial.seconds*float64(time.Second)).Round(time.Millisecond))
	if score := trial.scores.total.Score; score < f.failBelow {
		return fmt.Errorf("the score %.3f is below %v", score, f.failBelow)
	}
	return nil
}

func (t *suiteTrial) tryEach(ctx context.Context, problems []suite.Problem) error {
	for i := range problems {
		answer, err := t.try(ctx, &problems[i])
		if err != nil {
			return err
		}
		t.scores.add(answer)
		t.before.compare(answer)
		t.seconds += answer.Seconds
		if err := t.out.problem(answer); err != nil {
			return err
		}
	}
	return nil
}

// summarize prints the scores, and what has changed.
func (t *suiteTrial) summarize() error {
	for _, score := range t.scores.answers() {
		if err := t.out.summary(score); err != nil {
			return err
		}
	}
	if t.before == nil {
		return nil
	}
	return t.out.summary(t.before.answer())
}

// try tries a new player on one problem.
func (t *suiteTrial) try(ctx context.Context, p *suite.Problem) (problemAnswer, error) {
	position, err := p.Load()
	if err != nil {
		return problemAnswer{}, cli.Usagef("line %d: %w", p.Line, err)
	}
	player, err := cli.NewPlayer("--player", t.player, position.Rules())
	if err != nil {
		return problemAnswer{}, err
	}
	defer cli.ClosePlayers(io.Discard, player)
	stated, budget := p.Nodes, p.BudgetOf(t.kind)
	if t.nodes > 0 {
		stated, budget = t.nodes, t.nodes
	}
	solution, err := p.Solve(ctx, player, position, budget)
	return problemAnswer{
		Type: "problem", ID: p.ID, Kind: p.Kind, Position: p.Position, Solved: solution.Solved, Turn: solution.Turn,
		Score: solution.Info.Score.String(), Nodes: solution.Attempt.Nodes, Budget: budget, Game: p.Game,
		Needed: solution.Nodes, Stated: stated, Points: suite.Points(solution.Nodes, stated), Seconds: solution.Time.Seconds(),
	}, err
}
