package pitofpillars

import (
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// stepLetters holds the letters of the kinds of step in position texts.
const stepLetters = "oaimp"

// StepText returns "@c3" for an entry, "c3c5" for a move, "^c5f5" for a pillar's move and "-" for declining.
func (p *position) StepText(step engine.Step) string {
	switch form(step) {
	case formEnter:
		return "@" + entered(step).String()
	case formMove:
		from, to, _ := moved(step)
		return from.String() + to.String()
	case formPillar:
		from, to := slid(step)
		return "^" + from.String() + to.String()
	}
	return engine.Decline
}

// String returns the position's text: board, player, step, reserves, last man, turn.
func (p *position) String() string {
	last := "-"
	if p.kind == adjoiningStep {
		last = p.last.String()
	}
	size := p.rules.board.size
	return fmt.Sprintf("%s %c %c %d/%d %s %d", base.BoardText(size, size, p.squareText),
		"wr"[p.seat], stepLetters[p.kind], p.reserve[white], p.reserve[red], last, p.turn)
}

func (p *position) squareText(file, rank int) (text string, inside bool) {
	s := base.SquareAt(file, rank)
	switch {
	case !p.rules.board.squares.Has(s):
		return "", false
	case p.pillars[white].Has(s):
		return "W", true
	case p.pillars[red].Has(s):
		return "R", true
	}
	here := p.stacks[s]
	men := make([]byte, here.height)
	for i := range men {
		men[i] = "wr"[here.man(len(men)-1-i)]
	}
	return string(men), true
}

var textForm = engine.Form{
	Pieces: base.Pieces("w r W R"),
	Fields: []engine.Option{base.LetterField("player", "To move", "", "wr", seatNames[:]...),
		base.LetterField("step", "Step", "m", stepLetters, "first man", "adjoining man", "isolated man", "main step",
			"pillar step"),
		{Name: "reserves", Title: "Reserves, White/Red"}, {Name: "last man", Title: "Last man", Default: "-"},
		{Name: "turn", Title: "Turn"}},
}

// Form implements [engine.ShownGame].
func (game) Form() engine.Form { return textForm }

// Diagram implements [engine.Position].
func (p *position) Diagram() engine.Diagram {
	d := base.Diagram(p, &textForm, p.rules.board.size, p.rules.board.size, p.squareText,
		fmt.Sprintf("reserves: White %d, Red %d", p.reserve[white], p.reserve[red]))
	d.Reserves = []int{int(p.reserve[white]), int(p.reserve[red])}
	return d
}

// maxMen is the largest number of men of one colour, on the board and in reserve, that a position text may have.
const maxMen = 200

func (r *rules) read(text string) (*position, error) {
	p := &position{rules: r, state: state{open: r.board.squares}}
	err := base.Read(text, &textForm, base.Board("squares", base.Cornerless(r.board.size), p.readSquare),
		base.OneOf(textForm.Fields[0], &p.seat), base.OneOf(textForm.Fields[1], &p.kind), p.readReserves,
		p.readLast, base.Turn(&p.turn))
	if err != nil {
		return nil, err
	}
	if err := p.refuseImpossible(); err != nil {
		return nil, err
	}
	p.hash = p.hashFromScratch()
	if p.kind == mainStep && !p.canStep() {
		p.end = noStepLeft
	}
	return p, nil
}

func (p *position) readSquare(text string, file, rank int) error {
	s := base.SquareAt(file, rank)
	pieces, err := base.SquarePieces(&textForm, text)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", s, err)
	case base.Alone(pieces[0]):
		p.readPillar(seatOf(pieces[0]), s)
		return nil
	case len(pieces) > maxHeight:
		return fmt.Errorf("the stack on %s is %d high; give at most %d men", s, len(pieces), maxHeight)
	}
	var built stack
	mixed := false
	for _, man := range pieces {
		built, mixed = built.land(manOf(seatOf(man)))
		if mixed && built.height > maxMixed {
			return fmt.Errorf("the stack on %s has both colours and is %d high; such a stack has at most %d men", s,
				len(pieces), maxMixed)
		}
	}
	p.put(s, stack{}, built)
	return nil
}

// seatOf returns the owner of a man or pillar.
func seatOf(piece engine.Piece) seat { return seat(base.Flag(piece.Color == engine.Red)) }

func (p *position) readPillar(owner seat, s square) {
	p.pillars[owner] |= s.Bit()
	p.open &^= s.Bit()
}

func (p *position) readReserves(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) != 2 {
		return fmt.Errorf("reserves %q: must be two numbers, White's and Red's, such as 0/3", text)
	}
	for s, part := range parts {
		n, err := base.Number(part)
		if err != nil || n > maxMen {
			return fmt.Errorf("reserves %q: %q must be a number from 0 to %d", text, part, maxMen)
		}
		p.reserve[s] = uint8(n)
	}
	return nil
}

