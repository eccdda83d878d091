package pit

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Choice implements [engine.Worded].
func (p *position) Choice(step engine.Step) engine.Choice {
	if isBarrier(step) {
		at, side := walled(step)
		name := [directions]string{"north", "east", "south", "west"}[side]
		return engine.Choice{Squares: []string{at.String()}, Side: sideLetters[side : side+1],
			Words: "barrier to the " + name}
	}
	from, to := moved(step)
	switch {
	case p.kind == placeStep:
		return engine.Choice{Squares: []string{to.String()}, Words: "place the pawn here"}
	case from == to:
		return engine.Choice{Squares: []string{to.String()}, Words: "enter here"}
	}
	return engine.Choice{Squares: []string{from.String(), to.String()}}
}

// EndWords implements [engine.Worded]. It says why the last player to go out did so.
func (p *position) EndWords() string {
	loser := p.winner ^ 1
	if p.rules.seats > 2 {
		loser = seat(slices.Index(p.place[:], 2)) // the player in second place went out last
	}
	return fmt.Sprintf(endingWords[p.end], seatNames[loser])
}

// TurnWords implements [engine.Worded].
func (p *position) TurnWords(steps []engine.Step) string {
	return base.TurnWords(p, steps, (*position).stepWords)
}

func (p *position) stepWords(after *position, step engine.Step) string {
	var words string
	from, to := moved(step)
	switch {
	case isBarrier(step):
		words = p.barrierWords(after, step)
	case p.kind == placeStep:
		words = fmt.Sprintf("places its pawn on %s", to)
	default:
		words = p.actionWords(from, to)
	}
	return words + p.outWords(after, step)
}

func (p *position) actionWords(from, to cell) string {
	piece := "a tower"
	if p.pawnAt(p.seat, from) {
		piece = "its pawn"
	}
	switch {
	case from == to:
		return fmt.Sprintf("enters a tower on %s", to)
	case p.rules.board.holes.has(to):
		return fmt.Sprintf("moves %s from %s into the hole on %s, where it leaves the game", piece, from, to)
	case !p.occupied.has(to):
		return fmt.Sprintf("moves %s from %s to %s", piece, from, to)
	}
	owner := p.owner(to)
	if p.pawnAt(owner, to) {
		return fmt.Sprintf("replaces %s's pawn on %s with %s from %s", seatNames[owner], to, piece, from)
	}
	return fmt.Sprintf("replaces %s's tower on %s with %s from %s; the tower returns to %[1]s's reserve",
		seatNames[owner], to, piece, from)
}

// barrierWords describes a barrier step, with the towers that it cuts off from the holes.
func (p *position) barrierWords(after *position, step engine.Step) string {
	at, side := walled(step)
	words := fmt.Sprintf("puts a barrier between %s and %s", at, at.next(side))
	if after.lost(p.seat) { // the barrier parts two pawns
		if p.rules.seats > 2 {
			words += ", which is taken away again"
		}
		return words
	}
	var cut []string
	total := 0
	for s := range seat(p.rules.seats) {
		before, left := p.towers(s), after.towers(s)
		if after.lost(s) && p.rules.seats > 2 { // all pieces of a player who goes out leave the board
			continue
		}
		if n := before.count() - left.count(); n > 0 {
			total += n
			cut = append(cut, base.Count(n, strings.ToLower(seatNames[s])+" tower",
				strings.ToLower(seatNames[s])+" towers"))
		}
	}
	switch {
	case total == 1:
		words += fmt.Sprintf("; %s has no path to a hole and leaves the game", cut[0])
	case total > 1:
		words += fmt.Sprintf("; %s have no path to a hole and leave the game", base.List(cut))
	}
	return words
}

// outWords names the players who go out by a step, with the reasons, and the winner if the step ends the game.
func (p *position) outWords(after *position, step engine.Step) string {
	var words string
	for n := range seat(p.rules.seats) {
		player := (p.seat + n) % seat(p.rules.seats) // the player who acts goes out first
		if p.lost(player) || !after.lost(player) {
			continue
		}
		words += "; " + p.outReason(player, step)
		if p.rules.seats > 2 {
			place := [...]string{"", "first", "second", "third", "fourth"}[after.place[player]]
			words += fmt.Sprintf(" (%s of %d)", place, p.rules.seats)
		}
	}
	if after.Over() && after.winner == p.seat {
		return words + ", and this wins"
	}
	if after.Over() {
		return words + fmt.Sprintf(", and %s wins", seatNames[after.winner])
	}
	return words
}

// outReason says why a player goes out by a step of the seat to act.
func (p *position) outReason(of seat, step engine.Step) string {
	name, own := seatNames[of], of == p.seat
	_, to := moved(step)
	replaced := !own && !isBarrier(step) && p.kind == actionStep && p.pawnAt(of, to)
	fallen := own && !isBarrier(step)
	switch {
	case replaced || fallen:
		return name + " has lost its pawn and is out"
	case own:
		return fmt.Sprintf("no path is left between two pawns, so %s is out", name)
	}
	return name + " has no legal turn and is out"
}

