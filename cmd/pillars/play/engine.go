package play

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/bridge"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/engine/vector"
	"pillars/results/keep/session"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/batched"
	"pillars/search/players"
	"pillars/search/ugi/client"
	"pillars/search/ugi/compliance"
	"pillars/search/ugi/server"
)

// NewEngineCommand returns the command "engine".
func NewEngineCommand() *cobra.Command {
	var flags cli.RulesFlags
	cmd := cli.New("engine [PLAYER]", "Run as a UGI engine for other programs, or check an engine",
		func(cmd *cobra.Command, args []string) error { return runEngine(cmd, &flags, args) })
	cmd.Args = cli.Arguments("", "one player; the game is given as --game GAME")
	flags.Register(cmd)
	cmd.AddCommand(newCheckCommand())
	return cmd
}

// runEngine runs the player that args[0] names, or alphabeta, as a UGI engine on the standard input and output.
func runEngine(cmd *cobra.Command, flags *cli.RulesFlags, args []string) error {
	player := "alphabeta"
	if len(args) > 0 {
		player = args[0]
	}
	rules, settings, err := flags.Rules()
	if err != nil {
		return err
	}
	made, err := players.New(player, rules) // checks the text and gives the name; the server makes other players
	if err != nil {
		return cli.Wrong("", err)
	}
	return server.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), server.Engine{
		Name: "Pillars " + made.Name(), Author: "the Pillars authors", Games: games.All(), Game: rules.Game(),
		Settings:  settings,
		NewPlayer: func(rules engine.Rules) (search.Player, error) { return players.New(player, rules) },
	})
}

type checkFlags struct {
	config  compliance.Exam
	options []string
}

func newCheckCommand() *cobra.Command {
	flags := checkFlags{config: compliance.DefaultExam()}
	cmd := cli.New("check [flags] PROGRAM [ARGUMENT...]", "Check whether a program is a correct UGI engine", flags.run)
	cmd.Args = cli.Arguments("a program, such as ./engine", "")
	set, config := cmd.Flags(), &flags.config
	set.SetInterspersed(false) // flags after PROGRAM are arguments of the program
	set.StringVarP(&config.Game, "game", "g", "", "`GAME` to play (default: the engine's own)")
	cli.OptionFlag(cmd, &flags.options)
	set.IntVar(&config.Plays, "games", config.Plays, "games to play")
	set.DurationVar(&config.MoveTime, "time", config.MoveTime, "time per turn in the checks that limit it")
	set.DurationVar(&config.Overrun, "overrun", config.Overrun, "how far the engine may exceed its time")
	return cmd
}

func (f *checkFlags) run(cmd *cobra.Command, words []string) error {
	if err := f.settle(words); err != nil {
		return err
	}
	checks, failed := 0, 0
	err := cli.Interrupting(cmd, "interrupted", func() error {
		return cli.Wrong("", compliance.Run(cmd.Context(), f.config, func(finding compliance.Finding) {
			checks++
			if !finding.Passed {
				failed++
			}
			printFinding(cmd.OutOrStdout(), finding)
		}))
	})
	if err != nil {
		return err
	}
	table.Printf(cmd.OutOrStdout(), "%d checks passed, %d failed\n", checks-failed, failed)
	if failed > 0 {
		return fmt.Errorf("%s fails %d of %d checks", words[0], failed, checks)
	}
	return nil
}

// settle checks the flags and completes f.config. words holds the program to check and its arguments.
func (f *checkFlags) settle(words []string) (err error) {
	f.config.Words, f.config.Games = words, games.All()
	switch {
	case f.config.Game != "":
		_, f.config.Settings, err = cli.Rules(f.config.Game, f.options)
	case len(f.options) > 0:
		err = cli.Usagef("--option sets the rules of the game that --game names; give --game too")
	}
	return cmp.Or(err, cli.AtLeast("games", f.config.Plays, 0),
		cli.AtLeast("time", f.config.MoveTime, time.Millisecond), cli.AtLeast("overrun", f.config.Overrun, 0),
		cli.Wrong("", client.Find(words[0])))
}

// NewBridgeCommand returns the command "bridge".
func NewBridgeCommand(version string) *cobra.Command {
	cmd := cli.New("bridge FILE", "Answer the Python package in memory that both map",
		func(cmd *cobra.Command, words []string) error {
			program := bridge.Program{Version: version, Games: games.All(), NewSearch: batched.New,
				NewOpponent: newOpponent}
			return bridge.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), words[0], program)
		})
	cmd.Args = cobra.ExactArgs(1)
	return cmd
}

// newOpponent returns the named player as an opponent that begins a new game for each decision, so that its decisions
// depend on the game and the seed alone.
func newOpponent(rules engine.Rules, text string) (vector.Choose, error) {
	if players.Unlimited(text) {
		return nil, session.UnlimitedError{Player: text}
	}
	player, err := players.New(text, rules)
	if err != nil {
		return nil, err
	}
	return func(h *engine.History, seed uint64) ([]engine.Step, error) {
		player.NewGame(seed)
		turn, _, err := search.DecideTurn(context.Background(), player, h, search.Limits{}, nil)
		return turn.Steps, err
	}, nil
}

// printFinding writes a finding in one line. If the engine failed, further lines say what it should have done, and
// which requests it had received.
func printFinding(w io.Writer, f compliance.Finding) {
	verdict := "ok"
	if !f.Passed {
		verdict = "FAIL"
	}
	line := fmt.Sprintf("%-4s  %-16s  %s", verdict, f.Check, outside.Visible(f.Saw, ""))
	fmt.Fprintln(w, strings.TrimRight(line, " "))
	if f.Passed {
		return
	}
	table.Printf(w, "      wanted: %s\n", f.Wants)
	for _, line := range f.Sent {
		fmt.Fprintf(w, "      sent:   %s\n", outside.Visible(line, ""))
	}
}
