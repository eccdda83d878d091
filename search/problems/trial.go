package problems

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"pillars/engine"
	"pillars/search"
)

// A Result is the result of a [Problem.Trial], as it is printed.
type Result struct {
	Type     string  `json:"type"` // "problem"
	ID       string  `json:"id"`
	Game     string  `json:"game"`
	Kind     Kind    `json:"kind"`
	Position string  `json:"position"`
	Solved   bool    `json:"solved"`             // in the attempt with the whole budget, as are Turn, Score and Nodes
	Turn     string  `json:"turn"`               // the player's turn
	Score    string  `json:"score"`              // the player's score for the seat to act
	Nodes    uint64  `json:"nodes"`              // number of nodes used
	Budget   uint64  `json:"nodes_per_decision"` // the whole budget
	Needed   uint64  `json:"nodes_to_solution"`  // nodes of the last successful attempt, at least fewest; 0 if unsolved
	Points   float64 `json:"points"`             // see points
}

func (r Result) String() string {
	verdict, nodes := "solved", r.Needed
	if !r.Solved {
		verdict, nodes = "FAILED", r.Nodes
	}
	return fmt.Sprintf("%s  %-10s  %-44s  %7d nodes  %s (%s)", verdict, r.Kind, r.ID, nodes, r.Turn, r.Score)
}

// fewest is the smallest number of nodes that a trial reports as needed for a solution. With fewer, chance decides.
const fewest = 32

// Trial lets a player try the problem with fewer and fewer nodes, to measure how many it needs. The first attempt has
// the given nodes for a decision, or the problem's budget if nodes is 0. As long as the player solves the problem, the
// next attempt has half the nodes that the last one used. Result.Needed is the number of nodes of the last successful
// attempt, summed over all decisions of its turn. Each attempt is a new search and needs no reports of progress, so
// that the number means the same for all players.
func (p *Problem) Trial(
	ctx context.Context, position engine.Position, player search.Player, nodes uint64,
) (Result, error) {
	r := Result{Type: "problem", ID: p.ID, Kind: p.Kind, Position: p.Position, Game: p.Game,
		Budget: cmp.Or(nodes, p.nodes)}
	for limit := r.Budget; limit >= min(fewest, r.Budget); {
		tried, err := p.try(ctx, player, position, search.Limits{Nodes: limit})
		if err != nil {
			return r, err
		}
		if r.Needed == 0 { // the first attempt, with the whole budget
			r.Solved, r.Turn, r.Nodes, r.Score = tried.solved, tried.turn, tried.nodes, tried.score.String()
		}
		used := cmp.Or(tried.nodes, limit) // some players do not count nodes
		noFewer := r.Needed > 0 && used >= r.Needed
		if !tried.solved || noFewer {
			break
		}
		r.Needed = max(used, fewest)
		limit = min(limit, used) / 2
	}
	r.Points = points(r.Needed, r.Budget)
	return r, nil
}

// attempt is the turn that a player chose in a problem.
type attempt struct {
	turn   string
	solved bool
	nodes  uint64       // used by all decisions of the turn
	score  search.Score // of the player's first decision
}

// try lets a player decide a turn in the position, as the start of a game whose seed depends on the problem only.
func (p *Problem) try(
	ctx context.Context, player search.Player, position engine.Position, limits search.Limits,
) (attempt, error) {
	search.Begin(ctx, player, engine.DeriveSeed(0, "suite", p.ID))
	turn, nodes, err := search.DecideTurn(ctx, player, engine.NewHistory(position), limits, nil)
	if err != nil {
		return attempt{}, fmt.Errorf("%s: %w", p.ID, err)
	}
	a := attempt{turn: engine.LineText(position, turn.Steps), nodes: nodes, score: turn.Info.Score}
	// A win in several turns is also solved by the proof of another win, which may take longer than the listed ones.
	otherWin := p.Kind.theme == win && p.Kind.Turns > 1 && a.score > search.Proven
	a.solved = otherWin || p.lists(a.turn) != (p.Kind.theme == avoid)
	return a, ctx.Err()
}

// points returns the points of a problem solved with the given nodes: 2 with the whole budget, 3 with half of it, and
// so on. An unsolved problem, with 0 nodes, has 0 points, as if it had needed four times its budget.
func points(needed, budget uint64) float64 {
	if needed == 0 {
		return 0
	}
	return max(0, 2+math.Log2(float64(budget)/float64(needed)))
}

// A PlayerScore is a player's score over all problems, or over the problems of one game.
type PlayerScore struct {
	Type     string  `json:"type"` // "problems-score"
	Player   string  `json:"player"`
	Solved   int     `json:"solved"`
	Problems int     `json:"problems"`
	Nodes    uint64  `json:"nodes"`          // sum of the nodes of all attempts with the whole budget
	Score    float64 `json:"score"`          // mean of the points; one point more means half the nodes
	Game     string  `json:"game,omitempty"` // empty for all games together
}

func (s PlayerScore) String() string {
	of := ""
	if s.Game != "" {
		of = " of " + s.Game
	}
	share := 100 * float64(s.Solved) / float64(max(s.Problems, 1))
	return fmt.Sprintf("%s solves %d of %d problems%s (%.1f %%), score %.3f", s.Player, s.Solved, s.Problems, of,
		share, s.Score)
}

// Scores returns a player's score in each game, if there are several, and then in all problems.
func Scores(player string, results []Result) []PlayerScore {
	var order []string
	ofGame := map[string][]Result{}
	for _, r := range results {
		if ofGame[r.Game] == nil {
			order = append(order, r.Game)
		}
		ofGame[r.Game] = append(ofGame[r.Game], r)
	}
	var scores []PlayerScore
	if len(order) > 1 {
		for _, game := range order {
			scores = append(scores, scoreOf(player, game, ofGame[game]))
		}
	}
	return append(scores, scoreOf(player, "", results))
}

// scoreOf returns a player's score over the results, which are from one game or, if game is "", from all games.
func scoreOf(player, game string, results []Result) PlayerScore {
	s := PlayerScore{Type: "problems-score", Player: player, Game: game, Problems: len(results)}
	for _, r := range results {
		if r.Needed > 0 {
			s.Solved++
		}
		s.Nodes += r.Nodes
		s.Score += r.Points
	}
	s.Score /= float64(max(1, len(results)))
	return s
}
