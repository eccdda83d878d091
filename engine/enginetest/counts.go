package enginetest

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// checkSteps checks that the methods about legal steps agree, and that steps and their texts are different.
func checkSteps(t *testing.T, p engine.Position, steps []engine.Step) {
	if p.CountSteps() != len(steps) {
		t.Fatalf("CountSteps is %d, AppendSteps lists %d: %s", p.CountSteps(), len(steps), p)
	}
	if p.Over() != (len(steps) == 0) || p.Over() != p.Outcome().Over() {
		t.Fatalf("Over is %t, the outcome %v, with %d legal steps: %s", p.Over(), p.Outcome(), len(steps), p)
	}
	again := p.AppendSteps([]engine.Step{engine.NoStep})
	if len(again) != len(steps)+1 || again[0] != engine.NoStep {
		t.Fatalf("AppendSteps does not append to what it is given: %s", p)
	}
	seen, texts := map[engine.Step]bool{}, map[string]bool{}
	for i, step := range steps {
		text := p.StepText(step)
		switch {
		case step == engine.NoStep || int(step) >= p.Rules().StepSpace():
			t.Fatalf("step %d (%s) is not in 1..%d: %s", step, text, p.Rules().StepSpace()-1, p)
		case seen[step]:
			t.Fatalf("step %d (%s) is listed twice: %s", step, text, p)
		case text == "" || texts[text]:
			t.Fatalf("the text %q is empty or stands for two steps: %s", text, p)
		case again[i+1] != step:
			t.Fatalf("the order of the steps differs from one call to the next: %s", p)
		}
		seen[step], texts[text] = true, true
	}
}

// perftBudget is the largest number of sequences that checkPerft counts one by one.
const perftBudget = 3000

func checkPerft(t *testing.T, p engine.Position) {
	for depth := range 4 {
		want := plainCount(p, depth, false)
		if got := engine.Perft(p, depth); got != want {
			t.Fatalf("Perft(%d) is %d, plain counting makes it %d: %s", depth, got, want, p)
		}
		if depth > 0 {
			checkDivision(t, p, depth, want)
		}
		if want*uint64(p.CountSteps()+1) > perftBudget { // an estimate of the count of the next depth
			break
		}
	}
	if turns := plainCount(p, 1, true); turns <= perftBudget {
		if got := engine.PerftTurns(p, 1); got != turns {
			t.Fatalf("PerftTurns(1) is %d, plain counting makes it %d: %s", got, turns, p)
		}
		checkEachTurn(t, p, turns)
	}
}

// plainCount counts sequences of depth steps one by one. If turns is set, it counts sequences of turns instead, and
// stops when there are over perftBudget.
func plainCount(p engine.Position, depth int, turns bool) (total uint64) {
	if depth == 0 {
		return 1
	}
	for _, step := range p.AppendSteps(nil) {
		child, left := p.Clone(), depth
		child.Play(step)
		if turnDone := child.Over() || child.StartsTurn(); turnDone || !turns {
			left--
		}
		total += plainCount(child, left, turns)
		if turns && total > perftBudget {
			break
		}
	}
	return total
}

// checkEachTurn checks that EachTurn yields the wanted number of different turns, with the position after each.
func checkEachTurn(t *testing.T, p engine.Position, wanted uint64) {
	text, seen := p.String(), map[string]bool{}
	for turn, after := range engine.EachTurn(p) {
		if played := playWhole(t, p, turn); played.Hash() != after.Hash() || played.Turn() != after.Turn() {
			t.Fatalf("EachTurn: %v leads to %s, not to %s: %s", turn, played, after, p)
		}
		seen[fmt.Sprint(turn)] = true
		if uint64(len(seen)) > wanted {
			break
		}
	}
	if uint64(len(seen)) != wanted || p.String() != text {
		t.Fatalf("EachTurn yields %d different turns of %d, and leaves %s: %s", len(seen), wanted, p, text)
	}
}

// playWhole returns the position after the steps of a turn. It fails the test if the turn is illegal or incomplete.
func playWhole(t *testing.T, p engine.Position, steps []engine.Step) engine.Position {
	q := p.Clone()
	for i, step := range steps {
		if !slices.Contains(q.AppendSteps(nil), step) {
			t.Fatalf("EachTurn: step %d of %v is not legal: %s", i+1, steps, p)
		}
		q.Play(step)
		if (q.Over() || q.StartsTurn()) != (i == len(steps)-1) {
			t.Fatalf("EachTurn: after %d steps of %v stands %s: %s", i+1, steps, q, p)
		}
	}
	return q
}

// PerftEntry is an entry of a published perft table. The table is a JSON list of such objects.
type PerftEntry struct {
	Options  map[string]string
	Position string
	Kind     string // "steps" or "turns"
	Depth    int
	Count    uint64
	// Work is the sum of Count over the table's entries of this position and kind with at most this depth. It is a
	// better estimate of the time for counting than Count, because games may end at lower depths.
	Work uint64 `json:"-"`
}

// PerftEntries reads a perft table. It fails the test if the table has fewer than least entries.
func PerftEntries(t *testing.T, file string, least int) []PerftEntry {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries []PerftEntry
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(entries) < least {
		t.Fatalf("%s holds only %d entries", file, len(entries))
	}
	for i := range entries {
		e := &entries[i]
		for _, other := range entries {
			if other.Position == e.Position && other.Kind == e.Kind && other.Depth <= e.Depth {
				e.Work += other.Count
			}
		}
	}
	return entries
}

