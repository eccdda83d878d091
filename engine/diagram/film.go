package diagram

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pillars/engine"
)

// A Film is a game to draw on a card with lines of text: as an animated picture, or only its last board.
type Film struct {
	History *engine.History
	Players []string // names by seat for the line above the board; "" for a seat without a name
	Ended   string   // how the game ended, for a game that its rules did not end; "" if it has not ended
}

// SVG draws the film as one animated SVG without scripts. It shows the board before the first turn and after each
// turn, with marks around the squares that the turn changed, and then begins again. Browsers set to reduced motion, and
// programs that cannot animate, show the last board. The picture has identifiers, which could clash with others, so a
// page should show it as an image of its own.
//
// The name of an element's animation says on which boards it is visible: f3-7 means 3 to 6, where 0 is the first board.
func (f Film) SVG() string { return write(f.title(), f.frames()) }

// LastSVG draws only the last board, with the player to act or the result in the line above it.
func (f Film) LastSVG() string {
	p, state := f.History.Position(), f.ending()
	if state == "" {
		state = p.Rules().SeatNames()[p.Seat()] + " to play"
	}
	last := p.Diagram()
	last.Notes = notesAfterFirst(last)
	return write(f.title()+" · "+state, []engine.Diagram{last})
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

// clip cuts text to at most limit letters, of which the last is then an ellipsis.
func clip(text string, limit int) string {
	if letters := []rune(text); len(letters) > limit {
		return string(letters[:limit-1]) + "…"
	}
	return text
}

// notesAfterFirst returns the notes of a diagram without the first one, which names the player to act.
func notesAfterFirst(d engine.Diagram) []string { return d.Notes[min(1, len(d.Notes)):] }

// captioned returns the diagram of a position with a caption in place of its first note.
func captioned(p engine.Position, caption string) engine.Diagram {
	d := p.Diagram()
	d.Notes = append([]string{caption}, notesAfterFirst(d)...)
	return d
}

// frames returns the start and the position after each turn. Their notes are the lines below the board.
func (f Film) frames() []engine.Diagram {
	p, steps, names := f.History.Start().Clone(), f.History.Steps(), f.History.Start().Rules().SeatNames()
	turns := engine.Turns(p, steps)
	all := []engine.Diagram{captioned(p, "Start: "+names[p.Seat()]+" to play")}
	seat := p.Seat()
	for i, step := range steps {
		if p.StartsTurn() {
			seat = p.Seat()
		}
		p.Play(step)
		if n := len(all); p.Over() || p.StartsTurn() || i == len(steps)-1 { // the last turn may be incomplete
			turn := clip(turns[n-1], longestTurn) // frame 0 is the start, so frame n shows the nth turn
			if turn == engine.Decline {
				turn = "passes"
			}
			all = append(all, captioned(p, fmt.Sprintf("%d of %d: %s %s", n, len(turns), names[seat], turn)))
		}
	}
	if ending := f.ending(); ending != "" {
		last := &all[len(all)-1]
		last.Notes = slices.Insert(last.Notes, 1, ending)
	}
	return all
}

// ending says how the game ended. It returns "" if the game has not ended.
func (f Film) ending() string {
	if outcome := f.History.Outcome(); outcome.Over() {
		return engine.OutcomeWords(f.History.Position(), outcome)
	}
	return f.Ended
}

// Measures of a film.
const (
	turnTime  = 0.9  // seconds for which each board but the last is shown
	endTime   = 3.6  // seconds for which the last board is shown
	titleLine = 26.0 // height of the line with the title
	boardTop  = margin + titleLine
	bigText   = 16.0      // usual size of the font
	smallText = 11.0      // smallest size of the font, for lines that would be wider than the board
	perLetter = 0.56      // approximate average width of a letter, divided by the size of the font
	markLine  = "#7a4100" // colour of the marks around squares that a turn changed
)

// filmer draws a film. It defines a shape for each content of cells, and refers to it wherever a cell has this content.
// The definitions are known only after all boards but stand before them in the picture, so they have their own pen.
type filmer struct {
	pen     // the boards and lines of text
	frames  []engine.Diagram
	shapes  pen            // the definitions of the shapes
	ids     map[string]int // the number of each shape, by a text that describes the content of the cell
	periods []period       // all periods that need an animation
}

// period is the frames i with from <= i < to.
type period struct{ from, to int }

func (p period) name() string { return fmt.Sprintf("f%d-%d", p.from, p.to) }

// write draws frames on a card and returns the picture as SVG. A single frame is a picture without animation.
func write(title string, frames []engine.Diagram) string {
	f := filmer{frames: frames, ids: map[string]int{}}
	letters := utf8.RuneCountInString(title) // in the longest line of text
	lines := 0                               // the largest number of lines below a board
	for _, frame := range frames {
		lines = max(lines, len(frame.Notes))
		letters = max(letters, longest(frame.Notes))
	}
	board := float64(frames[0].Files) * cellSize
	inner := max(board, float64(letters)*smallText*perLetter)          // the width between the margins
	bottom := boardTop + float64(frames[0].Ranks)*cellSize + namesLine // the upper edge of the lines below the board
	width, height := leftMargin+inner+margin, bottom+float64(lines)*textLine+margin/2
	f.rect(0, 0, width, height, look{fill: cardFill, stroke: cardLine, width: 1}, "rx", cardRound)
	const bold = true
	f.line(bigText+margin/2, title, inner, bold)
	f.open(leftMargin+(inner-board)/2, boardTop)
	f.boards()
	f.close()
	f.captions(bottom+textLine/2, inner)

	// Only now are all animations and shapes known, which come first in the picture.
	var whole pen
	whole.beginCards(width, height, "role", "img", "aria-label", escape(title))
	whole.raw("<title>" + escape(title) + "</title>\n" + f.style())
	if len(f.ids) > 0 {
		whole.raw("<defs>" + f.shapes.b.String() + "</defs>\n")
	}
	return whole.b.String() + f.b.String() + "</svg>\n"
}

// line writes a line of text at the left margin, in a font so small that the line is no wider than the given width.
func (f *filmer) line(y float64, text string, width float64, bold bool) {
	size := min(bigText, width/(perLetter*float64(max(1, utf8.RuneCountInString(text)))))
	f.text(leftMargin, y, text, font{class: "words", size: size, ink: textInk, bold: bold, anchor: "start"})
}

// boards draws the boards of all frames, cell by cell. What does not change from one frame to the next is drawn once.
func (f *filmer) boards() {
	d := f.frames[0]
	if len(f.frames) == 1 {
		f.board(d)
		return
	}
	for i := range d.Cells {
		for _, when := range f.split(func(a, b engine.Diagram) bool { return same(a.Cells[i], b.Cells[i]) }) {
			f.square(i, when)
		}
	}
	for i := range d.Cells {
		f.walls(i, func(c engine.Cell) bool { return c.North }, func(c *engine.Cell) { c.North = true })
		f.walls(i, func(c engine.Cell) bool { return c.East }, func(c *engine.Cell) { c.East = true })
	}
	f.names(d, beside)
}

// same reports whether two cells look the same, apart from barriers.
func same(a, b engine.Cell) bool { return a.Kind == b.Kind && slices.Equal(a.Pieces, b.Pieces) }

// split splits the film into the longest periods in which all diagrams are equal according to the function equal.
func (f *filmer) split(equal func(a, b engine.Diagram) bool) []period {
	periods := []period{{0, 1}}
	for i := 1; i < len(f.frames); i++ {
		if last := &periods[len(periods)-1]; equal(f.frames[last.from], f.frames[i]) {
			last.to++
		} else {
			periods = append(periods, period{i, i + 1})
		}
	}
	return periods
}

// square draws cell i, without barriers, for a period in which its content stays the same.
func (f *filmer) square(i int, when period) {
	d := f.frames[when.from]
	cell, file, rank := d.Cells[i], i%d.Files, i/d.Files
	if cell.Kind == engine.NoCell {
		return
	}
	shade := (file + rank) % 2 // 0 for dark squares, 1 for light ones
	key := fmt.Sprint(shade, cell.Kind, cell.Pieces)
	id, known := f.ids[key]
	if !known {
		id = len(f.ids)
		f.ids[key] = id
		f.define(d, cell, id, shade)
	}
	x, y := f.corner(d, file, rank)
	x -= float64(shade) * cellSize // define has drawn light squares one cell to the right of the origin
	f.raw("<use")
	f.attributes("href", fmt.Sprintf("#c%d", id), "x", x, "y", y)
	f.raw(f.during(when) + "/>")
}

// define defines a shape with the content of a cell, without barriers and title, which would name a single square. It
// draws the shape on a board of two squares, a dark one and a light one, on the square with the given shade.
func (f *filmer) define(d engine.Diagram, cell engine.Cell, id, shade int) {
	var p pen
	d.Files, d.Ranks = 2, 1
	cell.North, cell.East = false, false
	p.cell(d, cell, shade, 0, fmt.Sprintf(`id="c%d"`, id))
	before, rest, _ := strings.Cut(p.b.String(), "<title>")
	_, after, _ := strings.Cut(rest, "</title>")
	f.shapes.raw(before + after)
}

// walls draws the barrier on one edge of cell i, in all periods that have it. The function has reports whether a cell
// has a barrier on this edge, and set puts one there.
func (f *filmer) walls(i int, has func(engine.Cell) bool, set func(*engine.Cell)) {
	for _, when := range f.split(func(a, b engine.Diagram) bool { return has(a.Cells[i]) == has(b.Cells[i]) }) {
		d := f.frames[when.from]
		if !has(d.Cells[i]) {
			continue
		}
		d.Cells = make([]engine.Cell, len(d.Cells)) // a board with this barrier only
		set(&d.Cells[i])
		f.raw("<g" + f.during(when) + ">")
		f.barriers(d)
		f.close()
	}
}

// captions writes the lines of each frame, and marks the squares that differ from the frame before. y is the height at
// which the first line stands, and width is the width between the margins.
func (f *filmer) captions(y, width float64) {
	const inset = 2 // from the edges of a square to its mark
	for i, d := range f.frames {
		f.raw("<g" + f.during(period{i, i + 1}) + ">")
		for n, line := range d.Notes {
			isCaption := len(f.frames) > 1 && n == 0
			f.line(y+float64(n)*textLine, line, width, isCaption)
		}
		boardLeft := leftMargin + (width-float64(d.Files)*cellSize)/2
		for n, cell := range d.Cells {
			if i > 0 && cell.Kind != engine.NoCell && !same(cell, f.frames[i-1].Cells[n]) {
				x, y := f.corner(d, n%d.Files, n/d.Files)
				f.rect(boardLeft+x+inset, boardTop+y+inset, cellSize-2*inset, cellSize-2*inset,
					look{stroke: markLine, width: 3})
			}
		}
		f.close()
	}
}

// during returns the attributes of an element that is visible only in a period of frames, and records the period for
// the style sheet. Without animation, such an element is visible if it belongs to the last frame.
func (f *filmer) during(when period) string {
	if when.from == 0 && when.to == len(f.frames) {
		return ""
	}
	if !slices.Contains(f.periods, when) {
		f.periods = append(f.periods, when)
	}
	attributes := ` style="animation-name:` + when.name() + `"`
	if when.to < len(f.frames) {
		attributes += ` visibility="hidden"`
	}
	return attributes
}

// style returns the style sheet with an animation for each recorded period, or "" if there is none.
func (f *filmer) style() string {
	if len(f.periods) == 0 {
		return ""
	}
	slices.SortFunc(f.periods, func(a, b period) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	total := turnTime*float64(len(f.frames)-1) + endTime
	var b strings.Builder
	fmt.Fprintf(&b, "<style>@media (prefers-reduced-motion:no-preference){[style]{animation:%ss step-end infinite}}\n",
		num(total))
	begins := func(frame int) string { return fmt.Sprintf("%.3f%%", 100*turnTime*float64(frame)/total) }
	for _, when := range f.periods {
		// Such as "@keyframes f3-6{0%{visibility:hidden}30.000%{visibility:visible}60.000%{visibility:hidden}}".
		b.WriteString("@keyframes " + when.name() + "{0%")
		if when.from > 0 {
			b.WriteString("{visibility:hidden}" + begins(when.from))
		}
		b.WriteString("{visibility:visible}")
		if when.to < len(f.frames) {
			b.WriteString(begins(when.to) + "{visibility:hidden}")
		}
		b.WriteString("}\n")
	}
	return b.String() + "</style>\n"
}
