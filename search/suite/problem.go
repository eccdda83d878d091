// Package suite has tactical positions with their solutions, and measures players on them. Problems are stored in text
// files that people can read and write. For each game there are built-in files of problems that the players should
// solve (such as pilastri.txt) and of hard problems (such as pilastri-hard.txt). Users can add files. An exact search
// verifies solutions ([Problem.Verify]), and has verified all solutions of the built-in files.
//
// # The file
//
// Problems are blocks of lines "key: value" with empty lines between. A line that begins with # is a remark.
//
//	id: shut-in-by-a-pillar
//	game: pit-of-pillars
//	position: x2/r,W,x2/x3,W/w,x w m 0/0 - 9
//	kind: win-in-1
//	turns: b1c1^d2a2
//	nodes: 2000 mcts=5000
//	comment: the pillar from d2 shuts Red's last man in
//
// The lines id (one unique word), position, kind and turns are required. The default game is Pit of Pillars. The line
// options, such as "options: reach=1", gives rule options that do not follow from the position. The kinds are, with N
// counting the winner's own turns:
//
//   - win-in-N: the listed turns, and no others, force a win within N turns of the seat to act. No turn wins sooner.
//   - only-in-N: the listed turns, and no others, prevent the opponent from forcing a win within N of its turns. At
//     least one other turn loses.
//   - bad-in-N: after the listed turns the opponent can force a win within N of its turns. Other turns may be as bad.
//     The line "safe: TURN" names a turn that does not lose so soon.
//
// The kind "only" is short for only-in-1, and "bad" for bad-in-2. With more than two seats there are only the kinds
// win-in-1 and win-in-2, and the win must hold against all others together.
//
// Turns have their usual notation, separated by blanks. A text that ends in * means all turns that begin with it. A
// player solves a problem of kind win-in-N or only-in-N by one of the listed turns, and a problem of kind bad-in-N by
// any turn that is not listed. It also solves a win in two or more turns if it proves another win, even a longer one.
//
// The line nodes gives the budget: the number of nodes for a decision within which a player should find the solution,
// by default 20000. A word such as "mcts=5000" gives the budget of one kind of player. The line "proof: long" marks
// problems whose proof takes long: the package's tests skip them, and pillars suite --verify does not.
//
// # The score
//
// A player gets more points for a problem the fewer nodes it needs ([Problem.Trial]). The mean of the points
// over the suite ([Scores]) shows whether a change made a player's tactics better or worse.
package suite

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/search"
)

// defaultNodes is the budget of nodes of a problem without the line nodes.
const defaultNodes = 20000

// A Problem is a position with the expected solution.
type Problem struct {
	ID       string
	game     string          // a name such as [engine.Game.Name] returns
	options  engine.Settings // rule options that do not follow from the position
	Position string          // as text
	Kind     Kind
	Turns    []string // the listed turns as texts; a text that ends in * means all turns that begin with it
	safe     string   // a turn that does not lose so soon, only for bad-in-N
	nodes    uint64   // budget of nodes for a decision
	nodesOf  []budget // budgets of certain kinds of players
	long     bool     // whether the package's tests skip the proof because it takes long
	comment  string   // a few words about the solution; may be empty
	Line     int      // number of the problem's first line in its file, from 1
}

type budget struct {
	player string
	nodes  uint64
}

// Load returns the problem's position.
func (p *Problem) Load() (engine.Position, error) {
	game, err := games.Find(p.game)
	if err != nil {
		return nil, fmt.Errorf("line %d: %s: game: %w", p.Line, p.ID, err)
	}
	position, err := game.Read(p.Position, p.options)
	if err != nil {
		return nil, fmt.Errorf("line %d: %s: position: %w", p.Line, p.ID, err)
	}
	return position, nil
}

// lists reports whether a turn is one of the listed turns.
func (p *Problem) lists(turn string) bool {
	return slices.ContainsFunc(p.Turns, func(pattern string) bool { return matches(pattern, turn) })
}

// Solves reports whether a turn solves the problem.
func (p *Problem) Solves(turn string) bool {
	listsMistakes := p.Kind.theme == bad
	return p.lists(turn) != listsMistakes
}

