package stored

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results"
)

// ratePlaces prints the standing of the games in a table.
func (f *ratingsFlags) ratePlaces(cmd *cobra.Command) error {
	games, err := readPlaceGames(cmd.InOrStdin(), f.places)
	if err != nil {
		return cli.Usagef("--places: %w", err)
	}
	standing, err := results.NewStanding(games, results.StandingOptions{Seats: 3})
	if err != nil {
		return fmt.Errorf("--places: %s: %w", f.places, err)
	}
	return f.Print(cmd, tournaments.RatingsHead{Type: "places", File: f.places}, standing)
}

// readPlaceGames reads a table from a file, or - for the standard input.
func readPlaceGames(stdin io.Reader, path string) ([]results.Game, error) {
	if path == "-" {
		return results.ReadPlaces(stdin)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read
	games, err := results.ReadPlaces(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return games, nil
}
