// Package study answers whether a game is fair, decisive, deep and lively, from a proof if the board is small, from
// games of players against themselves, from first turns and from metrics. The commands play; this package says how much
// to play ([SizesOf], [FirstTurns.Choose]) and what the results show ([Study]).
package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof/solver"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Sizes says how many games a study plays, and with how many nodes for each decision. Sizes depend on the rules, never
// on the speed of the machine, so that the same command plays the same games everywhere.
type Sizes struct {
	Decisions   float64 // number of decisions in a game, see the function Decisions
	Proof       int     // greatest number of positions of a proof
	Lowest      uint64  // node limit of the lowest rung of players against themselves
	Rungs       int     // number of rungs, each with four times the nodes of the rung below
	SeatGames   int     // games on each rung from the start, and as many from openings
	Turns       int     // greatest number of first turns from which games are played
	TurnNodes   uint64  // node limit in games from first turns
	TurnGames   int     // games from each first turn
	Measured    int     // games from which metrics are computed
	ClimbNodes  uint64  // node limit of the strongest player in the chain
	ClimbGames  int     // games between two neighbours in the chain
	RandomGames int     // random games for metrics
}

// The work of a study, in nodes of alphabeta. A core searches 100,000 to 400,000 a second.
const (
	quickWork   = 90e6
	defaultWork = 720e6
)

// Shares of the work for each part of a study.
const (
	seatShare     = .40
	turnShare     = .20
	measuredShare = .20
	climbShare    = .20
)

// SizesOf returns the sizes of a quick or usual study of a game with the given number of decisions. The lower rungs of
// a usual study are the rungs of a quick one, so that games of a quick study count in both.
func SizesOf(quick bool, decisions float64) Sizes {
	work := defaultWork
	s := Sizes{Decisions: decisions, Proof: 2_000_000, Lowest: 64, Rungs: 4, Turns: 12, TurnNodes: 1024,
		ClimbNodes: 4096, RandomGames: 200}
	if quick {
		work = quickWork
		s.Proof, s.Rungs, s.Turns = 200_000, 3, 8
		s.TurnNodes, s.ClimbNodes, s.RandomGames = 256, 512, 50
	}
	nodesOfRungs := 0. // sum of the node limits of all rungs
	for rung := range s.Rungs {
		nodesOfRungs += float64(s.Lowest) * math.Pow(4, float64(rung))
	}
	// A measured game costs nodes for two searches at each decision: one by a player, which is slower for mcts, and one
	// by the judge. In addition, up to 40 turns of one position are valued.
	measuredCost := decisions*3500 + 40_000
	// games returns the number of games that a share of the work allows if a game costs that many nodes. The number is
	// even and lies between least and most.
	games := func(share, nodes float64, least, most int) int {
		n := int(share * work / nodes)
		return max(least, min(most, n)) &^ 1
	}
	s.SeatGames = games(seatShare, 2*decisions*nodesOfRungs, 20, 600) // 2: from the start and from openings
	s.TurnGames = games(turnShare, decisions*float64(s.TurnNodes)*float64(s.Turns), 10, 200)
	s.Measured = games(measuredShare, measuredCost, 20, 200)
	// 1.5: node limits double along the chain, so their sum is twice the last; an opponent has at most half as many.
	s.ClimbGames = games(climbShare, 1.5*decisions*float64(s.ClimbNodes), 40, 200)
	return s
}

func (s Sizes) Records() []any {
	return []any{table.Object("type", "study-plan", "decisions", s.Decisions, "proof_positions", s.Proof,
		"lowest_nodes", s.Lowest, "rungs", s.Rungs, "seat_games", s.SeatGames, "turns", s.Turns, "turn_nodes",
		s.TurnNodes, "turn_games", s.TurnGames, "measured", s.Measured, "climb_nodes", s.ClimbNodes, "climb_games",
		s.ClimbGames)}
}

func (s Sizes) WriteText(w io.Writer) error {
	grid := table.New("part", "#games", "#nodes", "")
	nodes := s.Lowest
	for range s.Rungs {
		grid.Add("from the start, and again from openings", s.SeatGames, nodes, "")
		nodes *= 4
	}
	grid.Add("from each first turn", s.TurnGames, s.TurnNodes, fmt.Sprintf("at most %d turns", s.Turns))
	grid.Add("metrics", s.Measured, 1000, "alphabeta against mcts")
	grid.Add("chain, each match", s.ClimbGames, s.ClimbNodes, "at most so many nodes")
	return cmp.Or(table.Printf(w, "proof of up to %d positions; about %.0f decisions a game\n", s.Proof, s.Decisions),
		grid.WriteText(w))
}