// Refusal implements [engine.Worded].
func (p *position) Refusal(squares []string) string {
	b := p.rules.board
	from, err := readCell(squares[0], b.files, b.ranks)
	to, errTo := readCell(squares[len(squares)-1], b.files, b.ranks)
	if err != nil || errTo != nil {
		return ""
	}
	switch {
	case p.kind == placeStep:
		return p.refusePawn(from)
	case p.kind == barrierStep:
		return p.refuseBarrier(from, to)
	}
	if words := p.refuseCompulsory(from); words != "" {
		return words
	}
	if !p.own[p.seat].has(from) {
		return p.refuseEntry(from)
	}
	return p.refuseMove(from, to)
}

func (p *position) refusePawn(at cell) string {
	switch {
	case p.rules.board.holes.has(at):
		return fmt.Sprintf("%s is a hole: place the pawn on an empty cell.", at)
	case p.occupied.has(at):
		return fmt.Sprintf("%s is occupied: place the pawn on an empty cell.", at)
	}
	for d := range directions {
		if p.rules.board.walls.between(at, d) {
			continue
		}
		if next := at.next(d); p.theirsAt(next) && !p.theirPawnAt(next) {
			return fmt.Sprintf("%s is next to %s's tower on %s: place the pawn away from opponents' towers.", at,
				seatNames[p.owner(next)], next)
		}
	}
	return ""
}

func (p *position) refuseBarrier(from, to cell) string {
	at := p.at
	for d := range directions {
		if next, inside := p.rules.board.neighbour(at, d); from != at || next != to || !inside {
			continue
		}
		switch {
		case p.rules.board.holes.has(to):
			return fmt.Sprintf("%s is a hole: no barrier stands at a hole.", to)
		case p.walls.between(at, d):
			return fmt.Sprintf("A barrier stands between %s and %s already.", at, to)
		}
		return fmt.Sprintf("Click the edge between %s and %s to put the barrier there.", at, to)
	}
	return fmt.Sprintf("The barrier goes on a side of %s, the cell just reached.", at)
}

// refuseCompulsory returns a sentence about a compulsory action of the seat to act, or "" without such an action. If
// the piece on from has a compulsory action, the sentence is about that piece.
func (p *position) refuseCompulsory(from cell) string {
	steps := p.appendCompulsory(nil)
	if len(steps) == 0 {
		return ""
	}
	piece, target := moved(steps[0])
	for _, step := range steps {
		if start, end := moved(step); start == from {
			piece, target = start, end
		}
	}
	if p.rules.board.holes.has(target) {
		return fmt.Sprintf("A piece next to a hole must go into it: your piece on %s next to %s.", piece, target)
	}
	return fmt.Sprintf("A piece that can replace an opponent's piece must: your piece on %s can replace the one on "+
		"%s.", piece, target)
}

// refuseEntry says why no tower can be entered on a cell. The cell must not have an own piece.
func (p *position) refuseEntry(at cell) string {
	switch {
	case p.rules.board.holes.has(at):
		return fmt.Sprintf("%s is a hole: choose a piece of yours to move.", at)
	case p.occupied.has(at):
		return fmt.Sprintf("That is %s's piece: %s moves its own pieces.", seatNames[p.owner(at)], seatNames[p.seat])
	case p.reserve[p.seat] == 0:
		return fmt.Sprintf("%s is empty, and no tower is in reserve: choose a piece of yours to move.", at)
	}
	return fmt.Sprintf("No tower of yours sees %s along its file or rank: holes and barriers block the view.", at)
}

// refuseMove says why the own piece on from cannot move to the cell to.
func (p *position) refuseMove(from, to cell) string {
	d, distance := way(from, to)
	switch {
	case from == to:
		return fmt.Sprintf("The piece on %s cannot move: barriers and pieces close every side.", from)
	case distance == 0:
		return fmt.Sprintf("A piece moves straight along its file or its rank: %s is on neither from %s.", to, from)
	case p.pawnAt(p.seat, from) && distance > 1:
		return fmt.Sprintf("A pawn moves one cell: %s is %d cells away.", to, distance)
	}
	for at := from; at != to; at = at.next(d) {
		next := at.next(d)
		switch hole := p.rules.board.holes.has(next); {
		case p.rules.board.holes.has(at):
			return fmt.Sprintf("The hole on %s is in the way: a tower goes into a hole, not over it.", at)
		case !hole && p.walls.between(at, d):
			return fmt.Sprintf("A barrier stands between %s and %s.", at, next)
		case next == to && p.own[p.seat].has(next):
			return fmt.Sprintf("Your own piece stands on %s: a piece moves to an empty cell.", next)
		case next == to && p.occupied.has(next):
			return fmt.Sprintf("A piece replaces only an opponent's piece on a cell next to it: %s is %d cells away.",
				to, distance)
		case p.occupied.has(next):
			return fmt.Sprintf("The piece on %s is in the way: a tower passes only empty cells.", next)
		}
	}
	return ""
}

// way returns the direction and the distance of the straight line from one cell to another. The distance is 0 if the
// cells share neither rank nor file.
func way(from, to cell) (d direction, distance int) {
	files, ranks := int(to.file())-int(from.file()), int(to.rank())-int(from.rank())
	switch {
	case files != 0 && ranks != 0:
		return 0, 0
	case ranks > 0:
		return north, ranks
	case files > 0:
		return east, files
	case ranks < 0:
		return south, -ranks
	}
	return west, -files
}

var _ engine.Worded = (*position)(nil)
