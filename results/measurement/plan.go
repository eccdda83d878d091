// Package measurement answers whether a game is fair, decisive, deep and lively. A [Plan] says which games to play,
// from a proof of small boards to a chain of players. [Plan.Play] lets a [Host] play them, and [Read] takes the games
// of a stored run instead. A [Measurement] holds the results; [Measurement.Answers] returns the answers.
package measurement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Questions returns the questions that a measurement can answer.
func Questions() []string { return []string{"fair", "decisive", "deep", "lively"} }

// Plan says which games a measurement plays.
type Plan struct {
	Variant
	Questions []string // some of [Questions]
	Player    string   // plays against itself at several node limits, up to the limit in its text
	Seed      uint64
	Sizes
}

// Budget bounds the games of a plan. Without Time and Games, the numbers of games follow from the rules alone.
type Budget struct {
	Quick   bool          // whether to do an eighth of the usual work
	Time    time.Duration // longest time from the beginning to the answer; 0 for no limit
	Games   int           // greatest number of games of the plan; 0 for no limit
	Workers int           // number of games played at the same time
}

// Sizes says how many games a measurement plays, and with how many nodes for each decision.
type Sizes struct {
	Decisions  float64  // typical number of decisions in a game, see the function decisions
	Proof      int      // greatest number of positions of a proof
	Rungs      int      // number of rungs (node limits, each four times the limit below)
	SeatGames  int      // games on each rung from the start, and as many from openings
	Measured   int      // games from which metrics are computed
	ClimbNodes uint64   // node limit of the strongest player in the chain (see the function chain)
	ClimbGames int      // games between two neighbours in the chain
	LeftOut    []string // what the budget left out, in words
}

// The work of a plan without a budget, in nodes of alphabeta. A core searches 100,000 to 400,000 nodes a second.
const (
	quickWork   = 60e6
	defaultWork = 480e6
)

// Shares of the work, or of the games, for each part of a plan.
const (
	seatShare     = .40
	measuredShare = .20
	climbShare    = .20
)

// Fewest games that a part should have: a part that would have fewer gets lower node limits instead.
const (
	fewestSeatGames  = 60
	fewestClimbGames = 40
)

// Lowest (approximate) and highest node limit at which a player plays against itself. A quick plan ends at a quarter of
// highestNodes.
const (
	lowestNodes  = 64
	highestNodes = 4096
)

// Settle sets p.Sizes so that the plan stays within the budget b. A quick plan has the node limits of a usual plan
// without the highest ones, so a later usual plan can count the games of the quick plan too.
func (p *Plan) Settle(ctx context.Context, b Budget) error {
	if p.Player == "" {
		top := highestNodes
		if b.Quick {
			top /= rungFactor
		}
		p.Player = fmt.Sprintf("alphabeta:nodes=%d", top)
	}
	count, speed, err := decisions(ctx, p.Rules)
	if err != nil {
		return err
	}
	p.Sizes = Sizes{Decisions: count, Proof: 2_000_000, ClimbNodes: 4096}
	work := defaultWork
	if b.Quick {
		work, p.Proof, p.ClimbNodes = quickWork, 200_000, 512
	}
	a := allotment{Budget: b, work: work, shares: 1}
	if a.bounded() {
		a.shares = p.share("fair", seatShare) + p.share("deep", climbShare) +
			max(p.share("decisive", measuredShare), p.share("lively", measuredShare))
	}
	if b.Time > 0 {
		a.work = speed * float64(max(1, b.Workers)) * b.Time.Seconds()
		p.Proof = min(p.Proof, int(20_000*b.Time.Seconds()))
	}
	p.fitRungs(a)
	// The cost of a measured game, in nodes of alphabeta: two searches at each decision, one by the player and one by
	// the judge, and once a game the values of up to 40 turns of one position. Nodes of mcts take longer.
	p.Measured = a.games(measuredShare, count*3500+40_000, 1, 20, 200)
	p.fitClimb(a)
	if b.Time > 0 && b.Games == 0 { // time ends each part: costs are only guesses
		p.SeatGames, p.Measured, p.ClimbGames = 8*p.SeatGames, 8*p.Measured, 8*p.ClimbGames
	}
	return nil
}

