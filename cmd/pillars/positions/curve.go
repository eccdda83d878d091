package positions

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/problems"
)

// A rung is a player with a node limit, and how often it solved the problems of a game. Positions of one game of origin
// are one observation.
type rung struct {
	game, player string
	nodes        uint64 // 0 for the player's own limit
	kept         stats.OpeningMeans
}

// rungs returns the players of a curve: the two strongest with 100, 1,000 and so on up to most nodes, and the practice
// levels.
func rungs(most uint64) (list []rung) {
	for _, player := range []string{"alphabeta", "mcts"} {
		for nodes := uint64(100); nodes <= most; nodes *= 10 {
			list = append(list, rung{player: player, nodes: nodes})
		}
	}
	for level := 1; level <= players.Levels; level++ {
		list = append(list, rung{player: players.Practice(level)})
	}
	return list
}

// climb has every player of the curve try all problems, and prints the share that each solves in each game.
func (f *problemsFlags) climb(cmd *cobra.Command, all []problems.Problem) error {
	status := cli.NewScreen(cmd)
	defer status.Clear()
	var done []rung
	for _, game := range games.All() {
		list := problems.OfGame(all, game.Name())
		if len(list) == 0 {
			continue
		}
		made := map[string]search.Player{} // by rules and text
		for _, r := range rungs(f.nodes) {
			status.Note(func() string { return game.Name() + ", " + r.player })
			r.game = game.Name()
			if err := r.try(cmd, list, made); err != nil {
				return err
			}
			done = append(done, r)
		}
	}
	status.Clear()
	return cli.Print(cmd, curve(done))
}

// try has the player of the rung try the problems, which are of one game. It adds players that it makes to made.
func (r *rung) try(cmd *cobra.Command, list []problems.Problem, made map[string]search.Player) error {
	byOrigin := map[int]stats.Total{}
	for i := range list {
		p := &list[i]
		position, err := p.Load()
		if err != nil {
			return cli.Wrong("", err)
		}
		key := position.Rules().Settings().String() + " " + r.player
		if made[key] == nil {
			if made[key], err = cli.NewPlayer("--player", r.player, position.Rules()); err != nil {
				return err
			}
		}
		solved, _, err := p.Trial(cmd.Context(), position, made[key], search.Limits{Nodes: r.nodes})
		if err != nil {
			return err
		}
		origin := p.Origin.Game
		if origin == 0 { // not from a game that other problems share
			origin = -1 - i
		}
		total := byOrigin[origin]
		total.Games++
		if solved {
			total.Sum++
		}
		byOrigin[origin] = total
	}
	for _, origin := range slices.Sorted(maps.Keys(byOrigin)) {
		r.kept.AddMany(byOrigin[origin], 1)
	}
	return nil
}

// curve returns the table of the rungs.
func curve(rows []rung) table.Table[rung] {
	share := func(r rung) stats.Estimate { score, _ := r.kept.Fixed(); return score }
	return table.Table[rung]{Rows: rows, Columns: []table.Column[rung]{
		{Key: "game", Head: "game", Value: func(r rung) any { return r.game }},
		{Key: "player", Head: "player", Value: func(r rung) any { return r.player }},
		{Key: "nodes", Head: "nodes", Kind: table.Figures, Value: func(r rung) any { return r.nodes },
			Text: func(r rung) string {
				if r.nodes == 0 {
					return "its own"
				}
				return strconv.FormatUint(r.nodes, 10)
			}},
		{Key: "positions", Head: "positions", Kind: table.Figures,
			Value: func(r rung) any { return r.kept.Total().Games }},
		{Key: "games", Head: "games", Kind: table.Figures, Value: func(r rung) any { return r.kept.Openings() }},
		{Key: "kept", Head: "value kept, %", Kind: table.Figures, Value: func(r rung) any { return share(r) },
			Text: func(r rung) string {
				e := share(r)
				low, high := e.Limits()
				return fmt.Sprintf("%.1f (%.1f .. %.1f)", 100*e.Value, 100*low, 100*high)
			}},
	}}
}
