// Package pit implements the rules of Pit (GiocatGeneric, 2021) for two to four players on boards of up to 16 x 16
// cells. docs/reference/pit.md defines the rules.
//
// # Representation
//
// A bitboard has a bit for each of 16 x 16 cells, whatever the size of the board, so a rank is one uint16. The set of
// occupied cells is stored twice, the second time transposed (files and ranks exchanged), so that a file is one uint16
// too. A wall is an edge that no piece can cross: a barrier, the side of a hole or the edge of the board. Two bitboards
// hold the cells with a wall on their east side and the cells with a wall on their north side. To find how far a tower
// slides or sees, the package counts zero bits in the uint16 of its rank and of its file.
//
// A new barrier blocks only the paths through its edge. Usually a path of three steps around one end still joins the
// cells on its two sides, and then nothing is cut off. Otherwise a flood fill from one of these two cells looks for the
// other. If it does not reach that cell, the package looks for pawns and towers in the two regions that the barrier has
// separated. No other cells need a check, because before this barrier there were paths between all pawns, and from
// every tower to a hole.
package pit

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Game is Pit.
var Game engine.Game = game{}

type game struct{}

func (game) Name() string  { return "pit" }
func (game) Title() string { return "Pit" }

// Options implements [engine.Game].
func (game) Options() []engine.Option {
	return []engine.Option{
		{Name: "players", Title: "Players", Help: "number of players", Default: "2", Values: []string{"2", "3", "4"}},
		{Name: "board", Title: "Board", Default: defaultBoard,
			Help: "the lines of a board with / between: . a cell, o a hole, 1 to 4 the seats' first towers"},
	}
}

// Introduction implements [engine.ShownGame].
func (game) Introduction() engine.Introduction {
	return engine.Introduction{
		Pitch:  "Build barriers, keep clear of the holes and hunt the other pawns. The last pawn in the game wins.",
		Length: "2 to 4 players, about 6 minutes",
		Picture: "x9/bt,x2,bt,x5/x2,o,x3,o,x2/x7,wp,x/x4,o,x4/x9/x2,o,x3,o,x2/x3,bt,x,bp,x,bt,x/x9 w a 5/1 " +
			"a1|n,a8|n,a9|e,c1|e,c2|e,d8|n,e1|e,e2|e,e6|n,f1|e,f1|n,g2|e,g5|e,g6|e,h2|e,h4|e,h4|n,h6|e,h6|n,i2|n," +
			"i5|n,i6|n - 27",
	}
}

// New implements [engine.Game].
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

// asked returns the board and the number of seats that settings ask for. Options that settings lack have their
// defaults.
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

// rules is Pit on one board. Positions cannot repeat: every turn adds a barrier, places a pawn or removes a piece.
type rules struct {
	base.Facts
	base.Evaluation
	board *layout
	seats int
}

// newRules returns the rules for a board. Their setting "board" is defaultBoard, or the rows of any other board.
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
	facts := base.Facts{Of: Game, Settled: settings, Names: seatNames[:seats:seats], Kinds: stepKindNames[:],
		Guides: guides[:], Space: stepSpace}
	return &rules{Facts: facts, Evaluation: evaluation, board: board, seats: seats}, nil
}

// Read implements [engine.Game]. It takes the number of players, the cells and the holes from the text.
func (game) Read(text string, settings engine.Settings) (engine.Position, error) {
	fields, err := base.Fields(text, &textForm)
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
	r, err := rulesOf(fields[0], seats, settings)
	if err != nil {
		return nil, err
	}
	return r.read(text)
}

// rulesOf returns the rules for the board of a position text. The text does not show where the first towers stood. If
// the board that settings ask for has the same cells and holes, rulesOf takes the first towers from this board.
// Otherwise [layoutOf] chooses them, unless settings name a board: then the result is an error.
func rulesOf(text string, seats int, settings engine.Settings) (*rules, error) {
	l, err := layoutOf(text, seats)
	if err != nil {
		return nil, err
	}
	fromSettings, _, err := asked(settings.With("players", strconv.Itoa(seats)))
	if err != nil {
		return nil, err
	}
	if fromSettings.files == l.files && fromSettings.ranks == l.ranks && fromSettings.holes == l.holes {
		return newRules(fromSettings, seats)
	}
	if name, given := settings.Get("board"); given {
		return nil, fmt.Errorf("board: it differs from option board=%s; leave the option out", name)
	}
	return newRules(l, seats)
}

func (r *rules) Start() engine.Position { return r.start() }

// start returns the position with the first towers on the board and no pawns.
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

// Metrics implements [engine.MetricRules].
func (r *rules) Metrics() []engine.Metric {
	return []engine.Metric{
		{Name: "barriers", Help: "barriers on the board"},
		{Name: "towers", Help: "towers of all players on the board"},
		{Name: "reserves", Help: "towers of all players in reserve"},
		{Name: "players in", Help: "players who are still in", Most: r.seats},
		{Name: "replacements", Help: "pieces replaced", Event: true},
		{Name: "falls", Help: "pieces that went into a hole", Event: true},
	}
}

// AppendMetrics implements [engine.MetricRules].
func (r *rules) AppendMetrics(values []int, at, before engine.Position, turn []engine.Step) []int {
	p := at.(*position)
	towers, reserves := 0, 0
	for s := range seat(p.rules.seats) {
		own := p.towers(s)
		towers += own.count()
		reserves += int(p.reserve[s])
	}
	replacements, falls := 0, 0
	if before, ok := before.(*position); ok && len(turn) > 0 && before.kind == actionStep {
		_, to := moved(turn[0])
		replacements, falls = int(before.occupied.bit(to)), int(before.rules.board.holes.bit(to))
	}
	return append(values, p.countBarriers(), towers, reserves, p.remaining(), replacements, falls)
}

// remaining returns the number of players who are not out. It is 1 after a game of two players, although the loser
// stays in state.in.
func (p *position) remaining() int {
	if p.rules.seats == 2 && p.Over() {
		return 1
	}
	return p.stillIn()
}

// lost reports whether a player is out. In a game of two, the loser counts as out once the game is over.
func (p *position) lost(of seat) bool {
	if p.rules.seats == 2 {
		return p.Over() && p.winner != of
	}
	return !p.isIn(of)
}
