package stored

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/runs"
	"pillars/results/store"
)

// filterFlags say which games of a run are meant.
type filterFlags struct {
	store.Filter
	result string
}

// Register adds the flags, with completion of players from the runs that are named.
func (f *filterFlags) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.Player, "player", "", "only games of this `PLAYER`: name, beginning of it, or number in the run")
	set.StringVar(&f.Opponent, "opponent", "", "only games in which this `PLAYER` took part too")
	set.StringVar(&f.Pairing, "pairing", "", "only games of these players by number, such as `1v2`")
	set.IntVar(&f.Opening, "opening", 0, "only games from the opening of this `NUMBER`")
	set.StringVar(&f.Reason, "reason", "", "only games that ended for a reason with this `TEXT` in it")
	set.BoolVar(&f.Faults, "faults", false, "only games that a player's fault ended")
	set.StringVar(&f.result, "result", "", "only games with this `RESULT`: 1-0, the first seat won; 0-1, the second did; draw")
	set.IntVar(&f.Limit, "limit", 0, "at most so many games, the first to be finished; 0 for all")
	cli.Complete(cmd, "player", completeStoredPlayer)
	cli.Complete(cmd, "opponent", completeStoredPlayer)
	cli.Complete(cmd, "result", cobra.FixedCompletions(endingNames(), cobra.ShellCompDirectiveNoFileComp))
}

func endingNames() []string {
	var names []string
	for _, ending := range store.Endings() {
		names = append(names, string(ending))
	}
	return names
}

// pairingText is what stands for the players in a game's identity.
var pairingText = regexp.MustCompile(`^[0-9]+(v[0-9]+)+$`)

// Settle checks the flags and finds the players that they name among those of the runs.
func (f *filterFlags) Settle(all []store.Run) (store.Filter, error) {
	filter := f.Filter
	filter.Result = store.Ending(f.result)
	switch {
	case f.result != "" && !slices.Contains(endingNames(), f.result):
		return filter, cli.Usagef("--result %s: must be one of %s", f.result, strings.Join(endingNames(), ", "))
	case f.Pairing != "" && !pairingText.MatchString(f.Pairing):
		return filter, cli.Usagef("--pairing %s: write players by their numbers, as in 1v2; pillars runs show RUN lists them", f.Pairing)
	case f.Opening < 0:
		return filter, cli.Usagef("--opening %d: openings are numbered from 1", f.Opening)
	case f.Limit < 0:
		return filter, cli.Usagef("--limit %d: must be 1 or more, or 0 for all games", f.Limit)
	}
	var known []string
	for _, run := range all {
		facts, err := runs.FactsOf(run)
		if err != nil {
			return filter, err
		}
		known = append(known, facts.Players...)
	}
	for flag, player := range map[string]*string{"--player": &filter.Player, "--opponent": &filter.Opponent} {
		name, err := findPlayer(*player, known, len(all) == 1)
		if err != nil {
			return filter, cli.Usagef("%s %s: %w", flag, *player, err)
		}
		*player = name
	}
	if filter.Player != "" && filter.Player == filter.Opponent {
		return filter, cli.Usagef("--player and --opponent both name %s; nobody plays itself in a tournament", filter.Player)
	}
	return filter, nil
}

// findPlayer is the full name of the player that the text means: a name, the beginning of just one, or a number where numbers are those of one run.
func findPlayer(text string, known []string, numbered bool) (string, error) {
	if text == "" || slices.Contains(known, text) {
		return text, nil
	}
	if number, err := strconv.Atoi(text); err == nil && numbered {
		if number < 1 || number > len(known) {
			return "", fmt.Errorf("players are numbered from 1 to %d", len(known))
		}
		return known[number-1], nil
	}
	var found []string
	for _, name := range known {
		if strings.HasPrefix(name, text) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no such player; there are %s", strings.Join(known, ", "))
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("several players begin so: %s; give more of the name", strings.Join(found, ", "))
}

// completeStoredPlayer offers the players of the run that the command line names.
func completeStoredPlayer(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp
	if len(args) == 0 {
		return nil, directive
	}
	db, err := openNamed(cmd)
	if err != nil {
		return nil, directive
	}
	defer db.Close()
	run, err := db.Run(cmd.Context(), args[0])
	if err != nil {
		return nil, directive
	}
	facts, err := runs.FactsOf(run)
	if err != nil {
		return nil, directive
	}
	return facts.Players, directive
}
