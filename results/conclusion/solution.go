package conclusion

import (
	"fmt"
	"strings"

	"pillars/search/proof/solver"
	"pillars/tournament"
)

// OfSolution is what a proof shows.
func OfSolution(s *solver.Solution) []string {
	how := fmt.Sprintf("retrograde analysis of %d positions", s.Positions)
	if s.Method == solver.BySearch {
		how = fmt.Sprintf("a search of %d positions and %d steps", s.Positions, s.Steps)
	}
	text := []string{fmt.Sprintf("%s, proven by %s.", result(s), how)}
	counts := map[string]int{}
	for _, turn := range s.FirstTurns {
		counts[turn.Value]++
	}
	var parts []string
	for _, kind := range [][2]string{{"win", "that win"}, {"draw", "that draw"}, {"loss", "that lose"}} {
		if n := counts[kind[0]]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", kind[1], n))
		}
	}
	if s.Unproven > 0 {
		parts = append(parts, fmt.Sprintf("not proven: %d, which need more positions", s.Unproven))
	}
	return append(text, "First turns "+strings.Join(parts, ", ")+".")
}

func result(s *solver.Solution) string {
	in := ""
	if s.Turns > 0 {
		in = " in " + tournament.Counted(s.Turns, "turn")
	}
	switch s.Value {
	case "win":
		return fmt.Sprintf("%s, to act, wins%s", s.Seat, in)
	case "loss":
		return fmt.Sprintf("%s, who acts second, wins%s", s.Opponent, in)
	}
	return "Best play ends in a draw"
}
