// Package root is the whole command line: every command, in groups, below one root.
package root

import (
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/learn"
	"pillars/cmd/pillars/measure"
	"pillars/cmd/pillars/play"
	"pillars/cmd/pillars/positions"
	"pillars/cmd/pillars/protocol"
	"pillars/cmd/pillars/rules"
	"pillars/cmd/pillars/stored"
	"pillars/cmd/pillars/tournaments"
	"pillars/cmd/pillars/web"
)

// Run executes a command line and returns the exit code.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Execute(newCommand(), args, stdin, stdout, stderr)
}

func newCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "pillars",
		Short: "A laboratory for stacking games",
		Long: `pillars is a laboratory for stacking games: play and search them, run tournaments, measure games and
players.

No command replaces an existing file without --force, except for pictures and profiles (--svg, --plot, --cpuprofile).`,
		Example: `  pillars play --opponent alphabeta:nodes=20000
  pillars tournament`,
		Args:          cli.RefuseUnknown,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().Bool("no-color", false, "print without colours (setting NO_COLOR does the same)")
	_, root.Version = version()
	root.SetVersionTemplate("{{.Version}}")
	cli.Help(root)
	root.SetFlagErrorFunc(cli.FlagError)
	addGroup(root, "rules", "Rules and positions:", rules.NewRulesCommand(), rules.NewShowCommand(),
		rules.NewLegalCommand(), rules.NewApplyCommand(), rules.NewPerftCommand(), rules.NewRandomCommand())
	addGroup(root, "players", "Players:", play.NewPlayCommand(), play.NewPlayersCommand(), play.NewAnalyzeCommand(),
		positions.NewSolveCommand(), positions.NewBookCommand(), positions.NewSuiteCommand(), play.NewBenchCommand(),
		protocol.NewEngineCommand(), learn.NewSelfplayCommand(), learn.NewTuneCommand())
	addGroup(root, "tournaments", "Tournaments and stored games:", tournaments.NewTournamentCommand(),
		tournaments.NewSPRTCommand(), tournaments.NewWorkCommand(), stored.NewRatingsCommand(),
		stored.NewStatsCommand(), stored.NewRunsCommand(), stored.NewGamesCommand(), stored.NewVerifyCommand(),
		stored.NewMergeCommand(), measure.NewReportCommand())
	addGroup(root, "games", "Measuring games:", measure.NewMeasureCommand(), measure.NewAdvantageCommand())
	addGroup(root, "page", "In a browser:", web.NewPageCommand(), web.NewServeCommand())
	root.AddCommand(newVersionCommand())
	cli.PlainFlags(root)
	return root
}

func addGroup(root *cobra.Command, id, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, command := range commands {
		command.GroupID = id
		root.AddCommand(command)
	}
}
