package solver

import (
	"fmt"

	"pgregory.net/rapid"

	"pillars/engine"
)

// maze is a random game on places joined by one-way steps: a step to a place where a turn begins ends the turn, a step
// to any other place does not. A place without steps ends the game. It has only what solvers need.
type maze struct {
	engine.Position // nil
	rules           *mazeRules
	place           int
	seat            engine.Seat
	turn            int
}

type mazeRules struct {
	engine.Rules // nil
	seats        int
	oneSeat      bool // the first seat acts again and again
	places       []place
}

type place struct {
	next   []int
	inTurn bool    // the seat that came here acts on
	value  outcome // without steps: to the seat that would act
	like   int     // without steps: another place, not the first, whose text it has; 0 for none
}

type mazeGame struct {
	engine.Game // nil
	rules       *mazeRules
}

func (mazeGame) Name() string  { return "maze" }
func (mazeGame) Title() string { return "Maze" }

// Read takes the first seat for the one to act.
func (g mazeGame) Read(text string, _ engine.Settings) (engine.Position, error) {
	m := &maze{rules: g.rules}
	_, err := fmt.Sscan(text, &m.place, &m.turn)
	return m, err
}

func (r *mazeRules) Game() engine.Game         { return mazeGame{rules: r} }
func (r *mazeRules) Settings() engine.Settings { return nil }
func (r *mazeRules) Seats() int                { return r.seats }
func (r *mazeRules) SeatNames() []string       { return []string{"One", "Two"} }

func newMaze(places ...place) *maze {
	return &maze{rules: &mazeRules{seats: 2, places: places}, turn: 1}
}

func (m *maze) here() place                   { return m.rules.places[m.place] }
func (m *maze) Rules() engine.Rules           { return m.rules }
func (m *maze) Turn() int                     { return m.turn }
func (m *maze) StepText(s engine.Step) string { return fmt.Sprint(s) }
func (m *maze) Over() bool                    { return len(m.here().next) == 0 }
func (m *maze) StartsTurn() bool              { return !m.here().inTurn }
func (m *maze) InOpening() bool               { return m.place < 2 }
func (m *maze) Reversible() int               { return 0 }
func (m *maze) CountSteps() int               { return len(m.here().next) }
func (m *maze) Clone() engine.Position        { clone := *m; return &clone }
func (m *maze) CopyFrom(p engine.Position)    { *m = *p.(*maze) }

func (m *maze) Seat() engine.Seat {
	if m.rules.oneSeat {
		return 0
	}
	return m.seat
}

// String leaves out the seat to act, since the game is the same for both.
func (m *maze) String() string {
	if like := m.here().like; like > 0 {
		return fmt.Sprintf("%d %d", like, m.turn)
	}
	return fmt.Sprintf("%d %d", m.place, m.turn)
}

func (m *maze) OrderingScores(_ []engine.Step, scores []int32) { clear(scores) }

func (m *maze) Outcome() engine.Outcome {
	switch {
	case !m.Over():
		return engine.Outcome{}
	case m.here().value == draw:
		return engine.Draw(2, "draw")
	case m.here().value == win:
		return engine.Win(m.seat, "win")
	}
	return engine.Win(1-m.seat, "loss")
}

// AppendSteps has a step for each way, numbered from 1.
func (m *maze) AppendSteps(steps []engine.Step) []engine.Step {
	for i := range m.here().next {
		steps = append(steps, engine.Step(i+1))
	}
	return steps
}

func (m *maze) Play(step engine.Step) {
	m.place = m.here().next[step-1]
	if m.StartsTurn() {
		m.seat, m.turn = 1-m.seat, m.turn+1
	}
}

func (m *maze) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(m)
	child.(*maze).Play(step)
}

// at returns another place of the same maze.
func (m *maze) at(place int) *maze { return &maze{rules: m.rules, place: place, turn: 1} }

// drawMaze returns a random maze of up to the given number of places. Places within a turn lead only to places where
// one begins.
func drawMaze(t *rapid.T, most int) *maze {
	count := rapid.IntRange(2, most).Draw(t, "places")
	places := make([]place, count)
	for i := range places {
		places[i].inTurn = i > 0 && i < count-1 && rapid.IntRange(0, 3).Draw(t, "in turn") == 0
		places[i].value = rapid.SampledFrom([]outcome{win, draw, draw, loss, loss}).Draw(t, "value")
	}
	for i := range places {
		least := 0
		if places[i].inTurn || i == 0 {
			least = 1
		}
		for range rapid.IntRange(least, 3).Draw(t, "steps") {
			if next := rapid.IntRange(0, count-1).Draw(t, "to"); !places[i].inTurn || !places[next].inTurn {
				places[i].next = append(places[i].next, next)
			}
		}
		if places[i].inTurn && len(places[i].next) == 0 {
			places[i].next = []int{count - 1}
		}
	}
	if len(places[0].next) == 0 {
		places[0].next = []int{count - 1}
	}
	return newMaze(places...)
}

// model values the places of a maze plainly: for every number of turns it asks whether the seat to act wins, or loses,
// within it.
type model struct {
	places []place
	known  map[question]bool
}

type question struct {
	place, turns int
	value        outcome
}

// after returns the places to which the turns from a place lead.
func (m *model) after(from int) (places []int) {
	for _, next := range m.places[from].next {
		if m.places[next].inTurn {
			places = append(places, m.after(next)...)
		} else {
			places = append(places, next)
		}
	}
	return places
}

// within reports whether the seat to act wins, or loses, within a number of turns.
func (m *model) within(from int, value outcome, turns int) bool {
	after := m.after(from)
	if len(after) == 0 {
		return m.places[from].value == value
	}
	if turns == 0 {
		return false
	}
	asked := question{from, turns, value}
	if answer, ok := m.known[asked]; ok {
		return answer
	}
	answer := value == loss
	for _, next := range after {
		if (value == win) == m.within(next, -value, turns-1) {
			answer = value == win
		}
	}
	m.known[asked] = answer
	return answer
}

// verdict returns the verdict of a place where a turn begins.
func (m *model) verdict(from int) verdict {
	for turns := range len(m.places) + 1 {
		for _, value := range []outcome{win, loss} {
			if m.within(from, value, turns) {
				return newVerdict(value, turns)
			}
		}
	}
	return newVerdict(draw, 0)
}

// reached returns the places where turns begin that play from the first place reaches.
func (m *model) reached() map[int]bool {
	reached, waiting := map[int]bool{0: true}, []int{0}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		for _, next := range m.after(waiting[0]) {
			if !reached[next] {
				reached[next] = true
				waiting = append(waiting, next)
			}
		}
	}
	return reached
}
