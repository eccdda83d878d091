package measurement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/show/report"
	"pillars/search"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// Host plays the runs of measurements.
type Host struct {
	// Play plays the missing games of the run of part, and then calls part.Take unless it plays only a shard. It
	// returns the number of games that a player's fault ended.
	Play func(ctx context.Context, part *Part) (faults int, err error)
	// Search calls do, which may take long. The context of do ends when the user interrupts; do reports its progress by
	// note.
	Search  func(do func(ctx context.Context, note func(text func() string)) error) error
	Watched func(n, of int) // receives the number n of games evaluated so far, of all games to evaluate
	End     time.Time       // when the measurement should be complete; zero for no limit
	Workers int
}

// Part is one of the runs whose games a measurement plays.
type Part struct {
	Title string
	Spec  tournament.Spec
	Game  engine.Game
	Take  func(context.Context, *session.Session) error // reads the games of the session's run for the measurement

	end time.Time // when no further game begins; zero for no limit
}

// Watch lets the session's run end at the end of the part's time.
func (p *Part) Watch(s *session.Session) {
	if !p.end.IsZero() {
		s.Gauge = deadline{p.end}
	}
}

// A deadline is a gauge that ends a run at a time.
type deadline struct{ time.Time }

// Restart implements [session.Gauge].
func (deadline) Restart(tournament.Spec) {}

// Watch implements [session.Gauge].
func (d deadline) Watch(tournament.Result) bool { return time.Now().After(d.Time) }

// A schedule divides the time of a measurement among its parts.
type schedule struct {
	end  time.Time // when the measurement should be complete; zero for no limit
	left float64   // cost of the parts to come, in nodes
}

// next returns when the next part, which has the given cost in nodes, should end.
func (s *schedule) next(cost float64) time.Time {
	if s.end.IsZero() {
		return s.end
	}
	share := cost / max(s.left, cost)
	s.left -= cost
	return time.Now().Add(time.Duration(share * float64(time.Until(s.end))))
}

// rungCost estimates the cost, in nodes, of a player's games against itself at one node limit. The functions below
// estimate the costs of the games for metrics, of their evaluation, and of the chain.
func (p *Plan) rungCost(nodes uint64) float64 {
	return float64(p.SeatGames) * p.Decisions * float64(max(nodes, 50))
}

func (p *Plan) playCost() float64 { return float64(p.Measured) * p.Decisions * 1500 }
func (p *Plan) lookCost() float64 { return float64(p.Measured) * (p.Decisions*2000 + 40_000) }
func (p *Plan) climbCost() float64 {
	return float64(p.ClimbGames) * p.Decisions * 2.5 * float64(p.ClimbNodes)
}

// Play answers the questions of the plan by games that the host plays. faults is the number of games that a player's
// fault ended. If the host plays only a shard, m has no findings.
func (p *Plan) Play(ctx context.Context, host Host) (m *Measurement, faults int, err error) {
	m = &Measurement{Plan: *p}
	seats, err := p.seats()
	if err != nil {
		return nil, 0, err
	}
	times := &schedule{end: host.End}
	if p.Asks("fair") {
		for _, rung := range seats {
			times.left += p.rungCost(rung.Nodes)
		}
	}
	if p.Asks("decisive", "lively") {
		times.left += p.playCost() + p.lookCost()
	}
	climbs := p.Asks("deep") && p.Rules.Seats() == 2
	if climbs {
		times.left += p.climbCost()
	}
	play := func(part *Part) error {
		part.Game = p.Rules.Game()
		n, err := host.Play(ctx, part)
		faults += n
		return err
	}
	if p.Asks("fair") {
		if err := m.fair(host, times, seats, play); err != nil {
			return nil, faults, err
		}
	}
	if p.Asks("decisive", "lively") {
		if err := m.measure(host, times, play); err != nil {
			return nil, faults, err
		}
	}
	if climbs {
		if err := m.climb(times, play); err != nil {
			return nil, faults, err
		}
	}
	m.settle()
	return m, faults, nil
}

