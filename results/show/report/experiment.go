package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/show/conclusion"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Experiment is the input of a page about what the seats of a game are worth, from runs of players against themselves.
type Experiment struct {
	Title    string // title of the page; if it is empty, NewExperiment chooses one
	Game     engine.Game
	Facts    []Property
	Commands []string
	Findings []experiment.Finding // one for each run, in the order of the page
	Shown    []Shown              // games that the page shows turn by turn
}

// A finding belongs to a page: its Setting holds the options in which it differs from other findings of the page.
type finding = experiment.Finding

// findings holds the findings of a page.
type findings struct {
	all     []finding
	ladders []experiment.Ladder
}

// NewExperiment makes the page about an experiment. It returns an error only for impossible data.
func NewExperiment(in Experiment) (Report, error) {
	found, err := newFindings(in.Findings)
	if err != nil {
		return Report{}, err
	}
	r := Report{Title: cmp.Or(in.Title, in.Game.Title()+": what the seats are worth"), Facts: in.Facts,
		Commands: in.Commands, Notes: found.notes(), Runs: found.runs(), summary: found.summary(),
		Conclusion: conclusion.OfFindings(found.all, found.ladders)}
	r.Headlines = found.headlines(r.summary)
	return r.with(trendSection(found), everySeatSection(found), roleSection(found), beginningSection(found),
		oddsSection(found), experimentGames(found, in.Shown), runSection(found))
}

// newFindings returns findings with their ladders. It sets each Setting to the options that not all findings have.
func newFindings(all []finding) (found findings, err error) {
	shared := func(s engine.Setting) bool { // reports whether all findings have the option
		lacks := func(other finding) bool { return !slices.Contains(other.Rules.Settings(), s) }
		return !slices.ContainsFunc(all, lacks)
	}
	for _, f := range all {
		own := slices.DeleteFunc(slices.Clone(f.Rules.Settings()), shared)
		f.Setting = strings.Join(own.Texts(), " ")
		found.all = append(found.all, f)
	}
	found.ladders, err = experiment.LaddersOf(found.all)
	return found, err
}

func (found findings) runs() (ids []string) {
	for _, f := range found.all {
		ids = append(ids, f.Run)
	}
	return ids
}

func labelOf(f finding) string {
	return prefixOf(f) + fmt.Sprintf("%d nodes, %s, %s", f.Nodes, f.Measure, f.Player)
}

// prefixOf returns the setting of a finding with a comma, or "" without a setting.
func prefixOf(f finding) string {
	if f.Setting == "" {
		return ""
	}
	return f.Setting + ", "
}

// placeColumns are the columns of a table that identify a finding; addPlaced fills them.
var placeColumns = []string{"option", "measure", "player", "#nodes"}

// placeTable returns a table of placeColumns and further columns. It omits the options if no finding has a setting.
func (found findings) placeTable(names ...string) *table.Grid {
	t := table.New(append(slices.Clone(placeColumns), names...)...)
	if !slices.ContainsFunc(found.all, func(f finding) bool { return f.Setting != "" }) {
		t.Columns = t.Columns[1:]
	}
	return t
}

// addPlaced adds a row to a table of placeTable: first the cells that identify the finding, then the values.
func addPlaced(t *table.Grid, f finding, values ...any) {
	place := []string{f.Setting, string(f.Measure), f.Player, ""}
	if f.Nodes > 0 {
		place[3] = strconv.FormatUint(f.Nodes, 10)
	}
	if t.Columns[0].Name != placeColumns[0] {
		place = place[1:]
	}
	t.Add(append([]any{place}, values...)...)
}

func experimentGames(found findings, shown []Shown) Section {
	if len(shown) == 0 || len(found.all) == 0 {
		return Section{}
	}
	s := gameSection(Input{Rules: shown[0].Turns[0].Rules(), Shown: shown}, nil)
	s.Text = "Some games of the run from the start with most nodes or, where there is none, of another, with " +
		"what was expected of them after each turn."
	return s
}

func runSection(found findings) Section {
	grid := found.placeTable("run", "#games", "#faults", "#differ", "#turns, median", "conditions")
	for _, f := range found.all {
		games, faults, distinct := f.Counts()
		addPlaced(grid, f, f.Run, games, faults, distinct, medianText(f.Turns), f.Conditions())
	}
	return Section{ID: "runs-section", Title: "Runs",
		Text: "What all this is taken from; pillars report RUN has a page of each.", Figures: []Figure{{
			ID: "runs", Title: "Runs", Table: grid, N: tournament.Counted(len(found.all), "run"),
			Meaning: "Games of each run, those among them that a player's fault ended, and how many rounds (at odds: " +
				"games) differ move for move.",
		}}}
}

// notes returns remarks on the intervals: when they hold, and when they may not.
func (found findings) notes() []string {
	notes := []string{
		"Intervals are at the 95 % level and hold at all times: however often you look, and whenever an " +
			"experiment is stopped.",
		"Every player met itself. From the start, rounds that are the same move for move count once; all games " +
			"from one opening are one round.",
	}
	if slices.ContainsFunc(found.all, finding.Rough) {
		notes = append(notes,
			"Where under nine tenths of the rounds differ, intervals are rough: they suppose that what came first is "+
				"like what comes late.")
	}
	if slices.ContainsFunc(found.ladders, experiment.Ladder.SharesSeeds) {
		notes = append(notes,
			"Some rungs of a ladder were measured with the same seed, and so from the same openings and with the "+
				"same draws of nodes. "+
				"A line through them takes them for independent of each other, and its limits may not hold.")
	}
	return notes
}

// mostHeadlines is the greatest number of scores at the top of the page.
const mostHeadlines = 4

