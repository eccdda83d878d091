// Puzzles searches games of self-play for positions in which the seat to act can force a win within a few turns, and in
// which only few first turns force it. It prints these positions in the format of search/puzzles/puzzles.txt. The same
// seed gives the same file on every machine. All four games take a few minutes of one core.
//
//	go run ./scripts/puzzles -o search/puzzles/puzzles.txt
//	go run ./scripts/puzzles -game pilastri -part 10
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof"
	"pillars/search/puzzles"
)

// A board is a small board with the puzzles to find there.
type board struct {
	game   string
	sizes  engine.Settings
	wanted wanted
}

// wanted holds numbers of puzzles, indexed by the number of turns that the solver needs to win, from 1.
type wanted [5]int

// boards lists small boards, on which beginners play, with at least 100 puzzles of each game. Pit has no puzzles to win
// in one turn: a pawn that can be replaced must be, so the winning turn would be the only legal one.
var boards = []board{
	{"pit-of-pillars", size("5"), wanted{1: 14, 2: 26, 3: 12, 4: 2}},
	{"pit-of-pillars", size("6"), wanted{1: 16, 2: 36}},
	{"pilastri", size("4"), wanted{1: 8, 2: 16, 3: 16, 4: 8}},
	{"pilastri", size("6"), wanted{1: 8, 2: 20, 3: 20, 4: 12}},
	{"pylyx", size("6"), wanted{1: 10, 2: 24, 3: 14, 4: 4}},
	{"pylyx", size("8"), wanted{1: 12, 2: 26, 3: 14, 4: 2}},
	{"pit", nil, wanted{2: 58, 3: 36, 4: 12}},
}

func size(n string) engine.Settings { return engine.Settings{{Name: "size", Value: n}} }

