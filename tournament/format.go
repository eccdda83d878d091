package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// Format says who meets whom, in which seats, and how many games that takes. It is one of the types [RoundRobin],
// [Gauntlet], [Mixed], [Sequential], [SelfPlay], [Odds], [Training], [Swiss] and [KnockOut], which hold its options.
// Formats can be compared with ==.
type Format interface {
	// String returns the name of the format, such as "round-robin".
	String() string
	// Traits returns the properties that other code asks for.
	Traits() Traits
	// Describe says in words who meets whom in a run of some games.
	Describe(s Spec, seats, games int) string

	// settle checks the format and what it needs of the spec, and returns it with the options that were left out.
	settle(s *Spec, seats int) (Format, error)
	layout(s Spec, seats int) layout
}

// layout describes the games of a run.
type layout struct {
	orders   [][]int        // of seats, in which a group plays an opening: orders[i][seat] is a member of the group
	groups   func() [][]int // who play every opening, by their numbers; nil where results decide that
	games    int            // where results decide the fewest
	openings int
}

// staged is a format whose later games follow from the results of earlier ones.
type staged interface {
	// known returns the games that are certain with some results, by identity.
	known(p Plan, results map[string]Result) []Planned
}

// Traits are the properties of a format that other code asks for.
type Traits struct {
	Mirrored  bool    // players meet nobody but themselves
	Staged    bool    // later games follow from the results of earlier ones
	TieBreaks bool    // there may be more games than planned
	Shortens  bool    // if openings are too few, the plan has fewer rounds instead of failing
	EndsEarly bool    // a run may be evaluated, and stopped, after any number of games
	AtOdds    bool    // the seats have unequal node limits
	Test      *Test   // that ends the run; nil for none
	Spread    float64 // by which node limits are drawn, see [Planned]; 0 for none
	Stray     float64 // the share of games in which turns are drawn at random
	Visits    bool    // thoughts hold visits
}

// Traits returns the traits of the spec's format.
func (s Spec) Traits() Traits { return s.format().Traits() }

// format returns the format, a round robin if the spec has none.
func (s Spec) format() Format {
	if s.Format == nil {
		return RoundRobin{}
	}
	return s.Format
}

// Formats returns all formats, without their options.
func Formats() []Format {
	return []Format{RoundRobin{}, Gauntlet{}, Swiss{}, KnockOut{}, Sequential{}, SelfPlay{}, Odds{}, Mixed{},
		Training{}}
}

// ParseFormat reads a format's name.
func ParseFormat(name string) (Format, error) { return NewFormat(name, nil) }

// formatNamed returns the format of a name without options, and whether there is one.
func formatNamed(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.String() == name })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// NewFormat returns the format of a name with options, which are named as in JSON. Options of 0 are left out.
func NewFormat(name string, options map[string]int) (Format, error) {
	format, known := formatNamed(name)
	if !known {
		return nil, fmt.Errorf("format %q: must be round-robin, gauntlet, swiss, knock-out or mixed", name)
	}
	for _, option := range slices.Sorted(maps.Keys(options)) {
		if options[option] == 0 {
			continue
		}
		var err error
		if format, err = decodeFormat(format, fmt.Appendf(nil, `{%q:%d}`, option, options[option])); err != nil {
			return nil, fmt.Errorf("%s: the format %s has no such option; leave it out",
				strings.ReplaceAll(option, "_", "-"), name)
		}
	}
	return format, nil
}

// FormatOptions returns the options that a format is set to, by their names.
func FormatOptions(f Format) (options engine.Settings) {
	texts := map[string]json.RawMessage{}
	if text, err := json.Marshal(f); err != nil || json.Unmarshal(text, &texts) != nil {
		return nil // out of reach: formats are structs
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		options = append(options, engine.Setting{Name: name, Value: strings.Trim(string(texts[name]), `"`)})
	}
	return options
}

// formatText is a format as it is stored: an object with the name and the format's own options. A round robin is left
// out of specs.
type formatText struct{ Format }

func (t formatText) MarshalJSON() ([]byte, error) {
	options, err := json.Marshal(t.Format)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf(`{"name":%q`, t.Format)
	if len(options) > len("{}") {
		name += ","
	}
	return append([]byte(name), options[1:]...), nil
}

func (t *formatText) UnmarshalJSON(text []byte) error {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	var name string
	if err := json.Unmarshal(fields["name"], &name); err != nil {
		return fmt.Errorf("format: its name cannot be read: %w", err)
	}
	delete(fields, "name")
	options, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	f, known := formatNamed(name)
	if !known {
		return fmt.Errorf("format %q is unknown", name)
	}
	t.Format, err = decodeFormat(f, options)
	return err
}

// decodeFormat returns a format with options from JSON. It fails for an option that the format does not have.
func decodeFormat(f Format, options []byte) (Format, error) {
	value := reflect.New(reflect.TypeOf(f))
	value.Elem().Set(reflect.ValueOf(f))
	err := outside.JSON(options, value.Interface())
	return value.Elem().Interface().(Format), err
}

// ErrNoShards is wrapped by the errors of [NoShards]. Runs without shards can be played by workers.
var ErrNoShards = errors.New("earlier results, so there are no shards of it")

// NoShards returns the error of a run or command, named by what, that depends on earlier results and so has no shards.
func NoShards(what string) error { return fmt.Errorf("%s %w", what, ErrNoShards) }

// CheckShard refuses shards of a run whose later games depend on earlier results.
func (s Spec) CheckShard() error {
	switch traits := s.Traits(); {
	case s.OnFault == FaultStops:
		return NoShards("when a run that a fault stops ends depends on")
	case traits.Staged || traits.Test != nil:
		return NoShards(fmt.Sprintf("the format %s pairs or stops by", s.Format))
	}
	return nil
}

// RoundGames returns the number of games that a group plays from one opening or, at odds, the number of games of a
// stage.
func (s Spec) RoundGames(seats int) int { return len(s.format().layout(s, seats).orders) }
