package enginetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"pillars/engine"
)

// Part is something that a game may have beside the methods that every game must have.
type Part struct {
	Name  string // name of its interfaces in package engine, or the file that it is, in which NAME is the game's name
	Gives string // what the program can do with it
	Add   string // how to add it
	has   func(engine.Position) bool
}

// Parts returns all parts, in the order in which they are worth adding.
func Parts() []Part {
	const proven = "positions with solutions, which pillars problems --file FILE --verify proves"
	file := func(name, gives, add string) Part { return Part{Name: name, Gives: gives, Add: add} }
	return []Part{
		file("engine/FOLDER/testdata/hot.txt", "tests that no method of a search allocates, and that random steps "+
			"are uniform", "a position text a line; together they cover every kind of step"),
		file("engine/FOLDER/testdata/midgame.txt", "benchmarks", "a position text a line, from the middle of games"),
		file("eval/weights/hand/NAME.txt", "an evaluation, and so greedy, alphabeta and mcts that play well",
			"a line \"FEATURE WEIGHT\" for every feature, in hundredths of a logit"),
		file("docs/reference/NAME.md", "the rules in pillars rules and, from the section \"In short\", on the page",
			"the rules; a picture has a position text as its title"),
		{"GuideRules", "what to do and how to write it, when people play", "implement it on the rules",
			rulesAre[engine.GuideRules]},
		{"Worded", "turns, ends and forbidden clicks in words; without it people choose steps from a list",
			"implement it on the position", positionIs[engine.Worded]},
		{"ShownGame", "a pitch and a picture on the start screen, an editor of positions", "implement it on the game",
			func(p engine.Position) bool { _, ok := p.Rules().Game().(engine.ShownGame); return ok }},
		{"ArrayRules", "the package for Python: arrays of positions and numbered actions",
			"implement it on the rules; base.Planes writes planes", rulesAre[engine.ArrayRules]},
		{"MirrorRules", "symmetries of these arrays, for augmentation", "implement it on the rules",
			rulesAre[engine.MirrorRules]},
		{"MetricRules", "the game's own rows in pillars measure, and a bound on the number of positions",
			"implement it on the rules", rulesAre[engine.MetricRules]},
		{"Symmetric", "books without mirror images and, with Keyed, pillars solve with a fraction of the memory",
			"implement it on the position", positionIs[engine.Symmetric]},
		{"Perft, RandomStep, Playout", "fast counts of positions and fast playouts", "methods of the position, " +
			"as package engine calls them", positionIs[interface {
			Perft(depth int) uint64
			RandomStep(random *rand.PCG) engine.Step
			Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome)
		}]},
		{"PatternRules", "hundreds of learned weights and learned policies; PatternPosition comes with it",
			"implement both, as engine/pitofpillars/patterns.go does", rulesAre[engine.PatternRules]},
		file("eval/weights/NAME*.txt", "learned weights", "fit them as docs/howto/tune-weights.md says"),
		file("search/players/levels.txt", "practice levels of known strength; without rows those of any game hold",
			"measure rows with scripts/levels.sh"),
		file("web/host/lessons/NAME.json", "a lesson on the page", "tasks as in package host, LessonStep"),
		file("search/problems/NAME.txt", "problems for players: pillars problems", proven),
		file("search/problems/NAME-puzzles.txt", "puzzles for people on the page", proven),
	}
}

func rulesAre[T engine.Rules](p engine.Position) bool { _, ok := p.Rules().(T); return ok }

func positionIs[T any](p engine.Position) bool { _, ok := p.(T); return ok }

// Has reports whether a game has the part. If the part is a file, the test must run in the source tree.
func (part Part) Has(game engine.Game) (bool, error) {
	rules, err := game.New(nil)
	if err != nil {
		return false, err
	}
	if part.has != nil {
		return part.has(rules.Start()), nil
	}
	path := filepath.Join(moduleRoot(), part.file(game))
	if filepath.Base(path) == "levels.txt" { // one file for all games
		text, err := os.ReadFile(path)
		return strings.Contains(string(text), "\n"+game.Name()+" "), err
	}
	found, err := filepath.Glob(path)
	return len(found) > 0, err
}

// file returns the path of a part of a game that is a file, with slashes.
func (part Part) file(game engine.Game) string {
	folder := strings.ReplaceAll(game.Name(), "-", "")
	return strings.NewReplacer("NAME", game.Name(), "FOLDER", folder).Replace(part.Name)
}

// moduleRoot returns the folder that has go.mod, looking upwards from the current one.
func moduleRoot() string {
	folder := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		folder = filepath.Join(folder, "..")
	}
	return "."
}

// Checklist returns a table of all parts for people who add a game: which the game has, what each missing part would
// give, and how to add it, in order.
func Checklist(game engine.Game) (string, error) {
	var b strings.Builder
	for i, part := range Parts() {
		has, err := part.Has(game)
		if err != nil {
			return "", err
		}
		if has {
			fmt.Fprintf(&b, "%2d. [x] %s\n", i+1, part.file(game))
		} else {
			fmt.Fprintf(&b, "%2d. [ ] %s: %s. To add it: %s.\n", i+1, part.file(game), part.Gives, part.Add)
		}
	}
	return b.String(), nil
}
