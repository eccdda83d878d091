package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/results/estimate/rounds"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/runs"
	"pillars/tournament"
)

// Input holds the data of a report about a run.
type Input struct {
	Title     string // title of the page; if empty, New names the game and the run
	Run       string // id of the run
	Spec      tournament.Spec
	Rules     engine.Rules
	Facts     []Property
	Commands  []string
	Games     int                   // number of games that count
	Faults    int                   // number of games that a player's fault ended
	Test      *results.TestStanding // the sequential test; nil for other runs
	Standings results.Standings
	Stronger  answer.Answer       // answer to which player is stronger; empty if players met only themselves
	Finding   *experiment.Finding // the finding, if a single player played against itself; otherwise nil
	Strongest []string            // players of the games in Sample, the strongest first
	Rest      int                 // number of games between them that count

	// Sample has the results of the games between the strongest players, and the replayed of these games: all, or some
	// drawn at random. Its chain, the levels of skill, is from all games of the run.
	Sample metrics.Sample

	kinds map[sameEnd]*kind
	games []rounds.Game         // the different games; their results are those of kinds
	index map[rounds.Game]int32 // in games
	tally rounds.Tally          // of the indices in games
}

// A kind holds what equal games share, to save memory, and how many of them count.
type kind struct {
	rounds.Result
	players []string
	games   int
	lots    *recorder.Lottery // draws which of the games are replayed; nil if none are
}

// sameEnd is equal for games with the same players in the same seats and the same result.
type sameEnd struct {
	rounds.Result
	players [engine.MaxSeats]string
}

// count counts the result r and returns the kind of the game, or nil if the game does not count. left says that a
// sequential test left out the opening of the game because of a fault; count then counts only the fault.
func (in *Input) count(r tournament.Result, left bool) *kind {
	if r.Faulted() {
		in.Faults++
	}
	if left {
		return nil
	}
	game := rounds.GameOf(r)
	same := sameEnd{Result: *game.Result}
	copy(same.players[:], r.Players)
	if in.kinds == nil {
		in.kinds, in.index = map[sameEnd]*kind{}, map[rounds.Game]int32{}
	}
	k := in.kinds[same]
	if k == nil {
		k = &kind{Result: *game.Result, players: r.Players}
		in.kinds[same] = k
	}
	game.Result = &k.Result
	i, known := in.index[game]
	if !known {
		i = int32(len(in.games))
		in.index[game], in.games = i, append(in.games, game)
	}
	in.tally.RoundSize = in.Spec.OpeningGames(r.Outcome.Seats)
	in.tally.Add(r.Round(), i)
	if in.Spec.OnFault.Voids(r) {
		return nil
	}
	in.Games++
	k.games++
	return k
}

// counted completes the sample after the last game is counted and in.Stronger is set: it finds the levels of skill,
// then leaves out the games of players that are shown to be weaker than another. If no game remains, it takes back the
// strongest of them. It returns the kinds of the remaining games.
func (in *Input) counted() (remaining []*kind) {
	in.Sample.Forfeits = in.Spec.OnFault != tournament.FaultVoid
	in.Sample.Chain = metrics.ChainOf(in.whole())
	weaker, kept := in.Stronger.Weaker, map[*rounds.Result]bool{}
	isWeaker := func(player string) bool { return slices.Contains(weaker, player) }
	for {
		for _, k := range in.kinds {
			if !slices.ContainsFunc(k.players, isWeaker) {
				remaining, kept[&k.Result] = append(remaining, k), true
				in.Rest += k.games
			}
		}
		if len(remaining) > 0 || len(weaker) == 0 {
			break
		}
		weaker = weaker[1:]
	}
	in.tally.Finish()
	in.tally.Each(func(r rounds.Counted) {
		round := rounds.Repeated{Count: r.Count}
		for _, i := range r.Kinds {
			if game := in.games[i]; kept[game.Result] {
				round.Round = append(round.Round, game)
			}
		}
		if len(round.Round) > 0 {
			in.Sample.Results = append(in.Sample.Results, round)
		}
	})
	for _, row := range in.Standings.Rows {
		if !isWeaker(row.Player) {
			in.Strongest = append(in.Strongest, row.Player)
		}
	}
	return remaining
}

