package training

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/quiescence"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// SelfPlay says how a player plays the games to learn from.
type SelfPlay struct {
	LeastRandom int     `json:"least_random"`     // least number of random turns after the set-up
	MostRandom  int     `json:"most_random"`      // greatest number of random turns after the set-up
	Stray       float64 `json:"stray"`            // share of games in which some turns after the opening are random
	OwnSetUp    float64 `json:"own_set_up"`       // share of the games whose set-up the player decides
	Longest     int     `json:"longest"`          // number of turns after which a game is drawn; 0 without limit
	Visits      bool    `json:"visits,omitempty"` // whether to store the visits of the player's searches
}

// UsualSelfPlay returns the default settings of self-play, with random set-ups.
func UsualSelfPlay() SelfPlay {
	return SelfPlay{LeastRandom: 2, MostRandom: 12, Stray: .2, Longest: 400}
}

// Spec returns the spec of a run of self-play games, before [tournament.Spec.Settle].
func (p SelfPlay) Spec(rules engine.Rules, player string, games int, seed uint64) tournament.Spec {
	return tournament.Spec{
		Game: rules.Game().Name(), Options: rules.Settings(), Players: []string{player}, Rounds: games, Seed: seed,
		Format: tournament.Format{Kind: tournament.Training, Stray: p.Stray, Visits: p.Visits},
		Openings: openings.Source{Kind: openings.Varied, Least: p.LeastRandom, Turns: p.MostRandom,
			OwnSetUp: p.OwnSetUp},
		Adjudication: tournament.Adjudication{Proven: rules.Seats() == 2, LongestGame: p.Longest},
	}
}

// Games names stored runs of self-play to learn from.
type Games struct {
	Store *store.Store
	Runs  []string // ids of runs, or other words for [store.Store.Run]
}

// storedGame is a game to learn from.
type storedGame struct {
	tournament.Game
	player string // text of the player
	key    string // hash of the spec and identity of the game; the same in every store
}

// turn holds facts about a turn of a game, and about the step of the turn that is to be played next.
type turn struct {
	decided bool         // whether the player decided the turn; other turns were chosen at random
	setUp   bool         // whether the turn belongs to the set-up of the board
	quiet   bool         // whether the position at the start of the turn is quiet, see [Quiet]
	score   search.Score // score of the player's search; for decided turns only

	step   engine.Step     // the step to be played next
	visits []search.Visits // how often the player's search tried each legal step at this point; nil if unknown
}

// A collector collects from games the data that a fit needs.
type collector interface {
	// open is called before the games of a run, with the rules of the run. It returns an error if the collector cannot
	// use such games.
	open(rules engine.Rules) error
	// add collects the data of a game.
	add(game storedGame, replay *replay) error
}

// read passes the games of all runs to a collector, run by run and sorted by identity. It leaves out games that a
// player's fault ended. It returns an error for a run of another game, and for a run that is not self-play.
func (g Games) read(ctx context.Context, game engine.Game, s Selection, c collector) error {
	for _, idOrName := range g.Runs {
		run, err := g.Store.Run(ctx, idOrName)
		if err != nil {
			return err
		}
		spec, _, err := catalog.SpecOf(run)
		if err != nil {
			return err
		}
		if err = g.readRun(ctx, run, spec, game, s, c); err != nil {
			return fmt.Errorf("run %s: %w", idOrName, err)
		}
	}
	return nil
}

func (g Games) readRun(
	ctx context.Context, run store.Run, spec tournament.Spec, game engine.Game, s Selection, c collector,
) error {
	if spec.Game != game.Name() {
		return fmt.Errorf("its games are of %s, not of %s", spec.Game, game.Name())
	}
	if spec.Format.Kind != tournament.Training {
		return fmt.Errorf("it is a %s, not self-play; name a run that pillars selfplay has played", run.Kind)
	}
	rules, err := game.New(spec.Options)
	if err != nil {
		return err
	}
	if err := c.open(rules); err != nil {
		return err
	}
	replay, err := newReplay(rules, s, spec.Players[0])
	if err != nil {
		return err
	}
	hash := spec.Hash()
	for stored, err := range g.Store.FindByIdentity(ctx, run.ID) {
		if err != nil {
			return err
		}
		if stored.Faulted() {
			continue
		}
		if err := c.add(storedGame{stored.Game, spec.Players[0], hash + "/" + stored.Identity}, replay); err != nil {
			return fmt.Errorf("game %s: %w", stored.Name(), err)
		}
	}
	return nil
}