// checkDivision checks that [engine.Divide] returns a count for each legal step, and that the counts sum to want.
func checkDivision(t *testing.T, p engine.Position, depth int, want uint64) {
	divided := engine.Divide(p, depth, false)
	var sum uint64
	for _, part := range divided {
		sum += part.Count
	}
	if sum != want || len(divided) != p.CountSteps() {
		t.Fatalf("%d parts for %d steps sum to %d, not %d: %s", len(divided), p.CountSteps(), sum, want, p)
	}
}

// checkRepetition checks the history's count of occurrences. hashes holds the hashes of the positions at which earlier
// turns began. At the start of a turn, checkRepetition returns hashes with the hash of the current position appended.
func checkRepetition(t *testing.T, h *engine.History, hashes []uint64) []uint64 {
	p := h.Position()
	if p.Over() || !p.StartsTurn() {
		return hashes
	}
	hashes = append(hashes, p.Hash())
	count := 0
	for _, hash := range hashes {
		if hash == p.Hash() {
			count++
		}
	}
	if got := h.Occurrences(); got != count {
		t.Fatalf("the history counts %d occurrences with Reversible at %d, the whole game has %d: %s", got,
			p.Reversible(), count, p)
	}
	if p.Reversible() < 0 || p.Reversible() >= len(hashes) {
		t.Fatalf("Reversible is %d after %d turns: %s", p.Reversible(), len(hashes)-1, p)
	}
	return hashes
}

// checkPlayout checks playouts from positions of random games, with and without a limit on the number of turns.
func checkPlayout(t *testing.T, rules engine.Rules, random *rand.PCG) {
	endless := rules.Repetition() == 0 && rules.TurnCap() == 0
	start := rules.Start()
	for range 40 {
		if !endless {
			p, outcome := playout(t, start, math.MaxInt, random)
			if !outcome.Over() || outcome.Seats != rules.Seats() {
				t.Fatalf("a playout without bound from %s ends with %v at %s", start, outcome, p)
			}
			checkScores(t, p, outcome)
		}
		// A turn that has begun at start may be played to its end in addition.
		turns := int(random.Uint64() % 20)
		switch p, outcome := playout(t, start, turns, random); {
		case p.Turn() > start.Turn()+turns+1:
			t.Fatalf("a playout of %d turns from %s continues to %s", turns, start, p)
		case !outcome.Over() && (p.Over() || !p.StartsTurn()):
			t.Fatalf("a playout of %d turns from %s ends without an outcome at %s", turns, start, p)
		}
		start.Play(engine.RandomStep(start, random))
		if start.Over() {
			start = rules.Start()
		}
	}
}

// plain is a position without a Playout method of its own, so that [engine.Playout] plays step by step in a History.
type plain struct{ engine.Position }

func (p plain) RandomStep(random *rand.PCG) engine.Step { return engine.RandomStep(p.Position, random) }

// playout returns the position where a playout ended, and the outcome. It checks that the general loop of
// [engine.Playout] draws the same random numbers as the game's own method and comes to the same end.
func playout(t *testing.T, start engine.Position, turns int, random *rand.PCG) (engine.Position, engine.Outcome) {
	sameRandom, p, q := *random, start.Clone(), plain{start.Clone()}
	steps, outcome := engine.Playout(p, random, turns)
	checkEnd(t, start, p, steps, outcome)
	if steps >= 2000 { // counting occurrences in a History takes quadratic time
		return p, outcome
	}
	gotSteps, got := engine.Playout(q, &sameRandom, turns)
	if gotSteps != steps || got != outcome || q.String() != p.String() || sameRandom != *random {
		t.Fatalf("a playout from %s ends after %d steps with %v at %s, played step by step after %d with %v at %s",
			start, steps, outcome, p, gotSteps, got, q)
	}
	return p, outcome
}

// checkEnd checks that a playout from start ended at p for a reason that the rules allow.
func checkEnd(t *testing.T, start, p engine.Position, steps int, outcome engine.Outcome) {
	rules := p.Rules()
	turnCap := rules.TurnCap()
	past := turnCap > 0 && p.Turn() > turnCap // whether the turn cap has been exceeded
	switch {
	case p.Over() && outcome != p.Outcome():
		t.Fatalf("a playout ends with %v in a position whose outcome is %v: %s", outcome, p.Outcome(), p)
	case !p.Over() && outcome.Reason == engine.TurnCap && !past:
		t.Fatalf("a playout ends by the turn cap %d too early: %s", turnCap, p)
	case !p.Over() && past && outcome.Reason != engine.TurnCap && outcome.Reason != engine.Repetition && p.StartsTurn():
		t.Fatalf("a playout stops beyond the turn cap %d with %v: %s", turnCap, outcome, p)
	case turnCap > 0 && p.Turn() > max(turnCap+1, start.Turn()+1):
		t.Fatalf("a playout from %s passes the turn cap %d: %s", start, turnCap, p)
	case !p.Over() && outcome.Reason == engine.Repetition && (rules.Repetition() == 0 || p.Reversible() == 0):
		t.Fatalf("a playout ends by repetition where none can be: %s", p)
	case steps < p.Turn()-start.Turn() || steps == 0 && p.String() != start.String():
		t.Fatalf("a playout from %s to %s cannot have taken %d steps", start, p, steps)
	}
	checkReading(t, p)
}

// checkScores checks that scores are from 0 to 1 and add up to half a point for each seat.
func checkScores(t *testing.T, p engine.Position, outcome engine.Outcome) {
	total := 0.0
	for seat := range outcome.Seats {
		score := outcome.Score(engine.Seat(seat))
		if !(0 <= score && score <= 1) {
			t.Fatalf("a score of %v: %s", score, p)
		}
		total += score
	}
	if !near.Equal(total, float64(outcome.Seats)/2, 1e-9) {
		t.Fatalf("the scores %v do not share out half a point a seat: %s", outcome.Scores, p)
	}
}