// Decisions returns the median number of decisions in three games of alphabeta against itself, at 32, 64 and 128 nodes.
func Decisions(ctx context.Context, rules engine.Rules) (float64, error) {
	var counts []int
	for _, nodes := range []uint64{32, 64, 128} {
		player, err := players.New("alphabeta", rules)
		if err != nil {
			return 0, err
		}
		defer func() { _ = search.Close(player) }()
		search.Begin(ctx, player, 1)
		h, count := engine.NewHistory(rules.Start()), 0
		for ; !h.Outcome().Over(); count++ {
			decision, err := player.Decide(ctx, h, search.Limits{Nodes: nodes}, nil)
			if err != nil {
				return 0, err
			}
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			for _, step := range decision.Steps {
				if err := h.Play(step); err != nil {
					return 0, err
				}
			}
		}
		counts = append(counts, count)
	}
	slices.Sort(counts)
	return float64(counts[1]), nil
}

// endless is a half width that the intervals of no measurement reach. A plan with this half width ends a measurement
// early only if new rounds repeat earlier ones. A plan without a half width would not check for repeats.
const endless = .001

// SeatPlan plans games of a player against itself from the start and, if there are any, from openings.
func (s *Study) SeatPlan() experiment.Plan {
	plan := s.plan(s.Seed, s.Sizes.Lowest, s.Sizes.SeatGames)
	plan.Rungs, plan.HalfWidth = s.Sizes.Rungs, endless
	plan.Measures = []string{string(experiment.FromStart)}
	const longestOpening = 4 // in turns
	if source, _ := Beginnings(s.Rules, s.Seed, s.Sizes.SeatGames, longestOpening); source.Turns > 0 {
		plan.Measures = append(plan.Measures, string(experiment.FromOpenings))
		plan.Spec.Openings.Turns = source.Turns
		if source.Kind == openings.All {
			plan.Source = func(engine.Rules) (openings.Source, error) { return source, nil }
		}
	}
	return plan
}

// TurnPlan returns the plan of the games from the chosen first turns.
func (s *Study) TurnPlan(chosen []string) experiment.Plan {
	plan := s.plan(engine.DeriveSeed(s.Seed, "first turns"), s.Sizes.TurnNodes, len(chosen)*s.Sizes.TurnGames)
	plan.Measures = []string{string(experiment.FromOpenings)}
	plan.Source = func(rules engine.Rules) (openings.Source, error) {
		return openings.Source{Kind: openings.FromBook, Book: "first turns", Lines: chosen,
			Times: max(1, s.Sizes.TurnGames/max(1, rules.Seats()))}, nil
	}
	return plan
}

// plan returns the settings that all plans of a study share.
func (s *Study) plan(seed, nodes uint64, games int) experiment.Plan {
	spec := tournament.Spec{OnFault: tournament.FaultVoid, Seed: seed}
	spec.Limits.Nodes = nodes
	return experiment.Plan{Game: s.Rules.Game(), Spec: spec, Spread: 2, Players: []string{"alphabeta"}, Rungs: 1,
		Games: games}
}

// Beginnings returns openings for the given number of games. They are random and have as many turns as possible, up to
// most. If random openings would repeat each other, as on small boards, Beginnings returns all openings of a length:
// the one with the greatest number of openings. enough is the number of games for which the openings suffice. If every
// opening ends the game, the source has no turns.
func Beginnings(rules engine.Rules, seed uint64, games, most int) (source openings.Source, enough int) {
	rounds := max(1, games/rules.Seats())
	for turns := most; turns > 0; turns-- {
		random := openings.Source{Turns: turns}
		if _, err := openings.NewList(rules, seed, random, rounds); err == nil {
			return random, games
		}
	}
	for turns := most; turns > 0; turns-- {
		all := openings.Source{Kind: openings.All, Turns: turns}
		list, err := openings.NewList(rules, seed, all, rounds)
		if (err == nil || errors.Is(err, openings.ErrTooFew)) && rules.Seats()*list.Len() > enough {
			source, enough = all, rules.Seats()*list.Len()
		}
	}
	return source, enough
}

// Prove returns a proof of the game's value. It returns nil if a proof would need too many positions, or if the solver
// cannot handle the game. It passes texts about its progress to report.
func (s *Study) Prove(ctx context.Context, report func(func() string)) (*solver.Solution, error) {
	start := s.Rules.Start()
	if solver.Check(start) != nil {
		return nil, nil
	}
	proof, err := solver.Solve(ctx, start, solver.MethodOf(s.Rules),
		solver.Limits{Positions: s.Sizes.Proof, Report: report})
	if errors.Is(err, solver.ErrTooMany) || errors.Is(err, solver.ErrCycles) {
		return nil, nil
	}
	return proof, err
}

// FirstTurns holds the first turns of a game up to symmetry. If there are more than mostListed, it holds that many,
// drawn by the seed.
type FirstTurns struct {
	All   []report.FirstTurn
	Whole bool   // whether All has every first turn
	Pie   bool   // whether the set-up ends with a choice, which is a swap rule; if so, All is empty
	Run   string // id of the run with the games from first turns; empty if none were played
}