// fair proves the value of a small board, and plays games of players against themselves.
func (m *Measurement) fair(
	host Host, times *schedule, seats []experiment.Measurement, play func(*Part) error,
) (err error) {
	err = host.Search(func(ctx context.Context, note func(func() string)) (err error) {
		m.Proof, err = m.prove(ctx, note)
		return err
	})
	if err != nil {
		return err
	}
	for i, rung := range seats {
		part := &Part{Title: fmt.Sprintf("%d of %d: %v", i+1, len(seats), rung), Spec: rung.Spec,
			end: times.next(m.rungCost(rung.Nodes))}
		part.Take = func(ctx context.Context, s *session.Session) error {
			gatherer := experiment.NewGatherer(rung)
			games, err := catalog.Games(ctx, s.Store, s.Run.ID, s.Plan)
			for _, game := range games {
				err = cmp.Or(err, gatherer.Add(game))
			}
			m.Findings = append(m.Findings, gatherer.Finding(s.Run.ID))
			return err
		}
		if err := play(part); err != nil {
			return err
		}
	}
	return nil
}

// prove returns a proof of the game's value. It returns nil if a proof would need too many positions, or if the solver
// cannot handle the game.
func (m *Measurement) prove(ctx context.Context, note func(func() string)) (*solver.Solution, error) {
	start := m.Rules.Start()
	if solver.Check(start) != nil || m.Plan.Proof == 0 {
		return nil, nil
	}
	proof, err := solver.Solve(ctx, start, solver.Limits{Positions: m.Sizes.Proof, Report: note})
	if errors.Is(err, solver.ErrTooMany) {
		return nil, nil
	}
	return proof, err
}

// usualPlayers holds the players of the games from which metrics are computed. A game with n seats uses the first n.
var usualPlayers = []string{
	"alphabeta:nodes=1000", "mcts:nodes=300", "alphabeta:nodes=1000,quiescence=false", "mcts:nodes=300,cpuct=1",
}

// match returns the part that plays games between players from openings. The part has only whole rounds, so it may have
// a few more games than the argument games says. ok is false if every opening ends the game.
func (m *Measurement) match(title string, players []string, games int) (part *Part, ok bool, err error) {
	const mostTurns = 2 // greatest number of turns in an opening
	source, enough := beginnings(m.Rules, m.Seed, max(m.Measured, m.ClimbGames), mostTurns)
	spec := tournament.Spec{Game: m.Rules.Game().Name(), Options: m.Options, Players: players, Seed: m.Seed,
		Openings: source, Rounds: 1}
	if spec, err = session.Settle(spec, m.Rules.Game()); err != nil || source.Turns == 0 {
		return nil, false, err
	}
	oneRound, err := tournament.NewPlan(spec, m.Rules.Game())
	if err != nil {
		return nil, false, err
	}
	roundGames := oneRound.Len() // number of games from one opening
	spec.Rounds = (min(enough, games) + roundGames - 1) / roundGames
	return &Part{Title: title, Spec: spec}, true, nil
}

// measure plays games between different players and computes metrics.
func (m *Measurement) measure(host Host, times *schedule, play func(*Part) error) error {
	part, ok, err := m.match("games for metrics", usualPlayers[:m.Rules.Seats()], m.Measured)
	if err != nil || !ok {
		return err
	}
	effort := recorder.UsualEffort(m.Seed, host.Workers, 0)
	part.end = times.next(m.playCost())
	part.Take = func(ctx context.Context, s *session.Session) error {
		games, err := catalog.Games(ctx, s.Store, s.Run.ID, s.Plan)
		if err != nil {
			return err
		}
		sample, err := effort.Sample(ctx, m.Rules, games, times.next(m.lookCost()),
			func(n int) { host.Watched(n, len(games)) })
		m.take(s.Run.ID, sample, s.Spec)
		return err
	}
	return play(part)
}

