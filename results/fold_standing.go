package results

import (
	"fmt"
	"slices"

	"pillars/results/rating"
)

// Standing rates all players there are and those that the options name. It fails on an anchor who does not play and on options that cannot be.
func (f *Fold) Standing(o StandingOptions) (Standing, error) {
	for _, name := range o.Players {
		f.player(name)
	}
	s := Standing{names: slices.Sorted(slices.Values(f.names)), remarks: o.Remarks}
	numbers := make([]int, len(s.names)) // by name, of players as they came: so the order of the games does not matter
	for i, name := range s.names {
		numbers[f.players[name]] = i
	}
	s.table = f.table.Renumbered(numbers)
	if err := s.rate(o); err != nil {
		return Standing{}, fmt.Errorf("standing: %w", err)
	}
	s.Games, s.Draws = f.first.Games(), f.first.Draws
	s.Paired, _ = s.table.Paired()
	s.FirstScore = f.means.Estimate(.95)
	for i, p := range s.ratings.Order() {
		tally := f.tallies[f.players[s.names[p]]]
		row := Row{Rank: i + 1, Player: s.names[p], Rating: s.ratings.Players[p], WDL: tally.wdl}
		if n := row.WDL.Games(); n > 0 {
			row.MeanTurns = float64(tally.turns) / float64(n)
		}
		s.Anchored = s.Anchored || row.Rating.Mark == rating.Anchored
		s.Rows = append(s.Rows, row)
	}
	return s, nil
}

// rate estimates the ratings.
func (s *Standing) rate(o StandingOptions) error {
	anchors := map[int]float64{}
	for name, elo := range o.Anchors {
		number, ok := slices.BinarySearch(s.names, name)
		if !ok {
			return fmt.Errorf("anchor %q does not play: anchor one of %q", name, s.names)
		}
		anchors[number] = elo
	}
	ratings, err := rating.Rate(s.table, rating.Options{Scale: o.Scale, Anchors: anchors})
	if err != nil {
		return err
	}
	s.ratings = ratings
	s.FirstAdvantage, s.DrawRate, s.Pools = s.ratings.Advantage, s.ratings.DrawRate, s.ratings.Pools
	return nil
}
