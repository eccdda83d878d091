// Package figures prints what was measured, as tables of text and as records for programs: findings about the seats,
// metrics, and random games.
package figures

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
)

type finding = experiment.Finding

// roughMark precedes values of findings that are rough, see [experiment.Finding.Rough].
const roughMark = "~"

// WriteSeats writes the findings of a plan as tables, one for each section that has rows, and below them the conditions
// of play.
func WriteSeats(w io.Writer, p *experiment.Plan, findings []finding, ladders []experiment.Ladder) error {
	if len(findings) == 0 {
		return nil
	}
	exception := ""
	if slices.ContainsFunc(findings, finding.Rough) {
		exception = " but for those marked " + roughMark
	}
	table.Printf(w, "%s, the first player's advantage (95 %% intervals, valid at all times%s)\n\n", p.Game.Title(),
		exception)
	// forAll returns a section's fill function, which calls row for every finding.
	forAll := func(row func(f finding, add func(cells ...any))) func(add func(experiment.Measurement, ...any)) {
		return func(add func(experiment.Measurement, ...any)) {
			for _, f := range findings {
				row(f, func(cells ...any) { add(f.Measurement, cells...) })
			}
		}
	}
	for _, s := range []section{
		{"", []string{"games", "openings", "differ", "first seat %", "won", "drawn", "lost", "draws %",
			"with repeats %"}, forAll(scoreRow)},
		{"Every seat's score (equal seats have 50 %) and share of wins; the intervals of the seats hold together",
			[]string{"seat", "openings", "score %", "wins %"}, forAll(seatRows)},
		{"Score of the opener, the seat that acts first after the set-up", []string{"openings", "opener %"},
			forAll(openerRow)},
		{"The first seat's score by opener and by the number of men on the board at the opening; each interval by " +
			"itself", []string{"opens", "men", "openings", "first seat %", "won", "drawn", "lost"}, forAll(givenRows)},
		{"Score of the seat that chooses at the end of the set-up, and what the choice is worth more than a lot",
			[]string{"openings", "chooser %", "worth %"}, forAll(chooserRow)},
		{"Ladder: how much the first seat's score grows with every factor of four in nodes (in logits), and the " +
			"score on the next rung if it goes on so", []string{"openings", "rungs", "slope", "next rung %"},
			func(add func(experiment.Measurement, ...any)) { ladderRows(ladders, add) }},
	} {
		if err := writeSection(w, p, s); err != nil {
			return err
		}
	}
	return writeConditions(w, p, findings)
}

// section is one table of the text output. Its first columns describe the measurement of a row.
type section struct {
	title string                                                   // empty for the first table
	heads []string                                                 // heads of the other columns
	fill  func(add func(row experiment.Measurement, cells ...any)) // adds the rows
}

// writeSection writes a section, or nothing if it has no rows.
func writeSection(w io.Writer, p *experiment.Plan, s section) error {
	heads := []string{"…player", "nodes", "measure"}
	if p.Swept {
		heads = append([]string{"option"}, heads...)
	}
	grid := table.New(append(heads, s.heads...)...)
	grid.Keys = len(heads)
	if slices.Contains(s.heads, "opens") {
		grid.Keys += 2 // the opener and the number of men identify a row of the measurement
	}
	s.fill(func(m experiment.Measurement, cells ...any) {
		key := []string{m.Player, "-", string(m.Measure)}
		if players.Thinks(m.Player) {
			key[1] = strconv.FormatUint(m.Nodes, 10)
		}
		if p.Swept {
			key = append([]string{m.Setting}, key...)
		}
		grid.Add(append([]any{key}, cells...)...)
	})
	if len(grid.Rows) == 0 {
		return nil
	}
	if s.title != "" {
		table.Printf(w, "\n%s\n", s.title)
	}
	return grid.WriteText(w)
}

// The functions from scoreRow to ladderRows add the rows of a finding, or of ladders, to one section. They add nothing
// for a finding without such a score.

func scoreRow(f finding, add func(...any)) {
	v := f.Summary
	add(v.Games, openingsText(f, v.Rounds), fmt.Sprintf("%d of %d", v.Distinct, v.Rounds), percentOf(f, v.Seats[0]),
		v.First.Wins, v.First.Draws, v.First.Losses, percentOf(f, v.Draws), percent(v.All))
}

// openingsText returns a number of openings as text, or a dash if the games did not begin from openings.
func openingsText(f finding, n int) string {
	if f.Measure != experiment.FromOpenings {
		return "-"
	}
	return strconv.Itoa(n)
}

func seatRows(f finding, add func(...any)) {
	v := f.Summary
	for seat, score := range v.Seats {
		if len(v.Seats) > 2 {
			add(f.Rules.SeatNames()[seat], openingsText(f, v.Counted), percentOf(f, score), percentOf(f, v.Wins[seat]))
		}
	}
}

func openerRow(f finding, add func(...any)) {
	if f.Summary.Opener.HasValue() {
		add(openingsText(f, f.Summary.Counted), percentOf(f, f.Summary.Opener))
	}
}

func givenRows(f finding, add func(...any)) {
	for _, g := range f.Summary.Given {
		rounds := g.First.Games() / f.Spec.RoundGames(f.Rules.Seats())
		add(f.Rules.SeatNames()[g.Opener], g.Men, openingsText(f, rounds), percentOf(f, g.Score), g.First.Wins,
			g.First.Draws, g.First.Losses)
	}
}

func chooserRow(f finding, add func(...any)) {
	if e := f.Summary.Chooser; e.HasValue() {
		worth := e
		worth.Value, worth.Low, worth.High = e.Value-.5, e.Low-.5, e.High-.5
		add(openingsText(f, f.Summary.Counted), percentOf(f, e), percentOf(f, worth))
	}
}

