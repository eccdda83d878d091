package answer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/results"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// A cell is one setting of a simulation.
type cell struct {
	format                   tournament.Format
	how                      look
	strengths                string
	seats, players, openings int
	draws, swing, alike      float64
}

func (c cell) String() string {
	return fmt.Sprintf("%v of %d players in %d seats, %s, %d openings %s, draws %v, swing %v, alike %v", c.format,
		c.players, c.seats, c.strengths, c.openings, c.how, c.draws, c.swing, c.alike)
}

func (c cell) world() *world {
	w := &world{advantage: 60, draws: c.draws, swing: c.swing, alike: c.alike}
	for p := range c.players {
		w.elo = append(w.elo, strengths[c.strengths](p, c.players))
	}
	return w
}

// mostLooks is how often a user who follows conclusions looks at a run, at most: once, and after each of five
// extensions.
const mostLooks = 6

// widen is the factor by which such a run may grow.
const widen = 8

var (
	claiming = regexp.MustCompile(`\b(is|are each) stronger than `)
	asking   = regexp.MustCompile(`about ([\d,]+) more openings would decide`)
)

// numberOf returns the number of a player by name.
func numberOf(name string) int {
	number, _ := strconv.Atoi(strings.TrimPrefix(name, "random"))
	return number
}

// claimed returns the pairs of players, by number, in which the conclusion calls the first stronger. It also returns
// how many more openings the conclusion asks for.
func claimed(t *testing.T, s results.Standings) (shown [][2]int, more int) {
	t.Helper()
	said := strings.Join(OfStandings(s, 0, "").Lines(), " ")
	if asked := asking.FindStringSubmatch(said); asked != nil {
		more, _ = strconv.Atoi(strings.ReplaceAll(asked[1], ",", ""))
	}
	if !claiming.MatchString(said) {
		return nil, more
	}
	for _, c := range compared(s) {
		if c.shown {
			shown = append(shown, [2]int{numberOf(c.above), numberOf(c.below)})
		}
	}
	if len(shown) == 0 {
		t.Errorf("no comparison is behind %q", said)
	}
	return shown, more
}

// run draws a run. It returns the last standings, their claims, and whether any look had a false claim.
func (c cell) run(t *testing.T, s *schedule, w *world, random *rand.Rand) (last results.Standings, shown [][2]int,
	wrong bool) {
	t.Helper()
	d, end := newDrawing(s, w, random), c.openings*s.round
	for i := range max(len(s.ends), mostLooks) {
		if c.how != followed {
			if i == len(s.ends) {
				break
			}
			end = s.ends[i]
		}
		var more int
		d.options.Look = c.look(i, len(s.ends))
		last = d.until(t, end)
		shown, more = claimed(t, last)
		for _, pair := range shown {
			wrong = wrong || w.elo[pair[0]] <= w.elo[pair[1]]
		}
		if end += more * s.round; c.how == followed && (more == 0 || end > len(s.games)) {
			break
		}
	}
	return last, shown, wrong
}

// look returns what the program knows of a look, by its number from 0. The run is planned at once, or extended after
// the first look.
func (c cell) look(number, looks int) stats.Look {
	end := map[look]int{followed: 0, joined: 0, partly: 0, stopped: -1}
	at, ok := end[c.how]
	if !ok {
		at = looks - 1
	}
	return stats.Look{Planned: c.openings, AtEnd: number == at}
}

// aims holds the true values that ratings and differences estimate: the strengths or, where openings favour seats or
// the model does not hold, the estimates from very many openings.
type aims struct {
	elo   []float64
	mixed *float64 // the difference of the first player from the second in mixed seatings
}

// aimsOf returns the aims, or nil if there are none, as for players who always win.
func aimsOf(t *testing.T, c cell, w *world) *aims {
	t.Helper()
	modelled := w.swing == 0 && (w.draws == 0 || c.seats == 2)
	if c.strengths == "equal" || modelled && c.format != mixed {
		return &aims{elo: w.elo}
	}
	if slices.Max(w.elo)-slices.Min(w.elo) > 1000 {
		return nil
	}
	s := newSchedule(t, c.format, once, c.players, c.seats, min(10_000, 1_000_000/c.players/c.players))
	standing := newDrawing(&s, w, rand.New(rand.NewPCG(7, 7))).until(t, len(s.games))
	out := &aims{elo: make([]float64, c.players)}
	for _, row := range standing.Rows {
		out.elo[numberOf(row.Player)] = row.Rating.Value
	}
	if c.seats > 2 && c.players == 2 {
		m := standing.Crosstable().Meeting(0, 1)
		value := m.Difference.Value
		if numberOf(standing.Rows[0].Player) != 0 {
			value = -value
		}
		out.mixed = &value
	}
	return out
}

