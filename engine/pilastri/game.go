// Package pilastri implements the rules of Pilastri (Christopher Field, 2025) on boards of 2 x 2 to 8 x 8 squares.
// docs/RULES.md defines the rules.
//
// # Representation
//
// Every board lies in the lower left corner of an 8 x 8 grid. A position holds its stacks as bitboards: the stacks by
// the owner of the top piece, the heights as binary digits, and the black pieces of each level. It also has an array of
// heights by square, which is faster to use when a step is played.
//
// A piece moves between two stacks on the same file or rank with only vacant squares between them: a pair. A [sight]
// moves the digits of every stack's height to the next stack at once, so that a few operations on bitboards compare the
// heights of all pairs. The comparison says which top piece of a pair may land on the other stack. After every step a
// position computes the legal steps of all four directions as sets of pairs, and keeps them.
package pilastri

import (
	"cmp"
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// Game is Pilastri.
var Game engine.Game = game{}

type game struct{}

const defaultSize = 6

func (game) Name() string  { return "pilastri" }
func (game) Title() string { return "Pilastri" }

// Options implements [engine.Game]. The same board can be given by size or by files and ranks. [rulesOf] makes the
// settings of equal boards equal.
func (game) Options() []engine.Option {
	return []engine.Option{
		{Name: "size", Help: "squares along an edge of the board; 0 if files and ranks are given",
			Default: strconv.Itoa(defaultSize), Values: []string{"4", "6", "8", "0"}},
		{Name: "files", Help: "files of the board, 2 to 8; 0 for size", Default: "0", Max: maxEdge},
		{Name: "ranks", Help: "ranks of the board, 2 to 8; 0 for size", Default: "0", Max: maxEdge},
	}
}

func (g game) New(settings engine.Settings) (engine.Rules, error) { return newRules(settings) }

// rules is Pilastri on one board. Every step increases the sum of the pieces' levels, so positions cannot repeat, and
// the game ends without a turn cap.
type rules struct {
	kit.Facts
	shape geometry
}

func newRules(settings engine.Settings) (*rules, error) {
	files, ranks, err := asked(settings, defaultSize)
	if err != nil {
		return nil, err
	}
	if files == 0 || ranks == 0 {
		return nil, fmt.Errorf("option size=0: needs both files and ranks, 2 to 8 each")
	}
	return rulesOf(files, ranks)
}

// asked returns the files and ranks that settings ask for. If settings contain no size, it takes the given one.
func asked(settings engine.Settings, size int) (files, ranks int, err error) {
	settled, err := engine.Settle(Game, settings)
	if err != nil {
		return 0, 0, err
	}
	files, ranks = settled.Int("files"), settled.Int("ranks")
	if _, given := settings.Get("size"); given {
		size = settled.Int("size")
		if size > 0 && files > 0 && ranks > 0 && (files != size || ranks != size) {
			return 0, 0, fmt.Errorf("option size=%d: contradicts files=%d and ranks=%d; leave it out", size, files,
				ranks)
		}
	}
	return cmp.Or(files, size), cmp.Or(ranks, size), nil
}

// rulesOf returns the rules for a board. Its settings have size 4, 6 or 8 with files and ranks 0, or size 0 with files
// and ranks.
func rulesOf(files, ranks int) (*rules, error) {
	switch {
	case files < minEdge:
		return nil, fmt.Errorf("option files=%d: must be from 2 to 8, or 0 for size", files)
	case ranks < minEdge:
		return nil, fmt.Errorf("option ranks=%d: must be from 2 to 8, or 0 for size", ranks)
	case files*ranks%2 != 0:
		return nil, fmt.Errorf("options files=%d ranks=%d: the board must have an even number of squares; make one "+
			"of them even", files, ranks)
	}
	r := &rules{
		Facts: kit.Facts{Of: Game, Names: []string{"White", "Black"}, Kinds: []string{"move"}, Space: stepSpace,
			Guides: []string{"Climb: a piece on top of a stack goes straight to the nearest stack, such as c4e4; " +
				"it must stand higher there."}},
		shape: newGeometry(files, ranks),
	}
	size := 0
	if files == ranks && files > minEdge { // 4, 6 or 8, since odd squares have been rejected
		size, files, ranks = files, 0, 0
	}
	for i, value := range []int{size, files, ranks} {
		r.Settled = append(r.Settled, engine.Setting{Name: Game.Options()[i].Name, Value: strconv.Itoa(value)})
	}
	return r, nil
}

func (g game) Read(text string, settings engine.Settings) (engine.Position, error) {
	wantedFiles, wantedRanks, err := asked(settings, 0)
	if err != nil {
		return nil, err
	}
	files, ranks, err := shapeOf(text)
	if err != nil {
		return nil, err
	}
	if files != cmp.Or(wantedFiles, files) || ranks != cmp.Or(wantedRanks, ranks) {
		return nil, fmt.Errorf("board: it has %d files and %d ranks, which options %s contradict; leave them out",
			files, ranks, settings)
	}
	r, err := rulesOf(files, ranks)
	if err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	return r.read(text)
}

// Start returns the start of the game: single pieces in the colours of a chessboard, with a black piece on a1.
func (r *rules) Start() engine.Position {
	p := &position{rules: r, state: state{turn: 1}}
	for rest := r.shape.squares; rest != 0; rest &= rest - 1 {
		s := rest.First()
		p.board.put(seat(s.File()+s.Rank()+1)&1, s)
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	return p
}
