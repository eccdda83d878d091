package experiment

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search"
	"pillars/tournament"
)

// Ladder holds the findings of one player and measure at increasing node limits, with a line fitted to their scores.
// The x of the line is the number of rungs above the lowest rung.
type Ladder struct {
	Rungs []Finding // by increasing node limit
	LogitLine
}

// LaddersOf sorts findings into ladders. A ladder may have one rung. Findings without a node limit, whose Nodes is 0,
// are not in one ladder with findings that have one. LaddersOf returns an error for impossible scores.
func LaddersOf(findings []Finding) (ladders []Ladder, err error) {
	for _, rungs := range grouped(findings, func(f, g Finding) bool {
		bothOrNoneLimited := (f.Nodes == 0) == (g.Nodes == 0)
		return f.Setting == g.Setting && f.Measure == g.Measure && f.Player == g.Player && bothOrNoneLimited &&
			f.Conditions() == g.Conditions()
	}) {
		line, err := fitted(rungs, func(f, g Finding) float64 { return RungsBetween(f.Nodes, g.Nodes) })
		if err != nil {
			return nil, err
		}
		ladders = append(ladders, Ladder{rungs, line})
	}
	return ladders, nil
}

// grouped divides findings into groups in which all are alike, in the order of their first members.
func grouped(findings []Finding, alike func(f, g Finding) bool) (groups [][]Finding) {
	for _, f := range findings {
		i := slices.IndexFunc(groups, func(group []Finding) bool { return alike(f, group[0]) })
		if i < 0 {
			groups = append(groups, []Finding{f})
		} else {
			groups[i] = append(groups[i], f)
		}
	}
	return groups
}

// fitted sorts findings and fits a line to the first seat's scores. distance returns the x of f minus the x of g. The
// first finding has the x 0.
func fitted(findings []Finding, distance func(f, g Finding) float64) (LogitLine, error) {
	slices.SortStableFunc(findings, func(f, g Finding) int { return cmp.Compare(distance(f, g), 0) })
	var points []LogitPoint
	for _, f := range findings {
		if n := f.Summary.Counted; n > 0 {
			points = append(points,
				LogitPoint{X: distance(f, findings[0]), Points: f.Summary.Seats[0].Value * float64(n), Games: n})
		}
	}
	return FitLine(points)
}

// Highest returns the rung with the highest node limit.
func (l Ladder) Highest() Finding { return l.Rungs[len(l.Rungs)-1] }

// Climbs reports whether the ladder has at least two different node limits.
func (l Ladder) Climbs() bool { return l.Highest().Nodes > l.Rungs[0].Nodes }

// Rough reports whether a rung is rough, see [Finding.Rough].
func (l Ladder) Rough() bool { return slices.ContainsFunc(l.Rungs, Finding.Rough) }

// Next returns the node limit one rung above the highest, and the score that the line predicts for it.
func (l Ladder) Next() (nodes uint64, score stats.Estimate) {
	nodes = rungFactor * l.Highest().Nodes
	return nodes, l.At(RungsBetween(nodes, l.Rungs[0].Nodes))
}

// rungFactor is the ratio of the node limits of two successive rungs.
const rungFactor = 4

// RungsBetween returns how many rungs the node limit nodes is above lowest. The result may be a fraction. If there is
// no limit, both arguments are 0.
func RungsBetween(nodes, lowest uint64) float64 {
	if nodes == lowest {
		return 0
	}
	return math.Log(float64(nodes)/float64(lowest)) / math.Log(rungFactor)
}

// simultaneous returns the level that each of several intervals needs so that all hold simultaneously at [Level]. It
// uses Bonferroni's correction. (C. Bonferroni, Teoria statistica delle classi, 1936.)
func simultaneous(intervals int) float64 { return 1 - (1-Level)/float64(intervals) }

// Together returns the score of the first seat with a wider interval: the given number of such intervals hold
// simultaneously at [Level]. The estimate is absent if no rounds count.
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
	var findings []Finding
	for _, l := range ladders {
		f := l.Highest()
		if _, _, numbered := numberedSetting(f); numbered && !f.Rough() && f.Summary.Counted > 0 {
			findings = append(findings, f)
		}
	}
	for _, group := range grouped(findings, func(f, g Finding) bool {
		option, _, _ := numberedSetting(f)
		other, _, _ := numberedSetting(g)
		return option == other && f.Measure == g.Measure && f.Player == g.Player && f.Nodes == g.Nodes &&
			f.Conditions() == g.Conditions()
	}) {
		if len(group) < 2 || sharedSeeds(group) {
			continue
		}
		line, fitErr := fitted(group, func(f, g Finding) float64 {
			_, value, _ := numberedSetting(f)
			_, other, _ := numberedSetting(g)
			return value - other
		})
		option, _, _ := numberedSetting(group[0])
		trends, err = append(trends, OptionTrend{option, group, line}), cmp.Or(err, fitErr)
	}
	return trends, err
}

// numberedSetting returns the swept option of a finding and its value. ok is false if the value is not a number.
func numberedSetting(f Finding) (option string, value float64, ok bool) {
	option, text, _ := strings.Cut(f.Setting, "=")
	value, err := strconv.ParseFloat(text, 64)
	return option, value, err == nil
}

// FewestNodes is the lowest node limit that [Climb] tries.
const FewestNodes = 8

// Climb returns a chain of players, in which each player scores [metrics.Passing] or more against the player below it.
// The lowest player is random play; the others are the climber with increasing node limits. Climb doubles the limit
// until the climber passes against the highest player so far. The chain has at most the given number of rungs above
// random play, and no limit above most. The climber with the last limit is added even if it does not pass, since its
// score gives a bound of the depth. The function play plays a match between a player and the player below it.
func Climb(climber string, rungs int, most uint64, play func(player, below string) (metrics.Rung, error)) (
	chain []metrics.Rung, err error,
) {
	chain = []metrics.Rung{{Player: "random"}}
	for nodes := uint64(FewestNodes); nodes <= most && len(chain) <= rungs; nodes *= 2 {
		rung, err := play(search.With(climber, "nodes", nodes), chain[len(chain)-1].Player)
		if err != nil {
			return nil, err
		}
		passed, lastLimit := rung.Points >= metrics.Passing*float64(rung.Games), 2*nodes > most
		if passed || lastLimit {
			chain = append(chain, rung)
		}
	}
	return chain, nil
}

// PointsOf returns a player's points in the planned games that have results, and the number of these games. The keys of
// results are the identities of games.
func PointsOf(player string, planned []tournament.Planned, results map[string]tournament.Result) (
	points float64, games int,
) {
	for _, game := range planned {
		if result, done := results[game.Identity]; done {
			points += result.Outcome.Scores[slices.Index(result.Players, player)]
			games++
		}
	}
	return points, games
}
