// Package cli holds what the commands share: exit codes, flags of games and players, output, files, interrupts.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/docs"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/results/show/table"
)

// Exit codes of the program.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2   // the command line or another input of the user is wrong
	ExitFaults      = 3   // the command is done, but a player's fault ended games
	ExitInterrupted = 130 // the user stopped the command; all results are stored
)

// ExitError is an error with an exit code. The exit code of any other error is [ExitFailed].
type ExitError struct {
	Code int
	err  error
}

// Exit returns an error with an exit code.
func Exit(code int, err error) error { return &ExitError{code, err} }

// Error implements error.
func (e *ExitError) Error() string { return e.err.Error() }

// Unwrap returns the error without its exit code.
func (e *ExitError) Unwrap() error { return e.err }

// Usagef returns an error with the code [ExitUsage]. Its message should name the wrong input and the remedy.
func Usagef(format string, args ...any) error {
	return Exit(ExitUsage, fmt.Errorf(format, args...))
}

// Wrong returns err with the code [ExitUsage], or nil if err is nil. Its message begins with the name of the wrong
// input, such as "--game", unless the name is empty.
func Wrong(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case name == "":
		return Exit(ExitUsage, err)
	}
	return Usagef("%s: %w", name, err)
}

// Interrupted returns an error with the code [ExitInterrupted].
func Interrupted(format string, args ...any) error {
	return Exit(ExitInterrupted, fmt.Errorf(format, args...))
}

// Exits reports whether err is an [ExitError] with the given code.
func Exits(err error, code int) bool {
	exit, ok := errors.AsType[*ExitError](err)
	return ok && exit.Code == code
}

// New returns a command that calls run. A command that only has subcommands has a nil run. Use is the usage line of the
// command; its first word is the command's name.
func New(use, short string, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, RunE: run}
}

// Execute runs a command line below a root command and returns the exit code.
func Execute(root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &checkedWriter{to: stdout}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	ran, err := root.ExecuteC()
	if err == nil {
		err = out.err
	}
	if err == nil {
		return ExitDone
	}
	const mostBytes = 10_000 // an error may quote a long text from a file or the network

	cause := strings.ReplaceAll(err.Error(), ": "+fs.ErrNotExist.Error(), "") // the removed text repeats our messages
	text := outside.Visible(outside.Short(cause, mostBytes), "\n\t")
	fmt.Fprintln(stderr, table.Wrap("pillars: "+text, columns(stderr)))
	exit, ok := errors.AsType[*ExitError](err)
	if !ok {
		return ExitFailed
	}
	if exit.Code == ExitUsage {
		fmt.Fprintf(stderr, "see %s --help\n", ran.CommandPath())
	}
	return exit.Code
}

// Settle completes a command and the commands below it. It sets their help from docs/help.txt. A command
// that does not check its arguments gets the check [NoArguments]. A command that only has subcommands prints its help.
func Settle(cmd *cobra.Command) {
	cmd.Long, cmd.Example = docs.Command(cmd.CommandPath())
	if cmd.RunE == nil {
		cmd.Args, cmd.RunE = RefuseUnknown, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	} else if cmd.Args == nil {
		cmd.Args = NoArguments
	}
	for _, child := range cmd.Commands() {
		Settle(child)
	}
}

// FlagError converts an error of the flag parser to a usage error. For an unknown long flag the error suggests the
// existing flag with the most similar name.
func FlagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && unknown.GetSpecifiedShortnames() == "" {
		var known []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, flag.Name) })
		if nearest := engine.Nearest(unknown.GetSpecifiedName(), known); nearest != "" {
			return Usagef("%w; did you mean --%s?", err, nearest)
		}
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag, why := invalid.GetFlag(), invalid.Unwrap()
		wanted := map[string]string{"int": "a whole number", "uint64": "a whole number of 0 or more",
			"float64": "a number, such as 0.5", "duration": "a time, such as 500ms or 1m30s"}[flag.Value.Type()]
		if wanted != "" { // the errors of package strconv and time name functions, not what is wanted
			why = errors.New("must be " + wanted)
			if errors.Is(invalid, strconv.ErrRange) {
				why = errors.New("the number is out of range")
			}
		}
		return Usagef("--%s %s: %w", flag.Name, outside.Quoted(invalid.GetValue()), why)
	}
	return Exit(ExitUsage, err)
}