// headlines returns the numbers at the top of the page. They include scores at the highest rungs whose findings have no
// setting.
func (found findings) headlines(all Summary) []Headline {
	note := fmt.Sprintf("%s that differ, %s", tournament.Counted(all.Distinct, "round"),
		tournament.Counted(all.Faults, "fault"))
	lines := []Headline{{Name: "games", Value: count(all.Games), Note: note}}
	var settings []string
	for _, f := range found.all {
		if !slices.Contains(settings, f.Setting) {
			settings = append(settings, f.Setting)
		}
	}
	if n := len(settings); n > 1 {
		lines = append(lines, Headline{Name: "variants", Value: count(n), Note: strings.Join(settings, ", ")})
	}
	for _, l := range found.ladders {
		top := l.Highest()
		if score := top.First(); score.HasValue() && top.Setting == "" && len(lines) < 1+mostHeadlines {
			name := fmt.Sprintf("first seat, %s, %s, %d nodes", top.Player, top.Measure.Where(), top.Nodes)
			lines = append(lines, Headline{Name: name, Value: shareText(score), Note: limitsText(score)})
		}
	}
	return lines
}

// slopeFigure adds a table of the lines fitted to ladders: the slopes, and the predicted scores one rung up.
func (found findings) slopeFigure(s *Section) {
	grid := found.placeTable("#rungs", "#slope", "#low", "#high", "#next nodes", "#next score, %", "#least", "#most")
	for _, l := range found.ladders {
		if l.Climbs() {
			next, promised := l.Next()
			addPlaced(grid, l.Highest(), len(l.Rungs), estimateCells(l.Slope(), 3), next, shareCells(promised))
		}
	}
	if len(grid.Rows) == 0 {
		return
	}
	s.Figures = append(s.Figures, Figure{
		ID: "ladders", Title: "Ladders", Table: grid, N: tournament.Counted(len(grid.Rows), "ladder"),
		Meaning: "By how many logits the first seat's score rises for every factor of four in nodes up to those " +
			"named, and what the line has the next rung score.",
		Interval: "The ranges of slope and score over all lines that the scores leave possible, at all times at once.",
	})
}

// trendSection shows how the first seat's score changes with the nodes: a chart for each setting and measure.
func trendSection(found findings) Section {
	s := Section{ID: "trend-section", Title: "First seat by strength",
		Text: "What the first seat scores at rising numbers of nodes. The curve supposes that the logit of the score " +
			"rises evenly with the logarithm of the nodes; it ends at the last rung with its band."}
	number := 0
	for _, together := range groups(found.ladders, func(l experiment.Ladder) finding { return l.Rungs[0] }) {
		for group := range slices.Chunk(together, experiment.MostLadders) {
			number++
			found.trendFigure(&s, number, group)
		}
	}
	found.slopeFigure(&s)
	return s
}

// groups puts elements whose findings have the same setting and measure together, in the order of their first elements.
func groups[T any](all []T, findingOf func(T) finding) (grouped [][]T) {
	for _, element := range all {
		own := findingOf(element)
		belongs := func(group []T) bool {
			first := findingOf(group[0])
			return first.Setting == own.Setting && first.Measure == own.Measure
		}
		if i := slices.IndexFunc(grouped, belongs); i >= 0 {
			grouped[i] = append(grouped[i], element)
		} else {
			grouped = append(grouped, []T{element})
		}
	}
	return grouped
}

// trendFigure adds the first seat's scores on all rungs of ladders that have the same setting and measure.
func (found findings) trendFigure(s *Section, number int, ladders []experiment.Ladder) {
	head := ladders[0].Rungs[0]
	title := titled("First seat "+head.Measure.Where(), head)
	grid, rounds := found.scoreRows(ladders)
	chart, err := experiment.LadderChart(title, ladders, func(l experiment.Ladder) string { return nameOf(l, ladders) })
	s.figure(Figure{
		ID: "trend-" + strconv.Itoa(number), Title: title, Table: grid,
		N: tournament.Counted(rounds, "round") + " that differ",
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that " +
			"it may look at.",
		Interval: "Dots: anytime intervals of each score by itself. Bands: all lines that the scores leave possible, " +
			"at all places and times at once (Ville, Étude critique de la notion de collectif, 1939; " +
			"docs/ADVANTAGE.md).",
		scale: trendScore,
		Alt: fmt.Sprintf("Scores of the first seat of %s at rising numbers of nodes, with intervals and fitted curves.",
			tournament.Counted(len(ladders), "player")),
	}, chart, err)
}

// nameOf returns the player of a ladder, with the conditions if the same player has other conditions in another ladder.
func nameOf(l experiment.Ladder, beside []experiment.Ladder) string {
	own := l.Rungs[0]
	for _, other := range beside {
		if r := other.Rungs[0]; r.Player == own.Player && r.Conditions() != own.Conditions() {
			return own.Player + " (" + own.Conditions() + ")"
		}
	}
	return own.Player
}

// scoreRows returns a table with a row for each rung of ladders, and the number of distinct rounds.
func (found findings) scoreRows(ladders []experiment.Ladder) (grid *table.Grid, rounds int) {
	grid = found.placeTable("#games", "#rounds", "#differ", "#first seat, %", "#low", "#high", "#won", "#drawn",
		"#lost", "#draws, %")
	for _, l := range ladders {
		for _, f := range l.Rungs {
			v := f.Summary
			rounds += v.Distinct
			addPlaced(grid, f, v.Games, v.Rounds, v.Distinct, shareCells(f.First()), v.First.Wins, v.First.Draws,
				v.First.Losses, shareCells(v.Draws)[0])
		}
	}
	return grid, rounds
}
