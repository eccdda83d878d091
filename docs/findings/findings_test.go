// Package findings checks the figures of docs/FINDINGS.md against the files beside it. With the flag -update, the test
// writes the tables of the document and its chart again.
package findings

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/population"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
)

var update = flag.Bool("update", false, "write the tables again instead of comparing them")

const (
	document = "../FINDINGS.md"
	measured = "population.csv" // what scripts/findings.sh writes
)

// A row has the cells of a line of a CSV file, by column. The column "" has the whole line, with a bar after each cell.
type row map[string]string

func rows(t *testing.T, path string) (all []row) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	for _, line := range lines[1:] {
		r := row{"": strings.Join(line, "|") + "|"}
		for i, name := range lines[0] {
			r[name] = line[i]
		}
		all = append(all, r)
	}
	return all
}

// number returns the number in a column. The column "half" is half the width of the interval.
func (r row) number(t *testing.T, column string) float64 {
	t.Helper()
	if column == "half" && r[column] == "" {
		return (r.number(t, "high") - r.number(t, "low")) / 2
	}
	x, err := strconv.ParseFloat(r[column], 64)
	require.NoError(t, err)
	return x
}

// sample returns the scores of the players of an estimate, and of the players held out.
func (r row) sample(t *testing.T) (used, held population.Sample) {
	t.Helper()
	players, err := strconv.Atoi(r["players"])
	require.NoError(t, err)
	for i, text := range strings.Fields(r["scores"]) {
		score, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		to := &used
		if i >= players {
			to = &held
		}
		*to = append(*to, []float64{score})
	}
	return used, held
}

// scored returns the rows with scores of players that play themselves, from the start and from openings.
func scored(t *testing.T) []row {
	t.Helper()
	return slices.DeleteFunc(rows(t, measured), func(r row) bool {
		return r["figure"] == "drawn" || r["begins"] == "turns" || r["begins"] == "pairs"
	})
}

// TestIntervals computes each mean and its interval again from the scores of the players. Where these differ by less
// than chance in single games explains, player_spread is 0, and the interval in the file is for single games.
func TestIntervals(t *testing.T) {
	for _, r := range scored(t) {
		used, _ := r.sample(t)
		mean, half := used.Estimate().Mean, r.number(t, "half")
		near.Check(t, r.number(t, "mean"), mean.Value, 2e-4, r[""])
		own, spread := (mean.High-mean.Low)/2, r["player_spread"] != "0"
		if spread && math.Abs(half-own) > 2e-4 || half < .8*own { // .8: Student's quantile has 7 or more degrees
			t.Errorf("%v of %s, want %v", half, r[""], own)
		}
	}
}

// checks counts how often what the players used predict holds for others. See the section Checks of the document.
type checks struct {
	figures, held, inside, means int
	halves, least                float64
	few                          int // figures of which less than 90 % of the halves hold
	pairs, alike                 int // figures of pairs of players, and those that agree with the players' own
}

func check(t *testing.T) (c checks) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	c.least = 1
	for _, r := range scored(t) {
		used, held := r.sample(t)
		c.figures++
		one, means := used.Further(1, population.RangeLevel), held.Means()
		for _, mean := range means {
			c.held++
			if one.Holds(mean) {
				c.inside++
			}
		}
		if used.Further(len(means), population.Level).Holds(stat.Mean(means, nil)) {
			c.means++
		}
		half, holds := len(used)/2, 0.
		for range 200 {
			order := random.Perm(len(used))
			var parts [2]population.Sample
			for i, player := range order {
				part := min(1, i/half)
				parts[part] = append(parts[part], used[player])
			}
			other := parts[1].Means()
			if parts[0].Further(len(other), population.Level).Holds(stat.Mean(other, nil)) {
				holds += 1. / 200
			}
		}
		c.halves, c.least = c.halves+holds, min(c.least, holds)
		if holds < .9 {
			c.few++
		}
	}
	c.halves /= float64(c.figures)
	all := rows(t, measured)
	for _, r := range all {
		if r["begins"] != "pairs" || r["figure"] == "drawn" {
			continue
		}
		own := all[slices.IndexFunc(all, func(o row) bool {
			return o["begins"] == "openings" && o["nodes"] == r["nodes"] && o["figure"] == r["figure"] &&
				title(o) == title(r)
		})]
		c.pairs++
		difference := math.Abs(r.number(t, "mean") - own.number(t, "mean"))
		if difference <= math.Hypot(r.number(t, "half"), own.number(t, "half")) {
			c.alike++
		}
	}
	return c
}

