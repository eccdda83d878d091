package main

import (
	"cmp"
	"fmt"
	"strings"

	"pillars/results/estimate/stats"
)

// olderTable returns the rows of tables whose games are not kept, and below them where they come from. The sheet older
// lists these rows, with bars between the keys of a row in the sheet of its table; the sheet older-tables lists the
// tables. A row disappears when there are games of the table that replaces it.
func (f findings) olderTable() (string, error) {
	lines := []string{"| game, board | begins | player, nodes | first seat % | opener % | n | excluded above | " +
		"proven | table |", "|---|---|---|---|---|---|---|---|---|"}
	used := map[string]bool{}
	for _, row := range f.sheets["older"][1:] {
		if f.tables[row[6]] != nil {
			continue
		}
		line, err := f.olderRow(row)
		if err != nil {
			return "", fmt.Errorf("%q: %w", row, err)
		}
		lines, used[row[3]] = append(lines, line), true
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
	table, tables, own, keys := row[3], f.sheets["older-tables"], f.sheets[row[3]], strings.Split(row[4], "|")
	var columns [3]string // of the games, the first seat and the opener
	for i, head := range []string{"games column", "first seat column", "opener column"} {
		var err error
		if columns[i], err = tables.cell([]string{table}, head); err != nil {
			return "", err
		}
	}
	games, err1 := own.number(keys, columns[0])
	first, err2 := own.interval(keys, columns[1])
	excluded, err3 := own.number(keys, columns[1]+" excluded")
	acts, err4 := "", error(nil)
	if columns[2] != "" {
		acts, err4 = own.interval(keys, columns[2])
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.1f | %s | %s |", row[0], row[1], row[2], first, acts,
		stats.Thousands(int(games)), excluded, row[5], table), cmp.Or(err1, err2, err3, err4)
}
