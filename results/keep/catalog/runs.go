// Package catalog reads what a store holds. It finds runs by words and tags, rates runs together, lists and summarises
// them, writes their games for other programs, and checks games against the rules, the plan and the players.
//
// Games are written as JSON lines with everything that is stored, as CSV with players and results, or as PGN for rating
// programs such as Ordo and BayesElo. They are written one at a time, so runs of any length need little memory.
package catalog

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// An Outline holds the fields that the specs of all kinds of runs have in common.
type Outline struct {
	Game    string               `json:"game"`
	Players []string             `json:"players"`
	OnFault tournament.FaultRule `json:"on_fault"`
}

// OutlineOf reads the outline from the spec of a run.
func OutlineOf(run store.Run) (facts Outline, err error) {
	if err := json.Unmarshal([]byte(run.Spec), &facts); err != nil {
		return facts, fmt.Errorf("run %s: its spec cannot be read: %w", run.ID, err)
	}
	return facts, nil
}

// SpecOf returns the spec of a run and its rules.
func SpecOf(run store.Run) (spec tournament.Spec, rules engine.Rules, err error) {
	if spec, err = tournament.ParseSpec(run.Spec); err != nil {
		return spec, nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	game, err := games.Find(spec.Game)
	if err == nil {
		rules, err = game.New(spec.Options)
	}
	return spec, rules, err
}

// RunFacts returns a run as the fields of a JSON object.
func RunFacts(run store.Run) table.Facts {
	return table.Object("type", "run", "id", run.ID, "kind", run.Kind, "games", run.Games, "total", run.Total,
		"created", run.Created, "program", run.Program, "name", run.Name,
		"tags", append([]string{}, run.Tags...), "spec", json.RawMessage(run.Spec))
}

// ResultFacts returns the result of one game as the fields of a JSON object.
func ResultFacts(run string, r tournament.Result) table.Facts {
	return table.Object("type", "game", "run", run, "identity", r.Identity, "players", r.Players,
		"scores", r.Outcome.Scores[:r.Outcome.Seats], "reason", r.Outcome.Reason, "turns", r.Turns)
}

// GamesDone returns the numbers of stored and planned games as "12/180", or "12" if the run has no planned number.
func GamesDone(run store.Run) string {
	if run.Total == 0 {
		return fmt.Sprint(run.Games)
	}
	return fmt.Sprintf("%d/%d", run.Games, run.Total)
}

// Games returns the games of a run that count in statistics, with their moves.
func Games(ctx context.Context, db *store.Store, run store.Run) (all []tournament.Game, err error) {
	spec, _, err := SpecOf(run)
	if err != nil {
		return nil, err
	}
	source, err := SourceOf(ctx, db, run.ID, spec)
	if err != nil {
		return nil, err
	}
	for game, err := range db.Find(ctx, run.ID, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		if source.Has(game.Opening) {
			all = append(all, game.Game)
		}
	}
	return all, nil
}

// Planned returns those of the stored games that a plan contains, in the order of the plan. Games of an earlier, longer
// plan may be stored too.
func Planned(plan []tournament.Planned, stored []tournament.Game) (games []tournament.Game) {
	byIdentity := map[string]tournament.Game{}
	for _, game := range stored {
		byIdentity[game.Identity] = game
	}
	for _, game := range plan {
		if found, ok := byIdentity[game.Identity]; ok {
			games = append(games, found)
		}
	}
	return games
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

// FindPlayer returns the full name of the known player that a text names. The text is the full name or the beginning of
// exactly one name. If numbered is set, it may also be the player's number, from 1. An empty text names no player.
func FindPlayer(text string, known []string, numbered bool) (string, error) {
	if text == "" || slices.Contains(known, text) {
		return text, nil
	}
	if number, err := strconv.Atoi(text); err == nil && numbered {
		if number < 1 || number > len(known) {
			return "", fmt.Errorf("players are numbered from 1 to %d", len(known))
		}
		return known[number-1], nil
	}
	var found []string
	for _, name := range known {
		if strings.HasPrefix(name, text) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no such player; there are %s", strings.Join(known, ", "))
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("several players begin like this: %s; give more of the name", strings.Join(found, ", "))
}

// Export writes games that the filter selects from several runs, in one of the [Formats]. The filter's Limit holds for
// all runs together. Export calls leftOut with an error for each game or tag that PGN cannot hold. It returns how many
// games it wrote and the greatest number of seats.
func Export(
	ctx context.Context, w io.Writer, format string, db *store.Store, runs []store.Run, f store.Filter,
	leftOut func(error),
) (written, seats int, err error) {
	seats = 2
	for _, run := range runs {
		// All games of a run have the same number of seats, so one game shows it.
		for game, err := range db.FindResults(ctx, run.ID, store.Filter{Limit: 1}) {
			if err != nil {
				return 0, seats, err
			}
			seats = max(seats, len(game.Players))
		}
	}
	out, find := bufio.NewWriter(w), db.Find
	if format == "csv" {
		find = db.FindResults // needs no moves
	}
	write, err := newGameWriter(out, format, seats, leftOut)
	if err != nil {
		return 0, seats, err
	}
	limit := f.Limit // 0 for none
	for _, run := range runs {
		if limit > 0 && written == limit {
			break
		}
		f.Limit = max(0, limit-written)
		for game, err := range find(ctx, run.ID, f) {
			if err == nil {
				err = write(game)
			}
			if errors.Is(err, pgn.ErrRecord) {
				leftOut(fmt.Errorf("left out: %w", err))
				continue
			}
			if err != nil {
				return written, seats, err
			}
			written++
		}
	}
	return written, seats, out.Flush()
}

// CompleteRun returns the ids and names of all runs, each with a tab and its progress, to complete a word in a shell.
func CompleteRun(ctx context.Context, db *store.Store) (offers []string) {
	stored, _ := db.Runs(ctx)
	for _, run := range stored {
		about := fmt.Sprintf("\t%s of %s games", run.Kind, GamesDone(run))
		offers = append(offers, run.ID+about)
		if run.Name != "" {
			offers = append(offers, run.Name+about)
		}
	}
	return offers
}

// CompleteGame returns up to 500 games of a run, as RUN/GAME, whose identities begin with the given text.
func CompleteGame(ctx context.Context, db *store.Store, id, identity string) (offers []string) {
	const most = 500
	run, err := db.Run(ctx, id)
	if err != nil {
		return nil
	}
	identities, _ := db.Identities(ctx, run.ID)
	for _, stored := range identities {
		if strings.HasPrefix(stored, identity) && len(offers) < most {
			offers = append(offers, id+"/"+stored)
		}
	}
	return offers
}

// ErrTwice is wrapped by the error of [Find] for two names of one run.
var ErrTwice = errors.New("are the same run")

// Find returns the runs with the given names or ids. It returns an error if two of these mean the same run.
func Find(ctx context.Context, db *store.Store, names []string) (all []store.Run, err error) {
	seen := map[string]string{} // by id of a run: the name that found the run
	for _, name := range names {
		run, err := db.Run(ctx, name)
		if err != nil {
			return nil, err
		}
		if earlier, twice := seen[run.ID]; twice {
			return nil, fmt.Errorf("%q and %q %w", earlier, name, ErrTwice)
		}
		seen[run.ID] = name
		all = append(all, run)
	}
	return all, nil
}

// PlayersOf returns the names of the players of runs.
func PlayersOf(runs ...store.Run) (names []string, err error) {
	for _, run := range runs {
		facts, err := OutlineOf(run)
		if err != nil {
			return nil, err
		}
		names = append(names, facts.Players...)
	}
	return names, nil
}
