package main

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/puzzles"
)

const (
	mostGames    = 10000 // games of self-play on a board
	mostPatterns = 2     // right first turns of a puzzle, as [puzzles.Patterns] counts them
	fewestTurns  = 6     // legal turns of a puzzle
	lastTurns    = 12    // turns at the end of a game before which a puzzle may be
)

// A puzzle is a line of the file.
type puzzle struct {
	own, rating int
	start       string
}

// A miner finds puzzles on one board.
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
	if m.player, err = players.New("alphabeta:nodes=200,noise=60,table=1", rules); err != nil {
		return nil, err
	}
	m.grader, err = newGrader(rules)
	return m, err
}

// mine plays games until all puzzles are found, or mostGames have been played.
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
// the game backwards. To prove that there is no win within three turns or more takes long. So search looks for longer
// wins only at positions of the winner from which on, until the end, the winner always had a forced win. At other
// positions it looks for wins within two turns, which a player has missed.
func (m *miner) search(ctx context.Context, positions []engine.Position, outcome engine.Outcome) error {
	forced := true
	for _, p := range slices.Backward(positions) {
		winner := outcome.Score(p.Seat()) == 1
		most := m.longest() // own turns
		if !forced || !winner {
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
		if winner && (own == 0 || err != nil) {
			forced = false
		}
	}
	return nil
}

// shortest returns the smallest number of own turns within which the seat to act can force a win, or 0 if it cannot
// within most turns.
func shortest(ctx context.Context, p engine.Position, most int) (int, error) {
	for own := 1; own <= most; own++ {
		if wins, err := puzzles.Wins(ctx, p, own); wins || err != nil {
			return own, err
		}
	}
	return 0, nil
}

// play plays a game that begins with random turns, and returns its last positions and its outcome.
func (m *miner) play(ctx context.Context, seed uint64) ([]engine.Position, engine.Outcome, error) {
	h, random := engine.NewHistory(m.start), engine.NewRandom(seed)
	for left := int(random.Uint64() % 4); (left > 0 || h.Position().InOpening()) && !h.Outcome().Over(); left-- {
		if err := engine.RandomTurn(h, random); err != nil {
			return nil, h.Outcome(), err
		}
	}
	search.Begin(ctx, m.player, seed)
	var positions []engine.Position
	for !h.Outcome().Over() && h.Position().Turn() < 200 {
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

// take adds a position with a win in own turns to the puzzles, and returns true, if it makes a good one: it has enough
// legal turns, few right ones, and differs from all other puzzles.
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

// longest returns the largest number of own turns for which puzzles are still wanted.
func (m *miner) longest() int {
	own := len(m.wanted) - 1
	for own > 0 && m.wanted[own] == 0 {
		own--
	}
	return own
}
