package main

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
	Nodes    uint64     `json:"nodes"`
	Budget   uint64     `json:"nodes_per_decision"`
	Game     string     `json:"game"`
}

func (a problemAnswer) String() string {
	verdict := "solved"
	if !a.Solved {
		verdict = "FAILED"
	}
	return fmt.Sprintf("%s  %-8s  %-44s  %7d nodes  %s (%s)", verdict, a.Kind, a.ID, a.Nodes, a.Turn, a.Score)
}

// scoreAnswer is a player's score over all problems, or over those of one game.
type scoreAnswer struct {
	Type     string `json:"type"`
	Player   string `json:"player"`
	Solved   int    `json:"solved"`
	Problems int    `json:"problems"`
	Nodes    uint64 `json:"nodes"`
	Game     string `json:"game,omitempty"`
}

func (s *scoreAnswer) add(a problemAnswer) {
	s.Problems++
	s.Nodes += a.Nodes
	if a.Solved {
		s.Solved++
	}
}

func (s scoreAnswer) String() string {
	of := ""
	if s.Game != "" {
		of = " of " + s.Game
	}
	return fmt.Sprintf("%s solves %d of %d problems%s (%.1f %%), %d nodes", s.Player, s.Solved, s.Problems, of,
		100*float64(s.Solved)/float64(s.Problems), s.Nodes)
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
		return fmt.Sprintf("proven  %-8s  %s", a.Kind, a.ID)
	}
	return fmt.Sprintf("WRONG   %-8s  %s", a.Kind, a.Cause)
}
