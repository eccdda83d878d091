package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/advantage"
	"pillars/results/metrics"
	"pillars/results/stats"
	"pillars/results/table"
)

// Experiment is several runs of players that met themselves, of one game: what its seats are worth.
type Experiment struct {
	Title    string // of the page; empty for the usual one
	Game     engine.Game
	Facts    []Fact
	Commands []string
	Findings []Finding // in the order of the page
	Shown    []Shown   // games to be shown turn by turn
}

// Finding is what one run of a player with itself says.
type Finding struct {
	Run        string // id
	Rules      engine.Rules
	Player     string
	Nodes      uint64 // of a decision, about
	Seed       uint64 // that openings and draws come from
	Measure    advantage.Measure
	Conditions string // all else that must be the same for rungs of one ladder
	Summary    advantage.Summary
	Beginnings []advantage.Beginning
	Odds       *advantage.OddsFold // of games at odds; nil for others
	Turns      []int               // of all games
}

// placed is a finding with the options that not all findings share.
type placed struct {
	Finding
	setting string
}

// NewExperiment makes the page of an experiment. It fails only on data that cannot be.
func NewExperiment(in Experiment) (Report, error) {
	findings := in.placed()
	r := Report{Title: in.Title, Facts: in.Facts, Commands: in.Commands, Notes: experimentNotes(findings)}
	r.Headlines, r.Summary = experimentHeadlines(findings), experimentSummary(findings)
	if r.Title == "" {
		r.Title = in.Game.Title() + ": what the seats are worth"
	}
	for _, f := range findings {
		r.Runs = append(r.Runs, f.Run)
	}
	for _, make := range []func([]placed) (Section, error){
		trendSection, everySeatSection, roleSection, beginningSection, oddsSection, experimentGames(in.Shown),
		runSection,
	} {
		if err := r.add(make(findings)); err != nil {
			return Report{}, err
		}
	}
	return r, nil
}

func (in Experiment) placed() (all []placed) {
	for _, f := range in.Findings {
		var own []string
		for _, s := range f.Rules.Settings() {
			shared := !slices.ContainsFunc(in.Findings,
				func(other Finding) bool { return !slices.Contains(other.Rules.Settings(), s) })
			if !shared {
				own = append(own, s.Name+"="+s.Value)
			}
		}
		all = append(all, placed{f, strings.Join(own, " ")})
	}
	return all
}

func (f placed) label() string {
	return f.prefix() + fmt.Sprintf("%d nodes, %s, %s", f.Nodes, f.Measure, f.Player)
}

func (f placed) prefix() string {
	if f.setting == "" {
		return ""
	}
	return f.setting + ", "
}

// placeColumns are the columns that say which finding a row is of.
var placeColumns = []string{"option", "measure", "player", "#nodes"}

func (f placed) place() []string {
	nodes := ""
	if f.Nodes > 0 {
		nodes = strconv.FormatUint(f.Nodes, 10)
	}
	return []string{f.setting, string(f.Measure), f.Player, nodes}
}

// placeTable is a table with these columns and more. The first is left out where all options are shared.
func placeTable(findings []placed, names ...string) *table.Grid {
	t := table.New(append(slices.Clone(placeColumns), names...)...)
	if !slices.ContainsFunc(findings, func(f placed) bool { return f.setting != "" }) {
		t.Columns = t.Columns[1:]
	}
	return t
}

func addPlaced(t *table.Grid, f placed, values ...any) {
	t.Add(append([]any{f.place()}, values...)...)
	last := len(t.Rows) - 1
	t.Rows[last] = t.Rows[last][len(t.Rows[last])-len(t.Columns):]
}

func experimentGames(shown []Shown) func([]placed) (Section, error) {
	return func(findings []placed) (Section, error) {
		if len(shown) == 0 || len(findings) == 0 {
			return Section{}, nil
		}
		s, err := gameSection(Input{Rules: shown[0].Turns[0].Rules(), Shown: shown, Sample: metrics.Sample{}}, nil)
		s.Text = "Some games of the run from the start with most nodes or, where there is none, of another, with " +
			"what was expected of them after each turn."
		return s, err
	}
}

