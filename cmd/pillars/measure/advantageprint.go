package measure

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"pillars/cmd/pillars/cli"
	"pillars/results/advantage"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// report prints what the measurements played so far say, and draws it.
func (s *experiment) report() error {
	ladders, err := s.ladders()
	if err != nil {
		return err
	}
	if s.JSON {
		err = s.reportJSON(ladders)
	} else {
		err = s.reportTables(s.cmd.OutOrStdout(), ladders)
	}
	if err != nil || s.plot == "" {
		return err
	}
	return s.draw(ladders)
}

// seatLadder is a player's ladder in one measure.
type seatLadder struct {
	setting, measure, player string
	played                   []advantage.Rung // in their order
	advantage.Ladder
}

// ladders fits a line to every ladder, also of one rung.
func (s *experiment) ladders() (ladders []seatLadder, failed error) {
	for _, f := range s.findings {
		if f.measure == atOdds || f.summary.Distinct == 0 {
			continue
		}
		at := slices.IndexFunc(ladders, func(l seatLadder) bool {
			return l.setting == f.setting && l.measure == f.measure && l.player == f.player
		})
		if at < 0 {
			at = len(ladders)
			ladders = append(ladders, seatLadder{setting: f.setting, measure: f.measure, player: f.player})
		}
		ladders[at].played = append(ladders[at].played, advantage.Rung{Nodes: f.nodes, Summary: f.summary})
	}
	for i := range ladders {
		var err error
		ladders[i].Ladder, err = advantage.NewLadder(ladders[i].played)
		failed = errors.Join(failed, err)
	}
	return ladders, failed
}

// reportTables prints for people.
func (s *experiment) reportTables(w io.Writer, ladders []seatLadder) error {
	if len(s.findings) == 0 {
		return nil
	}
	but := ""
	if slices.ContainsFunc(s.findings, func(f finding) bool { return f.repeats() }) {
		but = " but for those marked " + roughMark
	}
	fmt.Fprintf(w, "%s, the first player's advantage (95 %% intervals, valid at all times%s)\n\n", s.game.Title(), but)
	given := section{"The first seat's score given who opens and how many men stand then, each by itself",
		[]string{"opens", "men", "first seat %", "won", "drawn", "lost"}, s.givenRows}
	for _, one := range []section{
		{"", []string{"games", "differ", "first seat %", "won", "drawn", "lost", "draws %", "with repeats %"},
			s.scoreRows},
		{"Every seat's score (equal seats have 50 %) and share of wins; the intervals of the seats hold together",
			[]string{"seat", "score %", "wins %"}, s.seatRows},
		{"Score of who opens the play after the set-up", []string{"opener %"}, s.openerRows}, given,
		{"Score of who has the choice at the end of the set-up, and what the choice is worth beyond a lot",
			[]string{"chooser %", "worth %"}, s.chooserRows},
		{"Ladder: logits of the first seat's score for every factor of four in nodes, and what a straight line has " +
			"the next rung score", []string{"rungs", "slope", "next rung %"},
			func(grid *table.Grid) { ladderRows(grid, ladders) }},
		{"Odds: how many times the first seat's nodes the second needs to be even",
			[]string{"games", "differ", "nodes", "won", "drawn", "lost", "logits per doubling"}, s.oddsRows},
	} {
		if err := s.write(w, one); err != nil {
			return err
		}
	}
	return s.writeConditions(w)
}

// section is a table with a line above it that says of what.
type section struct {
	about string
	heads []string // beside those that say which measurement a row is of
	fill  func(*table.Grid)
}

// write writes the rows that there are.
func (s *experiment) write(w io.Writer, one section) error {
	heads := []string{"player", "nodes", "measure"}
	if s.sweep != "" {
		heads = append([]string{"option"}, heads...)
	}
	grid := table.New(append(heads, one.heads...)...)
	if one.fill(grid); len(grid.Rows) == 0 {
		return nil
	}
	if one.about != "" {
		fmt.Fprintf(w, "\n%s\n", one.about)
	}
	return grid.WriteText(w)
}