// BudgetOf returns the budget of nodes for a kind of player.
func (p *Problem) BudgetOf(player string) uint64 {
	for _, b := range p.nodesOf {
		if b.player == player {
			return b.nodes
		}
	}
	return p.nodes
}

func matches(pattern, turn string) bool {
	if begin, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(turn, begin)
	}
	return pattern == turn
}

// A Kind says what a problem asks for; see the package comment. It is comparable, and its text is such as "win-in-2".
type Kind struct {
	theme theme
	turns int // own turns of the winner up to the end of the game; the winner is the opponent unless theme is win
}

type theme string

// The themes of problems.
const (
	win  theme = "win"
	only theme = "only"
	bad  theme = "bad"
)

// shortKinds holds the kinds with a short text.
var shortKinds = map[string]Kind{"only": {only, 1}, "bad": {bad, 2}}

// maxOwnTurns is the largest number of turns of a kind. It is more than exact search can prove.
const maxOwnTurns = 20

// String returns the kind as files write it.
func (k Kind) String() string {
	for text, short := range shortKinds {
		if k == short {
			return text
		}
	}
	return fmt.Sprintf("%s-in-%d", k.theme, k.turns)
}

// MarshalText returns [Kind.String].
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind. It returns an error if the kind is not valid.
func (k *Kind) UnmarshalText(text []byte) error {
	if short, known := shortKinds[string(text)]; known {
		*k = short
		return nil
	}
	name, number, _ := strings.Cut(string(text), "-in-")
	turns, err := strconv.Atoi(number)
	*k = Kind{theme(name), turns}
	if err != nil || turns < 1 || turns > maxOwnTurns || !slices.Contains([]theme{win, only, bad}, k.theme) {
		const known = "win-in-N, only, only-in-N, bad, bad-in-N, with N from 1 to"
		return fmt.Errorf("unknown kind %q; known are %s %d", text, known, maxOwnTurns)
	}
	return nil
}

// String returns the problem as a block of lines that [Read] reads, without the empty line after it.
func (p *Problem) String() string {
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	line("id", p.ID)
	line("game", p.game)
	line("options", p.options.String())
	line("position", p.Position)
	line("kind", p.Kind.String())
	line("turns", strings.Join(p.Turns, " "))
	line("safe", p.safe)
	var budgets []string
	if p.nodes != defaultNodes {
		budgets = append(budgets, fmt.Sprint(p.nodes))
	}
	for _, budget := range p.nodesOf {
		budgets = append(budgets, fmt.Sprintf("%s=%d", budget.player, budget.nodes))
	}
	line("nodes", strings.Join(budgets, " "))
	if p.long {
		line("proof", "long")
	}
	line("comment", p.comment)
	return b.String()
}

//go:embed *.txt
var builtIn embed.FS

// Default returns the built-in problems that the players should solve. [Hard] has no problem with the same id.
func Default() ([]Problem, error) { return readBuiltIn("") }

// Hard returns the built-in problems that the program's players solve only with many nodes, or not at all.
func Hard() ([]Problem, error) { return readBuiltIn("-hard") }

// OfGame returns the problems of the game with the given name.
func OfGame(problems []Problem, game string) []Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p Problem) bool { return p.game != game })
}

func readBuiltIn(ending string) (all []Problem, err error) {
	for _, game := range games.All() {
		name := game.Name() + ending + ".txt"
		text, err := builtIn.ReadFile(name)
		if err != nil {
			continue // the game has no such problems
		}
		problems, err := Read(bytes.NewReader(text), name)
		if err != nil {
			return nil, err
		}
		all = append(all, problems...)
	}
	return all, nil
}

// ReadFile reads the problems of a file.
func ReadFile(path string) ([]Problem, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read
	return Read(file, path)
}

