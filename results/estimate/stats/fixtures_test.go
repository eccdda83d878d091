package stats

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// row is a line of a table of reference figures, by name of the column.
type row map[string]string

func (r row) number(t *testing.T, column string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.Replace(r[column], "-nan", "nan", 1), 64)
	if err != nil {
		t.Fatalf("column %s: %v", column, err)
	}
	return x
}

func (r row) count(t *testing.T, column string) int { t.Helper(); return int(r.number(t, column)) }

// finite reports whether the reference tool printed a finite number in a column.
func (r row) finite(t *testing.T, column string) bool {
	t.Helper()
	x := r.number(t, column)
	return !math.IsNaN(x) && !math.IsInf(x, 0)
}

func readTable(t *testing.T, name string) []row {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	require.NoError(t, err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	var rows []row
	for _, line := range lines[1:] {
		r := row{}
		for i, column := range lines[0] {
			r[column] = line[i]
		}
		rows = append(rows, r)
	}
	return rows
}