func runSection(findings []placed) (Section, error) {
	grid := placeTable(findings, "run", "#games", "#faults", "#differ", "#turns, median", "conditions")
	for _, f := range findings {
		games, faults, distinct := f.counts()
		addPlaced(grid, f, f.Run, games, faults, distinct, medianText(f.Turns), f.Conditions)
	}
	return Section{ID: "runs-section", Title: "Runs",
		Text: "What all this is taken from; pillars report RUN has a page of each.", Figures: []Figure{{
			ID: "runs", Title: "Runs", Table: grid, N: counted(len(findings), "run"),
			Meaning: "Games of each run, those among them that a player's fault ended, and how many rounds (at odds: " +
				"games) differ move for move.",
		}}}, nil
}

func experimentNotes(findings []placed) []string {
	notes := []string{
		"Intervals are at the 95 % level and hold at all times: however often somebody looks, and whenever an " +
			"experiment is stopped.",
		"Every player met itself. Rounds that are the same move for move count once; all games from one opening are " +
			"one round.",
	}
	rough := func(f placed) bool { return f.Summary.Rough() || f.Odds != nil && f.Odds.Rough() }
	if slices.ContainsFunc(findings, rough) {
		notes = append(notes,
			"Where under nine tenths of the rounds differ, intervals are rough: they suppose that what came first is "+
				"like what comes late.")
	}
	if slices.ContainsFunc(laddersOf(findings), ladder.sharesSeeds) {
		notes = append(notes,
			"Some rungs of a ladder were measured with the same seed, and so from the same openings and with the "+
				"same draws of nodes. "+
				"A line through them takes them for independent of each other, and its limits may not hold.")
	}
	return notes
}

const mostHeadlines = 4

// experimentHeadlines are the scores of the highest rungs, if all findings are of the same rules.
func experimentHeadlines(findings []placed) []Headline {
	all := experimentSummary(findings)
	note := fmt.Sprintf("%s that differ, %s", counted(all.Distinct, "round"), counted(all.Faults, "fault"))
	lines := []Headline{{Name: "games", Value: count(all.Games), Note: note}}
	if n := len(settingsOf(findings)); n > 1 {
		lines = append(lines, Headline{Name: "variants", Value: count(n),
			Note: strings.Join(settingsOf(findings), ", ")})
	}
	for _, l := range laddersOf(findings) {
		top := l.rungs[len(l.rungs)-1]
		if score := top.first(); score.HasValue() && top.setting == "" && len(lines) < 1+mostHeadlines {
			name := fmt.Sprintf("first seat, %s, %s, %d nodes", top.Player, fromWhere[top.Measure], top.Nodes)
			lines = append(lines, Headline{Name: name, Value: shareText(score), Note: limitsText(score)})
		}
	}
	return lines
}

func settingsOf(findings []placed) (settings []string) {
	for _, f := range findings {
		if !slices.Contains(settings, f.setting) {
			settings = append(settings, f.setting)
		}
	}
	return settings
}

var fromWhere = map[advantage.Measure]string{advantage.FromStart: "from the start",
	advantage.FromOpenings: "from openings", advantage.AtOdds: "at odds"}

func (f placed) counts() (games, faults, distinct int) {
	if f.Odds != nil {
		games, faults = f.Odds.Games()
		return games, faults, f.Odds.Distinct()
	}
	return f.Summary.Games, f.Summary.Faults, f.Summary.Distinct
}

// first is the score of the first seat.
func (f placed) first() stats.Estimate {
	if f.Odds != nil {
		return stats.Estimate{}
	}
	return firstSeat(f.Summary)
}

func firstSeat(s advantage.Summary) stats.Estimate {
	if s.Distinct == 0 {
		return stats.Estimate{}
	}
	return s.Seats[0]
}
