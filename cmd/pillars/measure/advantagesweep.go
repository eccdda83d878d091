package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
)

// sweepSettings are the values of the option that is swept, as name=value, or one empty text. Of a range, values that the game does not have are
// left out, and it is said which.
func (f *advantageFlags) sweepSettings(cmd *cobra.Command, game engine.Game) ([]string, error) {
	if f.sweep == "" {
		return []string{""}, nil
	}
	name, list, found := strings.Cut(f.sweep, "=")
	if !found || list == "" {
		return nil, cli.Usagef("--sweep %s: write name=from..to or name=value,value", f.sweep)
	}
	values, ranged, err := cli.WholeRange(list)
	if err != nil {
		return nil, cli.Usagef("--sweep %s: %w", f.sweep, err)
	}
	if !ranged {
		values = strings.Split(list, ",")
	}
	var settings []string
	var refused error
	for _, value := range values {
		setting := name + "=" + strings.TrimSpace(value)
		if _, err := f.rulesWith(game, setting); err != nil {
			refused = errors.Join(refused, err)
			continue
		}
		settings = append(settings, setting)
	}
	switch {
	case refused != nil && (!ranged || len(settings) == 0):
		return nil, cli.Usagef("--sweep %s: %w", f.sweep, refused)
	case refused != nil && !f.Quiet:
		tellLeftOut(cmd, "--sweep "+f.sweep, refused)
	}
	return settings, nil
}

// tellLeftOut says which values of a range the game does not have.
func tellLeftOut(cmd *cobra.Command, of string, refused error) {
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: left out is what the game does not have\n%v\n", of, refused)
}

// rulesWith are the rules with one more option, or none.
func (f *advantageFlags) rulesWith(game engine.Game, setting string) (engine.Rules, error) {
	options, err := engine.ParseSettings(f.optionsWith(setting))
	if err != nil {
		return nil, err
	}
	return game.New(options)
}

func (f *advantageFlags) optionsWith(setting string) []string {
	options := slices.Clone(f.Options)
	if setting != "" {
		options = append(options, setting)
	}
	return options
}
