package study

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/metrics"
)

// Published holds figures of games that were measured before, for comparison. Both fields are CSV with a row of names:
// Chains has the rungs of chains of players, Metrics the metrics of each game.
type Published struct{ Chains, Metrics string }

// rows returns the rows of a CSV text, each by the names of the columns. It returns none if the text is not CSV.
func rows(text string) (all []map[string]string) {
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) == 0 {
		return nil
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		all = append(all, row)
	}
	return all
}

// levels returns how many levels of players each game has up to a number of nodes, such as "pilastri:size=4 2".
func (p Published) levels(nodes uint64) string {
	var games []string
	counts := map[string]int{}
	for _, row := range rows(p.Chains) {
		game := row["game"]
		if !slices.Contains(games, game) {
			games = append(games, game)
		}
		at, _ := strconv.ParseUint(row["nodes"], 10, 64)
		score, _ := strconv.ParseFloat(row["score against the rung below %"], 64)
		if at <= nodes && score >= 100*metrics.Passing {
			counts[game]++
		}
	}
	for i, game := range games {
		games[i] = fmt.Sprintf("%s %d", game, counts[game])
	}
	return strings.Join(games, ", ")
}

// span returns the least and the greatest value of a column of the metrics. known is false without the column.
func (p Published) span(column string) (low, high string, known bool) {
	var least, most float64
	for _, row := range rows(p.Metrics) {
		value, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			return "", "", false
		}
		if !known || value < least {
			least, low = value, row[column]
		}
		if !known || value > most {
			most, high = value, row[column]
		}
		known = true
	}
	return low, high, known
}
