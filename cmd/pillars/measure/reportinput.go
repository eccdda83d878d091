package measure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results"
	"pillars/results/report"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
)

// reader gathers what a report needs of a stored run.
type reader struct {
	*reportFlags
	cmd   *cobra.Command
	db    *store.Store
	run   store.Run
	spec  tournament.Spec
	rules engine.Rules
	known []tournament.Game // the games of the run, by identity and pair alone: their moves may fill more than the memory
}

// input reads a run.
func (f *reportFlags) input(ctx context.Context, cmd *cobra.Command, db *store.Store, run store.Run) (report.Input, error) {
	r := reader{reportFlags: f, cmd: cmd, db: db, run: run}
	var err error
	if r.spec, err = tournament.ParseSpec(run.Spec); err != nil {
		return report.Input{}, err
	}
	game, err := games.Find(r.spec.Game)
	if err != nil {
		return report.Input{}, err
	}
	if r.rules, err = game.New(r.spec.Options); err != nil {
		return report.Input{}, err
	}
	in := report.Input{Title: f.title, Run: run.ID, Spec: r.spec, Rules: r.rules, Facts: r.facts(), Commands: r.commands()}
	if in.Tally, err = r.tally(ctx); err != nil {
		return in, err
	}
	if in.Distinct, err = db.Distinct(ctx, run.ID); err != nil {
		return in, err
	}
	if err := r.stand(ctx, &in); err != nil {
		return in, err
	}
	return in, r.replay(ctx, &in)
}

// facts are what was asked for, in words.
func (r *reader) facts() []report.Fact {
	spec, kind := r.spec, r.run.Kind
	if spec.Format != tournament.Sequential {
		kind += ", " + spec.Format.String()
	}
	run := fmt.Sprintf("%s, %s games, begun %s by %s", r.run.ID, runs.GamesDone(r.run), r.run.Created.UTC().Format(time.DateOnly), r.run.Program)
	return []report.Fact{
		{Name: "game", Value: fmt.Sprintf("%s (%s)", r.rules.Game().Title(), spec.Options)},
		{Name: "played as", Value: kind},
		{Name: "players", Value: strings.Join(spec.Players, ", ")},
		{Name: "openings", Value: tournament.OpeningsText(spec.Openings)},
		{Name: "limits", Value: tournament.LimitsText(spec) + tournament.EndsText(spec)},
		{Name: "seed", Value: fmt.Sprint(spec.Seed)},
		{Name: "run", Value: run},
	}
}

// aside are the flags of this command that say where things are, how a run is played, and how much is told, not what the page holds.
var aside = []string{"output", "force", "json", "db", "quiet", "workers", "rounds", "option"}

// commands play the run again and report it.
func (r *reader) commands() []string {
	words := []string{"pillars", "report", r.run.ID}
	r.cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(aside, flag.Name) {
			words = append(words, "--"+flag.Name+"="+cli.Quoted(flag.Value.String()))
		}
	})
	return []string{r.playCommand(), strings.Join(words, " ")}
}

// tally adds up the results of all games, and remembers which there are.
func (r *reader) tally(ctx context.Context) (*report.Tally, error) {
	t := report.NewTally(r.rules.Seats(), r.spec.OnFault)
	for game, err := range r.db.FindResults(ctx, r.run.ID, store.Filter{}) {
		if err != nil {
			return nil, err
		}
		t.Add(game.Result)
		r.known = append(r.known, tournament.Game{Result: tournament.Result{Identity: game.Identity, Pair: game.Pair}})
	}
	return t, nil
}

// stand rates the players.
func (r *reader) stand(ctx context.Context, in *report.Input) error {
	rated, err := runs.Rate(ctx, r.db, r.run.ID, r.spec.OnFault)
	if err != nil {
		return err
	}
	if rated.Fold == nil || r.rules.Seats() > 2 {
		places, err := results.NewPlaceStanding(rated.Places, results.PlaceOptions{Players: r.spec.Players})
		in.Places = &places
		return err
	}
	standing, err := rated.Fold.Standing(results.StandingOptions{Players: r.spec.Players})
	in.Standing = &standing
	return err
}

// replay plays games again, all or those drawn by lot.
func (r *reader) replay(ctx context.Context, in *report.Input) error {
	drawn := drawPairs(r.known, r.limit, r.options.Seed)
	slices.SortFunc(drawn, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	for i, game := range drawn {
		stored, err := r.db.Game(ctx, r.run.ID, game.Identity)
		if err != nil {
			return err
		}
		drawn[i] = stored.Game
	}
	var err error
	if in.Sample, err = r.look(ctx, r.cmd, r.rules, drawn); err != nil {
		return err
	}
	in.Shown, err = chooseGames(drawn, r.shown, r.run.ID, r.rules.Game())
	return err
}
