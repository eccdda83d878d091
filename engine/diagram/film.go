package diagram

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
)

// A Film is a game to draw on a card with lines of text: as an animated picture, or only its last board.
type Film struct {
	History *engine.History
	Players []string // names by seat for the line above the board; "" for a seat without a name
	Ended   string   // how the game ended if its rules did not end it
}

// Write draws the film as one animated SVG without scripts. It shows the board before the first turn and after each
// turn, with marks around the squares that the turn changed, and then begins again. Browsers set to reduced motion, and
// programs that cannot animate, show the last board. The picture has identifiers, which could clash with others, so a
// page should show it as an image of its own.
//
// The name of an element's animation says on which boards the element is visible: f3-7 means the boards 3 to 6, where 0
// is the board before the first turn.
func (f Film) Write(w io.Writer) error { return write(w, f.title(), f.frames()) }

// WriteLast draws only the last board, with the player to act or the result in the line above it.
func (f Film) WriteLast(w io.Writer) error {
	frames := f.frames()
	last := frames[len(frames)-1]
	notes := last.diagram.Notes
	state := f.ending()
	if p := f.History.Position(); state == "" {
		state = p.Rules().SeatNames()[p.Seat()] + " to play"
	}
	last.lines = notes[min(1, len(notes)):]
	return write(w, f.title()+" · "+state, []frame{last})
}

// title returns the title of the game, its seats and their players, such as "Pit: White (anna) – Black (greedy)".
func (f Film) title() string {
	rules := f.History.Start().Rules()
	seats := slices.Clone(rules.SeatNames())
	for i := range min(len(seats), len(f.Players)) {
		if name := f.Players[i]; name != "" {
			seats[i] += " (" + clip(name, longestName) + ")"
		}
	}
	return rules.Game().Title() + ": " + strings.Join(seats, " – ")
}

// The largest lengths, in letters, of names and turns in a line. Both may come from files and be of any length.
const (
	longestName = 40
	longestTurn = 100
)

// clip shortens a text to a number of letters.
func clip(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// frame is a board of a film with the lines below it.
type frame struct {
	diagram engine.Diagram
	lines   []string
}

// frames returns the boards of the film. It leaves out the first note of each diagram, which repeats the turn or the
// result.
func (f Film) frames() []frame {
	p, steps, names := f.History.Start().Clone(), f.History.Steps(), f.History.Start().Rules().SeatNames()
	turns := engine.Turns(p, steps)
	var all []frame
	add := func(caption string) {
		d := p.Diagram()
		all = append(all, frame{d, append([]string{caption}, d.Notes[min(1, len(d.Notes)):]...)})
	}
	add("Start: " + names[p.Seat()] + " to play")
	seat := p.Seat()
	for i, step := range steps {
		if p.StartsTurn() {
			seat = p.Seat()
		}
		p.Play(step)
		if n := len(all); p.Over() || p.StartsTurn() || i == len(steps)-1 {
			turn := clip(turns[n-1], longestTurn) // frame 0 is the start, so frame n shows the nth turn
			if turn == engine.Decline {
				turn = "passes"
			}
			add(fmt.Sprintf("%d of %d: %s %s", n, len(turns), names[seat], turn))
		}
	}
	last := &all[len(all)-1]
	if ending := f.ending(); ending != "" {
		last.lines = slices.Insert(last.lines, 1, ending)
	}
	return all
}

// ending returns how the game ended, or "" if it has not.
func (f Film) ending() string {
	if outcome := f.History.Outcome(); outcome.Over() {
		return engine.OutcomeWords(f.History.Position(), outcome)
	}
	return f.Ended
}
