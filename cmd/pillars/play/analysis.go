package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/review"
	"pillars/tournament"
)

type analyzeFlags struct {
	played  cli.PlayedFlags
	limits  search.Limits
	player  string
	multiPV int
}

// NewAnalyzeCommand returns the command "analyze".
func NewAnalyzeCommand() *cobra.Command {
	var flags analyzeFlags
	cmd := cli.AddPlayedFlags(&flags.played,
		cli.New("analyze", "Search a position and print the best lines", flags.run))
	set := cmd.Flags()
	set.Uint64Var(&flags.limits.Nodes, "nodes", 0, cli.NodesUsage+cli.NoLimit)
	set.DurationVar(&flags.limits.Time, "time", 0, "think at most this long about a decision (default: "+
		defaultTime.String()+" if neither a flag nor the player sets a limit)")
	set.IntVar(&flags.limits.Depth, "depth", 0, "search at most this many steps ahead"+cli.NoLimit)
	set.StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` that searches, such as mcts:cpuct=1.4")
	set.IntVar(&flags.multiPV, "multipv", 0, "number of best lines (default 3, or 1 if the player has only one)")
	cli.JSONFlag(cmd, "print JSON lines")
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command, _ []string) error {
	text, wholeGame := f.player, f.played.WholeGame(cmd)
	if !cmd.Flags().Changed("multipv") {
		f.multiPV = 1
		if !wholeGame && players.Accepts(text, "multipv") {
			f.multiPV = 3
		}
	}
	if f.multiPV > 1 {
		text = search.With(text, "multipv", f.multiPV)
	}
	if err := f.check(); err != nil {
		return err
	}
	h, err := f.played.History(cmd)
	if err != nil {
		return err
	}
	switch outcome := h.Outcome(); {
	case outcome.Over() && !wholeGame:
		return cli.Usagef("nothing to analyse: the game is over (%s); give an earlier position", outcome.Reason)
	case wholeGame && len(f.played.Record.Turns) == 0:
		return cli.Usagef("nothing to analyse: the game has no turns; name no game to analyse the start")
	}
	rules := h.Position().Rules()
	player, err := cli.NewPlayer("--player", text, rules)
	if err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), player)
	switch {
	case wholeGame && f.multiPV > 1:
		return cli.Usagef("--multipv is for one position; add --turn N, such as --turn %d", len(f.played.Record.Turns))
	case wholeGame:
		return f.review(cmd, h, player)
	}
	return f.search(cmd, h, player)
}

func (f *analyzeFlags) check() error {
	if spec, _ := search.ParseSpec(f.player); f.multiPV > 1 && spec.Program() {
		return cli.Usagef("--multipv %d: %s reports one line only; leave it out", f.multiPV, search.CommandKind)
	}
	return cmp.Or(cli.AtLeast("multipv", f.multiPV, 1), cli.AtLeast("time", f.limits.Time, 0),
		cli.AtLeast("depth", f.limits.Depth, 0))
}

// search prints lines of play while the player searches, and then the best turn. An interrupt ends the search early.
func (f *analyzeFlags) search(cmd *cobra.Command, h *engine.History, player search.Player) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	chances, err := search.ChancesOf(player.Name(), h.Position().Rules())
	if err != nil {
		return err
	}
	out, shown := cmd.OutOrStdout(), &shownSearch{position: h.Position().Clone(), chances: chances}
	const seed = 1
	search.Begin(ctx, player, seed)
	turn, _, err := search.DecideTurn(ctx, player, h, limitsFor(player, f.limits), func(info search.Info) {
		if cli.JSON(cmd) {
			_ = cli.PrintJSON(out, shown.facts(info)) // cli.Execute reports errors of writing
		} else {
			_ = shown.print(out, info)
		}
	})
	if err == nil {
		err = shown.best(cmd, turn)
	}
	if err == nil && errors.Is(ctx.Err(), context.Canceled) {
		return cli.Interrupted("interrupted; printed is the best turn so far")
	}
	return err
}

// review prints what the player finds out about each turn of the game, one turn after the other.
func (f *analyzeFlags) review(cmd *cobra.Command, h *engine.History, player search.Player) error {
	names := h.Start().Rules().SeatNames()
	if !cli.JSON(cmd) {
		fmt.Fprint(cmd.OutOrStdout(), reviewHeading)
	}
	return cli.Interrupting(cmd, "interrupted; the turns so far are printed", func() error {
		for turn, err := range review.Turns(cmd.Context(), player, limitsFor(player, f.limits), h) {
			if err == nil {
				err = printReviewed(cmd, turn, names)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// defaultTime limits a decision if neither the flags nor the player have a limit.
const defaultTime = 3 * time.Second

// limitsFor returns the given limits for a player. If neither these limits nor the player's text limit the search,
// limitsFor returns a limit of defaultTime.
func limitsFor(player search.Player, given search.Limits) search.Limits {
	own, err := search.ParseSpec(player.Name())
	if given == (search.Limits{}) && (err != nil || own.Limits == search.Limits{}) {
		return search.Limits{Time: defaultTime}
	}
	return given
}

// A shownSearch prints the reports of a search of a position as they come.
type shownSearch struct {
	position engine.Position
	chances  search.Chances // converts scores of the player to expected results
	headed   bool           // whether the heading has been written
}

// print writes a report as a line. It writes a heading before the first report.
func (s *shownSearch) print(w io.Writer, info search.Info) error {
	heading := ""
	if !s.headed {
		s.headed, heading = true, fmt.Sprintf("%5s %4s %7s %-10s %6s %7s  %s\n", "depth", "line", "expect", "score",
			"nodes", "nodes/s", "best turns")
	}
	row := fmt.Sprintf("%5d %4d %5.1f %% %-10s %6s %7s  ", info.Depth, max(1, info.Line),
		100*s.chances.Of(info.Score), info.Score, stats.ShortNumber(float64(info.Nodes)),
		stats.ShortNumber(info.NodesPerSecond()))
	return table.Printf(w, "%s%s%s\n", heading, row, strings.Join(info.PrincipalTurns(s.position), " "))
}

// facts returns a report as the fields of a JSON object. The score is in logits. For a proven result the score is 0,
// and the field "proven" has the result with its number of steps, such as "win in 5".
func (s *shownSearch) facts(info search.Info) table.Facts {
	score, proven := info.Score.Logits(), ""
	if info.Score.Decided() {
		score, proven = 0, info.Score.String()
	}
	facts := table.Object("type", "thought", "depth", info.Depth, "line", max(1, info.Line), "expectation",
		s.chances.Of(info.Score), "score", score)
	facts.AddSome("proven", proven)
	return append(facts, table.Object("nodes", info.Nodes, "seconds", info.Elapsed.Seconds(),
		"nodes_per_second", info.NodesPerSecond(), "principal", info.PrincipalTurns(s.position))...)
}

// best prints the turn that a search chose. In JSON, visits has for each step how often a tree search tried each step
// in its place.
func (s *shownSearch) best(cmd *cobra.Command, d search.Decision) error {
	p, steps, visits := s.position.Clone(), make([]string, len(d.Steps)), make([]map[string]uint32, len(d.Visits))
	for i, step := range d.Steps {
		if steps[i] = p.StepText(step); i < len(visits) {
			visits[i] = map[string]uint32{}
			for _, tried := range d.Visits[i] {
				visits[i][p.StepText(tried.Step)] = tried.Times
			}
		}
		p.Play(step)
	}
	expects, turn := "", engine.LineText(s.position, d.Steps)
	if d.Info.Informs() {
		expects = ", expected result " + s.chances.Text(d.Info.Score)
	}
	facts := table.Object("type", "best", "turn", turn, "steps", steps, "last", s.facts(d.Info))
	if len(visits) > 0 {
		facts = append(facts, table.Object("visits", visits)...)
	}
	return cli.Answer(cmd, facts,
		"best %s%s, %s", turn, expects, tournament.Counted(int(d.Info.Nodes), "node"))
}

// reviewHeading is the heading above the turns of a review.
const reviewHeading = "turn  seat   played            expect    lost  better\n"

// printReviewed prints a turn of a game as a player evaluates it.
func printReviewed(cmd *cobra.Command, r review.Turn, seats []string) error {
	better := r.Best
	losesNothing := r.Lost < .0005 && len(seats) == 2 // Lost prints as 0.0 %; with more seats it is unknown
	if better == r.Played || losesNothing {
		better = "-"
	}
	if r.Threw {
		better += "  (threw a proven win away)"
	}
	return cli.Answer(cmd, table.Object("type", "turn", "turn", r.Number, "seat", seats[r.Seat], "played", r.Played,
		"expectation", r.Expected, "lost", r.Lost, "best", r.Best, "threw", r.Threw),
		"%4d  %-6s %-16s %5.1f %% %5.1f %%  %s", r.Number, seats[r.Seat], r.Played, 100*r.Expected, 100*r.Lost, better)
}
