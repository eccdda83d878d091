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
}

func (a problemAnswer) String() string {
	verdict := "solved"
	if !a.Solved {
		verdict = "FAILED"
	}
	return fmt.Sprintf("%s  %-8s  %-44s  %7d nodes  %s (%s)", verdict, a.Kind, a.ID, a.Nodes, a.Turn, a.Score)
}

// scoreAnswer is a player's score over all problems.
type scoreAnswer struct {
	Type     string `json:"type"`
	Player   string `json:"player"`
	Solved   int    `json:"solved"`
	Problems int    `json:"problems"`
	Nodes    uint64 `json:"nodes"`
}

func (s *scoreAnswer) add(a problemAnswer) {
	s.Problems++
	s.Nodes += a.Nodes
	if a.Solved {
		s.Solved++
	}
}

func (s scoreAnswer) String() string {
	return fmt.Sprintf("%s solves %d of %d problems (%.1f %%), %d nodes", s.Player, s.Solved, s.Problems,
		100*float64(s.Solved)/float64(s.Problems), s.Nodes)
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
