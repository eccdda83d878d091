// Package puzzles has positions in which the seat to act can force a win within a few turns, and leads a person through
// the solution: it judges each turn and answers with the longest defence. The positions in the file puzzles.txt come
// from games of self-play; scripts/puzzles makes the file. Every puzzle is proven by exact search (package proof), and
// by plain recursion in the tests.
//
// # The file
//
// A line "game NAME" begins the puzzles of a game, easy ones first. Each other line is a puzzle: the number of turns
// within which the seat to act wins, a rating and the text of the position. No turn wins sooner. The solutions are not
// stored, since a proof finds them at once. A line that begins with # is a remark.
//
// # Right turns
//
// A turn is right if the win can still be forced within the promised number of turns. A turn that wins later is wrong,
// because no proof says how much later.
package puzzles

import (
	"context"
	_ "embed" // for puzzles.txt
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search/proof"
)

//go:embed puzzles.txt
var builtIn string

// A Puzzle is a position in which the seat to act can force a win.
type Puzzle struct {
	Game   string // a name such as [engine.Game.Name] returns
	Number int    // place among the puzzles of the game, from 1
	Own    int    // the seat to act wins within this number of its turns, and not sooner
	Rating int    // difficulty, about 300 to 2000; scripts/puzzles computes it
	Start  string // text of the position; rule options that it does not determine have their defaults
}

// ID returns a name that is unique among all puzzles and says nothing about the solution, such as "pilastri-17".
func (p *Puzzle) ID() string { return fmt.Sprintf("%s-%d", p.Game, p.Number) }

// Load returns the puzzle's position.
func (p *Puzzle) Load() (engine.Position, error) {
	game, err := games.Find(p.Game)
	if err != nil {
		return nil, err
	}
	return game.Read(p.Start, nil)
}

// Task returns the task in words, such as "White wins in 2 turns".
func (p *Puzzle) Task(position engine.Position) string {
	return fmt.Sprintf("%s wins in %s", name(position, position.Seat()), turns(p.Own))
}

func name(p engine.Position, seat engine.Seat) string { return p.Rules().SeatNames()[seat] }

func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// defaults returns the built-in puzzles by game.
var defaults = sync.OnceValues(func() (map[string][]Puzzle, error) { return read(builtIn) })

// Default returns the built-in puzzles of a game, easy ones first, or none if no game has this name.
func Default(game string) ([]Puzzle, error) {
	all, err := defaults()
	return slices.Clone(all[game]), err
}

// Find returns the built-in puzzle with the given id.
func Find(id string) (*Puzzle, error) {
	all, err := defaults()
	if err != nil {
		return nil, err
	}
	for _, list := range all {
		if i := slices.IndexFunc(list, func(p Puzzle) bool { return p.ID() == id }); i >= 0 {
			return new(list[i]), nil
		}
	}
	return nil, fmt.Errorf("there is no puzzle %q", id)
}

// read returns the puzzles in the text of a file, by game.
func read(text string) (map[string][]Puzzle, error) {
	all := map[string][]Puzzle{}
	game := ""
	for number, line := range strings.Split(text, "\n") {
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case first == "game":
			game = rest
			continue
		}
		rating, start, _ := strings.Cut(rest, " ")
		p := Puzzle{Game: game, Number: len(all[game]) + 1, Start: start}
		var wrongOwn, wrongRating error
		p.Own, wrongOwn = strconv.Atoi(first)
		p.Rating, wrongRating = strconv.Atoi(rating)
		if wrongOwn != nil || wrongRating != nil || start == "" || game == "" {
			return nil, fmt.Errorf("line %d of the puzzles: must be turns, rating and position of a game: %q", number+1,
				line)
		}
		all[game] = append(all[game], p)
	}
	return all, nil
}

// ErrHard is returned if a proof needs more work than puzzles may take.
var ErrHard = errors.New("this position needs too much search to be judged")

// Limits of a proof, in checks of its context; package proof checks the context once in 256 positions. A puzzle is made
// only if the proofs along its solution need fewChecks, a fraction of a second in a browser. Other lines may need more.
const (
	fewChecks  = 150
	mostChecks = 10 * fewChecks
)

// A budget is a context that ends after a number of calls of Err, which does not depend on the machine as a time does.
type budget struct {
	context.Context
	checks int // number of checks left
}