// tables returns the tables of the document, by the heading above each.
func tables(t *testing.T) map[string][]string {
	t.Helper()
	all := rows(t, measured)
	figures := []string{
		"| game | figure | begins | 25 nodes, % | 1,600 nodes, % | trend | 90 % of new players, % | drawn, % | turns " +
			"| set-ups (effective) or openings |",
		"|---|---|---|---|---|---|---|---|---|---|",
	}
	above := "" // the game of the row above, which is written once
	for i, r := range all {
		rungs := r.rungs(all)
		last := rungs[len(rungs)-1]
		if r["figure"] == "drawn" || r["begins"] == "turns" || r["begins"] == "pairs" || last[""] != all[i][""] {
			continue // a row for each figure, from its highest node limit
		}
		if r["game"] == "pylyx" && r["figure"] == "first seat" {
			continue // the divider, whose score the chooser's determines
		}
		if rungs[0]["nodes"] != "25" || r["nodes"] != "1600" {
			t.Errorf("%s to %s nodes: %s", rungs[0]["nodes"], r["nodes"], r[""])
		}
		game := title(r)
		if game == above {
			game = ""
		}
		above = title(r)
		setUps := r["openings"]
		if r["begins"] == "start" {
			setUps = fmt.Sprintf("%s (%.0f)", r["set_ups"], r.number(t, "effective"))
		}
		drawn := r.with(all, "drawn").number(t, "mean")
		figures = append(figures, fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.0f to %.0f | %.0f | %.0f | %s |",
			game, r["figure"], r["begins"], rungs[0].percent(t), r.percent(t), trend(t, rungs),
			100*r.number(t, "new_low"), 100*r.number(t, "new_high"), 100*drawn, r.number(t, "turns"), setUps))
	}
	c := check(t)
	share := func(n, of int) string { return fmt.Sprintf("%d of %d (%.0f %%)", n, of, 100*float64(n)/float64(of)) }
	return map[string][]string{"## All figures": figures, "## Checks": {
		"| what should hold | as often as | it holds |", "|---|---|---|",
		"| a player held out scores within the range predicted for it | 90 % | " + share(c.inside, c.held) + " |",
		"| the mean of the players held out is within its interval | 95 % | " + share(c.means, c.figures) + " |",
		fmt.Sprintf("| half of the players predicts the mean of the other half, 200 random halves a figure | 95 %% "+
			"| %.1f %% on average, %.0f %% at least, under 90 %% in %d of %d |", 100*c.halves, 100*c.least, c.few,
			c.figures),
		"| pairs of different players score what players score against themselves, within the errors of both " +
			"| 95 % | " + share(c.alike, c.pairs) + " |",
	}}
}

// TestChart compares the chart of scores from the start, at the highest node limit, with the figures.
func TestChart(t *testing.T) {
	const path = "players.svg"
	chart := charts.Chart{Label: "score from the start at 1,600 nodes", Shares: true}
	for _, r := range scored(t) {
		if r["begins"] == "start" && r["nodes"] == "1600" {
			limits := func(low, high string) stats.Estimate {
				return stats.Limited(r.number(t, "mean"), r.number(t, low), r.number(t, high))
			}
			chart.Dots = append(chart.Dots, charts.Dot{Label: title(r) + ", " + r["figure"],
				Estimate: limits("low", "high"), Range: limits("new_low", "new_high")})
		}
	}
	drawn := chart.Inline("Mean score with its interval, and the range of new players, by game and seat or role")
	want := strings.Replace(drawn, "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `+
		`style="--ink:#222;--soft:#666;--line:#ddd;background:#fff" `, 1) + "\n"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
	}
	if read(t, path) != want {
		t.Errorf("%s does not show the figures of %s", path, measured)
	}
}

// rungs returns the rows of the same figure at all node limits, the lowest first.
func (r row) rungs(all []row) (rungs []row) {
	for _, other := range all {
		same := true
		for _, column := range []string{"game", "options", "begins", "figure"} {
			same = same && r[column] == other[column]
		}
		if same {
			rungs = append(rungs, other)
		}
	}
	return rungs
}

// with returns the row of another figure of the same games.
func (r row) with(all []row, figure string) row {
	return all[slices.IndexFunc(all, func(other row) bool {
		return other["run"] == r["run"] && other["figure"] == figure
	})]
}

