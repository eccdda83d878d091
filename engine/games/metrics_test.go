package games_test

import (
	"maps"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// report holds what a game reports after a turn.
type report struct {
	values  map[string]int
	sums    map[string]int // of events until then
	diagram engine.Diagram
	text    string // of the turn
}

// reportsOf plays a random game and returns the reports after each turn.
func reportsOf(t *testing.T, rules engine.Rules, seed uint64) (all []report) {
	t.Helper()
	list := engine.MetricsOf(rules)
	h := engine.NewHistory(rules.Start())
	random := engine.NewRandom(seed)
	sums := map[string]int{}
	var turn []engine.Step
	before := h.Position().Clone()
	for !h.Outcome().Over() {
		step := engine.RandomStep(h.Position(), random)
		require.NoError(t, h.Play(step))
		turn = append(turn, step)
		p := h.Position()
		if !p.Over() && !p.StartsTurn() {
			continue
		}
		now := engine.AppendMetrics([]int{77}, p, before, turn)
		if len(now) != len(list)+1 || now[0] != 77 {
			t.Fatalf("%d metrics are named, %v appended to 77", len(list), now)
		}
		values := map[string]int{}
		for i, q := range list {
			values[q.Name] = now[i+1]
			if q.Event {
				sums[q.Name] += now[i+1]
			}
		}
		all = append(all, report{values, maps.Clone(sums), p.Diagram(), strings.Join(engine.Turns(before, turn), " ")})
		before, turn = p.Clone(), nil
	}
	return all
}

// counted returns the number of pieces of a shape in the diagram, the number of cells with such pieces, and the largest
// number in one cell.
func (r report) counted(shape engine.Shape) (pieces, cells, most int) {
	for _, cell := range r.diagram.Cells {
		here := 0
		for _, piece := range cell.Pieces {
			here += number(piece.Shape == shape)
		}
		pieces, cells, most = pieces+here, cells+number(here > 0), max(most, here)
	}
	return pieces, cells, most
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// expect compares a metric with the test's own count.
func (r report) expect(test *testing.T, name string, want int) {
	test.Helper()
	got, known := r.values[name]
	if sum, event := r.sums[name]; event {
		got = sum
	}
	if !known || got != want {
		test.Fatalf("after turn %s: %s is %d, not %d", r.text, name, got, want)
	}
}

// TestMetricsOfPitOfPillars counts men and pillars on the picture, captures by pillars, and pillar moves in the texts
// of turns.
func TestMetricsOfPitOfPillars(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		all := reportsOf(t, enginetest.Rules(t, "pit-of-pillars", "size=5", "reserve=2", "cap=300"), seed)
		moves := 0
		for _, r := range all {
			moves += strings.Count(r.text, "^")
			men, stacks, _ := r.counted(engine.Man)
			pillars, _, _ := r.counted(engine.Pillar)
			r.expect(t, "men on the board", men)
			r.expect(t, "stacks", stacks)
			r.expect(t, "pillars", pillars)
			r.expect(t, "captures", pillars)
			r.expect(t, "pillar moves", moves)
		}
	}
}

// TestMetricsOfPilastri counts stacks on the picture, and those without another on their rank and file.
func TestMetricsOfPilastri(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		all := reportsOf(t, enginetest.Rules(t, "pilastri"), seed)
		earlier := 36
		for _, r := range all {
			pieces, stacks, highest := r.counted(engine.Man)
			levels := 0
			for _, cell := range r.diagram.Cells {
				for level := range cell.Pieces {
					levels += level + 1
				}
			}
			r.expect(t, "stacks", stacks)
			r.expect(t, "highest stack", highest)
			r.expect(t, "levels", levels)
			if levels <= earlier || pieces != 36 {
				t.Fatalf("after turn %s there are %d pieces on levels of %d in all, before %d", r.text, pieces,
					levels, earlier)
			}
			earlier = levels
			r.expect(t, "dead stacks", lonely(r.diagram))
		}
	}
}

// lonely counts occupied cells without another occupied cell on their rank and file.
func lonely(d engine.Diagram) (count int) {
	holds := func(i int) bool { return len(d.Cells[i].Pieces) > 0 }
	for i := range d.Cells {
		others := 0
		for j := range d.Cells {
			sameLine := i/d.Files == j/d.Files || i%d.Files == j%d.Files
			others += number(j != i && sameLine && holds(j))
		}
		count += number(holds(i) && others == 0)
	}
	return count
}

// TestMetricsOfPylyx counts stacks on the picture and passes in the texts of turns.
func TestMetricsOfPylyx(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		all := reportsOf(t, enginetest.Rules(t, "pylyx", "size=6", "cap=200"), seed)
		passes := 0
		for _, r := range all {
			passes += number(r.text == engine.Decline)
			_, stacks, largest := r.counted(engine.Man)
			r.expect(t, "stacks", stacks)
			r.expect(t, "largest stack", largest)
			r.expect(t, "passes", passes)
		}
	}
}

// TestMetricsOfPit counts towers and barriers on the picture, and the turns whose action reaches a piece or a hole on
// the picture before.
func TestMetricsOfPit(t *testing.T) {
	t.Parallel()
	for _, players := range []string{"players=2", "players=3", "players=4"} {
		rules := enginetest.Rules(t, "pit", players)
		for seed := range uint64(20) {
			before, replaced, fallen := rules.Start().Diagram(), 0, 0
			for _, r := range reportsOf(t, rules, seed) {
				towers, _, _ := r.counted(engine.Tower)
				r.expect(t, "towers", towers)
				r.expect(t, "barriers", barriers(r.diagram))
				for _, cell := range before.Cells {
					if !strings.HasPrefix(r.text, "@") && r.text[2:4] == cell.Name {
						replaced += number(len(cell.Pieces) > 0)
						fallen += number(cell.Kind == engine.Hole)
					}
				}
				r.expect(t, "replacements", replaced)
				r.expect(t, "falls", fallen)
				before = r.diagram
			}
		}
	}
}

// barriers counts the edges with barriers.
func barriers(d engine.Diagram) (count int) {
	for _, cell := range d.Cells {
		count += number(cell.North) + number(cell.East)
	}
	return count
}
