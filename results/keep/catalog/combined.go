package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Combined holds runs that are rated together.
type Combined struct {
	Runs    []store.Run
	Specs   []tournament.Spec // one for each of Runs
	Rules   engine.Rules      // rules, which are the same for every run
	Players []string          // names under which players are rated, including players without games

	// See, unless it is nil, receives the results of all games that Fold reads, also of those that do not count. In the
	// results, the players have the names under which they are rated.
	See func(run string, r tournament.Result)

	remarks []string   // sentences to be shown below the standings
	sources []Source   // one for each of Runs
	look    stats.Look // moment at which results are read, on which intervals depend; set by Fold
}

// Together returns the runs that words name, as in [Find], to be rated together; without words, the latest run, or the
// run that it joined. It adds the runs that joined one of them: runs in which new players met the players of a run,
// tagged with its hash.
func Together(ctx context.Context, db *store.Store, words ...string) (*Combined, error) {
	all, err := db.Runs(ctx)
	found := all[max(0, len(all)-1):]
	for i := range all {
		if slices.Contains(all[len(all)-1].Tags, all[i].Hash) {
			found = all[i : i+1 : i+1]
		}
	}
	if err == nil && len(words) > 0 {
		found, err = Find(ctx, db, words...)
	}
	if err != nil {
		return nil, err
	}
	for _, other := range all {
		joined := slices.ContainsFunc(found, func(run store.Run) bool { return slices.Contains(other.Tags, run.Hash) })
		known := slices.ContainsFunc(found, func(run store.Run) bool { return run.ID == other.ID })
		if joined && !known {
			found = append(found, other)
		}
	}
	return Combine(found...)
}

// Combine returns a [Combined] of the given runs, to rate the players from all games together. It returns an error if
// the runs have different games or options, or limit a player differently, or if one of several is a sequential test:
// its end depends on its results.
func Combine(all ...store.Run) (*Combined, error) {
	if len(all) == 0 {
		return nil, errors.New("no run is stored yet; play one with pillars tournament")
	}
	c := &Combined{Runs: all}
	var names []string
	limits := map[string]string{} // by player
	for _, run := range all {
		spec, rules, err := SpecOf(run)
		if err != nil {
			return nil, err
		}
		if c.Rules == nil {
			c.Rules = rules
		}
		if spec.Format.Test != nil && len(all) > 1 {
			return nil, fmt.Errorf("run %v is a sequential test, whose end depends on its results: ratings of its "+
				"games with others would be biased; rate it alone", run)
		}
		if a, b := rulesText(c.Rules, rules), rulesText(rules, c.Rules); a != b {
			return nil, fmt.Errorf("run %v plays %s, and run %v %s: only runs of one game with the same options are "+
				"rated together", all[0], a, run, b)
		}
		for n, player := range spec.Players {
			limit := cmp.Or(tournament.ControlText(spec.ControlOf(n), spec.Margin), "no limit")
			switch earlier, known := limits[player]; {
			case !known:
				limits[player] = limit
				c.Players = append(c.Players, player)
			case earlier != limit:
				return nil, fmt.Errorf("run %v gives %s %s, and an earlier run %s: rate these runs one by one", run,
					player, limit, earlier)
			}
		}
		c.Specs = append(c.Specs, spec)
		c.sources = append(c.sources, Source{Run: run.ID, Spec: spec})
		names = append(names, run.String())
	}
	c.shareOpenings()
	if len(names) > 1 {
		c.remark("These are the games of %d runs: %s. Games from one opening count together, whichever run they "+
			"belong to.", len(names), strings.Join(names, ", "))
	}
	return c, nil
}

func (c *Combined) remark(format string, args ...any) {
	c.remarks = append(c.remarks, fmt.Sprintf(format, args...))
}

// rulesText returns the name of the game of rules. If others are rules of the same game, rulesText appends the settings
// that are different in rules and others.
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

// shareOpenings gives the openings of several runs new numbers, so that equal openings have the same number in all
// runs. It draws the openings of a run from the spec when the first new number of that run is needed.
func (c *Combined) shareOpenings() {
	if len(c.Specs) == 1 {
		return
	}
	numbers := map[string]int{} // the new number of each opening, by its text
	number := func(opening string) int {
		if numbers[opening] == 0 {
			numbers[opening] = len(numbers) + 1
		}
		return numbers[opening]
	}
	for i, spec := range c.Specs {
		var list openings.List
		drawn := map[int]int{} // by number of an opening in this run: its new number, once it was needed
		c.sources[i].opening = func(n int) int {
			if drawn[n] > 0 {
				return drawn[n]
			}
			if len(drawn) == 0 && spec.Openings.Kind != openings.None {
				list, _ = openings.NewList(c.Rules, spec.Seed, spec.Openings, spec.Rounds)
			}
			opening := fmt.Sprint(i, "/", n) // an opening that cannot be drawn counts as a new one
			if n <= list.Len() {
				opening = list.At(n - 1).String()
			}
			drawn[n] = number(opening)
			return drawn[n]
		}
	}
}

