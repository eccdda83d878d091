package server

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/conclusion"
	"pillars/results/show/report"
	"pillars/results/show/report/draft"
	"pillars/results/show/table"
	"pillars/tournament"
)

// A brief holds everything that the page shows about a run, in the order of the page.
type brief struct {
	State    string            `json:"state"`    // stateFinished or stateStopped
	Headline string            `json:"headline"` // what the run shows, in plain words; may be empty
	Verdict  string            `json:"verdict"`  // what the run shows, with the confidence in it
	Names    map[string]string `json:"names"`    // names of the players, by their texts
	Scores   []score           `json:"scores,omitempty"`
	Seats    []score           `json:"seats,omitempty"` // both seats' scores, if the run measures the seats of a game
	More     []string          `json:"more"`            // further sentences after the verdict
	Tiles    []tile            `json:"tiles"`
	Pairs    *pairs            `json:"pairs,omitempty"`
	Course   *course           `json:"course,omitempty"` // only for a sequential test
	Figures  []figure          `json:"figures"`
	Facts    []fact            `json:"facts"`
	Command  string            `json:"command"` // command line that plays the same games again
	Text     string            `json:"text"`    // what "pillars ratings" prints

	input report.Input // data of the run from which the brief is made
}

// A tile is one of the numbers that the page shows below the verdict.
type tile struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Note  string `json:"note"`           // such as an interval
	Word  bool   `json:"word,omitempty"` // whether Value is a word instead of a number
}

type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// States of a run that no process plays.
const (
	stateFinished = "finished"
	stateStopped  = "stopped"
)

// pairs counts pairs of games with the seats swapped, by the points of one player.
type pairs struct {
	Player string `json:"player"`
	Counts []int  `json:"counts"` // for 0, 1/2, 1, 3/2 and 2 points
}

// A figure is a figure of a run's report: a picture or a table, which the page lays out.
type figure struct {
	report.Figure
	Picture string `json:"picture,omitempty"` // SVG
	Grid    *grid  `json:"table,omitempty"`
}

type grid struct {
	Heads []table.Head `json:"heads"`
	Rows  [][]string   `json:"rows"`
}

// shownFigures are the figures of reports that the page of a run shows. None needs a replay of games.
var shownFigures = []string{"sprt", "standings", "players", "crosstable", "seats", "trend-1", "trend-2", "trend-3"}

// briefOf returns the brief of a run without figures, and the report that has them. The standings include the games of
// runs whose players joined this run.
func briefOf(ctx context.Context, db *store.Store, run store.Run) (b brief, page report.Report, err error) {
	in, err := draft.Reader{DB: db}.Results(ctx, run)
	if err != nil {
		return b, page, err
	}
	standing, text, err := standingOf(ctx, db, run)
	if err != nil {
		return b, page, err
	}
	in.Standings = &standing
	if page, err = report.Results(in); err != nil {
		return b, page, err
	}
	b = brief{State: stateStopped, More: []string{}, Command: draft.Command(run, in.Spec, in.Rules), input: in,
		Names: namesOf(in.Spec.Players), Text: text}
	if !in.Spec.Format.Mirrored() {
		b.Scores = scoresOf(in.Standings, in.Rules.Seats())
	}
	b.Seats = seatScores(in)
	for _, property := range page.Facts {
		b.Facts = append(b.Facts, fact(property))
	}
	if said := inWords(page.Conclusion, shortNames(in.Spec.Players)); len(said) > 0 {
		b.Verdict, b.More = said[0], said[1:]
	}
	err = b.addResults(ctx, db, run, page)
	return b, page, err
}

// addResults sets the parts of the brief that need each game of the run, and then the state and the headline.
func (b *brief) addResults(ctx context.Context, db *store.Store, run store.Run, page report.Report) (err error) {
	in := b.input
	var path results.TestPath // of a sequential test; empty for other runs
	if in.Spec.Format.Test != nil {
		if path, err = results.FollowTest(in.Spec, db.Results(ctx, run.ID)); err != nil {
			return err
		}
		b.Course = courseOf(in, path, run.Games)
	}
	if b.Tiles, err = tilesOf(in, page, path); err != nil {
		return err
	}
	if b.Pairs, err = pairsOf(ctx, db, run, in, path); err != nil {
		return err
	}
	done, err := finished(ctx, db, run, in.Spec, path)
	if err != nil {
		return err
	}
	if done {
		b.State = stateFinished
	}
	b.Headline = headlineOf(in, b.Scores, b.State, path)
	return nil
}

// standingOf returns the standings of a run, and the text that "pillars ratings" prints of them.
func standingOf(ctx context.Context, db *store.Store, run store.Run) (s results.Standings, text string, err error) {
	combined, err := catalog.Together(ctx, db, run.ID)
	if err != nil {
		return s, "", err
	}
	s, shown, err := combined.Standings(ctx, db)
	if err != nil {
		return s, "", err
	}
	var b strings.Builder
	_ = cmp.Or(conclusion.Write(&b, shown), s.WriteTable(&b)) // writing to a strings.Builder cannot fail
	return s, b.String(), nil
}

// finished reports whether no game of a run is left to play. path is the course of its sequential test, if it has one.
func finished(
	ctx context.Context, db *store.Store, run store.Run, spec tournament.Spec, path results.TestPath,
) (bool, error) {
	switch {
	case path.Decision != stats.Undecided:
		return true, nil
	case run.Total > 0:
		return run.Games >= run.Total, nil
	}
	return false, nil
}

