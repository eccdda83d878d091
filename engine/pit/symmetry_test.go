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

// TestSymmetry checks that a mirrored position has the mirrored steps, which lead to the mirrored positions, and equal
// counts. Seats are rotated only when all pawns are placed, since pawns are placed in the order of the seats.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	kinds := map[engine.StepKind]int{}
	for i, p := range symmetryCases(t) {
		kinds[p.StepKind()]++
		for _, y := range symmetries(p.Rules().Seats()) {
			if p.InOpening() && y.rotated > 0 {
				continue
			}
			t.Run(strconv.Itoa(i)+","+y.String(), func(t *testing.T) {
				t.Parallel()
				checkSymmetry(t, p.Clone(), y)
			})
		}
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

func checkSymmetry(t *testing.T, p engine.Position, y symmetry) {
	m := readModel(p.String())
	mirrored := read(t, y.position(p.String()), nil)
	var want []string
	for _, text := range engine.StepTexts(p) {
		want = append(want, y.step(text, m))
	}
	slices.Sort(want)
	if got := engine.StepTexts(mirrored); !slices.Equal(got, want) {
		t.Fatalf("steps in %s:\n%v\nthose of %s mirrored:\n%v", mirrored, got, p, want)
	}
	for _, step := range p.AppendSteps(nil) {
		checkMirroredStep(t, p, mirrored, step, y.step(p.StepText(step), m), y)
	}
	for depth := 2; depth <= 3; depth++ {
		if got, want := engine.Perft(mirrored, depth), engine.Perft(p, depth); got != want {
			t.Errorf("perft(%d) of %s: %d, not %d as of %s", depth, mirrored, got, want, p)
		}
	}
	checkMirroredFeatures(t, p, mirrored, y)
}

func checkMirroredStep(t *testing.T, p, mirrored engine.Position, step engine.Step, mirroredText string, y symmetry) {
	t.Helper()
	twin, err := engine.ParseStep(mirrored, mirroredText)
	if err != nil {
		t.Fatal(err)
	}
	scores := [2][]int32{make([]int32, 1), make([]int32, 1)}
	p.OrderingScores([]engine.Step{step}, scores[0])
	mirrored.OrderingScores([]engine.Step{twin}, scores[1])
	if scores[0][0] != scores[1][0] {
		t.Fatalf("the score for %s in %s is %d, not %d as mirrored", mirroredText, mirrored, scores[1][0], scores[0][0])
	}
	p, mirrored = p.Clone(), mirrored.Clone()
	p.Play(step)
	mirrored.Play(twin)
	if got, want := mirrored.String(), y.position(p.String()); got != want {
		t.Fatalf("after %s: %s, not %s", mirroredText, got, want)
	}
	got, want := mirrored.Outcome(), p.Outcome()
	for seat := range want.Seats {
		want.Scores[(seat+y.rotated)%want.Seats] = p.Outcome().Scores[seat]
	}
	if got != want {
		t.Fatalf("outcome of %s: %v, not %v", mirrored, got, want)
	}
}

// checkMirroredFeatures checks that every seat sees and shows in the mirrored position what its counterpart sees.
func checkMirroredFeatures(t *testing.T, p, mirrored engine.Position, y symmetry) {
	t.Helper()
	got, want := make([]int32, len(p.Rules().Features())), make([]int32, len(p.Rules().Features()))
	for seat := range p.Rules().Seats() {
		p.Features(engine.Seat(seat), want)
		mirrored.Features(engine.Seat((seat+y.rotated)%p.Rules().Seats()), got)
		if !slices.Equal(got, want) {
			t.Fatalf("features of %s for seat %d: %v, mirrored %v", p, seat, want, got)
		}
		if p.Over() {
			continue
		}
		want, got := shown(t, p, seat), shown(t, mirrored, (seat+y.rotated)%p.Rules().Seats())
		if !slices.Equal(got, want) {
			t.Fatalf("patterns of %s for seat %d:\n%v, mirrored\n%v", p, seat, want, got)
		}
	}
}
