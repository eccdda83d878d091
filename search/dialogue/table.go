// Package dialogue conducts a game between persons, who type turns and commands, and players. A [Table] does not know
// whether lines come from a terminal or a file; [Lines] reads them from either.
package dialogue

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"pillars/docs"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/pgn"
	"pillars/engine/typed"
	"pillars/search"
)

// Person stands for the person at the terminal in lists of player names.
const Person = "person"

// Restorable reports whether a game's players can be made again from names alone: at least one is a person, none is a
// program, and none needs a file.
func Restorable(names []string) bool {
	return slices.Contains(names, Person) && !slices.ContainsFunc(names, func(name string) bool {
		spec, err := search.ParseSpec(name)
		return err != nil || spec.Program() || strings.ContainsAny(name, "/\\")
	})
}

// A Table is a game between persons and players. On a screen the board is always drawn at the top, with later texts
// below it.
type Table struct {
	Out     io.Writer
	Color   bool                              // whether to draw the board in color
	Screen  bool                              // whether Out is a person's screen
	Names   []string                          // names of the players, by seat
	Players []search.Player                   // by seat; nil for a person
	Hint    search.Player                     // gives hints
	Limits  func(search.Player) search.Limits // limits for each decision
	Seed    uint64                            // seed of the player that gives hints

	Waiting func(text string) (done func()) // shows a text while a player thinks, until done is called
	// ReadLine asks for a line, or returns [io.EOF] after the last.
	ReadLine func(prompt string) (string, error)
	Say      func(text string) // prints lines of text on Out

	h         *engine.History
	unsaved   bool            // whether turns were played since the game was saved
	explained map[string]bool // texts that the method guide has already printed
	quitting  bool
}

// Play continues the game h until a person quits, or the input or ctx ends. If no seat belongs to a person, Play also
// ends when the game is over. Play returns the game, and whether the game has turns that were not saved.
func (t *Table) Play(ctx context.Context, h *engine.History) (end *engine.History, unsaved bool, err error) {
	t.h, t.explained = h, map[string]bool{}
	t.draw()
	announced := false
	for !t.quitting && ctx.Err() == nil && err == nil {
		if t.over() && !announced {
			fmt.Fprintln(t.Out, engine.OutcomeWords(t.position(), t.h.Outcome()))
		}
		announced = t.over()
		switch player := t.Players[t.position().Seat()]; {
		case announced && !slices.Contains(t.Players, nil): // there is no person who could take back turns
			t.quitting = true
		case announced || player == nil:
			err = t.readLine(ctx)
		default:
			err = t.playerActs(ctx, player)
		}
	}
	if errors.Is(err, io.EOF) {
		fmt.Fprintln(t.Out)
		err = nil
	}
	if ctx.Err() != nil {
		err = nil
	}
	return t.h, t.unsaved, err
}

func (t *Table) position() engine.Position { return t.h.Position() }

func (t *Table) over() bool { return t.h.Outcome().Over() }

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
	turn, text, err := t.ask(ctx, player, name)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if err := t.h.PlayAll(turn.Steps); err != nil {
		return fmt.Errorf("player %s: %w", player.Name(), err)
	}
	t.draw()
	t.Say(fmt.Sprintf("%s (%s) plays %s", name, player.Name(), text))
	return nil
}

// ask lets a player decide a turn. It also returns the turn's text.
func (t *Table) ask(ctx context.Context, player search.Player, name string) (search.Decision, string, error) {
	done := t.Waiting(name + " thinks ...")
	turn, _, err := search.DecideTurn(ctx, player, t.h, t.Limits(player), nil)
	done()
	return turn, engine.LineText(t.position(), turn.Steps), err
}

// prompt returns a prompt that names the seat to act and an example of what the person can type.
func (t *Table) prompt() string {
	if t.over() {
		return "game over (undo, save FILE, quit)> "
	}
	const longest = 12 // largest number of bytes shown of an incomplete turn
	begun := ""        // what the seat has played of its turn
	if last := t.lastTurn(); last != "" && !t.position().StartsTurn() {
		if len(last) > longest {
			last = "..." + last[len(last)-longest:]
		}
		begun = " " + last + " and then"
	}
	texts := engine.StepTexts(t.position())
	return fmt.Sprintf("%s%s (such as %s)> ", t.seatName(), begun, texts[len(texts)/2]) // any step is an example
}

// guide prints instructions for the kind of step that is to be played next. It prints each text only once in a game.
func (t *Table) guide() {
	rules, ok := t.position().Rules().(engine.GuideRules)
	if !ok || t.over() {
		return
	}
	text := instructions(rules, t.position().StepKind())
	if len(t.explained) == 0 {
		t.Say("Type ? for help, q to leave.")
	}
	if !t.explained[text] {
		t.explained[text] = true
		t.Say(text)
	}
}

// instructions returns a text that says what a step of the given kind does, and how to write such a step.
func instructions(rules engine.GuideRules, kind engine.StepKind) string {
	return strings.TrimSuffix(rules.Guide(kind), ".") + ": " + rules.Notation(kind)
}

func (t *Table) readLine(ctx context.Context) error {
	t.guide()
	line, err := t.ReadLine(t.prompt())
	if err != nil || strings.TrimSpace(line) == "" {
		return err
	}
	if err := t.obey(ctx, line); err != nil {
		t.Say(err.Error())
	}
	return nil
}

// play plays the turns in a text that a person typed.
func (t *Table) play(text string) error {
	steps, err := typed.Read(t.position(), text)
	if err != nil {
		return err
	}
	name, full := t.seatName(), engine.LineText(t.position(), steps)
	t.unsaved = true
	if err := t.h.PlayAll(steps); err != nil {
		return err
	}
	if t.h.TurnDone(0) { // the text has completed the last turn, which may have begun before the text
		t.draw()
	}
	if full != text {
		t.Say(fmt.Sprintf("%s plays %s", name, full))
	}
	return nil
}

