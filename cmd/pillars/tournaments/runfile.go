package tournaments

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/search"
	"pillars/tournament"
)

// runFile names in TOML what the flags of a run are bound to: a file is decoded into the flags' own variables.
type runFile struct {
	Game         *string                      `toml:"game"`
	Options      map[string]any               `toml:"options"`
	Rounds       *int                         `toml:"rounds"`
	Seed         *uint64                      `toml:"seed"`
	Workers      *int                         `toml:"workers"`
	Database     *string                      `toml:"db"`
	OnFault      parsed[tournament.FaultRule] `toml:"on-fault"`
	Openings     openingsTable                `toml:"openings"`
	Limits       limitsTable                  `toml:"limits"`
	Adjudication *tournament.Adjudication     `toml:"adjudication"`
	Players      []playerTable                `toml:"player"`
}

// tournamentFile is the run file of a tournament, testFile that of a sequential test.
type (
	tournamentFile struct {
		runFile
		Format      parsed[tournament.Format] `toml:"format"`
		Challengers *int                      `toml:"challengers"`
		MatchPairs  *int                      `toml:"match-pairs"`
	}
	testFile struct {
		runFile
		Test *tournament.Test `toml:"test"`
	}
)

type openingsTable struct {
	Kind  *string `toml:"kind"`
	Turns *int    `toml:"turns"`
	Book  *string `toml:"book"`
}

type limitsTable struct {
	Nodes  *uint64                  `toml:"nodes"`
	Time   parsed[time.Duration]    `toml:"time"`
	Depth  *int                     `toml:"depth"`
	Clock  parsed[tournament.Clock] `toml:"clock"`
	Margin parsed[time.Duration]    `toml:"margin"`
}

type playerTable struct {
	Name  string `toml:"name"`
	Nodes uint64 `toml:"nodes"`
	Time  string `toml:"time"`
	Depth int    `toml:"depth"`
	Clock string `toml:"clock"`
}

func (f *RunFlags) runFile() runFile {
	spec := &f.Spec
	return runFile{
		Game: &f.Game, Rounds: &spec.Rounds, Seed: &spec.Seed, Workers: &f.Workers, Database: &f.DB,
		OnFault:  parsed[tournament.FaultRule]{&spec.OnFault, tournament.ParseFaultRule},
		Openings: openingsTable{&f.Openings, &spec.Openings.Turns, &f.Book},
		Limits: limitsTable{
			Nodes: &spec.Limits.Nodes, Depth: &spec.Limits.Depth,
			Time:   parsed[time.Duration]{&spec.Limits.Time, time.ParseDuration},
			Clock:  parsed[tournament.Clock]{&spec.Clock, tournament.ParseClock},
			Margin: parsed[time.Duration]{&spec.Margin, time.ParseDuration},
		},
		Adjudication: &spec.Adjudication,
	}
}

// readFile reads the run file, if there is one, but for what flags say, and returns the players: those of the command
// line or, without any, those of the file. The whole file is of a command; common is the part that all have.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string, whole any, common *runFile) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := os.ReadFile(f.file)
	if err != nil {
		return nil, cli.Usagef("--run: %w", err)
	}
	given := map[string]string{}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if _, list := flag.Value.(pflag.SliceValue); !list {
			given[flag.Name] = flag.Value.String()
		}
	})
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err = plainly(decoder.Decode(whole), text)
	for name, value := range given {
		err = errors.Join(err, cmd.Flags().Set(name, value))
	}
	var players []string
	if err == nil {
		players, err = f.filePlayers(common.Players, args)
	}
	if err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	for name, value := range common.Options {
		f.filedOptions = append(f.filedOptions, fmt.Sprintf("%s=%v", name, value))
	}
	slices.Sort(f.filedOptions)
	return players, nil
}

func (f *RunFlags) filePlayers(listed []playerTable, given []string) (players []string, err error) {
	for i, player := range listed {
		own := tournament.Control{Limits: search.Limits{Nodes: player.Nodes, Depth: player.Depth}}
		if strings.TrimSpace(player.Name) == "" {
			return nil, fmt.Errorf("player %d has no name", i+1)
		}
		var timeErr, clockErr error
		if player.Time != "" {
			own.Limits.Time, timeErr = time.ParseDuration(player.Time)
		}
		own.Clock, clockErr = tournament.ParseClock(player.Clock)
		if err := errors.Join(timeErr, clockErr); err != nil {
			return nil, fmt.Errorf("player %d: %w", i+1, err)
		}
		players, f.filedLimits = append(players, player.Name), append(f.filedLimits, own)
	}
	limited := func(c tournament.Control) bool { return c != tournament.Control{} }
	if len(given) > 0 || !slices.ContainsFunc(f.filedLimits, limited) {
		f.filedLimits = nil
	}
	if len(given) > 0 {
		return given, nil
	}
	return players, nil
}

