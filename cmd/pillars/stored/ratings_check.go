package stored

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// Check refuses flags that contradict each other.
func (f *ratingsFlags) Check(cmd *cobra.Command, args []string) error {
	if f.json && f.csv {
		return cli.Usagef("--json and --csv are both given; choose one")
	}
	if f.headToHead && (f.crosstable || f.matrix) {
		return cli.Usagef("--head-to-head is a list of what --crosstable and --matrix show as tables; choose one form")
	}
	if _, ok := ratingScales[f.scale]; !ok {
		return cli.Usagef("--scale: %q: choose elo or ordo", f.scale)
	}
	if f.pairsByRound && !cmd.Flags().Changed("pgn") {
		return cli.Usagef("--pairs-by-round is for the games of --pgn; stored games know their pairs")
	}
	return f.checkSource(cmd, args)
}

// checkSource refuses more than one source of games, and flags that do not fit it.
func (f *ratingsFlags) checkSource(cmd *cobra.Command, args []string) error {
	changed := cmd.Flags().Changed
	for _, file := range []string{"places", "pgn"} {
		switch {
		case !changed(file):
		case len(args) > 0:
			return cli.Usagef("--%s rates the games of a file, but the run %q is given too; choose one", file, args[0])
		case changed("db"):
			return cli.Usagef("--%s rates the games of a file, but --db is given too; choose one", file)
		}
	}
	if changed("places") && changed("pgn") {
		return cli.Usagef("--places and --pgn are both given; choose one")
	}
	fromFile := changed("places") || changed("pgn")
	for _, flag := range append(twoSeatFlags(), "csv") {
		switch {
		case !changed(flag):
		case len(args) == 0 && !fromFile:
			return cli.Usagef("--%s is for the standing of a run; pillars ratings lists the runs", flag)
		case changed("places") && flag != "csv":
			return severalSeats(flag)
		}
	}
	return nil
}

// twoSeatFlags are the flags that only games of two seats have a use for.
func twoSeatFlags() []string {
	return []string{"scale", "anchor", "crosstable", "matrix", "head-to-head"}
}

// severalSeats refuses a flag that does not fit games of three or more seats.
func severalSeats(flag string) error {
	return cli.Usagef("--%s is for games of two seats, and these have more; leave it out", flag)
}
