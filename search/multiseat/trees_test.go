package multiseat

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/search"
)

// scatter is a random evaluation with large values that depend only on the position and the seat.
type scatter struct{}

func (scatter) Evaluate(p engine.Position, seat engine.Seat) int {
	mixed := (p.Hash() + uint64(seat)) * 0xd6e8feb86659fd93
	return int(mixed>>40)%1201 - 600
}

// bough is a position of a game that is written as a tree: the seat to act, and the position after each step. Few
// different scores occur, so that seats have ties to break.
type bough struct {
	id     uint64
	seat   engine.Seat
	inTurn bool
	end    engine.Outcome
	below  []*bough
}

// randomBough returns a tree of two or three steps per position, some of which begin no turn.
func randomBough(r *rand.Rand, seats, height int, before *bough) *bough {
	b := &bough{id: r.Uint64(), seat: engine.Seat(r.IntN(seats))}
	if before != nil && r.IntN(3) == 0 {
		b.seat, b.inTurn = before.seat, true
	}
	if height == 0 || before != nil && r.IntN(5) == 0 {
		b.end = engine.Outcome{Reason: "end", Seats: seats}
		for place, seat := range r.Perm(seats) {
			b.end.Scores[seat] = float64(place) / float64(seats-1)
		}
		return b
	}
	for range 2 + r.IntN(2) {
		b.below = append(b.below, randomBough(r, seats, height-1, b))
	}
	return b
}

// treeRules takes what it does not define from another game with as many seats.
type treeRules struct {
	*enginetest.Stones
	root *bough
}

func (r *treeRules) Start() engine.Position { return &treePosition{rules: r, at: r.root} }

type treePosition struct {
	engine.Position
	rules *treeRules
	at    *bough
}

func (p *treePosition) Rules() engine.Rules            { return p.rules }
func (p *treePosition) Seat() engine.Seat              { return p.at.seat }
func (p *treePosition) Turn() int                      { return 1 }
func (p *treePosition) StartsTurn() bool               { return !p.at.inTurn }
func (p *treePosition) Over() bool                     { return p.at.end.Over() }
func (p *treePosition) Outcome() engine.Outcome        { return p.at.end }
func (p *treePosition) DeclineStep() engine.Step       { return engine.NoStep }
func (p *treePosition) CountSteps() int                { return len(p.at.below) }
func (p *treePosition) Play(step engine.Step)          { p.at = p.at.below[step-1] }
func (p *treePosition) CopyFrom(other engine.Position) { *p = *other.(*treePosition) }
func (p *treePosition) Clone() engine.Position         { clone := *p; return &clone }
func (p *treePosition) Hash() uint64                   { return p.at.id }
func (p *treePosition) Reversible() int                { return 0 }

func (p *treePosition) AppendNoisy(steps []engine.Step) []engine.Step { return steps }

func (p *treePosition) AppendSteps(steps []engine.Step) []engine.Step {
	for i := range p.at.below {
		steps = append(steps, engine.Step(i+1))
	}
	return steps
}

func (p *treePosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *treePosition) OrderingScores(steps []engine.Step, scores []int32) {
	for i, step := range steps {
		scores[i] = int32(p.at.below[step-1].id >> 40)
	}
}

// TestTrees compares searches of random trees in every mode with plain searches, whatever ties there are.
func TestTrees(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 0))
	for i := range enginetest.Count(400, 5000) {
		seats := 2 + i%3
		rules := &treeRules{&enginetest.Stones{Players: seats}, randomBough(random, seats, 5, nil)}
		p := rules.Start()
		for _, mode := range modes {
			config := DefaultConfig()
			config.Mode = mode
			s := newSearcher(&config, rules, scatter{}, newTable())
			s.Begin(t.Context(), engine.NewHistory(p), search.Limits{Depth: 8}, nil)
			got := s.Deepen().Score
			if want := plainScore(s, p); !near.Equal(got.Expectation(), want, 1e-3) {
				t.Fatalf("tree %d of %d seats, %s: expects %v, a plain search %v", i, seats, mode, got, want)
			}
		}
	}
}

// plainScore returns the result of the searching seat by the mode, from a plain search.
func plainScore(s *searcher, p engine.Position) float64 {
	if s.mode == Paranoid {
		return forced(p, p.Seat(), map[uint64]search.Score{}).Expectation()
	}
	return bruteReply(p, p.Seat(), 0)
}

// TestLongLine searches a game without choices that is longer than any line: the search must end at the last level with
// the evaluation there.
func TestLongLine(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 0))
	root := &bough{id: random.Uint64()}
	var last *bough
	for ply, at := 1, root; ply < 300; ply++ {
		at.below = []*bough{{id: random.Uint64(), seat: engine.Seat(ply % 2)}}
		if at = at.below[0]; ply == maxPly {
			last = at
		}
	}
	rules := &treeRules{&enginetest.Stones{}, root}
	config := DefaultConfig()
	for _, mode := range modes {
		config.Mode = mode
		s := newSearcher(&config, rules, scatter{}, newTable())
		s.Begin(t.Context(), engine.NewHistory(rules.Start()), search.Limits{}, nil)
		leaf := &treePosition{rules: rules, at: last}
		want := search.Score(scatter{}.Evaluate(leaf, 0))
		if got := s.Deepen(); got.Score != want || len(got.Principal) != maxPly {
			t.Errorf("%s: score %v after %d steps, want %v after %d", mode, got.Score, len(got.Principal), want,
				maxPly)
		}
	}
}
