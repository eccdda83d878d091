package tournaments

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/tournament"
)

// What flags and run file both say in several parts is put together part by part: options by their names, limits by players. Flags win.

// allOptions are the rule options of the run file that no flag names, and those of the flags.
func (f *RunFlags) allOptions() []string {
	named := func(option string) string {
		name, _, _ := strings.Cut(option, "=")
		return name
	}
	var options []string
	for _, option := range f.filedOptions {
		if !slices.ContainsFunc(f.Options, func(given string) bool { return named(given) == named(option) }) {
			options = append(options, option)
		}
	}
	return append(options, f.Options...)
}

// setOwnLimits reads the limits that single players have: by flags, and by the run file those whom no flag names.
func (f *RunFlags) setOwnLimits(spec *tournament.Spec) error {
	if len(f.playerLimits)+len(f.filedLimits) == 0 {
		return nil
	}
	spec.Own = make([]tournament.Control, len(spec.Players))
	given := map[int]bool{}
	for _, text := range f.playerLimits {
		player, control, err := parseOwnLimits(text, len(spec.Players))
		if err != nil {
			return cli.Usagef("--player-limits %s: %w", text, err)
		}
		if given[player] {
			return cli.Usagef("--player-limits: player %d has limits twice; write them in one", player+1)
		}
		given[player], spec.Own[player] = true, control
	}
	for _, text := range f.filedLimits {
		player, control, err := parseOwnLimits(text, len(spec.Players))
		if err != nil {
			return cli.Usagef("--run %s: player %s: %w", f.file, text, err)
		}
		if !given[player] {
			spec.Own[player] = control
		}
	}
	return nil
}

// parseOwnLimits reads the number of a player, here from 0, and its limits: "2:nodes=500".
func parseOwnLimits(text string, players int) (player int, control tournament.Control, err error) {
	number, limits, found := strings.Cut(text, ":")
	player, err = strconv.Atoi(number)
	if err != nil || !found || player < 1 || player > players {
		return 0, control, fmt.Errorf("begin with the number of a player, from 1 to %d, and a colon", players)
	}
	control, err = tournament.ParseControl(limits)
	return player - 1, control, err
}
