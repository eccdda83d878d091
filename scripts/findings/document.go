package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/stats"
)

type findings struct {
	tables map[string][]measured // by name, from the files of games
	sheets map[string]sheet      // by name, from the CSV files
}

// section matches the part of the document that this program writes, between two lines that are comments.
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
	paths, err := filepath.Glob(filepath.Join(folder, "*.csv"))
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
