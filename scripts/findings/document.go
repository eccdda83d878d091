package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
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

// section matches a part of the document that this program writes, between two lines that are comments.
var section = regexp.MustCompile(`(?s)<!-- made: (\w+) -->\n.*?\n<!-- end -->`)

// remade returns the document text with its sections made again from the data.
func (f findings) remade(text string) (string, error) {
	older, err := f.olderRows()
	if err != nil {
		return "", err
	}
	measured, err := f.measuredTable()
	if err != nil {
		return "", err
	}
	contents := map[string]string{"measured": measured, "older": older}
	missing := maps.Clone(contents)
	text = section.ReplaceAllStringFunc(text, func(old string) string {
		name := section.FindStringSubmatch(old)[1]
		delete(missing, name)
		return fmt.Sprintf("<!-- made: %s -->\n%s\n<!-- end -->", name, contents[name])
	})
	for name := range missing {
		return "", fmt.Errorf("%s has no section <!-- made: %s -->", document, name)
	}
	return text, nil
}

// measuredTable returns the main table, with a row for each measure at the highest node limit. Below the table is a
// list of all tables with their programs and commands.
func (f findings) measuredTable() (string, error) {
	lines := []string{"| game, board | begins | player | first seat % | shown | opener, chooser % | shown | games |",
		"|---|---|---|---|---|---|---|---|"}
	var data []string
	own := lookup{rows: f.sheets[firstSeatSheet]}
	for _, table := range planned {
		all := f.tables[table.name]
		if all == nil {
			continue
		}
		games := 0
		for _, m := range all {
			games += m.Games
			if m.Nodes != highestRung {
				continue
			}
			keys := []string{table.name, strconv.Itoa(highestRung), string(m.Measure)}
			lines = append(lines, fmt.Sprintf("| %s | %s | `%s` |%s%s %s |", table.title, m.Measure, m.Player,
				own.judged(keys, firstSeat), own.judged(keys, opener, chooser), stats.Thousands(m.Games)))
		}
		data = append(data, fmt.Sprintf("- %s, `%s`: [%s games](%s), by %s:\n  `%s`", table.title, all[0].Player,
			stats.Thousands(games), strings.TrimPrefix(pathOf(table.name), "docs/"), all[0].program, command(all)))
	}
	count := fmt.Sprintf("%d of the %d planned tables are complete.", len(data), len(planned))
	return strings.Join(slices.Concat(lines, []string{"", count, ""}, data), "\n"), own.err
}

var (
	// mark matches a comment that names the source of the figure before it: <!-- SHEET KEYS: COLUMN -->, with bars
	// between the keys. After words that are no figure, it is <!-- SHEET KEYS: COLUMN = CELL -->, where CELL is the
	// text in the sheet.
	mark = regexp.MustCompile(`(\d+(?:\.\d+)?)?(?: %| points)? ?` +
		`<!-- ([\w-]+) ([^:>]*): ([^=>]*?)(?: = ([^>]*?))? -->`)
	abstract  = regexp.MustCompile(`(?s)\*\*Abstract\.\*\*.*?\n\n`)
	unfigured = regexp.MustCompile(`\d+ x \d+|[\d,]+ nodes`) // numbers that need no mark in the abstract
	figure    = regexp.MustCompile(`\d[\d.,]*`)
)

// faults lists the marked figures of the document that differ from the data. In the abstract, which ends before the
// first heading of a section, it also lists figures without a mark, and figures from an older table that a table with
// games replaces.
func (f findings) faults(text string) (faults []string) {
	complain := func(at int, format string, values ...any) {
		line := 1 + strings.Count(text[:at], "\n")
		faults = append(faults, fmt.Sprintf("%s:%d: ", document, line)+fmt.Sprintf(format, values...))
	}
	for _, match := range mark.FindAllStringSubmatchIndex(text, -1) {
		start, end := match[0], match[1]
		group := func(i int) string {
			if match[2*i] < 0 {
				return ""
			}
			return text[match[2*i]:match[2*i+1]]
		}
		number, name, keys, column, cell := group(1), group(2), group(3), group(4), group(5)
		inAbstract := strings.LastIndex(text[:start], "\n## ") < 0
		if newer := f.replaced(name, keys); newer != "" && inAbstract {
			complain(start, "the abstract rests on %s %s, which %s replaces", name, keys, newer)
		}
		if wrong := f.wrong(number, name, strings.Split(keys, "|"), column, cell); wrong != "" {
			complain(start, "%q: %s", strings.Join(strings.Fields(text[start:end]), " "), wrong)
		}
	}
	span := abstract.FindStringIndex(text)
	if span == nil {
		return append(faults, document+": no abstract")
	}
	blank := func(s string) string { return strings.Repeat(" ", len(s)) }
	unmarked := mark.ReplaceAllStringFunc(text[span[0]:span[1]], blank) // blanks keep the places of the rest
	rest := unfigured.ReplaceAllStringFunc(unmarked, blank)
	for _, match := range figure.FindAllStringIndex(rest, -1) {
		complain(span[0]+match[0], "%q in the abstract has no mark", rest[match[0]:match[1]])
	}
	return faults
}

