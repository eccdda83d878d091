package experiment

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/stats"
)

// simultaneous returns the level that each of several intervals needs so that all hold simultaneously at [Level]. It
// uses Bonferroni's correction. (C. Bonferroni, Teoria statistica delle classi, 1936.)
func simultaneous(intervals int) float64 { return 1 - (1-Level)/float64(intervals) }

// Together returns the score of the first seat with a wider interval: the given number of such intervals hold
// simultaneously at [Level]. The estimate is absent for games at odds.
func (f Finding) Together(intervals int) stats.Estimate {
	if !f.First().HasValue() {
		return stats.Estimate{}
	}
	if seats := len(f.Summary.Seats); seats > 2 {
		intervals *= seats // like [Finding.First], the interval holds together with those of the other seats
	}
	return stats.MeanOf(f.Summary.Means, simultaneous(intervals))
}

// Together returns the line with wider limits: those of the given number of lines hold simultaneously at [Level]. In
// [LogitLine], the set of all (a, b) with L > M/20 becomes the larger set with L > M/(20 intervals).
func (l LogitLine) Together(intervals int) LogitLine {
	l.bound -= math.Log(float64(intervals))
	return l
}

// EvenWithin returns the smallest margin m for which an interval of the first seat's score shows that the true score is
// within m of one half. If the interval holds with probability 95 %, so does this statement. That m depends on the data
// does not matter, because 1/2 ± m contains the interval. (D. Schuirmann, A comparison of the two one-sided tests
// procedure and the power approach for assessing the equivalence of average bioavailability, 1987; R. Berger and J.
// Hsu, Bioequivalence trials, intersection-union tests and equivalence confidence sets, 1996.)
func EvenWithin(score stats.Estimate) float64 { return max(score.High-.5, .5-score.Low) }

// sharedSeeds reports whether any two findings have the same seed. Their games may then depend on each other.
func sharedSeeds(all []Finding) bool {
	seen := map[uint64]bool{}
	for _, f := range all {
		seen[f.Spec.Seed] = true
	}
	return len(seen) < len(all)
}

// SharesSeeds reports whether two rungs of the ladder have the same seed. Plans give each rung a seed of its own.
func (l Ladder) SharesSeeds() bool { return sharedSeeds(l.Rungs) }

// OptionTrend holds findings that differ only in the value of an option, with a line fitted to their scores. The x of
// the line is the amount by which the value exceeds the lowest value.
type OptionTrend struct {
	Option   string
	Findings []Finding // by increasing value of the option
	LogitLine
}

// OptionTrends returns the trends among the highest rungs of ladders. It leaves out findings that are rough or whose
// option has no number as its value, and trends whose findings share seeds. It returns an error if values are too far
// apart.
func OptionTrends(ladders []Ladder) (trends []OptionTrend, err error) {
	for _, l := range ladders {
		f := l.Highest()
		option, _, numbered := numberedSetting(f)
		if !numbered || f.Rough() || f.Summary.Counted == 0 {
			continue
		}
		at := slices.IndexFunc(trends, func(t OptionTrend) bool {
			g := t.Findings[0]
			return t.Option == option && g.Measure == f.Measure && g.Player == f.Player && g.Nodes == f.Nodes &&
				g.Conditions() == f.Conditions()
		})
		if at < 0 {
			at = len(trends)
			trends = append(trends, OptionTrend{Option: option})
		}
		trends[at].Findings = append(trends[at].Findings, f)
	}
	trends = slices.DeleteFunc(trends, func(t OptionTrend) bool {
		return len(t.Findings) < 2 || sharedSeeds(t.Findings)
	})
	value := func(f Finding) float64 {
		_, x, _ := numberedSetting(f)
		return x
	}
	for i := range trends {
		all := trends[i].Findings
		slices.SortStableFunc(all, func(a, b Finding) int { return cmp.Compare(value(a), value(b)) })
		var points []LogitPoint
		for _, f := range all {
			points = append(points, f.point(value(f)-value(all[0])))
		}
		line, fitErr := FitLine(points)
		trends[i].LogitLine, err = line, cmp.Or(err, fitErr)
	}
	return trends, err
}

// point returns the score of the first seat as a point of a line.
func (f Finding) point(x float64) LogitPoint {
	n := f.Summary.Counted
	return LogitPoint{X: x, Points: f.Summary.Seats[0].Value * float64(n), Games: n}
}

// numberedSetting returns the swept option of a finding and its value. ok is false if the value is not a number.
func numberedSetting(f Finding) (option string, value float64, ok bool) {
	option, text, _ := strings.Cut(f.Setting, "=")
	value, err := strconv.ParseFloat(text, 64)
	return option, value, err == nil
}
