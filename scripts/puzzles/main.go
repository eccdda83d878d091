// Puzzles searches games of self-play for positions in which the seat to act can force a win within a few turns, and in
// which only few first turns force it. It prints these positions in the format of search/puzzles/puzzles.txt. The same
// seed gives the same file on every machine. All four games take a few minutes of one core.
//
//	go run ./scripts/puzzles -o search/puzzles/puzzles.txt
//	go run ./scripts/puzzles -game pilastri -part 10
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"pillars/engine"
	"pillars/engine/games"
)

type board struct {
	game   string
	sizes  engine.Settings
	wanted wanted
}

// wanted holds numbers of puzzles, indexed by the number of turns that the solver needs to win, from 1.
type wanted [5]int

// boards lists small boards, on which beginners play, with at least 100 puzzles of each game. Pit has no puzzles to win
// in one turn: a pawn that can be replaced must be, so the winning turn would be the only legal one.
var boards = []board{
	{"pit-of-pillars", size("5"), wanted{1: 14, 2: 26, 3: 12, 4: 2}},
	{"pit-of-pillars", size("6"), wanted{1: 16, 2: 36}},
	{"pilastri", size("4"), wanted{1: 8, 2: 16, 3: 16, 4: 8}},
	{"pilastri", size("6"), wanted{1: 8, 2: 20, 3: 20, 4: 12}},
	{"pylyx", size("6"), wanted{1: 10, 2: 24, 3: 14, 4: 4}},
	{"pylyx", size("8"), wanted{1: 12, 2: 26, 3: 14, 4: 2}},
	{"pit", nil, wanted{2: 58, 3: 36, 4: 12}},
}

func size(n string) engine.Settings { return engine.Settings{{Name: "size", Value: n}} }

func main() {
	seed := flag.Uint64("seed", 1, "seed of all games")
	only := flag.String("game", "", "name of the only game to find puzzles of")
	part := flag.Int("part", 1, "divide the numbers of puzzles by this")
	output := flag.String("o", "", "file to write; standard output if empty")
	flag.Parse()
	var text bytes.Buffer
	if err := generate(context.Background(), &text, os.Stderr, *seed, *only, *part); err != nil {
		log.Fatal(err)
	}
	if *output == "" {
		os.Stdout.Write(text.Bytes())
	} else if err := os.WriteFile(*output, text.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// generate writes a file of puzzles to w, and a line for each board to progress. It divides the numbers of puzzles by
// part.
func generate(ctx context.Context, w, progress io.Writer, seed uint64, only string, part int) error {
	fmt.Fprintf(w, "# Puzzles: go run ./scripts/puzzles -seed %d. See the package comment.\n", seed)
	for _, game := range games.All() {
		if only != "" && game.Name() != only {
			continue
		}
		var found []puzzle
		for _, b := range boards {
			if b.game != game.Name() {
				continue
			}
			for own := range b.wanted {
				b.wanted[own] = (b.wanted[own] + part - 1) / part
			}
			m, err := newMiner(game, b, seed)
			if err != nil {
				return err
			}
			err = m.mine(ctx)
			fmt.Fprintf(progress, "%s %v: still wanted %v after %d games\n", game.Name(), b.sizes, m.wanted, m.played)
			if err != nil {
				return err
			}
			found = append(found, m.found...)
		}
		slices.SortStableFunc(found, func(a, b puzzle) int { return a.rating - b.rating })
		fmt.Fprintf(w, "\ngame %s\n", game.Name())
		for _, p := range found {
			fmt.Fprintf(w, "%d %d %s\n", p.own, p.rating, p.start)
		}
	}
	return nil
}
