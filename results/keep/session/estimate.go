package session

import (
	"context"
	"time"

	"pillars/tournament"
	"pillars/tournament/runner"
)

// Estimate estimates how long the run takes, from the games that can be played in a given time. These games are not
// stored. If no game ends in that time, known is false, and the run takes at least as long as Estimate returns.
func (s *Session) Estimate(ctx context.Context, trial time.Duration) (takes time.Duration, known bool) {
	ctx, cancel := context.WithTimeout(ctx, trial)
	defer cancel()
	began, games := time.Now(), 0
	ended := began // when the last game ended
	r := runner.Runner{Plan: s.Plan.Part(s.Shard), NewPlayer: s.NewPlayer, Workers: s.Workers,
		Sink: func(tournament.Game) error { games, ended = games+1, time.Now(); return nil }}
	_, _ = r.Run(ctx) // usually cut off
	if games == 0 {
		return trial * time.Duration((s.Total()+s.Workers-1)/max(1, s.Workers)), false
	}
	return ended.Sub(began) / time.Duration(games) * time.Duration(s.Total()), true
}
