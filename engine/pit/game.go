// Package pit holds the rules of Pit (GiocatGeneric, 2021) for two to four players on boards of up to 16 x 16 cells, as
// docs/RULES.md lays them down.
//
// # How a position is kept
//
// A bitboard has a bit for each of 16 x 16 cells, whatever the size of the board, so a rank is one uint16. What is
// occupied is kept twice, once turned over at the diagonal, so that a file is one uint16 too. A wall is what nothing
// crosses: a barrier, the side of a hole, the edge of the board; walls on the east and on the north sides of cells are
// bitboards as well. How far a tower slides or sees is then found on two uint16 lines by counting zeros.
//
// A new barrier separates its two sides only if it closes a ring of walls. Most barriers have an end that touches no
// other wall, and a way round it. Only for the others the cells joined to one side are flooded, until the other side
// is reached or nothing is left. Before the barrier all pawns were joined and every tower had a way to a hole (Read
// refuses anything else), so its two sides are all that can have changed.
package pit

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// Game is Pit.
var Game engine.Game = game{}

type game struct{}

func (game) Name() string  { return "pit" }
func (game) Title() string { return "Pit" }

func (game) Options() []engine.Option {
	return []engine.Option{
		{Name: "players", Help: "number of players", Default: "2", Values: []string{"2", "3", "4"}},
		{Name: "board", Help: "a board file, or its lines with / between: . a cell, o a hole, 1 to 4 the seats' " +
			"first towers", Default: defaultBoard},
	}
}

func (game) New(settings engine.Settings) (engine.Rules, error) {
	board, seats, err := asked(settings)
	if err != nil {
		return nil, err
	}
	r, err := newRules(board, seats)
	if err != nil {
		return nil, err
	}
	if start := r.start(); start.placings() == 0 {
		name, _ := settings.Get("board")
		return nil, fmt.Errorf("option board=%s: %s has no cell for the pawn; add one", name, seatNames[0])
	}
	return r, nil
}

func asked(settings engine.Settings) (board *layout, seats int, err error) {
	settled, err := engine.Settle(Game, settings)
	if err != nil {
		return nil, 0, err
	}
	name, _ := settled.Get("board")
	if board, err = newLayout(name, settled.Int("players")); err != nil {
		err = fmt.Errorf("option board=%s: %w", name, err)
	}
	return board, settled.Int("players"), err
}

// No position comes again: every turn adds a barrier, places a pawn or removes a piece.
type rules struct {
	kit.Facts
	board *layout
	seats int
}

// newRules replaces a board file by its lines, so that the settings stand for themselves.
func newRules(board *layout, seats int) (*rules, error) {
	standard, err := newLayout(defaultBoard, seats)
	if err != nil {
		return nil, err
	}
	name := board.text
	if name == standard.text {
		name = defaultBoard
	}
	settings := engine.Settings{{Name: "players", Value: strconv.Itoa(seats)}, {Name: "board", Value: name}}
	facts := kit.Facts{Of: Game, Settled: settings, Names: seatNames[:seats:seats], Kinds: stepKindNames[:],
		Guides: guides[:], Space: stepSpace}
	return &rules{Facts: facts, board: board, seats: seats}, nil
}

const fieldNames = "board, player, step, reserves, barriers, at, turn"

// Read takes the number of players and the board's cells and holes from the text.
func (game) Read(text string, settings engine.Settings) (engine.Position, error) {
	fields, err := kit.Fields(text, fieldNames)
	if err != nil {
		return nil, err
	}
	reserves := fields[3]
	seats := strings.Count(reserves, "/") + 1
	if seats < 2 || seats > engine.MaxSeats {
		return nil, fmt.Errorf("reserves %q: they are for %d players; give 2 to %d", reserves, seats,
			engine.MaxSeats)
	}
	if given, ok := settings.Get("players"); ok && given != strconv.Itoa(seats) {
		return nil, fmt.Errorf("reserves %q: they are for %d players, but option players=%s is given; leave the "+
			"option out", reserves, seats, given)
	}
	board, err := boardOf(fields[0])
	if err != nil {
		return nil, err
	}
	r, err := rulesOf(board, seats, settings)
	if err != nil {
		return nil, err
	}
	return r.read(text)
}

func rulesOf(b *board, seats int, settings engine.Settings) (*rules, error) {
	named, _, err := asked(settings.With("players", strconv.Itoa(seats)))
	if err != nil {
		return nil, err
	}
	if named.files == b.files && named.ranks == b.ranks && named.holes == b.holes {
		return newRules(named, seats)
	}
	if name, given := settings.Get("board"); given {
		return nil, fmt.Errorf("board: it differs from option board=%s; leave the option out", name)
	}
	return newRules(layoutOf(b, seats), seats)
}

func (r *rules) Start() engine.Position { return r.start() }

func (r *rules) start() *position {
	p := &position{rules: r, state: state{walls: r.board.walls, turn: 1, in: 1<<r.seats - 1}}
	for s := range r.seats {
		p.reserve[s] = towersEach
		for c := range r.board.towers[s].all {
			p.put(seat(s), c)
			p.reserve[s]--
		}
	}
	p.hash = p.hashFromScratch()
	return p
}
