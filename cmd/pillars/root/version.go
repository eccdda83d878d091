package root

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/table"
	"pillars/search/bench"
)

func newVersionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version", Short: "Print the program's revision and its players' signatures",
		Long: `Print the revision and the Go version that the program was built with, the architecture, and the
signatures of the default players. Programs with equal signatures play alike; "pillars bench" recomputes them.`,
		Example: `  pillars version
  pillars version --json`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			facts, text := version()
			return cli.Answer(cmd.OutOrStdout(), asJSON, facts, "%s", strings.TrimSuffix(text, "\n"))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON line")
	return cmd
}

// version says what the program is, for programs and for people.
func version() (facts table.Facts, text string) {
	revision, modified := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch {
			case setting.Key == "vcs.revision":
				revision = setting.Value
			case setting.Key == "vcs.modified" && setting.Value == "true":
				modified = ", modified"
			}
		}
	}
	text = fmt.Sprintf("pillars, revision %s%s\n%s %s/%s\nsignatures of the default players:\n",
		cmp.Or(revision, "unknown: built without version control"), modified, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
	var signatures table.Facts
	grid := table.New("", "")
	grid.Indent = 2
	bench.Recorded(func(player, signature string) {
		signatures.Add(player, signature)
		grid.Add(player, signature)
	})
	var rows strings.Builder
	_ = grid.WriteText(&rows) // a builder takes all
	return table.Object("type", "version", "revision", revision, "modified", modified != "", "go", runtime.Version(),
		"os", runtime.GOOS, "arch", runtime.GOARCH, "signatures", signatures), text + rows.String()
}
