package selfplay

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/search"
)

// collected reads files with a selection.
func collected(t *testing.T, rules engine.Rules, selection Selection, files ...[]byte) *Collector {
	t.Helper()
	layout, err := eval.NewLayout(rules)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCollector(rules, layout, selection)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		r, err := newReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.eachGame(t.Context(), c.rules, sameOptions, c.add); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// short are games so short, by a player so weak, that they come to all kinds of ends.
func short() Spec {
	spec := small()
	spec.Player, spec.Longest = "random", 50
	spec.Options = []string{"size=4"}
	return spec
}

// TestGamesAreGames plays every stored game again by the rules of the whole game, and looks at what is said of its
// turns.
func TestGamesAreGames(t *testing.T) {
	ends, strays := map[ending]int{}, 0
	for name, spec := range map[string]Spec{"pit-of-pillars": short(), "pilastri": small()} {
		spec, rules := settled(t, name, spec)
		sink := func(g storedGame) error {
			h := engine.NewHistory(rules.Start())
			turns, thought := 0, false
			for _, step := range g.steps {
				if h.Position().StartsTurn() {
					note := g.notes[turns]
					thought = thought || note.flags.has(flagDecided)
					if thought && !note.flags.has(flagDecided) {
						strays++
					}
					calm := len(h.Position().AppendNoisy(nil)) == 0
					if note.flags.has(flagCalm) != calm || calm && !note.flags.has(flagSettled) ||
						note.flags.has(flagSetUp) != h.Position().InOpening() {
						t.Errorf("game %d turn %d: flags %b in %s", g.number, turns+1, note.flags, h.Position())
					}
					turns++
				}
				if err := h.Play(step); err != nil {
					t.Fatalf("game %d: %v", g.number, err)
				}
			}
			ends[g.end]++
			if h.Outcome().Over() != (g.end == byRules) ||
				g.end == byLength && len(g.notes) != spec.Longest {
				t.Errorf("game %d ends as %d where the rules say %q after %d turns", g.number, g.end,
					h.Outcome().Reason, len(g.notes))
			}
			for seat := range engine.Seat(2) {
				if g.end == byRules && g.score(seat) != h.Outcome().Score(seat) {
					t.Errorf("game %d: seat %s has %v", g.number, seat, g.score(seat))
				}
			}
			return nil
		}
		if _, err := generator(rules, 2).run(t.Context(), spec, 0, 40, sink); err != nil {
			t.Fatal(err)
		}
	}
	if ends[byProof] == 0 || ends[byRules] == 0 || ends[byLength] == 0 || strays == 0 {
		t.Errorf("ends %v, %d stray turns; the test means to see more", ends, strays)
	}
}

// TestCollectorCounts checks that every turn is accounted for, and that the kinds of quiet are one within the other.
func TestCollectorCounts(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 2, 60)
	data, taken := read(t, path), []int{}
	for _, quiet := range []Quiet{quietCalm, QuietSettled, QuietAny} {
		c := collected(t, rules, Selection{Quiet: quiet, Lambda: 1, SetUp: true}, data)
		if c.Counts.Games != 60 || c.Counts.Turns != c.Counts.Noisy+c.Counts.Twice+c.Train.Len() ||
			c.Validation.Len() != 0 {
			t.Errorf("%s: %+v, %d positions taken", quiet, c.Counts, c.Train.Len())
		}
		taken = append(taken, c.Train.Len())
	}
	if taken[0] == 0 || taken[0] >= taken[1] || taken[1] > taken[2] {
		t.Errorf("calm, settled, any: %v", taken)
	}
	without := collected(t, rules, Selection{Quiet: QuietAny, Lambda: 1}, data)
	if without.Train.Len() >= taken[2] {
		t.Errorf("%d positions without those of the set-up, %d with them", without.Train.Len(), taken[2])
	}
	twice := collected(t, rules, Selection{Quiet: QuietAny, Lambda: 1, SetUp: true}, data, data)
	if twice.Train.Len() != taken[2] || twice.Train.Sum() == 0 || twice.Counts.Twice < taken[2] {
		t.Errorf("the file twice: %+v, %d positions", twice.Counts, twice.Train.Len())
	}
}

