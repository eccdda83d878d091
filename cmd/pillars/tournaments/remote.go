package tournaments

import (
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
		"let workers (pillars work) join at this `HOST:PORT`, such as 0.0.0.0:7447, and play games too")
	set.StringVar(&e.through, "through", "",
		"the same through the NATS server at this `URL`, whose JetStream is on")
	set.IntVar(&e.audit, "audit", 50, "replay one in so many of the workers' units, and compare; 0 for none")
	set.DurationVar(&e.unitTime, "unit-time", 20*time.Second, "about how long a worker plays at a time")
	cmd.MarkFlagsMutuallyExclusive("listen", "through")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		defer e.close()
		return run(cmd, args)
	}
}

// Fewest is how few games at once may be played in this process.
func (e *Elsewhere) Fewest() int {
	if e.listen != "" || e.through != "" {
		return 0
	}
	return 1
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
	_ = grid.WriteText(&text) // into memory
	return strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
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