const (
	mostListed = 200    // greatest number of first turns that a study lists, up to symmetry
	mostTurns  = 20_000 // greatest number of legal first turns that List looks at
)

// List returns the first turns of a game, in an order drawn by the seed. It leaves out turns that end the game.
func List(rules engine.Rules, seed uint64) (list FirstTurns, err error) {
	if list.Pie, err = openings.DividesSetUp(rules, 0); err != nil || list.Pie { // 0 is the seed of a set-up
		return list, err
	}
	start, seen, turns := rules.Start(), map[uint64]bool{}, 0
	for steps, after := range engine.EachTurn(start) {
		turns++
		if turns > mostTurns {
			break
		}
		if key := engine.CanonicalHash(after); !seen[key] && !after.Over() {
			seen[key] = true
			list.All = append(list.All, report.FirstTurn{Turn: engine.LineText(start, steps), Key: key})
		}
	}
	list.Whole = turns <= mostTurns && len(list.All) <= mostListed
	random := rand.New(engine.NewRandom(engine.DeriveSeed(seed, "first turns")))
	random.Shuffle(len(list.All), func(i, j int) { list.All[i], list.All[j] = list.All[j], list.All[i] })
	list.All = list.All[:min(mostListed, len(list.All))]
	return list, nil
}

// prove sets the field Proven of all turns for which the proof p has a value.
func (f *FirstTurns) prove(p *solver.Solution, start engine.Position) {
	for _, proven := range p.FirstTurns {
		steps, err := engine.ParseTurn(start, proven.Turn)
		if err != nil {
			continue
		}
		key := engine.CanonicalHash(engine.After(start, steps))
		for i := range f.All {
			if f.All[i].Key == key {
				f.All[i].Proven = proven.Value
			}
		}
	}
}

// Choose returns the first turns from which to play games, at most as many as most says. If there are more, it takes
// those whose value by a search is closest to even; with more than two seats, it takes the first of the list. It stores
// the values in All, and then sorts All by them. The proof may be nil. Choose returns no turns if the proof has values
// for all of them.
func (f *FirstTurns) Choose(ctx context.Context, rules engine.Rules, proof *solver.Solution, most int,
	valuer openings.Valuer) (chosen []string, err error,
) {
	if proof != nil {
		f.prove(proof, rules.Start())
	}
	anyUnproven := slices.ContainsFunc(f.All, func(t report.FirstTurn) bool { return t.Proven == "" })
	switch {
	case !anyUnproven:
		return nil, nil
	case len(f.All) > most && rules.Seats() == 2:
		if err := f.value(ctx, rules, valuer); err != nil {
			return nil, err
		}
		slices.SortStableFunc(f.All, func(a, b report.FirstTurn) int {
			return cmp.Compare(math.Abs(*a.Search-.5), math.Abs(*b.Search-.5))
		})
	}
	for _, t := range f.All[:min(most, len(f.All))] {
		chosen = append(chosen, t.Turn)
	}
	return chosen, nil
}

// value sets the field Search of all turns, by a search of the positions after them.
func (f *FirstTurns) value(ctx context.Context, rules engine.Rules, valuer openings.Valuer) error {
	var list []openings.Opening
	for _, t := range f.All {
		steps, err := engine.ParseTurn(rules.Start(), t.Turn)
		if err != nil {
			return err
		}
		list = append(list, openings.Opening{Turns: engine.Turns(rules.Start(), steps)})
	}
	chances, err := search.ChancesOf(valuer.Player, rules)
	if err != nil {
		return err
	}
	valuer.NewPlayer = players.Recorded
	valued, err := valuer.Values(ctx, rules, list)
	for i := range valued {
		f.All[i].Search = new(chances.Of(valued[i].Score))
	}
	return err
}

// score sets Run, and the fields Games and Score of all turns from which games were played.
func (f *FirstTurns) score(found experiment.Finding) {
	f.Run = found.Run
	for _, b := range found.Beginnings {
		for i := range f.All {
			if t := &f.All[i]; t.Key == b.Key {
				t.Games, t.Score = b.Rounds()*found.Spec.RoundGames(found.Rules.Seats()), b.Score()
			}
		}
	}
}

// sorted returns first the proven turns, then those with games, then the others. In each group, the turns are sorted
// from the best for the first seat to the worst.
func (f *FirstTurns) sorted() []report.FirstTurn {
	rank := func(t report.FirstTurn) float64 { // scores are from 0 to 1, so 100 and 10 keep the groups apart
		switch {
		case t.Proven != "":
			return 100 + map[string]float64{"win": 2, "draw": 1, "loss": 0}[t.Proven]
		case t.Games > 0:
			return 10 + t.Score.Value
		case t.Search != nil:
			return *t.Search
		}
		return -1
	}
	all := slices.Clone(f.All)
	slices.SortFunc(all, func(a, b report.FirstTurn) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a.Turn, b.Turn))
	})
	return all
}
