package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/results"
	"pillars/results/conclusion"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Pool are runs that are rated together.
type Pool struct {
	Runs    []store.Run
	Specs   []tournament.Spec
	Rules   engine.Rules // of the first run; those of the others are the same
	Players []string     // as they are rated, also those without games
	remarks []string
	sources []store.Source
}

// Together finds the runs that are rated together: those that words name, with those that have joined them, and those
// with a tag, or all. A word is an id, the beginning of one, a name or a tag. Of runs of one spec that a tag or all
// bring in, only the latest counts.
func Together(ctx context.Context, db *store.Store, words []string, tag string, all bool) (*Pool, error) {
	stored, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	var found []store.Run
	tagged := func(tag string) (some bool) {
		for _, run := range stored {
			if some = some || slices.Contains(run.Tags, tag); slices.Contains(run.Tags, tag) {
				found = append(found, run)
			}
		}
		return some
	}
	for _, word := range words {
		run, err := db.Run(ctx, word)
		if err == nil {
			found = append(found, run)
			tagged(run.Hash)
		} else if !errors.Is(err, store.ErrNotFound) || !tagged(word) {
			return nil, err
		}
	}
	if tag != "" && !tagged(tag) {
		return nil, fmt.Errorf("no run has the tag %q; pillars runs lists the runs and their tags", tag)
	}
	if all {
		found = stored
	}
	var out []store.Run
	var again []string
	for i, run := range found {
		same := func(other store.Run) bool { return other.ID == run.ID }
		later := func(other store.Run) bool { return other.Hash == run.Hash && other.ID != run.ID }
		switch {
		case slices.ContainsFunc(out, same):
		case (all || tag != "") && slices.ContainsFunc(found[i+1:], later):
			again = append(again, run.String())
		default:
			out = append(out, run)
		}
	}
	pool, err := NewPool(out...)
	if len(again) > 0 && err == nil {
		pool.remark("Left out, since a later run plays the same: %s.", strings.Join(again, ", "))
	}
	return pool, err
}

// NewPool refuses runs of different games or options.
func NewPool(all ...store.Run) (*Pool, error) {
	if len(all) == 0 {
		return nil, errors.New("no run is stored yet")
	}
	p := &Pool{Runs: all}
	for _, run := range all {
		spec, rules, err := SpecOf(run)
		if err != nil {
			return nil, err
		}
		if p.Rules == nil {
			p.Rules = rules
		}
		if a, b := rulesText(p.Rules, rules), rulesText(rules, p.Rules); a != b {
			return nil, fmt.Errorf("run %v plays %s, and run %v %s: only runs of one game with the same options are "+
				"rated together", all[0], a, run, b)
		}
		p.Specs = append(p.Specs, spec)
		p.sources = append(p.sources, store.Source{Run: run.ID, Rule: spec.OnFault})
	}
	p.shareOpenings()
	p.namePlayers()
	if names := p.names(); len(names) > 1 {
		p.remark("These are the games of %d runs: %s. Games from one opening count together, whichever run they are of.",
			len(names), strings.Join(names, ", "))
	}
	return p, nil
}

func (p *Pool) remark(format string, args ...any) {
	p.remarks = append(p.remarks, fmt.Sprintf(format, args...))
}

// rulesText are the game of rules, and the options in which it differs from others.
func rulesText(rules, others engine.Rules) string {
	text := rules.Game().Name()
	if text != others.Game().Name() {
		return text
	}
	for _, setting := range rules.Settings() {
		if !slices.Contains(others.Settings(), setting) {
			text += " " + engine.Settings{setting}.String()
		}
	}
	return text
}

func (p *Pool) names() (names []string) {
	for _, run := range p.Runs {
		names = append(names, run.String())
	}
	return names
}

// shareOpenings gives equal openings of the runs equal numbers, if there are several runs.
func (p *Pool) shareOpenings() {
	numbers := map[string]int{} // by opening
	number := func(opening string) int {
		if numbers[opening] == 0 {
			numbers[opening] = len(numbers) + 1
		}
		return numbers[opening]
	}
	for i, spec := range p.Specs {
		var drawn []int
		p.sources[i].Opening = func(n int) int {
			if n > len(drawn) && spec.Openings.Kind != openings.None {
				more, _ := openings.First(p.Rules, spec.Seed, spec.Openings, max(n, 2*len(drawn)))
				for _, opening := range more[min(len(drawn), len(more)):] {
					drawn = append(drawn, number(opening.String()))
				}
			}
			if n > len(drawn) { // it starts like all others, or cannot be told
				return number(fmt.Sprint(i, "/", n))
			}
			return drawn[n-1]
		}
	}
	if len(p.Specs) == 1 {
		p.sources[0].Opening = nil
	}
}

