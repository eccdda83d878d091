package dialogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"pillars/docs"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/engine/pgn"
	"pillars/engine/typed"
	"pillars/search"
)

// command is what a person can type instead of a turn. The form "NAME FILE" requires the name of a file, which may
// contain blanks. The form "NAME [WORD]" allows one word. The function do receives the text after the command's name.
type command struct {
	form, help string
	do         func(t *Table, ctx context.Context, word string) error
}

func commands() []command {
	return []command{
		{"?", "show this help", (*Table).help},
		{"legal [c3]", "list what can be played, or what begins so", (*Table).legal},
		{"hint", "ask a strong player", (*Table).hint},
		{"undo", "take back your last decision and all after it", (*Table).undo},
		{"rules [all]", "the rules in short, or all of them", (*Table).rules},
		{"board", "draw the board again", show((*Table).draw)},
		{"moves", "print the turns so far", show(func(t *Table) {
			t.say(cmp.Or(engine.LineText(t.h.Start(), t.h.Steps()), "no turn yet"))
		})},
		{"position", "print the position as text", show(func(t *Table) { fmt.Fprintln(t.Out, t.position()) })},
		{"save FILE", "write the game to a new file, in PGN", (*Table).save},
		{"load FILE", "go on with a saved game", (*Table).load},
		{"resign", "give up", (*Table).resign},
		{"new", "begin another game", (*Table).begin},
		{"quit", "leave (q)", (*Table).quit},
	}
}

// show returns a function for a command that takes no word and cannot fail.
func show(do func(*Table)) func(*Table, context.Context, string) error {
	return func(t *Table, _ context.Context, _ string) error { do(t); return nil }
}

// obey carries out a line that a person typed: a command, or turns, which may be abbreviated.
func (t *Table) obey(ctx context.Context, line string) error {
	words := strings.Fields(line)
	aliases := map[string]string{"q": "quit", "help": "?", "exit": "quit"}
	name := cmp.Or(aliases[words[0]], words[0])
	for _, c := range commands() {
		form := strings.Fields(c.form)
		if form[0] != name {
			continue
		}
		takesFile := form[len(form)-1] == "FILE" // its name may contain blanks
		tooMany, tooFew := len(words) > len(form) && !takesFile, len(words) == 1 && takesFile
		if tooMany || tooFew {
			return fmt.Errorf("write: %s", c.form)
		}
		return c.do(t, ctx, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), words[0])))
	}
	if t.outcome().Over() {
		return fmt.Errorf("%q: the game is over; type undo, save FILE, load FILE, new or quit", words[0])
	}
	err := t.play(strings.Join(words, " "))
	if _, ambiguous := errors.AsType[*typed.Ambiguous](err); err != nil && !ambiguous {
		return fmt.Errorf("%w (legal lists what is, ? helps)", err)
	}
	return err
}

// help prints how turns are written, and the commands. Its output fits on a screen of 24 lines.
func (t *Table) help(context.Context, string) error {
	p := t.position()
	if rules, ok := p.Rules().(engine.GuideRules); ok {
		t.say("How turns are written (signs are optional, Tab completes):")
		for kind := range p.Rules().StepKinds() {
			t.say("  " + instructions(rules, engine.StepKind(kind)))
		}
	}
	t.say("Or type a command:")
	for _, c := range commands() {
		t.say(fmt.Sprintf("  %-11s  %s", c.form, c.help))
	}
	return nil
}

func (t *Table) legal(_ context.Context, begins string) error {
	if t.outcome().Over() {
		return errors.New("legal: the game is over")
	}
	texts := engine.StepTexts(t.position())
	if begins != "" {
		texts = typed.Complete(t.position(), begins)
	}
	if len(texts) == 0 {
		return fmt.Errorf("nothing that begins so is legal here")
	}
	t.say(strings.Join(texts, " "))
	return nil
}

// hint prints what the hint player would play. It also works in the middle of a turn.
func (t *Table) hint(ctx context.Context, _ string) (err error) {
	if t.outcome().Over() {
		return errors.New("hint: the game is over")
	}
	if t.hinter == nil {
		if t.hinter, err = t.Hint(t.position().Rules()); err != nil {
			return err
		}
	}
	search.Begin(ctx, t.hinter, t.Seed)
	_, text, expected, err := t.ask(ctx, t.hinter, t.hinter.Name())
	if err == nil {
		t.say(fmt.Sprintf("hint: %s, expected result %s", text, expected))
	}
	return err
}

