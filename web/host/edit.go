package host

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
)

// An editQuestion asks for the position of the state's start, or of the usual start, with one change.
type editQuestion struct {
	State
	Turned bool   `json:"turned,omitempty"`
	Square string `json:"square,omitempty"`
	Put    string `json:"put,omitempty"` // text of a piece, takeTop for the square's top piece, or clearBoard
}

// Values of Put that are no pieces.
const (
	takeTop    = "x"
	clearBoard = "clear"
)

// An editedBoard is a position that may be illegal, as an editor shows it.
type editedBoard struct {
	Start   string            `json:"start"`
	Options map[string]string `json:"options,omitempty"` // options that fit the position
	Wrong   string            `json:"wrong,omitempty"`   // why the position is illegal
	Picture string            `json:"picture"`
	Files   int               `json:"files"`
	Ranks   int               `json:"ranks"`
	Squares []square          `json:"squares"`
	Pieces  []palettePiece    `json:"pieces"`
	Fields  []editField       `json:"fields"` // fields of the text behind the board
}

// shapeOptions lists the options that the text of a position fixes by itself.
var shapeOptions = []string{"size", "players", "files", "ranks"}

// edit changes a position's text. Fields behind the board change only if that makes the position legal.
func edit(q editQuestion) (any, error) {
	n, known := notations[q.Game]
	if !known {
		_, err := games.FindFileless(q.Game)
		return nil, err
	}
	if q.Start == "" {
		p, err := q.start()
		if err != nil {
			return nil, err
		}
		q.Start = p.String()
	}
	fields := strings.Fields(q.Start)
	if len(fields) != len(n.fields)+1 {
		return nil, fmt.Errorf("position %q: must be the board and %d fields behind it, with blanks between them: %s",
			q.Start, len(n.fields), n.titles())
	}
	b, err := readEditBoard(n, fields[0])
	if err != nil {
		return nil, err
	}
	if err := b.change(q.Square, q.Put); err != nil {
		return nil, err
	}
	fields[0] = b.text()
	options, wrong := legal(q.State, fields)
	if wrong != nil && q.Put != "" {
		usual := slices.Clone(fields)
		for i, text := range n.usual {
			if text != "" {
				usual[i+1] = text
			}
		}
		if usualOptions, err := legal(q.State, usual); err == nil {
			fields, options, wrong = usual, usualOptions, nil
		}
	}
	return b.answer(fields, options, wrong, q.Turned)
}

// legal returns the options with which the fields are the text of a position: those of the state, or if they are for
// another shape, only those that no position fixes.
func legal(s State, fields []string) (map[string]string, error) {
	s.Start = strings.Join(fields, " ")
	_, err := s.start()
	if err == nil {
		return s.Options, nil
	}
	own := s.Options
	s.Options = maps.Clone(own)
	maps.DeleteFunc(s.Options, func(name, _ string) bool { return slices.Contains(shapeOptions, name) })
	if _, shaped := s.start(); shaped == nil {
		return s.Options, nil
	}
	return own, err
}

// An editBoard is the board of a position's text, as the pieces of each square from bottom to top.
type editBoard struct {
	notation notation
	ranks    [][][]string // from the highest; nil is the place of a missing corner
	files    int
}

// mostSide is the most files and ranks of a board.
const mostSide = 16

func readEditBoard(n notation, text string) (editBoard, error) {
	b := editBoard{notation: n}
	for row := range strings.SplitSeq(text, "/") {
		var rank [][]string
		for item := range strings.SplitSeq(row, ",") {
			run, empty := strings.CutPrefix(item, "x")
			count, err := 1, error(nil)
			if empty && run != "" {
				count, err = strconv.Atoi(run)
			}
			if err != nil || count < 1 || len(rank)+count > mostSide || item == "" {
				return b, fmt.Errorf("board: rank %q: must be at most %d squares with commas between them, x for an "+
					"empty one", row, mostSide)
			}
			pieces, err := n.parts(item)
			if err != nil {
				return b, fmt.Errorf("board: rank %q: %w", row, err)
			}
			for range count {
				rank = append(rank, pieces)
			}
		}
		b.ranks, b.files = append(b.ranks, rank), max(b.files, len(rank))
	}
	if len(b.ranks) > mostSide {
		return b, fmt.Errorf("board: %d ranks; at most %d are possible", len(b.ranks), mostSide)
	}
	for i, rank := range b.ranks { // a rank without its corners begins at file b
		if len(rank) == b.files-2 {
			b.ranks[i] = slices.Concat([][]string{nil}, rank, [][]string{nil})
		} else if len(rank) != b.files {
			return b, fmt.Errorf("board: rank %d has %d squares, another one %d", len(b.ranks)-i, len(rank), b.files)
		}
	}
	return b, nil
}

