package report

import "pillars/results/metrics"

// characterSection is what else can be said of the game.
func characterSection(_ Input, f found) (Section, error) {
	s := Section{ID: "character-section", Title: "Character of the game", Text: "Positions, depth and random play, as far as they were measured."}
	s.Figures = append(s.Figures, f.table("positions", "Positions", metrics.GroupPositions)...)
	s.Figures = append(s.Figures, f.table("depth", "Depth", metrics.GroupDepth)...)
	s.Figures = append(s.Figures, f.table("random", "Random play", metrics.GroupRandom)...)
	return s, nil
}
