package study

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Lines returns what the study shows, in about ten lines.
func (s *Study) Lines() []string {
	lines := []string{fmt.Sprintf("%s: %s, seed %d.", s.Title(), tournament.Counted(s.Games(), "game"), s.Seed)}
	lines = append(lines, s.fair()...)
	lines = append(lines, s.Turns.sentence(), "Decisive? "+s.decisive())
	lines = append(lines, s.deep()...)
	return append(lines, "Lively? "+s.lively(), s.notShown())
}

// fair returns lines about fairness: by a proof, by games at the highest rungs, and by games at all rungs.
func (s *Study) fair() (lines []string) {
	if s.Proof != nil {
		lines = append(lines, fmt.Sprintf("Fair? %s (%s of %s).", table.Capital(string(s.Fair())), s.Proof.Method,
			tournament.Counted(s.Proof.Positions, "position")))
	}
	lines = append(lines, s.fairInGames())
	for _, l := range s.ladders {
		if l.Rungs[0].Measure != experiment.FromStart && len(s.ladders) > 1 {
			continue // games from the start are enough
		}
		var scores []string
		for _, f := range l.Rungs {
			scores = append(scores, fmt.Sprintf("%d: %s", f.Nodes, share(f.First())))
		}
		lines = append(lines, "By strength (nodes) "+l.Rungs[0].Measure.Where()+": "+strings.Join(scores, ", ")+".")
	}
	return lines
}

// fairInGames returns a line with the verdict by games, the scores at the highest rungs, and the excluded advantages.
func (s *Study) fairInGames() string {
	text := "Fair? " + table.Capital(string(s.played()))
	if s.Proof != nil {
		text = "In games: " + string(s.played())
	}
	var tops []string
	for _, l := range s.ladders {
		f := l.Highest()
		if f.First().HasValue() {
			top := fmt.Sprintf("%s in %s %s", share(f.Together(len(s.ladders))),
				tournament.Counted(f.Summary.Games, "game"), f.Measure.Where())
			if f.Rough() {
				top += fmt.Sprintf(" (only %d differ)", f.Summary.Distinct)
			}
			tops = append(tops, top)
		}
	}
	if len(tops) > 0 {
		text += fmt.Sprintf(": at %d nodes %s", s.ladders[0].Highest().Nodes, strings.Join(tops, ", "))
	}
	if margin := s.evenWithin(); !math.IsInf(margin, 1) {
		text += fmt.Sprintf("; more than %s points from even are excluded", points(margin))
	}
	return text + "."
}

func (s *Study) decisive() string {
	won, ok := s.metric("completion")
	if !ok {
		return "No game ended."
	}
	text := fmt.Sprintf("%s of %s have a winner", share(won.Estimate), tournament.Counted(won.N, "game"))
	for _, part := range [][2]string{{"drawishness", "are drawn by a rule"}, {"cut-off", "become too long"}} {
		if m, ok := s.metric(part[0]); ok && m.Estimate.Value > 0 {
			text += fmt.Sprintf(", %s %s", share(m.Estimate), part[1])
		}
	}
	if m, ok := s.metric("turns/median"); ok {
		text += fmt.Sprintf("; the median game takes %s turns", m.Text())
	}
	return text + "."
}

func (s *Study) deep() []string {
	if len(s.Chain) < 2 {
		return []string{"Deep? Not measured: a chain of players needs two seats."}
	}
	rungs := s.passed()
	passed := len(rungs)
	text := fmt.Sprintf("Deep? %s above random play with up to %d nodes", tournament.Counted(passed, "level"),
		s.Sizes.ClimbNodes)
	if passed > 0 {
		text += fmt.Sprintf(": alphabeta at %s nodes, each scoring 75 %% or more against the one before in %s",
			strings.Join(rungs, ", "), tournament.Counted(s.Chain[1].Games, "game"))
	}
	lines := []string{text + "."}
	if beside := s.Elsewhere.levels(s.Sizes.ClimbNodes); beside != "" {
		lines = append(lines, "Beside it, with as many nodes: "+beside+".")
	}
	return lines
}

// passed returns the node limits of the players in the chain above random play that each score at least
// [metrics.Passing] against the player below. It stops before the first player that scores less.
func (s *Study) passed() (nodes []string) {
	for _, r := range s.Chain[min(1, len(s.Chain)):] {
		if r.Points < metrics.Passing*float64(r.Games) {
			break
		}
		nodes = append(nodes, fmt.Sprint(metrics.NodesOf(r.Player)))
	}
	return nodes
}

