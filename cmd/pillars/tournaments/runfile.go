package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/tournament"
	"pillars/tournament/runfile"
)

// fileKeys maps the keys of a run file to the flags that they set. If a command lacks the flag, the key is an error. In
// the file, keys with "player." stand in the table of a player. Rule options stand in the table "options".
var fileKeys = map[string]string{
	"game": "game", "rounds": "rounds", "seed": "seed", "workers": "workers", "db": "db", "on-fault": "on-fault",
	"format": "format", "challengers": "challengers", "match-pairs": "match-pairs",
	"openings.kind": "openings", "openings.turns": "opening-turns", "openings.book": "book",
	"limits.nodes": "nodes", "limits.time": "time", "limits.depth": "depth", "limits.clock": "clock",
	"limits.margin": "time-margin", "adjudication.proven": "adjudicate-proven",
	"adjudication.agree-score": "agree-score", "adjudication.agree-turns": "agree-turns",
	"adjudication.agree-chance": "agree-chance",
	"adjudication.longest-game": "longest-game", "test.elo0": "elo0", "test.elo1": "elo1", "test.alpha": "alpha",
	"test.beta": "beta", "test.model": "model", "player.name": "name", "player.nodes": "nodes",
	"player.time": "time", "player.depth": "depth", "player.clock": "clock",
}

// mostWrong is the greatest number of wrong settings that an error shows.
const mostWrong = 10

// readFile sets flags from the run file, if there is one. Flags on the command line keep their values. readFile returns
// args, the players on the command line or, if there are none, the players of the file.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := outside.ReadFile(f.file, 1<<20)
	if err != nil {
		return nil, cli.Usagef("--run: %w", err)
	}
	settings, err := runfile.Read(text)
	var players []string
	if err == nil {
		players, err = f.enter(cmd.Flags(), settings)
	}
	if err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	limited := func(c tournament.Control) bool { return c != tournament.Control{} }
	if len(args) > 0 {
		players, f.filedLimits = args, nil
	} else if !slices.ContainsFunc(f.filedLimits, limited) {
		f.filedLimits = nil
	}
	return players, nil
}

// enter sets flags from the settings of a run file. Flags on the command line keep their values. It returns the players
// of the file, in order. Its error names up to mostWrong wrong settings.
func (f *RunFlags) enter(set *pflag.FlagSet, settings []runfile.Setting) (players []string, err error) {
	var names []*string
	var controls []*tournament.Control
	var own *pflag.FlagSet // flags of the player whose table is being read
	wrongSettings := 0
	for _, s := range settings {
		var wrong error
		option, isOption := strings.CutPrefix(s.Key, "options.")
		flag := set.Lookup(fileKeys[s.Key])
		if strings.HasPrefix(s.Key, "player") {
			flag = nil
			if s.Player > len(names) { // the table of the next player begins
				own = pflag.NewFlagSet("player", pflag.ContinueOnError)
				names, controls = append(names, own.String("name", "", "")), append(controls, &tournament.Control{})
				registerControl(own, &controls[s.Player-1].Limits, &controls[s.Player-1].Clock)
				cli.PlainValues(own)
				continue
			}
			if s.Player > 0 {
				flag = own.Lookup(fileKeys[s.Key])
			}
		}
		switch {
		case isOption && !strings.Contains(option, ".") && s.Kind != "table":
			f.filedOptions = append(f.filedOptions, option+"="+s.Value)
		case flag == nil:
			wrong = fmt.Errorf("unknown keys: %w", s.Errorf("unknown field"))
		case !flag.Changed:
			wrong = setFlag(flag, s)
		}
		if wrong == nil {
			continue
		}
		wrongSettings++
		if wrongSettings > mostWrong {
			return nil, errors.Join(err, errors.New("and more"))
		}
		err = errors.Join(err, wrong)
	}
	slices.Sort(f.filedOptions)
	for i, name := range names {
		players = append(players, *name)
		if err == nil && strings.TrimSpace(*name) == "" {
			err = fmt.Errorf("player %d has no name; give it one with name = \"...\"", i+1)
		}
		f.filedLimits = append(f.filedLimits, *controls[i])
	}
	return players, err
}

// setFlag sets a flag to the value of a setting. It returns an error if the value has another type than the flag. The
// names of flag types are those that cli.PlainValues sets.
func setFlag(flag *pflag.Flag, s runfile.Setting) error {
	kinds := map[string]string{"N": "integer", "NODES": "integer", "float64": "float", "bool": "boolean"}
	if err := s.Check(cmp.Or(kinds[flag.Value.Type()], "string")); err != nil {
		return err
	}
	if err := flag.Value.Set(s.Value); err != nil {
		return s.Errorf("%v", err)
	}
	return nil
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

// setOwnLimits sets the limits of single players from --player-limits and the run file. The flag takes precedence.
func (f *RunFlags) setOwnLimits(spec *tournament.Spec) error {
	if len(f.playerLimits)+len(f.filedLimits) == 0 {
		return nil
	}
	spec.Own = slices.Clone(f.filedLimits)
	if len(spec.Own) == 0 {
		spec.Own = make([]tournament.Control, len(spec.Players))
	}
	if err := tournament.ParseControls(f.playerLimits, spec.Own); err != nil {
		return cli.Usagef("--player-limits%w", err)
	}
	return nil
}
