package positions

import (
	"fmt"

	"pillars/search/suite"
)

// problemAnswer is a player's try at a problem.
type problemAnswer struct {
	Type     string     `json:"type"`
	ID       string     `json:"id"`
	Kind     suite.Kind `json:"kind"`
	Position string     `json:"position"`
	Solved   bool       `json:"solved"`
	Turn     string     `json:"turn"`
	Score    string     `json:"score"` // what the player thinks of the position, for the seat to act
	Nodes    uint64     `json:"nodes"` // with the whole budget
	Budget   uint64     `json:"nodes_per_decision"`
	Game     string     `json:"game"`
	Needed   uint64     `json:"nodes_to_solution"` // 0 if unsolved
	Stated   uint64     `json:"budget"`            // that the points are reckoned from
	Points   float64    `json:"points"`
	Seconds  float64    `json:"seconds_to_solution"`
}

func (a problemAnswer) String() string {
	verdict, nodes := "solved", a.Needed
	if !a.Solved {
		verdict, nodes = "FAILED", a.Nodes
	}
	return fmt.Sprintf("%s  %-9s  %-44s  %7d nodes  %s (%s)", verdict, a.Kind, a.ID, nodes, a.Turn, a.Score)
}

// scoreAnswer is a player's score over all problems, or over those of one game.
type scoreAnswer struct {
	Type      string  `json:"type"`
	Player    string  `json:"player"`
	Solved    int     `json:"solved"`
	Problems  int     `json:"problems"`
	Nodes     uint64  `json:"nodes"` // of all tries with the whole budget
	Score     float64 `json:"score"`
	MeanNodes float64 `json:"mean_nodes_to_solution"` // geometric
	Game      string  `json:"game,omitempty"`

	tally suite.Tally
}

func (s *scoreAnswer) add(a problemAnswer) {
	s.tally.Add(a.Needed, a.Stated)
	s.Nodes += a.Nodes
	s.Problems, s.Solved, s.Score, s.MeanNodes = s.tally.Problems, s.tally.Solved, s.tally.Score(), s.tally.MeanNodes()
}

func (s scoreAnswer) String() string {
	of := ""
	if s.Game != "" {
		of = " of " + s.Game
	}
	return fmt.Sprintf("%s solves %d of %d problems%s (%.1f %%), score %.3f, %.0f nodes to the solution", s.Player, s.Solved, s.Problems, of,
		100*float64(s.Solved)/float64(max(s.Problems, 1)), s.Score, s.MeanNodes)
}

// scores are a player's scores: one for each game that has problems, in the order of the problems, and the total.
type scores struct {
	games []scoreAnswer
	total scoreAnswer
}

func newScores(player string, problems []suite.Problem) *scores {
	s := &scores{total: scoreAnswer{Type: "suite-score", Player: player}}
	for _, p := range problems {
		if s.ofGame(p.Game) == nil {
			s.games = append(s.games, scoreAnswer{Type: "suite-score", Player: player, Game: p.Game})
		}
	}
	return s
}

// ofGame is the score of a game, or nil if it has no problems.
func (s *scores) ofGame(game string) *scoreAnswer {
	for i := range s.games {
		if s.games[i].Game == game {
			return &s.games[i]
		}
	}
	return nil
}

func (s *scores) add(a problemAnswer) {
	s.total.add(a)
	s.ofGame(a.Game).add(a)
}

// answers are the scores to print: with a single game the total says it all.
func (s *scores) answers() []scoreAnswer {
	if len(s.games) < 2 {
		return []scoreAnswer{s.total}
	}
	return append(s.games, s.total)
}

// proofAnswer says whether a problem is as it says.
type proofAnswer struct {
	Type   string     `json:"type"`
	ID     string     `json:"id"`
	Kind   suite.Kind `json:"kind"`
	Proven bool       `json:"proven"`
	Cause  string     `json:"cause,omitempty"`
}

func (a proofAnswer) String() string {
	if a.Proven {
		return fmt.Sprintf("proven  %-9s  %s", a.Kind, a.ID)
	}
	return fmt.Sprintf("WRONG   %-9s  %s", a.Kind, a.Cause)
}