func main() {
	seed := flag.Uint64("seed", 1, "seed of all games")
	only := flag.String("game", "", "name of the only game to find puzzles of")
	part := flag.Int("part", 1, "divide the numbers of puzzles by this")
	output := flag.String("o", "", "file to write; standard output if empty")
	flag.Parse()
	var text bytes.Buffer
	if err := generate(context.Background(), &text, os.Stderr, *seed, *only, *part); err != nil {
		log.Fatal(err)
	}
	if *output == "" {
		os.Stdout.Write(text.Bytes())
	} else if err := os.WriteFile(*output, text.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// generate writes a file of puzzles to w, and a line for each board to progress. It divides the numbers of puzzles by
// part.
func generate(ctx context.Context, w, progress io.Writer, seed uint64, only string, part int) error {
	fmt.Fprintf(w, "# Puzzles: go run ./scripts/puzzles -seed %d. See the package comment.\n", seed)
	for _, game := range games.All() {
		if only != "" && game.Name() != only {
			continue
		}
		var found []puzzle
		for _, b := range boards {
			if b.game != game.Name() {
				continue
			}
			for own := range b.wanted {
				b.wanted[own] = (b.wanted[own] + part - 1) / part
			}
			m, err := newMiner(game, b, seed)
			if err != nil {
				return err
			}
			err = m.mine(ctx)
			fmt.Fprintf(progress, "%s %v: still wanted %v after %d games\n", game.Name(), b.sizes, m.wanted, m.played)
			if err != nil {
				return err
			}
			found = append(found, m.found...)
		}
		slices.SortStableFunc(found, func(a, b puzzle) int { return a.rating - b.rating })
		fmt.Fprintf(w, "\ngame %s\n", game.Name())
		for _, p := range found {
			fmt.Fprintf(w, "%d %d %s\n", p.own, p.rating, p.start)
		}
	}
	return nil
}

const (
	mostGames    = 10000 // games of self-play on a board
	mostPatterns = 2     // largest number of right first turns of a puzzle, as [puzzles.Patterns] counts them
	fewestTurns  = 6     // smallest number of legal turns of a puzzle
	lastTurns    = 12    // a puzzle is the position before one of this many last turns of a game
	mostTurns    = 200   // a game ends unfinished after this many turns
)

type puzzle struct {
	own    int // number of turns that the solver needs to win
	rating int // see grader.grade
	start  string
}

type miner struct {
	start  engine.Position
	seed   uint64
	wanted wanted // numbers of puzzles still to find
	played int    // number of games played
	player search.Player
	grader grader
	seen   map[uint64]bool // canonical hashes of the puzzles
	found  []puzzle
}

func newMiner(game engine.Game, b board, seed uint64) (*miner, error) {
	rules, err := game.New(b.sizes)
	if err != nil {
		return nil, err
	}
	m := &miner{start: rules.Start(), wanted: b.wanted, seen: map[uint64]bool{},
		seed: engine.DeriveSeed(seed, game.Name(), b.sizes.String())}
	if m.player, err = players.New("alphabeta:nodes=200,noise=60,table=1", rules); err != nil { // noise varies games
		return nil, err
	}
	if m.grader.greedy, err = players.New("greedy", rules); err != nil {
		return nil, err
	}
	m.grader.searcher, err = players.New("alphabeta:table=1", rules)
	return m, err
}

// mine plays games until it has found the wanted puzzles, but at most mostGames.
func (m *miner) mine(ctx context.Context) error {
	for m.wanted != (wanted{}) && m.played < mostGames {
		positions, outcome, err := m.play(ctx, engine.DeriveSeed(m.seed, "game", strconv.Itoa(m.played)))
		if err != nil {
			return err
		}
		m.played++
		if err := m.search(ctx, positions, outcome); err != nil {
			return err
		}
	}
	return nil
}

// search takes at most one puzzle from the positions of a game, so that the puzzles differ. It searches from the end of
// the game backwards. It takes long to prove that there is no win within three turns or more. So search looks for
// longer wins than two turns only at positions of the winner after which, until the end, the winner always had a forced
// win. At other positions it looks for wins within two turns, which a player has missed.
func (m *miner) search(ctx context.Context, positions []engine.Position, outcome engine.Outcome) error {
	alwaysForced := true // whether the winner had a forced win in all later positions
	for _, p := range slices.Backward(positions) {
		winner := outcome.Score(p.Seat()) == 1
		most := m.longest() // own turns
		if !alwaysForced || !winner {
			most = min(most, 2)
		}
		own, err := shortest(ctx, p, most)
		if err == nil && own > 0 && m.wanted[own] > 0 {
			var taken bool
			if taken, err = m.take(ctx, p, own); taken {
				return nil
			}
		}
		if err != nil && !errors.Is(err, puzzles.ErrHard) {
			return err
		}
		noWinFound := own == 0 || err != nil
		if winner && noWinFound {
			alwaysForced = false
		}
	}
	return nil
}

// shortest returns the smallest number of own turns in which the seat to act can force a win, or 0 if that takes more
// than most turns.
func shortest(ctx context.Context, p engine.Position, most int) (int, error) {
	for own := 1; own <= most; own++ {
		if wins, err := puzzles.Wins(ctx, p, own); wins || err != nil {
			return own, err
		}
	}
	return 0, nil
}

// play plays a game and returns its last positions and its outcome. The game begins with up to three random turns, or
// with as many as its opening stage has.
func (m *miner) play(ctx context.Context, seed uint64) ([]engine.Position, engine.Outcome, error) {
	h, random := engine.NewHistory(m.start), engine.NewRandom(seed)
	for left := int(random.Uint64() % 4); (left > 0 || h.Position().InOpening()) && !h.Outcome().Over(); left-- {
		if err := engine.RandomTurn(h, random); err != nil {
			return nil, h.Outcome(), err
		}
	}
	search.Begin(ctx, m.player, seed)
	var positions []engine.Position
	for !h.Outcome().Over() && h.Position().Turn() < mostTurns {
		positions = append(positions, h.Position().Clone())
		turn, _, err := search.DecideTurn(ctx, m.player, h, search.Limits{}, nil)
		if err == nil {
			err = h.PlayAll(turn.Steps)
		}
		if err != nil {
			return nil, h.Outcome(), err
		}
	}
	return positions[max(0, len(positions)-lastTurns):], h.Outcome(), ctx.Err()
}

// take adds a position with a win in own turns to the puzzles if the position makes a good one: it must have enough
// legal turns and few right first turns, and differ from all other puzzles. It reports whether it added the position.
func (m *miner) take(ctx context.Context, p engine.Position, own int) (bool, error) {
	hash := engine.CanonicalHash(p)
	if m.seen[hash] || engine.PerftTurns(p, 1) < fewestTurns {
		return false, nil
	}
	right, err := puzzles.Solutions(ctx, p, own)
	if err != nil || len(puzzles.Patterns(p, right)) > mostPatterns {
		return false, err
	}
	made := puzzles.Puzzle{Game: p.Rules().Game().Name(), Own: own, Start: p.String()}
	if err := made.Check(ctx); err != nil {
		return false, err
	}
	rating, err := m.grader.grade(ctx, p, own, right)
	if err != nil {
		return false, err
	}
	m.found = append(m.found, puzzle{own, rating, p.String()})
	m.seen[hash] = true
	m.wanted[own]--
	return true, nil
}

// longest returns the greatest number of own turns of puzzles that are still to find.
func (m *miner) longest() int {
	own := len(m.wanted) - 1
	for own > 0 && m.wanted[own] == 0 {
		own--
	}
	return own
}

// A grader tries alphabeta with the node limits 16 * 2^d, for d from 0 to maxDoublings.
const maxDoublings = 10

// A grader rates how hard puzzles are, by what two players find.
type grader struct{ greedy, searcher search.Player }

// grade returns the rating of a puzzle, rounded to a multiple of 10. The rating is 300, plus
//   - 200 for each of the solver's own turns after the first,
//   - 50 for each doubling of the nodes that alphabeta needs beyond 16,
//   - 50 for each doubling of the number of legal turns per right turn,
//   - 100 if greedy misses the solution.
//
// These weights were chosen, not measured with people.
func (g grader) grade(ctx context.Context, p engine.Position, own int, right proof.Turns) (int, error) {
	doublings, err := g.doublings(ctx, p, right)
	if err != nil {
		return 0, err
	}
	rating := 300 + 200*float64(own-1) + 50*float64(doublings) +
		50*math.Log2(float64(engine.PerftTurns(p, 1))/float64(len(right)))
	found, err := finds(ctx, g.greedy, p, search.Limits{}, right)
	if err != nil {
		return 0, err
	}
	if !found {
		rating += 100
	}
	return 10 * int(math.Round(rating/10)), nil
}

// doublings returns the smallest d such that alphabeta plays a right turn with 16 * 2^d nodes and with every larger
// limit up to 16 * 2^maxDoublings. It returns maxDoublings+1 if even the largest limit is not enough.
func (g grader) doublings(ctx context.Context, p engine.Position, right proof.Turns) (int, error) {
	for d := maxDoublings; d >= 0; d-- {
		found, err := finds(ctx, g.searcher, p, search.Limits{Nodes: 16 << d}, right)
		if err != nil {
			return 0, err
		}
		if !found {
			return d + 1, nil
		}
	}
	return 0, nil
}

// finds reports whether a player chooses one of the right turns.
func finds(ctx context.Context, player search.Player, p engine.Position, limits search.Limits, right proof.Turns) (
	bool, error,
) {
	search.Begin(ctx, player, 1)
	turn, _, err := search.DecideTurn(ctx, player, engine.NewHistory(p), limits, nil)
	return right.Contains(turn.Steps), err
}
