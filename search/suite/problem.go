// Package suite holds tactical positions that carry their own expectations, and tries players on them. The positions
// are data that a player of the game can read and write: for each game one file of problems that the program's players
// should solve (pilastri.txt) and one of hard ones (pilastri-hard.txt), which come with the program, or a file of one's
// own. Every expectation in a file can be proven, and those of the built-in files are, by exact search
// ([Problem.Verify]).
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
// Of these, id (one word, unique), position, kind and turns must be there. Without game the problem is one of Pit of
// Pillars. The line options, such as "options: reach=1", gives rule options that the position does not fix by itself.
// The kinds are, N being a number of turns of the winner's own:
//
//   - win-in-N: the turns, and no others, win by force by the own turn N from here at the latest, and nothing wins
//     sooner;
//   - only-in-N: there is danger; after the turns, and after no others, the opponent cannot win by force by its turn N
//     at the latest, though perhaps later;
//   - bad-in-N: the turns lose by force, by the opponent's turn N from here at the latest; there are better ones, of
//     which the line "safe: TURN" names one. Other turns may be as bad.
//
// only stands for only-in-1, bad for bad-in-2. With more than two seats there are win-in-1 and win-in-2, against all
// the others together.
//
// Turns are written as everywhere, with blanks between; a text that ends in * stands for all turns that begin so. A
// player solves a win or an only with one of the turns, and a bad one with any turn that is not among them. A player
// that proves a longer win has also solved a win in two or more.
//
// The line nodes is the budget of nodes for a decision within which a player should find the solution, 20000 if it is
// missing; "mcts=5000" is the budget of one kind of player. The line "proof: long" says that the proof takes more than
// a moment: the package's tests leave it to pillars suite --verify.
//
// # The score
//
// What a player needs for a problem is a number of nodes ([Problem.Trial]), and what that is worth are points. The mean
// of the points over the suite ([Scores]) is the one number that shows whether a change made a player's tactics better
// or worse.
package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
)

// defaultNodes is the budget of a problem that states none.
const defaultNodes = 20000

// Problem is one position with its expectation.
type Problem struct {
	ID       string
	game     string          // its name, as [engine.Game.Name]
	options  engine.Settings // of the rules, beside what the position fixes
	Position string          // its text
	Kind     Kind
	Turns    []string // turn texts; one that ends in * stands for all turns that begin so
	safe     string   // of a bad problem: a turn that does not lose by force so soon
	nodes    uint64   // budget of nodes for a decision
	nodesOf  []budget // budgets of certain kinds of players
	long     bool     // the proof takes so long that the program's own tests leave it out
	comment  string
	Line     int // where the problem begins in its file, from 1
}

// budget is the budget of nodes of one kind of player.
type budget struct {
	player string // its kind, such as "mcts"
	Nodes  uint64
}

// Load is the problem's position.
func (p *Problem) Load() (engine.Position, error) {
	game, err := games.Find(p.game)
	if err != nil {
		return nil, fmt.Errorf("%s: game: %w", p.ID, err)
	}
	position, err := game.Read(p.Position, p.options)
	if err != nil {
		return nil, fmt.Errorf("%s: position: %w", p.ID, err)
	}
	return position, nil
}

// lists reports whether a turn is among the problem's turns.
func (p *Problem) lists(turn string) bool {
	return slices.ContainsFunc(p.Turns, func(pattern string) bool { return matches(pattern, turn) })
}

// Comment says in a few words what the solution is about; it may be empty.
func (p *Problem) Comment() string { return p.comment }

// Solves reports whether a turn is what the problem asks for.
func (p *Problem) Solves(turn string) bool { return p.lists(turn) != (p.Kind.theme() == bad) }

// BudgetOf is the budget of nodes for a kind of player.
func (p *Problem) BudgetOf(player string) uint64 {
	for _, b := range p.nodesOf {
		if b.player == player {
			return b.Nodes
		}
	}
	return p.nodes
}

// matches reports whether a turn is the one written, or begins as written if that ends in *.
func matches(pattern, turn string) bool {
	if begin, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(turn, begin)
	}
	return pattern == turn
}

// Kind says what a problem's turns are: a theme, and within how many of the winner's own turns it comes true. It is
// written "win-in-2"; "only" and "bad" stand for "only-in-1" and "bad-in-2". The package comment says what the kinds
// mean.
type Kind string

// Words say to a person what is asked for.
func (k Kind) Words() string {
	of, turns := k.split()
	switch of {
	case win:
		return fmt.Sprintf("win by force, by your turn %d at the latest", turns)
	case only:
		return fmt.Sprintf("find the only turn that keeps the opponent from winning by force within %d", turns)
	}
	return fmt.Sprintf("avoid the turns after which the opponent wins by force within %d", turns)
}

// theme is a kind without its number.
type theme string

// The themes of problems.
const (
	win  theme = "win"
	only theme = "only"
	bad  theme = "bad"
)

// maxOwnTurns bounds the number in a kind, well above what can be proven on a board of any size.
const maxOwnTurns = 20

// parseKind reads a kind.
func parseKind(text string) (Kind, error) {
	k := Kind(text)
	if k.theme() == "" {
		const known = "win-in-N, only, only-in-N, bad, bad-in-N, with N from 1 to"
		return "", fmt.Errorf("unknown kind %q; known are %s %d", text, known, maxOwnTurns)
	}
	return k, nil
}

func kindOf(of theme, ownTurns int) Kind {
	if of == only && ownTurns == 1 {
		return "only"
	}
	return Kind(fmt.Sprintf("%s-in-%d", of, ownTurns))
}

// theme is the kind's theme, or "" if the kind is none.
func (k Kind) theme() theme {
	of, _ := k.split()
	return of
}

// ownTurns are the winner's, after which the game is over; of only and bad the winner is the opponent.
func (k Kind) ownTurns() int {
	_, turns := k.split()
	return turns
}

func (k Kind) split() (theme, int) {
	switch k {
	case "only":
		return only, 1
	case "bad":
		return bad, 2
	}
	name, number, _ := strings.Cut(string(k), "-in-")
	turns, err := strconv.Atoi(number)
	if t := theme(name); err == nil && turns >= 1 && turns <= maxOwnTurns && (t == win || t == only || t == bad) {
		return t, turns
	}
	return "", 0
}

// String is the problem as a block of its file, without the empty line behind it, as [Read] reads it.
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
	line("kind", string(p.Kind))
	line("turns", strings.Join(p.Turns, " "))
	line("safe", p.safe)
	line("nodes", p.budgets())
	if p.long {
		line("proof", "long")
	}
	line("comment", p.comment)
	return b.String()
}

func (p *Problem) budgets() string {
	var words []string
	if p.nodes != defaultNodes {
		words = append(words, fmt.Sprint(p.nodes))
	}
	for _, of := range p.nodesOf {
		words = append(words, fmt.Sprintf("%s=%d", of.player, of.Nodes))
	}
	return strings.Join(words, " ")
}
