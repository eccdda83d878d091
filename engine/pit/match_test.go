package pit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pillars/engine"
)

// match is one game played by the engine and the model side by side.
type match struct {
	t       *testing.T
	model   *model
	history *engine.History
	seen    *events
}

// events counts events in the games of a test, so that it can check whether all occurred.
type events struct {
	positions, towersReplaced, pawnsReplaced, towersFallen, pawnsFallen, freeFalls, entries, longSlides atomic.Int64
	parted, isolated, takenAway, stuck, outAndOn, finished                                              atomic.Int64
}

// counters returns the events by name.
func (e *events) counters() map[string]*atomic.Int64 {
	return map[string]*atomic.Int64{
		"a tower replaced": &e.towersReplaced, "a pawn replaced": &e.pawnsReplaced, "a tower fallen": &e.towersFallen,
		"a pawn fallen": &e.pawnsFallen, "a tower gone into a distant hole": &e.freeFalls, "an entry": &e.entries,
		"a slide over three cells or more": &e.longSlides, "a barrier that parts pawns": &e.parted,
		"a barrier that isolates towers": &e.isolated, "a barrier taken away": &e.takenAway,
		"a player without an action":            &e.stuck,
		"a game that goes on with a player out": &e.outAndOn, "a finished game": &e.finished,
	}
}

// check logs the events and fails for those that never occurred.
func (e *events) check(t *testing.T) {
	t.Helper()
	t.Logf("%d positions", e.positions.Load())
	for name, count := range e.counters() {
		t.Logf("%s: %d times", name, count.Load())
		if count.Load() == 0 {
			t.Errorf("no game had %s: the games do not test it", name)
		}
	}
}

// playRandomly plays a game and compares at every position. Purely random games are short, so a step that puts its own
// player out is usually drawn again.
func (m *match) playRandomly(random *rand.Rand, steps int) {
	for range steps {
		legal := m.compare()
		if m.model.result != "" {
			m.seen.finished.Add(1)
			return
		}
		step := legal[random.IntN(len(legal))]
		for range random.IntN(8) {
			if m.careful(step) {
				break
			}
			step = legal[random.IntN(len(legal))]
		}
		before := m.model.clone()
		m.play(step)
		m.count(before, step)
	}
}

// careful reports whether a step neither puts its player out nor brings the pawn next to a hole.
func (m *match) careful(step string) bool {
	player := m.model.player
	after := m.model.clone()
	after.play(step)
	pawns := after.find(player + "p")
	return len(pawns) == 1 && !after.nextToHole(pawns[0]) && after.result == ""
}

// play plays a step on both sides.
func (m *match) play(text string) {
	step, err := engine.ParseStep(m.history.Position(), text)
	if err != nil {
		m.t.Fatal(err)
	}
	if err := m.history.Play(step); err != nil {
		m.t.Fatal(err)
	}
	m.model.play(text)
}

// compare compares the engine's view of the position with the model's, and returns the legal steps.
func (m *match) compare() []string {
	m.seen.positions.Add(1)
	p, legal := m.history.Position(), m.model.legal()
	if got, want := p.String(), m.model.String(); got != want {
		m.t.Fatalf("position %s, the model has %s", got, want)
	}
	if got := engine.StepTexts(p); !slices.Equal(got, legal) {
		m.t.Fatalf("steps in %s:\n%s\nthe model has\n%s", p, strings.Join(got, " "), strings.Join(legal, " "))
	}
	if got := p.CountSteps(); got != len(legal) {
		m.t.Fatalf("%d steps counted in %s, not %d", got, p, len(legal))
	}
	if got := describe(p.Outcome()); got != m.model.result || p.Over() != (got != "") {
		m.t.Fatalf("outcome of %s: %q, the model says %q", p, got, m.model.result)
	}
	return legal
}

// describe returns the winner or outcome in the model's words.
func describe(o engine.Outcome) string {
	if !o.Over() {
		return ""
	}
	text := ""
	for seat := range o.Seats {
		text += fmt.Sprintf("%.3g ", o.Scores[seat])
	}
	return text + string(o.Reason)
}

// count records the events of the last step.
func (m *match) count(before *model, step string) {
	after, e := m.model, m.seen
	add := func(counter *atomic.Int64, happened bool) {
		if happened {
			counter.Add(1)
		}
	}
	add(&e.outAndOn, len(after.place) > len(before.place) && after.result == "")
	add(&e.stuck, m.stuck(before, step))
	switch {
	case before.step == "b":
		m.countBarrier(before, step)
	case step[0] == '@':
		add(&e.entries, before.step == "a")
	default:
		from, to := splitMove(step)
		distance := max(from.file-to.file, to.file-from.file, from.rank-to.rank, to.rank-from.rank)
		add(&e.towersReplaced, strings.HasSuffix(before.at(to), "t"))
		add(&e.pawnsReplaced, strings.HasSuffix(before.at(to), "p"))
		add(&e.towersFallen, before.isHole(to) && strings.HasSuffix(before.at(from), "t"))
		add(&e.pawnsFallen, before.isHole(to) && strings.HasSuffix(before.at(from), "p"))
		add(&e.freeFalls, before.isHole(to) && distance > 1)
		add(&e.longSlides, distance >= 3)
	}
}

// stuck reports whether a step left another player without an action, whose pawn it did not replace.
func (m *match) stuck(before *model, step string) bool {
	taken := ""
	if before.step == "a" && step[0] != '@' {
		_, to := splitMove(step)
		taken = before.at(to)
	}
	for player := range m.model.place {
		if _, wasOut := before.place[player]; !wasOut && player != before.player && player+"p" != taken {
			return true
		}
	}
	return strings.HasSuffix(m.model.result, "no legal step")
}

func (m *match) countBarrier(before *model, step string) {
	after := m.model
	_, isOut := after.place[before.player]
	switch {
	case len(after.barriers) == len(before.barriers):
		m.seen.takenAway.Add(1)
		m.seen.parted.Add(1)
	case strings.HasSuffix(after.result, "pawns parted"):
		m.seen.parted.Add(1)
	case isOut:
		m.t.Fatalf("%s in %s puts its player out, yet the barrier stays", step, before)
	}
	towers := 0
	for _, player := range before.players {
		if _, gone := after.place[player]; !gone && after.result == "" {
			towers += len(before.find(player+"t")) - len(after.find(player+"t"))
		}
	}
	if towers > 0 {
		m.seen.isolated.Add(1)
	}
}
