package measure

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
)

// variant is a game with options, as the user wrote it.
type variant struct {
	text    string
	game    string
	options []string
	rules   engine.Rules
}

// variants reads GAME:OPTION=VALUE,... as often as it is given. A range stands for all its values that the game has; it is said which it has not.
func (f *compareFlags) variants(cmd *cobra.Command, texts []string) (variants []variant, err error) {
	for _, text := range texts {
		spread, err := unfolded(text)
		if err != nil {
			return nil, err
		}
		var refused error
		before := len(variants)
		for _, one := range spread {
			v, err := parseVariant(one)
			if err != nil && len(spread) > 1 {
				refused = errors.Join(refused, err)
				continue
			}
			if err != nil {
				return nil, err
			}
			variants = append(variants, v)
		}
		switch {
		case len(variants) == before:
			return nil, refused
		case refused != nil && !f.quiet:
			tellLeftOut(cmd, text, refused)
		}
	}
	return variants, nil
}

// unfolded are the texts that a variant with ranges, such as size=5..8, stands for; the text itself if it has none.
func unfolded(text string) ([]string, error) {
	game, options, hasOptions := strings.Cut(text, ":")
	if !hasOptions {
		return []string{text}, nil
	}
	texts := []string{game + ":"}
	for i, option := range strings.Split(options, ",") {
		values, err := valuesOf(option)
		if err != nil {
			return nil, cli.Usagef("%s: %w", text, err)
		}
		var longer []string
		for _, before := range texts {
			for _, value := range values {
				if i > 0 {
					value = "," + value
				}
				longer = append(longer, before+value)
			}
		}
		if texts = longer; len(texts) > cli.MaxSweepValues {
			return nil, cli.Usagef("%s: it stands for more than %d variants", text, cli.MaxSweepValues)
		}
	}
	return texts, nil
}

// valuesOf are the settings that an option with a range of whole numbers stands for; the option itself if it has none.
func valuesOf(option string) ([]string, error) {
	name, value, _ := strings.Cut(option, "=")
	values, ranged, err := cli.WholeRange(value)
	if err != nil {
		return nil, fmt.Errorf("option %s: %w", option, err)
	}
	if !ranged {
		return []string{option}, nil
	}
	for i, n := range values {
		values[i] = name + "=" + n
	}
	return values, nil
}

// parseVariant reads GAME:OPTION=VALUE,...
func parseVariant(text string) (variant, error) {
	name, options, hasOptions := strings.Cut(text, ":")
	v := variant{text: text, game: name}
	game, err := games.Find(name)
	if err != nil {
		return v, cli.Usagef("%w", err)
	}
	if hasOptions {
		v.options = strings.Split(options, ",")
	}
	settings, err := engine.ParseSettings(v.options)
	if err != nil {
		return v, cli.Usagef("%s: %w", text, err)
	}
	if v.rules, err = game.New(settings); err != nil {
		return v, cli.Usagef("%s: %w", text, err)
	}
	return v, nil
}

// completeVariant offers games, and behind a colon their options.
func completeVariant(typed string) ([]string, cobra.ShellCompDirective) {
	game, options, hasOptions := strings.Cut(typed, ":")
	if !hasOptions {
		return cli.GameNames(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	before := typed[:len(game)+1+strings.LastIndex(options, ",")+1]
	offers, directive := cli.CompleteOption(nil, []string{game}, typed[len(before):])
	for i, offer := range offers {
		offers[i] = before + offer
	}
	return offers, directive
}
