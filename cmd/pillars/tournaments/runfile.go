package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/tournament"
)

// flagKeys maps keys of a run file to the flags that set the same. Other keys are in fileOnly, see [RunFlags.register].
// If a command lacks the key, it is an error. Rule options stand in the table "options", players in tables "player".
var flagKeys = map[string]string{
	"game": "game", "rounds": "rounds", "seed": "seed", "workers": "workers", "db": "db", "format": "format",
	"openings.turns": "opening-turns", "openings.book": "book",
	"limits.nodes": "nodes", "limits.time": "time", "limits.clock": "clock", "test.elo0": "elo0", "test.elo1": "elo1",
}

// readFile sets what the run file says, if there is one. Flags on the command line keep their values. readFile returns
// args, the players on the command line or, if there are none, the players of the file.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := outside.ReadFile(f.file, 1<<20)
	if err != nil {
		return nil, cli.Usagef("--run: %w", err)
	}
	players, err := f.enter(cmd.Flags(), text)
	if err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	hasLimits := func(c tournament.Control) bool { return c != tournament.Control{} }
	if len(args) > 0 { // these replace the players of the file, to whom its limits belong
		players, f.Spec.Own = args, nil
	} else if !slices.ContainsFunc(f.Spec.Own, hasLimits) {
		f.Spec.Own = nil
	}
	return players, nil
}

// enter sets what the text of a run file says, except flags of the command line, which keep their values. It returns
// the players of the file, in order.
func (f *RunFlags) enter(set *pflag.FlagSet, text []byte) (names []string, err error) {
	var file struct {
		Options map[string]any   `toml:"options"`
		Player  []map[string]any `toml:"player"`
	}
	var all map[string]any
	if err := cmp.Or(toml.Unmarshal(text, &all), toml.Unmarshal(text, &file)); err != nil {
		return nil, syntaxError(err)
	}
	delete(all, "options")
	delete(all, "player")
	wrong := setKeys(all, "", func(key string) *pflag.Flag {
		return cmp.Or(f.fileOnly.Lookup(key), set.Lookup(flagKeys[key]))
	})
	for _, option := range slices.Sorted(maps.Keys(file.Options)) {
		value, err := valueText(file.Options[option])
		wrong = append(wrong, wrongValue("options."+option, value, err))
		f.filedOptions = append(f.filedOptions, option+"="+value)
	}
	for i, table := range file.Player {
		player := pflag.NewFlagSet("player", pflag.ContinueOnError)
		name, control := player.String("name", "", ""), tournament.Control{}
		registerControl(player, &control.Limits, &control.Clock)
		player.IntVar(&control.Limits.Depth, "depth", 0, "")
		wrong = append(wrong, setKeys(table, "", player.Lookup)...)
		if strings.TrimSpace(*name) == "" {
			wrong = append(wrong, fmt.Errorf("player %d has no name; give it one with name = \"...\"", i+1))
		}
		names, f.Spec.Own = append(names, *name), append(f.Spec.Own, control)
	}
	const mostWrong = 10 // errors that are shown
	wrong = slices.DeleteFunc(wrong, func(err error) bool { return err == nil })
	if len(wrong) > mostWrong {
		wrong = append(wrong[:mostWrong], errors.New("and more"))
	}
	return names, errors.Join(wrong...)
}

// syntaxError returns an error of the TOML reader as one that begins with the number of the line.
func syntaxError(err error) error {
	const most = 300 // bytes of a text
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := wrong.Position()
		return fmt.Errorf("line %d: %s", line, outside.Short(strings.TrimPrefix(wrong.Error(), "toml: "), most))
	}
	return errors.New(outside.Short(err.Error(), most))
}

// deepest is the largest number of keys or tables within each other that are read. A run file needs two.
const deepest = 8

// setKeys sets the values of a table, whose keys begin with prefix. The function find returns the flag of a key or nil.
// The errors are for keys that are unknown or whose flag does not accept the value.
func setKeys(table map[string]any, prefix string, find func(key string) *pflag.Flag) (wrong []error) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := prefix + name
		inner, isTable := table[name].(map[string]any)
		if isTable && strings.Count(key, ".") < deepest {
			wrong = append(wrong, setKeys(inner, key+".", find)...)
			continue
		}
		flag := find(key)
		if flag == nil {
			wrong = append(wrong, fmt.Errorf("unknown key: %s", outside.Short(key, 100)))
			continue
		}
		value, err := valueText(table[name])
		if err == nil && !flag.Changed { // the command line has not set it
			err = flag.Value.Set(value)
		}
		wrong = append(wrong, wrongValue(key, value, err))
	}
	return wrong
}

// wrongValue returns an error that names the key of a value, or nil without an error.
func wrongValue(key, value string, err error) error {
	if err == nil {
		return nil
	}
	const most = 100 // bytes of each text
	return fmt.Errorf("%s = %s: %s", outside.Short(key, most), outside.Short(value, most),
		outside.Short(err.Error(), most))
}

// valueText returns the text of a value, as a flag takes it.
func valueText(value any) (string, error) {
	switch value := value.(type) {
	case string, int64, bool:
		return fmt.Sprint(value), nil
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	}
	return "", errors.New("must be a text, a number, or true or false")
}

// allOptions returns the rule options of the run file and of --option, which takes precedence for the same option.
func (f *RunFlags) allOptions() []string {
	nameOf := func(option string) string {
		name, _, _ := strings.Cut(option, "=")
		return name
	}
	filed := slices.DeleteFunc(slices.Clone(f.filedOptions), func(option string) bool {
		return slices.ContainsFunc(f.Options, func(given string) bool { return nameOf(given) == nameOf(option) })
	})
	return append(filed, f.Options...)
}
