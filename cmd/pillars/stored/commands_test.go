package stored

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli/clitest"
	"pillars/cmd/pillars/tournaments"
)

// pillars runs a command of this package, or a tournament, and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	return clitest.Run([]*cobra.Command{
		NewGamesCommand(), NewRatingsCommand(), NewRunsCommand(), NewVerifyCommand(),
		tournaments.NewTournamentCommand(),
	}, args...)
}

// played plays a tournament of two games between two players into a database.
func played(first, second, path string) (code int, stdout, stderr string) {
	return pillars("tournament", first, second, "--option", "size=4", "--rounds", "1", "--quiet", "--db", path)
}