// readLast reads the field of a position text for the man that the opponent entered last. Only an adjoining step has
// it.
func (p *position) readLast(text string) error {
	switch {
	case p.kind != adjoiningStep && text == "-":
		return nil
	case p.kind != adjoiningStep:
		return fmt.Errorf("last man %q: must be - in any step but a", text)
	case text == "-":
		return fmt.Errorf("last man %q: step a needs the square of the opponent's last man", text)
	case len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8':
		return fmt.Errorf("last man %q: is not a square", text)
	}
	p.last = base.SquareNamed(text)
	if !p.control[p.seat.other()].Has(p.last) {
		return fmt.Errorf("last man %q: must be a square with a man of the opponent", text)
	}
	return nil
}

// refuseImpossible returns an error for a position that no game can reach, as far as that is easy to see.
func (p *position) refuseImpossible() error {
	men := [2]int{int(p.reserve[white]), int(p.reserve[red])}
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		s := p.stacks[rest.First()]
		men[white] += s.men(white)
		men[red] += s.men(red)
	}
	letter := stepLetters[p.kind]
	switch {
	case max(men[white], men[red]) > maxMen:
		return fmt.Errorf("reserves and board: one colour has more than %d men", maxMen)
	case p.kind == pillarStep && !p.canSlide(p.seat):
		return fmt.Errorf("step p: the player has no pillar that can move")
	case p.kind == pillarStep && p.control[p.seat.other()] == 0:
		return fmt.Errorf("step p: the opponent has no stack, so the main step before has won the game")
	case p.kind >= mainStep:
		return nil
	case p.pillars[white]|p.pillars[red] != 0 || p.height[1]|p.height[2] != 0:
		return fmt.Errorf("board: step %c belongs to the entering stage, which has single men only", letter)
	case p.kind == openingStep && (p.occupied() != 0 || p.seat != white || p.turn != 1):
		return fmt.Errorf("step o: White's first man enters an empty board in turn 1")
	case p.kind == adjoiningStep && orthogonalSpread(p.last.Bit())&p.occupied() != 0:
		return fmt.Errorf("last man %q: the man entered last stands alone, but a neighbouring square is taken", p.last)
	case p.entrySquares() == 0:
		return fmt.Errorf("step %c: there is no square for such a man", letter)
	}
	return nil
}

// thing is the content of a square, as a number for the keys of [position.AppendCanonicalKey]. A stack has its height
// in the upper byte and its colours in the lower byte, where a bit is 0 for a man of the seat to act and 1 for a man of
// the opponent. A pillar or the last man is one of the constants below.
type thing uint16

const (
	ownPillar thing = 0xfe00 // a pillar of the seat to act; a pillar of the opponent is ownPillar+1
	lastMan   thing = 0xff00 // the opponent's last man, in an adjoining step
)

// AppendCanonicalKey appends the kind of step, the reserves of the seat to act and of the opponent, and the [thing] on
// each square. Of the images of the position under the symmetries of the board, it takes the image with the least
// sequence of things. The key has the upper byte of each thing and, unless the square is empty, the lower byte.
func (p *position) AppendCanonicalKey(key []byte) []byte {
	key = append(key, byte(p.kind), p.reserve[p.seat&1], p.reserve[p.seat.other()&1])
	things := p.things()
	for _, at := range base.Least(p.rules.board.orders, &things) {
		key = append(key, byte(things[at&63]>>8))
		if things[at&63] != 0 {
			key = append(key, byte(things[at&63]))
		}
	}
	return key
}

func (p *position) things() (things [64]thing) {
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		s := p.stacks[at&63]
		things[at&63] = thing(s.height)<<8 | thing(uint8(s.colors^-int8(p.seat)))
	}
	for owner, pillars := range p.pillars {
		for rest := pillars; rest != 0; rest &= rest - 1 {
			things[rest.First()&63] = ownPillar + thing(seat(owner)^p.seat)
		}
	}
	if p.kind == adjoiningStep {
		things[p.last&63] = lastMan
	}
	return things
}

// SetKey implements [engine.Keyed]. In the restored position White is the seat to act.
func (p *position) SetKey(key []byte) {
	p.state = state{open: p.rules.board.squares, kind: engine.StepKind(key[0]), turn: 1,
		reserve: [2]uint8{key[1], key[2]}}
	key = key[3:]
	for rest := p.rules.board.squares; rest != 0; rest &= rest - 1 {
		key = p.setThing(rest.First(), key)
	}
	p.hash = p.hashFromScratch()
	base.Check(p)
}

// setThing decodes the thing with which a key begins, puts it on a square and returns the rest of the key.
func (p *position) setThing(at square, key []byte) (rest []byte) {
	switch upper := key[0]; upper {
	case 0:
		return key[1:]
	case byte(lastMan >> 8):
		p.put(at, stack{}, manOf(red))
		p.last = at
	case byte(ownPillar >> 8):
		p.readPillar(seat(key[1]), at)
	default:
		p.put(at, stack{}, stack{upper, int8(key[1])})
	}
	return key[2:]
}

// CanonicalHash returns the least hash of all images of the position under the eight symmetries of the board, with and
// without an exchange of colours and seats.
func (p *position) CanonicalHash() uint64 { return base.LeastHash(p.rules.board.orders, p.imageHash) }
