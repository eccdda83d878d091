package tournaments

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/results/session"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/formats"
)

func (j *Job) describe() {
	switch {
	case j.flags.Quiet:
	case j.Brief:
		players := strings.Join(j.Spec.Players, " against ")
		j.Say.Sayf("%s (%s): %s, %s", j.Plan.Rules.Game().Title(), j.Spec.Options, players, j.gamesText())
	default:
		j.describePlan(j.cmd.ErrOrStderr())
	}
}

func (j *Job) describePlan(w io.Writer) {
	spec := j.Spec
	fmt.Fprintf(w, "%s (%s): %s, %s, %s, %d at a time\n", j.Plan.Rules.Game().Title(), spec.Options,
		cli.Counted(len(spec.Players), "player"), j.groupsText(), j.gamesText(), j.flags.Workers)
	for i, player := range spec.Players {
		fmt.Fprintf(w, "  %d  %s", i+1, player)
		if len(spec.Own) > 0 && spec.Own[i] != (tournament.Control{}) {
			fmt.Fprintf(w, "  (%s)", tournament.ControlText(spec.Own[i], spec.Margin))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "openings: %s, seed %d; limits for all: %s%s\n", tournament.OpeningsText(spec.Openings), spec.Seed,
		tournament.ControlText(tournament.Control{Limits: spec.Limits, Clock: spec.Clock}, spec.Margin),
		tournament.EndsText(spec))
}

func (j *Job) gamesText() string {
	games := cli.Counted(j.Total(), "game")
	switch j.Spec.Format {
	case tournament.Sequential, tournament.SelfPlay, tournament.Odds:
		return games + " at most"
	case tournament.KnockOut:
		return games + " and tie-breaks"
	}
	return games + " in all"
}

func (j *Job) groupsText() string {
	spec, seats := j.Spec, j.Plan.Rules.Seats()
	orders := len(formats.Seatings(seats))
	rounds, matches := cli.Counted(spec.Rounds, "round"), "matches of "+cli.Counted(spec.MatchPairs, "pair")
	format := spec.Format.String() + ", "
	switch spec.Format {
	case tournament.Swiss:
		return "Swiss, " + rounds + ", " + matches
	case tournament.KnockOut:
		return "knock-out, " + matches
	case tournament.Sequential:
		return "a sequential test"
	case tournament.SelfPlay, tournament.Odds:
		return spec.Format.String() + " of each player with itself"
	case tournament.RoundRobin:
		format = ""
	}
	groups := j.Total() / spec.Rounds / orders
	if seats == 2 {
		return fmt.Sprintf("%s%s, %s of games for each",
			format, cli.Counted(groups, "pairing"), cli.Counted(spec.Rounds, "pair"))
	}
	return fmt.Sprintf("%s%s of %d, %s in %d orders for each",
		format, cli.Counted(groups, "group"), seats, cli.Counted(spec.Rounds, "opening"), orders)
}

// printGames prints the plan, game by game; for programs always all of it.
func (j *Job) printGames() error {
	out, games := j.cmd.OutOrStdout(), j.Plan.Games
	if !j.flags.Quiet {
		j.describePlan(j.cmd.ErrOrStderr())
		j.Say.Sayf("expected time: %s", j.expectedTime(j.cmd.Context()))
	}
	if j.flags.JSON {
		for _, g := range games {
			answer := table.Object("type", "planned", "identity", g.Identity, "players", g.Players,
				"opening", g.OpeningTurns)
			if err := cli.PrintJSON(out, answer); err != nil {
				return err
			}
		}
		return nil
	}
	const few = 24
	shown := games
	if !j.flags.all {
		shown = games[:min(few, len(games))]
	}
	grid := table.New()
	for _, game := range shown {
		grid.Add(game.Identity, game.Players, strings.Join(game.OpeningTurns, " "))
	}
	if err := grid.WriteText(out); err != nil || len(shown) == len(games) {
		return err
	}
	_, err := fmt.Fprintf(out, "... and %d more (--all prints them)\n", len(games)-len(shown))
	return err
}

// expectedTime says how long a tournament will take, as far as the games stored in a database tell.
func (j *Job) expectedTime(ctx context.Context) string {
	path := j.flags.DB
	pace, err := session.StoredPace(ctx, path, j.Plan.Spec)
	if err != nil {
		return fmt.Sprintf("unknown (%v)", err)
	}
	left, known := pace.Expect(j.Plan.Games, min(j.flags.Workers, runtime.NumCPU()))
	if !known {
		return "unknown until these players have met in games that are stored in " + path
	}
	unit := time.Second
	if left < 10*time.Second {
		unit = 100 * time.Millisecond
	}
	return fmt.Sprintf("about %v, going by %s in %s", left.Round(unit), cli.Counted(pace.Games(), "game"), path)
}