// undo takes back a resignation, or the last decision of a person and all steps after it. If no person has decided
// since the game was loaded, undo goes back to the start of the latest turn of a seat that now belongs to a person.
func (t *Table) undo(context.Context, string) error {
	back, last := 0, len(t.decisions)-1 // the number of steps to take back, and the index of the last decision
	switch {
	case t.resigned.Over():
		t.resigned = engine.Outcome{}
	case last >= 0:
		back = len(t.h.Steps()) - t.decisions[last]
		t.decisions = t.decisions[:last]
	default:
		if back = t.stepsToPerson(); back == 0 {
			return errors.New("undo: you have not played a step yet")
		}
	}
	t.h = t.h.Back(back)
	t.draw()
	return nil
}

// stepsToPerson returns the number of steps back to the start of a person's latest turn, or 0 if there is none.
func (t *Table) stepsToPerson() int {
	for back := 1; back <= len(t.h.Steps()); back++ {
		p := t.h.Back(back).Position()
		startsTurn := p.StartsTurn() || back == len(t.h.Steps()) // a game may begin in the middle of a turn
		if t.players[p.Seat()] == nil && startsTurn {
			return back
		}
	}
	return 0
}

func (t *Table) resign(context.Context, string) error {
	switch {
	case t.outcome().Over():
		return errors.New("resign: the game is over")
	case len(t.players) != 2:
		return errors.New("resign: only in a game of two; type quit to leave")
	}
	t.resigned = engine.Win(1-t.position().Seat(), "resignation")
	return nil
}

func (t *Table) begin(context.Context, string) error {
	if t.unsaved {
		t.Unsaved(t.h)
	}
	return t.sit(engine.NewHistory(t.h.Start()))
}

// quit ends the dialogue. At a screen it first offers to save the game, and does not end if that fails.
func (t *Table) quit(ctx context.Context, _ string) error {
	if t.Screen && t.unsaved {
		path, err := t.ReadLine("To save the game, write the name of a new file; to leave without, Enter> ", nil)
		if path = strings.TrimSpace(path); err == nil && path != "" {
			if err := t.save(ctx, path); err != nil {
				return err
			}
		}
	}
	t.quitting = true
	return nil
}

// rules prints a summary of the rules of the game or, given any word, the whole rules, one screen at a time.
func (t *Table) rules(_ context.Context, which string) error {
	name := t.position().Rules().Game().Name()
	text := docs.InShort(name)
	if which != "" {
		text = docs.RulesText(name)
	}
	lines := strings.Split(t.wrapped(text), "\n")
	rows := len(lines)
	if out, ok := t.Out.(interface{ Rows() int }); ok && out.Rows() > 1 {
		rows = out.Rows() - 1
	}
	left := len(lines)
	for part := range slices.Chunk(lines, rows) {
		fmt.Fprintln(t.Out, strings.Join(part, "\n"))
		if left -= len(part); left > 0 {
			if answer, err := t.ReadLine("Enter for more, q to stop> ", nil); err != nil || answer != "" {
				return nil
			}
		}
	}
	return nil
}

// save writes the game to a new file. It does not overwrite files.
func (t *Table) save(_ context.Context, path string) error {
	record := engine.NewRecord(t.h, t.Names)
	record.Outcome = t.outcome()
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("save: %s exists; choose another name", path)
	}
	if err != nil {
		return fmt.Errorf("save: %w; choose a name in a folder that you may write to", err)
	}
	if err := errors.Join(pgn.Write(file, record), file.Close()); err != nil {
		return fmt.Errorf("save: %s is incomplete: %w", path, err)
	}
	t.unsaved = false
	fmt.Fprintf(t.Out, "saved to %s\n", path)
	return nil
}

func (t *Table) load(_ context.Context, path string) error {
	const onlyGame = 0 // the file must not have several games
	h, _, err := pgn.Load(path, onlyGame, games.Find)
	if err != nil {
		return fmt.Errorf("load %s: %w", path, err)
	}
	if h.Position().Rules().Seats() != len(t.Names) {
		return fmt.Errorf("load: not a game for %d; leave, and begin with %s", len(t.Names), outside.Quoted(path))
	}
	if t.unsaved {
		t.Unsaved(t.h)
	}
	return t.sit(h)
}
