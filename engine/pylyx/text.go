package pylyx

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The letters of the kinds of step and of the colours in position texts.
const (
	stepLetters  = "sckm"
	colorLetters = "wb"
)

// StepText returns "@Wc4" for placing a checker, "first", "white" or "black" for a choice, "2c4c9" for a move of two
// men and "-" for a pass.
func (p *position) StepText(step engine.Step) string {
	if isMove(step) {
		from, to, k := moved(step)
		return string('0'+rune(k)) + from.String() + to.String()
	}
	form := withoutSquare(step) >> formShift
	text := [...]string{"", "@W", "@B", "first", "white", "black", engine.Decline}[form]
	if form <= placeBlack>>formShift {
		text += placed(step).String()
	}
	return text
}

// String returns the position's text: board, seat, step, owner, passes, turn.
func (p *position) String() string {
	size := p.rules.board.size
	return fmt.Sprintf("%s %s %c %s %d %d", base.BoardText(size, size, p.squareText), p.seat, stepLetters[p.kind],
		textForm.Fields[2].Values[p.owner], p.passes, p.turn)
}

func (p *position) squareText(file, rank int) (text string, inside bool) {
	s := squareAt(file, rank)
	height := p.heights[s]
	if height == 0 {
		return "", p.rules.board.has(s)
	}
	text = colorLetters[:1]
	if p.stacks[black].has(s) {
		text = colorLetters[1:]
	}
	if height > 1 {
		text += strconv.Itoa(int(height))
	}
	return text, true
}

// colorsDrawn holds, by color of this package, the colour of the pieces in pictures, which also names the color in
// errors.
var colorsDrawn = [colors]engine.Color{white: engine.White, black: engine.Black}

var textForm = engine.Form{
	Pieces:    base.Pieces("w b"),
	Counted:   true,
	CountFrom: 2,
	Fields: []engine.Option{base.LetterField("seat", "To move", "", "12", "One", "Two"),
		base.LetterField("step", "Step", "m", stepLetters, "set-up", "choice of Two", "colour of One", "movement"),
		base.LetterField("owner of White", "White is played by", "1", "?12", "not settled", "One", "Two"),
		base.LetterField("passes", "Turn before", "0", "01", "no pass", "a pass"),
		{Name: "turn", Title: "Turn", Default: "4"}},
}

// Form implements [engine.ShownGame].
func (game) Form() engine.Form { return textForm }

// Diagram implements [engine.Position].
func (p *position) Diagram() engine.Diagram {
	size, owner := p.rules.board.size, "who plays which colour is still to be chosen"
	if p.owner != unsettled {
		names := p.rules.SeatNames()
		owner = fmt.Sprintf("%s plays White, %s Black", names[p.owner-1], names[2-p.owner])
	}
	d := base.Diagram(p, &textForm, size, size, p.squareText, owner)
	if p.passes > 0 {
		d.Notes = append(d.Notes, "the turn before was a pass")
	}
	if p.owner != unsettled {
		d.Colors = []engine.Color{engine.White, engine.Black}
		if p.owner == 2 {
			slices.Reverse(d.Colors)
		}
	}
	return d
}

func (r *rules) read(text string) (*position, error) {
	p := r.empty()
	err := base.Read(text, &textForm, base.Board("squares", base.Cornerless(r.board.size), p.readStack),
		base.OneOf(textForm.Fields[0], &p.seat), base.OneOf(textForm.Fields[1], &p.kind),
		base.OneOf(textForm.Fields[2], &p.owner), base.OneOf(textForm.Fields[3], &p.passes), base.Turn(&p.turn))
	if err != nil {
		return nil, err
	}
	if err := p.refuseImpossible(); err != nil {
		return nil, err
	}
	p.hash = p.hashFromScratch()
	if p.kind == mainStep && p.stacks[p.mover()^1].count() == 1 {
		p.end = gathered
	}
	return p, nil
}

func (p *position) readStack(text string, file, rank int) error {
	s := squareAt(file, rank)
	pieces, err := base.SquarePieces(&textForm, text)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", s, err)
	case len(pieces) > p.rules.board.men:
		return fmt.Errorf("%q on %s: the height must be at most %d", text, s, p.rules.board.men)
	}
	p.put(color(pieces[0].Color), s, uint8(len(pieces)))
	return nil
}

// stage is the turn and the seat of a step before the movement.
type stage struct {
	turn int32
	seat engine.Seat
}

// stages holds the stages of the kinds of step before mainStep.
var stages = [mainStep]stage{setUpStep: {1, 0}, choiceStep: {2, 1}, colorStep: {3, 0}}

// refuseImpossible returns an error for a position that no game can reach, as far as that is easy to see.
func (p *position) refuseImpossible() error {
	men, letter, moving := p.rules.board.men, stepLetters[p.kind], p.kind == mainStep
	for c := range color(colors) {
		switch total, shared := p.men(c); {
		case total > men || p.kind != setUpStep && total != men:
			return fmt.Errorf("board: %d %s checkers; there must be %d", total, colorsDrawn[c], men)
		case !moving && shared != "":
			return fmt.Errorf("board: two %s checkers share %s; before the movement all are single, each in its own "+
				"rank and file", colorsDrawn[c], shared)
		}
	}
	switch {
	case (p.owner == unsettled) == moving:
		return fmt.Errorf("owner of White %s: must be ? before the movement, and then 1 or 2",
			textForm.Fields[2].Values[p.owner])
	case moving && p.turn < 3+int32(p.passes):
		return fmt.Errorf("turn %d: the movement begins in turn 3, and passes later", p.turn)
	case moving && p.stacks[p.mover()].count() == 1:
		return fmt.Errorf("board: the seat to act has all its checkers in one stack, so it has already won")
	case !moving && (p.passes > 0 || stages[p.kind] != stage{p.turn, p.seat}):
		return fmt.Errorf("seat %s, turn %d, passes %d: step %c belongs to seat %s and turn %d, with passes 0",
			p.seat, p.turn, p.passes, letter, stages[p.kind].seat, stages[p.kind].turn)
	case p.kind != setUpStep:
		return nil
	}
	whites, blacks := p.stacks[white].count(), p.stacks[black].count()
	switch {
	case blacks > 0 && whites < men:
		return fmt.Errorf("step s: all %d white checkers are placed before the black ones; there are %d", men, whites)
	case blacks == men:
		return fmt.Errorf("step s: the set-up is complete, so step c comes next")
	}
	if next := p.findPlacements(); next.count() == 0 {
		return fmt.Errorf("step s: the set-up cannot be completed: the next %s checker, in a file further right, "+
			"has no square", colorsDrawn[next.color])
	}
	return nil
}

// men returns the number of men of a colour, and a square, rank or file that two of them share, or "".
func (p *position) men(c color) (total int, shared string) {
	for i := range p.rules.board.size {
		if bits.OnesCount16(p.lines[c][firstRank+i]) > 1 {
			shared = fmt.Sprintf("rank %d", i+1)
		}
		if bits.OnesCount16(p.lines[c][firstFile+i]) > 1 {
			shared = fmt.Sprintf("file %c", 'a'+i)
		}
	}
	for s, height := range p.heights {
		if p.stacks[c].has(square(s)) {
			if total += int(height); height > 1 {
				shared = square(s).String()
			}
		}
	}
	return total, shared
}
