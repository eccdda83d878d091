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
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/search"
	"pillars/tournament"
)

// fileKeys are the flags that the keys of a run file set; a key whose flag the command lacks is unknown. A file has
// besides a table of options, and for each player a table whose keys are flags of its own.
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

// runFile is a run file on its way into the flags.
type runFile struct {
	*RunFlags
	text    []byte
	players []string
	found   int // keys that are wrong
}

// mostFound is how many wrong keys are shown.
const mostFound = 10

// readFile reads the run file, if there is one, but for what flags say, and returns the players: those of the command
// line or, without any, those of the file.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := outside.ReadFile(f.file, 1<<20)
	if err != nil {
		return nil, cli.Usagef("--run: %w", err)
	}
	r, file := runFile{RunFlags: f, text: text}, map[string]any{}
	if err = r.checkDepth(); err == nil {
		err = toml.Unmarshal(text, &file)
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := wrong.Position()
		err = r.at(unstable.Position{Line: line, Column: column}, strings.TrimPrefix(wrong.Error(), "toml: "))
	}
	if err == nil {
		err = r.enter(cmd.Flags(), "", file)
	}
	if err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	limited := func(c tournament.Control) bool { return c != tournament.Control{} }
	if len(args) > 0 {
		r.players, f.filedLimits = args, nil
	} else if !slices.ContainsFunc(f.filedLimits, limited) {
		f.filedLimits = nil
	}
	return r.players, nil
}

// deepest is how many keys may lie within each other: more than a run file needs, and few enough for any parser.
const deepest = 8

// checkDepth refuses keys and tables within each other that no run file has.
func (r *runFile) checkDepth() error {
	var parser unstable.Parser
	parser.Reset(r.text)
	for parser.NextExpression() {
		if deep := tooDeep(parser.Expression(), 0); deep != nil {
			return r.at(parser.Shape(deep.Raw).Start, fmt.Sprintf("more than %d keys or tables lie within each other; "+
				"a run file needs two", deepest))
		}
	}
	return nil // what is wrong otherwise shows when it is read
}

// tooDeep returns a key that lies too deep below so many others, if there is one.
func tooDeep(node *unstable.Node, above int) *unstable.Node {
	switch node.Kind {
	case unstable.Table, unstable.ArrayTable, unstable.KeyValue:
		for key := node.Key(); key.Next(); {
			if above++; above > deepest {
				return key.Node()
			}
		}
		if node.Kind == unstable.KeyValue {
			return tooDeep(node.Value(), above)
		}
	case unstable.Array, unstable.InlineTable:
		for inner := node.Children(); inner.Next(); {
			if deep := tooDeep(inner.Node(), above); deep != nil {
				return deep
			}
		}
	}
	return nil
}

// enter sets the flags that a table names, but for those that are given, and tells of all keys that are wrong.
func (r *runFile) enter(set *pflag.FlagSet, above string, table map[string]any) (err error) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if r.found == mostFound {
			err = errors.Join(err, errors.New("and more"))
		}
		if r.found >= mostFound {
			r.found++
			return err
		}
		path := strings.TrimPrefix(above+"."+key, ".")
		inner, isTable := table[key].(map[string]any)
		players, isList := table[key].([]any)
		switch flag := set.Lookup(fileKeys[path]); {
		case isTable && above == "":
			err = errors.Join(err, r.enter(set, path, inner))
		case isList && path == "player":
			err = errors.Join(err, r.enterPlayers(players))
		case above == "options" && !isTable:
			r.filedOptions = append(r.filedOptions, fmt.Sprintf("%s=%v", key, table[key]))
		case flag == nil:
			err = errors.Join(err, fmt.Errorf("unknown keys: %w", r.wrong(path, "unknown field")))
		case !flag.Changed:
			err = errors.Join(err, r.set(path, flag, table[key]))
		}
	}
	return err
}

