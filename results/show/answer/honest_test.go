package answer

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/results"
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
			shown = append(shown, [2]int{numberOf(c.Player), numberOf(c.Opponent)})
		}
	}
	if len(shown) == 0 {
		t.Errorf("no comparison is behind %q", said)
	}
	return shown, more
}

// run draws a run. It returns the claims at the last look, and whether any look had a false claim.
func (c cell) run(t *testing.T, s *schedule, w *world, random *rand.Rand) (shown [][2]int, wrong bool) {
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
		shown, more = claimed(t, d.until(t, end))
		for _, pair := range shown {
			wrong = wrong || w.elo[pair[0]] <= w.elo[pair[1]]
		}
		if end += more * s.round; c.how == followed && (more == 0 || end > len(s.games)) {
			break
		}
	}
	return shown, wrong
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

// measured holds the results of the runs of a cell.
type measured struct {
	wrong float64 // share of runs with a false claim
	right float64 // share of runs whose last look claims that the last player is stronger than the first
}

func (c cell) measure(t *testing.T, runs int) *measured {
	t.Helper()
	m, w, most := &measured{}, c.world(), c.openings
	if c.how == followed {
		most *= widen
	}
	s := newSchedule(t, c.format, c.how, c.players, c.seats, most)
	random := rand.New(rand.NewPCG(uint64(c.openings), uint64(c.players)))
	for range runs {
		shown, wrong := c.run(t, &s, w, random)
		if wrong {
			m.wrong += 1 / float64(runs)
		}
		if slices.Contains(shown, [2]int{c.players - 1, 0}) {
			m.right += 1 / float64(runs)
		}
	}
	return m
}
