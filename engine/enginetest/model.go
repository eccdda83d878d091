package enginetest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

// Model is a game in progress, played by a second implementation of the rules that is written for clarity alone.
type Model interface {
	Legal() []string  // returns the texts of the legal steps, sorted
	Play(step string) // plays a legal step
	Result() string   // returns the scores and the reason of a finished game, such as "1 0 no stack left", else ""
	String() string   // returns the text of the position
}

// WriteBoard returns the text of a board as in position texts: ranks from the top, the contents of squares between
// commas, and runs of vacant squares, such as x3 for three. The function at returns the contents of a square, and
// whether the board has the square.
func WriteBoard(files, ranks int, at func(file, rank int) (contents string, is bool)) string {
	var rows []string
	for rank := ranks - 1; rank >= 0; rank-- {
		row := ","
		for file := range files {
			if contents, is := at(file, rank); is {
				row += cmp.Or(contents, "x") + ","
			}
		}
		for run := files; run > 1; run-- {
			row = strings.ReplaceAll(row, strings.Repeat(",x", run)+",", fmt.Sprintf(",x%d,", run))
		}
		rows = append(rows, strings.Trim(row, ","))
	}
	return strings.Join(rows, "/")
}

// ReadBoard reads the text of a board and returns the size of the board. For each square that is not vacant it calls
// put with the number of squares before it in its rank, with the rank, and with the contents of the square.
func ReadBoard(text string, put func(before, rank int, contents string)) (files, ranks int) {
	rows := strings.Split(text, "/")
	for i, row := range rows {
		files = 0
		for item := range strings.SplitSeq(row, ",") {
			run, vacant := strings.CutPrefix(item, "x")
			n, err := strconv.Atoi(run)
			if !vacant {
				put(files, len(rows)-1-i, item)
			}
			if !vacant || err != nil {
				n = 1
			}
			files += n
		}
	}
	return files, len(rows)
}

// Result returns an outcome in the form of [Model.Result], with up to three significant digits of each score.
func Result(o engine.Outcome) string {
	if !o.Over() {
		return ""
	}
	text := ""
	for _, score := range o.Scores[:o.Seats] {
		text += fmt.Sprintf("%.3g ", score)
	}
	return text + string(o.Reason)
}

// CheckModel fails the test unless a game and its model agree on the position, the legal steps and the result. It
// returns the texts of the legal steps.
func CheckModel(t testing.TB, h *engine.History, m Model) []string {
	t.Helper()
	p, legal := h.Position(), m.Legal()
	if got, want := p.String(), m.String(); got != want {
		t.Fatalf("position %s, the model has %s", got, want)
	}
	if got := engine.StepTexts(p); !slices.Equal(got, legal) {
		t.Fatalf("steps in %s:\n%s\nthe model has\n%s", p, strings.Join(got, " "), strings.Join(legal, " "))
	}
	if got := p.CountSteps(); got != len(legal) {
		t.Fatalf("%d steps counted in %s, not %d", got, p, len(legal))
	}
	if got, want := Result(h.Outcome()), m.Result(); got != want {
		t.Fatalf("the result is %q at %s, the model says %q", got, p, want)
	}
	return legal
}

// PlayBoth plays steps, separated by blanks, in a game and in its model.
func PlayBoth(t testing.TB, h *engine.History, m Model, steps string) {
	t.Helper()
	for _, text := range strings.Fields(steps) {
		step, err := engine.ParseStep(h.Position(), text)
		if err == nil {
			err = h.Play(step)
		}
		require.NoError(t, err)
		m.Play(text)
	}
}

// PlayMatch plays a game and its model side by side, for at most the given number of steps, and compares them at every
// position. The function choose returns the next step. PlayMatch calls choose before the model plays this step.
func PlayMatch(t testing.TB, start engine.Position, m Model, steps int, choose func(legal []string) string) {
	t.Helper()
	h := engine.NewHistory(start)
	for range steps {
		legal := CheckModel(t, h, m)
		if m.Result() != "" {
			return
		}
		PlayBoth(t, h, m, choose(legal))
	}
}

