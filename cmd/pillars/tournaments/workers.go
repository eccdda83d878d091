package tournaments

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/session"
	"pillars/results/show/progress"
	"pillars/tournament/coordinator"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// Elsewhere holds the values of the flags by which workers, on this or other machines, may play a command's games.
type Elsewhere struct {
	listen, through string
	audit           int
	unitTime        time.Duration
	address         wire.Address // parsed value of --through
	coordinator     *coordinator.Coordinator
}

// Register adds the flags to cmd, and changes cmd to close the coordinator at its end.
func (e *Elsewhere) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&e.listen, "listen", "",
		"let workers (pillars work) join at `HOST:PORT`, such as 0.0.0.0:7447; with --workers 0 only they play")
	set.StringVar(&e.through, "through", "",
		"like --listen, but workers join through the NATS server at this `URL`; - takes it from "+addressVariable)
	set.IntVar(&e.audit, "audit", coordinator.DefaultAudit,
		"replay one delivery in this many and compare; 0 for none")
	set.DurationVar(&e.unitTime, "unit-time", coordinator.DefaultUnitTime,
		"about how long a unit takes: the games that a worker fetches at a time")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		defer e.close()
		return run(cmd, args)
	}
}

// Check returns an error for flags that contradict each other. workers is the number of games that this process plays
// at once. It may be 0 if other workers can join.
func (e *Elsewhere) Check(workers int) error {
	joinable := e.listen != "" || e.through != ""
	registered := e.unitTime != 0 // without Register, the command does not have these flags
	changed := e.audit != coordinator.DefaultAudit || e.unitTime != coordinator.DefaultUnitTime
	switch {
	case e.listen != "" && e.through != "":
		return cli.Usagef("--listen and --through cannot both be given; leave one out")
	case joinable: // checked below
	case registered && changed:
		return cli.Usagef("--audit and --unit-time are about workers; give --listen or --through too")
	case workers < 1 && registered:
		return cli.Usagef("--workers %d: must be 1 or more, or 0 with --listen or --through", workers)
	default:
		return cli.AtLeast("workers", workers, 1)
	}
	if e.through != "" {
		if err := e.parse(); err != nil {
			return err
		}
	} else if err := cli.HostPort("listen", e.listen); err != nil {
		return err
	}
	return cmp.Or(cli.AtLeast("workers", workers, 0), cli.AtLeast("audit", e.audit, 0),
		cli.AtLeast("unit-time", e.unitTime, time.Millisecond))
}

// addressVariable is the name of the environment variable for an address with secrets. Other users could see an address
// on the command line in the list of processes.
const addressVariable = "PILLARS_WORK"

// secretAddress returns the value of addressVariable and removes the variable, so that engines do not inherit it.
func secretAddress() string {
	text := os.Getenv(addressVariable)
	os.Unsetenv(addressVariable)
	return text
}

// parse parses the address of --through. If the address has secrets, parse replaces the value of the flag by -, so that
// the command line can be printed.
func (e *Elsewhere) parse() (err error) {
	text := e.through
	if text == "-" {
		text = secretAddress()
		if text == "" {
			return cli.Usagef("--through -: set the variable %s to the address of the NATS server", addressVariable)
		}
	}
	if e.address, err = wire.ParseAddress(text); err != nil {
		return cli.Usagef("--through: %w", err)
	}
	if e.address.Secret() {
		e.through = "-"
	}
	return nil
}

// hint returns a line about addressVariable if the command line needs that variable, otherwise an empty text.
func (e *Elsewhere) hint() string {
	if e.through == "-" {
		return fmt.Sprintf("\n  (with the address of the server at %v in %s)", e.address, addressVariable)
	}
	return ""
}

func (e *Elsewhere) close() {
	if e.coordinator != nil {
		e.coordinator.Close()
	}
}

// Open returns the coordinator that the flags ask for, or nil if they ask for none. The first call opens it, stores its
// key beside file, and prints to out how workers join. This process plays up to slots games at once.
func (e *Elsewhere) Open(
	out io.Writer, file string, slots int, say *progress.Screen,
) (*coordinator.Coordinator, error) {
	if e.coordinator != nil || e.listen == "" && e.through == "" {
		return e.coordinator, nil
	}
	options := coordinator.Options{Listen: e.listen, KeyFile: file + ".workers.key", Through: e.address, Slots: slots,
		Audit: e.audit, UnitTime: e.unitTime, Say: func(text string) { say.Say(text, false) }}
	if e.audit == 0 {
		options.Audit = -1 // none; 0 would mean the default
	}
	opened, err := coordinator.Open(options)
	switch {
	case err != nil && e.listen != "":
		return nil, cli.Usagef("--listen %s: %w", e.listen, err)
	case err != nil:
		return nil, cli.Usagef("--through %v: %w", e.address, err)
	}
	e.coordinator, say.Below = opened, func() []string { return session.WorkerLines(opened.Members()) }
	say.Clear()
	for _, address := range opened.Addresses() {
		fmt.Fprintf(out, "workers join with: pillars work %s\n", address) // also with --quiet, since workers need it
	}
	return opened, nil
}

// NewWorkCommand returns the command "work".
func NewWorkCommand() *cobra.Command {
	var w worker.Worker
	cmd := cli.New("work [ADDRESS]", "Play games for a run that another machine has started",
		func(cmd *cobra.Command, args []string) error { return runWork(cmd, &w, args) })
	cmd.Args = cobra.MaximumNArgs(1)
	set := cmd.Flags()
	set.IntVar(&w.Slots, "workers", runtime.NumCPU(), cli.WorkersUsage)
	set.BoolVar(&w.Programs, "allow-engines", false, "run the programs that a run names for ugi players")
	set.DurationVar(&w.Idle, "idle", 0, "end after this long without work; 0 for never")
	cli.QuietFlag(cmd)
	return cmd
}

// runWork plays games for the coordinator whose address is in args, in the environment or on the standard input.
func runWork(cmd *cobra.Command, w *worker.Worker, args []string) error {
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
	cache, _ := os.UserCacheDir() // without it, the temporary folder is used
	w.Folder = filepath.Join(cmp.Or(cache, os.TempDir()), "pillars", "files")
	if err := os.MkdirAll(w.Folder, 0o700); err != nil {
		return err
	}
	say := cli.NewScreen(cmd)
	w.Say = func(text string) { say.Say(text, false) }
	ctx, stops := cli.NewStops(cmd.Context(), say, "the games in play")
	err = w.Work(ctx, address, stops.Drain)
	if stops.End() {
		return cli.Interrupted("interrupted: what was not sent is played by another worker")
	}
	return err
}
