package pit

import (
	"math"
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

func (r *rules) Metrics() []engine.Metric {
	return []engine.Metric{
		{Name: "barriers", Help: "barriers on the board"},
		{Name: "towers", Help: "towers of all players on the board"},
		{Name: "reserves", Help: "towers of all players in reserve"},
		{Name: "players in", Help: "players who are still in", Most: r.seats},
		{Name: "replacements", Help: "pieces replaced", Event: true},
		{Name: "falls", Help: "pieces that went into a hole", Event: true},
		{Name: "out by replacement", Help: "players whose pawn was replaced", Event: true, Most: r.seats},
		{Name: "out by a fall", Help: "players whose pawn went into a hole", Event: true, Most: r.seats},
		{Name: "out by parting pawns", Help: "players whose barrier left two pawns without a path", Event: true,
			Most: r.seats},
		{Name: "out without an action", Help: "players who had to act and could not", Event: true, Most: r.seats},
	}
}

func (p *position) count() (barriers, towers, reserves int) {
	for range p.barriers {
		barriers++
	}
	for s := range seat(p.rules.seats) {
		own := p.towers(s)
		towers += own.count()
		reserves += int(p.reserve[s])
	}
	return barriers, towers, reserves
}

func (p *position) AppendMetrics(values []int, before engine.Position, turn []engine.Step) []int {
	barriers, towers, reserves := p.count()
	var seen happenings
	if before != nil && len(turn) > 0 {
		seen.find(before.(*position), p, turn)
	}
	out := &seen.out
	return append(values, barriers, towers, reserves, p.remaining(), seen.replacements, seen.falls,
		out[pawnReplaced], out[pawnFallen], out[pawnsParted], out[noAction])
}

// With two players the loser of a finished game is out, though nothing marks it.
func (p *position) remaining() int {
	if p.rules.seats == 2 && p.Over() {
		return 1
	}
	return p.stillIn()
}

func (p *position) lost(of seat) bool {
	if p.rules.seats == 2 {
		return p.Over() && p.winner != of
	}
	return !p.isIn(of)
}

type happenings struct {
	replacements, falls int
	out                 [noAction + 1]int // players who went out, by the way
}

// The seat that acted goes out by a fallen pawn or by its barrier; whoever else went out could not act.
func (h *happenings) find(before, after *position, turn []engine.Step) {
	gone := before.remaining() - after.remaining()
	if before.kind == actionStep {
		h.act(before, turn[0])
		if len(turn) > 1 && after.lost(before.seat) {
			h.out[pawnsParted] = 1
		}
	}
	h.out[noAction] = gone - h.out[pawnReplaced] - h.out[pawnFallen] - h.out[pawnsParted]
}

func (h *happenings) act(before *position, step engine.Step) {
	from, to := moved(step)
	switch {
	case from == to:
	case before.rules.board.holes.has(to):
		h.falls = 1
		if before.pawnAt(before.seat, from) {
			h.out[pawnFallen] = 1
		}
	case before.occupied.has(to):
		h.replacements = 1
		if before.pawnAt(before.owner(to), to) {
			h.out[pawnReplaced] = 1
		}
	}
}

// PositionBound lets every player have the pawn and up to all towers anywhere and any number in reserve, or be out in
// any place, and barriers stand on any edges; times stages with the cell just reached, and who acts.
func (r *rules) PositionBound() float64 {
	cells := float64(r.board.cells.count())
	towers, edges := 0., 0
	for w, word := range r.board.cells {
		edges += bits.OnesCount64(word&^r.board.walls.east[w]) + bits.OnesCount64(word&^r.board.walls.north[w])
	}
	for n := range towersEach + 1 {
		towers += math.Exp(kit.LogChoose(cells, float64(n)))
	}
	player := math.Log((cells+1)*towers*(towersEach+1) + float64(r.seats))
	total := float64(r.seats)*player + float64(edges)*math.Ln2 +
		math.Log(float64(r.seats)*(float64(stepKinds)+cells))
	return total / math.Ln10
}