func (r *runFile) enterPlayers(players []any) error {
	for i, player := range players {
		name, own, set := "", tournament.Control{}, pflag.NewFlagSet("player", pflag.ContinueOnError)
		set.StringVar(&name, "name", "", "")
		registerControl(set, &own.Limits, &own.Clock)
		cli.PlainValues(set)
		table, _ := player.(map[string]any)
		if err := r.enter(set, "player", table); err != nil {
			return err
		}
		if strings.TrimSpace(name) == "" {
			return fmt.Errorf("player %d has no name; give it one with name = \"...\"", i+1)
		}
		r.players, r.filedLimits = append(r.players, name), append(r.filedLimits, own)
	}
	return nil
}

// set gives a flag a value if that is of its kind.
func (r *runFile) set(path string, flag *pflag.Flag, value any) error {
	kinds := map[string]string{
		"string": "string", "int64": "integer", "float64": "float", "bool": "boolean", "[]interface {}": "array",
		"int": "integer", "int32": "integer", "uint64": "integer", // of flags; others take texts
	}
	given, wanted := cmp.Or(kinds[fmt.Sprintf("%T", value)], "date"), cmp.Or(kinds[flag.Value.Type()], "string")
	_, notCount := strconv.Atoi(search.ExpandCount(fmt.Sprint(value)))
	if given != wanted && (given != "integer" || wanted != "float") && (wanted != "integer" || notCount != nil) {
		inWords := map[string]string{
			"string": "a text in quotation marks", "integer": "a whole number", "float": "a number",
			"boolean": "true or false",
		}
		return r.wrong(path, fmt.Sprintf("the value is of the type %s; give %s", given, inWords[wanted]))
	}
	if err := flag.Value.Set(fmt.Sprint(value)); err != nil {
		return r.wrong(path, err.Error())
	}
	return nil
}

// wrong is an error in a key.
func (r *runFile) wrong(path, message string) error {
	r.found++
	return r.at(r.place(path), message)
}

// at is an error at a place, shown with its line and the two before it, as far as these are not too long.
func (r *runFile) at(place unstable.Position, message string) error {
	const most = 120 // bytes of a line
	lines, shown := strings.Split(string(r.text), "\n"), ""
	for i := max(0, place.Line-3); i < place.Line; i++ {
		text := lines[i]
		if from := place.Column - most/2; i == place.Line-1 && len(text) > most && from > 0 {
			text = "..." + text[min(from, len(text)):]
		}
		shown += fmt.Sprintf("%d| %s\n", i+1, outside.Short(text, most))
	}
	return fmt.Errorf("line %d:\n%s | %s", place.Line, shown, outside.Short(message, 3*most))
}

// place is where a key stands; of a player's that of the player whose table is being read.
func (r *runFile) place(path string) unstable.Position {
	var parser unstable.Parser
	parser.Reset(r.text)
	table, players := "", 0
	for parser.NextExpression() {
		e, words, last := parser.Expression(), []string(nil), unstable.Range{}
		for key := e.Key(); key.Next(); {
			words, last = append(words, string(key.Node().Data)), key.Node().Raw
		}
		here := strings.Join(words, ".")
		switch e.Kind {
		case unstable.KeyValue:
			here = strings.TrimPrefix(table+"."+here, ".")
			if (within(path, here) || within(here, path)) && (table != "player" || players == len(r.players)+1) {
				return parser.Shape(last).Start
			}
		case unstable.ArrayTable:
			players++
			table = here
		default:
			if table = here; within(here, path) {
				return parser.Shape(last).Start
			}
		}
	}
	return unstable.Position{}
}

// within reports whether a key with dots is another or lies within it.
func within(key, other string) bool { return strings.HasPrefix(key+".", other+".") }

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
			return cli.Usagef("--player-limits %s: must begin with a player's number, from 1 to %d, and a colon",
				text, len(spec.Players))
		}
		if given[player] {
			return cli.Usagef("--player-limits: player %d is given twice; write all its limits in one", player)
		}
		given[player] = true
		if spec.Own[player-1], err = tournament.ParseControl(limits); err != nil {
			return cli.Usagef("--player-limits %s: %w", text, err)
		}
	}
	return nil
}
