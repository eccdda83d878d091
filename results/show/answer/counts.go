package answer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
)

// ReadCounts reads whole numbers of 0 or more, such as 1200 or 12k, and returns them by name. Each text is NAME=NUMBER.
// Counts that are not given are 0. The names are W, D and L for games that a player won, drew and lost. For pairs of
// games from the same opening with swapped seats, they are the player's two results; WL+DD counts WL and DD together.
func ReadCounts(texts []string) (map[string]int, error) {
	const most = 1_000_000_000_000 // sums of such counts cannot overflow
	counts, names := map[string]int{}, []string{"LL", "LD", "WL", "DD", drawnPair, "WD", "WW"}
	if len(texts[0]) > 1 && texts[0][1] == '=' {
		names = []string{"W", "D", "L"}
	}
	for _, text := range texts {
		name, number, _ := strings.Cut(text, "=")
		if _, again := counts[name]; again || !slices.Contains(names, name) {
			return nil, fmt.Errorf("%q: write W=136 D=111 L=96, or pairs such as LL=10 LD=40 WL+DD=150 WD=70 WW=30, "+
				"each once", text)
		}
		n, err := strconv.Atoi(search.ExpandCount(number))
		if err != nil || n < 0 || n > most {
			return nil, fmt.Errorf("%s %q: must be a whole number from 0 to %d", name, number, most)
		}
		counts[name] = n
	}
	_, together := counts[drawnPair]
	_, won := counts["WL"]
	if _, drawn := counts["DD"]; together && (won || drawn) {
		return nil, errors.New("WL+DD counts WL and DD together: give it alone, or WL and DD")
	}
	return counts, nil
}

const drawnPair = "WL+DD"

// Observed holds the counted results of a player against another, as pairs of games or as single games.
type Observed struct {
	sample  stats.Sample
	unit    string  // "pairs" or "games"
	counts  []int   // by outcome, from the player's worst to the best: number of observations
	total   int     // number of observations
	games   int     // number of games
	draws   int     // number of drawn games; -1 if unknown
	points  float64 // sum of the player's points; a drawn game gives half a point
	heading string  // the counts in words
}

// NewObserved returns the results that [ReadCounts] has read.
func NewObserved(n map[string]int) Observed {
	isGames := slices.ContainsFunc(slices.Collect(maps.Keys(n)), func(name string) bool { return len(name) == 1 })
	if isGames {
		games := stats.WDL{Wins: n["W"], Draws: n["D"], Losses: n["L"]}
		o := Observed{sample: games, unit: "games", counts: []int{n["L"], n["D"], n["W"]}, draws: n["D"]}
		return o.withSums(1 /* gamesEach */, fmt.Sprintf("%d won, %d drawn, %d lost", n["W"], n["D"], n["L"]))
	}
	pairs := stats.Pentanomial{n["LL"], n["LD"], n["WL"] + n["DD"] + n[drawnPair], n["WD"], n["WW"]}
	o := Observed{sample: pairs, unit: "pairs", counts: pairs[:], draws: n["LD"] + 2*n["DD"] + n["WD"]}
	if n[drawnPair] > 0 {
		o.draws = -1
	}
	return o.withSums(2 /* gamesEach */, "by points 0, 1/2, 1, 3/2, 2: "+strings.Trim(fmt.Sprint(o.counts), "[]"))
}

// withSums returns o with total, games, points and heading set. gamesEach is the number of games in one observation;
// details is the end of the heading.
func (o Observed) withSums(gamesEach int, details string) Observed {
	best := len(o.counts) - 1 // outcome in which the player won all games; outcome i gives i/best of all points
	for i, count := range o.counts {
		o.total += count
		o.points += float64(count) * float64(gamesEach*i) / float64(best)
	}
	o.games = o.total * gamesEach
	o.heading = tournament.Counted(o.total, strings.TrimSuffix(o.unit, "s")) + ": " + details
	return o
}

// Statistics holds the statistics of [Observed] results. Its text has an answer and a line for each statistic.
type Statistics struct {
	answer Answer
	facts  table.Facts
	grid   *table.Grid
}

