package remote

import (
	"context"
	"iter"
	"slices"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
	"pillars/tournament/work"
)

// Play has n games of a plan played, and gives each to take, one at a time and signed with the worker's name. It
// returns when all are taken, when over is closed and what was in play is taken or lost, or with an error: that of
// take, of ctx, or a [work.Lie].
func (c *Coordinator) Play(ctx context.Context, plan tournament.Plan, games iter.Seq[tournament.Planned], n int,
	over <-chan struct{}, take func(tournament.Game) error,
) error {
	return c.playAs(ctx, slices.Values(plan.Spec.Players), plan, games, n, over, take)
}

// SignedBy has workers admitted to runs by the signatures of some players in place of the runs' own, which are like
// them but for their constants: signing takes longer than a short run.
func (c *Coordinator) SignedBy(players ...string) runner.Elsewhere { return signedBy{c, players} }

type signedBy struct {
	*Coordinator
	players []string
}

func (s signedBy) Play(ctx context.Context, plan tournament.Plan, games iter.Seq[tournament.Planned], n int,
	over <-chan struct{}, take func(tournament.Game) error,
) error {
	return s.playAs(ctx, slices.Values(s.players), plan, games, n, over, take)
}

func (c *Coordinator) playAs(ctx context.Context, signed iter.Seq[string], plan tournament.Plan,
	games iter.Seq[tournament.Planned], n int, over <-chan struct{}, take func(tournament.Game) error,
) error {
	table := work.Table{Spec: plan.Spec, Rules: plan.Rules, NewPlayer: c.newPlayer}
	b := c.newBatch(table, n, func(game work.Game) error { return take(game.Game) })
	return b.playAll(ctx, signed, games, over, func(ctx context.Context) { b.measure(ctx, plan) })
}

// Make is Play for games of self-play, see [selfplay.Elsewhere].
func (c *Coordinator) Make(ctx context.Context, spec selfplay.Spec, rules engine.Rules, numbers iter.Seq[int], n int,
	over <-chan struct{}, take func(selfplay.Made) error,
) error {
	table := work.SelfPlay(spec, rules, c.newPlayer)
	b := c.newBatch(table, n, func(game work.Game) error {
		return take(selfplay.Made{Content: game.Content, By: work.By(game.Game)})
	})
	return b.playAll(ctx, slices.Values(table.Spec.Players), work.Numbered(numbers), over, func(context.Context) {})
}
