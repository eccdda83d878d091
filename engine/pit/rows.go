package pit

import (
	"fmt"
	"strconv"
	"strings"
)

// readRows splits a board text into the texts of its places and calls put for each, "" for an empty cell.
func readRows(text string, put func(place string, c cell) error) (files, ranks int, err error) {
	rows := strings.Split(text, "/")
	if len(rows) > maxSide {
		return 0, 0, fmt.Errorf("board: it has %d ranks; at most %d are possible", len(rows), maxSide)
	}
	for i, row := range rows {
		rank := len(rows) - 1 - i
		width, err := readRow(row, rank, put)
		if err == nil && i > 0 && width != files {
			err = fmt.Errorf("it has %d places, the highest rank %d", width, files)
		}
		if err != nil {
			return 0, 0, fmt.Errorf("board: rank %d %q: %w", rank+1, row, err)
		}
		files = width
	}
	return files, len(rows), nil
}

// readRow reads the places of a rank from the first file on and returns how many there are.
func readRow(row string, rank int, put func(place string, c cell) error) (int, error) {
	file := 0
	for _, item := range strings.Split(row, ",") {
		run, err := emptyRun(item)
		if err != nil {
			return 0, err
		}
		if run == 0 {
			run = 1
		} else {
			item = ""
		}
		if file+run > maxSide {
			return 0, fmt.Errorf("more than %d places", maxSide)
		}
		for range run {
			if err := put(item, cellAt(file, rank)); err != nil {
				return 0, err
			}
			file++
		}
	}
	return file, nil
}

// emptyRun is the number of empty cells that "x" or "x5" stands for, 0 for any other text.
func emptyRun(item string) (int, error) {
	digits, isRun := strings.CutPrefix(item, "x")
	switch {
	case !isRun:
		return 0, nil
	case digits == "":
		return 1, nil
	}
	n, err := readNumber(digits)
	if err != nil || n < 1 || n > maxSide {
		return 0, fmt.Errorf("%q is no run of empty cells", item)
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

// boardOf finds the cells and holes of a board text.
func boardOf(text string) (*board, error) {
	var holes bitboard
	files, ranks, err := readRows(text, func(place string, c cell) error {
		if place == "o" {
			holes.add(c)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b, err := newBoard(files, ranks, holes)
	if err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	return b, nil
}