// take computes the metrics of sample, which has games of the given run.
func (m *Measurement) take(run string, sample metrics.Sample, spec tournament.Spec) {
	sample.Forfeits = spec.OnFault != tournament.FaultVoid
	var only []string // nil for all metrics
	if !m.Asks("decisive", "deep", "lively") {
		only = []string{"seat-score"}
	}
	m.MetricsRun, m.Players, m.Judge, m.Metrics = run, spec.Players, sample.Judge, metrics.Of(sample, only...)
	m.Measured = len(sample.Games)
	if sample.Results != nil {
		m.Measured = 0
	}
	for _, round := range sample.Results {
		m.Measured += round.Count * len(round.Round)
	}
}

// climb plays the matches of a chain of players, each stronger than the one before.
func (m *Measurement) climb(times *schedule, play func(*Part) error) (err error) {
	left := m.climbCost()
	match := func(nodes uint64, player, below string) (metrics.Rung, error) {
		rung := metrics.Rung{Player: player}
		part, ok, err := m.match(fmt.Sprintf("levels of skill: %s against %s", player, below), []string{player, below},
			m.ClimbGames)
		if err != nil || !ok {
			return rung, err
		}
		cost := float64(m.ClimbGames) * m.Decisions * 1.25 * float64(max(200, nodes))
		times.left, left = times.left-left+max(left, cost), max(0, left-cost)
		part.end = times.next(cost)
		part.Take = func(ctx context.Context, s *session.Session) error {
			stored, err := s.Results(ctx)
			for _, game := range s.Plan.List() {
				if result, done := stored[game.Identity]; done {
					rung.Points += result.Outcome.Scores[slices.Index(result.Players, s.Spec.Players[0])]
					rung.Games++
				}
			}
			m.ChainRuns = append(m.ChainRuns, s.Run.ID)
			return err
		}
		return rung, play(part)
	}
	m.Chain, err = chain("alphabeta", m.ClimbNodes, match)
	return err
}

// fewestNodes is the lowest node limit in a chain.
const fewestNodes = 8

// chain returns a chain of players, in which each player scores [metrics.Passing] or more against the player below it.
// The lowest player is random play; the others are the climber with increasing node limits. chain doubles the limit
// until the climber scores at least [metrics.Passing] against the highest player so far. No limit is above most. The
// climber with the last limit is added even if it scores less, since its score gives a bound of the depth. The function
// play plays a match between a player and the player below it.
func chain(climber string, most uint64, play func(nodes uint64, player, below string) (metrics.Rung, error)) (
	all []metrics.Rung, err error,
) {
	all = []metrics.Rung{{Player: "random"}}
	for nodes := uint64(fewestNodes); nodes <= most; nodes *= 2 {
		rung, err := play(nodes, search.With(climber, "nodes", nodes), all[len(all)-1].Player)
		if err != nil {
			return nil, err
		}
		passed, lastLimit := rung.Points >= metrics.Passing*float64(rung.Games), 2*nodes > most
		if passed || lastLimit {
			all = append(all, rung)
		}
	}
	return all, nil
}

// Read answers the questions of the plan p by the games of the stored run. Scores and lengths come from all games of
// the run; everything that needs moves comes from a sample of the games. Of p, only Questions has to be set.
func Read(ctx context.Context, p Plan, in report.Reader, run string) (*Measurement, error) {
	stored, err := in.DB.Run(ctx, run)
	if err != nil {
		return nil, err
	}
	in.Replay = p.Asks("decisive", "deep", "lively")
	if !p.Asks("lively") { // nothing else needs searches
		in.Record.Judge, in.Record.Judgements, in.Record.WholeTurns = "", 0, 0
	}
	data, err := in.Read(ctx, stored)
	if err != nil {
		return nil, err
	}
	p.Rules, p.Options, p.Seed = data.Rules, data.Rules.Settings(), in.Record.Seed
	m := &Measurement{Plan: p, stored: true, Chain: data.Sample.Chain}
	if data.Finding != nil {
		m.Findings = []experiment.Finding{*data.Finding}
	}
	m.take(stored.ID, data.Sample, data.Spec)
	m.Players, m.Basis = data.Strongest, data.Basis()
	m.settle()
	return m, nil
}
