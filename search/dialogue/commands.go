package dialogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"pillars/docs"
	"pillars/engine"
	"pillars/engine/pgn"
	"pillars/engine/typed"
	"pillars/search"
)

// command is what a person can type instead of a turn. Only the form "NAME FILE" takes a text.
type command struct {
	form, help string
	do         func(t *Table, ctx context.Context, text string) error
}

func (c command) name() string { return strings.Fields(c.form)[0] }

func commands() []command {
	say := func(text func(*Table) string) func(*Table, context.Context, string) error {
		return func(t *Table, _ context.Context, _ string) error { t.say(text(t)); return nil }
	}
	return []command{
		{"?", "show this help", say((*Table).help)},
		{"legal", "list what can be played", (*Table).legal},
		{"hint", "ask a strong player", (*Table).hint},
		{"undo", "take back your last turn, or the last step of this turn", (*Table).undo},
		{"rules", "the rules in short", say(func(t *Table) string {
			return docs.InShort(t.position().Rules().Game().Name())
		})},
		{"moves", "print the turns so far", say(func(t *Table) string {
			return cmp.Or(engine.LineText(t.h.Start(), t.h.Steps()), "no turn yet")
		})},
		{"position", "print the position as text", say(func(t *Table) string { return t.position().String() })},
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

// help returns how turns are written, and the commands. It fits on a screen of 24 lines.
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
	t.say(strings.Join(engine.StepTexts(t.position()), " "))
	return nil
}

// hint prints what the hint player would play. It also works in the middle of a turn.
func (t *Table) hint(ctx context.Context, _ string) (err error) {
	if t.over() {
		return errors.New("hint: the game is over")
	}
	search.Begin(ctx, t.Hint, t.Seed)
	_, text, expected, err := t.ask(ctx, t.Hint, t.Hint.Name())
	if err == nil {
		t.say(fmt.Sprintf("hint: %s, expected result %s", text, expected))
	}
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
	t.say("saved to " + path)
	return nil
}