// percent returns the mean with its interval.
func (r row) percent(t *testing.T) string {
	return fmt.Sprintf("%.0f ± %.0f", 100*r.number(t, "mean"), 100*r.number(t, "half"))
}

// trend returns the trend over three or more node limits, in points for a factor of four; bold if it is shown. Scores
// scatter about a line by more than their intervals say, because every strength has habits of its own. The error of the
// slope is therefore measured by this scatter, with Student's distribution for two degrees of freedom less than there
// are limits, and never less than the intervals say. (R. DerSimonian and N. Laird, Meta-analysis in clinical trials,
// 1986, for the two sources of error.)
func trend(t *testing.T, of []row) string {
	if len(of) < 3 {
		return ""
	}
	var x, y []float64
	sampling, limits := 0., float64(len(of))
	for _, r := range of {
		x, y = append(x, math.Log(r.number(t, "nodes"))/math.Log(4)), append(y, 100*r.number(t, "mean"))
		half := 100 * r.number(t, "half") / stats.Z95
		sampling += half * half / limits
	}
	height, rise := stat.LinearRegression(x, y, nil, false)
	scatter := 0.
	for i := range x {
		scatter += (y[i] - height - rise*x[i]) * (y[i] - height - rise*x[i]) / (limits - 2)
	}
	spread := stat.Variance(x, nil) * (limits - 1)
	slope := stats.Symmetric(rise, stats.Student95(len(of)-2)*math.Sqrt(max(scatter, sampling)/spread))
	if slope.Holds(0) {
		return slope.Text(0)
	}
	return "**" + slope.Text(0) + "**"
}

// title returns the name of a game and its board.
func title(r row) string {
	name := map[string]string{"pit-of-pillars": "Pit of Pillars", "pilastri": "Pilastri", "pylyx": "Pylyx",
		"pit": "Pit"}[r["game"]]
	option, value, _ := strings.Cut(r["options"], "=")
	if option == "players" {
		return name + " for " + value
	}
	return name + " " + value + " x " + value
}

// TestTables compares the tables of the document with the figures.
func TestTables(t *testing.T) {
	text := read(t, document)
	for heading, lines := range tables(t) {
		before, after, found := strings.Cut(text, "\n"+heading+"\n")
		start := strings.Index(after, "\n|")
		if !found || start < 0 {
			t.Fatalf("%s has no table below %q", document, heading)
		}
		end := start + 1
		for strings.HasPrefix(after[end:], "|") {
			end += strings.Index(after[end:], "\n") + 1
		}
		want := strings.Join(lines, "\n") + "\n"
		if got := after[start+1 : end]; got != want && !*update {
			t.Errorf("%s: the table below %q should be\n%s", document, heading, want)
		}
		text = before + "\n" + heading + "\n" + after[:start+1] + want + after[end:]
	}
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(text), 0o644))
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// TestSentences compares the figures in sentences with the files that figures.csv names. A line of figures.csv has the
// words of the document with "#" for each figure, the file, the first cells of the row with bars between them, and the
// column of each figure with bars between them. Shares are given in percent.
func TestSentences(t *testing.T) {
	text := strings.Join(strings.Fields(read(t, document)), " ")
	for _, line := range rows(t, "figures.csv") {
		pattern := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(line["words"]), "#", `(-?\d+(?:\.\d+)?)`))
		found := pattern.FindAllStringSubmatch(text, -1)
		if len(found) != 1 {
			t.Errorf("%q is %d times in %s, not once", line["words"], len(found), document)
			continue
		}
		named := slices.DeleteFunc(rows(t, line["file"]), func(r row) bool {
			return !strings.HasPrefix(r[""], line["row"]+"|")
		})
		if len(named) != 1 {
			t.Errorf("%s has %d rows that begin with %q", line["file"], len(named), line["row"])
			continue
		}
		for i, column := range strings.Split(line["columns"], "|") {
			got, want := found[0][i+1], named[0].number(t, column)
			if line["file"] == measured && column != "turns" {
				want *= 100
			}
			_, decimals, _ := strings.Cut(got, ".")
			if text := stats.FormatNumber(want, len(decimals)); text != got {
				t.Errorf("%q: the figure %s is %s in %s", line["words"], got, text, line["file"])
			}
		}
	}
}
