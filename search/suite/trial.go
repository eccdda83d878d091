package suite

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// A Result is the result of a [Problem.Trial], as it is printed and later compared. If the trial was given a number of
// nodes, this number is Budget and Stated.
type Result struct {
	Type     string  `json:"type"` // "problem"
	ID       string  `json:"id"`
	Kind     Kind    `json:"kind"`
	Position string  `json:"position"`
	Solved   bool    `json:"solved"`             // in the attempt with the whole budget, as are Turn, Score and Nodes
	Turn     string  `json:"turn"`               // the player's turn
	Score    string  `json:"score"`              // the player's score for the seat to act
	Nodes    uint64  `json:"nodes"`              // number of nodes used
	Budget   uint64  `json:"nodes_per_decision"` // the whole budget of this kind of player
	Game     string  `json:"game"`
	Needed   uint64  `json:"nodes_to_solution"` // nodes of the last successful attempt, at least fewest; 0 if unsolved
	Stated   uint64  `json:"budget"`            // the problem's budget for all kinds of players; Points depend on it
	Points   float64 `json:"points"`            // see points
	Seconds  float64 `json:"seconds_to_solution"`
}

// CSVHeading names the columns of [Result.CSV].
const CSVHeading = "id,game,kind,solved,turn,budget,nodes_to_solution,points,seconds_to_solution"

// CSV returns the result as a row.
func (r Result) CSV() []string {
	return []string{r.ID, r.Game, r.Kind.String(), fmt.Sprint(r.Solved), r.Turn, fmt.Sprint(r.Budget),
		fmt.Sprint(r.Needed), fmt.Sprintf("%.3f", r.Points), fmt.Sprintf("%.6f", r.Seconds)}
}

func (r Result) String() string {
	verdict, nodes := "solved", r.Needed
	if !r.Solved {
		verdict, nodes = "FAILED", r.Nodes
	}
	return fmt.Sprintf("%s  %-9s  %-44s  %7d nodes  %s (%s)", verdict, r.Kind, r.ID, nodes, r.Turn, r.Score)
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
	spec, err := search.ParseSpec(player.Name())
	if err != nil {
		return Result{}, err
	}
	r := Result{Type: "problem", ID: p.ID, Kind: p.Kind, Position: p.Position, Game: p.game,
		Stated: cmp.Or(nodes, p.nodes), Budget: cmp.Or(nodes, p.BudgetOf(spec.Kind))}
	for limit := r.Budget; limit >= min(fewest, r.Budget); {
		started := time.Now()
		attempt, err := p.Try(ctx, player, position, search.Limits{Nodes: limit})
		if err != nil {
			return r, err
		}
		if r.Needed == 0 { // the first attempt, with the whole budget
			r.Solved, r.Turn, r.Nodes = attempt.Solved, attempt.Turn, attempt.Nodes
			r.Score = attempt.Info.Score.String()
		}
		used := cmp.Or(attempt.Nodes, limit) // some players do not count nodes
		noFewer := r.Needed > 0 && used >= r.Needed
		if !attempt.Solved || noFewer {
			break
		}
		r.Needed, r.Seconds = max(used, fewest), time.Since(started).Seconds()
		limit = min(limit, used) / 2
	}
	r.Points = points(r.Needed, r.Stated)
	return r, nil
}

// A PlayerScore is a player's score over all problems, or over the problems of one game.
type PlayerScore struct {
	Type      string  `json:"type"` // "suite-score"
	Player    string  `json:"player"`
	Solved    int     `json:"solved"`
	Problems  int     `json:"problems"`
	Nodes     uint64  `json:"nodes"`                  // sum of the nodes of all attempts with the whole budget
	Score     float64 `json:"score"`                  // mean of the points; one point more means half the nodes
	MeanNodes float64 `json:"mean_nodes_to_solution"` // geometric mean; unsolved problems count penalty * budget
	Game      string  `json:"game,omitempty"`         // empty for all games together
}

func (s PlayerScore) String() string {
	of := ""
	if s.Game != "" {
		of = " of " + s.Game
	}
	share := 100 * float64(s.Solved) / float64(max(s.Problems, 1))
	return fmt.Sprintf("%s solves %d of %d problems%s (%.1f %%), score %.3f, %.0f nodes to the solution",
		s.Player, s.Solved, s.Problems, of, share, s.Score, s.MeanNodes)
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
	s := PlayerScore{Type: "suite-score", Player: player, Game: game, Problems: len(results)}
	if len(results) == 0 {
		return s
	}
	sumOfLogs := 0.0
	for _, r := range results {
		if r.Needed > 0 {
			s.Solved++
		}
		s.Nodes += r.Nodes
		s.Score += points(r.Needed, r.Stated)
		sumOfLogs += math.Log2(counted(r.Needed, r.Stated))
	}
	s.Score /= float64(len(results))
	s.MeanNodes = math.Exp2(sumOfLogs / float64(len(results))) // the geometric mean
	return s
}

// Comparison compares two runs over the problems that are the same in both.
type Comparison struct {
	Type   string   `json:"type"` // "suite-comparison"
	File   string   `json:"file"`
	Player string   `json:"player"`       // in the earlier run
	Common int      `json:"common"`       // number of problems compared
	Newer  int      `json:"not_compared"` // number of problems that the earlier run lacks or has in another form
	Won    []string `json:"won"`          // ids of problems that only this run solves
	Lost   []string `json:"lost"`         // ids of problems that only the earlier run solves
	Then   float64  `json:"score_before"` // score of the earlier run over the problems compared
	Now    float64  `json:"score"`        // score of this run over them
	Nodes  float64  `json:"nodes_factor"` // mean nodes to the solution, now divided by before; 1 if none is compared
}

