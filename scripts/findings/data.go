package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// Paths of the document and of the data, from the root of the repository.
const (
	document = "docs/FINDINGS.md"
	folder   = "docs/findings"
)

// A measured is one run of a table: a player against itself at one node limit, with all games from the start or all
// from openings.
type measured struct {
	experiment.Finding
	rounds  experiment.RoundScores
	program string // the programs that played the games, separated by commas
}

// pathOf returns the path of the file with the games of a table. The file is compressed by gzip. It has a line for each
// run and for each game, with tabs between the fields. The fields of a run are "run", its id, its programs and its
// spec. The games of the run follow, ordered by identity. Their fields are identity, scores by seat, number of turns in
// the opening, reason of the end, fault, start, turns.
func pathOf(table string) string { return filepath.Join(folder, "data", table+".tsv.gz") }

// export writes the games of all runs of a database into the file of the table with the name of the database.
func export(ctx context.Context, database string) (err error) {
	db, err := store.OpenReadOnly(database)
	if err != nil {
		return err
	}
	defer func() { err = db.CloseAfter(err) }()
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run.Games != run.Total {
			return fmt.Errorf("run %s: %d of %d games are played", run.ID, run.Games, run.Total)
		}
	}
	file, err := os.Create(pathOf(strings.TrimSuffix(filepath.Base(database), ".db")))
	if err != nil {
		return err
	}
	defer file.Close()
	packed, _ := gzip.NewWriterLevel(file, gzip.BestCompression)
	for _, run := range runs {
		fmt.Fprintf(packed, "run\t%s\t%s\t%s\n", run.ID, strings.Join(run.Programs(), ", "), run.Spec)
		for game, err := range db.FindByIdentity(ctx, run.ID) {
			if err != nil {
				return err
			}
			if _, err := io.WriteString(packed, line(game.Game)+"\n"); err != nil {
				return err
			}
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return file.Close()
}

// line returns a game as a line of the file; see pathOf.
func line(g tournament.Game) string {
	var scores []string
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		scores = append(scores, strconv.FormatFloat(score, 'g', -1, 64))
	}
	return strings.Join([]string{g.Identity, strings.Join(scores, " "), strconv.Itoa(g.Record.Opening),
		string(g.Outcome.Reason), string(g.Fault.Kind), g.Record.Start, strings.Join(g.Record.Turns, " ")}, "\t")
}

// parse reads the output of line. The spec is the spec of the game's run.
func parse(text string, spec tournament.Spec) (g tournament.Game, err error) {
	fields := strings.Split(text, "\t")
	if len(fields) != 7 {
		return g, fmt.Errorf("a game has 7 fields, not %d", len(fields))
	}
	g.Identity, g.Outcome.Reason = fields[0], engine.Reason(fields[3])
	g.Pair = g.Identity[:max(0, strings.LastIndex(g.Identity, "/"))]
	g.Fault.Kind = guard.FaultKind(fields[4])
	for _, score := range strings.Fields(fields[1]) {
		if g.Outcome.Seats == engine.MaxSeats {
			return g, fmt.Errorf("game %s has too many scores", g.Identity)
		}
		if g.Outcome.Scores[g.Outcome.Seats], err = strconv.ParseFloat(score, 64); err != nil {
			return g, err
		}
		g.Outcome.Seats++
	}
	g.Record = engine.Record{Game: spec.Game, Settings: spec.Options, Start: fields[5],
		Turns: strings.Fields(fields[6]), Outcome: g.Outcome}
	g.Turns = len(g.Record.Turns)
	g.Record.Opening, err = strconv.Atoi(fields[2])
	return g, err
}

type reader struct {
	all      []measured           // all runs so far; the figures of the last one are not set yet
	gatherer *experiment.Gatherer // collects the games of the last run
}

// read returns the runs of the named table. It calls visit, unless that is nil, with the rules and each game.
func read(name string, visit func(engine.Rules, tournament.Game) error) ([]measured, error) {
	file, err := os.Open(pathOf(name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var r reader
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if err := r.take(lines.Text(), visit); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, number, err)
		}
	}
	err = cmp.Or(lines.Err(), r.finish())
	if err == nil && len(r.all) == 0 {
		err = errors.New("no games")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r.all, nil
}

// take reads a line of the file: a run, or a game of the last run. It calls visit, if that is not nil, with a game.
func (r *reader) take(text string, visit func(engine.Rules, tournament.Game) error) error {
	if fields := strings.Split(text, "\t"); fields[0] == "run" && len(fields) == 4 {
		if err := r.finish(); err != nil {
			return err
		}
		spec, rules, err := catalog.SpecOf(store.Run{ID: fields[1], Spec: fields[3]})
		if err != nil {
			return err
		}
		r.gatherer = experiment.NewGatherer(experiment.Measurement{Measure: experiment.MeasureOf(spec),
			Player: spec.Players[0], Nodes: spec.Limits.Nodes, Rules: rules, Spec: spec})
		r.all = append(r.all, measured{Finding: experiment.Finding{Run: fields[1]}, program: fields[2]})
		return nil
	}
	if r.gatherer == nil {
		return errors.New("a run must come first")
	}
	game, err := parse(text, r.gatherer.Spec)
	if err != nil {
		return err
	}
	if visit != nil {
		err = visit(r.gatherer.Rules, game)
	}
	return cmp.Or(err, r.gatherer.Add(game))
}

func (r *reader) finish() (err error) {
	if len(r.all) > 0 {
		last := &r.all[len(r.all)-1]
		last.rounds = r.gatherer.Rounds()
		last.Finding, err = r.gatherer.Finding(last.Run)
	}
	return err
}