// place are the cells that say which measurement a row is of.
func (m *measurement) place() (cells []string) {
	if m.setting != "" {
		cells = append(cells, m.setting)
	}
	nodes := "-"
	if players.Thinks(m.player) {
		nodes = strconv.FormatUint(m.nodes, 10)
	}
	return append(cells, m.player, nodes, m.measure)
}

func (s *experiment) scoreRows(grid *table.Grid) {
	for _, f := range s.findings {
		if v := f.summary; f.measure != atOdds {
			grid.Add(f.place(), v.Games, fmt.Sprintf("%d of %d", v.Distinct, v.Rounds), f.percent(v.Seats[0]),
				v.First.Won, v.First.Drawn, v.First.Lost, f.percent(v.Draws), percent(v.All))
		}
	}
}

func (s *experiment) seatRows(grid *table.Grid) {
	for _, f := range s.findings {
		if len(f.summary.Seats) < 3 || f.measure == atOdds {
			continue
		}
		for seat, score := range f.summary.Seats {
			grid.Add(f.place(), f.rules.SeatNames()[seat], f.percent(score), f.percent(f.summary.Wins[seat]))
		}
	}
}

func (s *experiment) openerRows(grid *table.Grid) {
	for _, f := range s.findings {
		if f.summary.Opener.HasValue() {
			grid.Add(f.place(), f.percent(f.summary.Opener))
		}
	}
}

func (s *experiment) givenRows(grid *table.Grid) {
	for _, f := range s.findings {
		for _, g := range f.summary.Given {
			grid.Add(f.place(), f.rules.SeatNames()[g.Opener], g.Men, f.percent(g.Score), g.Won, g.Drawn, g.Lost)
		}
	}
}

func (s *experiment) chooserRows(grid *table.Grid) {
	for _, f := range s.findings {
		if e := f.summary.Chooser; e.HasValue() {
			worth := e
			worth.Value, worth.Low, worth.High = e.Value-.5, e.Low-.5, e.High-.5
			grid.Add(f.place(), f.percent(e), f.percent(worth))
		}
	}
}

func ladderRows(grid *table.Grid, ladders []seatLadder) {
	for _, l := range ladders {
		if !l.Climbs() {
			continue
		}
		m := measurement{setting: l.setting, player: l.player, measure: l.measure, nodes: l.Top()}
		mark := ""
		if l.Rough() {
			mark = roughMark
		}
		next, promised := l.Next()
		grid.Add(m.place(), len(l.Rungs()), mark+l.Slope().Text(3), fmt.Sprintf("%d: %s%s", next, mark,
			percent(promised)))
	}
}

func (s *experiment) oddsRows(grid *table.Grid) {
	for _, f := range s.findings {
		if f.measure != atOdds {
			continue
		}
		games, _ := f.odds.Games()
		first := f.odds.First()
		grid.Add(f.place(), games, f.odds.Distinct(), ratioText(f.even.Even()), first.Won, first.Drawn, first.Lost,
			f.even.Slope().Text(3))
	}
}

// percent is a share in per cent, with one decimal.
func percent(e stats.Estimate) string { return e.Scaled(100).Text(1) }

// roughMark stands before figures of games of which few differ.
const roughMark = "~"

// percent is the same of a share of different rounds, with a mark where few differ.
func (f *finding) percent(e stats.Estimate) string {
	if f.repeats() && e.HasValue() {
		return roughMark + percent(e)
	}
	return percent(e)
}

// repeats reports whether few rounds differ.
func (f *finding) repeats() bool { return f.summary.Rough() || f.odds.Rough() }