// Fold returns one [results.Fold] of the results of all runs, with the number of distinct games. It leaves out games
// that do not count by the run's rule for faults, and games that a sequential test has not used.
func (c *Combined) Fold(ctx context.Context, db *store.Store) (*results.Fold, error) {
	for i, run := range c.Runs {
		if err := c.setLook(ctx, db, i); err != nil {
			return nil, err
		}
		source, err := SourceOf(ctx, db, run.ID, c.Specs[i])
		if err != nil {
			return nil, err
		}
		c.sources[i].Openings, c.sources[i].LeftOut = source.Openings, source.LeftOut
		// games is the number of games that the test has read, including games of openings that the test left out.
		games := max(0, source.Openings) * c.Specs[i].RoundGames(c.Rules.Seats())
		if source.Openings != 0 && run.Games > games {
			c.remark("Games of run %v that its test has not used do not count.", run)
		}
	}
	c.nameEngines(ctx, db)
	return Fold(ctx, db, c.See, c.sources...)
}

// nameEngines gives each player that is an external program the name that the program itself reports, unless two
// players would then have the same name. It adds a remark with the command line of each renamed player.
func (c *Combined) nameEngines(ctx context.Context, db *store.Store) {
	names, users := map[string]string{}, map[string]int{} // name by player; number of players by name
	for _, run := range c.Runs {
		for _, player := range c.Players {
			parsed, _ := search.ParseSpec(player)
			if !parsed.Program() || names[player] != "" {
				continue
			}
			if name := engineName(ctx, db, run.ID, player); name != "" {
				names[player] = name
				users[name]++
			}
		}
	}
	for i, player := range c.Players {
		name := names[player]
		if name == "" || users[name] > 1 || slices.Contains(c.Players, name) {
			delete(names, player)
			continue
		}
		c.Players[i] = name
		c.remark("%s is %s.", name, player)
	}
	for i := range c.sources {
		if len(names) > 0 {
			c.sources[i].players = names
		}
	}
}

// engineName returns the name that a player, an external program, gave itself in its first game of a run, or "" if no
// name can be read.
func engineName(ctx context.Context, db *store.Store, run, player string) string {
	for game, err := range db.Find(ctx, run, store.Filter{Player: player, Limit: 1}) {
		if err != nil {
			return "" // ignored: the record may be damaged, and ratings do not need records
		}
		seat := engine.Seat(slices.Index(game.Players, player))
		for _, tag := range game.Record.Tags {
			if tag.Name == "Engine"+seat.String() {
				return outside.Visible(tag.Value, "")
			}
		}
	}
	return ""
}

// setLook updates c.look (see [stats.Look]) by the run c.Runs[i]. A single run is at its planned end if exactly those
// games are stored that were planned before the first game was played. Combined runs have no planned end.
func (c *Combined) setLook(ctx context.Context, db *store.Store, i int) error {
	now, err := db.Run(ctx, c.Runs[i].ID) // c.Runs may have been read before the games were played
	if err != nil {
		return err
	}
	planned := c.Specs[i].Rounds * now.First / max(1, c.Runs[i].Total)
	c.look.Planned = max(c.look.Planned, planned)
	c.look.AtEnd = len(c.Runs) == 1 && planned > 0 && now.First == now.Total && now.Games == now.Total
	return nil
}

// Standings returns the standings of all players of the runs, from their games in db.
func (c *Combined) Standings(ctx context.Context, db *store.Store) (results.Standings, error) {
	fold, err := c.Fold(ctx, db)
	if err != nil {
		return results.Standings{}, err
	}
	return fold.Standings(c.Options())
}

// Options returns the options for the standings of the runs.
func (c *Combined) Options() results.StandingsOptions {
	return results.StandingsOptions{Players: c.Players, Seats: c.Rules.Seats(), Remarks: c.remarks, Look: c.look,
		Unrated: c.Specs[0].Format.Test != nil}
}
