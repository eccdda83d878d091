package report

import "pillars/results/metrics"

// characterSection is what else can be said of the game.
func characterSection(_ Input, f found) (Section, error) {
	s := Section{ID: "character-section", Title: "Character of the game", Text: "Positions, depth and random play, as far as they were measured."}
	s.Exhibits = append(s.Exhibits, f.table("positions", "Positions", metrics.GroupPositions)...)
	s.Exhibits = append(s.Exhibits, f.table("depth", "Depth", metrics.GroupDepth)...)
	s.Exhibits = append(s.Exhibits, f.table("random", "Random play", metrics.GroupRandom)...)
	return s, nil
}
