// Package puzzles has positions in which the seat to act can force a win within a few turns, and leads a person through
// the solution: it judges each turn and answers with the longest defence. The positions in the file puzzles.txt come
// from games of self-play; scripts/puzzles makes the file. Every puzzle is proven by exact search (package proof), and
// by plain recursion in the tests.
//
// # The file
//
// A line "game NAME" begins the puzzles of a game, easy ones first. Each other line is a puzzle: the number of turns
// within which the seat to act wins, a rating and the text of the position. No turn wins sooner. The solutions are not
// stored, since a proof finds them at once. A line that begins with # is a remark.
//
// # Right turns
//
// A turn is right if the win can still be forced within the promised number of turns. A turn that wins later is wrong,
// because no proof says how much later.
package puzzles

import (
	_ "embed" // for puzzles.txt
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pillars/engine"
	"pillars/engine/games"
)

//go:embed puzzles.txt
var builtIn string

// A Puzzle is a position in which the seat to act can force a win.
type Puzzle struct {
	Game   string // a name such as [engine.Game.Name] returns
	Number int    // place among the puzzles of the game, from 1
	Own    int    // the seat to act wins within this number of its turns, and not sooner
	Rating int    // difficulty, about 300 to 2000; scripts/puzzles computes it
	Start  string // text of the position; rule options that it does not determine have their defaults
}

// ID returns a name that is unique among all puzzles and says nothing about the solution, such as "pilastri-17".
func (p *Puzzle) ID() string { return fmt.Sprintf("%s-%d", p.Game, p.Number) }

// Load returns the puzzle's position.
func (p *Puzzle) Load() (engine.Position, error) {
	game, err := games.FindFileless(p.Game)
	if err != nil {
		return nil, err
	}
	return game.Read(p.Start, nil)
}

// Task returns the task in words, such as "White wins in 2 turns".
func (p *Puzzle) Task(position engine.Position) string {
	return fmt.Sprintf("%s wins in %s", name(position, position.Seat()), turns(p.Own))
}

func name(p engine.Position, seat engine.Seat) string { return p.Rules().SeatNames()[seat] }

func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// defaults returns the built-in puzzles by game.
var defaults = sync.OnceValues(func() (map[string][]Puzzle, error) { return read(builtIn) })

// Default returns the built-in puzzles of a game, easy ones first, or none if no game has this name.
func Default(game string) ([]Puzzle, error) {
	all, err := defaults()
	return slices.Clone(all[game]), err
}

// Find returns the built-in puzzle with the given id.
func Find(id string) (*Puzzle, error) {
	all, err := defaults()
	if err != nil {
		return nil, err
	}
	if dash := strings.LastIndexByte(id, '-'); dash >= 0 {
		game := id[:dash]
		list := all[game]
		number, err := strconv.Atoi(id[dash+1:])
		if err == nil && number >= 1 && number <= len(list) && list[number-1].ID() == id {
			return new(list[number-1]), nil
		}
	}
	return nil, fmt.Errorf("there is no puzzle %q", id)
}

// read returns the puzzles in the text of a file, by game.
func read(text string) (map[string][]Puzzle, error) {
	all := map[string][]Puzzle{}
	game := ""
	for number, line := range strings.Split(text, "\n") {
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case first == "game":
			game = rest
			continue
		}
		rating, start, _ := strings.Cut(rest, " ")
		p := Puzzle{Game: game, Number: len(all[game]) + 1, Start: start}
		var wrongOwn, wrongRating error
		p.Own, wrongOwn = strconv.Atoi(first)
		p.Rating, wrongRating = strconv.Atoi(rating)
		if wrongOwn != nil || wrongRating != nil || start == "" || game == "" {
			return nil, fmt.Errorf("line %d of the puzzles: must be turns, rating and position of a game: %q", number+1,
				line)
		}
		all[game] = append(all[game], p)
	}
	return all, nil
}
