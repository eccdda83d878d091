package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// A Comparison is a quantity that two runs estimate.
type Comparison struct {
	Name     string            // name of the quantity with its unit, Elo or %
	Of       [2]string         // for a difference of players: its players in each run, such as "a over b"; else empty
	Values   [3]stats.Estimate // the first run's value, the second run's value, and the second minus the first
	Decimals int               // number of decimals with which the values are printed
	Verdict  string
}

// method is a note for readers on how differences are estimated.
const method = "Intervals are at 95 %. That of a difference adds the squares of both (Newcombe's method for " +
	"independent estimates); it is rather too wide for runs that share openings. Each row is judged by itself."

const beyondChance = "beyond chance"

// Compare returns the quantities that both runs estimate, and a sentence that says which of them differ beyond chance.
func Compare(a, b Input) (all []Comparison, conclusion string, err error) {
	if a.Rules.Seats() != b.Rules.Seats() {
		return nil, "The games have different numbers of seats, so no number is compared.", nil
	}
	pairs := opponents(a, b)
	var found [2][]stats.Estimate // by run: the same quantities, of which differences between players come first
	for i, in := range []Input{a, b} {
		if found[i], err = in.compared(pairs[i]); err != nil {
			return nil, "", err
		}
	}
	differences := len(pairs[0])
	var differ []string
	for i, x := range found[0] {
		y := found[1][i]
		if x.Kind == stats.Absent || y.Kind == stats.Absent {
			continue
		}
		c := comparisonOf(x, y, min(a.openings(), b.openings()))
		if i < differences {
			c.Name = "difference, Elo"
			c.Of = [2]string{strings.Join(pairs[0][i], " over "), strings.Join(pairs[1][i], " over ")}
		} else {
			c.Name, c.Decimals = shareNames[i-differences], 1
		}
		all = append(all, c)
		if c.Verdict == beyondChance {
			quantity := strings.TrimSuffix(c.Name, ", %")
			if c.Of[0] != "" {
				quantity = c.Of[0] + ", " + quantity
			}
			differ = append(differ, quantity)
		}
	}
	conclusion = "No difference between the two runs is beyond chance."
	if len(differ) > 0 {
		conclusion = fmt.Sprintf("Beyond chance, the two runs differ in %d of %d numbers: %s.", len(differ), len(all),
			strings.Join(differ, "; "))
	}
	onlySelfPlay := a.Spec.Format.Mirrored() && b.Spec.Format.Mirrored()
	if differences == 0 && !onlySelfPlay {
		conclusion += " They share no two players, so strength is not compared."
	}
	return all, conclusion, nil
}

// Differences returns the figures of comparisons: one in Elo, and one in percentage points.
func Differences(all []Comparison) ([]Figure, error) {
	var s Section
	for i, unit := range []string{"Elo", "percentage points"} {
		fig := Figure{ID: fmt.Sprint("differences-", i+1), Title: "Differences, " + unit, Meaning: method,
			Interval: "Of each run as in its own figures.", Alt: "Differences between the runs, with intervals.",
			Table: table.New("number", "#A", "#low", "#high", "#B", "#low", "#high", "#B - A", "#low", "#high",
				"verdict")}
		for _, c := range all {
			if isElo := c.Of[0] != ""; isElo != (unit == "Elo") {
				continue
			}
			name := c.name()
			fig.dot(name, c.Values[2])
			fig.Table.Add(name, estimateCells(c.Values[0], c.Decimals), estimateCells(c.Values[1], c.Decimals),
				estimateCells(c.Values[2], c.Decimals), c.Verdict)
		}
		if fig.N = tournament.Counted(len(fig.Table.Rows), "number"); len(fig.Table.Rows) > 0 {
			s.dots(fig, charts.Axis{Label: unit + " more in B"}, &charts.Mark{Name: "equal", X: 0})
		}
	}
	return s.Figures, s.err
}

