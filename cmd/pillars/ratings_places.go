package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"pillars/results"
)

// placesAnswer is a standing of games of three or more seats as it is printed.
type placesAnswer struct {
	Type     string                `json:"type"`
	File     string                `json:"file"`
	Standing results.PlaceStanding `json:"standing"`
}

// ratePlaces prints the standing of the games in a table.
func (f *ratingsFlags) ratePlaces(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0:
		return usagef("--places rates the games of a file, but the run %q is given too; choose one", args[0])
	case cmd.Flags().Changed("db"):
		return usagef("--places rates the games of a file, but --db is given too; choose one")
	}
	games, err := readPlaceGames(cmd.InOrStdin(), f.places)
	if err != nil {
		return usagef("--places: %w", err)
	}
	standing, err := results.NewPlaceStanding(games, results.PlaceOptions{})
	switch {
	case err != nil:
		return fmt.Errorf("--places: %s: %w", f.places, err)
	case f.json:
		return printJSON(cmd.OutOrStdout(), placesAnswer{"places", f.places, standing})
	case f.csv:
		return standing.WriteCSV(cmd.OutOrStdout())
	}
	return standing.WriteTable(cmd.OutOrStdout())
}

// readPlaceGames reads a table from a file, or - for the standard input.
func readPlaceGames(stdin io.Reader, path string) ([]results.PlaceResult, error) {
	if path == "-" {
		return results.ReadPlaceResults(stdin)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read
	games, err := results.ReadPlaceResults(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return games, nil
}