// tilesOf returns the numbers below the verdict: the estimate, the openings, and the headlines of the report.
func tilesOf(in report.Input, page report.Report, path results.TestPath) (tiles []tile, err error) {
	elo := func(x float64) string { return stats.FormatNumber(x, 0) }
	standing := in.Standings
	isMatch := standing != nil && len(standing.Rows) == 2 && in.Rules.Seats() == 2 && !standing.Options.Adaptive
	switch {
	case in.Spec.Format.Test != nil && path.Counts.Count() > 0:
		estimate, err := path.AfterStop(path.Counts)
		if err != nil {
			return nil, err
		}
		tiles = append(tiles, estimated("difference, Elo", estimate.Elo, elo))
	case in.Finding != nil:
		share := func(x float64) string { return stats.Percent(x, 1) }
		tiles = append(tiles, estimated("first seat scores", in.Finding.First(), share))
	case isMatch:
		tiles = append(tiles, estimated("difference, Elo", standing.Crosstable().Meeting(0, 1).Difference, elo))
	}
	for _, line := range page.Headlines {
		given := func(t tile) bool { return t.Name == line.Name }
		if line.Name == "sequential test" || slices.ContainsFunc(tiles, given) {
			continue
		}
		line.Note = strings.ReplaceAll(line.Note, " .. ", " to ")
		tiles = append(tiles, tile(line))
		if line.Name == "games" && standing != nil && !in.Spec.Format.Mirrored() {
			openings, _ := standing.Observed()
			tiles = append(tiles, tile{Name: "openings", Value: fmt.Sprint(max(openings, path.Counts.Count()))})
		}
	}
	return tiles, nil
}

// estimated returns an estimate with its interval as a tile. number formats the values.
func estimated(name string, e stats.Estimate, number func(float64) string) tile {
	low, high := e.Limits()
	text := func(x float64) string { return strings.ReplaceAll(number(x), "-", "−") }
	switch {
	case e.Kind == stats.Fixed:
		return tile{Name: name, Value: text(e.Value)}
	case e.HasValue():
		return tile{Name: name, Value: text(e.Value), Note: strings.TrimSuffix(text(low), " %") + " to " + text(high)}
	case e.Kind == stats.AtLeast:
		return tile{Name: name, Value: "over " + text(low)}
	case e.Kind == stats.AtMost:
		return tile{Name: name, Value: "under " + text(high)}
	}
	return tile{Name: name, Value: "unknown", Word: true}
}

// pairsOf counts the pairs of games between the only two players of a run. It returns nil for other runs.
func pairsOf(
	ctx context.Context, db *store.Store, run store.Run, in report.Input, path results.TestPath,
) (*pairs, error) {
	if in.Rules.Seats() != 2 || len(in.Spec.Players) != 2 || in.Spec.Format.Mirrored() {
		return nil, nil
	}
	counted := &pairs{Player: in.Spec.Players[0], Counts: path.Counts}
	if in.Spec.Format.Test != nil {
		return counted, nil
	}
	counted.Counts = make([]int, len(stats.Pentanomial{}))
	halves, games := map[string]float64{}, map[string]int{} // half points and games of each pair
	for game, err := range db.Results(ctx, run.ID) {
		if err != nil {
			return nil, err
		}
		if in.Spec.OnFault == tournament.FaultVoid && game.Faulted() {
			continue
		}
		halves[game.Pair] += 2 * game.Outcome.Scores[slices.Index(game.Players, counted.Player)]
		games[game.Pair]++
		if games[game.Pair] == 2 { // the pair is complete
			counted.Counts[int(halves[game.Pair])]++
		}
	}
	return counted, nil
}

// figuresOf returns the figures of a report that shownFigures lists, with the given names in place of players' texts.
func figuresOf(page report.Report, names map[string]string) (all []figure, err error) {
	for _, section := range page.Sections {
		for _, f := range section.Figures {
			if !slices.Contains(shownFigures, f.ID) {
				continue
			}
			shown := figure{Figure: f}
			if shown.Picture, err = f.Picture(); err != nil {
				return nil, err
			}
			shown.Picture = drawnText.ReplaceAllStringFunc(shown.Picture, func(text string) string {
				return ">" + inWords([]string{text[1:]}, names)[0] // text begins with the ">" of the tag before it
			})
			if f.Table != nil {
				shown.Grid = &grid{Heads: f.Table.Columns}
				for _, row := range f.Table.Rows {
					shown.Grid.Rows = append(shown.Grid.Rows, inWords(row, names))
				}
			}
			all = append(all, shown)
		}
	}
	return all, nil
}

// drawnText matches a text in an SVG picture, with the end of the tag before it.
var drawnText = regexp.MustCompile(`>[^<>]+`)

// A study holds what all stored runs of "pillars advantage" on the same game with the same options show together.
type study struct {
	Conclusion []string `json:"conclusion"`
	Figures    []figure `json:"figures"`
}

// studyOf returns the study of the game and options of a run.
func studyOf(r *http.Request, db *store.Store, run store.Run) (any, error) {
	_, rules, err := catalog.SpecOf(run)
	if err != nil {
		return nil, err
	}
	reader := draft.Reader{DB: db}
	all, _, err := reader.Measurements(r.Context(), rules.Game(), rules.Settings())
	if err != nil || len(all) == 0 {
		return study{Conclusion: []string{}, Figures: []figure{}}, err
	}
	in, err := reader.Experiment(r.Context(), rules.Game(), all, func(int) {})
	if err != nil {
		return nil, err
	}
	page, err := report.NewExperiment(in)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, finding := range in.Findings {
		texts = append(texts, finding.Player)
	}
	slices.Sort(texts)
	names := shortNames(slices.Compact(texts))
	figures, err := figuresOf(page, names)
	return study{inWords(page.Conclusion, names), figures}, err
}
