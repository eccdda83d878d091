package measure

import (
	"context"

	"github.com/spf13/cobra"

	"pillars/results/recorder"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Games from the start are played by players that meet themselves, each decision with a node limit of its own: what varies is the strength a little, and
// nothing is random but that.
const (
	startNodes  = 1000
	startSpread = 2
)

// startPlayers meet themselves from the start.
var startPlayers = []string{"alphabeta", "mcts"}

// playStarts plays games from the start and records them: in those from random openings nobody chooses a first turn.
func (f *compareFlags) playStarts(cmd *cobra.Command, v variant) (played starts, err error) {
	if f.starts == 0 {
		return played, nil
	}
	s, err := f.prepare(cmd, v, startPlayers, f.starts, tournament.Spec{
		Format: tournament.SelfPlay, Spread: startSpread, Limits: search.Limits{Nodes: startNodes},
		Openings: openings.Source{Kind: openings.None},
	})
	if err != nil {
		return played, err
	}
	if err := s.Run(cmd.Context()); err != nil {
		return played, err
	}
	played.run = s.ID
	err = f.stored(cmd, s.ID, func(ctx context.Context, db *store.Store, run store.Run) error {
		games, err := runs.Games(ctx, db, run.ID)
		if err != nil {
			return err
		}
		games = runs.Planned(s.Plan.Games, games, func(g tournament.Game) string { return g.Identity })
		work := recorder.Work{Rules: v.rules, Workers: f.looks.Workers, Options: func() (recorder.Options, error) { return recorder.Options{}, nil }}
		played.games, err = work.Record(ctx, games)
		return err
	})
	return played, err
}
