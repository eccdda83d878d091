package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search/players"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// Seats holds what is known about the fairness of a game.
type Seats struct {
	Names   []string            // names of the seats
	Proof   *solver.Solution    // proof of the value of the game; nil if there is none
	Ladders []experiment.Ladder // results of players against themselves
	Scores  []metrics.Metric    // scores of the seats in games of different players; used if there are no ladders
}

// An answer from a ladder (the results of a player against itself at increasing node limits) rests on the result at the
// highest node limit with at least enoughRounds that count. If there is none, at least fewestRounds suffice. Results
// that are [experiment.Finding.Rough] are skipped.
const (
	enoughRounds = 20
	fewestRounds = 5
)

// restsOn returns the finding of the ladder on which an answer rests. If every finding is rough or has too few rounds,
// ok is false, and f is the finding at the highest node limit.
func restsOn(l experiment.Ladder) (f experiment.Finding, ok bool) {
	for _, least := range []int{enoughRounds, fewestRounds} {
		for _, f := range slices.Backward(l) {
			if f.Counted >= least && !f.Rough() {
				return f, true
			}
		}
	}
	return l.Highest(), false
}

// Rung returns the finding on which the answer about fairness rests. It is from the first ladder (one player at rising
// node limits, see [experiment.Ladder]) that has a finding with enough rounds, see [restsOn]. Ladders from the start
// position are tried before ladders from openings. ok is false if there is none.
func (s Seats) Rung() (f experiment.Finding, ok bool) {
	for _, measure := range []experiment.Measure{experiment.FromStart, experiment.FromOpenings} {
		for _, l := range s.Ladders {
			if f, ok := restsOn(l); ok && l[0].Measure == measure {
				return f, true
			}
		}
	}
	return f, false
}

// Fair answers whether a seat has an advantage.
func Fair(s Seats) Answer {
	a := Answer{Question: "fair"}
	a.Sentence = a.games(s)
	if s.Proof != nil {
		a.Also = append([]string{"In games: " + strings.ToLower(a.Sentence[:1]) + a.Sentence[1:]}, a.Also...)
		a.Sentence = proven(s.Proof)
	}
	return a
}

func proven(p *solver.Solution) string {
	value := map[string]string{"win": "the first player wins", "loss": "the second player wins",
		"draw": "best play is a draw"}[p.Value]
	return fmt.Sprintf("Proven: %s (%s of %s).", value, p.Method, tournament.Counted(p.Positions, "position"))
}

// games returns a sentence that answers from games, not from a proof. It adds numbers and notes about these games to a.
func (a *Answer) games(s Seats) string {
	rung, ok := s.Rung()
	scores := rung.Seats
	switch {
	case !ok && len(s.Ladders) == 0 && len(s.Scores) > 0:
		for i, m := range s.Scores {
			scores = append(scores, m.Estimate)
			a.Estimates = append(a.Estimates, Number{fmt.Sprint("seat-", i+1), m.Estimate, m.N})
		}
		if !scores[0].HasValue() {
			return "Not decided: no game counts."
		}
		a.Notes = append(a.Notes, fmt.Sprintf("These are %s between the players, each of whom took every seat.",
			tournament.Counted(s.Scores[0].N, "game")))
	case !ok:
		return notDecided(s.Ladders)
	default:
		for i, e := range scores {
			a.Estimates = append(a.Estimates, Number{fmt.Sprint("seat-", i+1), e, rung.Counted})
		}
		a.roles(rung)
		a.Notes = append(a.Notes, basis(rung))
		a.others(s, rung)
	}
	return ofSeats(scores, s.Names)
}

// notDecided returns a sentence that says that too few rounds count for an answer.
func notDecided(ladders []experiment.Ladder) string {
	most, of := 0, 0
	for _, l := range ladders {
		for _, f := range l {
			if f.Distinct > most {
				most, of = f.Distinct, f.Rounds
			}
		}
	}
	if most == 0 {
		return "Not decided: no round is complete."
	}
	if 10*most >= 9*of {
		return fmt.Sprintf("Not decided: %s are too few.", tournament.Counted(of, "round"))
	}
	return fmt.Sprintf("Not decided: only %d of %s differ, and repeats show nothing.", most,
		tournament.Counted(of, "round"))
}