func (s *Study) lively() string {
	var parts []string
	for _, one := range []struct{ id, format, column string }{ // column is the name of the metric in Published.Metrics
		{"lead-changes", "the lead changes %s times a turn", "lead changes a turn"},
		{"behind", "the winner was behind before %s of the turns", ""},
		{"drama", "by %s on average", "drama"},
		{"turns-legal-geometric", "%s legal turns", "legal turns, geometric mean"},
	} {
		m, ok := s.metric(one.id)
		if !ok {
			continue
		}
		text := fmt.Sprintf(one.format, metricText(m))
		if low, high, known := s.Elsewhere.span(one.column); known {
			text += fmt.Sprintf(" [%s .. %s]", low, high)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "Not measured."
	}
	text := table.Capital(strings.Join(parts, ", "))
	if m, ok := s.metric("judge-skill"); ok && m.Estimate.Value < .1 {
		text += "; but the judge foresees these games little, so leads say little"
	}
	if won, ok := s.metric("completion"); ok {
		text += fmt.Sprintf(" (%s; in brackets the range of the games measured before)",
			tournament.Counted(won.N, "game"))
	}
	return text + "."
}

func (s *Study) notShown() string {
	text := "Not shown: what better players, or people, would score"
	if s.Proof != nil {
		text = "Not shown: how hard the proven turns are for people"
	}
	return text + "; whether the game is fun. Intervals are at 95 % for each figure."
}

// share returns a share in percent with its interval, such as "52 % (45 .. 59)".
func share(e stats.Estimate) string {
	if !e.HasValue() {
		return "unknown"
	}
	text := stats.FormatNumber(100*e.Value, 0) + " %"
	if e.Kind == stats.Measured || e.Kind == stats.Bracketed {
		text += fmt.Sprintf(" (%s .. %s)", stats.FormatNumber(100*e.Low, 0), stats.FormatNumber(100*e.High, 0))
	}
	return text
}

func metricText(m metrics.Metric) string {
	if m.Unit == metrics.Share {
		return share(m.Estimate)
	}
	return m.Text()
}

// points returns a margin in percentage points, rounded up to a tenth.
func points(margin float64) string { return stats.FormatNumber(math.Ceil(1000*margin-1e-9)/10, 1) }

// Published holds figures of games that were measured before, for comparison. Both fields are CSV texts whose first row
// names the columns. Chains has a row for each player in the chain of a game, Metrics a row for each game.
type Published struct{ Chains, Metrics string }

// rows returns each row of a CSV text as a map from column to cell. It returns none if the text is not CSV.
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

// levels returns the games with their numbers of levels of skill, such as "pilastri:size=4 2, pit 3". A level is a
// player with at most the given nodes that passes against the player below.
func (p Published) levels(nodes uint64) string {
	var games []string
	counts := map[string]int{}
	for _, row := range rows(p.Chains) {
		game := row["game"]
		if !slices.Contains(games, game) {
			games = append(games, game)
		}
		limit, _ := strconv.ParseUint(row["nodes"], 10, 64)
		score, _ := strconv.ParseFloat(row["score against the rung below %"], 64)
		if limit <= nodes && score >= 100*metrics.Passing {
			counts[game]++
		}
	}
	for i, game := range games {
		games[i] = fmt.Sprintf("%s %d", game, counts[game])
	}
	return strings.Join(games, ", ")
}

// span returns the least and the greatest value in a column of Metrics. known is false if there is no such column, or
// if one of its cells is not a number.
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

// sentence says how the first turns fare, and what a swap rule would do. By that rule, the second player may take the
// first player's side after the first turn.
func (f *FirstTurns) sentence() string {
	counts := map[string]int{} // proven turns, by value
	var played []report.FirstTurn
	for _, t := range f.All {
		if t.Proven != "" {
			counts[t.Proven]++
		}
		if t.Games > 0 {
			played = append(played, t)
		}
	}
	what := fmt.Sprintf("%d up to symmetry", len(f.All))
	if !f.Whole {
		what = fmt.Sprintf("%d drawn from more", len(f.All))
	}
	switch {
	case f.Pie:
		return "First turns: the set-up ends with a choice, so the game has its swap rule; the page has the score of " +
			"the chooser."
	case len(f.All) == 0:
		return "First turns: every first turn ends the game."
	case len(counts) > 0:
		return fmt.Sprintf("First turns: %s; proven: %d win, %d draw, %d lose. %s", what, counts["win"], counts["draw"],
			counts["loss"], swapProven(counts, len(f.All)))
	case len(played) == 0:
		return "First turns: " + what + "; none was played."
	}
	return fmt.Sprintf("First turns: %s; %s", what, swapPlayed(played))
}

// swapProven says what a swap rule would do. counts has the numbers of proven turns by value; all is the number of all
// turns.
func swapProven(counts map[string]int, all int) string {
	switch {
	case counts["win"]+counts["draw"]+counts["loss"] < all:
		return "The others are not proven."
	case counts["draw"] > 0:
		return "With a swap rule best play is a draw."
	case counts["win"] == all || counts["loss"] == all:
		return "All have one value: a swap rule would only exchange the seats."
	}
	return "A swap rule gives the win to the second player, who must know which is which."
}

// swapPlayed says how many of the turns with games favour a seat, and which turns are closest to even. It sorts played.
func swapPlayed(played []report.FirstTurn) string {
	slices.SortStableFunc(played, func(a, b report.FirstTurn) int {
		return cmp.Compare(math.Abs(a.Score.Value-.5), math.Abs(b.Score.Value-.5))
	})
	uneven := 0 // number of turns after which a seat is shown to be ahead
	var closest []string
	for i, t := range played {
		if low, high := t.Score.Limits(); low > .5 || high < .5 {
			uneven++
		}
		if i < 3 {
			closest = append(closest, t.Turn+" "+share(t.Score))
		}
	}
	said := fmt.Sprintf("of the %d played %d are shown to favour a seat", len(played), uneven)
	switch uneven {
	case len(played):
		said = fmt.Sprintf("each of the %d played is shown to favour a seat: a swap rule has nothing to swap", uneven)
	case 1:
		said = fmt.Sprintf("of the %d played one is shown to favour a seat", len(played))
	}
	return fmt.Sprintf("%s; closest to even: %s.", said, strings.Join(closest, ", "))
}