// change puts a piece on the named square, or takes one away. Without a put it changes nothing.
func (b editBoard) change(name, put string) error {
	if put == "" {
		return nil
	}
	found := false
	for i, rank := range b.ranks {
		for file, here := range rank {
			if here == nil || b.notation.hole(here) || put != clearBoard && squareName(file, len(b.ranks)-i) != name {
				continue
			}
			found = true
			if put == clearBoard {
				rank[file] = []string{}
				continue
			}
			changed, err := b.notation.put(here, put)
			if err != nil {
				return err
			}
			rank[file] = changed
		}
	}
	if !found {
		return wrong("square")
	}
	return nil
}

func squareName(file, rank int) string { return string(rune('a'+file)) + strconv.Itoa(rank) }

// text returns the board as games write it.
func (b editBoard) text() string {
	var rows []string
	for _, rank := range b.ranks {
		var row []string
		run := 0
		flush := func() {
			switch {
			case run == 1:
				row = append(row, "x")
			case run > 1:
				row = append(row, "x"+strconv.Itoa(run))
			}
			run = 0
		}
		for _, here := range rank {
			if here != nil && len(here) == 0 {
				run++
			} else if here != nil {
				flush()
				row = append(row, b.notation.join(here))
			}
		}
		flush()
		rows = append(rows, strings.Join(row, ","))
	}
	return strings.Join(rows, "/")
}

// answer returns the board as the page shows it.
func (b editBoard) answer(fields []string, options map[string]string, wrong error, turned bool) (any, error) {
	n := b.notation
	d := engine.Diagram{Files: b.files, Ranks: len(b.ranks), CountFrom: n.countFrom}
	for i := range b.ranks {
		for file, here := range b.ranks[len(b.ranks)-1-i] {
			cell := engine.Cell{Kind: engine.Square, Name: squareName(file, i+1)}
			switch {
			case here == nil:
				cell = engine.Cell{}
			case n.hole(here):
				cell.Kind = engine.Hole
			default:
				for _, part := range here {
					cell.Pieces = append(cell.Pieces, n.pieces[part])
				}
			}
			d.Cells = append(d.Cells, cell)
		}
	}
	if n.barriers > 0 {
		drawBarriers(d, fields[n.barriers])
	}
	var picture strings.Builder
	if err := diagram.SVGBoard(&picture, d, turned); err != nil {
		return nil, err
	}
	pieces, err := n.palette(fields)
	if err != nil {
		return nil, err
	}
	e := editedBoard{Start: strings.Join(fields, " "), Options: options, Picture: picture.String(), Files: d.Files,
		Ranks: d.Ranks, Squares: squares(d), Pieces: pieces, Fields: slices.Clone(n.fields)}
	if wrong != nil {
		e.Wrong = wrong.Error()
	}
	for i := range e.Fields {
		e.Fields[i].Value = fields[i+1]
	}
	return e, nil
}

// drawBarriers sets the barriers of a list such as "d4|n,e2|e", as far as it can be read.
func drawBarriers(d engine.Diagram, list string) {
	for item := range strings.SplitSeq(list, ",") {
		name, side, _ := strings.Cut(item, "|")
		for i := range d.Cells {
			if cell := &d.Cells[i]; cell.Name == name && name != "" {
				cell.North, cell.East = cell.North || side == "n", cell.East || side == "e"
			}
		}
	}
}
