package answer

import (
	"math"
	"testing"

	"pillars/engine/enginetest"
	"pillars/tournament"
)

// A grid stands for the cells with all combinations of its settings.
type grid struct {
	name       string
	format     tournament.Format
	seats      int
	players    []int
	hows       []look
	strengths  []string
	conditions [][3]float64 // draws, swing and alike
	openings   []int
}

var (
	told       = []string{"equal", "spread"}
	worlds     = []string{"equal", "spread", "far", "ahead"}
	many       = []int{2, 3, 5, 8, 12, 25, 50, 100}
	few        = []int{5, 8, 12, 25}
	looking    = []int{40}
	some       = [][3]float64{{.3, 1, 0}, {0, 0, 0}, {0, 2, 0}, {.6, 2, 0}}
	conditions = append(some, [][3]float64{{.3, 0, 0}, {.6, 0, 0}, {0, 1, 0}, {.6, 1, 0}, {.3, 2, 0}}...)
	repeats    = [][3]float64{{0, 0, .9}, {.3, 0, .9}, {0, 1, .9}, {0, 0, 1}, {.3, 1, 1}}
)

var (
	roundRobin    = tournament.Format{}
	mixed         = tournament.Format{Kind: tournament.Mixed}
	gauntlet      = tournament.Format{Kind: tournament.Gauntlet}
	gauntletOfTwo = tournament.Format{Kind: tournament.Gauntlet, Challengers: 2}
)

var grids = []grid{
	{"match", roundRobin, 2, []int{2}, []look{once}, worlds, conditions, many},
	{"round robin of 3", roundRobin, 2, []int{3}, []look{once}, worlds, some, many},
	{"round robin of 6", roundRobin, 2, []int{6}, []look{once}, worlds, some, many},
	{"round robin of 12", roundRobin, 2, []int{12}, []look{once}, worlds, some, few},
	{"round robin of many", roundRobin, 2, []int{16, 32}, []look{once}, told, some[:1], []int{5, 12, 200}},
	{"alike", roundRobin, 2, []int{2, 3, 6}, []look{once}, told[:1], repeats, many},
	{"gauntlet", gauntlet, 2, []int{3, 6, 12}, []look{once}, worlds, some, few},
	{"gauntlet of two", gauntletOfTwo, 2, []int{6}, []look{once}, worlds, some, few},
	{"three seats", roundRobin, 3, []int{3, 6}, []look{once}, worlds, some, few},
	{"three seats, gauntlet", gauntlet, 3, []int{5}, []look{once}, worlds, some, few},
	{"four seats", roundRobin, 4, []int{5}, []look{once}, worlds, some, few},
	{"mixed, three seats", mixed, 3, []int{2}, []look{once}, worlds, some, few},
	{"mixed, four seats", mixed, 4, []int{2}, []look{once}, worlds, some, few},
	{"single games", roundRobin, 2, []int{2, 6}, []look{single}, worlds, some, few},
	{"looks", roundRobin, 2, []int{2, 3, 6}, []look{growing}, worlds, some, looking},
	{"looks at mixed seatings", mixed, 3, []int{2}, []look{growing}, worlds, some, looking},
	{"looks at a gauntlet", gauntlet, 2, []int{6}, []look{growing}, worlds, some, looking},
	{"looks at the alike", roundRobin, 2, []int{2, 3}, []look{growing}, told[:1], repeats, looking},
	{"looks at every opening", roundRobin, 2, []int{2, 3}, []look{every}, told, some, looking},
	{"followed", roundRobin, 2, []int{2, 3, 6}, []look{followed}, told, some, []int{8, 12, 25}},
	{"shards", roundRobin, 2, []int{2, 6}, []look{shards}, told, some, []int{24, 50}},
	{"stopped", roundRobin, 2, []int{2, 6}, []look{stopped}, told, some, few},
	{"joined", roundRobin, 2, []int{4}, []look{joined, partly}, worlds, some, few},
}

func (g grid) cells() (cells []cell) {
	for _, players := range g.players {
		for _, how := range g.hows {
			for _, strengths := range g.strengths {
				for _, x := range g.conditions {
					for _, openings := range g.openings {
						cells = append(cells, cell{g.format, how, strengths, g.seats, players, openings, x[0], x[1],
							x[2]})
					}
				}
			}
		}
	}
	return cells
}

// runs returns how many runs of a cell to draw: fewer if runs are long.
func (c cell) runs(t *testing.T) int {
	t.Helper()
	games := len(newSchedule(t, c.format, once, c.players, c.seats, c.openings).games)
	return max(enginetest.Count(10, 40), min(enginetest.Count(100, 400), enginetest.Count(5_000, 40_000)/games))
}

// TestConclusionsAreHonest draws tournaments from known worlds. It counts the runs in which a conclusion calls a player
// stronger who is not. Usually it takes a single cell of each grid.
func TestConclusionsAreHonest(t *testing.T) {
	for _, g := range grids {
		t.Run(g.name, func(t *testing.T) {
			cells := g.cells()
			if !enginetest.Long() {
				g.strengths, g.conditions, g.players = g.strengths[:1], g.conditions[:1], g.players[:1]
				g.openings = g.openings[len(g.openings)/2:][:1]
				cells = g.cells()
			}
			for _, c := range cells {
				runs := c.runs(t)
				m := c.measure(t, runs)
				t.Logf("%v: %.1f %% false", c, 100*m.wrong)
				if error3 := 3 * math.Sqrt(.05*.95/float64(runs)); m.wrong > .05+error3 {
					t.Errorf("%v: %.1f %% of runs claim something false", c, 100*m.wrong)
				}
			}
		})
	}
}

// TestPower checks how often a player who is 100 Elo stronger is called stronger after 100 openings: in most round
// robins of six, where all games count for the player's strength, and in some matches. The more an opening decides, the
// rarer this is. The test also logs the figures for 50 openings.
func TestPower(t *testing.T) {
	usual := enginetest.Count(1, len(some))
	for players, least := range map[int]float64{2: .25, 6: .8} {
		for _, x := range some[:usual] {
			for _, openings := range []int{50, 100} {
				c := cell{tournament.Format{}, once, "hundred", 2, players, openings, x[0], x[1], x[2]}
				m := c.measure(t, enginetest.Count(20, 200))
				t.Logf("%v: %.0f %%", c, 100*m.right)
				if openings == 100 && m.right < least {
					t.Errorf("%v: only %.0f %% of runs show it", c, 100*m.right)
				}
			}
		}
	}
}
