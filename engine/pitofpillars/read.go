package pitofpillars

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// maxMen bounds the men of one colour in a position text, on the board and in reserve.
const maxMen = 200

// sizeOf finds the size of the board in a position text by counting its ranks.
func sizeOf(text string) (int, error) {
	board, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	size := strings.Count(board, "/") + 1
	if size < minSize || size > maxSize {
		return 0, fmt.Errorf("board %q: it has %d ranks; %d to %d are possible", board, size, minSize, maxSize)
	}
	return size, nil
}

// read reads a position text of this size.
func (r *rules) read(text string) (*position, error) {
	fields := strings.Fields(text)
	if len(fields) != 6 {
		return nil, fmt.Errorf("position %q: it has %d fields; wanted 6: board, player, step, reserves, last man, turn", text, len(fields))
	}
	p := &position{rules: r, state: state{open: r.board.squares}}
	readers := []func(string) error{p.readBoard, p.readPlayer, p.readStep, p.readReserves, p.readLast, p.readTurn}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return nil, err
		}
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

func (p *position) readBoard(text string) error {
	ranks := strings.Split(text, "/")
	for i, row := range ranks {
		if err := p.readRank(row, len(ranks)-1-i); err != nil {
			return fmt.Errorf("board: rank %d %q: %w", len(ranks)-i, row, err)
		}
	}
	return nil
}

// readRank reads the squares of a rank from the first file on.
func (p *position) readRank(row string, rank int) error {
	first, end := 0, p.rules.board.size
	if onEdge(rank, p.rules.board.size) {
		first, end = 1, end-1
	}
	file := first
	for _, item := range strings.Split(row, ",") {
		run, err := emptyRun(item)
		if err != nil {
			return err
		}
		if run == 0 {
			run = 1
		} else {
			item = ""
		}
		if file+run > end {
			return fmt.Errorf("more than %d squares", end-first)
		}
		if err := p.readSquare(item, squareAt(file, rank)); err != nil {
			return err
		}
		file += run
	}
	if file != end {
		return fmt.Errorf("%d squares; wanted %d", file-first, end-first)
	}
	return nil
}

// emptyRun is the number of empty squares that "x" or "x5" stands for, 0 for any other text.
func emptyRun(item string) (int, error) {
	digits, isRun := strings.CutPrefix(item, "x")
	switch {
	case !isRun:
		return 0, nil
	case digits == "":
		return 1, nil
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxSize || digits[0] == '0' || digits[0] == '+' {
		return 0, fmt.Errorf("%q is no run of empty squares", item)
	}
	return n, nil
}

// readSquare puts what the text says on a square: nothing, a pillar or a stack.
func (p *position) readSquare(text string, s square) error {
	switch {
	case text == "":
		return nil
	case text == "W":
		p.readPillar(white, s)
		return nil
	case text == "R":
		p.readPillar(red, s)
		return nil
	case strings.Trim(text, "wr") != "" && strings.ContainsAny(text, "wr") && strings.Trim(text, "wrWR") == "":
		return fmt.Errorf("%q on %s: a pillar stands alone", text, s)
	case strings.Trim(text, "wr") != "":
		return fmt.Errorf("%q on %s is neither empty (x), a stack (w and r) nor a pillar (W, R)", text, s)
	case len(text) > maxHeight:
		return fmt.Errorf("the stack on %s is %d high; at most %d men are possible", s, len(text), maxHeight)
	}
	built := stackOf(text)
	if len(text) > maxMixed && strings.Contains(text, "w") && strings.Contains(text, "r") {
		return fmt.Errorf("the stack on %s holds both colours and is %d high; above %d men that cannot be", s, len(text), maxMixed)
	}
	p.put(s, stack{}, built)
	return nil
}

func (p *position) readPillar(owner seat, s square) {
	p.pillars[owner] |= s.bit()
	p.open &^= s.bit()
}

// stackOf builds a stack from its men, bottom to top, of which only the upper eight may differ from the rest.
func stackOf(men string) stack {
	var s stack
	for _, man := range men {
		color := white
		if man == 'r' {
			color = red
		}
		s, _ = s.land(manOf(color))
	}
	return s
}

func (p *position) readPlayer(text string) error {
	switch text {
	case "w":
		p.seat = white
	case "r":
		p.seat = red
	default:
		return fmt.Errorf("player %q: must be w (White) or r (Red)", text)
	}
	return nil
}

func (p *position) readStep(text string) error {
	kind := strings.Index(stepLetters, text)
	if len(text) != 1 || kind < 0 {
		return fmt.Errorf("step %q: must be o (White's first man), a (adjoining), i (isolated), m (main) or p (pillar)", text)
	}
	p.kind = engine.StepKind(kind)
	return nil
}

func (p *position) readReserves(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) != 2 {
		return fmt.Errorf("reserves %q: must be two numbers, White's and Red's, such as 0/3", text)
	}
	for s, part := range parts {
		n, err := readNumber(part)
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
		return fmt.Errorf("last man %q: is no square", text)
	}
	p.last = squareAt(int(text[0]-'a'), int(text[1]-'1'))
	if !p.control[p.seat.other()].has(p.last) {
		return fmt.Errorf("last man %q: no man of the opponent stands there", text)
	}
	return nil
}

func (p *position) readTurn(text string) error {
	n, err := readNumber(text)
	if err != nil || n < 1 || n > 1_000_000_000 {
		return fmt.Errorf("turn %q: must be a whole number from 1", text)
	}
	p.turn = int32(n)
	return nil
}

// readNumber reads decimal digits without sign or needless zeros.
func readNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && strconv.Itoa(n) != text || n < 0 {
		err = fmt.Errorf("%q is no plain number", text)
	}
	return n, err
}

// refuseImpossible refuses what each field allows but no position can be.
func (p *position) refuseImpossible() error {
	if err := p.refuseTooManyMen(); err != nil {
		return err
	}
	switch p.kind {
	case pillarStep:
		if !p.canSlide(p.seat) {
			return fmt.Errorf("step p: the player has no pillar that can move")
		}
		if p.control[p.seat.other()] == 0 {
			return fmt.Errorf("step p: the opponent has no stack, so the main step before has won the game")
		}
		return nil
	case mainStep:
		return nil
	}
	return p.refuseImpossibleEntering()
}

func (p *position) refuseTooManyMen() error {
	men := [2]int{int(p.reserve[white]), int(p.reserve[red])}
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		s := p.stacks[rest.first()]
		men[red] += s.reds()
		men[white] += int(s.height) - s.reds()
	}
	if max(men[white], men[red]) > maxMen {
		return fmt.Errorf("reserves and board: more than %d men of one colour", maxMen)
	}
	return nil
}

func (p *position) refuseImpossibleEntering() error {
	letter := stepLetters[p.kind : p.kind+1]
	if p.pillars[white]|p.pillars[red] != 0 || p.atLeast(2) != 0 {
		return fmt.Errorf("board: step %s belongs to the entering stage, which knows single men only", letter)
	}
	if p.kind == openingStep && (p.occupied() != 0 || p.seat != white || p.turn != 1) {
		return fmt.Errorf("step o: White's first man comes onto an empty board in turn 1")
	}
	if p.kind == adjoiningStep && p.last.bit().orthogonalSpread()&p.occupied() != 0 {
		return fmt.Errorf("last man %q: a man entered last stands alone, but a neighbour square is taken", p.last)
	}
	if p.entrySquares() == 0 {
		return fmt.Errorf("step %s: there is no square for such a man", letter)
	}
	return nil
}
