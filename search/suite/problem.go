package suite

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
)

// DefaultNodes is the budget of a problem that states none.
const DefaultNodes = 20000

// Problem is one position with its expectation.
type Problem struct {
	ID       string
	Game     string          // its name, as [engine.Game.Name]
	Options  engine.Settings // of the rules, beside what the position fixes
	Position string          // its text
	Kind     Kind
	Turns    []string // turn texts; one that ends in * stands for all turns that begin so
	Safe     string   // of a bad problem: a turn that does not lose by force so soon
	Nodes    uint64   // budget of nodes for a decision
	NodesOf  []Budget // budgets of certain kinds of players
	Long     bool     // the proof takes so long that the program's own tests leave it out
	Comment  string
	Line     int // where the problem begins in its file, from 1
}

// Budget is the budget of nodes of one kind of player.
type Budget struct {
	Player string // its kind, such as "mcts"
	Nodes  uint64
}

// Load is the problem's position.
func (p *Problem) Load() (engine.Position, error) {
	game, err := games.Find(p.Game)
	if err != nil {
		return nil, fmt.Errorf("%s: game: %w", p.ID, err)
	}
	position, err := game.Read(p.Position, p.Options)
	if err != nil {
		return nil, fmt.Errorf("%s: position: %w", p.ID, err)
	}
	return position, nil
}

// Lists reports whether a turn is among the problem's turns.
func (p *Problem) Lists(turn string) bool {
	return slices.ContainsFunc(p.Turns, func(pattern string) bool { return matches(pattern, turn) })
}

// Solves reports whether a turn is what the problem asks for.
func (p *Problem) Solves(turn string) bool { return p.Lists(turn) != (p.Kind.Theme() == Bad) }

// BudgetOf is the budget of nodes for a kind of player.
func (p *Problem) BudgetOf(player string) uint64 {
	for _, b := range p.NodesOf {
		if b.Player == player {
			return b.Nodes
		}
	}
	return p.Nodes
}

// matches reports whether a turn is the one written, or begins as written if that ends in *.
func matches(pattern, turn string) bool {
	if begin, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(turn, begin)
	}
	return pattern == turn
}
