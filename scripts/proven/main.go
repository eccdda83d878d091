// Command proven makes positions in which the value of every turn is proven, from games of the program's own players.
// It appends to a file, game after game, and continues where the file ends. The same command makes the same positions.
//
//	go run ./scripts/proven --game pilastri --out search/problems/pilastri-proven.txt --positions 2000
//
// It goes through a game from its end backwards, as far as the solver proves who wins. It takes a position if the seat
// to act wins by some turns and loses by all others, and one of three searches of 100 nodes chooses a turn that loses.
// In Pit of Pillars and Pylyx such proofs are rare. There, and in Pit before the solver knows the winner, it takes a
// position if some turns lose within one or two turns of the opponent and some do not.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/problems"
)

// boards holds the options of every game; games of origin use them in turn.
var boards = map[string][]string{
	"pit-of-pillars": {"size=5", "size=6", "size=7", "size=8"},
	"pilastri":       {"files=4 ranks=6", "files=5 ranks=6", "size=6"},
	"pylyx":          {"size=8"},
	"pit": {"board=..2../.o.o./...../.o.o./..1..", "board=...2.../.o...o./......./...o.../......./.o...o./...1...",
		""},
}

// seats holds the players of the games of origin. They are weak, because strong players rarely lose a won game.
var seats = []string{
	"alphabeta:nodes=100,table=1", "alphabeta:nodes=1000,table=1", "alphabeta:nodes=100,noise=150,table=1",
	"alphabeta:nodes=300,noise=50,table=1", "mcts:nodes=50", "mcts:nodes=400",
}

// quick holds the searches of 100 nodes. Noise makes the third differ from the first.
var quick = []string{"alphabeta:nodes=100,table=1", "mcts:nodes=100", "alphabeta:nodes=100,noise=25,table=1"}

func main() {
	var m maker
	flag.StringVar(&m.game, "game", "pilastri", "`GAME`")
	flag.StringVar(&m.out, "out", "", "`FILE` to append to")
	flag.IntVar(&m.positions, "positions", 2000, "stop at this number of positions in the file")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := m.make(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "proven:", err)
		os.Exit(1)
	}
}

type maker struct {
	game, out string
	positions int
	rules     engine.Rules             // of the current game of origin
	players   map[string]search.Player // for the rules, by text
	// solve proves who wins a position, deeper who wins after a turn.
	solve, deeper problems.Solver
}

// mark begins the line after the positions of a game of origin, which ends with the number of the game.
const mark = "# game "

