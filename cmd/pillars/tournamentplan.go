package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/tournament"
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

// describePlan writes what will be played, for people.
func describePlan(w io.Writer, plan tournament.Plan, workers int) {
	spec := plan.Spec
	fmt.Fprintf(w, "%s (%s): %d players, %s, %s in all, %d at a time\n", plan.Rules.Game().Title(), spec.Options,
		len(spec.Players), groupsText(plan), counted(len(plan.Games), "game"), workers)
	for i, player := range spec.Players {
		fmt.Fprintf(w, "  %d  %s\n", i+1, player)
	}
	fmt.Fprintf(w, "openings: random set-up and %s, seed %d; limits for all: %s\n",
		counted(spec.Openings.Turns, "turn"), spec.Seed, limitsText(spec))
}

// groupsText says who meets whom how often.
func groupsText(plan tournament.Plan) string {
	seats, rounds := plan.Rules.Seats(), plan.Spec.Rounds
	orders := len(tournament.Seatings(seats))
	groups := tournament.GameCount(len(plan.Spec.Players), seats, 1) / orders
	if seats == 2 {
		return fmt.Sprintf("%s, %s of games for each", counted(groups, "pairing"), counted(rounds, "pair"))
	}
	return fmt.Sprintf("%s of %d, %s in %d orders for each", counted(groups, "group"), seats, counted(rounds, "opening"), orders)
}

// limitsText are the limits that hold for all players of a tournament.
func limitsText(spec tournament.Spec) string {
	var parts []string
	if spec.Limits.Nodes > 0 {
		parts = append(parts, counted(int(spec.Limits.Nodes), "node")+" a decision")
	}
	if spec.Limits.Depth > 0 {
		parts = append(parts, counted(spec.Limits.Depth, "step")+" ahead")
	}
	if spec.Limits.Time > 0 {
		parts = append(parts, fmt.Sprintf("%v a turn (margin %v)", spec.Limits.Time, spec.Margin))
	}
	if len(parts) == 0 {
		return "none but their own"
	}
	return strings.Join(parts, ", ")
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
func (f *tournamentFlags) printGames(cmd *cobra.Command, plan tournament.Plan) error {
	if !f.quiet {
		describePlan(cmd.ErrOrStderr(), plan, f.workers)
		fmt.Fprintln(cmd.ErrOrStderr(), expectedTime(cmd.Context(), f.db, plan, f.workers))
	}
	if f.json {
		for _, game := range plan.Games {
			if err := printJSON(cmd.OutOrStdout(), plannedAnswer{"planned", game.Identity, game.Players, game.Opening}); err != nil {
				return err
			}
		}
		return nil
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	shown := plan.Games
	if !f.all {
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
