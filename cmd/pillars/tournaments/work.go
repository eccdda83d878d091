package tournaments

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/tournament/remote"
)

func NewWorkCommand() *cobra.Command {
	var worker remote.Worker
	var quiet bool
	cmd := &cobra.Command{
		Use:   "work [ADDRESS]",
		Short: "Play games of runs on other machines",
		Long: `Play games for runs that were started elsewhere with --listen or --through, until it is interrupted.
Ctrl-C finishes the games in play and sends them; a second Ctrl-C stops at once, and another worker plays them. A worker
stores nothing but players' files of weights, and may be stopped and started at any time.

The ADDRESS is what the run's command prints; it holds a secret. Without one, the command takes that of the variable
PILLARS_WORK or, with "-", the first line of its input, so that no list of processes shows it. With a NATS server of
your own it is nats://USER:PASSWORD@HOST:PORT, with tls:// in place of nats:// for TLS.

A worker plays only what it would decide as the run's own machine does: it compares signatures when it joins. Players
that are programs (ugi:...) run only with --allow-engines; they are commands that the run's user names.`,
		Example: `  pillars tournament alphabeta mcts --rounds 1000 --listen 0.0.0.0:7447
  pillars work pillars://KEY@lab.example.org:7447
  pillars work nats://user:password@nats.example.org:4222 --workers 8 --idle 10m`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runWork(cmd, &worker, args, quiet) },
	}
	set := cmd.Flags()
	set.IntVar(&worker.Slots, "workers", runtime.NumCPU(), cli.WorkersUsage)
	set.BoolVar(&worker.Programs, "allow-engines", false, "run the programs that runs name for ugi players")
	set.DurationVar(&worker.Idle, "idle", 0, "end after so long without work; 0 for never")
	cli.QuietFlag(cmd, &quiet)
	return cmd
}

func runWork(cmd *cobra.Command, worker *remote.Worker, args []string, quiet bool) error {
	if err := cli.AtLeast("workers", worker.Slots, 1); err != nil {
		return err
	}
	text := os.Getenv("PILLARS_WORK")
	if len(args) > 0 {
		text = args[0]
	}
	if text == "-" {
		line, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), 4096))
		if err != nil {
			return err
		}
		text, _, _ = strings.Cut(string(line), "\n")
	}
	if text == "" {
		return cli.Usagef("no address is given; write that which the run's command prints, or set PILLARS_WORK")
	}
	address, err := remote.ParseAddress(text)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	cache, err := os.UserCacheDir()
	worker.Folder = filepath.Join(cmp.Or(cache, os.TempDir()), "pillars", "files")
	if err := os.MkdirAll(worker.Folder, 0o700); err != nil {
		return err
	}
	say := cli.NewScreen(cmd.ErrOrStderr(), quiet)
	worker.Told = func(text string) { say.Say(text, false) }
	ctx, stops := cli.NewStops(cmd.Context(), say, "the games in play")
	err = worker.Work(ctx, address, stops.Drain)
	if stops.End() {
		return cli.Interrupted("interrupted: the games finished are sent")
	}
	return err
}
