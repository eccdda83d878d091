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

// Format decides which players meet, in which seats, and how many games there are. The formats are [RoundRobin],
// [Gauntlet], [Mixed], [Sequential], [SelfPlay], [Odds], [Training], [Swiss] and [KnockOut], whose fields are the
// options. Formats can be compared with ==.
type Format interface {
	// String returns the name of the format, such as "round-robin".
	String() string
	// Traits returns the format's properties.
	Traits() Traits
	// Describe describes, for people, a run with the given numbers of seats and games.
	Describe(s Spec, seats, games int) string

	// settle checks the format and the fields of the spec that the format uses. It returns the format with defaults
	// filled in. It may also set fields of s that the format decides.
	settle(s *Spec, seats int) (Format, error)
	// layout returns the layout of the games of a spec.
	layout(s Spec, seats int) layout
}

// layout describes the games of a run. A group is the players of one game. Every group plays every opening in every
// order of seats, except in staged formats.
type layout struct {
	orders   [][]int        // orders of seats in which a group plays an opening: orders[i][seat] indexes the group
	groups   func() [][]int // returns the groups, each as player numbers from 0; nil in a staged format
	games    int            // number of games; if ties can add games, the number without ties
	openings int            // number of openings that the run may need
}

// staged is a format whose later games follow from the results of earlier ones.
type staged interface {
	// known returns the games that are certain to be played. Results has the results so far by the games' identities.
	known(p Plan, results map[string]Result) []Planned
}

// Traits are the properties of a format on which other code depends. The zero value describes a round robin.
type Traits struct {
	Mirrored  bool    // players meet only themselves
	Staged    bool    // later games follow from the results of earlier ones
	TieBreaks bool    // there may be more games than planned
	Shortens  bool    // with too few openings, the plan has fewer rounds; otherwise that is an error
	EndsEarly bool    // a run may be evaluated or stopped after any number of games
	AtOdds    bool    // the seats have unequal node limits
	Test      *Test   // the test that ends the run; nil for none
	Spread    float64 // factor for drawing node limits, see [Planned].Spread; 0 for none
	Stray     float64 // the share of games in which some turns are drawn at random, from 0 to 1
	Visits    bool    // whether to store how often searches tried each step, see [Thought].Visits
}

// Adaptive reports whether the results decide who meets whom, as in a Swiss or a knock-out tournament.
func (t Traits) Adaptive() bool { return t.Staged && !t.Mirrored }

// Traits returns the traits of the spec's format.
func (s Spec) Traits() Traits { return s.format().Traits() }

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

func formatNamed(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.String() == name })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// NewFormat returns the format with the given name and options. The keys of options are the options' names in JSON. An
// option with the value 0 is ignored, even if the format has no such option.
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

// FormatOptions returns the options in the JSON of a format, with their names there. JSON omits some options that are
// 0.
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

// formatText is a format that is read and written as JSON: an object with the format's name and options. The JSON of a
// spec has no format if the format is a round robin.
type formatText struct{ Format }

func (t formatText) MarshalJSON() ([]byte, error) {
	options, err := json.Marshal(t.Format)
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, `{"name":%q`, t.Format)
	if len(options) > len("{}") {
		text = append(text, ',')
	}
	return append(text, options[1:]...), nil // options without its opening brace
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

// decodeFormat returns f with the options of a JSON object filled in. It returns an error if f lacks one of the
// options.
func decodeFormat(f Format, options []byte) (Format, error) {
	pointer := reflect.New(reflect.TypeOf(f)) // f is a struct, into which JSON cannot be read
	pointer.Elem().Set(reflect.ValueOf(f))
	err := outside.JSON(options, pointer.Interface())
	return pointer.Elem().Interface().(Format), err
}

// ErrNoShards is wrapped by the errors that [NoShards] returns. A run that has no shards can still be played by
// workers.
var ErrNoShards = errors.New("earlier results, so there are no shards of it")

// NoShards returns the error for a run that cannot be divided into shards because it depends on earlier results. The
// error's text is the given text, such as "the format swiss pairs or stops by", followed by the text of [ErrNoShards].
func NoShards(what string) error { return fmt.Errorf("%s %w", what, ErrNoShards) }

// CheckShard returns an error if the run cannot be divided into shards, because later games depend on earlier results.
func (s Spec) CheckShard() error {
	switch traits := s.Traits(); {
	case s.OnFault == FaultStops:
		return NoShards("when a run that a fault stops ends depends on")
	case traits.Staged || traits.Test != nil:
		return NoShards(fmt.Sprintf("the format %s pairs or stops by", s.Format))
	}
	return nil
}

// RoundGames returns the number of games that a group plays from one opening or, in the format [Odds], the number of
// games of a stage.
func (s Spec) RoundGames(seats int) int { return len(s.format().layout(s, seats).orders) }

// OpeningGames returns the number of games that all groups together play from one opening, or 0 if results decide it.
func (s Spec) OpeningGames(seats int) int {
	l := s.format().layout(s, seats)
	if l.groups == nil {
		return 0
	}
	return len(l.groups()) * len(l.orders)
}
