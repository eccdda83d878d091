package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Exit codes of the program.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2   // the command line, settings, positions or steps are wrong
	exitFaults      = 3   // done, but games ended by a player's fault
	exitInterrupted = 130 // stopped by the user with everything kept
)

// exitError is an error that asks for an exit code of its own. Every other error means exitFailed.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// usagef is an error in what the user asked for. Its message names the place and the fix.
func usagef(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// run executes a command line and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &checkedWriter{to: stdout}
	root := newRootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	ran, err := root.ExecuteC()
	if err == nil {
		err = out.err
	}
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(stderr, "pillars: %v\n", err)
	var exit *exitError
	if !errors.As(err, &exit) {
		return exitFailed
	}
	if exit.code == exitUsage {
		fmt.Fprintf(stderr, "see %s --help\n", ran.CommandPath())
	}
	return exit.code
}

// newRootCommand is the whole command line.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "pillars",
		Short: "A laboratory for stacking games",
		Long: `pillars plays, searches and measures stacking games, Pit of Pillars first.

A file that is there is never replaced without --force, but for pictures and profiles (--svg, --plot, --cpuprofile), which are made anew at every call.`,
		Example: `  pillars play pit-of-pillars --opponent alphabeta:nodes=20000
  pillars tournament`,
		Args:                       refuseUnknown,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SuggestionsMinimumDistance: 2,
		SilenceErrors:              true,
		SilenceUsage:               true,
	}
	root.PersistentFlags().Bool("no-color", false, "print no colours (the variable NO_COLOR does the same)")
	showExamplesFirst(root)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &exitError{exitUsage, err} })
	addGroup(root, "rules", "Rules and positions:", newGamesCommand(), newShowCommand(), newLegalCommand(), newApplyCommand(),
		newPerftCommand(), newRandomCommand())
	addGroup(root, "players", "Players:", newPlayersCommand(), newPlayCommand(), newAnalyzeCommand(),
		newFairCommand(), newSolveCommand(), newBookCommand(), newSuiteCommand(), newBenchCommand())
	addGroup(root, "protocol", "Engines in other processes:", newEngineCommand(), newComplianceCommand())
	addGroup(root, "tuning", "Tuning:", newSelfplayCommand(), newTuneCommand(), newPolicyCommand())
	addGroup(root, "tournaments", "Tournaments:", newTournamentCommand(), newSPRTCommand(), newRatingsCommand(), newStatsCommand(),
		newRunsCommand(), newReplayCommand(), newVerifyCommand())
	addGroup(root, "games", "What a game is like:", newReportCommand(), newMeasuresCommand(), newAdvantageCommand(), newCompareCommand())
	return root
}

// showExamplesFirst makes every help begin with the examples: most readers want no more.
func showExamplesFirst(root *cobra.Command) {
	const examples = "{{if .HasExample}}\n\nExamples:\n{{.Example}}{{end}}"
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), examples, "", 1))
	root.SetHelpTemplate("{{if .HasExample}}Examples:\n{{.Example}}\n\n{{end}}" + root.HelpTemplate())
}

// addGroup adds commands under a heading of their own in the help.
func addGroup(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, command := range commands {
		command.GroupID = id
		root.AddCommand(command)
	}
}

// refuseUnknown explains a first word that is no command.
func refuseUnknown(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if similar := root.SuggestionsFor(args[0]); len(similar) > 0 {
		return usagef("unknown command %q; did you mean %s?", args[0], strings.Join(similar, " or "))
	}
	var known []string
	for _, command := range root.Commands() {
		if command.IsAvailableCommand() {
			known = append(known, command.Name())
		}
	}
	return usagef("unknown command %q; known are: %s", args[0], strings.Join(known, ", "))
}

// noArguments refuses words after the command.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no words, but %q is given", cmd.Name(), args[0])
	}
	return nil
}

// useColor reports whether a command may print its results in colours: on a terminal, and unless the user asked for none.
func useColor(cmd *cobra.Command) bool { return useColorOn(cmd, cmd.OutOrStdout()) }

// useColorOn is the same for another writer of the command.
func useColorOn(cmd *cobra.Command, w io.Writer) bool {
	plain, err := cmd.Flags().GetBool("no-color")
	return err == nil && !plain && os.Getenv("NO_COLOR") == "" && isTerminal(w)
}

// alarm is a text in red, where colours may be printed.
func alarm(cmd *cobra.Command, w io.Writer, text string) string {
	if !useColorOn(cmd, w) {
		return text
	}
	return "\x1b[31m" + text + "\x1b[0m"
}

// isTerminal reports whether w ends at a terminal.
func isTerminal(w io.Writer) bool {
	if checked, ok := w.(*checkedWriter); ok {
		w = checked.to
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// checkedWriter remembers that writing failed, so that a full disk does not pass for success though prints go unchecked.
type checkedWriter struct {
	to  io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("writing the results: %w", err)
	}
	return n, err
}
