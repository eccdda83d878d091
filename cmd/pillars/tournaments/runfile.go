package tournaments

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// runFile is a run as a file describes it. Every field stands for a flag, or for the words of the command line.
type runFile struct {
	Game         *string           `toml:"game"`
	Options      map[string]any    `toml:"options"`
	Format       *string           `toml:"format"`
	Challengers  *int              `toml:"challengers"`
	Rounds       *int              `toml:"rounds"`
	MatchPairs   *int              `toml:"match-pairs"`
	Seed         *uint64           `toml:"seed"`
	Workers      *int              `toml:"workers"`
	Database     *string           `toml:"db"`
	OnFault      *string           `toml:"on-fault"`
	Openings     *openingsTable    `toml:"openings"`
	Limits       *limitsTable      `toml:"limits"`
	Adjudication *adjudicationFile `toml:"adjudication"`
	Test         *testTable        `toml:"test"`
	Players      []playerTable     `toml:"player"`
}

type openingsTable struct {
	Kind  *string `toml:"kind"`
	Turns *int    `toml:"turns"`
	Book  *string `toml:"book"`
}

type limitsTable struct {
	Nodes  *uint64 `toml:"nodes"`
	Time   *string `toml:"time"`
	Depth  *int    `toml:"depth"`
	Clock  *string `toml:"clock"`
	Margin *string `toml:"margin"`
}

type adjudicationFile struct {
	Proven      *bool `toml:"proven"`
	AgreeScore  *int  `toml:"agree-score"`
	AgreeTurns  *int  `toml:"agree-turns"`
	LongestGame *int  `toml:"longest-game"`
}

type testTable struct {
	Elo0  *float64 `toml:"elo0"`
	Elo1  *float64 `toml:"elo1"`
	Alpha *float64 `toml:"alpha"`
	Beta  *float64 `toml:"beta"`
	Model *string  `toml:"model"`
}

type playerTable struct {
	Name  string  `toml:"name"`
	Nodes *uint64 `toml:"nodes"`
	Time  *string `toml:"time"`
	Depth *int    `toml:"depth"`
	Clock *string `toml:"clock"`
}

// readFile reads the run file, if there is one, sets the flags that the user has not given, and returns the players: those of the command line or,
// without any, those of the file.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := os.ReadFile(f.file)
	if err != nil {
		return nil, cli.Usagef("--run: %w", err)
	}
	file, err := parseRunFile(text)
	if err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	players := args
	if len(args) == 0 {
		for i, player := range file.Players {
			players = append(players, player.Name)
			if own := player.limits(); own != "" {
				f.filedLimits = append(f.filedLimits, fmt.Sprintf("%d:%s", i+1, own))
			}
		}
	}
	f.filedOptions = file.options()
	if err := f.setFlags(cmd, file.flags()); err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	return players, nil
}

// parseRunFile reads TOML and refuses what no run file has.
func parseRunFile(text []byte) (runFile, error) {
	var file runFile
	decoder := toml.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&file)
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		return file, fmt.Errorf("unknown keys:\n%s", strict.String())
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := wrong.Position()
		return file, fmt.Errorf("line %d:\n%s", line, plainKinds(wrong.String()))
	}
	for i, player := range file.Players {
		if strings.TrimSpace(player.Name) == "" {
			return file, fmt.Errorf("player %d has no name", i+1)
		}
	}
	return file, err
}

// wrongKind is what the TOML package says of a value of the wrong kind, in words of Go.
var wrongKind = regexp.MustCompile(`cannot decode TOML (\w+) into struct field \S+ of type ([^\n]+)`)

// kinds are the types of a run file's values in words of its readers.
var kinds = map[string]string{
	"int": "a whole number", "uint64": "a whole number from 0 on", "float64": "a number", "bool": "true or false", "string": "a text in quotation marks",
}

// plainKinds is a message on a value of the wrong kind in words of the file's readers.
func plainKinds(message string) string {
	return wrongKind.ReplaceAllStringFunc(message, func(text string) string {
		parts := wrongKind.FindStringSubmatch(text)
		wanted := kinds[parts[2]]
		if wanted == "" {
			wanted = "a table"
		}
		return fmt.Sprintf("this is of the kind %s; %s is wanted", parts[1], wanted)
	})
}

// options are the rule options as --option takes them.
func (r runFile) options() []string {
	var options []string
	for name, value := range r.Options {
		options = append(options, fmt.Sprintf("%s=%v", name, value))
	}
	slices.Sort(options)
	return options
}

// Setting is a flag and its text.
type Setting struct{ Flag, Text string }

// flags are the flags that the file sets, but for options.
func (r runFile) flags() []Setting {
	var s SettingList
	add(&s, "game", r.Game)
	add(&s, "format", r.Format)
	add(&s, "challengers", r.Challengers)
	add(&s, "rounds", r.Rounds)
	add(&s, "match-pairs", r.MatchPairs)
	add(&s, "seed", r.Seed)
	add(&s, "workers", r.Workers)
	add(&s, "db", r.Database)
	add(&s, "on-fault", r.OnFault)
	if o := r.Openings; o != nil {
		add(&s, "openings", o.Kind)
		add(&s, "opening-turns", o.Turns)
		add(&s, "book", o.Book)
	}
	if l := r.Limits; l != nil {
		add(&s, "nodes", l.Nodes)
		add(&s, "time", l.Time)
		add(&s, "depth", l.Depth)
		add(&s, "clock", l.Clock)
		add(&s, "time-margin", l.Margin)
	}
	if a := r.Adjudication; a != nil {
		add(&s, "adjudicate-proven", a.Proven)
		add(&s, "agree-score", a.AgreeScore)
		add(&s, "agree-turns", a.AgreeTurns)
		add(&s, "longest-game", a.LongestGame)
	}
	if t := r.Test; t != nil {
		add(&s, "elo0", t.Elo0)
		add(&s, "elo1", t.Elo1)
		add(&s, "alpha", t.Alpha)
		add(&s, "beta", t.Beta)
		add(&s, "model", t.Model)
	}
	return s
}

// SettingList grows by the values that are there.
type SettingList []Setting

func add[T any](s *SettingList, flag string, value *T) {
	if value != nil {
		*s = append(*s, Setting{flag, fmt.Sprint(*value)})
	}
}

// limits are a player's own limits as --player-limits takes them.
func (p playerTable) limits() string {
	var s SettingList
	add(&s, "nodes", p.Nodes)
	add(&s, "time", p.Time)
	add(&s, "depth", p.Depth)
	add(&s, "clock", p.Clock)
	var words []string
	for _, one := range s {
		words = append(words, one.Flag+"="+one.Text)
	}
	return strings.Join(words, ",")
}

// setFlags sets flags that the user has not given on the command line.
func (f *RunFlags) setFlags(cmd *cobra.Command, settings []Setting) error {
	f.filed = map[string]bool{}
	for _, s := range settings {
		flag := cmd.Flags().Lookup(s.Flag)
		switch {
		case flag == nil:
			return fmt.Errorf("pillars %s knows no %s", cmd.Name(), s.Flag)
		case flag.Changed && !f.filed[s.Flag]:
			continue
		}
		if err := cmd.Flags().Set(s.Flag, s.Text); err != nil {
			return fmt.Errorf("%s: %w", s.Flag, err)
		}
		f.filed[s.Flag] = true
	}
	return nil
}
