package measure

import (
	"fmt"
	"io"

	"pillars/results/stats"
)

// writeScores prints the first seat's score in every measurement.
func (s *experiment) writeScores(w io.Writer) error {
	var rows []string
	for _, f := range s.findings {
		if f.measure == atOdds {
			continue
		}
		v := f.summary
		rows = append(rows, fmt.Sprintf("%s\t%d\t%d of %d\t%s\t%d\t%d\t%d\t%s\t%s", f.place(), v.Games, v.Distinct, v.Rounds, f.percent(v.Seats[0]),
			v.First.Won, v.First.Drawn, v.First.Lost, f.percent(v.Draws), percent(v.All)))
	}
	return table(w, "", s.heading()+"\tgames\tdiffer\tfirst seat %\twon\tdrawn\tlost\tdraws %\twith repeats %", rows)
}

// writeSeats prints every seat's scores and wins in games of more than two.
func (s *experiment) writeSeats(w io.Writer) error {
	var rows []string
	for _, f := range s.findings {
		if len(f.summary.Seats) < 3 || f.measure == atOdds {
			continue
		}
		for seat, score := range f.summary.Seats {
			name := f.rules.SeatNames()[seat]
			rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s", f.place(), name, f.percent(score), f.percent(f.summary.Wins[seat])))
		}
	}
	return table(w, "Every seat's score (equal seats have 50 %) and share of wins; the intervals of the seats hold together",
		s.heading()+"\tseat\tscore %\twins %", rows)
}

// writeOpeners prints what it is worth to open the play after the set-up.
func (s *experiment) writeOpeners(w io.Writer) error {
	var rows, given []string
	for _, f := range s.findings {
		if f.summary.Opener.HasValue() {
			rows = append(rows, fmt.Sprintf("%s\t%s", f.place(), f.percent(f.summary.Opener)))
		}
		names := f.rules.SeatNames()
		for _, g := range f.summary.Given {
			given = append(given, fmt.Sprintf("%s\t%s\t%d\t%s\t%d\t%d\t%d",
				f.place(), names[g.Opener], g.Men, f.percent(g.Score), g.Won, g.Drawn, g.Lost))
		}
	}
	if err := table(w, "Score of who opens the play after the set-up", s.heading()+"\topener %", rows); err != nil {
		return err
	}
	return table(w, "The first seat's score given who opens and how many men stand then, each by itself",
		s.heading()+"\topens\tmen\tfirst seat %\twon\tdrawn\tlost", given)
}

// writeChoosers prints what it is worth to choose at the end of the set-up.
func (s *experiment) writeChoosers(w io.Writer) error {
	var rows []string
	for _, f := range s.findings {
		if f.summary.Chooser.HasValue() {
			rows = append(rows, fmt.Sprintf("%s\t%s\t%s", f.place(), f.percent(f.summary.Chooser), f.percent(less(f.summary.Chooser, .5))))
		}
	}
	return table(w, "Score of who has the choice at the end of the set-up, and what the choice is worth beyond a lot",
		s.heading()+"\tchooser %\tworth %", rows)
}

// writeOdds prints at which odds the seats are even.
func (s *experiment) writeOdds(w io.Writer) error {
	var rows []string
	for _, f := range s.findings {
		if f.measure != atOdds {
			continue
		}
		games, _ := f.odds.Games()
		first := f.odds.First()
		rows = append(rows, fmt.Sprintf("%s\t%d\t%d\t%s\t%d\t%d\t%d\t%s", f.place(), games, f.odds.Distinct(), ratioText(f.even.Even()),
			first.Won, first.Drawn, first.Lost, f.even.Slope().Text(3)))
	}
	return table(w, "Odds: how many times the first seat's nodes the second needs to be even",
		s.heading()+"\tgames\tdiffer\tnodes\twon\tdrawn\tlost\tlogits per doubling", rows)
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

// less is an estimate less a number.
func less(e stats.Estimate, by float64) stats.Estimate {
	e.Value, e.Low, e.High = e.Value-by, e.Low-by, e.High-by
	return e
}
