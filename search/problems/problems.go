// Package problems has positions with proven solutions. They measure players ([Problem.Trial]), and people solve them
// as puzzles ([Problem.Judge]). Problems are stored in text files that people can read and write. Users can add files.
// An exact search verifies solutions ([Problem.Verify]), and has verified all solutions of the built-in files.
//
// # The sets
//
// Each game has a built-in file for each of four sets ([Sets]): basic problems, which the players should solve, such
// as pilastri.txt; hard ones, which they solve only with many nodes or not at all; puzzles for people, easy ones first;
// and positions from games of players (scripts/proven), which measure how often a player keeps the value of a position.
//
// docs/reference/formats.md defines the files and the kinds of problems.
package problems

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
)

// A Problem is a position with the expected solution.
type Problem struct {
	ID       string
	Game     string          // a name such as [engine.Game.Name] returns
	options  engine.Settings // rule options that do not follow from the position
	Position string          // the position as text
	Kind     Kind
	turns    []string // the listed turns as texts; a text that ends in * means all turns that begin with it
	Rating   int      // difficulty for people; 0 if unknown
	Origin   Origin   // only for proven positions
}

// Load returns the problem's position.
func (p *Problem) Load() (engine.Position, error) {
	game, err := games.Find(p.Game)
	if err != nil {
		return nil, fmt.Errorf("%s: game: %w", p.ID, err)
	}
	position, err := game.Read(p.Position, p.options)
	if err != nil {
		return nil, fmt.Errorf("%s: position: %w", p.ID, err)
	}
	return position, nil
}

// lists reports whether a turn is one of the listed turns.
func (p *Problem) lists(turn string) bool {
	return slices.ContainsFunc(p.turns, func(pattern string) bool { return matches(pattern, turn) })
}

func matches(pattern, turn string) bool {
	if begin, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(turn, begin)
	}
	return pattern == turn
}

// A Kind says what a problem asks for. Kinds can be compared with ==. The text of a kind is, for example, "win-in-2".
type Kind struct {
	theme string // win, only or avoid
	Turns int    // number of the winner's turns; the winner is the seat to act if theme is win, else its opponent
}

// The themes of problems: they ask for turns that win, for the only turns that do not lose, and for turns that lose.
const (
	win   = "win"
	only  = "only"
	avoid = "avoid"
)

// maxOwnTurns is the largest allowed value of [Kind].Turns. It is more than exact search can prove.
const maxOwnTurns = 20

// String returns the kind as files write it.
func (k Kind) String() string {
	if k.Turns == 0 {
		return k.theme
	}
	return fmt.Sprintf("%s-in-%d", k.theme, k.Turns)
}

// UnmarshalText reads a kind. It returns an error if the kind is not valid.
func (k *Kind) UnmarshalText(text []byte) error {
	if theme := string(text); theme == keep || theme == spoil {
		*k = Kind{theme: theme}
		return nil
	}
	theme, number, _ := strings.Cut(string(text), "-in-")
	turns, err := strconv.Atoi(number)
	*k = Kind{theme, turns}
	if err != nil || turns < 1 || turns > maxOwnTurns || !slices.Contains([]string{win, only, avoid}, theme) {
		const known = "win-in-N, only-in-N, avoid-in-N, with N from 1 to"
		return fmt.Errorf("unknown kind %q; known are %s %d", text, known, maxOwnTurns)
	}
	return nil
}

// The names of the built-in sets.
const (
	Basic   = "basic"
	Hard    = "hard"
	Puzzles = "puzzles"
	Proven  = "proven"
)

// Sets returns the names of the built-in sets.
func Sets() []string { return []string{Basic, Hard, Puzzles, Proven} }

