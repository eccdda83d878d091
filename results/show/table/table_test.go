package table_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/show/table"
)

type score struct {
	player string
	points float64
	rating *float64
}

func scores() table.Table[score] {
	rating := 12.5
	return table.Table[score]{
		Columns: []table.Column[score]{
			{Key: "name", Head: "player", Value: func(s score) any { return s.player }},
			{Key: "points", Head: "points", Kind: table.Figures, Value: func(s score) any { return s.points },
				Text: func(s score) string { return fmt.Sprintf("%.1f", s.points) }},
			{Key: "rating", Value: func(s score) any { return s.rating }},
			{Key: "won", Only: table.JSON, OmitEmpty: true, Value: func(s score) any { return s.points > 5 }},
		},
		Rows: []score{{"greedy", 10, &rating}, {"<random>", 2.25, nil}},
	}
}

func Example() {
	answer := scores()
	answer.WriteText(os.Stdout)
	answer.WriteCSV(os.Stdout)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.Encode(answer.Record(answer.Rows[0]))
	answer.Rows = answer.Rows[:1]
	out.Encode(table.Object("type", "scores", "players", answer, "games", 12))
	// Output:
	// player    points
	// greedy      10.0
	// <random>     2.2
	// name,points,rating
	// greedy,10,12.5
	// <random>,2.25,
	// {"name":"greedy","points":10,"rating":12.5,"won":true}
	// {"type":"scores","players":[{"name":"greedy","points":10,"rating":12.5,"won":true}],"games":12}
}

func TestEmptyTablesAreLists(t *testing.T) {
	data, err := json.Marshal(table.Object("rows", table.Table[score]{}, "facts", table.Facts{}, "grid",
		table.New("a", "#b")))
	if want := `{"rows":[],"facts":{},"grid":{"columns":["a","b"],"rows":[]}}`; err != nil || string(data) != want {
		t.Errorf("%s, %v; want %s", data, err, want)
	}
}

// TestTextsFromOutside checks columns with wide, combining, control and format characters, and CSV with texts that a
// spreadsheet would take for formulas.
func TestTextsFromOutside(t *testing.T) {
	grid := table.New("player", "#games")
	for _, name := range []string{"日本語", "cafe\u0301", "a\x1b[2J", "=HYPERLINK(1)", "-3.5", "@x", "+1+cmd", "-"} {
		grid.Add(name, -1)
	}
	var text, csv strings.Builder
	require.NoError(t, errors.Join(grid.WriteText(&text), grid.WriteCSV(&csv)))
	want := "player         games\n日本語            -1\ncafe\u0301              -1\na\\x1b[2J          -1\n"
	if !strings.HasPrefix(text.String(), want) {
		t.Errorf("text\n%s\nwant\n%s", text.String(), want)
	}
	if want := "\n'=HYPERLINK(1),-1\n-3.5,-1\n'@x,-1\n'+1+cmd,-1\n-,-1\n"; !strings.HasSuffix(csv.String(), want) {
		t.Errorf("CSV\n%s", csv.String())
	}
}

// TestCells checks cells of CSV and JSON: numbers with all their digits, or those that a column asks for, pointers,
// unknown values, and columns that only some forms have.
func TestCells(t *testing.T) {
	t.Parallel()
	grid, half := table.New("a", "#b"), .5
	var none *float64
	grid.Add(&half, 1e6)
	grid.Add(none, nil)
	var csv, whole strings.Builder
	if err := grid.WriteCSV(&csv); err != nil || csv.String() != "a,b\n0.5,1000000\n,\n" {
		t.Errorf("%q, %v", csv.String(), err)
	}
	value := func(x float64) any { return x }
	answer := table.Table[float64]{Rows: []float64{.123456, 0}, Columns: []table.Column[float64]{
		{Key: "all", Head: "all", Value: value, Digits: 3}, {Head: "people", Value: value},
		{Key: "csv", Only: table.CSV, Value: value, Digits: 1},
		{Key: "json", Only: table.JSON, OmitEmpty: true, Value: value},
	}}
	if err := answer.WriteCSV(&whole); err != nil || whole.String() != "all,csv\n0.123,0.1\n0,0\n" {
		t.Errorf("%v\n%s", err, whole.String())
	}
	const want = `[{"all":0.123456,"json":0.123456},{"all":0}]`
	if data, err := answer.MarshalJSON(); err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
}