// An allotment divides the work and the games of a budget among the parts of a plan.
type allotment struct {
	Budget
	work   float64 // work of the whole plan, in nodes
	shares float64 // sum of the shares of all parts
}

// bounded reports whether the budget bounds the time or the number of games.
func (a allotment) bounded() bool { return a.Time > 0 || a.Games > 0 }

// games returns the number of games in each of the runs of a part of the plan, an even number. share is the part's
// share of the work, runs the number of the runs, and nodes the cost of one game, in nodes. If neither time nor games
// are bounded, the number lies between least and most.
func (a allotment) games(share, nodes, runs float64, least, most int) int {
	n := share / a.shares * a.work / nodes / runs
	if a.bounded() {
		least, most = 2, tournament.MaxRounds
	}
	if ofGames := share / a.shares * float64(a.Games) / runs; a.Games > 0 && (a.Time == 0 || ofGames < n) {
		n = ofGames
	}
	return max(least, min(most, int(min(n+1e-6, 1e9)))) &^ 1
}

// fitClimb sets ClimbGames, and lowers ClimbNodes if the matches between neighbours in the chain would have too few
// games.
func (p *Plan) fitClimb(a allotment) {
	for most := p.ClimbNodes; ; p.ClimbNodes /= 2 {
		// nodes becomes the mean cost of a game, in nodes. The node limits of all matches sum to 2 ClimbNodes, since
		// they double along the chain. In a match, the opponent has at most half the limit, so a decision costs 3/4 of
		// the limit on average.
		matches := math.Log2(float64(p.ClimbNodes)/fewestNodes) + 1
		nodes := 1.5 * p.Decisions * float64(p.ClimbNodes) / matches
		p.ClimbGames = a.games(climbShare, nodes, matches, fewestClimbGames, 200)
		if p.ClimbGames >= fewestClimbGames || p.ClimbNodes <= 2*fewestNodes {
			if p.Asks("deep") && p.ClimbNodes < most {
				p.LeftOut = append(p.LeftOut, fmt.Sprintf("levels of skill above %d nodes", p.ClimbNodes))
			}
			return
		}
	}
}

// share returns the share of the work that a part of the plan has: 0 if the plan does not ask the question of the part.
func (p *Plan) share(question string, share float64) float64 {
	if p.Asks(question) {
		return share
	}
	return 0
}

// Asks reports whether the plan asks at least one of the questions.
func (p *Plan) Asks(questions ...string) bool {
	return slices.ContainsFunc(questions, func(q string) bool { return slices.Contains(p.Questions, q) })
}

// fitRungs sets Rungs and SeatGames. It leaves out the highest rungs (node limits) if there would be too few games.
func (p *Plan) fitRungs(a allotment) {
	_, limits := ladder(p.Player)
	for p.Rungs = len(limits); ; p.Rungs-- {
		nodes := 0.
		for _, limit := range limits[:p.Rungs] {
			nodes += float64(limit) / float64(p.Rungs)
		}
		runs := 2 * float64(p.Rungs) // a run from the start and one from openings
		p.SeatGames = a.games(seatShare, p.Decisions*nodes, runs, 20, 600)
		if p.SeatGames >= fewestSeatGames || p.Rungs == 1 {
			break
		}
	}
	if p.Asks("fair") && p.Rungs < len(limits) {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("rungs above %d nodes", limits[p.Rungs-1]))
	}
}

// rungFactor is the ratio of the node limits of two successive rungs.
const rungFactor = 4

// ladder returns a player's text without its node limit, and the node limits of the player before fitRungs leaves some
// out, the lowest first.
func ladder(player string) (text string, limits []uint64) {
	if !players.Thinks(player) {
		return player, []uint64{lowestNodes} // a player that ignores the limit
	}
	top := uint64(highestNodes)
	if spec, err := search.ParseSpec(player); err == nil && spec.Limits.Nodes > 0 {
		player, top = spec.Without("nodes"), spec.Limits.Nodes
	}
	for nodes := top; nodes >= lowestNodes || limits == nil; nodes /= rungFactor {
		limits = append(limits, nodes)
	}
	slices.Reverse(limits)
	return player, limits
}