// Lines returns a function for [Table].ReadLine that reads from in. It returns [io.EOF] when ctx ends, and then leaves
// a goroutine behind that still reads, because the program ends.
func Lines(ctx context.Context, in io.Reader, out io.Writer) func(prompt string) (string, error) {
	type answer struct {
		text string
		err  error
	}
	lines := bufio.NewReader(in)
	return func(prompt string) (string, error) {
		fmt.Fprint(out, prompt)
		answers := make(chan answer, 1)
		go func() {
			text, err := lines.ReadString('\n')
			if text != "" { // the last line may lack its line feed
				err = nil
			}
			answers <- answer{text, err}
		}()
		select {
		case a := <-answers:
			return a.text, a.err
		case <-ctx.Done():
			return "", io.EOF
		}
	}
}

// command is a command that a person can type instead of a turn. The function do gets the text after the command's
// name, which is empty unless form ends with FILE.
type command struct {
	form, help string
	do         func(t *Table, ctx context.Context, text string) error
}

func (c command) name() string { return strings.Fields(c.form)[0] }

func commands() []command {
	say := func(text func(*Table) string) func(*Table, context.Context, string) error {
		return func(t *Table, _ context.Context, _ string) error { t.Say(text(t)); return nil }
	}
	return []command{
		{"?", "show this help", say((*Table).help)},
		{"legal", "list what can be played", (*Table).legal},
		{"hint", "ask a strong player", (*Table).hint},
		{"undo", "take back your last turn, or the last step of this turn", (*Table).undo},
		{"rules", "the rules in short", say(func(t *Table) string {
			return docs.InShort(t.position().Rules().Game().Name())
		})},
		{"save FILE", "write the game to a new file; to go on: pillars play FILE", (*Table).save},
		{"quit", "leave (q)", func(t *Table, _ context.Context, _ string) error { t.quitting = true; return nil }},
	}
}

// obey carries out a line that a person typed: a command, or turns, which may be abbreviated.
func (t *Table) obey(ctx context.Context, line string) error {
	first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	name := cmp.Or(map[string]string{"q": "quit", "help": "?", "exit": "quit"}[first], first)
	for _, c := range commands() {
		if c.name() != name {
			continue
		}
		rest = strings.TrimSpace(rest)
		if (rest == "") == strings.HasSuffix(c.form, "FILE") {
			return fmt.Errorf("write: %s", c.form)
		}
		return c.do(t, ctx, rest)
	}
	if t.over() {
		return fmt.Errorf("%q: the game is over; type undo, save FILE or quit", first)
	}
	err := t.play(strings.Join(strings.Fields(line), " "))
	if _, ambiguous := errors.AsType[*typed.Ambiguous](err); err != nil && !ambiguous {
		return fmt.Errorf("%w (legal lists what is, ? helps)", err)
	}
	return err
}

// help returns the notation of turns and the list of commands. The text fits on a screen of 24 lines.
func (t *Table) help() string {
	var lines []string
	if rules, ok := t.position().Rules().(engine.GuideRules); ok {
		lines = append(lines, "How turns are written (signs are optional):")
		for kind := range t.position().Rules().StepKinds() {
			lines = append(lines, "  "+instructions(rules, engine.StepKind(kind)))
		}
	}
	lines = append(lines, "Or type a command:")
	for _, c := range commands() {
		lines = append(lines, fmt.Sprintf("  %-11s  %s", c.form, c.help))
	}
	return strings.Join(lines, "\n")
}

func (t *Table) legal(context.Context, string) error {
	if t.over() {
		return errors.New("legal: the game is over")
	}
	t.Say(strings.Join(engine.StepTexts(t.position()), " "))
	return nil
}

// hint prints what the hint player would play. It also works in the middle of a turn.
func (t *Table) hint(ctx context.Context, _ string) (err error) {
	if t.over() {
		return errors.New("hint: the game is over")
	}
	search.Begin(ctx, t.Hint, t.Seed)
	turn, text, err := t.ask(ctx, t.Hint, t.Hint.Name())
	if err != nil {
		return err
	}
	chances, err := search.ChancesOf(t.Hint.Name(), t.position().Rules())
	t.Say(fmt.Sprintf("hint: %s, expected result %s", text, chances.Text(turn.Info.Score)))
	return err
}

// undo goes back to the start of a person's latest turn or, within a turn, to the person's latest step.
func (t *Table) undo(context.Context, string) error {
	within := !t.position().StartsTurn()
	for back := 1; back <= len(t.h.Steps()); back++ {
		before := t.h.Back(back)
		p := before.Position()
		startsTurn := p.StartsTurn() || back == len(t.h.Steps()) // a game may begin in the middle of a turn
		if t.Players[p.Seat()] == nil && (within || startsTurn) {
			t.h = before
			t.draw()
			return nil
		}
	}
	return errors.New("undo: you have not played a step yet")
}

// save writes the game to a new file. It does not overwrite files.
func (t *Table) save(_ context.Context, path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("save: %s exists; choose another name", path)
	}
	if err != nil {
		return fmt.Errorf("save: %w; choose a name in a folder that you may write to", err)
	}
	if err := errors.Join(pgn.Write(file, engine.NewRecord(t.h, t.Names)), file.Close()); err != nil {
		return fmt.Errorf("save: %s is incomplete: %w", path, err)
	}
	t.unsaved = false
	t.Say("saved to " + path)
	return nil
}