// replay replays the games of a run position by position. Only one goroutine may use it.
type replay struct {
	rules     engine.Rules
	quiet     Quiet
	evaluator eval.Evaluator       // static evaluation for the searcher; nil without a searcher
	searcher  *quiescence.Searcher // quiescence search; nil except for QuietSearch and two seats
	noisy     []engine.Step        // buffer for the noisy steps of a position
}

// newReplay returns a replay that decides by s.Quiet which positions are quiet. For this it evaluates positions with
// the weights of player.
func newReplay(rules engine.Rules, s Selection, player string) (*replay, error) {
	r := &replay{rules: rules, quiet: s.Quiet}
	if s.Quiet != QuietSearch || rules.Seats() > 2 {
		return r, nil
	}
	spec, _ := search.ParseSpec(player) // after an error, Weights is empty, which selects the default weights
	var err error
	if r.evaluator, err = eval.Load(spec.Weights, rules); err != nil {
		return nil, fmt.Errorf("its player says which positions are quiet: %w", err)
	}
	r.searcher = quiescence.New(rules, r.evaluator)
	return r, nil
}

// isQuiet reports whether a position is quiet according to r.quiet. Without a searcher, for example with three seats, a
// position is quiet if it has no noisy step.
func (r *replay) isQuiet(p engine.Position) bool {
	if r.quiet == QuietAny || r.quiet == "" { // "" in the zero Selection
		return true
	}
	r.noisy = p.AppendNoisy(r.noisy[:0])
	if len(r.noisy) == 0 || r.searcher == nil {
		return len(r.noisy) == 0
	}
	static := search.Score(r.evaluator.Evaluate(p, p.Seat()))
	change := r.searcher.Value(p, -search.MaxScore, search.MaxScore) - static
	return max(change, -change) <= quietMargin
}

// each replays a game and calls see before every step, with the position and the facts about the turn and the step.
func (r *replay) each(game storedGame, see func(p engine.Position, now turn) error) error {
	h, err := game.Record.Replay(r.rules.Game())
	if err != nil {
		return err
	}
	p, now := h.Start().Clone(), turn{}
	number := -game.Record.Opening // index in game.Thoughts of the next turn; negative in the opening
	var visits [][]search.Visits   // visits for the remaining steps of the turn
	for _, step := range h.Steps() {
		if p.StartsTurn() {
			now, visits = turn{setUp: p.InOpening(), quiet: r.isQuiet(p)}, nil
			if number >= len(game.Thoughts) {
				return fmt.Errorf("it has more turns than the %d that are thought about", len(game.Thoughts))
			}
			if number >= 0 && !game.Thoughts[number].Random {
				thought := game.Thoughts[number]
				now.decided, now.score = true, thought.Score
				if thought.Visits != "" {
					if visits, err = tournament.ParseVisits(thought.Visits); err != nil {
						return err
					}
				}
			}
			number++
		}
		now.step, now.visits = step, nil
		if len(visits) > 0 {
			now.visits, visits = visits[0], visits[1:]
		}
		if err := see(p, now); err != nil {
			return err
		}
		p.Play(step)
	}
	return nil
}

// SetRandomTurns sets LeastRandom and MostRandom from a range A..B, or from one number for both.
func (p *SelfPlay) SetRandomTurns(text string) error {
	low, high, found := strings.Cut(text, "..")
	if !found {
		high = low
	}
	least, err := strconv.Atoi(low)
	most, errMost := strconv.Atoi(high)
	if err != nil || errMost != nil || least < 0 || most < least {
		return fmt.Errorf("%q is not of the form A..B, such as 2..12, the smaller first", text)
	}
	p.LeastRandom, p.MostRandom = least, most
	return nil
}
