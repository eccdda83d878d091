package problems

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof"
)

// In a position of these two themes the seat to act wins by some turns and loses by all others. The problem lists the
// turns of one of the two sets, the one with the shorter list. Its kind has no number of turns.
const (
	keep  = "keep"  // the listed turns are those that keep the win
	spoil = "spoil" // the listed turns are those after which the opponent wins
)

// Origin is the game from which a problem of the set [Proven] comes.
type Origin struct {
	Game   int // number of the game, from 1 on; 0 for problems of other sets
	Length int // number of turns of the game
}

// HeldOut reports whether a problem of the set [Proven] is in the half on which nothing may be tuned. A hash of the
// game of origin decides, so positions of one game are in the same half.
func (p *Problem) HeldOut() bool {
	return engine.DeriveSeed(0, "held out", p.Game, strconv.Itoa(p.Origin.Game))%2 == 1
}

// A Solver returns the winner of a position of a two-seat game. It returns false if it cannot prove who wins.
type Solver func(context.Context, engine.Position) (winner engine.Seat, proven bool)

// NewSolver returns a solver for the rules of a two-seat game, the one that is fastest there. It remembers what it has
// proven. A position that needs more than a number of nodes, about the given one, remains unproven.
func NewSolver(rules engine.Rules, nodes uint64) (Solver, error) {
	if fast, err := fastSolver(rules, nodes); fast != nil || err != nil {
		return fast, err
	}
	text := "mcts"
	if rules.Game().Name() == "pit" {
		text = "alphabeta:sound=true,table=16"
	}
	player, err := players.New(text, rules)
	return solverOf(player, nodes), err
}

// solverOf returns a solver that asks a player whose decided scores are proofs, such as mcts or alphabeta:sound=true.
// Players search little or nothing where only one step is legal, so the solver asks about the position after it.
func solverOf(player search.Player, nodes uint64) Solver {
	return func(ctx context.Context, p engine.Position) (engine.Seat, bool) {
		p = p.Clone()
		for steps := p.AppendSteps(nil); len(steps) == 1; steps = p.AppendSteps(steps[:0]) {
			p.Play(steps[0])
		}
		if p.Over() {
			return winnerOf(p.Outcome())
		}
		decision, err := player.Decide(ctx, engine.NewHistory(p), search.Limits{Nodes: nodes}, nil)
		switch score := decision.Info.Score; {
		case err != nil || ctx.Err() != nil || !score.Decided():
			return 0, false
		case score > 0:
			return p.Seat(), true
		}
		return 1 - p.Seat(), true
	}
}

func winnerOf(o engine.Outcome) (winner engine.Seat, won bool) {
	for seat := range engine.Seat(2) {
		if o.Score(seat) == 1 {
			return seat, true
		}
	}
	return 0, false
}

// Prove returns the problem of a proven position, without id and origin. It returns false if the solver does not prove
// the winner after every turn, or if all turns have the same value.
func Prove(ctx context.Context, p engine.Position, solve Solver) (Problem, bool) {
	d := divider{seat: p.Seat(), solve: solve}
	if !d.divide(ctx, p, nil) || len(d.keeping) == 0 || len(d.losing) == 0 {
		return Problem{}, false
	}
	return newProven(p, Kind{theme: keep}, d.keeping, Kind{theme: spoil}, d.losing), true
}

// newProven returns a problem of the kind whose list of turns is the shorter one.
func newProven(p engine.Position, a Kind, turnsOfA proof.Turns, b Kind, turnsOfB proof.Turns) Problem {
	problem := Problem{Game: p.Rules().Game().Name(), options: engine.Unusual(p.Rules()), Position: p.String(),
		Kind: a, turns: patterns(p, turnsOfA)}
	if other := patterns(p, turnsOfB); len(other) < len(problem.turns) {
		problem.Kind, problem.turns = b, other
	}
	return problem
}

// ProveTrap returns the problem of a position in which some turns lose within a number of the opponent's turns and some
// do not, without id and origin. The given turn must be among those that lose. It returns false if this is not so, or
// if the proof takes more work than a judgement may.
func ProveTrap(ctx context.Context, p engine.Position, turn []engine.Step, most int) (Problem, bool) {
	ctx = &budget{ctx, mostChecks}
	after := engine.After(p, turn)
	for own := 1; own <= most && !after.Over(); own++ {
		loses, err := proof.Forces(ctx, after, 1-p.Seat(), 2*own-1)
		if err != nil {
			return Problem{}, false
		}
		if !loses {
			continue
		}
		losing, err := turnsTo(ctx, p, 1-p.Seat(), own)
		holding := slices.DeleteFunc(allTurns(p), losing.Contains)
		if err != nil || len(holding) == 0 {
			return Problem{}, false
		}
		return newProven(p, Kind{only, own}, holding, Kind{avoid, own}, losing), true
	}
	return Problem{}, false
}

// verifyProven proves the values of all turns again.
func (p *Problem) verifyProven(ctx context.Context, position engine.Position) error {
	const nodes = 1_000_000
	solve, err := NewSolver(position.Rules(), nodes)
	if err != nil {
		return err
	}
	proven, ok := Prove(ctx, position, solve)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !ok:
		return errors.New("a turn's value could not be proven, or all turns have the same value")
	case proven.Kind != p.Kind || !slices.Equal(proven.turns, p.turns):
		return fmt.Errorf("proven is %s: %s", proven.Kind, strings.Join(proven.turns, " "))
	}
	return nil
}

// divider divides the turns of seat into those that keep its win and those that lose.
type divider struct {
	seat            engine.Seat
	solve           Solver
	keeping, losing proof.Turns
}

// divide adds all turns that begin with the given steps, which lead to p. It returns false if a proof is missing.
func (d *divider) divide(ctx context.Context, p engine.Position, begun []engine.Step) bool {
	for _, step := range p.AppendSteps(nil) {
		child, turn := p.Clone(), append(slices.Clone(begun), step)
		child.Play(step)
		winner, proven := d.solve(ctx, child)
		switch done := search.TurnDone(child, d.seat); {
		case !proven:
			return false
		case done && winner == d.seat:
			d.keeping = append(d.keeping, turn)
		case done:
			d.losing = append(d.losing, turn)
		case winner != d.seat: // all turns that begin with these steps lose
			for rest := range engine.EachTurn(child) {
				d.losing = append(d.losing, append(slices.Clone(turn), rest...))
			}
		case !d.divide(ctx, child, turn):
			return false
		}
	}
	return true
}

// Text returns a proven position in the form of problem files.
func (p *Problem) Text() string {
	var options string
	if len(p.options) > 0 {
		options = "options: " + p.options.String() + "\n"
	}
	return fmt.Sprintf("id: %s\ngame: %s\n%sposition: %s\nkind: %s\nturns: %s\norigin: %d %d\n\n",
		p.ID, p.Game, options, p.Position, p.Kind, strings.Join(p.turns, " "), p.Origin.Game, p.Origin.Length)
}
