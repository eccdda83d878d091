package tournaments

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/progress"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/remote"
	"pillars/tournament/work"
)

// Elsewhere are the flags of commands whose games workers may play, on this machine and others.
type Elsewhere struct {
	listen, through string
	audit           int
	unitTime        time.Duration
	coordinator     *remote.Coordinator
}

// Register adds the flags, and has the command close what it opens.
func (e *Elsewhere) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&e.listen, "listen", "",
		"let workers (pillars work) join at `HOST:PORT`, such as 0.0.0.0:7447; with --workers 0 only they play")
	set.StringVar(&e.through, "through", "",
		"like --listen, but workers join through the NATS server at this `URL`, which needs JetStream")
	set.IntVar(&e.audit, "audit", remote.UsualAudit,
		"one unit in this many is played again elsewhere and compared; 0 for none")
	set.DurationVar(&e.unitTime, "unit-time", remote.UsualUnitTime,
		"about how long a unit takes, the games that a worker fetches")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		defer e.close()
		return run(cmd, args)
	}
}

// Check refuses what cannot be meant. This process plays so many games at once.
func (e *Elsewhere) Check(workers int) error {
	given := e.audit != remote.UsualAudit || e.unitTime != remote.UsualUnitTime
	switch {
	case e.listen != "" && e.through != "":
		return cli.Usagef("--listen and --through cannot both be given; leave one out")
	case e.listen != "" || e.through != "":
	case e.unitTime != 0 && given: // it is 0 in commands without these flags
		return cli.Usagef("--audit and --unit-time are about workers; give --listen or --through too")
	case workers < 1 && e.unitTime != 0:
		return cli.Usagef("--workers %d: must be 1 or more, or 0 with --listen or --through", workers)
	default:
		return cli.AtLeast("workers", workers, 1)
	}
	if e.through != "" {
		if _, err := remote.ParseAddress(e.through); err != nil {
			return cli.Usagef("--through: %w", err)
		}
	} else if err := cli.HostPort("listen", e.listen); err != nil {
		return err
	}
	return cmp.Or(cli.AtLeast("workers", workers, 0), cli.AtLeast("audit", e.audit, 0),
		cli.AtLeast("unit-time", e.unitTime, time.Millisecond))
}

func (e *Elsewhere) close() {
	if e.coordinator != nil {
		e.coordinator.Close()
	}
}

// Open is the coordinator that is asked for, or nil. Its key lies beside a file of the run. How workers join is written
// to out.
func (e *Elsewhere) Open(
	ctx context.Context, out io.Writer, file string, slots int, say *progress.Screen,
) (*remote.Coordinator, error) {
	if e.coordinator != nil || e.listen == "" && e.through == "" {
		return e.coordinator, nil
	}
	options := remote.Options{Listen: e.listen, KeyFile: file + ".workers.key", Slots: slots, Audit: e.audit,
		UnitTime: e.unitTime,
		Told:     func(text string) { say.Say(text, false) }}
	if e.audit == 0 {
		options.Audit = -1
	}
	flag, value := "--listen", e.listen
	if e.through != "" {
		var err error
		if options.Through, err = remote.ParseAddress(e.through); err != nil {
			return nil, cli.Usagef("--through: %w", err)
		}
		flag, value = "--through", options.Through.String()
	}
	coordinator, err := remote.Open(ctx, options)
	if err != nil {
		return nil, cli.Usagef("%s %s: %w", flag, value, err)
	}
	e.coordinator, say.Below = coordinator, e.crewLines
	say.Clear()
	for _, address := range coordinator.Addresses() {
		fmt.Fprintf(out, "workers join with: pillars work %s\n", address) // with --quiet too: nobody could join
	}
	return coordinator, nil
}

// crewLines are the workers as a table.
func (e *Elsewhere) crewLines() []string {
	members := e.coordinator.Members()
	if len(members) == 0 {
		return []string{"no worker has joined yet"}
	}
	grid := table.New("worker", "#games", "#share", "#games/s", "#nodes/s", "#audited", "")
	for _, m := range members {
		grid.Add(m.Name, m.Games, stats.Percent(m.Share, 0), fmt.Sprintf("%.2f", m.Rate),
			fmt.Sprintf("%.3g", m.Speed()), m.Audited, memberState(m))
	}
	var text strings.Builder
	fmt.Fprintln(&text, tournament.Counted(len(members), "worker"))
	_ = grid.WriteText(&text)                               // into memory
	return []string{strings.TrimRight(text.String(), "\n")} // a pipe shows the first line
}

func memberState(m work.Member) string {
	switch {
	case m.Trouble != "":
		return m.Trouble
	case m.Gone:
		return "silent for " + progress.Duration(m.Silent)
	case m.Busy == 0:
		return "waits"
	}
	return fmt.Sprintf("plays %d", m.Busy)
}
