package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
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

// These constants are from the plan of the measurement, docs/notebook/2026-11-26-first-seat.md. The plan has 30 primary
// figures: figures of primaryPlayer at the highest node limit.
const (
	primaryPlayer = "alphabeta"
	highestRung   = 32768      // nodes
	level         = .95        // level of a single interval
	joint         = 1 - .05/30 // level by Bonferroni: all 30 intervals hold together at 95 %
)

// planned lists the tables of the plan. Tables without a file of games are left out of the document.
var planned = []struct{ name, title string }{
	{"pit-of-pillars-5-alphabeta", "Pit of Pillars 5 x 5"},
	{"pit-of-pillars-6-alphabeta", "Pit of Pillars 6 x 6"},
	{"pit-of-pillars-6-mcts", "Pit of Pillars 6 x 6"},
	{"pit-of-pillars-7-alphabeta", "Pit of Pillars 7 x 7"},
	{"pit-of-pillars-8-alphabeta", "Pit of Pillars 8 x 8"},
	{"pit-of-pillars-8-mcts", "Pit of Pillars 8 x 8"},
	{"pilastri-6-alphabeta", "Pilastri 6 x 6"},
	{"pilastri-6-mcts", "Pilastri 6 x 6"},
	{"pilastri-8-alphabeta", "Pilastri 8 x 8"},
	{"pylyx-8-alphabeta", "Pylyx 8 x 8"},
	{"pylyx-8-mcts", "Pylyx 8 x 8"},
	{"pylyx-12-alphabeta", "Pylyx 12 x 12"},
	{"pit-2-alphabeta", "Pit, two players"},
	{"pit-2-mcts", "Pit, two players"},
}

// A measured is one run of a table: a player against itself at one node limit, with all games from the start or all
// from openings.
type measured struct {
	experiment.Finding
	scored  experiment.RoundScores
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
	packed, _ := gzip.NewWriterLevel(file, gzip.BestCompression) // fails only for an invalid level
	for _, run := range runs {
		fmt.Fprintf(packed, "run\t%s\t%s\t%s\n", run.ID, strings.Join(run.Programs(), ", "), run.Spec)
		for game, err := range db.FindByIdentity(ctx, run.ID) {
			if err != nil {
				return err
			}
			if _, err := io.WriteString(packed, gameLine(game.Game)+"\n"); err != nil {
				return err
			}
		}
	}
	return cmp.Or(packed.Close(), file.Close())
}

// gameLine returns a game as a line of the file; see pathOf.
func gameLine(g tournament.Game) string {
	var scores []string
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		scores = append(scores, strconv.FormatFloat(score, 'g', -1, 64))
	}
	return strings.Join([]string{g.Identity, strings.Join(scores, " "), strconv.Itoa(g.Record.Opening),
		string(g.Outcome.Reason), string(g.Fault.Kind), g.Record.Start, strings.Join(g.Record.Turns, " ")}, "\t")
}

// parseGame reads the output of gameLine. The spec is the spec of the game's run.
func parseGame(text string, spec tournament.Spec) (g tournament.Game, err error) {
	fields := strings.Split(text, "\t")
	if len(fields) != 7 {
		return g, fmt.Errorf("a game has 7 fields, not %d", len(fields))
	}
	g.Identity, g.Outcome.Reason = fields[0], engine.Reason(fields[3])
	g.Pair = g.Identity[:max(0, strings.LastIndex(g.Identity, "/"))] // the identity without the number in the pair
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
	r.finish()
	err = lines.Err()
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
		r.finish()
		spec, rules, err := catalog.SpecOf(store.Run{ID: fields[1], Spec: fields[3]})
		if err != nil {
			return err
		}
		r.gatherer = experiment.NewGatherer(experiment.Of(spec, rules))
		r.all = append(r.all, measured{Finding: experiment.Finding{Run: fields[1]}, program: fields[2]})
		return nil
	}
	if r.gatherer == nil {
		return errors.New("a run must come first")
	}
	game, err := parseGame(text, r.gatherer.Spec)
	if err != nil {
		return err
	}
	if visit != nil {
		err = visit(r.gatherer.Rules, game)
	}
	return cmp.Or(err, r.gatherer.Add(game))
}

