package pilastri

import (
	"fmt"
	"strconv"
	"strings"
)

// shapeOf finds the shape of the board in a position text: the number of its ranks, and the files of the highest one.
func shapeOf(text string) (files, ranks int, err error) {
	board, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	rows := strings.Split(board, "/")
	if len(rows) < minEdge || len(rows) > maxEdge {
		return 0, 0, fmt.Errorf("board %q: it has %d ranks; %d to %d are possible", board, len(rows), minEdge, maxEdge)
	}
	for _, item := range strings.Split(rows[0], ",") {
		run, err := emptyRun(item)
		if err != nil {
			return 0, 0, fmt.Errorf("board: rank %d %q: %w", len(rows), rows[0], err)
		}
		files += max(run, 1)
	}
	if files < minEdge || files > maxEdge {
		return 0, 0, fmt.Errorf("board: rank %d %q: %d squares; %d to %d are possible", len(rows), rows[0], files, minEdge, maxEdge)
	}
	return files, len(rows), nil
}

// emptyRun is the number of empty squares that "x" or "x5" stands for, 0 for any other text.
func emptyRun(item string) (int, error) {
	count, isRun := strings.CutPrefix(item, "x")
	switch {
	case !isRun:
		return 0, nil
	case count == "":
		return 1, nil
	}
	n, err := readNumber(count)
	if err != nil || n < 1 || n > maxEdge {
		return 0, fmt.Errorf("%q is no run of empty squares", item)
	}
	return n, nil
}

// readNumber reads decimal digits without sign or needless zeros.
func readNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && strconv.Itoa(n) != text || n < 0 {
		err = fmt.Errorf("%q is no plain number", text)
	}
	return n, err
}

// read reads a position text whose board has the shape of the rules' in the number of ranks and in the highest one.
func (r *rules) read(text string) (*position, error) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return nil, fmt.Errorf("position %q: it has %d fields; wanted 3: board, player, turn", text, len(fields))
	}
	p := &position{rules: r}
	for i, read := range []func(string) error{p.readBoard, p.readPlayer, p.readTurn} {
		if err := read(fields[i]); err != nil {
			return nil, err
		}
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	return p, nil
}

func (p *position) readBoard(text string) error {
	rows := strings.Split(text, "/")
	for i, row := range rows {
		if err := p.readRank(row, len(rows)-1-i); err != nil {
			return fmt.Errorf("board: rank %d %q: %w", len(rows)-i, row, err)
		}
	}
	// No piece ever comes or goes, but positions of fewer pieces are let in: they are worth studying.
	most := p.rules.shape.squares.count() / 2
	for color, letter := range []string{white: "w", black: "b"} {
		if n := strings.Count(text, letter); n > most {
			return fmt.Errorf("board: %d pieces of %s (%s); the game has %d", n, p.rules.SeatNames()[color], letter, most)
		}
	}
	return nil
}

// readRank reads the squares of a rank from the first file on.
func (p *position) readRank(row string, rank int) error {
	file, files := 0, p.rules.shape.files
	for _, item := range strings.Split(row, ",") {
		run, err := emptyRun(item)
		if err != nil {
			return err
		}
		if file+max(run, 1) > files {
			return fmt.Errorf("more than %d squares", files)
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
	if file != files {
		return fmt.Errorf("%d squares; wanted %d", file, files)
	}
	return nil
}

// readStack puts the pieces of a text on a square, bottom first.
func (p *position) readStack(text string, s square) error {
	if text == "" || strings.Trim(text, "wb") != "" {
		return fmt.Errorf("%q on %s is neither empty (x) nor a stack (w and b)", text, s)
	}
	if most := p.rules.shape.squares.count(); len(text) > most {
		return fmt.Errorf("the stack on %s is %d high; the game has %d pieces", s, len(text), most)
	}
	for _, piece := range text {
		owner := white
		if piece == 'b' {
			owner = black
		}
		p.board.put(owner, s)
	}
	return nil
}

func (p *position) readPlayer(text string) error {
	switch text {
	case "w":
		p.seat = white
	case "b":
		p.seat = black
	default:
		return fmt.Errorf("player %q: must be w (White) or b (Black)", text)
	}
	return nil
}

func (p *position) readTurn(text string) error {
	n, err := readNumber(text)
	if err != nil || n < 1 || n > 1_000_000_000 {
		return fmt.Errorf("turn %q: must be a whole number from 1 to 1000000000", text)
	}
	p.turn = int32(n)
	return nil
}
