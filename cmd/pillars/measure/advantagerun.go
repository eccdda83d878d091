package measure

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results/experiment"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"

	"github.com/spf13/cobra"
)

func (f *advantageFlags) run(cmd *cobra.Command, game string) error {
	f.cmd = cmd
	if err := f.settle(game); err != nil {
		return err
	}
	if !f.DryRun {
		return f.play(cmd.Context())
	}
	planned := f.plan.PlanTable()
	if !f.JSON {
		return planned.WriteText(cmd.OutOrStdout())
	}
	for _, m := range planned.Rows {
		if err := cli.PrintJSON(cmd.OutOrStdout(), planned.Record(m)); err != nil {
			return err
		}
	}
	return nil
}

// play plays all measurements one after the other and prints what they say, those before an interruption too.
func (f *advantageFlags) play(ctx context.Context) (err error) {
	db, err := store.Open(f.DB)
	if err != nil {
		return cli.Exit(cli.ExitFailed, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	say := cli.NewMessages(f.cmd.ErrOrStderr(), f.Quiet)
	playing, stops := cli.NewStops(ctx, say, "the games in play")
	faults, err := f.playAll(playing, db, stops, say)
	interrupted := stops.End()
	goesOn := fmt.Sprintf("all finished games are stored in %s; this command goes on:\n  %s", f.DB,
		f.ResumeCommand(f.cmd))
	if err != nil && !(interrupted && errors.Is(err, context.Canceled)) {
		return fmt.Errorf("%w\n%s", err, goesOn)
	}
	if err := f.report(); err != nil {
		return err
	}
	switch {
	case interrupted:
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted: "+goesOn))
	case faults > 0:
		return cli.Exit(cli.ExitFaults,
			fmt.Errorf("%s ended by a player's fault; pillars games list RUN --faults%s lists them",
				tournament.Counted(faults, "game"), f.DatabaseFlag()))
	}
	return nil
}

// playAll plays the measurements until all are played or one is interrupted, and counts the faults in them. The time
// that is left is divided evenly among those that are left.
func (f *advantageFlags) playAll(ctx context.Context, db *store.Store, stops *cli.Stops, say *cli.Messages) (
	faults int, err error,
) {
	end := time.Now().Add(f.plan.Time)
	for i, m := range f.plan.Measurements {
		gauge := &experiment.Gauge{Gatherer: experiment.NewGatherer(m), HalfWidth: f.plan.HalfWidth}
		if f.plan.Time > 0 {
			left := len(f.plan.Measurements) - i
			gauge.Deadline = time.Now().Add(time.Until(end) / time.Duration(left))
		}
		p, err := f.playOne(ctx, db, gauge, stops, say)
		faults += p.Tally.Faults
		if err != nil || stops.Interrupted() {
			return faults, err
		}
	}
	return faults, nil
}

// playOne plays what the run of a measurement still lacks, and notes what it says.
func (f *advantageFlags) playOne(
	ctx context.Context, db *store.Store, gauge *experiment.Gauge, stops *cli.Stops, say *cli.Messages,
) (p runner.Progress, err error) {
	job, err := f.JobOf(f.cmd, "advantage", gauge.Spec, f.plan.Game)
	if err != nil {
		return p, err
	}
	job.Gauge, job.View, job.Say = gauge, seatView{gauge}, say
	gauge.Read = func(identity string) (tournament.Game, error) {
		stored, err := db.Game(context.Background(), job.Run.ID, identity)
		return stored.Game, err
	}
	say.Sayf("%s", gauge.Measurement)
	if err := job.Begin(ctx, db); err != nil {
		return p, err
	}
	if gauge.Earlier, err = job.Results(ctx); err != nil {
		return p, err
	}
	p, err = job.PlayAll(ctx, stops)
	if gauge.Err != nil {
		return p, gauge.Err
	}
	found, unknown := gauge.Finding(job.Run.ID)
	f.findings = append(f.findings, found)
	return p, errors.Join(err, unknown)
}

// seatView shows how a measurement stands, and no results: those of all are printed together.
type seatView struct{ *experiment.Gauge }

func (v seatView) Status(p runner.Progress) string {
	text := fmt.Sprintf("%s: %s, %s%s", v.Measurement, tournament.Counted(p.Done, "game"), cli.RateText(p.Rate()),
		v.Standing())
	if p.Tally.Faults > 0 {
		text += ", " + tournament.Counted(p.Tally.Faults, "fault")
	}
	return text
}

func (v seatView) Finish(context.Context, *tournaments.Job) error { return v.Err }

// report prints what the measurements played so far say, and draws it.
func (f *advantageFlags) report() error {
	out := f.cmd.OutOrStdout()
	ladders, err := experiment.LaddersOf(slices.DeleteFunc(slices.Clone(f.findings),
		func(f experiment.Finding) bool { return f.Summary.Distinct == 0 }))
	if err != nil {
		return err
	}
	if !f.JSON {
		err = f.plan.WriteText(out, f.findings, ladders)
		return errors.Join(err, f.draw(ladders))
	}
	for _, found := range f.findings {
		if err := cli.PrintJSON(out, found.Record()); err != nil {
			return err
		}
	}
	for _, l := range ladders {
		if !l.Climbs() {
			continue
		}
		if err := cli.PrintJSON(out, l.Record()); err != nil {
			return err
		}
	}
	return f.draw(ladders)
}

func (f *advantageFlags) draw(ladders []experiment.Ladder) error {
	if f.plot == "" {
		return nil
	}
	chart, err := f.plan.Chart(f.findings, ladders)
	if err != nil || chart == nil {
		return err
	}
	for _, file := range f.pictures() {
		form := chart.SVG
		if filepath.Ext(file) == ".png" {
			form = chart.PNG
		}
		data, err := form()
		if err != nil {
			return err
		}
		if err := cli.PictureKind(file).WriteDrawn("--plot", file, data); err != nil {
			return err
		}
	}
	return nil
}
