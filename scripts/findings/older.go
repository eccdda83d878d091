package main

import (
	"cmp"
	"fmt"
	"strings"

	"pillars/results/estimate/stats"
)

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

// olderRows returns the table of older figures, and below it a list of the older tables. The sheet older-tables
// describes these. A row disappears as soon as there are games of the table that replaces it.
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
	table, tables := row[olderTable], f.sheets["older-tables"]
	own, keys := f.sheets[table], strings.Split(row[olderKeys], "|")
	var columns [3]string // the columns of own with the games, the first seat and the opener; the last may be empty
	for i, head := range []string{"games column", "first seat column", "opener column"} {
		var err error
		if columns[i], err = tables.cell([]string{table}, head); err != nil {
			return "", err
		}
	}
	games, err1 := own.number(keys, columns[0])
	first, err2 := own.interval(keys, columns[1])
	excluded, err3 := own.number(keys, columns[1]+" excluded")
	var opener string
	var err4 error
	if columns[2] != "" {
		opener, err4 = own.interval(keys, columns[2])
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.1f | %s | %s |", row[olderBoard], row[olderBegins],
		row[olderPlayer], first, opener, stats.Thousands(int(games)), excluded, row[olderProven],
		table), cmp.Or(err1, err2, err3, err4)
}
