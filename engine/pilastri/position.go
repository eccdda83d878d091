package pilastri

import "pillars/engine"

// position is one position of a game with certain rules.
type position struct {
	rules *rules
	state
}

// state is all of a position that steps change. It must be copied by copyFrom.
type state struct {
	moves moves // the legal steps
	hash  uint64
	turn  int32
	seat  seat
	board board
}

func (s *state) copyFrom(other *state) {
	s.moves, s.hash, s.turn, s.seat = other.moves, other.hash, other.turn, other.seat
	s.board.copyFrom(&other.board)
}

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return engine.Seat(p.seat) }
func (p *position) Turn() int                 { return int(p.turn) }
func (p *position) StepKind() engine.StepKind { return 0 }
func (p *position) Over() bool                { return !p.moves.any() }
func (p *position) Hash() uint64              { return p.hash }

// StartsTurn is always true: a turn is one step.
func (p *position) StartsTurn() bool { return true }

// InOpening is always false: the board starts set up.
func (p *position) InOpening() bool { return false }

// Reversible is always 0: no position comes again.
func (p *position) Reversible() int { return 0 }

// Outcome of a finished game: the seat to act has no step and loses.
func (p *position) Outcome() engine.Outcome {
	if p.Over() {
		return engine.Win(engine.Seat(p.seat.other()), engine.NoLegalStep)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.copyFrom(&other.(*position).state) }

func (p *position) Clone() engine.Position {
	clone := &position{rules: p.rules}
	clone.copyFrom(&p.state)
	return clone
}

// vacant is the set of squares without a stack.
func (p *position) vacant() bitboard { return p.rules.shape.squares &^ p.board.occupied() }

// findMoves renews the legal steps.
func (p *position) findMoves() { p.moves.find(&p.board, p.vacant(), p.seat) }
