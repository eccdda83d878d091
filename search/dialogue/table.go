// Package dialogue conducts a game between persons, who type turns and commands, and players. A [Table] does not know
// whether lines come from a terminal or a file; [Lines] reads them from either.
package dialogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/typed"
	"pillars/search"
)

// A Table is a game between persons and players. On a screen the board is always drawn at the top, with later texts
// below it, and a person who quits an unsaved game is asked for a file.
type Table struct {
	Out     io.Writer
	Color   bool                                              // whether to draw the board in color
	Screen  bool                                              // whether Out is a person's screen
	Names   []string                                          // names of the players, by seat
	Players func(rules engine.Rules) ([]search.Player, error) // makes the players, by seat; nil for a person
	Hint    func(rules engine.Rules) (search.Player, error)   // makes the player that gives hints
	Limits  func(search.Player) search.Limits                 // limits for each decision
	Seed    uint64                                            // for the player that gives hints

	Waiting func(text string) (done func()) // shows a text while a player thinks, until done is called
	Unsaved func(*engine.History)           // receives an unsaved game when another game replaces it

	// ReadLine asks for a line, or returns [io.EOF] after the last. The function complete completes a text.
	ReadLine func(prompt string, complete func(text string) []string) (string, error)
	// Wrap breaks text into lines of a number of columns, which a method Columns() int of Out returns, if Out has one.
	Wrap func(text string, columns int) string

	h         *engine.History
	players   []search.Player // by seat; nil for a person
	hinter    search.Player   // the player that gives hints; nil until first asked
	resigned  engine.Outcome  // how the game ended if a person gave up
	decisions []int           // number of steps played before each decision of a person
	unsaved   bool            // turns were played since the game was saved or loaded
	explained map[string]bool // texts that guide has shown
	quitting  bool
}

// Play continues the game h until a person quits, or the input or ctx ends. If no seat belongs to a person, Play also
// ends when the game is over. Play returns the game, and whether the game has turns that were not saved.
func (t *Table) Play(ctx context.Context, h *engine.History) (end *engine.History, unsaved bool, err error) {
	if err := t.sit(h); err != nil {
		return h, false, err
	}
	err = t.loop(ctx)
	return t.h, t.unsaved, err
}

// sit continues the game h with new players, made for its rules.
func (t *Table) sit(h *engine.History) error {
	players, err := t.Players(h.Position().Rules())
	if err != nil {
		return err
	}
	t.Close()
	t.h, t.players, t.hinter, t.explained = h, players, nil, map[string]bool{}
	t.resigned, t.decisions, t.unsaved = engine.Outcome{}, nil, false
	t.draw()
	return nil
}

func (t *Table) Close() error { return search.Close(append(t.players, t.hinter)...) }

