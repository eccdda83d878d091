package stored

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results"
)

// ratePGN prints the standing of the games in a PGN file.
func (f *ratingsFlags) ratePGN(cmd *cobra.Command) error {
	games, err := f.readPGN(cmd.InOrStdin())
	if err != nil {
		return cli.Usagef("--pgn: %w", err)
	}
	options, err := f.options(games.fold, nil)
	if err != nil {
		return err
	}
	options.Remarks = f.pgnRemarks(games)
	standing, err := games.fold.Standing(options)
	if err != nil {
		return fmt.Errorf("--pgn: %s: %w", f.pgn, err)
	}
	return f.Print(cmd, tournaments.RatingsHead{Type: "standing", File: f.pgn, Skipped: &games.summary.Unknown}, standing)
}

// pgnGames are the games of a file.
type pgnGames struct {
	fold    *results.Fold
	summary results.PGNSummary
	known   int // how many of them name what they begin from
}

// readPGN folds the games of the file, or of the standard input.
func (f *ratingsFlags) readPGN(stdin io.Reader) (pgnGames, error) {
	in := stdin
	if f.pgn != "-" {
		file, err := os.Open(f.pgn)
		if err != nil {
			return pgnGames{}, err
		}
		defer file.Close() // only read
		in = file
	}
	out := pgnGames{fold: results.NewFold()}
	var err error
	out.summary, err = results.ReadPGN(in, func(game results.Game, round string) error {
		if f.pairsByRound && game.Opening == "" && round != "?" && round != "-" {
			players := slices.Sorted(slices.Values(game.Players[:])) // others in the round may have begun otherwise
			game.Opening = strings.Join(append(players, round), "\x00")
		}
		if game.Opening != "" {
			out.known++
		}
		return out.fold.Add(game)
	})
	if err != nil {
		return pgnGames{}, fmt.Errorf("%s: %w", f.pgn, err)
	}
	return out, nil
}

// pgnRemarks say how the games of a file were taken.
func (f *ratingsFlags) pgnRemarks(games pgnGames) []string {
	var remarks []string
	switch {
	case f.pairsByRound:
		remarks = append(remarks, "Two games of a round between the same players, with the seats swapped, are taken as a pair from one opening.")
	case games.known == 0 && games.summary.Games > 0:
		remarks = append(remarks, "Games are taken as independent of each other: the file does not tell which of them were pairs from one opening.")
	}
	if games.summary.Unknown > 0 {
		remarks = append(remarks, fmt.Sprintf("Left out: %s without a result.", cli.Counted(games.summary.Unknown, "game")))
	}
	return remarks
}