func (m *maker) make(ctx context.Context) error {
	if boards[m.game] == nil {
		return fmt.Errorf("--game %s: there are boards only for %s", m.game, slices.Sorted(maps.Keys(boards)))
	}
	text, err := os.ReadFile(m.out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	whole, last := complete(string(text))
	file, err := os.OpenFile(m.out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	found := strings.Count(whole, "id: ")
	for n := last + 1; found < m.positions; n++ {
		list, err := m.fromGame(ctx, n)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		var out strings.Builder
		for _, p := range list {
			out.WriteString(p.Text())
		}
		if _, err := fmt.Fprintf(file, "%s%s%d\n", out.String(), mark, n); err != nil {
			return err
		}
		found += len(list)
	}
	return nil
}

// complete returns the text up to its last complete line with a mark, and the number of the game in this line.
func complete(text string) (whole string, last int) {
	text = text[:strings.LastIndexByte(text, '\n')+1]
	if i := strings.LastIndex(text, mark); i >= 0 {
		line, _, _ := strings.Cut(text[i:], "\n")
		last, _ = strconv.Atoi(line[len(mark):])
		whole = text[:i+len(line)+1]
	}
	return whole, last
}

// mostOfThird is the largest number of positions from a third of a game.
const mostOfThird = 5

// fromGame plays game of origin number n and returns its positions.
func (m *maker) fromGame(ctx context.Context, n int) (list []problems.Problem, err error) {
	if err := m.setRules(boards[m.game][n%len(boards[m.game])]); err != nil {
		return nil, err
	}
	h, err := m.play(ctx, engine.NewRandom(engine.DeriveSeed(0, "proven", m.game, strconv.Itoa(n))))
	if err != nil {
		return nil, err
	}
	length := h.Position().Turn() - 1
	var taken [3]int     // by third of the game
	solving := m.exact() // until the solver fails; it rarely proves who wins earlier
	for turn := length - 1; turn >= 0; turn-- {
		p, third := h.AfterTurn(turn).Position(), 3*turn/length
		if taken[third] == mostOfThird {
			continue
		}
		winner, exact := engine.Seat(0), false
		if solving {
			if winner, exact = m.solve(ctx, p); exact && winner != p.Seat() {
				continue
			}
			if solving = exact; !exact && m.game == "pilastri" { // which has no traps where the solver fails
				break
			}
		}
		found, ok, err := m.prove(ctx, p, exact)
		if err != nil {
			return nil, err
		}
		if ok {
			taken[third]++
			found.ID = fmt.Sprintf("proven-%s-%d-%d", m.game, n, turn+1)
			found.Origin = problems.Origin{Game: n, Length: length}
			list = append(list, found)
		}
	}
	return list, nil
}

// exact reports whether a solver often proves the value of all turns in this game.
func (m *maker) exact() bool { return m.game == "pilastri" || m.game == "pit" }

// prove returns the problem of p if a quick search chooses a turn that loses: an exact problem or a trap.
func (m *maker) prove(ctx context.Context, p engine.Position, exact bool) (found problems.Problem, ok bool, err error) {
	for i, text := range quick {
		player, err := m.player(text, uint64(i))
		if err != nil {
			return found, false, err
		}
		turn, _, err := search.DecideTurn(ctx, player, engine.NewHistory(p), search.Limits{}, nil)
		if err != nil {
			return found, false, err
		}
		if exact || m.game == "pit-of-pillars" { // elsewhere ProveTrap takes less time than this test
			winner, proven := m.deeper(ctx, engine.After(p, turn.Steps))
			if !proven || winner == p.Seat() {
				continue
			}
		}
		if exact {
			found, ok = problems.Prove(ctx, p, m.deeper)
			return found, ok, nil
		}
		if found, ok = problems.ProveTrap(ctx, p, turn.Steps, 2); ok {
			return found, true, nil
		}
	}
	return found, false, nil
}

// setRules sets the rules of a game of origin, and forgets all that concerns the last game.
func (m *maker) setRules(options string) error {
	game, err := games.Find(m.game)
	if err != nil {
		return err
	}
	settings, err := engine.ParseSettings(strings.Fields(options))
	if err != nil {
		return err
	}
	if m.rules, err = game.New(settings); err != nil {
		return err
	}
	m.players = map[string]search.Player{}
	nodes := uint64(40)
	if m.exact() {
		nodes = 10_000
	}
	if m.solve, err = problems.NewSolver(m.rules, nodes); err == nil {
		m.deeper, err = problems.NewSolver(m.rules, 10*nodes)
	}
	return err
}

// player returns the player with the given text and a new game.
func (m *maker) player(text string, seed uint64) (search.Player, error) {
	if m.players[text] == nil {
		p, err := players.New(text, m.rules)
		if err != nil {
			return nil, err
		}
		m.players[text] = p
	}
	m.players[text].NewGame(seed)
	return m.players[text], nil
}

// play plays a game of two players from a few random turns.
func (m *maker) play(ctx context.Context, random *rand.PCG) (*engine.History, error) {
	var pair [2]search.Player
	for i := range pair {
		var err error
		if pair[i], err = players.New(seats[random.Uint64()%uint64(len(seats))], m.rules); err != nil {
			return nil, err
		}
		pair[i].NewGame(random.Uint64())
	}
	h := engine.NewHistory(m.rules.Start())
	for turns := 1 + random.Uint64()%6; turns > 0 && !h.Outcome().Over(); turns-- {
		if err := engine.RandomTurn(h, random); err != nil {
			return nil, err
		}
	}
	for !h.Outcome().Over() {
		turn, _, err := search.DecideTurn(ctx, pair[h.Position().Seat()], h, search.Limits{}, nil)
		if err := cmp.Or(err, ctx.Err(), h.PlayAll(turn.Steps)); err != nil {
			return nil, err
		}
	}
	return h, nil
}
