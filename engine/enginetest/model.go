package enginetest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pillars/engine"
)

// Model is a game in progress, played by a second implementation of the rules that is written for clarity alone.
type Model interface {
	Legal() []string  // returns the texts of the legal steps, sorted
	Play(step string) // plays a legal step
	Result() string   // returns the scores and the reason of a finished game, such as "1 0 no stack left", else ""
	String() string   // returns the text of the position
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
		if err != nil {
			t.Fatal(err)
		}
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

// Result returns the result by the model's rules. If these have not ended the game, it returns the draw, if any.
func (g *ModelGame) Result() string {
	if result := g.Model.Result(); result != "" || g.draw == engine.Ongoing {
		return result
	}
	return Result(engine.Draw(2, g.draw))
}

// Reading is an example of how this project reads a rule of a game. From the position with the text Position, the steps
// in Steps must lead to the position with the text Want and to the result Result, in the form of [Model.Result].
type Reading struct{ Name, Position, Steps, Want, Result string }

// TestReadings checks that a game and its model agree with readings. The function read parses a position text for both.
func TestReadings(t *testing.T, read func(t testing.TB, text string) (engine.Position, Model), readings []Reading) {
	t.Helper()
	for _, test := range readings {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			p, m := read(t, test.Position)
			h := engine.NewHistory(p)
			PlayBoth(t, h, m, test.Steps)
			if got := h.Position().String(); got != test.Want || Result(h.Outcome()) != test.Result {
				t.Errorf("the engine has %s %q, not %s %q", got, Result(h.Outcome()), test.Want, test.Result)
			}
			if m.String() != test.Want || m.Result() != test.Result {
				t.Errorf("the model has %s %q, not %s %q", m, m.Result(), test.Want, test.Result)
			}
		})
	}
}

// Listed is a test case of three texts: its name, a position and the texts of the legal steps.
type Listed [3]string

// TestLegal compares the legal steps of a game and of its model with lists made by hand. The function read is as in
// [TestReadings].
func TestLegal(t *testing.T, read func(t testing.TB, text string) (engine.Position, Model), tests []Listed) {
	t.Helper()
	for _, test := range tests {
		p, m := read(t, test[1])
		if got := strings.Join(engine.StepTexts(p), " "); got != test[2] {
			t.Errorf("%s: the engine lists %s, not %s", test[0], got, test[2])
		}
		if got := strings.Join(m.Legal(), " "); got != test[2] {
			t.Errorf("%s: the model lists %s, not %s", test[0], got, test[2])
		}
		if got, want := Result(p.Outcome()), m.Result(); got != want {
			t.Errorf("%s: the result is %q, the model says %q", test[0], got, want)
		}
	}
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