// ModelGame adds to a model the draws by repetition and by the turn cap.
type ModelGame struct {
	Model
	repetition, turnCap int
	seen                map[string]int // how often each position began a turn, by its text without the turn number
	draw                engine.Reason  // why the game is drawn, or engine.Ongoing
}

// NewModelGame returns m with draws by repetition and by the turn cap; 0 means no such draws. m must be at the start of
// a turn.
func NewModelGame(m Model, repetition, turnCap int) *ModelGame {
	g := &ModelGame{Model: m, repetition: repetition, turnCap: turnCap, seen: map[string]int{}}
	g.findDraw()
	return g
}

// Play plays a legal step, given by its text.
func (g *ModelGame) Play(step string) {
	_, turn := cutTurnNumber(g.String())
	g.Model.Play(step)
	if _, next := cutTurnNumber(g.String()); next != turn {
		g.findDraw()
	}
}

// findDraw records the position, which begins a turn, and sets g.draw if the game is drawn by repetition or by the cap.
func (g *ModelGame) findDraw() {
	position, turn := cutTurnNumber(g.String())
	g.seen[position]++
	n, _ := strconv.Atoi(turn)
	switch {
	case g.repetition > 0 && g.seen[position] >= g.repetition:
		g.draw = engine.Repetition
	case g.turnCap > 0 && n > g.turnCap:
		g.draw = engine.TurnCap
	}
}

// Result returns the result of the game by the model's rules. While these rules have not ended the game, Result returns
// the draw, or "" if the game is not drawn.
func (g *ModelGame) Result() string {
	if result := g.Model.Result(); result != "" || g.draw == engine.Ongoing {
		return result
	}
	return Result(engine.Draw(2, g.draw))
}

// TestReadings compares a game and its model with testdata/readings.txt, examples of how this project reads the rules
// of the game. A paragraph has a name, perhaps options, the position to begin from, and what must follow. That is
// either a sequence of steps, the position they lead to and its result in the form of [Model.Result], or the list of
// legal steps, sorted and possibly empty. The function model reads a position for the model.
func TestReadings(t *testing.T, game string, model func(text string, options engine.Settings) Model) {
	t.Helper()
	var fields map[string]string
	check := func() {
		p := Read(t, game, fields["from"], strings.Fields(fields["options"])...)
		h, m := engine.NewHistory(p), model(fields["from"], Settings(t, fields["options"]))
		PlayBoth(t, h, m, fields["steps"])
		legal := strings.Join(CheckModel(t, h, m), " ")
		if want, listed := fields["legal"]; listed && legal != strings.TrimSuffix(want, "none") {
			t.Errorf("%s: %s is legal, not %s", fields["name"], legal, want)
		} else if !listed && (m.String() != fields["to"] || m.Result() != fields["result"]) {
			t.Errorf("%s: %s %q, not %s %q", fields["name"], m, m.Result(), fields["to"], fields["result"])
		}
	}
	for _, line := range DataLines(t, "testdata/readings.txt") {
		key, value, _ := strings.Cut(line, ": ")
		if !slices.Contains([]string{"options", "from", "steps", "to", "result", "legal"}, key) {
			if fields != nil {
				check()
			}
			fields, key, value = map[string]string{}, "name", line
		}
		fields[key] = value
	}
	check()
}

// cutTurnNumber splits the text of a position before its last field, the number of the turn.
func cutTurnNumber(text string) (rest, turn string) {
	blank := strings.LastIndexByte(text, ' ')
	return text[:blank], text[blank+1:]
}

// Events counts what happens in the games of a test, to show that they vary enough. Several goroutines may use it.
type Events struct {
	mutex sync.Mutex
	count map[string]int
}

// Add counts the event if happened is true.
func (e *Events) Add(event string, happened bool) {
	if !happened {
		return
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.count == nil {
		e.count = map[string]int{}
	}
	e.count[event]++
}

// Check logs the counts and fails the test unless each of the events has happened.
func (e *Events) Check(t testing.TB, events ...string) {
	t.Helper()
	t.Log(e.count)
	for _, event := range events {
		if e.count[event] == 0 {
			t.Errorf("no game had %s: the games do not test it", event)
		}
	}
}