func ladderRows(ladders []experiment.Ladder, add func(experiment.Measurement, ...any)) {
	for _, l := range ladders {
		if !l.Climbs() {
			continue
		}
		mark := ""
		if l.Rough() {
			mark = roughMark
		}
		next, predicted := l.Next()
		add(l.Highest().Measurement, openingsText(l.Highest(), l.Games), len(l.Rungs), mark+l.Slope().Text(3),
			fmt.Sprintf("%d: %s%s", next, mark, percent(predicted)))
	}
}

func percent(e stats.Estimate) string { return e.Scaled(100).Text(1) }

// percentOf returns an estimate in percent, with the roughMark if the finding is rough.
func percentOf(f finding, e stats.Estimate) string {
	if f.Rough() && e.HasValue() {
		return roughMark + percent(e)
	}
	return percent(e)
}

// writeConditions writes the text below the tables: the runs, the conditions of play, and how to read rough values.
func writeConditions(w io.Writer, p *experiment.Plan, findings []finding) error {
	runs := "\nruns"
	from := "none"
	for _, f := range findings {
		runs += " " + f.Run
		if f.Measure == experiment.FromOpenings && from == "none" {
			from = tournament.OpeningsText(f.Spec.Openings)
		}
	}
	err := table.Printf(w, runs+"\nEvery player meets itself. The node limit of every decision is drawn between "+
		"1/%g and %g times that shown. From openings the draws change seats with the players, and all games from one "+
		"count as one round. From the start, rounds that were played before, move for move, count once (\"differ\"). "+
		"Openings: %s; seed %d, from which every row derives its own. %s.\n", p.Spread, p.Spread, from,
		p.Spec.Seed, runner.Program())
	if slices.ContainsFunc(findings, finding.Rough) {
		err = cmp.Or(err, table.Printf(w, "%s Under nine tenths of the rounds differ: the figures of different rounds "+
			"are rough there, and their intervals may not hold. The figures with repeats hold, but for these players "+
			"and these draws of nodes only, not for the game.\n", roughMark))
	}
	if slices.ContainsFunc(findings, func(f finding) bool { return f.Rules.Seats() > 2 }) {
		err = cmp.Or(err, table.Printf(w, "With more than two seats \"drawn\" are the games in which the first seat "+
			"was neither first nor last.\n"))
	}
	return err
}

// Plan returns a table of the planned measurements.
func Plan(p *experiment.Plan) table.Table[experiment.Measurement] {
	// A column without a head is for programs only.
	column := func(key, head string, value func(experiment.Measurement) any) table.Column[experiment.Measurement] {
		return table.Column[experiment.Measurement]{Key: key, Head: head, Value: value}
	}
	return table.Table[experiment.Measurement]{Rows: p.Measurements, Columns: []table.Column[experiment.Measurement]{
		column("type", "", func(experiment.Measurement) any { return "planned" }),
		column("run", "run", func(m experiment.Measurement) any { return m.Spec.Hash() }), // beginning of the run's id
		column("game", "", func(experiment.Measurement) any { return p.Game.Name() }),
		column("options", "game", func(m experiment.Measurement) any { return m.Spec.Options.String() }),
		column("player", "player", func(m experiment.Measurement) any { return m.Player }),
		column("nodes", "nodes", func(m experiment.Measurement) any { return m.Nodes }),
		column("measure", "measure", func(m experiment.Measurement) any { return m.Measure }),
		column("games", "games at most", func(m experiment.Measurement) any { return p.Played(m) }),
	}}
}

// SeatRecords returns JSON objects of the findings, and of the ladders with at least two node limits.
func SeatRecords(findings []finding, ladders []experiment.Ladder) (all []any) {
	for _, f := range findings {
		all = append(all, seatRecord(f))
	}
	for _, l := range ladders {
		if l.Climbs() {
			all = append(all, ladderRecord(l))
		}
	}
	return all
}

// seatRecord returns a finding for JSON. If it is rough, only the interval of score_of_all can be trusted.
func seatRecord(f finding) table.Facts {
	v := f.Summary
	given := []table.Facts{}
	for _, g := range v.Given {
		given = append(given, table.Object("opener", g.Opener.String(), "men", g.Men, "won", g.First.Wins, "drawn",
			g.First.Draws, "lost", g.First.Losses, "score", g.Score))
	}
	return table.Object("type", "advantage", "run", f.Run, "game", f.Spec.Game, "options", f.Spec.Options.String(),
		"player", f.Player, "nodes", f.Nodes, "measure", f.Measure, "level", experiment.Level, "rough", f.Rough(),
		"games", v.Games, "faults", v.Faults, "rounds", v.Rounds, "distinct", v.Distinct, "first", v.First,
		"score", v.Seats[0], "even_within", experiment.EvenWithin(v.Seats[0]), "score_of_all", v.All, "seats", v.Seats,
		"wins", v.Wins, "draws", v.Draws, "opener", v.Opener, "chooser", v.Chooser, "given", given)
}

// ladderRecord returns a ladder for JSON.
func ladderRecord(l experiment.Ladder) table.Facts {
	top := l.Highest()
	next, predicted := l.Next()
	var rungs []uint64
	for _, f := range l.Rungs {
		rungs = append(rungs, f.Nodes)
	}
	return table.Object("type", "ladder", "game", top.Spec.Game, "setting", top.Setting, "player", top.Player,
		"measure", top.Measure, "level", experiment.Level, "rough", l.Rough(), "rounds", l.Games, "rungs", rungs,
		"logits_per_factor_of_four", l.Slope(), "next_nodes", next, "next_score", predicted)
}