// Read reads problems. It does not check positions and turns. Its errors contain the given name of the file.
func Read(r io.Reader, name string) ([]Problem, error) {
	const longestLine = 1 << 15 // bytes
	reader := reader{given: map[string]bool{}, ids: map[string]int{}}
	lines := bufio.NewScanner(outside.Lines(r, longestLine))
	var err error
	for err == nil && lines.Scan() {
		reader.line++
		err = reader.read(strings.TrimSpace(lines.Text()))
	}
	if lines.Err() != nil {
		reader.line++
		err = lines.Err()
	} else if err == nil {
		err = reader.end()
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, reader.line, err)
	}
	if len(reader.problems) == 0 {
		return nil, fmt.Errorf("%s: it holds no problem", name)
	}
	return reader.problems, nil
}

// reader collects the problems of a file, which it receives line by line.
type reader struct {
	problems []Problem
	problem  Problem
	given    map[string]bool // keys of the current problem; empty between problems
	ids      map[string]int  // first line of each problem so far, by id
	line     int             // number of the current line, from 1
}

func (r *reader) read(line string) error {
	switch {
	case line == "":
		return r.end()
	case strings.HasPrefix(line, "#"):
		return nil
	}
	key, value, found := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	switch {
	case !found:
		return fmt.Errorf("%q: must be of the form \"key: value\"", line)
	case value == "":
		return fmt.Errorf("%q has no value; give one", key+":")
	case r.given[key]:
		return fmt.Errorf("%q is given twice; put an empty line before the next problem", key)
	}
	if len(r.given) == 0 {
		r.problem = Problem{game: games.All()[0].Name(), nodes: defaultNodes, Line: r.line}
	}
	r.given[key] = true
	return r.set(key, value)
}

// set sets the field of the current problem that belongs to a key.
func (r *reader) set(key, value string) (err error) {
	p := &r.problem
	switch key {
	case "id":
		if strings.ContainsAny(value, " \t") {
			return fmt.Errorf("id %q: must be one word", value)
		}
		if first, taken := r.ids[value]; taken {
			return fmt.Errorf("id %q: the problem in line %d has it already; choose another", value, first)
		}
		p.ID = value
	case "game":
		p.game = value
	case "options":
		if p.options, err = engine.ParseSettings(strings.Fields(value)); err != nil {
			return fmt.Errorf("options: %w", err)
		}
	case "position":
		p.Position = value
	case "kind":
		err = p.Kind.UnmarshalText([]byte(value))
	case "turns":
		p.Turns = strings.Fields(value)
	case "safe":
		p.safe = value
	case "nodes":
		return r.setNodes(strings.Fields(value))
	case "proof":
		if p.long = value == "long"; !p.long {
			return fmt.Errorf("proof %q: must be long; otherwise leave the line out", value)
		}
	case "comment":
		p.comment = value
	default:
		return fmt.Errorf("unknown key %q; known are id, game, options, position, kind, turns, safe, nodes, proof, "+
			"comment", key)
	}
	return err
}

func (r *reader) setNodes(words []string) error {
	for _, word := range words {
		player, number, named := strings.Cut(word, "=")
		if !named {
			number = word
		}
		nodes, err := strconv.ParseUint(search.ExpandCount(number), 10, 32)
		switch {
		case err != nil || nodes == 0:
			return fmt.Errorf("nodes %q: must be a whole number from 1 on, or of the form player=number", word)
		case named:
			r.problem.nodesOf = append(r.problem.nodesOf, budget{player, nodes})
		default:
			r.problem.nodes = nodes
		}
	}
	return nil
}

// end adds the current problem, if there is one, to the problems. It returns an error if a required line is missing.
func (r *reader) end() error {
	if len(r.given) == 0 {
		return nil
	}
	for _, key := range []string{"id", "position", "kind", "turns"} {
		if !r.given[key] {
			return fmt.Errorf("the problem in line %d has no %q", r.problem.Line, key)
		}
	}
	if (r.problem.Kind.theme == bad) != r.given["safe"] {
		return fmt.Errorf("the problem in line %d: a bad problem names a \"safe\" turn, and no other does",
			r.problem.Line)
	}
	r.ids[r.problem.ID] = r.problem.Line
	r.problems = append(r.problems, r.problem)
	clear(r.given)
	return nil
}