// finish sets the figures of the last run, if there is one.
func (r *reader) finish() {
	if len(r.all) > 0 {
		last := &r.all[len(r.all)-1]
		last.scored, last.Finding = r.gatherer.All(), r.gatherer.Finding(last.Run)
	}
}

// Columns of the sheet with the figures of a measurement.
const (
	firstSeat = "first seat %"
	opener    = "opener %"
	chooser   = "chooser %"
	drawn     = "drawn %"
	slope     = "slope, logits per factor of four"
)

const firstSeatSheet = "first-seat" // the name of this sheet

// firstSeats returns the figures of all measurements as a sheet. Rows begin with the table, the nodes and the measure.
func firstSeats(tables map[string][]measured) (sheet, error) {
	head := []string{"table", "nodes", "measure", "player", "program", "run", "games", "rounds", "different rounds"}
	for _, figure := range []string{firstSeat, opener, chooser} {
		for _, ending := range []string{"", " low", " high", " joint low", " joint high", " excluded", " shown"} {
			head = append(head, figure+ending)
		}
	}
	for _, figure := range []string{drawn, slope} {
		head = append(head, figure, figure+" low", figure+" high")
	}
	rows := sheet{head}
	for _, table := range planned {
		var findings []experiment.Finding
		for _, m := range tables[table.name] {
			findings = append(findings, m.Finding)
		}
		ladders, err := experiment.LaddersOf(findings)
		if err != nil {
			return nil, err
		}
		for _, m := range tables[table.name] {
			row := []string{table.name, strconv.FormatUint(m.Nodes, 10), string(m.Measure), m.Player, m.program, m.Run}
			for _, n := range []int{m.Games, m.Finding.Rounds, m.Distinct} {
				row = append(row, strconv.Itoa(n))
			}
			draws := m.scored.Drawn.Normal(level).Scaled(100)
			rows = append(rows, slices.Concat(row, m.scores(), estimateCells(draws, 2), m.slope(ladders)))
		}
	}
	return rows, nil
}

// scores returns the cells of the scores of the first seat, the opener and the chooser, in the order of the columns of
// firstSeats. Only Pit of Pillars has openers, and only Pylyx has choosers; the cells of other games are empty.
func (m measured) scores() (row []string) {
	var none stats.OpeningMeans
	means := []stats.OpeningMeans{m.scored.First, none, none}
	switch m.Spec.Game {
	case "pit-of-pillars":
		means[1] = m.scored.Opener
	case "pylyx":
		means[2] = m.scored.Chooser
	}
	for _, score := range means {
		single, together := score.Normal(level), stats.Estimate{} // with intervals at level and joint
		excluded, shown := "", ""
		if single.HasValue() && m.Player == primaryPlayer && m.Nodes == highestRung {
			together = score.Normal(joint)
			excluded, shown = fmt.Sprintf("%.2f", 100*max(.5-together.Low, together.High-.5)), "no"
			if together.Low > .5 {
				shown = "better"
			} else if together.High < .5 {
				shown = "worse"
			}
		}
		jointLimits := estimateCells(together.Scaled(100), 2)[1:] // without the score, which single has too
		row = slices.Concat(row, estimateCells(single.Scaled(100), 2), jointLimits, []string{excluded, shown})
	}
	return row
}

// slope returns the cells of the slope of the measurement's ladder. They are empty unless m is the run with the
// ladder's highest node limit.
func (m measured) slope(ladders []experiment.Ladder) []string {
	for _, l := range ladders {
		if l.Climbs() && l.Highest().Run == m.Run {
			return estimateCells(l.Slope(), 3)
		}
	}
	return estimateCells(stats.Estimate{}, 3)
}

func estimateCells(e stats.Estimate, decimals int) []string {
	row := make([]string, 3)
	if e.HasValue() {
		for i, x := range []float64{e.Value, e.Low, e.High} {
			row[i] = strconv.FormatFloat(x, 'f', decimals, 64)
		}
	}
	return row
}

// measureAll reads the files of the planned tables, as far as they exist.
func measureAll() (map[string][]measured, error) {
	tables := map[string][]measured{}
	for _, table := range planned {
		all, err := read(table.name, nil)
		switch {
		case err == nil:
			tables[table.name] = all
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return tables, nil
}