// namePlayers tells players of one text apart whose limits differ between the runs.
func (p *Pool) namePlayers() {
	limits := map[string][]string{} // by player's text
	each := func(do func(run int, player, limit string)) {
		for i, spec := range p.Specs {
			for n, player := range spec.Players {
				do(i, player, limitText(spec.ControlOf(n), spec.Margin))
			}
		}
	}
	each(func(_ int, player, limit string) {
		if !slices.Contains(limits[player], limit) {
			limits[player] = append(limits[player], limit)
		}
	})
	several := false
	each(func(run int, player, limit string) {
		name := player
		if len(limits[player]) > 1 {
			several, name = true, player+" ("+limit+")"
			if p.sources[run].Players == nil {
				p.sources[run].Players = map[string]string{}
			}
			p.sources[run].Players[player] = name
		}
		if !slices.Contains(p.Players, name) {
			p.Players = append(p.Players, name)
		}
	})
	if several {
		p.remark("A player whose limits differ between the runs is rated as a player for each of them.")
	}
}

// mostCompared is how many games are compared move for move: a million takes ten seconds.
const mostCompared = 200_000

// Rate is [Pool.Rate] of one run.
func Rate(ctx context.Context, db *store.Store, run string, rule tournament.FaultRule) (*results.Fold, error) {
	return (&Pool{sources: []store.Source{{Run: run, Rule: rule}}}).Rate(ctx, db)
}

// Rate folds the results of the runs, those that count by their rules for faults, and counts those that differ move for
// move.
func (p *Pool) Rate(ctx context.Context, db *store.Store) (*results.Fold, error) {
	groups, err := db.Groups(ctx, p.sources...)
	if err != nil {
		return nil, err
	}
	fold := results.NewFold()
	for _, g := range groups {
		if err := fold.AddOpenings(g.Games, g.Count); err != nil {
			return nil, fmt.Errorf("run %s: game %w", p.sources[0].Run, err)
		}
	}
	var ids []string
	for _, source := range p.sources {
		ids = append(ids, source.Run)
		if source.Rule != p.sources[0].Rule {
			return fold, nil
		}
	}
	if n := fold.SeatScore(0).Games; n > 0 && n <= mostCompared {
		fold.Distinct, err = db.Distinct(ctx, p.sources[0].Rule, 0, ids...)
	}
	return fold, err
}

// Standing is that of all players of the pool.
func (p *Pool) Standing(ctx context.Context, db *store.Store) (results.Standing, error) {
	fold, err := p.Rate(ctx, db)
	if err != nil {
		return results.Standing{}, err
	}
	return fold.Standing(p.Options())
}

// Options are those of its standing.
func (p *Pool) Options() results.StandingOptions {
	return results.StandingOptions{Players: p.Players, Seats: p.Rules.Seats(), Remarks: p.remarks}
}

// Facts name the runs for programs.
func (p *Pool) Facts() table.Facts {
	var ids []string
	for _, run := range p.Runs {
		ids = append(ids, run.ID)
	}
	if len(ids) == 1 {
		return table.Object("run", ids[0])
	}
	return table.Object("runs", ids)
}

// Conclusion is what its standing shows: of a sequential test, whose end depends on its results, it is where to look
// instead; of players that met themselves it is nothing.
func (p *Pool) Conclusion(ctx context.Context, db *store.Store, s results.Standing) ([]string, error) {
	faults, met := 0, false
	for i, run := range p.Runs {
		if p.Specs[i].Format == tournament.Sequential {
			return []string{fmt.Sprintf("Run %v is a sequential test, and its end depends on its results: ratings of its "+
				"games are biased. pillars report has its decision and an estimate to cite.", run)}, nil
		}
		met = met || !p.Specs[i].Format.Mirrored()
		n, err := db.Faults(ctx, run.ID, 0)
		if err != nil {
			return nil, err
		}
		faults += n
	}
	if !met {
		return nil, nil
	}
	return conclusion.OfStanding(s, faults, p.Specs[0].OnFault), nil
}

func limitText(c tournament.Control, margin time.Duration) string {
	if c == (tournament.Control{}) {
		return "no common limit"
	}
	return tournament.ControlText(c, margin)
}
