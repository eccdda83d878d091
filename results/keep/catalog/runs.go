// Package catalog reads what a store holds. It finds runs by their ids and tags, counts the games of runs that are
// rated together, and checks games against the rules, the plan and the players.
package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// An Outline holds the fields that the specs of all kinds of runs have.
type Outline struct {
	Game    string   `json:"game"`
	Players []string `json:"players"`
}

// OutlineOf reads the outline from the spec of a run.
func OutlineOf(run store.Run) (outline Outline, err error) {
	if err := json.Unmarshal([]byte(run.Spec), &outline); err != nil {
		return outline, fmt.Errorf("run %s: its spec cannot be read: %w", run.ID, err)
	}
	return outline, nil
}

// SpecOf returns the spec and the rules of a run. It returns an error for the spec of a run that only other versions
// play.
func SpecOf(run store.Run) (spec tournament.Spec, rules engine.Rules, err error) {
	if spec, err = tournament.ParseSpec(run.Spec); err != nil {
		return spec, nil, fmt.Errorf("run %s: %w: made by another version; its games can be listed and exported: "+
			"pillars games %[1]s", run.ID, err)
	}
	game, err := games.Find(spec.Game)
	if err == nil {
		rules, err = game.New(spec.Options)
	}
	return spec, rules, err
}

// GamesDone returns the numbers of stored and planned games as "12/180", or "12" if the run has no planned number.
func GamesDone(run store.Run) string {
	if run.Total == 0 {
		return fmt.Sprint(run.Games)
	}
	return fmt.Sprintf("%d/%d", run.Games, run.Total)
}

// Games returns the stored games of a plan with their moves, in the order of the plan. It leaves out games that
// [SourceOf] excludes, but includes games that a player's fault ended.
func Games(ctx context.Context, db *store.Store, run string, plan tournament.Plan) ([]tournament.Game, error) {
	source, err := SourceOf(ctx, db, run, plan.Spec)
	if err != nil {
		return nil, err
	}
	games := make([]tournament.Game, plan.Len())
	for game, err := range db.Find(ctx, run, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		if n, planned := plan.Number(game.Result); planned && source.Has(game.Opening) { // skips games of a longer plan
			games[n] = game.Game
		}
	}
	return slices.DeleteFunc(games, func(game tournament.Game) bool { return game.Identity == "" }), nil
}

// PositionsAfterTurns returns the start position of a history, followed by the position after each of its turns.
func PositionsAfterTurns(h *engine.History) []engine.Position {
	p := h.Start().Clone()
	positions := []engine.Position{p.Clone()}
	for _, step := range h.Steps() {
		p.Play(step)
		if p.Over() || p.StartsTurn() {
			positions = append(positions, p.Clone())
		}
	}
	return positions
}

// Find returns the runs that words name, as in [store.Store.Named], each run once.
func Find(ctx context.Context, db *store.Store, words ...string) (found []store.Run, err error) {
	for _, word := range words {
		named, err := db.Named(ctx, word)
		if err != nil {
			return nil, err
		}
		for _, run := range named {
			if !slices.ContainsFunc(found, func(other store.Run) bool { return other.ID == run.ID }) {
				found = append(found, run)
			}
		}
	}
	return found, nil
}

// A Source names a run whose games are rated and says which of its games count.
type Source struct {
	Run      string
	Spec     tournament.Spec // Spec.OnFault decides whether games with a fault count
	Openings int             // greatest number of an opening whose games count; 0 for all openings, -1 for none
	LeftOut  []int           // numbers of openings whose games do not count

	// opening returns the number that an opening has among all combined runs, given the number of the opening in this
	// run. The function is nil for a run that is not combined with others.
	opening func(int) int
	players map[string]string // by name in the games: the name under which the player is rated, if different
}

// Has reports whether the games from an opening count.
func (s Source) Has(opening int) bool {
	return (s.Openings == 0 || opening <= s.Openings) && !slices.Contains(s.LeftOut, opening)
}

