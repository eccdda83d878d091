package pylyx

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// sizeOf finds the size of the board in a position text by counting its ranks.
func sizeOf(text string) (int, error) {
	board, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	size := strings.Count(board, "/") + 1
	if size < minSize || size > maxSize || size%2 != 0 {
		return 0, fmt.Errorf("board %q: it has %d ranks; 6, 8, 10 and 12 are possible", board, size)
	}
	return size, nil
}

// read reads a position text of this size.
func (r *rules) read(text string) (*position, error) {
	fields := strings.Fields(text)
	if len(fields) != 6 {
		return nil, fmt.Errorf("position %q: it has %d fields; wanted 6: board, seat, step, owner of White, passes, turn", text, len(fields))
	}
	p := r.empty()
	readers := []func(string) error{p.readBoard, p.readSeat, p.readStep, p.readOwner, p.readPasses, p.readTurn}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return nil, err
		}
	}
	if err := p.refuseImpossible(); err != nil {
		return nil, err
	}
	p.hash = p.hashFromScratch()
	if p.kind == mainStep && p.tallest(p.mover()^1) == r.board.men {
		p.end = gathered
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
	if p.rules.board.onEdge(rank) {
		first, end = 1, end-1
	}
	file := first
	for _, item := range strings.Split(row, ",") {
		run, err := emptyRun(item)
		if err != nil {
			return err
		}
		if file+max(run, 1) > end {
			return fmt.Errorf("more than %d squares", end-first)
		}
		if run > 0 {
			file += run
			continue
		}
		if err := p.readStack(item, squareAt(file, rank)); err != nil {
			return err
		}
		file++
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
	n, err := readNumber(digits)
	if err != nil || n < 1 || n > maxSize {
		return 0, fmt.Errorf("%q is no run of empty squares", item)
	}
	return n, nil
}

// readStack puts a stack on a square: its colour and, above 1, its height.
func (p *position) readStack(text string, s square) error {
	if text == "" || !strings.Contains(colorLetters, text[:1]) {
		return fmt.Errorf("%q on %s is neither empty (x) nor a stack (w, b3)", text, s)
	}
	height := 1
	if digits := text[1:]; digits != "" {
		n, err := readNumber(digits)
		if err != nil || n < 2 || n > p.rules.board.men {
			return fmt.Errorf("%q on %s: the height must be a number from 2 to %d, left out for a single man", text, s, p.rules.board.men)
		}
		height = n
	}
	p.put(color(strings.Index(colorLetters, text[:1])), s, uint8(height))
	return nil
}

func (p *position) readSeat(text string) error {
	switch text {
	case "1":
		p.seat = 0
	case "2":
		p.seat = 1
	default:
		return fmt.Errorf("seat %q: must be 1 (One) or 2 (Two)", text)
	}
	return nil
}

func (p *position) readStep(text string) error {
	kind := strings.Index(stepLetters, text)
	if len(text) != 1 || kind < 0 {
		return fmt.Errorf("step %q: must be s (set-up), c (Two's choice), k (One's colour) or m (movement)", text)
	}
	p.kind = engine.StepKind(kind)
	return nil
}

func (p *position) readOwner(text string) error {
	switch {
	case p.kind != mainStep && text != "?":
		return fmt.Errorf("owner of White %q: must be ? before the movement", text)
	case p.kind == mainStep && text != "1" && text != "2":
		return fmt.Errorf("owner of White %q: must be 1 or 2 in the movement", text)
	case text != "?":
		p.owner = owner(text[0] - '0')
	}
	return nil
}

func (p *position) readPasses(text string) error {
	if text != "0" && text != "1" {
		return fmt.Errorf("passes %q: must be 1 if the turn before was a pass, else 0", text)
	}
	p.passes = text[0] - '0'
	if p.passes > 0 && p.kind != mainStep {
		return fmt.Errorf("passes %q: must be 0 before the movement", text)
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
