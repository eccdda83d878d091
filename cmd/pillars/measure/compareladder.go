package measure

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/learn"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/runs"
	"pillars/search"
	"pillars/tournament"
)

// ladder says how strategic depth is climbed.
type ladder struct {
	rungs   int
	climber string
	most    uint64 // nodes
}

// fewestNodes are those of the first climber.
const fewestNodes = 8

// Check refuses a climber who cannot be, before anything is played.
func (l ladder) Check(v variant) error {
	if !l.climbs(v) {
		return nil
	}
	_, keys, _ := search.SplitText(l.climber)
	if slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, "nodes=") }) {
		return cli.Usagef("--climber %s: the climber comes without its nodes, which are doubled from rung to rung; --rung-nodes says how far", l.climber)
	}
	player, err := recorder.LimitedPlayer("climber", learn.WithNodes(l.climber, fewestNodes), v.rules)
	if err != nil {
		return cli.Usagef("--%w", err)
	}
	cli.ClosePlayers(io.Discard, player)
	return nil
}

// climbs reports whether there is anything to climb.
func (l ladder) climbs(v variant) bool { return l.rungs > 0 && v.rules.Seats() == 2 }

// climb finds players each of whom scores 75 % against the one before. The last one may have failed to: it bounds the depth.
func (f *compareFlags) climb(cmd *cobra.Command, v variant) ([]metrics.Rung, error) {
	if !f.ladder.climbs(v) {
		return nil, nil
	}
	chain := []metrics.Rung{{Player: "random"}}
	for nodes := uint64(fewestNodes); nodes <= f.ladder.most && len(chain) <= f.ladder.rungs; nodes *= 2 {
		rung, err := f.tryRung(cmd, v, chain[len(chain)-1].Player, learn.WithNodes(f.ladder.climber, nodes))
		if err != nil {
			return nil, err
		}
		if rung.Points >= metrics.Passing*float64(rung.Games) || 2*nodes > f.ladder.most {
			chain = append(chain, rung)
		}
	}
	return chain, nil
}

// tryRung plays a player against the rung below.
func (f *compareFlags) tryRung(cmd *cobra.Command, v variant, below, player string) (rung metrics.Rung, err error) {
	s, err := f.prepareOpened(cmd, v, []string{player, below})
	if err != nil {
		return rung, err
	}
	s.Brief = true
	if err := s.Run(cmd.Context()); err != nil {
		return rung, err
	}
	db, err := tournaments.OpenToRead(f.db)
	if err != nil {
		return rung, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	stored, err := db.Results(cmd.Context(), s.ID)
	rung.Player = player
	for _, result := range runs.Planned(s.Plan.Games, stored, func(r tournament.Result) string { return r.Identity }) {
		rung.Points += result.Outcome.Scores[slices.Index(result.Players, s.Spec.Players[0])]
		rung.Games++
	}
	return rung, err
}
