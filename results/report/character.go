package report

import "pillars/results/measures"

// characterSection is what else can be said of the game.
func characterSection(_ Input, f found) (Section, error) {
	s := Section{ID: "character-section", Title: "Character of the game", Text: "Positions, depth and random play, as far as they were measured."}
	s.Exhibits = append(s.Exhibits, f.table("positions", "Positions", measures.GroupPositions)...)
	s.Exhibits = append(s.Exhibits, f.table("depth", "Depth", measures.GroupDepth)...)
	s.Exhibits = append(s.Exhibits, f.table("random", "Random play", measures.GroupRandom)...)
	return s, nil
}
