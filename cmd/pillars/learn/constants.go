package learn

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
)

// constants reads which keys of a player are tuned: the text of --constants, or behind an @ the name of a file.
func constants(text, player string, rEnd float64) ([]tune.Parameter, error) {
	flags, err := keysOf(player)
	if err != nil {
		return nil, err
	}
	entries, split := strings.Split(text, ","), splitConstant
	if path, isFile := strings.CutPrefix(text, "@"); isFile {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		entries, split = strings.Split(string(data), "\n"), splitLine
		entries = slices.DeleteFunc(entries, func(line string) bool {
			line = strings.TrimSpace(line)
			return line == "" || strings.HasPrefix(line, "#")
		})
	}
	var parameters []tune.Parameter
	for _, entry := range entries {
		name, fields, err := split(strings.TrimSpace(entry))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", entry, err)
		}
		p, err := newConstant(name, fields, flags, rEnd)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", entry, err)
		}
		parameters = append(parameters, p)
	}
	return parameters, tune.CheckAll(parameters)
}

func keysOf(player string) (*flag.FlagSet, error) {
	name, keys, err := search.SplitText(player)
	if err != nil {
		return nil, err
	}
	kinds := players.Kinds()
	i := slices.IndexFunc(kinds, func(kind players.Kind) bool { return kind.Name == name })
	switch {
	case i < 0:
		return nil, fmt.Errorf("unknown player %q; known are: %s", name, strings.Join(cli.PlayerKinds(), ", "))
	case kinds[i].Command:
		return nil, fmt.Errorf("player %q is a program of its own, which has no keys", player)
	}
	flags := kinds[i].Keys()
	return flags, search.SetKeys(flags, keys)
}

var errConstant = errors.New(
	"write name=start:min..max, with :c_end and :r_end behind it if wanted, such as cpuct=0.8:0.2..3:0.1")

// splitConstant takes "name=start:min..max:c_end:r_end" apart. The last two may be left out, and the start, which then
// is the player's.
func splitConstant(text string) (name string, fields []string, err error) {
	parts := strings.Split(text, ":")
	name, start, _ := strings.Cut(parts[0], "=")
	if len(parts) < 2 || len(parts) > 4 {
		return "", nil, errConstant
	}
	low, high, found := strings.Cut(parts[1], "..")
	if !found {
		return "", nil, errConstant
	}
	return name, append([]string{start, low, high}, parts[2:]...), nil
}

// splitLine takes "name, start, min, max, c_end, r_end" apart, as on fishtest, or "name, int, start, ...", as on
// OpenBench. The last two may be left out.
func splitLine(text string) (name string, fields []string, err error) {
	fields = strings.Split(text, ",")
	for i, field := range fields {
		fields[i] = strings.TrimSpace(field)
	}
	name, fields = fields[0], fields[1:]
	if len(fields) > 0 && (fields[0] == "int" || fields[0] == "float") {
		fields = fields[1:]
	}
	if len(fields) < 3 || len(fields) > 5 {
		err = errors.New("write name, start, min, max, c_end, r_end; the last two may be left out")
	}
	return name, fields, err
}

func newConstant(name string, fields []string, flags *flag.FlagSet, rEnd float64) (tune.Parameter, error) {
	p := tune.Parameter{Name: name}
	key := flags.Lookup(name)
	if key == nil {
		return p, search.UnknownKey(flags, name)
	}
	numeric := false
	if numeric, p.Integer = isNumber(key); !numeric {
		return p, fmt.Errorf("key %s of %s is no number, so it cannot be tuned", name, flags.Name())
	}
	if fields[0] == "" {
		fields[0] = key.Value.String()
	}
	numbers := []*float64{&p.Start, &p.Min, &p.Max, &p.CEnd, &p.REnd}
	for i, field := range fields {
		number, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return p, fmt.Errorf("%q is not a number", field)
		}
		*numbers[i] = number
	}
	if len(fields) < 4 {
		p.CEnd = tune.DefaultCEnd(p.Min, p.Max)
	}
	if len(fields) < 5 {
		p.REnd = rEnd
	}
	return p, nil
}

func isNumber(key *flag.Flag) (numeric, whole bool) {
	getter, ok := key.Value.(flag.Getter)
	if !ok {
		return false, false
	}
	switch getter.Get().(type) {
	case int, uint64:
		return true, true
	case float64:
		return true, false
	}
	return false, false
}

// completeConstants offers the numbers among the keys of the player of --search, with their values.
func completeConstants(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	player, err := cmd.Flags().GetString("search")
	if err != nil {
		return nil, inWord
	}
	flags, err := keysOf(player)
	if err != nil {
		return nil, inWord
	}
	before := typed[:strings.LastIndex(typed, ",")+1]
	var offers []string
	flags.VisitAll(func(key *flag.Flag) {
		if numeric, _ := isNumber(key); numeric {
			offers = append(offers, before+key.Name+"="+key.Value.String()+":\t"+key.Usage)
		}
	})
	return offers, inWord
}