// Statistics computes the score, the Elo difference and the state of the sequential test t. It returns an error if the
// settings of the test are invalid.
func (o Observed) Statistics(t stats.SPRT) (Statistics, error) {
	llr, err1 := t.LLR(o.sample)
	after, err2 := t.AfterStop(o.sample)
	if err := cmp.Or(err1, err2); err != nil {
		return Statistics{}, err
	}
	elo, normalized := stats.Elo(o.sample), stats.NormalizedElo(o.sample)
	score, draws, los := o.share(o.points), o.share(float64(o.draws)), stats.Superior(o.sample)
	lower, upper := t.Bounds()
	decided := t.Decide(llr)
	value, afterLow, afterHigh := after.Elo.Numbers()
	s := Statistics{answer: o.answer(elo, normalized), grid: table.New("", "", "~")}
	s.facts = slices.Concat(table.Object("type", "stats", "unit", o.unit, "n", o.total, "games", o.games,
		"counts", o.counts, "score", score, "draw_ratio", draws),
		results.EstimateFacts("elo", elo), results.EstimateFacts("nelo", normalized),
		table.Object("los", los, "llr", llr, "lower", lower, "upper", upper, "decision", decided.String(),
			"elo0", t.Elo0, "elo1", t.Elo1, "alpha", t.Alpha, "beta", t.Beta, "model", t.Model.String(),
			"after_stop_elo", value, "after_stop_low", afterLow, "after_stop_high", afterHigh,
			"after_stop_los", after.LOS, "after_stop_method", after.Method(), "answer", s.answer.Facts()))
	s.grid.Add("score", shareText(score), "of the points")
	s.grid.Add("draws", shareText(draws), "of the games")
	s.grid.Add("Elo", elo.Text(1), "the difference that such a score shows (95 %)")
	s.grid.Add("nElo", normalized.Text(1), "the same per spread of the outcomes (95 %)")
	s.grid.Add("LOS", shareText(los), "chance that equal players would score less")
	s.grid.Add("LLR", stats.FormatNumber(llr, 2),
		fmt.Sprintf("evidence for %v against %v %s Elo", t.Elo1, t.Elo0, t.Model))
	s.grid.Add("bounds", stats.FormatNumber(lower, 2)+" .. "+stats.FormatNumber(upper, 2),
		fmt.Sprintf("where a test with alpha %v, beta %v stops", t.Alpha, t.Beta))
	s.grid.Add("decision", decided)
	if decided != stats.Undecided {
		s.grid.Add("after stop", after.Elo.Text(1), "Elo if the test stopped here: "+after.Method()+" (95 %)")
	}
	return s, nil
}

// answer says which player is stronger, from estimates of the difference.
func (o Observed) answer(elo, normalized stats.Estimate) Answer {
	a := Answer{Question: "stronger",
		Estimates: []Number{{"elo", elo, o.total}, {"normalized-elo", normalized, o.total}},
		Notes:     []string{o.heading, fmt.Sprintf("95 %% holds if the number of %s was fixed beforehand.", o.unit)}}
	side, e, n := "stronger", elo, normalized
	if elo.HasValue() && elo.Value < 0 || elo.Kind == stats.AtMost {
		side, e, n = "weaker", elo.Mirrored(0), normalized.Mirrored(0)
	}
	if o.total > 0 && elo.Kind != stats.Measured {
		a.Notes = append(a.Notes, fmt.Sprintf("The %s are too few or too alike for an error: limits are those of an "+
			"interval that holds however often one looks, and LOS and LLR promise too much.", o.unit))
	}
	low, _ := e.Limits()
	switch {
	case o.total < stats.Fewest:
		a.Sentence = fmt.Sprintf("Not decided: at least %d %s are needed.", stats.Fewest, o.unit)
	case !(low > 0):
		a.Sentence = "Not decided: " + between("the first player", "the second", elo) + "."
	default:
		a.Sentence = fmt.Sprintf("The first player is %s by %s.", side, amounts(e, n, ", 95 %"))
	}
	return a
}

// Records returns the statistics as one JSON object.
func (s Statistics) Records() []any { return []any{s.facts} }

// WriteText writes the answer and a line for each statistic.
func (s Statistics) WriteText(w io.Writer) error {
	return cmp.Or(s.answer.WriteAbove(w), s.grid.WriteText(w))
}

// share returns sum divided by the number of games. It returns nil if there are no games, or if sum is below 0, which
// means unknown.
func (o Observed) share(sum float64) *float64 {
	if o.games == 0 || sum < 0 {
		return nil
	}
	return new(sum / float64(o.games))
}

// shareText returns a share or a probability in percent, or a dash for nil. Only exactly 0 and 1 become 0 % and 100 %.
func shareText(p *float64) string {
	switch {
	case p == nil:
		return "-"
	case *p > 0 && *p < .00005:
		return "< 0.01 %"
	case *p < 1 && *p >= .99995:
		return "> 99.99 %"
	}
	return stats.Percent(*p, 2)
}

// TestLength says how many pairs of games a sequential test takes on average.
func TestLength(t stats.SPRT) (string, error) {
	least, err1 := t.Length(t.Elo0)
	middle, err2 := t.Length((t.Elo0 + t.Elo1) / 2)
	most, err3 := t.Length(t.Elo1)
	return fmt.Sprintf("A test of %g against %g %v Elo takes on average %.0f pairs of games if the difference is "+
			"%[1]g, %.0[5]f at %[2]g, and %.0[6]f midway.", t.Elo0, t.Elo1, t.Model, least, most, middle),
		cmp.Or(err1, err2, err3)
}