// TestTargets mixes result and score by hand and compares: a sample for each position that counts, in order.
func TestTargets(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	data, games := played(t, spec, rules, 30)
	for _, lambda := range []float64{0, 0.7, 1} {
		seen := map[uint64]bool{}
		var want []float64
		for _, g := range games {
			err := g.replay(rules, func(p engine.Position, note turnNote, _ choice) error {
				if !p.StartsTurn() || !note.flags.has(flagDecided) || note.flags.has(flagSetUp) ||
					note.score > search.Proven || note.score < -search.Proven || seen[p.Hash()] {
					return nil
				}
				seen[p.Hash()] = true
				expected := 1 / (1 + math.Exp(-float64(note.score)/100))
				want = append(want, lambda*g.score(p.Seat())+(1-lambda)*expected)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		c := collected(t, rules, Selection{Quiet: QuietAny, Lambda: lambda}, data)
		if c.Train.Len() != len(want) {
			t.Fatalf("lambda %v: %d positions, want %d", lambda, c.Train.Len(), len(want))
		}
		for i := range want {
			_, target := c.Train.At(i)
			near.Check(t, target, want[i], 1e-6, "lambda ", lambda, ": target ", i)
		}
	}
}

// TestValidationByGame holds every game back or learns from it, whole; which ones follows from the seed and the file
// alone.
func TestValidationByGame(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	folder := t.TempDir()
	long, beginningOnly := filepath.Join(folder, "long"), filepath.Join(folder, "beginning")
	playFile(t, long, spec, rules, 2, 200)
	playFile(t, beginningOnly, spec, rules, 2, 50)
	selection := Selection{Quiet: QuietAny, Lambda: 1, Validation: 0.25, Seed: 5}
	c := collected(t, rules, selection, read(t, long))
	if n := c.Counts.Validation; n < 30 || n > 70 {
		t.Errorf("%d of 200 games are held back for a share of 0.25", n)
	}
	checkWhole(t, rules, read(t, long), c)
	beginning := collected(t, rules, selection, read(t, beginningOnly))
	for i := range beginning.Validation.Len() {
		a, x := beginning.Validation.At(i)
		b, y := c.Validation.At(i)
		if !slices.Equal(a.Index, b.Index) || !slices.Equal(a.Count, b.Count) || x != y {
			t.Fatal("other games are held back when the file is longer")
		}
	}
	selection.Seed++
	if again := collected(t, rules, selection, read(t, long)); again.Validation.Sum() == c.Validation.Sum() {
		t.Error("the seed makes no difference")
	}
}

// checkWhole goes through the games of a file: the positions of each that count must all lie in one set, in order.
func checkWhole(t *testing.T, rules engine.Rules, data []byte, c *Collector) {
	t.Helper()
	games, err := gamesOf(data)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := eval.NewLayout(rules)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	var at [2]int
	for _, g := range games {
		var own []eval.Inputs
		err := g.replay(rules, func(p engine.Position, note turnNote, _ choice) error {
			if p.StartsTurn() && note.flags.has(flagDecided) && !note.flags.has(flagSetUp) && !seen[p.Hash()] {
				seen[p.Hash()] = true
				var in eval.Inputs
				layout.Inputs(p, p.Seat(), &in)
				own = append(own, in)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		set := 0
		if !isAt(c.Train, at[0], own) {
			set = 1
			if !isAt(c.Validation, at[1], own) {
				t.Fatalf("the %d positions of game %d lie together in neither set", len(own), g.number)
			}
		}
		at[set] += len(own)
	}
	if at != [2]int{c.Train.Len(), c.Validation.Len()} || at[1] == 0 {
		t.Errorf("the games make %v positions, the sets have %d and %d", at, c.Train.Len(), c.Validation.Len())
	}
}

// isAt reports whether a set has these positions from a place on.
func isAt(set *tune.Set, from int, positions []eval.Inputs) bool {
	if from+len(positions) > set.Len() {
		return false
	}
	for i, want := range positions {
		if got, _ := set.At(from + i); !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Count, want.Count) {
			return false
		}
	}
	return true
}

// TestReplayDoubts changes single things in a game.
func TestReplayDoubts(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 1, 1)
	for name, change := range map[string]func(*storedGame){
		"another end":     func(g *storedGame) { g.final++ },
		"a step less":     func(g *storedGame) { g.steps = g.steps[:len(g.steps)-1] },
		"an illegal step": func(g *storedGame) { g.steps[3] = engine.NoStep },
		"a note less":     func(g *storedGame) { g.notes = g.notes[1:] },
		"a note more":     func(g *storedGame) { g.notes = append(g.notes, turnNote{}) },
		"a seat more":     func(g *storedGame) { g.shares = append(g.shares, 0) },
		"an illegal try": func(g *storedGame) {
			last := &g.notes[len(g.notes)-1]
			last.visits = [][]search.Visits{{{Step: engine.NoStep, Times: 3}}}
		},
		"visits of no step": func(g *storedGame) { g.notes[len(g.notes)-1].flags |= flagVisits },
		"nothing (control)": func(*storedGame) {},
	} {
		games, err := gamesOf(read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		change(&games[0])
		err = games[0].replay(rules, func(engine.Position, turnNote, choice) error { return nil })
		if (err == nil) != strings.HasPrefix(name, "nothing") ||
			err != nil && !strings.Contains(err.Error(), "game 0") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCollectorRefuses gives files of other rules and selections that there are not.
func TestCollectorRefuses(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 1, 1)
	larger := small()
	larger.Options = []string{"size=5"}
	_, others := settled(t, "pit-of-pillars", larger)
	_, pilastri := settled(t, "pilastri", small())
	for _, wrong := range []engine.Rules{others, pilastri} {
		layout, err := eval.NewLayout(wrong)
		if err != nil {
			t.Fatal(err)
		}
		c, err := NewCollector(wrong, layout, Selection{Quiet: QuietAny})
		if err != nil {
			t.Fatal(err)
		}
		r, err := newReader(bytes.NewReader(read(t, path)))
		if err != nil {
			t.Fatal(err)
		}
		err = r.eachGame(t.Context(), c.rules, sameOptions, c.add)
		if err == nil || !strings.Contains(err.Error(), "games are of") {
			t.Errorf("games of %s for %s: %v", rules.Settings(), wrong.Settings(), err)
		}
	}
	for _, s := range []Selection{
		{Quiet: "loud"}, {Quiet: QuietAny, Lambda: 1.5},
		{Quiet: QuietAny, Lambda: math.NaN()}, {Quiet: QuietAny, Validation: 1},
	} {
		if s.Check() == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// TestTargetsOfSeveralSeats mixes results and scores by hand for games of three: every seat that is still in sees every
// position that counts, with its own result, and the score of its own search, in this turn or its next; without one the
// result is all.
func TestTargetsOfSeveralSeats(t *testing.T) {
	spec := small()
	spec.Player, spec.Longest, spec.Options = "multiseat:nodes=40,table=1", 60, []string{"players=3"}
	spec, rules := settled(t, "pit", spec)
	data, games := played(t, spec, rules, 12)
	layout, err := eval.NewLayout(rules)
	if err != nil {
		t.Fatal(err)
	}
	type turn struct {
		p    engine.Position
		note turnNote
	}
	const lambda = .4
	seen, want, views, left := map[uint64]bool{}, map[string]int{}, 0, 0
	for _, g := range games {
		var turns []turn
		if err := g.replay(rules, func(p engine.Position, note turnNote, _ choice) error {
			if p.StartsTurn() && note.flags.has(flagDecided) {
				turns = append(turns, turn{p.Clone(), note})
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for i, now := range turns {
			if now.note.flags.has(flagSetUp) || now.note.score.Decided() || seen[now.p.Hash()] {
				continue
			}
			seen[now.p.Hash()] = true
			for seat := range engine.Seat(3) {
				if _, settled := engine.Settled(now.p, seat); settled {
					left++
					continue
				}
				target := g.score(seat)
				for _, next := range turns[i:] {
					if next.p.Seat() == seat {
						target = lambda*target + (1-lambda)*next.note.score.Expectation()
						break
					}
				}
				var in eval.Inputs
				layout.Inputs(now.p, seat, &in)
				want[fmt.Sprintf("%v %v %.5f", in.Index, in.Count, target)]++
				views++
			}
		}
	}
	set := collected(t, rules, Selection{Quiet: QuietAny, Lambda: lambda}, data).Train
	for i := range set.Len() {
		in, target := set.At(i)
		want[fmt.Sprintf("%v %v %.5f", in.Index, in.Count, target)]--
	}
	for key, n := range want {
		if n != 0 {
			t.Fatalf("%d times too few: %s", n, key)
		}
	}
	if set.Len() != views || views < 300 || left == 0 {
		t.Errorf("%d positions, want %d views; %d of seats that were out", set.Len(), views, left)
	}
}