// A coverage has, for each run, the share of its 95 % intervals that hold what they estimate.
type coverage []float64

// add adds the intervals of a run. It leaves out estimates without an interval.
func (c *coverage) add(estimates []stats.Estimate, truths []float64) {
	held, tried := 0., 0.
	for i, e := range estimates {
		_, low, high := e.Numbers()
		if low == nil && high == nil {
			continue
		}
		tried++
		if (low == nil || *low <= truths[i]) && (high == nil || truths[i] <= *high) {
			held++
		}
	}
	if tried > 0 {
		*c = append(*c, held/tried)
	}
}

func (c coverage) share() float64 {
	sum := 0.
	for _, x := range c {
		sum += x
	}
	return sum / float64(len(c))
}

// intervals adds the intervals in standings to the coverages of ratings and of differences.
func (a *aims) intervals(s results.Standings, ratings, differences *coverage) {
	mean, rated := map[int]float64{}, map[int]float64{} // by pool: a rating is relative to the mean of its pool
	for _, row := range s.Rows {
		if r := row.Rating; r.HasValue() && r.Mark != rating.OnlyWins && r.Mark != rating.OnlyLosses {
			mean[r.Pool] += a.elo[numberOf(row.Player)]
			rated[r.Pool]++
		}
	}
	var estimates []stats.Estimate
	var truths []float64
	for _, row := range s.Rows {
		pool := row.Rating.Pool
		estimates = append(estimates, row.Rating.Estimate)
		truths = append(truths, a.elo[numberOf(row.Player)]-mean[pool]/rated[pool])
	}
	ratings.add(estimates, truths)
	estimates, truths = nil, nil
	for _, c := range compared(s) {
		above, below := numberOf(c.above), numberOf(c.below)
		truth := a.elo[above] - a.elo[below]
		if a.mixed != nil {
			truth = *a.mixed * float64(below-above) // the numbers are 0 and 1
		}
		estimates, truths = append(estimates, c.Difference), append(truths, truth)
	}
	differences.add(estimates, truths)
}

// measured holds the results of the runs of a cell.
type measured struct {
	wrong                float64 // share of runs with a false claim
	right                float64 // share of runs whose last look claims that the last player is stronger than the first
	ratings, differences coverage
}

func (c cell) measure(t *testing.T, runs int) *measured {
	t.Helper()
	m, w, most := &measured{}, c.world(), c.openings
	if c.how == followed {
		most *= widen
	}
	s := newSchedule(t, c.format, c.how, c.players, c.seats, most)
	var aims *aims // of the intervals, which hold at a size that was fixed beforehand
	if c.strengths != "hundred" && c.how != growing && c.how != every && c.how != followed {
		aims = aimsOf(t, c, w)
	}
	random := rand.New(rand.NewPCG(uint64(c.openings), uint64(c.players)))
	for range runs {
		last, shown, wrong := c.run(t, &s, w, random)
		if wrong {
			m.wrong += 1 / float64(runs)
		}
		if slices.Contains(shown, [2]int{c.players - 1, 0}) {
			m.right += 1 / float64(runs)
		}
		if aims != nil {
			aims.intervals(last, &m.ratings, &m.differences)
		}
	}
	return m
}

func (m *measured) String() string {
	return fmt.Sprintf("%.1f %% false; %.1f %% of intervals of ratings hold, %.1f %% of differences", 100*m.wrong,
		100*m.ratings.share(), 100*m.differences.share())
}

// check checks that false claims are rare, and that intervals contain the truth about as often as they should: in at
// least 93.5 % of cases and, with enough openings and players who win and lose, in at most 97.5 %.
func (m *measured) check(t *testing.T, c cell, runs int) {
	t.Helper()
	error3 := 3 * math.Sqrt(.05*.95/float64(runs))
	if m.wrong > .05+error3 {
		t.Errorf("%v: %.1f %% of runs claim something false", c, 100*m.wrong)
	}
	least, most := .935-error3, .975+error3
	if c.openings < stats.Fewest || c.strengths == "far" || c.strengths == "ahead" {
		most = math.Inf(1)
	}
	for what, of := range map[string]coverage{"ratings": m.ratings, "differences": m.differences} {
		if share := of.share(); len(of) >= runs/2 && !(least <= share && share <= most) {
			t.Errorf("%v: %.1f %% of the intervals of %s hold", c, 100*share, what)
		}
	}
}
