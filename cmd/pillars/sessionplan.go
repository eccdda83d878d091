package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/openings"
)

// demonstration is what a tournament without players plays, in about two minutes on two cores: players near enough to each other to be rated by the
// games they take from each other, and random play below them.
var demonstration = [...]string{"alphabeta:nodes=10000", "mcts:nodes=10000", "greedy", "random"}

const demonstrationRounds = 80

// demonstrate returns the players of the demonstration and gives it its length, unless the user did.
func (f *tournamentFlags) demonstrate(cmd *cobra.Command) []string {
	if !cmd.Flags().Changed("rounds") {
		f.spec.Rounds = demonstrationRounds
	}
	return demonstration[:]
}

// describePlan prints what will be played, for people.
func (s *session) describePlan(w io.Writer) {
	spec := s.spec
	fmt.Fprintf(w, "%s (%s): %s, %s, %s, %d at a time\n", s.plan.Rules.Game().Title(), spec.Options, counted(len(spec.Players), "player"), s.groupsText(),
		s.gamesText(), s.workers)
	for i, player := range spec.Players {
		fmt.Fprintf(w, "  %d  %s", i+1, player)
		if len(spec.Own) > 0 && spec.Own[i] != (tournament.Control{}) {
			fmt.Fprintf(w, "  (%s)", controlText(spec.Own[i], spec.Margin))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "openings: %s, seed %d; limits for all: %s%s\n", openingsText(spec.Openings), spec.Seed,
		controlText(tournament.Control{Limits: spec.Limits, Clock: spec.Clock}, spec.Margin), endsText(spec))
}

// gamesText is how many games there will be.
func (s *session) gamesText() string {
	games := counted(s.total(), "game")
	switch s.spec.Format {
	case tournament.Sequential, tournament.SelfPlay, tournament.Odds:
		return games + " at most"
	case tournament.KnockOut:
		return games + " and tie-breaks"
	}
	return games + " in all"
}

// groupsText says who meets whom how often.
func (s *session) groupsText() string {
	spec, seats := s.spec, s.plan.Rules.Seats()
	orders := len(formats.Seatings(seats))
	switch {
	case spec.Format == tournament.Swiss:
		return fmt.Sprintf("Swiss, %s, matches of %s", counted(spec.Rounds, "round"), counted(spec.MatchPairs, "pair"))
	case spec.Format == tournament.KnockOut:
		return fmt.Sprintf("knock-out, matches of %s", counted(spec.MatchPairs, "pair"))
	case spec.Format == tournament.Sequential:
		return "a sequential test"
	case spec.Format == tournament.SelfPlay, spec.Format == tournament.Odds:
		return spec.Format.String() + " of each player with itself"
	}
	groups, format := s.total()/spec.Rounds/orders, ""
	if spec.Format != tournament.RoundRobin {
		format = spec.Format.String() + ", "
	}
	if seats == 2 {
		return fmt.Sprintf("%s%s, %s of games for each", format, counted(groups, "pairing"), counted(spec.Rounds, "pair"))
	}
	return fmt.Sprintf("%s%s of %d, %s in %d orders for each", format, counted(groups, "group"), seats, counted(spec.Rounds, "opening"), orders)
}

// openingsText says what games begin with.
func openingsText(o openings.Source) string {
	switch o.Kind {
	case openings.FromBook:
		return fmt.Sprintf("%s of %s", counted(len(o.Lines), "line"), o.Book)
	case openings.None:
		return "none"
	case openings.SetUps:
		return "random set-up"
	case openings.All:
		return fmt.Sprintf("all of %s, up to symmetry", counted(o.Turns, "turn"))
	}
	return "random set-up and " + counted(o.Turns, "turn")
}

// controlText are limits in words.
func controlText(c tournament.Control, margin time.Duration) string {
	var parts []string
	if c.Limits.Nodes > 0 {
		parts = append(parts, counted(int(c.Limits.Nodes), "node")+" a decision")
	}
	if c.Limits.Depth > 0 {
		parts = append(parts, counted(c.Limits.Depth, "step")+" ahead")
	}
	if c.Limits.Time > 0 {
		parts = append(parts, fmt.Sprintf("%v a turn (margin %v)", c.Limits.Time, margin))
	}
	if c.Clock.Runs() {
		parts = append(parts, fmt.Sprintf("a clock of %v (margin %v)", c.Clock, margin))
	}
	if len(parts) == 0 {
		return "none but their own"
	}
	return strings.Join(parts, ", ")
}

// limitsText says what restricts all players, and whom in particular.
func limitsText(spec tournament.Spec) string {
	text := "for all: " + controlText(tournament.Control{Limits: spec.Limits, Clock: spec.Clock}, spec.Margin)
	if spec.Spread > 1 {
		text += fmt.Sprintf(", each drawn between 1/%g and %g times that", spec.Spread, spec.Spread)
	}
	if spec.Format == tournament.Odds {
		text += ", at odds between the seats"
	}
	for i, own := range spec.Own {
		if own != (tournament.Control{}) {
			text += fmt.Sprintf("; for %s: %s", spec.Players[i], controlText(own, spec.Margin))
		}
	}
	return text
}

// endsText says what besides the rules ends games, after a semicolon.
func endsText(spec tournament.Spec) string {
	text, a := "", spec.Adjudication
	if a.Proven {
		text += "; proven results end games"
	}
	if a.AgreeTurns > 0 {
		text += fmt.Sprintf("; agreement by %v for %s ends games", a.AgreeScore, counted(a.AgreeTurns, "turn"))
	}
	if a.LongestGame > 0 {
		text += fmt.Sprintf("; drawn after %s", counted(a.LongestGame, "turn"))
	}
	if spec.OnFault != tournament.FaultLoses {
		text += "; faults: " + spec.OnFault.String()
	}
	return text
}

// counted is a number with its noun: "1 game", "2 games".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// plannedAnswer is a planned game as it is printed.
type plannedAnswer struct {
	Type     string   `json:"type"`
	Identity string   `json:"identity"`
	Players  []string `json:"players"`
	Opening  []string `json:"opening"`
}

// shownGames is how many planned games are printed unless all are asked for.
const shownGames = 24

// printGames prints the plan, game by game; for programs always all of it.
func (s *session) printGames() error {
	cmd, plan := s.cmd, s.plan
	if !s.quiet {
		s.describePlan(cmd.ErrOrStderr())
		fmt.Fprintln(cmd.ErrOrStderr(), expectedTime(cmd.Context(), s.runFlags.db, plan, s.workers))
	}
	if s.json {
		for _, game := range plan.Games {
			if err := printJSON(cmd.OutOrStdout(), plannedAnswer{"planned", game.Identity, game.Players, game.Opening}); err != nil {
				return err
			}
		}
		return nil
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	shown := plan.Games
	if !s.all {
		shown = shown[:min(shownGames, len(shown))]
	}
	for _, game := range shown {
		fmt.Fprintf(table, "%s\t%s\t%s\n", game.Identity, strings.Join(game.Players, "\t"), strings.Join(game.Opening, " "))
	}
	if err := table.Flush(); err != nil || len(shown) == len(plan.Games) {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "... and %d more (--all prints them)\n", len(plan.Games)-len(shown))
	return err
}
