package pitofpillars

import (
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

const stepLetters = "oaimp"

// StepText is "@c3" for an entry, "c3c5" for a move, "^c5f5" for a pillar's move, "-" for none.
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

// String is the position's text: board, player, step, reserves, last man, turn.
func (p *position) String() string {
	last := "-"
	if p.kind == adjoiningStep {
		last = p.last.String()
	}
	size := p.rules.board.size
	return fmt.Sprintf("%s %c %c %d/%d %s %d", kit.BoardText(size, size, p.squareText),
		"wr"[p.seat], stepLetters[p.kind], p.reserve[white], p.reserve[red], last, p.turn)
}

func (p *position) squareText(file, rank int) (text string, inside bool) {
	s := kit.SquareAt(file, rank)
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

var pieces = kit.Pieces(map[rune]engine.Piece{
	'w': {Color: engine.White, Shape: engine.Man}, 'r': {Color: engine.Red, Shape: engine.Man},
	'W': {Color: engine.White, Shape: engine.Pillar}, 'R': {Color: engine.Red, Shape: engine.Pillar},
})

func (p *position) Diagram() engine.Diagram {
	return kit.Diagram(p, p.rules.board.size, p.rules.board.size, p.squareText, pieces,
		fmt.Sprintf("reserves: White %d, Red %d", p.reserve[white], p.reserve[red]))
}

// maxMen bounds the men of one colour in a position text, on the board and in reserve.
const maxMen = 200

func (r *rules) read(text string) (*position, error) {
	p := &position{rules: r, state: state{open: r.board.squares}}
	err := kit.Read(text, "board, player, step, reserves, last man, turn",
		kit.Board("squares", kit.Cornerless(r.board.size), p.readSquare),
		kit.OneOf("player", "wr", "w (White) or r (Red)", &p.seat),
		kit.OneOf("step", stepLetters, "o (White's first man), a (adjoining), i (isolated), m (main) or p (pillar)",
			&p.kind),
		p.readReserves, p.readLast, kit.Turn(&p.turn))
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
	s := kit.SquareAt(file, rank)
	switch {
	case text == "W" || text == "R":
		p.readPillar(seat(strings.Index("WR", text)), s)
		return nil
	case strings.Trim(text, "wr") != "" && strings.ContainsAny(text, "wr") && strings.Trim(text, "wrWR") == "":
		return fmt.Errorf("%q on %s: a pillar stands alone", text, s)
	case strings.Trim(text, "wr") != "":
		return fmt.Errorf("%q on %s is not empty (x), a stack (w and r) or a pillar (W, R)", text, s)
	case len(text) > maxHeight:
		return fmt.Errorf("the stack on %s is %d high; give at most %d men", s, len(text), maxHeight)
	}
	built := stackOf(text)
	if len(text) > maxMixed && strings.Contains(text, "w") && strings.Contains(text, "r") {
		return fmt.Errorf("the stack on %s has both colours and is %d high; such a stack has at most %d men", s,
			len(text), maxMixed)
	}
	p.put(s, stack{}, built)
	return nil
}

func (p *position) readPillar(owner seat, s square) {
	p.pillars[owner] |= s.Bit()
	p.open &^= s.Bit()
}

// stackOf builds a stack from its men, bottom to top, of which only the upper eight may differ from the rest.
func stackOf(men string) stack {
	var s stack
	for _, man := range men {
		s, _ = s.land(manOf(seat(strings.IndexRune("wr", man))))
	}
	return s
}

func (p *position) readReserves(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) != 2 {
		return fmt.Errorf("reserves %q: must be two numbers, White's and Red's, such as 0/3", text)
	}
	for s, part := range parts {
		n, err := kit.Number(part)
		if err != nil || n > maxMen {
			return fmt.Errorf("reserves %q: %q must be a number from 0 to %d", text, part, maxMen)
		}
		p.reserve[s] = uint8(n)
	}
	return nil
}

func (p *position) readLast(text string) error {
	if text == "-" {
		if p.kind == adjoiningStep {
			return fmt.Errorf("last man %q: step a needs the square of the opponent's last man", text)
		}
		return nil
	}
	if p.kind != adjoiningStep {
		return fmt.Errorf("last man %q: must be - in any step but a", text)
	}
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return fmt.Errorf("last man %q: is not a square", text)
	}
	p.last = kit.SquareAt(int(text[0]-'a'), int(text[1]-'1'))
	if !p.control[p.seat.other()].Has(p.last) {
		return fmt.Errorf("last man %q: must be a square with a man of the opponent", text)
	}
	return nil
}

func (p *position) refuseImpossible() error {
	if err := p.refuseTooManyMen(); err != nil {
		return err
	}
	switch {
	case p.kind == pillarStep && !p.canSlide(p.seat):
		return fmt.Errorf("step p: the player has no pillar that can move")
	case p.kind == pillarStep && p.control[p.seat.other()] == 0:
		return fmt.Errorf("step p: the opponent has no stack, so the main step before has won the game")
	case p.kind >= mainStep:
		return nil
	}
	return p.refuseImpossibleEntering()
}

func (p *position) refuseTooManyMen() error {
	men := [2]int{int(p.reserve[white]), int(p.reserve[red])}
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		s := p.stacks[rest.First()]
		men[white] += s.men(white)
		men[red] += s.men(red)
	}
	if max(men[white], men[red]) > maxMen {
		return fmt.Errorf("reserves and board: one colour has more than %d men", maxMen)
	}
	return nil
}

func (p *position) refuseImpossibleEntering() error {
	letter := stepLetters[p.kind : p.kind+1]
	if p.pillars[white]|p.pillars[red] != 0 || p.height[1]|p.height[2] != 0 {
		return fmt.Errorf("board: step %s belongs to the entering stage, which has single men only", letter)
	}
	if p.kind == openingStep && (p.occupied() != 0 || p.seat != white || p.turn != 1) {
		return fmt.Errorf("step o: White's first man enters an empty board in turn 1")
	}
	if p.kind == adjoiningStep && orthogonalSpread(p.last.Bit())&p.occupied() != 0 {
		return fmt.Errorf("last man %q: the man entered last stands alone, but a neighbouring square is taken", p.last)
	}
	if p.entrySquares() == 0 {
		return fmt.Errorf("step %s: there is no square for such a man", letter)
	}
	return nil
}