// decisions returns the median number of decisions in three games of alphabeta against itself, at 32, 64 and 128 nodes,
// and the number of nodes that alphabeta searches in a second.
func decisions(ctx context.Context, rules engine.Rules) (median, speed float64, err error) {
	var counts []int
	nodes, begun := 0., time.Now()
	for _, limit := range []uint64{32, 64, 128} {
		player, err := players.New("alphabeta", rules)
		if err != nil {
			return 0, 0, err
		}
		defer func() { _ = search.Close(player) }()
		search.Begin(ctx, player, 1)
		h, count := engine.NewHistory(rules.Start()), 0
		for ; !h.Outcome().Over(); count++ {
			decision, err := player.Decide(ctx, h, search.Limits{Nodes: limit}, nil)
			if err == nil {
				err = cmp.Or(ctx.Err(), h.PlayAll(decision.Steps))
			}
			if err != nil {
				return 0, 0, err
			}
		}
		counts, nodes = append(counts, count), nodes+float64(count)*float64(limit)
	}
	slices.Sort(counts)
	return float64(counts[1]), nodes / time.Since(begun).Seconds(), nil
}

// seats returns the measurements of players against themselves, from the start and, if there are any, from openings.
// Measurements with lower node limits come first, so that they are complete if the plan stops early.
func (p *Plan) seats() (all []experiment.Measurement, err error) {
	const longestOpening = 4 // in turns
	sources := []openings.Source{{Kind: openings.None}}
	if source, _ := beginnings(p.Rules, p.Seed, p.SeatGames, longestOpening); source.Turns > 0 {
		if source.Kind != openings.All {
			if source, err = OpeningsOf(p.Rules, source.Turns); err != nil {
				return nil, err
			}
		}
		sources = append(sources, source)
	}
	player, limits := ladder(p.Player)
	for rung, nodes := range limits[:p.Rungs] {
		for _, source := range sources {
			m, err := SelfPlay(p.Variant, []string{player}, nodes, source, p.SeatGames, p.Seed)
			if err != nil {
				return nil, err
			}
			// Each rung has its own openings and its own draws of node limits, so that the scores are independent. The
			// lowest rung has the seed of the plan itself.
			if rung > 0 {
				m.Spec.Seed = engine.DeriveSeed(m.Spec.Seed, "rung", strconv.Itoa(rung+1))
			}
			all = append(all, m)
		}
	}
	return all, nil
}

// SelfPlay returns the measurement of players that each meet themselves, with node limits drawn between half and twice
// nodes. Each player has at most the given number of games, but at least one round.
func SelfPlay(v Variant, texts []string, nodes uint64, from openings.Source, games int, seed uint64) (
	m experiment.Measurement, err error,
) {
	game := v.Rules.Game()
	spec := tournament.Spec{Game: game.Name(), Options: v.Options, Players: texts, Seed: seed,
		Openings: from, OnFault: tournament.FaultVoid, Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 2}}
	spec.Limits.Nodes = nodes
	spec.Rounds = max(1, games/spec.RoundGames(v.Rules.Seats()))
	if spec, err = spec.Settle(game, players.Recorded); err != nil {
		return m, err
	}
	return experiment.Of(spec, v.Rules), nil
}

// OpeningsOf returns the openings from which a player plays against itself. If the set-up ends with a pie choice (one
// player divides, the other chooses), these are drawn set-ups of the board. Otherwise they are random openings of the
// given number of turns.
func OpeningsOf(rules engine.Rules, turns int) (openings.Source, error) {
	divided, err := openings.DividesSetUp(rules, 0) // 0 is the seed, which does not matter here
	if divided {
		return openings.Source{Kind: openings.SetUps}, err
	}
	return openings.Source{Turns: turns}, err
}

// beginnings returns openings for the given number of games. They are random and have as many turns as possible, up to
// most. If random openings would repeat each other, as on small boards, beginnings returns all openings of one length:
// the length with the most openings. enough is the number of games for which the openings suffice. If every opening
// ends the game, the source has no turns.
func beginnings(rules engine.Rules, seed uint64, games, most int) (source openings.Source, enough int) {
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
