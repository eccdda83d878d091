package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/results/rating"
)

// ReadPlaces reads a table of games in comma-separated values. Its first line names the columns: seat1, seat2, ... hold
// players, rank1, rank2, ... the places they came in on, turns (which may be absent) the length; others, such as round,
// are passed over.
//
// Equal ranks are a tie, also written as the mean of the places held, such as 2.5. An empty rank is a place behind all
// others, in an order that is not known; a winner with everyone else on rank 2 is such a game too: only the winner is
// known.
//
// It fails on the first line that cannot be read, naming line and column.
func ReadPlaces(r io.Reader) ([]Game, error) {
	in := csv.NewReader(withoutMark(r))
	in.ReuseRecord = true
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: no columns are named: " +
			"begin with a line such as seat1,seat2,seat3,rank1,rank2,rank3")
	}
	if err != nil {
		return nil, err
	}
	columns, err := findPlaceColumns(header)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	var games []Game
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		game, err := columns.game(cells)
		if err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		games = append(games, game)
	}
}

// withoutMark leaves out the byte order mark with which some programs begin a text.
func withoutMark(r io.Reader) *bufio.Reader {
	in := bufio.NewReaderSize(r, 1<<16)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // it was just read
	}
	return in
}

// placeColumns says where in a line the figures of a game stand.
type placeColumns struct {
	seats, ranks []int // by seat
	turns        int   // -1 where there are none
}

func findPlaceColumns(header []string) (placeColumns, error) {
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.ToLower(strings.TrimSpace(name))
	}
	columns := placeColumns{turns: slices.Index(names, "turns")}
	for seat := 1; ; seat++ {
		player, rank := slices.Index(names, fmt.Sprint("seat", seat)), slices.Index(names, fmt.Sprint("rank", seat))
		switch {
		case player < 0 && rank < 0 && seat > 3 && seat <= rating.MaxSeats+1:
			return columns, nil
		case seat > rating.MaxSeats:
			return columns, fmt.Errorf("more than %d seats", rating.MaxSeats)
		case player < 0:
			return columns, fmt.Errorf("no column seat%d: name the columns of 3 or more seats, "+
				"such as seat1,seat2,seat3,rank1,rank2,rank3", seat)
		case rank < 0:
			return columns, fmt.Errorf("a column seat%d but none rank%d: add it", seat, seat)
		}
		columns.seats, columns.ranks = append(columns.seats, player), append(columns.ranks, rank)
	}
}

// game reads the cells of a line.
func (c placeColumns) game(cells []string) (Game, error) {
	var g Game
	var ranks []float64
	for seat := range c.seats {
		name := strings.TrimSpace(cells[c.seats[seat]])
		if name == "" {
			return g, fmt.Errorf("column seat%d is empty: name the player", seat+1)
		}
		rank, err := readRank(strings.TrimSpace(cells[c.ranks[seat]]))
		if err != nil {
			return g, fmt.Errorf("column rank%d: %w", seat+1, err)
		}
		g.Players, ranks = append(g.Players, name), append(ranks, rank)
	}
	scores, err := scoresOfRanks(ranks)
	if err != nil {
		return g, err
	}
	g.Scores = scores
	if c.turns >= 0 && strings.TrimSpace(cells[c.turns]) != "" {
		turns, err := strconv.Atoi(strings.TrimSpace(cells[c.turns]))
		if err != nil || turns < 0 {
			return g, fmt.Errorf("column turns: %q: give a whole number, 0 or more", cells[c.turns])
		}
		g.Turns = turns
	}
	return g, nil
}

func readRank(text string) (float64, error) {
	if text == "" {
		return unranked, nil
	}
	rank, err := strconv.ParseFloat(text, 64)
	if err != nil || !(rank >= 1 && rank <= rating.MaxSeats) {
		return 0, fmt.Errorf("%q: give a place from 1, or nothing where it is not known", text)
	}
	return rank, nil
}