// ofSeats says whether a seat has an advantage. scores and names are indexed by seat.
func ofSeats(scores []stats.Estimate, names []string) string {
	first := scores[0]
	if len(scores) > 2 {
		return ofManySeats(scores, names)
	}
	switch {
	case first.Low > .5:
		return Share(first) + " for the first player, who has an advantage."
	case first.High < .5:
		return Share(first) + " for the first player: the second has an advantage."
	}
	return fmt.Sprintf("%s for the first player: no advantage is shown; more than %s points are excluded.",
		Share(first), margin(experiment.EvenWithin(first)))
}

func ofManySeats(scores []stats.Estimate, names []string) string {
	var uneven, all []string
	widest := 0.
	for seat, e := range scores {
		text := fmt.Sprintf("%s %s", names[seat], Share(e))
		all = append(all, text)
		widest = max(widest, experiment.EvenWithin(e))
		if e.Low > .5 || e.High < .5 {
			uneven = append(uneven, text)
		}
	}
	if len(uneven) > 0 {
		return fmt.Sprintf("The seats are not equal: where an equal seat scores 50 %%, %s.", strings.Join(uneven, ", "))
	}
	return fmt.Sprintf("No advantage of a seat is shown: %s; more than %s points from 50 %% are excluded.",
		strings.Join(all, ", "), margin(widest))
}

// margin returns a share from 0 to 1 in percentage points, rounded up.
func margin(share float64) string { return stats.FormatNumber(math.Ceil(100*share-1e-9), 0) }

// roles adds to the answer the scores of two seats: the seat that acts first after the set-up, and the seat that
// chooses at the end of the set-up.
func (a *Answer) roles(f experiment.Finding) {
	for _, role := range []struct {
		name, does string
		stats.Estimate
	}{{"opener", "opens", f.Opener}, {"chooser", "chooses at the end of the set-up", f.Chooser}} {
		if role.HasValue() {
			a.Estimates = append(a.Estimates, Number{role.name, role.Estimate, f.Counted})
			a.Also = append(a.Also, fmt.Sprintf("Whoever %s scores %s.", role.does, Share(role.Estimate)))
		}
	}
}

// basis returns a sentence that says which games an answer rests on.
func basis(f experiment.Finding) string {
	text := fmt.Sprintf("These are %s of %s against itself%s, %s", tournament.Counted(f.Games, "game"), f.Player,
		atNodes(f), f.Measure.Where())
	if f.Measure == experiment.FromOpenings {
		text += ", each played from all seats"
	}
	if f.Faults > 0 {
		text += fmt.Sprintf("; rounds with one of the %s are left out", tournament.Counted(f.Faults, "fault"))
	}
	return text + "."
}

func atNodes(f experiment.Finding) string {
	if !players.Thinks(f.Player) || f.Nodes == 0 {
		return ""
	}
	return fmt.Sprintf(" with %s nodes", stats.Thousands(int(f.Nodes)))
}

// others adds to the answer the first player's score on each ladder except the ladder of rung.
func (a *Answer) others(s Seats, rung experiment.Finding) {
	for _, l := range s.Ladders {
		f, ok := restsOn(l)
		switch {
		case f.Run == rung.Run:
		case !ok:
			a.Notes = append(a.Notes, fmt.Sprintf("%s, only %d of %s%s differ.", table.Capital(f.Measure.Where()),
				f.Distinct, tournament.Counted(f.Rounds, "round"), atNodes(f)))
		default:
			text := fmt.Sprintf("%s, the first player scores %s in %s%s.", table.Capital(f.Measure.Where()),
				Share(f.First()), tournament.Counted(f.Games, "game"), atNodes(f))
			if f.First().Holds(.5) || !rung.First().Holds(.5) {
				a.Notes = append(a.Notes, text)
			} else {
				a.Also = append(a.Also, text) // text shows an advantage, and rung does not
			}
		}
	}
}

// Share returns a share in percent with its interval, such as "52 % (45 to 59)". It rounds the limits outwards.
func Share(e stats.Estimate) string {
	text := stats.FormatNumber(100*e.Value, 0) + " %"
	if e.Kind == stats.Measured || e.Kind == stats.Bracketed {
		text += fmt.Sprintf(" (%.0f to %.0f)", math.Floor(100*e.Low+1e-9), math.Ceil(100*e.High-1e-9))
	}
	return text
}

// Interval returns an estimate with its interval, such as "0.3 (0.2 to 0.4)".
func Interval(e stats.Estimate, decimals int) string {
	switch e.Kind {
	case stats.Measured, stats.Bracketed:
		return fmt.Sprintf("%s (%s)", stats.FormatNumber(e.Value, decimals), limitsText(e, decimals))
	}
	return e.Text(decimals)
}