func (b *budget) Err() error {
	if b.checks--; b.checks < 0 {
		return ErrHard
	}
	return b.Context.Err()
}

// Wins reports whether the seat to act can force a win within a number of its turns, or returns [ErrHard].
func Wins(ctx context.Context, p engine.Position, own int) (bool, error) {
	allTurns := 2*own - 1 // of both seats; the first and the last are the winner's
	return proof.Forces(&budget{ctx, fewChecks}, p, p.Seat(), allTurns)
}

// Solutions returns the turns from p after which the seat to act can force a win within a number of its turns, the
// returned turn included. It returns [ErrHard] if the proof takes too long.
func Solutions(ctx context.Context, p engine.Position, own int) (proof.Turns, error) {
	return solutions(ctx, p, own, fewChecks)
}

func solutions(ctx context.Context, p engine.Position, own, checks int) (proof.Turns, error) {
	return proof.WinningTurns(&budget{ctx, checks}, p, 2*own-1)
}

// Patterns returns the texts of turns from p, in the order of the turns. If they include several turns with the same
// first step, and no legal turn with this step is missing, one text replaces them: the step and a star.
func Patterns(p engine.Position, turns proof.Turns) []string {
	legal, right := map[engine.Step]int{}, map[engine.Step]int{}
	for turn := range engine.EachTurn(p) {
		legal[turn[0]]++
	}
	for _, turn := range turns {
		right[turn[0]]++
	}
	texts := []string{}
	for _, turn := range turns {
		text := engine.LineText(p, turn)
		if first := turn[0]; legal[first] > 1 && legal[first] == right[first] {
			text = p.StepText(first) + "*"
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// longestDefence returns a turn of the seat to act after which its opponent needs as many turns as possible to win. The
// opponent must be able to force a win within left of its turns. Of several such turns, longestDefence compares at most
// 16, and returns the one that leaves the opponent the fewest winning turns.
func longestDefence(ctx context.Context, p engine.Position, left, checks int) ([]engine.Step, error) {
	longest, needed, err := longestDefences(ctx, p, left, checks)
	if err != nil {
		return nil, err
	}
	const compared = 16 // largest number of turns to compare
	stride := 1 + (len(longest)-1)/compared
	var best []engine.Step
	fewest := 0
	for i := 0; i < len(longest); i += stride {
		after := engine.After(p, longest[i])
		if after.Over() {
			continue
		}
		wins, err := solutions(ctx, after, needed, checks)
		if err != nil {
			return nil, err
		}
		if best == nil || len(wins) < fewest {
			best, fewest = longest[i], len(wins)
		}
	}
	if best == nil { // all turns compared end the game
		best = longest[0]
	}
	return best, nil
}

// longestDefences returns the turns after which the opponent needs the most turns to win. It also returns the number of
// turns that the opponent then needs, which is at most left.
func longestDefences(ctx context.Context, p engine.Position, left, checks int) (proof.Turns, int, error) {
	var all proof.Turns
	for turn := range engine.EachTurn(p) {
		all = append(all, slices.Clone(turn))
	}
	for ; left > 1; left-- {
		sooner, err := proof.LosingTurns(&budget{ctx, checks}, p, 2*(left-1)) // the opponent needs at most left-1 turns
		if err != nil {
			return nil, 0, err
		}
		if len(sooner) < len(all) {
			return slices.DeleteFunc(all, sooner.Contains), left, nil
		}
	}
	return all, left, nil
}

// A Verdict says whether a turn solves a puzzle so far, and how the game continues.
type Verdict struct {
	Right    bool     // whether the win can still be forced within the promised number of turns
	Finished bool     // whether the game is won, by the turn or by the reply
	Reply    string   // the longest defence or, after a wrong turn, a reply that prevents the win; "" if none was found
	Left     int      // number of turns that the solving seat has left after this one
	Turns    []string // the right turns in place of this one, as [Patterns] returns them
	Comment  string   // a sentence about the turn
}

// Judge judges a turn of the seat that solves the puzzle. The history begins at the puzzle's position and has the turns
// of both seats since then. Judge returns an error if it is not this seat's turn or no turn is left, and [ErrHard] if a
// proof takes too long in the position that the turns have led to.
func (p *Puzzle) Judge(ctx context.Context, h *engine.History, turn string) (v Verdict, err error) {
	return p.judge(ctx, h, turn, mostChecks)
}

// Check plays the first right turns against the longest defence. It returns [ErrHard] if that needs so much search
// that [Puzzle.Judge] could fail on other lines.
func (p *Puzzle) Check(ctx context.Context) error {
	start, err := p.Load()
	if err != nil {
		return err
	}
	h := engine.NewHistory(start)
	for left := p.Own; left > 0; left-- {
		right, err := Solutions(ctx, h.Position(), left)
		if err != nil {
			return err
		}
		if len(right) == 0 {
			return fmt.Errorf("the seat to act does not win %s within %d turns of its own", p.Start, left)
		}
		turn := engine.LineText(h.Position(), right[0])
		verdict, err := p.judge(ctx, h, turn, fewChecks)
		if err != nil || verdict.Finished {
			return err
		}
		if err := errors.Join(h.PlayTurn(turn), h.PlayTurn(verdict.Reply)); err != nil {
			return err
		}
	}
	return errors.New("the solution of " + p.Start + " does not end the game")
}

// judge is Judge with a limit on each proof, in checks of its context; see mostChecks.
func (p *Puzzle) judge(ctx context.Context, h *engine.History, turn string, checks int) (v Verdict, err error) {
	before := h.Position()
	ownPlayed := (before.Turn() - h.Start().Turn()) / 2 // the other half of the turns since the start is the opponent's
	v.Left = p.Own - ownPlayed - 1
	switch {
	case h.Outcome().Over():
		return v, errors.New("the game is over")
	case before.Seat() != h.Start().Seat() || !before.StartsTurn():
		return v, fmt.Errorf("%s has to begin a turn", name(before, h.Start().Seat()))
	case v.Left < 0:
		return v, errors.New("no turn of the puzzle is left")
	}
	right, err := solutions(ctx, before, v.Left+1, checks)
	if err != nil {
		return v, err
	}
	v.Turns = Patterns(before, right)
	steps, illegal := engine.ParseTurn(before, turn)
	if illegal != nil {
		v.Comment = fmt.Sprintf("%q is not a legal turn.", turn)
		return v, nil
	}
	after := engine.After(before, steps)
	if right.Contains(steps) {
		return v, v.right(ctx, after, before.Seat(), checks)
	}
	return v, v.wrong(ctx, after, before.Seat(), turn)
}

// right completes the verdict about a right turn that leads to the position after.
func (v *Verdict) right(ctx context.Context, after engine.Position, seat engine.Seat, checks int) error {
	v.Right = true
	if after.Over() {
		v.Finished = true
		v.Comment = fmt.Sprintf("%s wins: %s.", name(after, seat), after.Outcome().Reason)
		return nil
	}
	defence, err := longestDefence(ctx, after, v.Left, checks)
	if err != nil {
		return err
	}
	v.Reply = engine.LineText(after, defence)
	if end := engine.After(after, defence); end.Over() {
		v.Finished = true
		v.Comment = fmt.Sprintf("All answers lose at once: after %s %s wins: %s.", v.Reply, name(after, seat),
			end.Outcome().Reason)
		return nil
	}
	v.Comment = fmt.Sprintf("%s holds out longest with %s; %s has %s left.", name(after, after.Seat()), v.Reply,
		name(after, seat), turns(v.Left))
	return nil
}

// wrong completes the verdict about a wrong turn. It names a reply that prevents the win, if a proof finds one.
func (v *Verdict) wrong(ctx context.Context, after engine.Position, seat engine.Seat, turn string) error {
	v.Comment = fmt.Sprintf("After %s %s does not win within %s.", turn, name(after, seat), turns(v.Left+1))
	if after.Over() || v.Left == 0 {
		return nil
	}
	losing, err := proof.LosingTurns(&budget{ctx, mostChecks}, after, 2*v.Left) // replies that do not prevent the win
	switch {
	case errors.Is(err, ErrHard):
		return nil
	case err != nil:
		return err
	}
	for reply := range engine.EachTurn(after) {
		if !losing.Contains(reply) {
			v.Reply = engine.LineText(after, reply)
			v.Comment = fmt.Sprintf("After %s %s can answer %s, and %s does not win within %s.", turn,
				name(after, after.Seat()), v.Reply, name(after, seat), turns(v.Left+1))
			break
		}
	}
	return nil
}