// NoArguments returns an error if there are arguments. If the first argument names a game, the error suggests --game.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if _, err := games.Find(args[0]); err == nil && cmd.Flag("game") != nil {
		return Usagef("the game is given as --game %s", args[0])
	}
	return Usagef("%s does not take %q; write %s", cmd.Name(), args[0], cmd.UseLine())
}

// Arguments returns a check of a command's arguments. If needs is empty, the command works without arguments. If takes
// is empty, the command takes any number of arguments, otherwise at most one. Errors contain the texts needs and takes.
func Arguments(needs, takes string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0 && needs != "":
			return Usagef("%s needs %s", cmd.CommandPath(), needs)
		case len(args) > 1 && takes != "":
			return Usagef("%s takes %s, but %q follows", cmd.CommandPath(), takes, args[1])
		}
		return nil
	}
}

// ChooseOne returns an error if more than one of the flags is given.
func ChooseOne(cmd *cobra.Command, flags ...string) error {
	given := slices.DeleteFunc(slices.Clone(flags), func(name string) bool { return !cmd.Flags().Changed(name) })
	if len(given) > 1 {
		return Usagef("--%s and --%s are both given; choose one", given[0], given[1])
	}
	return nil
}

// AtLeast returns an error if a flag's value is below low.
func AtLeast[T cmp.Ordered](flag string, value, low T) error {
	if !(value >= low) { // also true for NaN
		return Usagef("--%s %v: must be %v or more", flag, value, low)
	}
	return nil
}

// Between returns an error if a flag's value is below low or above high.
func Between[T cmp.Ordered](flag string, value, low, high T) error {
	if !(value >= low && value <= high) {
		return Usagef("--%s %v: must be from %v to %v", flag, value, low, high)
	}
	return nil
}

// RefuseUnknown returns an error saying that args[0] is no subcommand of root. It returns nil if args is empty.
func RefuseUnknown(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, command := range root.Commands() {
		if command.IsAvailableCommand() {
			known = append(known, command.Name())
		}
	}
	return Usagef("unknown command %q; %s", args[0], engine.Suggest(args[0], "known are: ", known))
}

// CommandLine returns the command line that the user gave, quoted for a shell, but without the flags named in without.
func CommandLine(cmd *cobra.Command, without ...string) string {
	return CommandWith(cmd, cmd.Flags().Args(), without...)
}

// CommandWith returns the command line as [CommandLine] does, but with args in place of the given arguments.
func CommandWith(cmd *cobra.Command, args []string, without ...string) string {
	words := []string{cmd.CommandPath()}
	for _, word := range args {
		words = append(words, outside.Quoted(word))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch {
		case slices.Contains(without, flag.Name):
			return
		case flag.Value.Type() == "bool" && flag.Value.String() == "true":
			words = append(words, "--"+flag.Name)
			return
		}
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, "--"+flag.Name+"="+outside.Quoted(value))
		}
	})
	return strings.Join(words, " ")
}

// helpTemplate prints the examples, the text, the usage line, the commands by group and the flags of a command.
const helpTemplate = `{{with .Example}}Examples:
{{.}}

{{end}}{{.Long}}
{{if .HasParent}}
Usage: {{.UseLine}}
{{end}}{{range $group := .Groups}}
{{.Title}}{{range $.Commands}}{{if eq .GroupID $group.ID}}
  {{rpad .Name 12}} {{.Short}}{{end}}{{end}}
{{end}}{{if and .HasAvailableSubCommands (not .AllChildCommandsHaveGroup)}}
Commands:{{range .Commands}}{{if and .IsAvailableCommand (eq .GroupID "")}}
  {{rpad .Name 12}} {{.Short}}{{end}}{{end}}
{{end}}{{if .HasAvailableFlags}}
Flags:
{{.Flags.FlagUsages}}{{end}}`

// lineBreak matches a line break within a paragraph, with the characters before and after it.
var lineBreak = regexp.MustCompile(`(\S)\n(\S)`)

// Help makes root and all commands below it print their help by helpTemplate, wrapped to the width of the output.
func Help(root *cobra.Command) {
	root.SetUsageTemplate(helpTemplate)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.Flags().SortFlags = false
		width := 120
		if out, ok := cmd.OutOrStdout().(*checkedWriter); ok && out.Columns() > 0 {
			width = min(width, out.Columns())
		}
		text := lineBreak.ReplaceAllString(cmd.UsageString(), "$1 $2") // the width decides where lines break
		fmt.Fprint(cmd.OutOrStdout(), table.Wrap(text, width))
	})
	root.CompletionOptions.HiddenDefaultCmd, cobra.EnableCommandSorting = true, false
}
