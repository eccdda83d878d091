package pit_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// symmetry is one of the eight symmetries of a grid, with or without a rotation of the seats.
type symmetry struct {
	flip    bool
	turns   int // quarter turns
	rotated int // by how many the seats move on
}

// symmetries returns all for a number of players, the identity among them.
func symmetries(players int) []symmetry {
	var all []symmetry
	for i := range 8 * players {
		all = append(all, symmetry{i&1 == 1, i >> 1 & 3, i / 8})
	}
	return all
}

func (y symmetry) String() string {
	return fmt.Sprintf("flip=%t,turns=%d,seats=%d", y.flip, y.turns, y.rotated)
}

// square maps a square of a board with the given numbers of files and ranks.
func (y symmetry) square(s square, files, ranks int) square {
	if y.flip {
		s.file = files - 1 - s.file
	}
	for range y.turns {
		s = square{s.rank, files - 1 - s.file}
		files, ranks = ranks, files
	}
	return s
}

// letter maps a player's letter.
func (y symmetry) letter(letter string, m *model) string {
	return letters[(slices.Index(letters, letter)+y.rotated)%len(m.players)]
}

var squareText = regexp.MustCompile("[a-p][0-9]+")

// step maps a step's text.
func (y symmetry) step(text string, m *model) string {
	name, side, isBarrier := strings.Cut(text, "|")
	if !isBarrier {
		return squareText.ReplaceAllStringFunc(text,
			func(s string) string { return y.square(squareNamed(s), m.files, m.ranks).String() })
	}
	at := squareNamed(name)
	from, to := y.square(at, m.files, m.ranks), y.square(at.plus(sides[side]), m.files, m.ranks)
	for letter, d := range sides {
		if from.plus(d) == to {
			return from.String() + "|" + letter
		}
	}
	return "no side"
}

// position maps a whole position text.
func (y symmetry) position(text string) string {
	from := readModel(text)
	to := readModel(text)
	if y.turns%2 == 1 {
		to.files, to.ranks = from.ranks, from.files
	}
	for _, s := range from.squares() {
		content := from.at(s)
		if len(content) == 2 {
			content = y.letter(content[:1], from) + content[1:]
		}
		to.put(y.square(s, from.files, from.ranks), content)
	}
	to.barriers = map[edge]bool{}
	for barrier := range from.barriers {
		low, high := y.square(barrier.low, from.files, from.ranks), y.square(barrier.high, from.files, from.ranks)
		to.barriers[edgeBetween(low, high)] = true
	}
	clear(to.reserve)
	clear(to.place)
	for _, player := range from.players {
		to.reserve[y.letter(player, from)] = from.reserve[player]
		if place, isOut := from.place[player]; isOut {
			to.place[y.letter(player, from)] = place
		}
	}
	to.player = y.letter(from.player, from)
	if from.reached != "-" {
		to.reached = y.square(squareNamed(from.reached), from.files, from.ranks).String()
	}
	return to.String()
}

// TestSymmetry checks that mirrored positions are images of each other. Seats are rotated only when all pawns are
// placed, since pawns are placed in the order of the seats.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	kinds := map[engine.StepKind]int{}
	for i, p := range symmetryCases(t) {
		kinds[p.StepKind()]++
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			m := readModel(p.String())
			p := read(t, p.String(), nil) // with the first towers where texts put them, as in its images
			for _, y := range symmetries(len(m.players)) {
				if p.InOpening() && y.rotated > 0 {
					continue
				}
				seats := engine.Seat(len(m.players))
				image := enginetest.Image{Name: y.String(), Position: y.position,
					Step: func(text string) string { return y.step(text, m) },
					Seat: func(seat engine.Seat) engine.Seat { return (seat + engine.Seat(y.rotated)) % seats }}
				enginetest.CheckImage(t, p, image)
				mirrored := read(t, y.position(p.String()), nil)
				if y.rotated == 0 && mirrored.Rules().Settings().String() == p.Rules().Settings().String() {
					enginetest.CheckArrays(t, p, image)
				}
			}
		})
	}
	if len(kinds) < 3 {
		t.Errorf("the positions call for %d kinds of step only", len(kinds))
	}
}

// symmetryCases returns positions of random games on boards of many shapes.
func symmetryCases(t *testing.T) []engine.Position {
	t.Helper()
	var cases []engine.Position
	random := rand.New(engine.NewRandom(4))
	for i, plan := range agreementBoards[:len(agreementBoards)-1] {
		for players := 2; players <= 4; players++ {
			start := startOn(t, onlyTowersOf(plan.rows, players), players)
			for range enginetest.Shorter(6) {
				p := start.Clone()
				for n := random.IntN(20 + 4*i); n > 0 && !p.Over(); n-- {
					p.Play(engine.RandomStep(p, engine.NewRandom(random.Uint64())))
				}
				if !p.Over() {
					cases = append(cases, p)
				}
			}
		}
	}
	for range enginetest.Shorter(60) {
		if p := readIfPossible(randomModel(random).String()); p != nil {
			cases = append(cases, p)
		}
	}
	return cases
}

// imagesOf returns the texts of all images of a position on its board, with the seats rotated unless pawns are still to
// be placed.
func imagesOf(text string) (images []string) {
	m := readModel(text)
	for _, y := range symmetries(len(m.players)) {
		image := y.position(text)
		if onSameBoard(m, readModel(image)) && (y.rotated == 0 || strings.Fields(text)[2] != "p") {
			images = append(images, image)
		}
	}
	return images
}

// onSameBoard reports whether two positions have their holes in the same places.
func onSameBoard(a, b *model) bool {
	if a.files != b.files || a.ranks != b.ranks {
		return false
	}
	for _, s := range a.squares() {
		if (a.at(s) == "o") != (b.at(s) == "o") {
			return false
		}
	}
	return true
}

// TestCanonicalHash compares with the images that the model makes, for all that follows in a few steps from the starts
// of small boards, and from images of positions after some random steps.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	for _, rows := range []string{"..2../.o.o./...../.o.o./..1..", ".2./.o./.1."} {
		enginetest.CheckClasses(t, []engine.Position{startOn(t, rows, 2)}, 3, 10, imagesOf)
	}
	for players := 2; players <= 3; players++ {
		p := startOn(t, onlyTowersOf("..2../.o.o./3...4/.o.o./..1..", players), players)
		for random := engine.NewRandom(9); p.Turn() <= players || !p.StartsTurn(); {
			p.Play(engine.RandomStep(p, random))
		}
		var starts []engine.Position
		for _, text := range imagesOf(p.String())[:3*players] {
			starts = append(starts, read(t, text, nil))
		}
		enginetest.CheckClasses(t, starts, 2, 30, imagesOf)
	}
}