func (c Comparison) String() string {
	list := func(ids []string) string { return cmp.Or(strings.Join(ids, ", "), "none") }
	return fmt.Sprintf("compared with %s in %s, over %d problems (%d not compared):\nwon: %s\nlost: %s\n"+
		"score %.3f -> %.3f (%+.3f), nodes x %.3f",
		c.Player, c.File, c.Common, c.Newer, list(c.Won), list(c.Lost), c.Then, c.Now, c.Now-c.Then, c.Nodes)
}

// Earlier holds the results of an earlier run, as read from its JSON output.
type Earlier struct {
	file    string
	player  string
	results []Result
}

// ReadEarlier reads the JSON output of a finished run from a file. It returns an empty Earlier if the path is empty.
func ReadEarlier(path string) (e Earlier, err error) {
	if path == "" {
		return e, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return e, err
	}
	defer file.Close() // only read
	e.file = path
	if lines, err := e.read(json.NewDecoder(file)); err != nil {
		return e, fmt.Errorf("%s: answer %d: must be what a suite prints for programs", path, lines)
	}
	if e.player == "" {
		return e, fmt.Errorf("%s: no score in it: must be all that a suite prints for programs", path)
	}
	return e, nil
}

// read reads JSON lines up to the first error. It returns the number of lines read, including the line with the error.
func (e *Earlier) read(decoder *json.Decoder) (lines int, err error) {
	for ; err == nil && decoder.More(); lines++ {
		var line json.RawMessage
		var head struct{ Type, Player string }
		if err = decoder.Decode(&line); err == nil {
			err = json.Unmarshal(line, &head)
		}
		switch {
		case err != nil:
		case head.Type == "problem":
			e.results = append(e.results, Result{})
			err = json.Unmarshal(line, &e.results[len(e.results)-1])
		case head.Type == "suite-score":
			e.player = head.Player
		}
	}
	return lines, err
}

// Compare compares the results of a run with the results of the earlier run.
func (e Earlier) Compare(now []Result) Comparison {
	c := Comparison{Type: "suite-comparison", File: e.file, Player: e.player, Won: []string{}, Lost: []string{},
		Nodes: 1}
	earlierByID := map[string]Result{}
	for _, r := range e.results {
		earlierByID[r.ID] = r
	}
	var before, after []Result
	for _, r := range now {
		then, ok := earlierByID[r.ID]
		same := then.Position == r.Position && then.Kind == r.Kind && then.Budget == r.Budget && then.Stated == r.Stated
		if !ok || !same {
			c.Newer++
			continue
		}
		before, after = append(before, then), append(after, r)
		switch {
		case r.Solved && !then.Solved:
			c.Won = append(c.Won, r.ID)
		case then.Solved && !r.Solved:
			c.Lost = append(c.Lost, r.ID)
		}
	}
	earlier, later := scoreOf("", "", before), scoreOf("", "", after)
	c.Common, c.Then, c.Now = later.Problems, earlier.Score, later.Score
	if c.Common > 0 {
		c.Nodes = later.MeanNodes / earlier.MeanNodes
	}
	return c
}

// An Attempt is the turn that a player chose in a problem.
type Attempt struct {
	Turn   string
	Solved bool
	Nodes  uint64      // used by all decisions of the turn
	Info   search.Info // the player's report on its first decision
}

// Try lets a player decide a turn in the position, as the start of a game whose seed depends on the problem only.
func (p *Problem) Try(
	ctx context.Context, player search.Player, position engine.Position, limits search.Limits,
) (Attempt, error) {
	search.Begin(ctx, player, engine.DeriveSeed(0, "suite", p.ID))
	turn, nodes, err := search.DecideTurn(ctx, player, engine.NewHistory(position), limits, nil)
	if err != nil {
		return Attempt{}, fmt.Errorf("%s: %w", p.ID, err)
	}
	attempt := Attempt{Turn: engine.LineText(position, turn.Steps), Nodes: nodes, Info: turn.Info}
	// A win in several turns is also solved by the proof of another win, which may take longer than the listed ones.
	otherWin := p.Kind.theme == win && p.Kind.turns > 1 && attempt.Info.Score > search.Proven
	attempt.Solved = otherWin || p.Solves(attempt.Turn)
	return attempt, ctx.Err()
}

// penalty is the factor for unsolved problems: each counts as many nodes as penalty times its budget.
const penalty = 4

// points returns the points for solving a problem with the given nodes: log2(penalty * budget / nodes), but at least 0.
// With the whole budget that is 2, and with half of it 3. Nodes of 0 mean an unsolved problem, which gets 0 points.
func points(nodes, budget uint64) float64 {
	return math.Log2(unsolved(budget) / counted(nodes, budget))
}

func unsolved(budget uint64) float64 { return penalty * float64(max(budget, 1)) }

// counted returns the number of nodes that a problem counts, given the number to its solution, or 0 if it is unsolved.
func counted(nodes, budget uint64) float64 {
	if nodes == 0 {
		return unsolved(budget)
	}
	return min(float64(nodes), unsolved(budget))
}