func plainly(err error, text []byte) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		return fmt.Errorf("unknown keys:\n%s", strict.String())
	}
	wrong, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return err
	}
	line, _ := wrong.Position()
	message := wrong.String()
	var file map[string]any
	if key := wrong.Key(); len(key) > 0 && toml.Unmarshal(text, &file) == nil {
		wanted := kindWanted(key[len(key)-1])
		for _, value := range valuesAt(file, key) {
			if given := kindOf(value); given != wanted {
				words := fmt.Sprintf("this is of the kind %s; %s is wanted", given, kinds[wanted])
				message = strings.Replace(message, strings.TrimPrefix(wrong.Error(), "toml: "), words, 1)
			}
		}
	}
	return fmt.Errorf("line %d:\n%s", line, message)
}

var kinds = map[string]string{
	"string": "a text in quotation marks", "integer": "a whole number", "float": "a number", "boolean": "true or false",
	"table": "a table",
}

func kindOf(value any) string {
	kinds := map[string]string{
		"string": "string", "int64": "integer", "float64": "float", "bool": "boolean",
		"map[string]interface {}": "table", "[]interface {}": "array",
	}
	return cmp.Or(kinds[fmt.Sprintf("%T", value)], "date")
}

// kindWanted is the kind of a key's value. Keys that are not named take texts.
func kindWanted(key string) string {
	switch key {
	case "rounds", "challengers", "match-pairs", "seed", "workers", "turns", "nodes", "depth", "agree-score",
		"agree-turns", "longest-game":
		return "integer"
	case "elo0", "elo1", "alpha", "beta":
		return "float"
	case "proven":
		return "boolean"
	case "options", "openings", "limits", "adjudication", "test", "player":
		return "table"
	}
	return "string"
}

// valuesAt are the values of a key, in all elements of the lists on its way.
func valuesAt(value any, key []string) (values []any) {
	if len(key) == 0 {
		return []any{value}
	}
	switch value := value.(type) {
	case map[string]any:
		if part, ok := value[key[0]]; ok {
			return valuesAt(part, key[1:])
		}
	case []any:
		for _, element := range value {
			values = append(values, valuesAt(element, key)...)
		}
	}
	return values
}

// allOptions are the rule options of the run file that no flag names, and those of the flags.
func (f *RunFlags) allOptions() []string {
	named := func(option string) string {
		name, _, _ := strings.Cut(option, "=")
		return name
	}
	filed := slices.DeleteFunc(slices.Clone(f.filedOptions), func(option string) bool {
		return slices.ContainsFunc(f.Options, func(given string) bool { return named(given) == named(option) })
	})
	return append(filed, f.Options...)
}

// setOwnLimits reads the limits that single players have: by flags, and by the run file those whom no flag names.
func (f *RunFlags) setOwnLimits(spec *tournament.Spec) error {
	if len(f.playerLimits)+len(f.filedLimits) == 0 {
		return nil
	}
	spec.Own = slices.Clone(f.filedLimits)
	if len(spec.Own) == 0 {
		spec.Own = make([]tournament.Control, len(spec.Players))
	}
	given := map[int]bool{}
	for _, text := range f.playerLimits {
		number, limits, found := strings.Cut(text, ":")
		player, err := strconv.Atoi(number)
		if err != nil || !found || player < 1 || player > len(spec.Players) {
			return cli.Usagef("--player-limits %s: begin with the number of a player, from 1 to %d, and a colon",
				text, len(spec.Players))
		}
		if given[player] {
			return cli.Usagef("--player-limits: player %d has limits twice; write them in one", player)
		}
		given[player] = true
		if spec.Own[player-1], err = tournament.ParseControl(limits); err != nil {
			return cli.Usagef("--player-limits %s: %w", text, err)
		}
	}
	return nil
}