// loop lets persons and players act until the dialogue ends; see [Table.Play].
func (t *Table) loop(ctx context.Context) error {
	announced := false
	for !t.quitting && ctx.Err() == nil {
		over := t.outcome().Over()
		if over && !announced {
			fmt.Fprintln(t.Out, engine.OutcomeWords(t.position(), t.outcome()))
		}
		announced = over
		var err error
		switch player := t.players[t.position().Seat()]; {
		case over && !slices.Contains(t.players, nil): // no person can take back turns
			return nil
		case over || player == nil:
			err = t.readLine(ctx)
		default:
			err = t.playerActs(ctx, player)
		}
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(t.Out)
			return nil
		} else if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func (t *Table) position() engine.Position { return t.h.Position() }

// outcome returns how the game ended, or the zero Outcome while it is not over.
func (t *Table) outcome() engine.Outcome {
	if t.resigned.Over() {
		return t.resigned
	}
	return t.h.Outcome()
}

// clearScreen moves the cursor to the first line of a terminal and clears all lines. (ECMA-48, CUP and ED.)
const clearScreen = "\x1b[H\x1b[2J"

// draw draws the board with the squares of the last turn marked.
func (t *Table) draw() {
	if t.Screen {
		fmt.Fprint(t.Out, clearScreen)
	}
	style := diagram.TextStyle{Color: t.Color, Marked: typed.Squares(t.lastTurn())}
	// The program checks its output at the end, so an error of writing is not lost.
	_ = diagram.Text(t.Out, t.position().Diagram(), style)
}

func (t *Table) lastTurn() string {
	turns := engine.Turns(t.h.Start(), t.h.Steps())
	return strings.Join(turns[max(0, len(turns)-1):], "")
}

func (t *Table) seatName() string { return t.position().Rules().SeatNames()[t.position().Seat()] }

func (t *Table) playerActs(ctx context.Context, player search.Player) error {
	name := t.seatName()
	turn, text, expected, err := t.ask(ctx, player, name)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if err := t.h.PlayAll(turn.Steps); err != nil {
		return fmt.Errorf("player %s: %w", player.Name(), err)
	}
	t.draw()
	said := fmt.Sprintf("%s (%s) plays %s", name, player.Name(), text)
	erring, ok := player.(interface{ Errs() bool })
	errs := ok && erring.Errs() // on purpose, so it may also expect too much or too little
	if turn.Info.Informs() && !errs {
		said += " and expects " + expected
	}
	t.say(said)
	return nil
}

// ask lets a player decide a turn. It also returns the turn's text and, as a text, the result that the player expects.
func (t *Table) ask(ctx context.Context, player search.Player, name string) (
	turn search.Decision, text, expected string, err error) {
	done := t.Waiting(name + " thinks ...")
	turn, _, err = search.DecideTurn(ctx, player, t.h, t.Limits(player), nil)
	done()
	if err != nil {
		return turn, "", "", err
	}
	p := t.position()
	chances, err := search.ChancesOf(player.Name(), p.Rules())
	return turn, engine.LineText(p, turn.Steps), chances.Text(turn.Info.Score), err
}

// prompt returns a prompt that names the seat to act and an example of what the person can type.
func (t *Table) prompt() string {
	if t.outcome().Over() {
		return "game over (new, undo, save FILE, load FILE, quit)> "
	}
	const longest = 12 // bytes shown of a turn that is not complete
	begun := ""        // what the seat has played of its turn
	if last := t.lastTurn(); last != "" && !t.position().StartsTurn() {
		if len(last) > longest {
			last = "..." + last[len(last)-longest:]
		}
		begun = " " + last + " and then"
	}
	return fmt.Sprintf("%s%s (such as %s)> ", t.seatName(), begun, example(t.position()))
}

// example returns a legal turn of one or two steps, or the first step of a longer turn.
func example(p engine.Position) string {
	steps := p.AppendSteps(nil)
	step := steps[len(steps)/2] // any step is an example
	child := p.Clone()
	child.Play(step)
	line := []engine.Step{step}
	if !child.Over() && !child.StartsTurn() {
		steps = child.AppendSteps(nil)
		second := steps[len(steps)/2]
		if child.Play(second); child.Over() || child.StartsTurn() {
			line = append(line, second)
		}
	}
	return engine.LineText(p, line)
}

// guide prints instructions for a step of the current kind. It prints each text only once in a game.
func (t *Table) guide() {
	rules, ok := t.position().Rules().(engine.GuideRules)
	if !ok || t.outcome().Over() {
		return
	}
	text := instructions(rules, t.position().StepKind())
	if len(t.explained) == 0 {
		t.say("Type ? for help, q to leave.")
	}
	if !t.explained[text] {
		t.explained[text] = true
		t.say(text)
	}
}

// instructions returns a text that says what a step of a kind does and how to write it.
func instructions(rules engine.GuideRules, kind engine.StepKind) string {
	return strings.TrimSuffix(rules.Guide(kind), ".") + ": " + rules.Notation(kind)
}

func (t *Table) readLine(ctx context.Context) error {
	t.guide()
	line, err := t.ReadLine(t.prompt(), t.complete)
	if err != nil {
		return err
	}
	if strings.TrimSpace(line) == "" {
		return nil
	}
	if err := t.obey(ctx, line); err != nil {
		t.say(err.Error())
	}
	return nil
}

func (t *Table) complete(text string) (all []string) {
	for _, c := range commands() {
		if name, _, _ := strings.Cut(c.form, " "); text != "" && strings.HasPrefix(name, text) {
			all = append(all, name)
		}
	}
	if !t.outcome().Over() {
		all = append(all, typed.Complete(t.position(), text)...)
	}
	return all
}

// play plays the turns in a text that a person typed.
func (t *Table) play(text string) error {
	steps, err := typed.Read(t.position(), text)
	if err != nil {
		return err
	}
	name, full := t.seatName(), engine.LineText(t.position(), steps)
	t.decisions, t.unsaved = append(t.decisions, len(t.h.Steps())), true
	if err := t.h.PlayAll(steps); err != nil {
		return err
	}
	if t.h.TurnDone(0) { // the last turn, whenever it began, is complete
		t.draw()
	}
	if full != text {
		t.say(fmt.Sprintf("%s plays %s", name, full))
	}
	return nil
}

func (t *Table) say(text string) { fmt.Fprintln(t.Out, t.wrapped(text)) }

func (t *Table) wrapped(text string) string {
	if out, ok := t.Out.(interface{ Columns() int }); ok {
		return t.Wrap(text, out.Columns())
	}
	return text
}