// writeConditions says below the tables what they are of, and what to mind of some rows.
func (s *experiment) writeConditions(w io.Writer) error {
	fmt.Fprint(w, "\nruns")
	openings := "none"
	repeats, several := false, false
	for _, f := range s.findings {
		fmt.Fprint(w, " ", f.run)
		if f.measure == fromOpenings && openings == "none" {
			openings = tournament.OpeningsText(f.spec.Openings)
		}
		repeats, several = repeats || f.repeats(), several || f.rules.Seats() > 2
	}
	_, err := fmt.Fprintf(w, "\nEvery player meets itself. The node limit of every decision is drawn between "+
		"1/%g and %g times that shown. From openings\nthe draws change seats with the players, and all games from one "+
		"count as one round. Rounds that were played before, move for move,\ncount once (\"differ\"). Openings: %s; "+
		"seed %d. %s.\n", s.Spec.Spread, s.Spec.Spread, openings, s.Spec.Seed, runner.Program())
	if repeats {
		_, err = fmt.Fprintln(w,
			roughMark+" Under nine tenths of the rounds differ: the figures of different rounds are "+
				"rough there, and their intervals may not hold.\nWith repeats they do: that is what these very "+
				"players score with these draws, not what the game is worth.")
	}
	if several {
		_, err = fmt.Fprintln(w,
			`With more than two seats "drawn" are the games in which the first seat was neither first nor last.`)
	}
	return err
}

// estimateFacts are an estimate for programs; what there is not is null.
func estimateFacts(e stats.Estimate) table.Facts {
	value, low, high := e.Numbers()
	return table.Object("value", value, "low", low, "high", high)
}

// reportJSON prints for programs: a line for every measurement, then one for every ladder.
func (s *experiment) reportJSON(ladders []seatLadder) error {
	out := s.cmd.OutOrStdout()
	for _, f := range s.findings {
		if err := cli.PrintJSON(out, f.facts(s.game.Name())); err != nil {
			return err
		}
	}
	for _, l := range ladders {
		if !l.Climbs() {
			continue
		}
		var rungs []uint64
		for _, r := range l.Rungs() {
			rungs = append(rungs, r.Nodes)
		}
		next, promised := l.Next()
		err := cli.PrintJSON(out, table.Object("type", "ladder", "game", s.game.Name(), "setting", l.setting,
			"player", l.player, "measure", l.measure, "level", advantage.Level, "rough", l.Rough(), "rounds", l.Games(),
			"rungs", rungs, "logits_per_factor_of_four", estimateFacts(l.Slope()), "next_nodes", next,
			"next_score", estimateFacts(promised)))
		if err != nil {
			return err
		}
	}
	return nil
}

// facts are a measurement for programs. Level is that of every interval, at all times. Where it is rough, under nine
// tenths of the rounds differ, and only score_of_all is strict.
func (f *finding) facts(game string) table.Facts {
	about := func(kind string) table.Facts {
		return table.Object("type", kind, "run", f.run, "game", game, "options", f.spec.Options.String(),
			"player", f.player, "nodes", f.nodes, "measure", f.measure, "level", advantage.Level, "rough", f.repeats())
	}
	if f.measure == atOdds {
		games, faults := f.odds.Games()
		return append(about("odds"), table.Object("games", games, "faults", faults, "distinct", f.odds.Distinct(),
			// second seat's nodes to the first's
			"first", f.odds.First(), "ratio", estimateFacts(advantage.Ratio(f.even.Even())),
			"logits_per_doubling", estimateFacts(f.even.Slope()))...)
	}
	v := f.summary
	seats, wins, given := make([]table.Facts, len(v.Seats)), make([]table.Facts, len(v.Seats)), []table.Facts{}
	for seat := range v.Seats {
		seats[seat], wins[seat] = estimateFacts(v.Seats[seat]), estimateFacts(v.Wins[seat])
	}
	for _, g := range v.Given {
		given = append(given, table.Object("opener", g.Opener.String(), "men", g.Men, "won", g.Won, "drawn", g.Drawn,
			"lost", g.Lost, "score", estimateFacts(g.Score)))
	}
	return append(about("advantage"), table.Object("games", v.Games, "faults", v.Faults, "rounds", v.Rounds,
		"distinct", v.Distinct, "first", v.First, "score", estimateFacts(v.Seats[0]), "score_of_all",
		estimateFacts(v.All),
		"seats", seats, "wins", wins, "draws", estimateFacts(v.Draws), "opener", estimateFacts(v.Opener),
		"chooser", estimateFacts(v.Chooser), "given", given)...)
}
