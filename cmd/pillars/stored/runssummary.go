package stored

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/runs"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/tournament/guard"
)

// summarize counts the games of a run. Players of the spec are listed even without games.
func summarize(ctx context.Context, db *store.Store, run store.Run) (runSummary, error) {
	s := runSummary{RunAnswer: tournaments.NewRunAnswer(run), Reasons: []reasonCount{}, Players: []playerCount{}}
	facts, err := runs.FactsOf(run)
	if err != nil {
		return s, err
	}
	for _, name := range facts.Players {
		s.player(name)
	}
	counts, err := db.OutcomeCounts(ctx, run.ID)
	if err != nil {
		return s, err
	}
	for _, count := range counts {
		s.add(count)
	}
	slices.SortStableFunc(s.Reasons, func(a, b reasonCount) int { return cmp.Compare(b.Games, a.Games) })
	if s.FirstSeat.Games == 0 {
		s.FirstSeat.High = 1
		return s, nil
	}
	s.FirstSeat.Score = s.FirstSeat.Points / float64(s.FirstSeat.Games)
	interval, err := stats.Anytime(s.FirstSeat.Points, s.FirstSeat.Games, .95)
	s.FirstSeat.Low, s.FirstSeat.High = interval.Low, interval.High
	return s, err
}

// player finds a player's count, which a new one begins at 0.
func (s *runSummary) player(name string) *playerCount {
	i := slices.IndexFunc(s.Players, func(p playerCount) bool { return p.Player == name })
	if i < 0 {
		i = len(s.Players)
		s.Players = append(s.Players, playerCount{Player: name})
	}
	return &s.Players[i]
}

// add counts games that ended alike. Faults go under one heading: their words differ from game to game.
func (s *runSummary) add(c store.OutcomeCount) {
	reason := string(c.Outcome.Reason)
	if c.Fault.Kind != guard.None && int(c.Fault.Seat) < len(c.Players) {
		reason = "a player's fault"
		s.player(c.Players[c.Fault.Seat]).Faults += c.Games
	}
	i := slices.IndexFunc(s.Reasons, func(r reasonCount) bool { return r.Reason == reason })
	if i < 0 {
		i = len(s.Reasons)
		s.Reasons = append(s.Reasons, reasonCount{Reason: reason})
	}
	s.Reasons[i].Games += c.Games
	s.Reasons[i].Turns += c.Turns
	s.FirstSeat.Games += c.Games
	s.FirstSeat.Points += float64(c.Games) * c.Outcome.Score(0)
	for seat, name := range c.Players {
		player := s.player(name)
		player.Games += c.Games
		player.Points += float64(c.Games) * c.Outcome.Scores[seat]
	}
}

// Print writes the counts for people.
func (s *runSummary) Print(w io.Writer) error {
	if s.FirstSeat.Games == 0 {
		_, err := fmt.Fprintln(w, "\nno game is stored yet")
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "\ngames\tshare\tmean turns\t  ended by\n")
	for _, r := range s.Reasons {
		fmt.Fprintf(table, "%d\t%s %%\t%s\t  %s\n", r.Games, stats.FormatNumber(100*float64(r.Games)/float64(s.FirstSeat.Games), 1),
			stats.FormatNumber(float64(r.Turns)/float64(r.Games), 1), r.Reason)
	}
	fmt.Fprintf(table, "\ngames\tpoints\tfaults\t  player\n")
	for _, p := range s.Players {
		fmt.Fprintf(table, "%d\t%s\t%d\t  %s\n", p.Games, stats.FormatNumber(p.Points, 1), p.Faults, p.Player)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	percent := func(x float64) string { return stats.FormatNumber(100*x, 1) + " %" }
	_, err := fmt.Fprintf(w, "\nFirst seat: scores %s (%s .. %s at 95 %%, at any time) in %s.\n",
		percent(s.FirstSeat.Score), percent(s.FirstSeat.Low), percent(s.FirstSeat.High), cli.Counted(s.FirstSeat.Games, "game"))
	return err
}
