//go:build !race

// Reading all games takes long under the race detector, and everything runs in one goroutine.

// Package findings checks the figures of docs/FINDINGS.md against the games in the folder data. With the flag -update,
// the test writes the main table of the document and first-seat.csv again.
package findings

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
)

var update = flag.Bool("update", false, "write the tables again instead of comparing them")

const (
	document       = "../FINDINGS.md"
	firstSeatSheet = "first-seat" // the name of the sheet that TestTables writes
)

// findings holds what the document is checked against.
type findings struct {
	tables map[string][]measured // by name, from the files of games
	sheets map[string]sheet      // by name, from the CSV files; first-seat is made from the games
}

// gather reads the data, once for all tests.
var gather = sync.OnceValues(func() (f findings, err error) {
	if f.tables, err = measureAll(); err != nil {
		return f, err
	}
	if f.sheets, err = readSheets(); err != nil {
		return f, err
	}
	f.sheets[firstSeatSheet] = firstSeats(f.tables)
	return f, nil
})

// inputs returns the data and the text of the document.
func inputs(t *testing.T) (f findings, text string) {
	t.Helper()
	f, err := gather()
	content, err2 := os.ReadFile(document)
	require.NoError(t, cmp.Or(err, err2))
	return f, string(content)
}

// TestTables compares the main table of the document and the sheet of first seats with the data.
func TestTables(t *testing.T) {
	f, text := inputs(t)
	made, err := f.remade(text)
	require.NoError(t, err)
	sheet := f.sheets[firstSeatSheet].text()
	for path, want := range map[string]string{document: made, firstSeatSheet + ".csv": sheet} {
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		}
		stored, err := os.ReadFile(path)
		require.NoError(t, err)
		got := strings.Split(string(stored), "\n")
		for i, line := range strings.Split(want, "\n") {
			if i >= len(got) || got[i] != line {
				t.Fatalf("%s:%d: differs from the data, which have\n%s", path, i+1, line)
			}
		}
		if string(stored) != want {
			t.Errorf("%s: it has lines at its end that the data lack", path)
		}
	}
}

// TestSentences compares the figures in sentences with the data, and checks that changed figures are found.
func TestSentences(t *testing.T) {
	f, text := inputs(t)
	for _, fault := range f.faults(text) {
		t.Error(fault)
	}
	const figure = "scores 78 %<!-- first-seat pit-of-pillars-6-alphabeta|32768|openings: opener % -->"
	for changed, want := range map[string]string{
		strings.Replace(figure, "78", "79", 1):              "the data have 78",
		strings.Replace(figure, "|32768|openings", "|1", 1): "0 rows",
	} {
		faults := f.faults(strings.Replace(text, figure, changed, 1))
		if len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("%s: faults %q; want one with %q", changed, faults, want)
		}
	}
}

