package metrics

import (
	"io"
	"strconv"

	"pillars/engine"
	"pillars/results/show/table"
)

type usedSquare struct {
	of string
	SquareUse
}

// SquareTable returns a table of the share of games that use each square.
func SquareTable(columns ...Profile) table.Table[usedSquare] {
	t := table.Table[usedSquare]{Columns: []table.Column[usedSquare]{
		{Key: "of", Only: table.CSV, Value: func(u usedSquare) any { return u.of }},
		{Key: "square", Value: func(u usedSquare) any { return u.Square }},
		{Key: "n", Only: table.CSV, Value: func(u usedSquare) any { return u.Games }},
		{Key: "counts", Only: table.CSV, Value: func(usedSquare) any { return "games" }},
		{Key: "value", Digits: 6, Value: func(u usedSquare) any { return u.share.Value }},
		{Key: "low", Digits: 6, Value: func(u usedSquare) any { return u.share.Low }},
		{Key: "high", Digits: 6, Value: func(u usedSquare) any { return u.share.High }},
		{Key: "level", Only: table.CSV, Value: func(usedSquare) any { return .95 }},
	}}
	for _, c := range columns {
		for _, u := range c.Squares {
			t.Rows = append(t.Rows, usedSquare{c.Title, u})
		}
	}
	return t
}

// WriteSquares writes the percentages as the board lies, the highest rank on top.
func (p Profile) WriteSquares(w io.Writer, board engine.Diagram) error {
	grid := table.Grid{Indent: 1, Gap: 1, Columns: make([]table.Head, board.Files)}
	for file := range board.Files {
		grid.Columns[file].Kind = table.Figures
	}
	grid.Rows = make([][]string, board.Ranks)
	for rank := range grid.Rows {
		grid.Rows[rank] = make([]string, board.Files)
	}
	for _, u := range p.Squares {
		percent := strconv.FormatFloat(100*u.share.Value, 'f', 0, 64)
		grid.Rows[board.Ranks-1-u.rank][u.file] = " " + u.Square + " " + percent
	}
	return grid.WriteText(w)
}
