package pilastri

import (
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// String is the position's text: board, player, turn.
func (p *position) String() string {
	shape := p.rules.shape
	return fmt.Sprintf("%s %c %d", kit.BoardText(shape.files, shape.ranks, p.squareText), "wb"[p.seat], p.turn)
}

func (p *position) squareText(file, rank int) (text string, square bool) {
	s := kit.SquareAt(file, rank)
	pieces := make([]byte, p.board.heights[s])
	for level := range pieces {
		pieces[level] = "wb"[p.board.owner(s, level)]
	}
	return string(pieces), true
}

var pieces = kit.Pieces(map[rune]engine.Piece{'w': {Color: engine.White, Shape: engine.Man},
	'b': {Color: engine.Black, Shape: engine.Man}})

func (p *position) Diagram() engine.Diagram {
	return kit.Diagram(p, p.rules.shape.files, p.rules.shape.ranks, p.squareText, pieces)
}

func shapeOf(text string) (files, ranks int, err error) {
	board, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	rows := strings.Split(board, "/")
	if len(rows) < minEdge || len(rows) > maxEdge {
		return 0, 0, fmt.Errorf("board %q: ranks: %d; give %d to %d, with / between them", board, len(rows),
			minEdge, maxEdge)
	}
	if files, err = kit.Width(board, "squares", 2*maxEdge); err != nil {
		return 0, 0, err
	}
	if files < minEdge || files > maxEdge {
		return 0, 0, fmt.Errorf("board: rank %d %q: it has %d squares; give %d to %d", len(rows), rows[0], files,
			minEdge, maxEdge)
	}
	return files, len(rows), nil
}

func (r *rules) read(text string) (*position, error) {
	p := &position{rules: r}
	err := kit.Read(text, "board, player, turn", p.readBoard,
		kit.OneOf("player", "wb", "w (White) or b (Black)", &p.seat),
		kit.Turn(&p.turn))
	if err != nil {
		return nil, err
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	return p, nil
}

func (p *position) readBoard(text string) error {
	span := func(int) (first, end int) { return 0, p.rules.shape.files }
	if err := kit.Board("squares", span, p.readStack)(text); err != nil {
		return err
	}
	// No piece ever comes or goes, but positions of fewer pieces are let in: they are worth studying.
	most := p.rules.shape.squares.Count() / 2
	for color, letter := range []string{white: "w", black: "b"} {
		if n := strings.Count(text, letter); n > most {
			return fmt.Errorf("board: %d pieces of %s (%s); there must be %d", n, p.rules.SeatNames()[color], letter,
				most)
		}
	}
	return nil
}

func (p *position) readStack(text string, file, rank int) error {
	s := kit.SquareAt(file, rank)
	if text == "" || strings.Trim(text, "wb") != "" {
		return fmt.Errorf("%q on %s is not empty (x) or a stack (w and b)", text, s)
	}
	if most := p.rules.shape.squares.Count(); len(text) > most {
		return fmt.Errorf("the stack on %s is %d high, but the game has only %d pieces", s, len(text), most)
	}
	for _, piece := range text {
		p.board.put(seat(strings.IndexRune("wb", piece)), s)
	}
	return nil
}
