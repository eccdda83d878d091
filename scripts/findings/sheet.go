package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A sheet is a CSV file of figures. Its leading columns identify a row.
type sheet [][]string

func sheets() (map[string]sheet, error) {
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

// cell returns the cell of a column in the only row that begins with the given keys.
func (s sheet) cell(keys []string, column string) (string, error) {
	at := slices.Index(s[0], column)
	if at < 0 {
		return "", fmt.Errorf("no column %q", column)
	}
	var found []string
	for _, row := range s[1:] {
		if len(keys) < len(row) && slices.Equal(row[:len(keys)], keys) {
			if found != nil {
				return "", fmt.Errorf("several rows begin with %q", keys)
			}
			found = row
		}
	}
	if found == nil {
		return "", fmt.Errorf("no row begins with %q", keys)
	}
	return found[at], nil
}

// number returns a number of the sheet. For a column such as "opener % off even" it returns the distance of the column
// "opener %" from 50. For a column such as "opener % excluded" that the sheet lacks, it returns the larger of the
// distances of the columns "opener % low" and "opener % high" from 50.
func (s sheet) number(keys []string, column string) (float64, error) {
	distance := func(column string) (float64, error) {
		x, err := s.number(keys, column)
		return math.Abs(x - 50), err
	}
	if base, ok := strings.CutSuffix(column, " off even"); ok {
		return distance(base)
	}
	if base, ok := strings.CutSuffix(column, " excluded"); ok && !slices.Contains(s[0], column) {
		low, err := distance(base + " low")
		if err != nil {
			return 0, err
		}
		high, err := distance(base + " high")
		return max(low, high), err
	}
	text, err := s.cell(keys, column)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(text, 64)
}

// interval returns a figure of the sheet with its limits, or "" if the row lacks the figure.
func (s sheet) interval(keys []string, column string) (string, error) {
	if text, err := s.cell(keys, column); text == "" {
		return "", err
	}
	var all [3]float64
	for i, ending := range []string{"", " low", " high"} {
		x, err := s.number(keys, column+ending)
		if err != nil {
			return "", err
		}
		all[i] = x
	}
	return fmt.Sprintf("%.1f (%.1f .. %.1f)", all[0], all[1], all[2]), nil
}