// whole returns the games that no fault ended.
func (in *Input) whole() (all []rounds.Kind) {
	for _, k := range in.kinds {
		if k.Ending != rounds.Broken {
			all = append(all, rounds.Kind{Players: k.players, Scores: k.Outcome.Scores[:k.Outcome.Seats],
				Games: k.games})
		}
	}
	return all
}

// answers returns the answers of the page: which player is stronger, unless players met only themselves; then whether
// the game is fair, decisive, deep and lively, as far as that was measured.
func (in Input) answers(m answer.Measured) (all []answer.Answer) {
	seats := answer.Seats{Names: in.Rules.SeatNames(), Scores: m.SeatScores()}
	if in.Finding != nil {
		seats.Ladders = experiment.LaddersOf([]experiment.Finding{*in.Finding})
	}
	if in.Stronger.Sentence != "" {
		all = append(all, in.Stronger)
	}
	if in.Finding != nil || !in.Spec.Format.Mirrored() {
		all = append(all, answer.Fair(seats))
	}
	for _, a := range []answer.Answer{answer.Decisive(m), answer.Deep(in.Sample.Chain, m), answer.Lively(m)} {
		if len(a.Estimates) > 0 {
			all = append(all, a)
		}
	}
	return all
}

// Basis returns the sentence that says which games the figures about the game rest on. It returns "" if two players
// met, or if players met only themselves.
func (in Input) Basis() string {
	if in.Stronger.Sentence == "" || len(in.Standings.Rows) == 2 {
		return ""
	}
	return answer.Basis(in.Rest, in.Games, in.Strongest)
}

// notes returns remarks on the data: when intervals hold, and which games are missing or count.
func (in Input) notes() []string {
	notes := []string{"Intervals are at the 95 % level. Those called anytime hold however often you look at a " +
		"run that goes on."}
	if in.Games == 0 {
		return append(notes, "No game of the run is stored yet.")
	}
	if in.Spec.Format.Mirrored() {
		notes = append(notes,
			"Every player met itself. Games that are the same move for move count here as often as they were played, "+
				"and in pillars measure once.")
	}
	if n := len(in.Sample.Games); n < in.Rest {
		notes = append(notes, fmt.Sprintf("What needs the moves of games was taken from %s of %d, whole pairs drawn "+
			"by lot.", tournament.Counted(n, "game"), in.Rest))
	}
	if in.Faults > 0 {
		notes = append(notes, fmt.Sprintf("%s ended by a player's fault; "+
			"only scores and reasons of the end may count them, as the rule for faults says.",
			tournament.Counted(in.Faults, "game")))
	}
	return notes
}

// A Reader reads from stored runs what reports need.
type Reader struct {
	DB       *store.Store
	Replay   bool               // whether to replay games
	Record   recorder.Effort    // what to record of games that are replayed
	Replayed func(done, of int) // receives the numbers of games replayed and to replay; may be nil
}

// Read reads a run and returns the input of its page, except Commands, which the caller sets. The title is the run's
// first tag that is no hash of another run. The run is rated together with later runs in which new players met its
// players. The results of all games are read in one pass.
func (r Reader) Read(ctx context.Context, run store.Run) (in Input, err error) {
	in.Run = run.ID
	if i := slices.IndexFunc(run.Tags, func(tag string) bool { return len(tag) != len(run.Hash) }); i >= 0 {
		in.Title = run.Tags[i]
	}
	if in.Spec, in.Rules, err = catalog.SpecOf(run); err != nil {
		return in, err
	}
	in.Facts, in.Sample.Rules = runFacts(run, in), metrics.RulesOf(in.Rules)
	source, err := r.source(ctx, &in)
	if err != nil {
		return in, err
	}
	combined, err := catalog.Together(ctx, r.DB, run.ID)
	if err != nil {
		return in, err
	}
	combined.See = func(run string, game tournament.Result) {
		left := slices.Contains(source.LeftOut, game.Opening)
		if run != in.Run || !left && !source.Has(game.Opening) {
			return
		}
		if kind := in.count(game, left); kind != nil && r.Replay {
			kind.lots = cmp.Or(kind.lots, r.Record.Lottery())
			kind.lots.Add(game)
		}
	}
	if in.Standings, err = combined.Standings(ctx, r.DB); err != nil {
		return in, err
	}
	if in.Stronger, err = runs.Answer(ctx, r.DB, combined, in.Standings); err != nil {
		return in, err
	}
	if in.Spec.Format.Mirrored() && len(in.Spec.Players) == 1 {
		in.Finding = &experiment.Finding{}
		if *in.Finding, err = r.finding(ctx, in); err != nil {
			return in, err
		}
	}
	lottery := r.Record.Lottery() // draws the games to replay
	for _, kind := range in.counted() {
		lottery.Join(kind.lots)
	}
	if r.Replay {
		err = r.sample(ctx, &in, lottery.Drawn())
	}
	return in, err
}

