package tournament_test

import (
	"errors"
	"slices"
	"testing"

	"pillars/engine/parallel"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestPartsOfPlans checks that the shards of a fixed plan have each game once, with all games from one opening in the
// same shard, and that other plans have no shards.
func TestPartsOfPlans(t *testing.T) {
	for _, format := range tournament.Formats() {
		spec := plantest.Small("random a", "random b", "random c")
		spec.Format, spec.Rounds = format, 7
		fixed := !format.Traits().Staged && format.Traits().Test == nil
		if err := spec.CheckShard(); (err == nil) != fixed || !fixed && !errors.Is(err, tournament.ErrNoShards) {
			t.Errorf("%s: %v", format, err)
		}
		if !fixed {
			continue
		}
		switch format {
		case tournament.Mixed{}:
			spec.Players = spec.Players[:2]
		case tournament.Training{}:
			spec.Players = spec.Players[:1]
		}
		plan := plantest.Plan(t, spec)
		var played []tournament.Planned
		owners := map[int]int{} // by opening
		for part := 1; part <= 3; part++ {
			games := plan.Part(parallel.Shard{Part: part, Of: 3})
			if games.Len() != games.Total || len(games.List()) != games.Total {
				t.Errorf("%s: %d games of %d", format, games.Len(), games.Total)
			}
			for n, game := range games.List() {
				result := tournament.Result{Identity: game.Identity, Pair: game.Pair, Pairing: game.Pairing,
					Opening: game.Opening}
				if got, ok := games.Number(result); !ok || got != n || games.Game(n).Identity != game.Identity {
					t.Errorf("%s: game %s is number %d, %v, not %d", format, game.Identity, got, ok, n)
				}
				if owner := owners[game.Opening]; owner != 0 && owner != part {
					t.Errorf("%s: games from opening %d are in shards %d and %d", format, game.Opening, owner, part)
				}
				owners[game.Opening] = part
			}
			played = append(played, games.List()...)
		}
		identities := func(games []tournament.Planned) (all []string) {
			for _, game := range games {
				all = append(all, game.Identity)
			}
			slices.Sort(all)
			return all
		}
		if !slices.Equal(identities(played), identities(plan.List())) {
			t.Errorf("%s: the shards have %d games, the plan %d", format, len(played), len(plan.List()))
		}
	}
	stops := plantest.Small("random a", "random b")
	stops.OnFault = tournament.FaultStops
	if stops.CheckShard() == nil {
		t.Error("a run that a fault stops has shards")
	}
}
