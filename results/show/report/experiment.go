package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
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
		experimentGames(found, in.Shown), runSection(found))
}

// newFindings returns findings with their ladders. It sets each Setting to the options that not all findings have.
func newFindings(all []finding) (found findings, err error) {
	shared := func(s engine.Setting) bool { // reports whether all findings have the option
		lacks := func(other finding) bool { return !slices.Contains(other.Rules.Settings(), s) }
		return !slices.ContainsFunc(all, lacks)
	}
	for _, f := range all {
		f.Setting = strings.Join(slices.DeleteFunc(slices.Clone(f.Rules.Settings()), shared).Texts(), " ")
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

func findingLabel(f finding) string {
	return settingPrefix(f) + fmt.Sprintf("%d nodes, %s, %s", f.Nodes, f.Measure, f.Player)
}

// settingPrefix returns the setting of a finding with a comma, or "" without a setting.
func settingPrefix(f finding) string {
	if f.Setting == "" {
		return ""
	}
	return f.Setting + ", "
}

// findingColumns are the columns of a table that tell which finding a row is about; addFindingRow fills them.
var findingColumns = []string{"option", "measure", "player", "#nodes"}

// findingTable returns a table of findingColumns and further columns. It omits the options if no finding has a setting.
func (found findings) findingTable(names ...string) *table.Grid {
	t := table.New(append(slices.Clone(findingColumns), names...)...)
	if !slices.ContainsFunc(found.all, func(f finding) bool { return f.Setting != "" }) {
		t.Columns = t.Columns[1:]
	}
	return t
}

// addFindingRow adds a row to a table of findingTable: first the cells of findingColumns, then the values.
func addFindingRow(t *table.Grid, f finding, values ...any) {
	cells := []string{f.Setting, string(f.Measure), f.Player, nodesText(f.Nodes)}
	if t.Columns[0].Name != findingColumns[0] {
		cells = cells[1:]
	}
	t.Add(append([]any{cells}, values...)...)
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
	grid := found.findingTable("run", "#games", "#faults", "#differ", "#turns, median", "conditions")
	for _, f := range found.all {
		games, faults, distinct := f.Counts()
		addFindingRow(grid, f, f.Run, games, faults, distinct, medianText(f.Turns), f.Conditions())
	}
	return Section{ID: "runs-section", Title: "Runs",
		Text: "What all this is taken from; pillars report RUN has a page of each.", Figures: []Figure{{
			ID: "runs", Title: "Runs", Table: grid, N: tournament.Counted(len(found.all), "run"),
			Meaning: "Games of each run, those among them that a player's fault ended, and how many rounds differ " +
				"move for move.",
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

// mostHeadlines is the greatest number of headlines beside the number of games.
const mostHeadlines = 4

// headlines returns the numbers at the top of the page. They include scores at the highest rungs whose findings have no
// setting.
func (found findings) headlines(all Summary) []Headline {
	lines := []Headline{{Name: "games", Value: countText(all.Games), Note: fmt.Sprintf("%s that differ, %s",
		tournament.Counted(all.Distinct, "round"), tournament.Counted(all.Faults, "fault"))}}
	var settings []string
	for _, f := range found.all {
		if !slices.Contains(settings, f.Setting) {
			settings = append(settings, f.Setting)
		}
	}
	if n := len(settings); n > 1 {
		lines = append(lines, Headline{Name: "variants", Value: countText(n), Note: strings.Join(settings, ", ")})
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
	grid := found.findingTable("#rungs", "#slope", "#low", "#high", "#next nodes", "#next score, %", "#least", "#most")
	for _, l := range found.ladders {
		if l.Climbs() {
			next, predicted := l.Next()
			addFindingRow(grid, l.Highest(), len(l.Rungs), estimateCells(l.Slope(), 3), next, shareCells(predicted))
		}
	}
	if len(grid.Rows) > 0 {
		s.Figures = append(s.Figures, Figure{
			ID: "ladders", Title: "Ladders", Table: grid, N: tournament.Counted(len(grid.Rows), "ladder"),
			Meaning: "By how many logits the first seat's score rises for every factor of four in nodes up to those " +
				"named, and what the line has the next rung score.",
			Interval: "The ranges of slope and score over all lines that the scores leave possible, at all times " +
				"at once.",
		})
	}
}

// trendSection shows how the first seat's score changes with the nodes: a chart for each setting and measure.
func trendSection(found findings) Section {
	s := Section{ID: "trend-section", Title: "First seat by strength",
		Text: "What the first seat scores at rising numbers of nodes. The curve supposes that the logit of the score " +
			"rises evenly with the logarithm of the nodes; it ends at the last rung with its band."}
	for _, together := range groups(found.ladders, func(l experiment.Ladder) finding { return l.Rungs[0] }) {
		for group := range slices.Chunk(together, mostLadders) {
			found.trendFigure(&s, group)
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
func (found findings) trendFigure(s *Section, ladders []experiment.Ladder) {
	first := ladders[0].Rungs[0] // the others have the same setting and measure
	title := withSetting("First seat "+first.Measure.Where(), first)
	grid, rounds := found.scoreTable(ladders)
	chart, err := ladderChart(title, ladders)
	s.figure(Figure{
		ID: fmt.Sprintf("trend-%d", len(s.Figures)+1), Title: title, Table: grid,
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

// ladderName returns the player of a ladder, with the conditions if this player has other conditions in another ladder.
func ladderName(l experiment.Ladder, beside []experiment.Ladder) string {
	own := l.Rungs[0]
	for _, other := range beside {
		if r := other.Rungs[0]; r.Player == own.Player && r.Conditions() != own.Conditions() {
			return own.Player + " (" + own.Conditions() + ")"
		}
	}
	return own.Player
}

// scoreTable returns a table with a row for each rung of ladders, and the number of distinct rounds.
func (found findings) scoreTable(ladders []experiment.Ladder) (grid *table.Grid, rounds int) {
	grid = found.findingTable("#games", "#rounds", "#differ", "#first seat, %", "#low", "#high", "#won", "#drawn",
		"#lost", "#draws, %")
	for _, l := range ladders {
		for _, f := range l.Rungs {
			v := f.Summary
			rounds += v.Distinct
			addFindingRow(grid, f, v.Games, v.Rounds, v.Distinct, shareCells(f.First()), v.First.Wins, v.First.Draws,
				v.First.Losses, shareCells(v.Draws)[0]) // without the limits of the share of draws
		}
	}
	return grid, rounds
}

// FirstTurn is a first turn of a game. It represents all turns that are symmetric to it.
type FirstTurn struct {
	Turn   string         `json:"turn"`
	Proven string         `json:"value,omitempty"`  // win, draw or loss of the first seat; empty if not proven
	Search *float64       `json:"search,omitempty"` // first seat's expected score by a search; nil without a search
	Games  int            `json:"games"`            // number of games that began with the turn
	Score  stats.Estimate `json:"score"`            // first seat's score in these games
	Key    uint64         `json:"-"`                // hash of the position after the turn, equal for symmetric turns
}

// NewStudy completes the page of a study: it sets Sections, Runs and the summary, and adds notes. The caller sets the
// other fields. NewStudy returns an error only for impossible data.
func NewStudy(page Report, all []experiment.Finding, turns []FirstTurn, measured []metrics.Metric) (Report, error) {
	found, err := newFindings(all)
	if err != nil {
		return Report{}, err
	}
	page.Runs, page.summary, page.Notes = found.runs(), found.summary(), append(page.Notes, found.notes()...)
	fair := trendSection(found)
	fair.ID, fair.Title = "fair-section", "Fair?"
	return page.with(fair, everySeatSection(found), roleSection(found), firstTurnSection(turns),
		questionSection("decisive", "Decisive?", measured, metrics.GroupResults, metrics.GroupLength),
		questionSection("deep", "Deep?", measured, metrics.GroupDepth, metrics.GroupPositions),
		questionSection("lively", "Lively?", measured, metrics.GroupTrajectory, metrics.GroupChoice),
		runSection(found))
}

// questionSection answers a question by a table of metrics for each group.
func questionSection(id, title string, measured metricList, groups ...string) Section {
	s := Section{ID: id + "-section", Title: title}
	for i, group := range groups {
		s.metricTable(measured, fmt.Sprintf("%s-%d", id, i+1), group, group) // the group's name is also the title
	}
	return s
}

// firstTurnSection shows the values and scores of first turns, by which readers may judge a swap rule.
func firstTurnSection(turns []FirstTurn) Section {
	s := Section{ID: "first-turns-section", Title: "What would mend it",
		Text: "A swap rule, by which the second player may take the first player's side after the first turn, needs " +
			"first turns that are about even."}
	fig := Figure{ID: "first-turns", Title: "First turns", Interval: roundInterval,
		N: tournament.Counted(len(turns), "first turn"),
		Meaning: "The proven value of each first turn for the first seat, up to symmetry; or what the first seat " +
			"scored in games from it, the same player on both sides; or only what a search expects.",
		Table: table.New("first turn", "proven", "#games", "#first seat, %", "#low", "#high", "#search, %")}
	for _, t := range turns {
		expected := ""
		if t.Search != nil {
			expected = percent(*t.Search)
		}
		fig.Table.Add(t.Turn, t.Proven, t.Games, shareCells(t.Score), expected)
		if t.Games > 0 {
			fig.dot(fmt.Sprintf("%s (%d games)", t.Turn, t.Games), t.Score)
		}
	}
	hasChart := len(fig.estimates) > 0
	fig.Folded = hasChart
	if hasChart {
		s.scores(fig, "mean score of the first seat")
	} else if len(turns) > 0 {
		s.Figures = append(s.Figures, fig)
	}
	return s
}

// NewMap completes a page that compares studies of a game under different rules. scores has the first player's score
// under each of the rules; games is the number of all games. grid has a row for each of the rules. The caller sets all
// exported fields of the page except Sections. NewMap returns an error only for impossible data.
func NewMap(page Report, scores []charts.Dot, games int, grid *table.Grid) (Report, error) {
	s := Section{ID: "map-section", Title: "Rules compared",
		Text: "The score says how fair the rules are; the table adds how games end, their length and the levels of " +
			"skill that they reward."}
	s.scores(Figure{ID: "map", Title: "The first player's score", Table: grid, Interval: roundInterval,
		estimates: scores, N: tournament.Counted(games, "game"),
		Meaning: "What the first player scored at the highest number of nodes, the same player on both sides: from " +
			"the start, or from openings where games from the start repeat each other."},
		"mean score of the first player")
	return page.with(s)
}
