package pit

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The letters in position texts for seats and for kinds of step.
const (
	seatLetters = "wbru"
	stepLetters = "pab"
)

// StepText returns "@d4" for placing a pawn or entering a tower, "d4d7" for a move, a replacement or a fall, and "d7|n"
// for a barrier.
func (p *position) StepText(step engine.Step) string {
	if isBarrier(step) {
		at, side := walled(step)
		return at.String() + "|" + sideLetters[side:side+1]
	}
	from, to := moved(step)
	if from == to {
		return "@" + to.String()
	}
	return from.String() + to.String()
}

// String returns the position's text: board, player, step, reserves, barriers, cell just reached, turn.
func (p *position) String() string {
	at := "-"
	if p.kind == barrierStep {
		at = p.at.String()
	}
	return fmt.Sprintf("%s %c %c %s %s %s %d", base.BoardText(p.rules.board.files, p.rules.board.ranks, p.cellText),
		seatLetters[p.seat], stepLetters[p.kind], p.reserves("/", "%[2]d", "x%[2]d"), p.barriersText(), at, p.turn)
}

func (p *position) cellText(file, rank int) (text string, square bool) {
	c := cellAt(file, rank)
	switch {
	case p.rules.board.holes.has(c):
		return base.Hole, true
	case !p.occupied.has(c):
		return "", true
	}
	letter := seatLetters[p.owner(c):][:1]
	if p.pawnAt(p.owner(c), c) {
		return letter + "p", true
	}
	return letter + "t", true
}

// reserves returns a text for each player, joined by the text between. The formats are for Sprintf: in gets the name
// and the reserve of a player who is still in, and out gets the name and the place of a player who is out.
func (p *position) reserves(between, in, out string) string {
	parts := make([]string, p.rules.seats)
	for s := range parts {
		parts[s] = fmt.Sprintf(in, seatNames[s], p.reserve[s])
		if p.place[s] > 0 {
			parts[s] = fmt.Sprintf(out, seatNames[s], p.place[s])
		}
	}
	return strings.Join(parts, between)
}

func (p *position) barriersText() string {
	var parts []string
	for e := range p.barriers {
		parts = append(parts, e.String())
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ",")
}

func (e edge) String() string { return e.low.String() + "|" + sideLetters[e.side:e.side+1] }

var textForm = engine.Form{
	Pieces: base.Pieces("wt wp bt bp rt rp ut up"),
	Holes:  true,
	Fields: []engine.Option{base.LetterField("player", "To move", "", seatLetters, seatNames[:]...),
		base.LetterField("step", "Step", "a", stepLetters, "place the pawn", "action", "barrier"),
		{Name: "reserves", Title: "Towers in reserve"}, {Name: "barriers", Title: "Barriers"},
		{Name: "at", Title: "Cell just reached", Default: "-"}, {Name: "turn", Title: "Turn"}},
	Barriers: 4, // number of the field barriers, from 1
	Seats:    3, // number of the field reserves, from 1
}

// Form implements [engine.ShownGame].
func (game) Form() engine.Form { return textForm }

// Diagram implements [engine.Position].
func (p *position) Diagram() engine.Diagram {
	d := base.Diagram(p, &textForm, p.rules.board.files, p.rules.board.ranks, p.cellText,
		"reserves: "+p.reserves(", ", "%s %d", "%s out (place %d)"))
	if p.kind == barrierStep {
		d.Notes[0] += " at " + p.at.String()
	}
	for s := range p.rules.seats {
		d.Reserves = append(d.Reserves, int(p.reserve[s]))
	}
	base.DrawBarriers(d, p.barriersText())
	return d
}

func (r *rules) read(text string) (*position, error) {
	p := &position{rules: r, state: state{walls: r.board.walls, in: 1<<r.seats - 1}}
	players := textForm.Fields[0] // a copy that allows only the letters of this game's seats
	players.Values = players.Values[:r.seats]
	span := func(int) (first, end int) { return 0, r.board.files }
	err := base.Read(text, &textForm, base.Board("cells", span, p.readPlace), base.OneOf(players, &p.seat),
		base.OneOf(textForm.Fields[1], &p.kind), p.readReserves, p.readBarriers, p.readAt, base.Turn(&p.turn))
	if err != nil {
		return nil, err
	}
	if err := p.refuseImpossible(); err != nil {
		return nil, err
	}
	p.hash = p.hashFromScratch()
	return p, nil
}

func (p *position) readPlace(text string, file, rank int) error {
	if text == base.Hole {
		return nil
	}
	c := cellAt(file, rank)
	pieces, err := base.SquarePieces(&textForm, text)
	if err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	owner := seat(pieces[0].Color)
	if int(owner) >= p.rules.seats {
		return fmt.Errorf("%q on %s: there are only %d players", text, c, p.rules.seats)
	}
	p.put(owner, c)
	if pieces[0].Shape == engine.Pawn {
		if p.hasPawn(owner) {
			return fmt.Errorf("%q on %s: a second pawn of %s", text, c, seatNames[owner])
		}
		p.pawns |= 1 << owner
		p.pawn[owner] = c
	}
	return nil
}