// TestReplay replays some stored games by the rules.
func TestReplay(t *testing.T) {
	const every = 50
	games := 0
	for _, table := range planned {
		if _, err := os.Stat(pathOf(table.name)); err != nil {
			continue
		}
		_, err := read(table.name, func(rules engine.Rules, game tournament.Game) error {
			games++
			if games%every != 0 {
				return nil
			}
			h, err := game.Record.Replay(rules.Game())
			if err == nil && !game.Faulted() && !h.Outcome().Over() {
				t.Errorf("%s: game %s does not end", table.name, game.Identity)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if games < 14_000 {
		t.Errorf("%d games", games)
	}
}

// These constants are from the plan of the measurement, ../notebook/2026-11-26-first-seat.md. The plan has 30 primary
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
func pathOf(table string) string { return filepath.Join("data", table+".tsv.gz") }

// parseGame reads the line of a game. The spec is the spec of the game's run.
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
)

// firstSeats returns the figures of all measurements as a sheet. Rows begin with the table, the nodes and the measure.
func firstSeats(tables map[string][]measured) sheet {
	head := []string{"table", "nodes", "measure", "player", "program", "run", "games", "rounds", "different rounds"}
	for _, figure := range []string{firstSeat, opener, chooser} {
		for _, ending := range []string{"", " low", " high", " joint low", " joint high", " excluded", " shown"} {
			head = append(head, figure+ending)
		}
	}
	rows := sheet{append(head, drawn, drawn+" low", drawn+" high")}
	for _, table := range planned {
		for _, m := range tables[table.name] {
			row := []string{table.name, strconv.FormatUint(m.Nodes, 10), string(m.Measure), m.Player, m.program, m.Run}
			for _, n := range []int{m.Games, m.Finding.Rounds, m.Distinct} {
				row = append(row, strconv.Itoa(n))
			}
			draws := m.scored.Drawn.Normal(level).Scaled(100)
			rows = append(rows, slices.Concat(row, m.scores(), estimateCells(draws, 2)))
		}
	}
	return rows
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

// section matches the part of the document that TestTables writes, between two lines that are comments.
var section = regexp.MustCompile(`(?s)(<!-- made -->\n).*?(\n<!-- end -->)`)

// remade returns the document text with its main table made again from the data. The table has a row for each measure
// at the highest node limit.
func (f findings) remade(text string) (string, error) {
	lines := []string{"| game, board | begins | player | first seat % | shown | opener, chooser % | shown | games |",
		"|---|---|---|---|---|---|---|---|"}
	own := lookup{rows: f.sheets[firstSeatSheet]}
	for _, table := range planned {
		for _, m := range f.tables[table.name] {
			if m.Nodes != highestRung {
				continue
			}
			keys := []string{table.name, strconv.Itoa(highestRung), string(m.Measure)}
			lines = append(lines, fmt.Sprintf("| %s | %s | `%s` |%s%s %s |", table.title, m.Measure, m.Player,
				own.judged(keys, firstSeat), own.judged(keys, opener, chooser), stats.Thousands(m.Games)))
		}
	}
	if !section.MatchString(text) {
		return "", fmt.Errorf("%s has no section <!-- made -->", document)
	}
	return section.ReplaceAllString(text, "${1}"+strings.Join(lines, "\n")+"${2}"), own.err
}

// mark matches a comment that names the source of the figure before it: <!-- SHEET KEYS: COLUMN -->, with bars between
// the keys. After words that are no figure, it is <!-- SHEET KEYS: COLUMN = CELL -->, where CELL is the text in the
// sheet.
var mark = regexp.MustCompile(`(\d+(?:\.\d+)?)?(?: %| points)? ?` +
	`<!-- ([\w-]+) ([^:>]*): ([^=>]*?)(?: = ([^>]*?))? -->`)

// faults lists the marked figures and words of the document that differ from the sheets.
func (f findings) faults(text string) (faults []string) {
	for _, place := range mark.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string { return text[max(0, place[2*i]):max(0, place[2*i+1])] } // "" if it matched nothing
		own := lookup{rows: f.sheets[group(2)]}
		keys, column, got, want := strings.Split(group(3), "|"), group(4), group(5), ""
		if got != "" {
			want = own.cell(keys, column)
		} else {
			got = group(1)
			_, decimals, _ := strings.Cut(got, ".")
			want = strconv.FormatFloat(own.number(keys, column), 'f', len(decimals), 64)
		}
		if own.err != nil || got != want {
			words := strings.Join(strings.Fields(group(0)), " ")
			line := 1 + strings.Count(text[:place[0]], "\n")
			faults = append(faults, fmt.Sprintf("%s:%d: %q: %v", document, line, words,
				cmp.Or(own.err, fmt.Errorf("the data have %s", want))))
		}
	}
	return faults
}

// A sheet is a CSV file of figures. Its leading columns identify a row.
type sheet [][]string

// readSheets reads the CSV files of the folder. It returns them by name, without the ending.
func readSheets() (map[string]sheet, error) {
	paths, err := filepath.Glob("*.csv")
	if err != nil {
		return nil, err
	}
	all := map[string]sheet{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".csv")] = rows
	}
	return all, nil
}

func (s sheet) text() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.WriteAll(s)
	return b.String()
}

// A lookup finds figures in the rows of a sheet by the keys with which a row begins. It keeps the first error; figures
// that it does not find are empty or 0.
type lookup struct {
	rows sheet
	err  error
}

// cell returns the cell of a column in the only row that begins with the given keys.
func (l *lookup) cell(keys []string, column string) string {
	var found [][]string
	at := -1
	for i, row := range l.rows {
		if i == 0 {
			at = slices.Index(row, column)
		} else if len(keys) < len(row) && slices.Equal(row[:len(keys)], keys) {
			found = append(found, row)
		}
	}
	if at < 0 || len(found) != 1 {
		l.err = cmp.Or(l.err, fmt.Errorf("%d rows begin with %q, and the column %q has number %d", len(found), keys,
			column, at))
		return ""
	}
	return found[0][at]
}

// number returns a number of the sheet. For a column such as "opener % off even" it returns the distance of the column
// "opener %" from 50.
func (l *lookup) number(keys []string, column string) float64 {
	if base, ok := strings.CutSuffix(column, " off even"); ok {
		return math.Abs(l.number(keys, base) - 50)
	}
	x, err := strconv.ParseFloat(l.cell(keys, column), 64)
	l.err = cmp.Or(l.err, err)
	return x
}

// interval returns a figure of the sheet with its limits, or "" if the row lacks the figure.
func (l *lookup) interval(keys []string, column string) string {
	if l.cell(keys, column) == "" {
		return ""
	}
	return fmt.Sprintf("%.1f (%.1f .. %.1f)", l.number(keys, column), l.number(keys, column+" low"),
		l.number(keys, column+" high"))
}

// judged returns two cells of the main table, from the row of the sheet with the given keys. The first cell is the
// figure of the first of the given columns that has one. The second says whether this figure shows an advantage.
func (l *lookup) judged(keys []string, columns ...string) string {
	for _, column := range columns {
		text := l.interval(keys, column)
		if text == "" {
			continue
		}
		shown := l.cell(keys, column+" shown")
		if shown == "no" {
			shown = fmt.Sprintf("no, at most %.1f", l.number(keys, column+" excluded"))
		}
		return fmt.Sprintf(" %s | %s |", text, shown)
	}
	return " | |"
}
