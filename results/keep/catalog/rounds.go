package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// A Source is a run whose games are rated, and which of its games count.
type Source struct {
	Run         string
	Rule        tournament.FaultRule // decides whether games with a fault count
	Openings    int                  // only games from openings up to this number count; 0 for all, -1 for none
	LeftOut     []int                // numbers of openings whose games do not count
	OnlyPlayers bool                 // the openings say nothing about seats, as in [openings.Source]

	opening func(int) int     // returns the number that all runs share for an opening of this run; nil for one run
	players map[string]string // the name under which a player is rated, by the name in the games; other names stay
}

// Has reports whether the games from an opening count.
func (s Source) Has(opening int) bool {
	return (s.Openings == 0 || opening <= s.Openings) && !slices.Contains(s.LeftOut, opening)
}

// voids reports whether a game does not count because of its fault.
func (s Source) voids(r tournament.Result) bool { return r.Faulted() && s.Rule == tournament.FaultVoid }

// foldOf counts the games of the sources that count. Openings are named by their numbers; openings that several runs
// may share have the name of the first run that has them before their number there.
func foldOf(ctx context.Context, db *store.Store, sources ...Source) (*results.Fold, error) {
	fold := &results.Fold{}
	shared := map[int]string{} // names of the openings by their shared numbers
	for _, source := range sources {
		for r, err := range db.Results(ctx, source.Run) {
			if err != nil {
				return nil, err
			}
			if source.voids(r) || !source.Has(r.Opening) {
				continue
			}
			game := results.Game{Players: source.named(r.Players), Turns: r.Turns,
				Scores: r.Outcome.Scores[:r.Outcome.Seats]}
			if r.Opening > 0 {
				game.Opening = strconv.Itoa(r.Opening)
			}
			if r.Opening > 0 && source.opening != nil {
				number := source.opening(r.Opening)
				if shared[number] == "" {
					shared[number] = source.Run + "/" + game.Opening
				}
				game.Opening = shared[number]
			}
			if err := fold.Add(game); err != nil {
				return nil, fmt.Errorf("run %s: game %w", source.Run, err)
			}
		}
	}
	fold.Finish()
	return fold, nil
}

// named returns the names under which players are rated.
func (s Source) named(players []string) []string {
	if len(s.players) == 0 {
		return players
	}
	names := make([]string, len(players))
	for i, name := range players {
		names[i] = cmp.Or(s.players[name], name)
	}
	return names
}