// readReserves reads a part of the text for each seat: the number of towers in reserve, or x and the final place if the
// seat is out.
func (p *position) readReserves(text string) error {
	for s, part := range strings.Split(text, "/") {
		var err error
		if place, isOut := strings.CutPrefix(part, "x"); isOut {
			err = p.readOut(seat(s), place)
		} else {
			err = p.readReserve(seat(s), part)
		}
		if err != nil {
			return fmt.Errorf("reserves %q: %w", text, err)
		}
	}
	for place := p.rules.seats; place > p.stillIn(); place-- { // the places of the players who are out
		if !strings.Contains(text, "x"+strconv.Itoa(place)) {
			return fmt.Errorf("reserves %q: %d players are out, but none of them has place %d", text,
				p.rules.seats-p.stillIn(), place)
		}
	}
	if p.stillIn() < 2 {
		return fmt.Errorf("reserves %q: fewer than two players are still in, so the game is over", text)
	}
	if !p.isIn(p.seat) {
		return fmt.Errorf("player %q: %s is out", seatLetters[p.seat:p.seat+1], seatNames[p.seat])
	}
	return nil
}

func (p *position) readReserve(of seat, text string) error {
	n, err := base.Number(text)
	if err != nil || n > towersEach {
		return fmt.Errorf("%q must be a number of towers from 0 to %d, or x and a place", text, towersEach)
	}
	towers := p.towers(of)
	if n+towers.count() > towersEach {
		return fmt.Errorf("%s has %d towers in reserve and %d on the board, but only %d in all", seatNames[of], n,
			towers.count(), towersEach)
	}
	p.reserve[of] = uint8(n)
	return nil
}

func (p *position) readOut(of seat, text string) error {
	place, err := base.Number(text)
	if err != nil || place < 2 || place > p.rules.seats {
		return fmt.Errorf("%q must be x and a place from 2 to %d", "x"+text, p.rules.seats)
	}
	if !p.own[of].empty() {
		return fmt.Errorf("%s is out, but has pieces on the board", seatNames[of])
	}
	p.in &^= 1 << of
	p.place[of] = uint8(place)
	return nil
}

// readBarriers reads the list of barriers, which must be in the order of [position.barriers].
func (p *position) readBarriers(text string) error {
	if text == "-" {
		return nil
	}
	last := -1
	for _, item := range strings.Split(text, ",") {
		e, err := p.readEdge(item)
		if err != nil {
			return fmt.Errorf("barriers: %w", err)
		}
		order := int(e.low.transposed())<<1 | int(e.side^1) // rises by file, then rank, then east before north
		if order <= last {
			return fmt.Errorf("barriers: %q comes too late or twice; they must be sorted by file, rank and side, e "+
				"before n", item)
		}
		last = order
		p.walls.flip(e)
	}
	return nil
}

func (p *position) readEdge(text string) (edge, error) {
	name, side, _ := strings.Cut(text, "|")
	b := p.rules.board
	low, err := readCell(name, b.files, b.ranks)
	if err != nil || side != "n" && side != "e" {
		return edge{}, fmt.Errorf("%q must be a cell, | and n or e", text)
	}
	e := edge{low, direction(strings.Index(sideLetters, side))}
	if b.walls.between(low, e.side) {
		return edge{}, fmt.Errorf("%q: both sides of that edge must be cells", text)
	}
	return e, nil
}

// readAt reads the field of a position text for the cell that the action has reached. Only a barrier step has this
// cell.
func (p *position) readAt(text string) error {
	switch {
	case p.kind != barrierStep && text == "-":
		return nil
	case p.kind != barrierStep:
		return fmt.Errorf("at %q: must be - in any step but b", text)
	}
	at, err := readCell(text, p.rules.board.files, p.rules.board.ranks)
	if err != nil {
		return fmt.Errorf("at: %w; step b needs the cell just reached", err)
	}
	if !p.own[p.seat].has(at) {
		return fmt.Errorf("at %q: %s has no piece there", text, seatNames[p.seat])
	}
	p.at = at
	return nil
}

// refuseImpossible returns an error for a position that no game can reach, as far as that is easy to see.
func (p *position) refuseImpossible() error {
	if p.kind == placeStep && p.countBarriers() > 0 {
		return fmt.Errorf("barriers: there is none before all pawns are placed, yet this is step p")
	}
	for s := p.seat; p.kind == placeStep && int(s) < p.rules.seats; s++ { // these seats have yet to place a pawn
		if p.hasPawn(s) {
			return fmt.Errorf("step p: %s has a pawn already", seatNames[s])
		}
	}
	switch {
	case p.kind == barrierStep && p.CountSteps() == 0:
		return fmt.Errorf("step b: there is no edge for a barrier at %s", p.at)
	case p.kind != barrierStep && !p.canStep():
		return fmt.Errorf("step %c: the player has no legal step and is out", stepLetters[p.kind])
	}
	return p.refuseCutOff()
}

// refuseCutOff returns an error if barriers separate pawns from each other or a tower from all holes. In a game, such a
// barrier would have put its player out or removed the tower.
func (p *position) refuseCutOff() error {
	b := p.rules.board
	never := b.holes.nth(0) // a hole, which no path reaches
	var region bitboard
	if p.pawns != 0 {
		p.walls.flood(p.pawn[bits.TrailingZeros8(p.pawns)&3], never, b.words, &region)
		if p.partsPawns(&region) {
			return fmt.Errorf("barriers: no path leads from one pawn to another, so a player is out")
		}
	}
	for s := range seat(p.rules.seats) {
		towers := p.towers(s)
		for c := range towers.all {
			p.walls.flood(c, never, b.words, &region)
			if !region.meets(&b.rim) {
				return fmt.Errorf("barriers: no path leads from the tower on %s to a hole, so it has left the game", c)
			}
		}
	}
	return nil
}