// BuiltIn returns the problems of a built-in set, game by game; a game may have none. The ids of the problems of all
// sets are different.
func BuiltIn(set string) (all []Problem, err error) {
	for _, game := range games.All() {
		name := game.Name() + "-" + set + ".txt"
		if set == Basic {
			name = game.Name() + ".txt"
		}
		text, err := builtIn.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		problems, err := Read(string(text), name)
		if err != nil {
			return nil, err
		}
		all = append(all, problems...)
	}
	return all, nil
}

// OfGame returns those of the given problems that belong to the named game.
func OfGame(problems []Problem, game string) []Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p Problem) bool { return p.Game != game })
}

// ReadFile reads the problems of a file.
func ReadFile(path string) ([]Problem, error) {
	const longest = 16 << 20 // largest size of the file, in bytes
	text, err := outside.ReadFile(path, longest)
	if err != nil {
		return nil, err
	}
	return Read(string(text), path)
}

// Read reads problems. It does not check positions and turns. Its errors contain the given name of the file.
func Read(text, name string) (problems []Problem, err error) {
	fields := map[string]string{} // fields of the problem that is being read
	ids := map[string]bool{}
	for i, line := range strings.Split(text+"\n", "\n") {
		switch line = outside.Visible(strings.TrimSpace(line), "\t"); {
		case line == "" && len(fields) > 0:
			var p Problem
			if p, err = newProblem(fields); err == nil && ids[p.ID] {
				err = errors.New("another problem has the same id; choose another")
			}
			if err != nil {
				err = fmt.Errorf("problem %q: %w", fields["id"], err)
			}
			ids[p.ID] = true
			problems = append(problems, p)
			clear(fields)
		case line != "" && !strings.HasPrefix(line, "#"):
			err = addField(fields, line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	if len(problems) == 0 {
		return nil, fmt.Errorf("%s: it holds no problem", name)
	}
	return problems, nil
}

// addField adds the field in a line "key: value".
func addField(fields map[string]string, line string) error {
	known := []string{"id", "game", "options", "position", "kind", "turns", "rating", "comment", "origin"}
	key, value, _ := strings.Cut(line, ":")
	switch value = strings.TrimSpace(value); {
	case value == "":
		return fmt.Errorf("%q: must be of the form \"key: value\"", line)
	case !slices.Contains(known, key):
		return fmt.Errorf("unknown key %q; known are %s", key, strings.Join(known, ", "))
	case fields[key] != "":
		return fmt.Errorf("%q is given twice; put an empty line before the next problem", key)
	}
	fields[key] = value
	return nil
}

// newProblem returns the problem with the given fields.
func newProblem(fields map[string]string) (p Problem, err error) {
	for _, key := range []string{"id", "position", "kind", "turns"} {
		if fields[key] == "" {
			return p, fmt.Errorf("it has no %q", key)
		}
	}
	if strings.ContainsAny(fields["id"], " \t") {
		return p, errors.New("the id must be one word")
	}
	p = Problem{ID: fields["id"], Game: cmp.Or(fields["game"], games.All()[0].Name()), Position: fields["position"],
		turns: strings.Fields(fields["turns"])}
	if err := p.Kind.UnmarshalText([]byte(fields["kind"])); err != nil {
		return p, err
	}
	if p.options, err = engine.ParseSettings(strings.Fields(fields["options"])); err != nil {
		return p, fmt.Errorf("options: %w", err)
	}
	if text := fields["origin"]; text != "" {
		game, length, _ := strings.Cut(text, " ") // fmt.Sscan would make the page larger
		var errs [2]error
		p.Origin.Game, errs[0] = strconv.Atoi(game)
		p.Origin.Length, errs[1] = strconv.Atoi(length)
		if errors.Join(errs[:]...) != nil {
			return p, fmt.Errorf("origin %q: must be a number of a game and its number of turns", text)
		}
	}
	if text := fields["rating"]; text != "" {
		if p.Rating, err = strconv.Atoi(text); err != nil || p.Rating < 1 {
			return p, fmt.Errorf("rating %q: must be a whole number from 1 on", text)
		}
	}
	return p, nil
}
