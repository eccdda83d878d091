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
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

func NewWorkCommand() *cobra.Command {
	var w worker.Worker
	var quiet bool
	cmd := &cobra.Command{
		Use:   "work [ADDRESS]",
		Short: "Play games for a run that another machine has started",
		Long: `Play games for a command that was started elsewhere with --listen or --through, until Ctrl-C. The first
Ctrl-C lets the games in play finish and sends them; a second one stops at once, and another worker plays them. Workers
may come and go at any time. A worker keeps nothing but the weights of players.

ADDRESS is what that command prints; it holds a secret. To keep it out of the list of processes, set the variable
PILLARS_WORK to it, or write - and give it on standard input. With a NATS server of your own the address is
nats://USER:PASSWORD@HOST:PORT, or tls://... for TLS.

A worker is admitted only if its players decide as they do on the other machine; both compare signatures. Players that
are programs (ugi:...) are commands chosen by whoever started the run; a worker runs them only with --allow-engines.`,
		Example: `  pillars tournament alphabeta mcts --rounds 1000 --listen 0.0.0.0:7447
  pillars work pillars://KEY@lab.example.org:7447
  pillars work nats://user:password@nats.example.org:4222 --workers 8 --idle 10m`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runWork(cmd, &w, args, quiet) },
	}
	set := cmd.Flags()
	set.IntVar(&w.Slots, "workers", runtime.NumCPU(), cli.WorkersUsage)
	set.BoolVar(&w.Programs, "allow-engines", false, "run the programs that a run names for ugi players")
	set.DurationVar(&w.Idle, "idle", 0, "end after this long without work; 0 for never")
	cli.QuietFlag(cmd, &quiet)
	return cmd
}

func runWork(cmd *cobra.Command, w *worker.Worker, args []string, quiet bool) error {
	if err := cli.AtLeast("workers", w.Slots, 1); err != nil {
		return err
	}
	text := secretAddress()
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
		return cli.Usagef("no address is given; give the one that the command with --listen prints, as an argument, " +
			"in PILLARS_WORK, or with - on standard input")
	}
	address, err := wire.ParseAddress(text)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	cache, _ := os.UserCacheDir() // a user without one has the system's folder
	w.Folder = filepath.Join(cmp.Or(cache, os.TempDir()), "pillars", "files")
	if err := os.MkdirAll(w.Folder, 0o700); err != nil {
		return err
	}
	say := cli.NewScreen(cmd.ErrOrStderr(), quiet)
	w.Say = func(text string) { say.Say(text, false) }
	ctx, stops := cli.NewStops(cmd.Context(), say, "the games in play")
	err = w.Work(ctx, address, stops.Drain)
	if stops.End() {
		return cli.Interrupted("interrupted: what was not sent is played by another worker")
	}
	return err
}
