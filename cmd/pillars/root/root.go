// Package root assembles the command line: every command, in groups, below one root. It also provides the commands for
// the web page: "page" writes it as one file, "serve" serves it over HTTP.
package root

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/learn"
	"pillars/cmd/pillars/measure"
	"pillars/cmd/pillars/play"
	"pillars/cmd/pillars/positions"
	"pillars/cmd/pillars/rules"
	"pillars/cmd/pillars/stored"
	"pillars/cmd/pillars/tournaments"
	"pillars/tournament/runner"
)

// Version is the version of the program, by semantic versioning.
const Version = "0.1.0"

// Run executes a command line and returns the exit code.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Execute(New(), args, stdin, stdout, stderr)
}

// New returns the root command with all commands below it.
func New() *cobra.Command {
	root := &cobra.Command{
		Use:           "pillars",
		Short:         "A laboratory for four abstract board games",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.Version = version()
	root.SetVersionTemplate("{{.Version}}") // the text already has the program's name and ends with a line break
	cli.Help(root)
	root.SetFlagErrorFunc(cli.FlagError)
	addGroup(root, "rules", "Rules and positions:", rules.NewRulesCommand(), rules.NewShowCommand(),
		rules.NewPerftCommand())
	addGroup(root, "players", "Players:", play.NewPlayCommand(), play.NewPlayersCommand(), play.NewAnalyzeCommand(),
		positions.NewSolveCommand(), positions.NewBookCommand(), positions.NewProblemsCommand(), play.NewBenchCommand(),
		play.NewEngineCommand(), learn.NewSelfplayCommand(), learn.NewTuneCommand())
	addGroup(root, "tournaments", "Tournaments and stored games:", tournaments.NewTournamentCommand(),
		tournaments.NewSPRTCommand(), tournaments.NewWorkCommand(), stored.NewRatingsCommand(),
		stored.NewStatsCommand(), stored.NewRunsCommand(), stored.NewGamesCommand(), stored.NewVerifyCommand(),
		stored.NewMergeCommand(), measure.NewReportCommand())
	addGroup(root, "games", "Measuring games:", measure.NewMeasureCommand())
	addGroup(root, "page", "In a browser:", newPageCommand(), newServeCommand())
	root.AddCommand(play.NewBridgeCommand(Version))
	cli.Settle(root) // help, flags and checks of arguments; after all commands are added
	return root
}

func addGroup(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, command := range commands {
		command.GroupID = id
		root.AddCommand(command)
	}
}

// version describes the program's build.
func version() string {
	revision, modified := runner.Revision()
	mark := ""
	if modified {
		mark = ", modified"
	}
	return fmt.Sprintf("pillars %s, revision %s%s\n%s %s/%s\n", Version,
		cmp.Or(revision, "unknown: built without version control"), mark, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}