// name returns the name of the quantity or, for a difference of players, the players.
func (c Comparison) name() string {
	switch {
	case c.Of[0] == "":
		return strings.TrimSuffix(c.Name, ", %")
	case c.Of[0] != c.Of[1]:
		return c.Of[0] + " in A, " + c.Of[1] + " in B"
	}
	return c.Of[0]
}

// comparisonOf compares x in the first run with y in the second. openings is the smaller number of their openings.
func comparisonOf(x, y stats.Estimate, openings int) Comparison {
	d := y.Minus(x)
	c := Comparison{Values: [3]stats.Estimate{x, y, d}, Verdict: "not beyond chance"}
	switch {
	case d.Kind == stats.Absent || d.Kind == stats.Fixed:
		c.Verdict = "unknown, without an interval"
	case openings < stats.Fewest:
		c.Verdict = "too few openings to tell"
	case !d.Holds(0):
		c.Verdict = beyondChance
	}
	return c
}

// shareNames are the names of the shares that [Input.compared] returns.
var shareNames = [...]string{"first seat scores, %", "drawn, %"}

// compared returns the estimates of a run that [Compare] compares: the differences between pairs of players in Elo,
// then the score of the first seat and the share of drawn games, both in percent. Unknown estimates are absent.
func (in Input) compared(pairs [][]string) (all []stats.Estimate, err error) {
	for _, pair := range pairs {
		var e stats.Estimate
		if in.Test != nil {
			estimate, err := in.Test.AfterStop(in.Test.Counts)
			if err != nil {
				return nil, err
			}
			e = estimate.Elo
			if pair[0] != in.Spec.Players[0] {
				e = e.Mirrored(0) // changes the sign
			}
		} else if in.Standings != nil {
			c := in.Standings.Crosstable()
			e = c.Meeting(slices.Index(c.Players, pair[0]), slices.Index(c.Players, pair[1])).Difference
		}
		all = append(all, e)
	}
	known := in.summary()
	if in.Finding != nil {
		known.FirstSeat = new(in.Finding.First())
	}
	for _, share := range []*stats.Estimate{known.FirstSeat, known.Draws} {
		all = append(all, cmp.Or(share, &stats.Estimate{}).Scaled(100))
	}
	return all, nil
}

// openings returns the number of openings behind the standings, or 0 without standings.
func (in Input) openings() (n int) {
	if in.Standings != nil {
		n, _ = in.Standings.Observed()
	}
	return n
}

// opponents returns the pairs of players whose differences are compared: all[0] has the pairs in a, all[1] the pairs in
// b in the same order. These are all pairs of players that both runs have. If there are none and each run has just two
// players, opponents returns these players, provided that the runs share a player or have players of the same kinds.
func opponents(a, b Input) (all [2][][]string) {
	if a.Spec.Format.Mirrored() || b.Spec.Format.Mirrored() {
		return all
	}
	ours, theirs := a.Spec.Players, b.Spec.Players
	for i, player := range ours {
		for _, opponent := range ours[i+1:] {
			if slices.Contains(theirs, player) && slices.Contains(theirs, opponent) {
				pair := []string{player, opponent}
				all[0], all[1] = append(all[0], pair), append(all[1], pair)
			}
		}
	}
	if len(all[0]) > 0 || len(ours) != 2 || len(theirs) != 2 {
		return all
	}
	sameKind := func(player, other string) bool {
		kind, _, _ := strings.Cut(player, ":")
		otherKind, _, _ := strings.Cut(other, ":")
		return kind == otherKind
	}
	orders := [][]string{theirs, {theirs[1], theirs[0]}}
	match := slices.IndexFunc(orders, func(pair []string) bool { return pair[0] == ours[0] || pair[1] == ours[1] })
	if match < 0 {
		match = slices.IndexFunc(orders, func(pair []string) bool { return slices.EqualFunc(pair, ours, sameKind) })
	}
	if match >= 0 {
		all = [2][][]string{{ours}, {orders[match]}}
	}
	return all
}

// ShareAxes gives charts of the same quantity the same ranges of their axes on both pages.
func ShareAxes(a, b Report) { Report{Sections: slices.Concat(a.Sections, b.Sections)}.shareRanges() }