// SourceOf returns a source with the games of a run that count in statistics. In a sequential test, only the games that
// the test has used count. Other games, from unfinished openings or after the decision, would make statistics depend on
// how many games were played at the same time.
func SourceOf(ctx context.Context, db *store.Store, run string, spec tournament.Spec) (Source, error) {
	if spec.Format.Test == nil {
		return Source{Run: run, Spec: spec}, nil
	}
	test, err := results.FollowTest(spec, db.Results(ctx, run))
	return SourceOfTest(run, spec, test), err
}

// SourceOfTest returns a source with the games that a sequential test has used.
func SourceOfTest(run string, spec tournament.Spec, test results.TestStanding) Source {
	source := Source{Run: run, Spec: spec}
	if source.Openings, source.LeftOut = test.Used(); source.Openings == 0 {
		source.Openings = -1
	}
	return source
}

// mostCompared is the largest number of games for which Fold counts the distinct games. For a million games it would
// take 10 s.
const mostCompared = 200_000

// Fold counts the games of all sources in one [results.Fold]. It also counts the distinct games, unless the sources
// have different rules for faults or select different openings, or there are more than mostCompared games. It passes
// the results of all games that it reads to see, unless see is nil. In the results, the players have the names under
// which they are rated.
func Fold(
	ctx context.Context, db *store.Store, see func(run string, r tournament.Result), sources ...Source,
) (*results.Fold, error) {
	fold, err := count(ctx, db, see, sources...)
	if err != nil {
		return nil, err
	}
	first := sources[0]
	var ids []string
	for _, source := range sources {
		ids = append(ids, source.Run)
		if source.Spec.OnFault != first.Spec.OnFault || source.Openings != first.Openings ||
			len(sources) > 1 && len(source.LeftOut) > 0 {
			return fold, nil
		}
	}
	if n := fold.Games(); n > 0 && n <= mostCompared {
		fold.Distinct, err = db.Distinct(ctx, first.Spec.OnFault, first.Openings, first.LeftOut, ids...)
	}
	return fold, err
}

// count counts the games of the sources. In the fold, the name of an opening is the opening's number. For several runs,
// which may share openings, the name is RUN/NUMBER with the first run that has the opening.
func count(
	ctx context.Context, db *store.Store, see func(run string, r tournament.Result), sources ...Source,
) (*results.Fold, error) {
	fold := &results.Fold{}
	// A fold that knows the number of games from an opening needs less memory. The number is not known for several
	// runs, since they may share openings.
	findSize := len(sources) == 1 // whether RoundSize is still to be set, from the number of seats of the first game
	shared := map[int]string{}    // names of openings, by number among all combined runs
	for _, source := range sources {
		for r, err := range db.Results(ctx, source.Run) {
			if err != nil {
				return nil, err
			}
			r.Players = source.named(r.Players)
			if see != nil {
				see(source.Run, r)
			}
			if findSize {
				fold.RoundSize, findSize = source.Spec.OpeningGames(r.Outcome.Seats), false
			}
			if source.Spec.OnFault.Voids(r) || !source.Has(r.Opening) {
				continue
			}
			game := results.Finished{Players: r.Players, Scores: r.Outcome.Scores[:r.Outcome.Seats]}
			switch {
			case r.Opening == 0: // a game without an opening: the name stays empty
			case source.opening == nil:
				game.Opening = strconv.Itoa(r.Opening)
			default:
				number := source.opening(r.Opening)
				if shared[number] == "" {
					shared[number] = fmt.Sprint(source.Run, "/", r.Opening)
				}
				game.Opening = shared[number]
			}
			if err := fold.Add(game); err != nil {
				return nil, fmt.Errorf("run %s: game %w", source.Run, err)
			}
		}
	}
	fold.Finish()
	return fold, nil
}

// named returns, for each of the players, the name under which the player is rated.
func (s Source) named(players []string) []string {
	if len(s.players) == 0 {
		return players
	}
	names := make([]string, len(players))
	for i, name := range players {
		names[i] = cmp.Or(s.players[name], name)
	}
	return names
}
