package tournaments

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/tournament"
	"pillars/tournament/formats"
)

// Demonstration is what a tournament without players plays, in about two minutes on two cores: players near enough to each other to be rated by the
// games they take from each other, and random play below them.
var Demonstration = [...]string{"alphabeta:nodes=10000", "mcts:nodes=10000", "greedy", "random"}

const demonstrationRounds = 80

// demonstrate returns the players of the demonstration and gives it its length, unless the user did.
func (f *tournamentFlags) demonstrate(cmd *cobra.Command) []string {
	if !cmd.Flags().Changed("rounds") {
		f.Spec.Rounds = demonstrationRounds
	}
	return Demonstration[:]
}

// describePlan prints what will be played, for people.
func (s *Session) describePlan(w io.Writer) {
	spec := s.Spec
	fmt.Fprintf(w, "%s (%s): %s, %s, %s, %d at a time\n", s.Plan.Rules.Game().Title(), spec.Options, cli.Counted(len(spec.Players), "player"), s.groupsText(),
		s.gamesText(), s.Workers)
	for i, player := range spec.Players {
		fmt.Fprintf(w, "  %d  %s", i+1, player)
		if len(spec.Own) > 0 && spec.Own[i] != (tournament.Control{}) {
			fmt.Fprintf(w, "  (%s)", tournament.ControlText(spec.Own[i], spec.Margin))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "openings: %s, seed %d; limits for all: %s%s\n", tournament.OpeningsText(spec.Openings), spec.Seed,
		tournament.ControlText(tournament.Control{Limits: spec.Limits, Clock: spec.Clock}, spec.Margin), tournament.EndsText(spec))
}

// gamesText is how many games there will be.
func (s *Session) gamesText() string {
	games := cli.Counted(s.total(), "game")
	switch s.Spec.Format {
	case tournament.Sequential, tournament.SelfPlay, tournament.Odds:
		return games + " at most"
	case tournament.KnockOut:
		return games + " and tie-breaks"
	}
	return games + " in all"
}

// groupsText says who meets whom how often.
func (s *Session) groupsText() string {
	spec, seats := s.Spec, s.Plan.Rules.Seats()
	orders := len(formats.Seatings(seats))
	switch {
	case spec.Format == tournament.Swiss:
		return fmt.Sprintf("Swiss, %s, matches of %s", cli.Counted(spec.Rounds, "round"), cli.Counted(spec.MatchPairs, "pair"))
	case spec.Format == tournament.KnockOut:
		return fmt.Sprintf("knock-out, matches of %s", cli.Counted(spec.MatchPairs, "pair"))
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
		return fmt.Sprintf("%s%s, %s of games for each", format, cli.Counted(groups, "pairing"), cli.Counted(spec.Rounds, "pair"))
	}
	return fmt.Sprintf("%s%s of %d, %s in %d orders for each", format, cli.Counted(groups, "group"), seats, cli.Counted(spec.Rounds, "opening"), orders)
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
func (s *Session) printGames() error {
	cmd, plan := s.Cmd, s.Plan
	if !s.Quiet {
		s.describePlan(cmd.ErrOrStderr())
		fmt.Fprintln(cmd.ErrOrStderr(), expectedTime(cmd.Context(), s.RunFlags.DB, plan, s.Workers))
	}
	if s.JSON {
		for _, game := range plan.Games {
			if err := cli.PrintJSON(cmd.OutOrStdout(), plannedAnswer{"planned", game.Identity, game.Players, game.OpeningTurns}); err != nil {
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
		fmt.Fprintf(table, "%s\t%s\t%s\n", game.Identity, strings.Join(game.Players, "\t"), strings.Join(game.OpeningTurns, " "))
	}
	if err := table.Flush(); err != nil || len(shown) == len(plan.Games) {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "... and %d more (--all prints them)\n", len(plan.Games)-len(shown))
	return err
}