// source returns the source of in.Run, which says which of its games count. If the run is a sequential test, source
// sets in.Test.
func (r Reader) source(ctx context.Context, in *Input) (catalog.Source, error) {
	if in.Spec.Format.Test == nil {
		return catalog.SourceOf(ctx, r.DB, in.Run, in.Spec)
	}
	test, err := results.FollowTest(in.Spec, r.DB.Results(ctx, in.Run))
	in.Test = &test
	in.Facts = append(in.Facts, Property{"test", fmt.Sprintf("H0: %g, H1: %g %s Elo, chances of error %g and %g; "+
		"after %s the log-likelihood ratio is %.4f, between the bounds %.4f and %.4f", test.Elo0, test.Elo1, test.Model,
		test.Alpha, test.Beta, tournament.Counted(test.Counts.Count(), test.Unit()), test.LLR, test.Lower, test.Upper)})
	return catalog.SourceOfTest(in.Run, in.Spec, test), err
}

// runFacts returns the facts about a run that the page lists, such as the seed.
func runFacts(run store.Run, in Input) []Property {
	spec, kind := in.Spec, run.Kind
	if spec.Format.Test == nil {
		kind += ", " + spec.Format.String()
	}
	begun := run.Created.UTC().Format(time.DateOnly)
	return []Property{
		{"game", fmt.Sprintf("%s (%s)", in.Rules.Game().Title(), spec.Options)},
		{"played as", kind},
		{"players", strings.Join(spec.Players, ", ")},
		{"openings", tournament.OpeningsText(spec.Openings)},
		{"limits", strings.TrimPrefix(tournament.LimitsText(spec), "limits ") + tournament.EndsText(spec)},
		{"seed", fmt.Sprint(spec.Seed)},
		{"run", fmt.Sprintf("%s, %s games, begun %s by %s", run.ID, catalog.GamesDone(run), begun,
			run.Program)},
	}
}

// sample replays the games with the given identities and sets in.Sample.
func (r Reader) sample(ctx context.Context, in *Input, identities []string) (err error) {
	var drawn []tournament.Game
	for _, identity := range identities {
		stored, err := r.DB.Game(ctx, in.Run, identity)
		if err != nil {
			return err
		}
		drawn = append(drawn, stored.Game)
	}
	replayed := func(done int) {
		if r.Replayed != nil {
			r.Replayed(done, len(drawn))
		}
	}
	results := in.Sample
	if in.Sample, err = r.Record.Sample(ctx, in.Rules, drawn, time.Time{}, replayed); err != nil {
		return err
	}
	in.Sample.Results, in.Sample.Forfeits, in.Sample.Chain = results.Results, results.Forfeits, results.Chain
	return nil
}

// finding returns the results of the games of a run of a player against itself.
func (r Reader) finding(ctx context.Context, in Input) (found experiment.Finding, err error) {
	gatherer := experiment.NewGatherer(experiment.Of(in.Spec, in.Rules))
	for stored, err := range r.DB.Find(ctx, in.Run, store.Filter{}) {
		if err == nil {
			err = gatherer.Add(stored.Game)
		}
		if err != nil {
			return found, err
		}
	}
	return gatherer.Finding(in.Run), nil
}
