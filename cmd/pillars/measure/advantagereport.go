package measure

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"pillars/cmd/pillars/cli"
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
	for _, section := range []func(io.Writer) error{
		s.writeScores, s.writeSeats, s.writeOpeners, s.writeChoosers,
		func(w io.Writer) error { return s.writeLadders(w, ladders) }, s.writeOdds, s.writeConditions,
	} {
		if err := section(w); err != nil {
			return err
		}
	}
	return nil
}

// place are the columns that say which measurement a row is of.
func (f *finding) place() string {
	text := ""
	if f.setting != "" {
		text = f.setting + "\t"
	}
	nodes := "-"
	if cli.Thinks(f.player) {
		nodes = strconv.FormatUint(f.nodes, 10)
	}
	return text + fmt.Sprintf("%s\t%s\t%s", f.player, nodes, f.measure)
}

// heading are the names of these columns.
func (s *experiment) heading() string {
	text := "player\tnodes\tmeasure"
	if s.sweep != "" {
		text = "option\t" + text
	}
	return text
}

// table writes the rows that there are, below a line that says of what.
func table(w io.Writer, about, heading string, rows []string) error {
	if len(rows) == 0 {
		return nil
	}
	if about != "" {
		fmt.Fprintf(w, "\n%s\n", about)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, heading)
	for _, row := range rows {
		fmt.Fprintln(t, row)
	}
	return t.Flush()
}

// writeConditions says below the tables what they are of.
func (s *experiment) writeConditions(w io.Writer) error {
	runs := "\nruns"
	for _, f := range s.findings {
		runs += " " + f.run
	}
	if _, err := fmt.Fprintln(w, runs); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `Every player meets itself. The node limit of every decision is drawn between 1/%g and %g times that shown. From openings
the draws change seats with the players, and all games from one count as one round. Rounds that were played before, move for move,
count once ("differ"). Openings: %s; seed %d. %s.
`, s.Spec.Spread, s.Spec.Spread, s.openingsShown(), s.Spec.Seed, runner.Program())
	for _, note := range s.notes() {
		fmt.Fprintln(w, note)
	}
	return err
}

// repeats reports whether few rounds differ.
func (f *finding) repeats() bool { return f.summary.Rough() || f.odds.Rough() }

// notes are what to mind of some rows.
func (s *experiment) notes() (notes []string) {
	if slices.ContainsFunc(s.findings, func(f finding) bool { return f.repeats() }) {
		notes = append(notes, roughMark+" Under nine tenths of the rounds differ: the figures of different rounds are rough there, and their intervals may not hold.\n"+
			"With repeats they do: that is what these very players score with these draws, not what the game is worth.")
	}
	if slices.ContainsFunc(s.findings, func(f finding) bool { return f.rules.Seats() > 2 }) {
		notes = append(notes, "With more than two seats \"drawn\" are the games in which the first seat was neither first nor last.")
	}
	return notes
}

// openingsShown says what the games from openings begin with.
func (s *experiment) openingsShown() string {
	for _, f := range s.findings {
		if f.measure == fromOpenings {
			return tournament.OpeningsText(f.spec.Openings)
		}
	}
	return "none"
}
