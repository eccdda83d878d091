package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/advantage"
	"pillars/results/metrics"
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
	Measure    Measure
	Conditions string // all else that must be the same for rungs of one ladder
	Summary    advantage.Summary
	Beginnings []advantage.Beginning
	Odds       *advantage.OddsFold // of games at odds; nil for others
	Turns      []int               // of all games
}

// Measure is which games a finding is of.
type Measure string

// The measures.
const (
	FromStart    Measure = "start"
	FromOpenings Measure = "openings"
	AtOdds       Measure = "odds"
)

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
		trendSection, everySeatSection, roleSection, beginningSection, oddsSection, experimentGames(in.Shown), runSection,
	} {
		section, err := make(findings)
		if err != nil {
			return Report{}, err
		}
		if len(section.Figures) > 0 {
			r.Sections = append(r.Sections, section)
		}
	}
	return r, nil
}

// placed finds what tells the rules of the findings apart.
func (in Experiment) placed() (all []placed) {
	for _, f := range in.Findings {
		var own []string
		for _, s := range f.Rules.Settings() {
			shared := !slices.ContainsFunc(in.Findings, func(other Finding) bool { return !slices.Contains(other.Rules.Settings(), s) })
			if !shared {
				own = append(own, s.Name+"="+s.Value)
			}
		}
		all = append(all, placed{f, strings.Join(own, " ")})
	}
	return all
}

// label says which finding it is, in a few words.
func (f placed) label() string {
	return f.prefix() + fmt.Sprintf("%d nodes, %s, %s", f.Nodes, f.Measure, f.Player)
}

// prefix is the setting before something else.
func (f placed) prefix() string {
	if f.setting == "" {
		return ""
	}
	return f.setting + ", "
}

// placeColumns are the columns that say which finding a row is of.
var placeColumns = []string{"option", "measure", "player", "#nodes"}

// place are their cells.
func (f placed) place() []string {
	nodes := ""
	if f.Nodes > 0 {
		nodes = strconv.FormatUint(f.Nodes, 10)
	}
	return []string{f.setting, string(f.Measure), f.Player, nodes}
}

// placeTable is a table with these columns and more. The first is left out where all options are shared.
func placeTable(findings []placed, names ...string) *Table {
	t := &Table{Columns: columns(append(slices.Clone(placeColumns), names...)...)}
	if !slices.ContainsFunc(findings, func(f placed) bool { return f.setting != "" }) {
		t.Columns = t.Columns[1:]
	}
	return t
}

// addPlaced adds a row of a finding.
func (t *Table) addPlaced(f placed, cells ...string) {
	row := append(f.place(), cells...)
	t.add(row[len(row)-len(t.Columns):]...)
}

// experimentGames shows games turn by turn.
func experimentGames(shown []Shown) func([]placed) (Section, error) {
	return func(findings []placed) (Section, error) {
		if len(shown) == 0 || len(findings) == 0 {
			return Section{}, nil
		}
		s, err := gameSection(Input{Rules: shown[0].Turns[0].Rules(), Shown: shown, Sample: metrics.Sample{}}, nil)
		s.Text = "Some games of the run from the start with most nodes or, where there is none, of another, with what was expected of them after each turn."
		return s, err
	}
}

// runSection lists the runs.
func runSection(findings []placed) (Section, error) {
	table := placeTable(findings, "run", "#games", "#faults", "#differ", "#turns, median", "conditions")
	for _, f := range findings {
		games, faults, distinct := f.counts()
		table.addPlaced(f, f.Run, count(games), count(faults), count(distinct), medianText(f.Turns), f.Conditions)
	}
	return Section{ID: "runs-section", Title: "Runs", Text: "What all this is taken from; pillars report RUN has a page of each.", Figures: []Figure{{
		ID: "runs", Title: "Runs", Table: table, N: counted(len(findings), "run"),
		Meaning: "Games of each run, those among them that a player's fault ended, and how many rounds (at odds: games) differ move for move.",
	}}}, nil
}