// replaced returns the table with games that replaces a row of an older table, or "" if there is none.
func (f findings) replaced(name, row string) string {
	for _, older := range f.sheets["older"] {
		if older[olderTable] == name && older[olderKeys] == row && f.tables[older[olderReplacedBy]] != nil {
			return older[olderReplacedBy]
		}
	}
	return ""
}

// wrong compares a marked figure, number, with the sheet called name. It returns what is wrong, or "" if they agree. If
// cell is not empty, the mark follows words instead, and the sheet must have this cell.
func (f findings) wrong(number, name string, keys []string, column, cell string) string {
	rows, ok := f.sheets[name]
	if !ok {
		return "no sheet of this name"
	}
	own := lookup{rows: rows}
	if cell != "" {
		if want := own.cell(keys, column); own.err == nil && cell != want {
			return fmt.Sprintf("the data have %q", want)
		}
	} else {
		_, decimals, _ := strings.Cut(number, ".")
		want := strconv.FormatFloat(own.number(keys, column), 'f', len(decimals), 64)
		if own.err == nil && number != want {
			return "the data have " + want
		}
	}
	if own.err != nil {
		return own.err.Error()
	}
	return ""
}

// Columns of the sheet older, which lists figures from older tables, whose games are not kept.
const (
	olderBoard      = iota // game and board
	olderBegins            // how the games begin
	olderPlayer            // player and nodes
	olderTable             // name of the older table, which is also a sheet
	olderKeys              // keys of the row in that sheet, with bars between them
	olderProven            // proven result, if there is one
	olderReplacedBy        // name of the table with games that replaces the row; may be empty
)

// olderRows returns the table of older figures, and below it a list of the older tables, which the sheet older-tables
// describes. A row of figures disappears as soon as there are games of the table that replaces it.
func (f findings) olderRows() (string, error) {
	lines := []string{"| game, board | begins | player, nodes | first seat % | opener % | n | excluded above | " +
		"proven | table |", "|---|---|---|---|---|---|---|---|---|"}
	used := map[string]bool{}
	for _, row := range f.sheets["older"][1:] {
		if f.tables[row[olderReplacedBy]] != nil {
			continue
		}
		line, err := f.olderRow(row)
		if err != nil {
			return "", fmt.Errorf("%q: %w", row, err)
		}
		lines, used[row[olderTable]] = append(lines, line), true
	}
	lines = append(lines, "")
	for _, table := range f.sheets["older-tables"][1:] {
		if name := table[0]; used[name] {
			lines = append(lines, fmt.Sprintf("- [%s](findings/%s) ([CSV](findings/%s.csv)), commit %s", name, table[1],
				name, table[2]))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// olderRow returns a row of the sheet older as a row of the document.
func (f findings) olderRow(row []string) (string, error) {
	table, keys := row[olderTable], strings.Split(row[olderKeys], "|")
	own, tables := lookup{rows: f.sheets[table]}, lookup{rows: f.sheets["older-tables"]}
	// column returns the name of the column that has a figure in the older table.
	column := func(figure string) string { return tables.cell([]string{table}, figure+" column") }
	first, openers := column("first seat"), ""
	if head := column("opener"); head != "" {
		openers = own.interval(keys, head)
	}
	text := fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.1f | %s | %s |", row[olderBoard], row[olderBegins],
		row[olderPlayer], own.interval(keys, first), openers,
		stats.Thousands(int(own.number(keys, column("games")))), own.number(keys, first+" excluded"),
		row[olderProven], table)
	return text, cmp.Or(tables.err, own.err)
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
	for _, row := range l.rows[1:] {
		if len(keys) < len(row) && slices.Equal(row[:len(keys)], keys) {
			found = append(found, row)
		}
	}
	at := slices.Index(l.rows[0], column)
	switch {
	case at < 0:
		l.err = cmp.Or(l.err, fmt.Errorf("no column %q", column))
	case len(found) == 0:
		l.err = cmp.Or(l.err, fmt.Errorf("no row begins with %q", keys))
	case len(found) > 1:
		l.err = cmp.Or(l.err, fmt.Errorf("several rows begin with %q", keys))
	default:
		return found[0][at]
	}
	return ""
}

// number returns a number of the sheet. For a column such as "opener % off even" it returns the distance of the column
// "opener %" from 50. For a column such as "opener % excluded" that the sheet lacks, it returns the larger of the
// distances of the columns "opener % low" and "opener % high" from 50.
func (l *lookup) number(keys []string, column string) float64 {
	distance := func(column string) float64 { return math.Abs(l.number(keys, column) - 50) }
	if base, ok := strings.CutSuffix(column, " off even"); ok {
		return distance(base)
	}
	if base, ok := strings.CutSuffix(column, " excluded"); ok && !slices.Contains(l.rows[0], column) {
		return max(distance(base+" low"), distance(base+" high"))
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
