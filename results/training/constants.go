package training

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
)

// Constants reads a list of constants to tune, which are keys of a player, with their ranges and the settings c_end and
// r_end of SPSA. text has the form name=start:min..max[:c_end[:r_end]],... The default of start is the value in player.
// The defaults of c_end and r_end are those of fishtest: a twentieth of the range, and 0.002.
func Constants(text, player string) (parameters []tune.Parameter, err error) {
	keys, err := players.Keys(player)
	if err != nil {
		return nil, err
	}
	for entry := range strings.SplitSeq(text, ",") {
		p, err := newConstant(strings.TrimSpace(entry), keys)
		if err == nil && slices.ContainsFunc(parameters, func(q tune.Parameter) bool { return q.Name == p.Name }) {
			err = errors.New("it is named twice; leave one out")
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", entry, err)
		}
		parameters = append(parameters, p)
	}
	return parameters, nil
}

// newConstant reads one constant of the list that [Constants] describes.
func newConstant(text string, keys *flag.FlagSet) (p tune.Parameter, err error) {
	parts := strings.Split(text, ":")
	name, start, _ := strings.Cut(parts[0], "=")
	if len(parts) < 2 || len(parts) > 4 || !strings.Contains(parts[1], "..") {
		return p, errors.New("write name=start:min..max, with :c_end and :r_end behind it if wanted, such as " +
			"cpuct=0.8:0.2..3:0.1")
	}
	key := keys.Lookup(name)
	if key == nil {
		return p, search.UnknownKey(keys, name)
	}
	numeric, integer := tunable(key)
	if !numeric {
		return p, fmt.Errorf("key %s of %s is not a number, so it cannot be tuned", name, keys.Name())
	}
	p = tune.Parameter{Name: name, REnd: 0.002, Integer: integer}
	low, high, _ := strings.Cut(parts[1], "..")
	fields := append([]string{cmp.Or(start, key.Value.String()), low, high}, parts[2:]...)
	for i, number := range []*float64{&p.Start, &p.Min, &p.Max, &p.CEnd, &p.REnd}[:len(fields)] {
		if *number, err = strconv.ParseFloat(search.ExpandCount(fields[i]), 64); err != nil {
			return p, fmt.Errorf("%q is not a number", fields[i])
		}
	}
	if len(parts) < 3 { // without c_end
		p.CEnd = (p.Max - p.Min) / 20
	}
	return p, p.Check()
}

func tunable(key *flag.Flag) (numeric, integer bool) {
	if getter, ok := key.Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case int, uint64:
			return true, true
		case float64:
			return true, false
		}
	}
	return false, false
}

// withConstants returns the text of a player with the given values of the parameters.
func withConstants(player string, parameters []tune.Parameter, values []float64) (string, error) {
	for i, p := range parameters {
		spec, err := search.ParseSpec(player)
		if err != nil {
			return "", err
		}
		player = search.With(spec.Without(p.Name), p.Name, formatConstant(p, values[i]))
	}
	return player, nil
}

// formatConstant returns the text of a value. Unless the constant is an integer, the value is rounded to six digits,
// because no match could show a smaller difference, and kept within the range of the constant.
func formatConstant(p tune.Parameter, value float64) string {
	if p.Integer {
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	if rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 6, 64), 64); err == nil {
		value = min(max(rounded, p.Min), p.Max)
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}
