package stored

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results"
	"pillars/results/rating"
)

// ratingScales are log odds in a point of rating; 0 is the usual scale.
var ratingScales = map[string]float64{"elo": 0, "ordo": rating.OrdoScale}

// options are the options of a standing of the games folded, in which the players named are shown even without games.
func (f *ratingsFlags) options(fold *results.Fold, players []string) (results.StandingOptions, error) {
	out := results.StandingOptions{Players: players, Scale: ratingScales[f.scale], Anchors: map[string]float64{}}
	plays := func(name string) bool { return slices.Contains(players, name) || fold.Plays(name) }
	for _, text := range f.anchors {
		name, rating, err := parseAnchor(text, plays)
		if err != nil {
			return out, err
		}
		out.Anchors[name] = rating
	}
	return out, nil
}

// runOptions are the options of a standing of a run. Those for games of two seats alone are refused for others.
func (f *ratingsFlags) runOptions(cmd *cobra.Command, rated *results.Fold, players []string) (results.StandingOptions, error) {
	if rated.Seats() <= 2 {
		return f.options(rated, players)
	}
	for _, flag := range twoSeatFlags() {
		if cmd.Flags().Changed(flag) {
			return results.StandingOptions{}, severalSeats(flag)
		}
	}
	return results.StandingOptions{Players: players}, nil
}

// parseAnchor reads PLAYER[=RATING]. As names may hold equals signs, the whole is a name where a player is called so.
func parseAnchor(text string, plays func(name string) bool) (name string, rating float64, err error) {
	if plays(text) {
		return text, 0, nil
	}
	at := strings.LastIndex(text, "=")
	if at < 0 || !plays(text[:at]) {
		return "", 0, cli.Usagef("--anchor: no player %q has games here; give the name as the standing shows it", text)
	}
	rating, err = strconv.ParseFloat(text[at+1:], 64)
	if err != nil {
		return "", 0, cli.Usagef("--anchor: %q: the rating %q is no number; write PLAYER=RATING, such as %s=1500", text, text[at+1:], text[:at])
	}
	return text[:at], rating, nil
}
