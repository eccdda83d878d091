// Package runfile reads the TOML file that describes a run: settings by name, and a table for each player.
package runfile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"pillars/engine/outside"
	"pillars/search"
)

// Setting is a key of a file with its value.
type Setting struct {
	Key    string // with the names of its tables: "limits.nodes", or "player.nodes" in the table of a player
	Player int    // number of the player whose table has the key, from 1; 0 for other tables
	Kind   string // kind of the value: string, integer, float, boolean, date, array, or table for the start of a table
	Value  string // the value as text; empty for an array or a table
	file   []byte // the whole file, for errors
	place  unstable.Position
}

// deepest is the largest number of keys and tables within each other. A run file needs two.
const deepest = 8

type reader struct {
	parser   unstable.Parser
	text     []byte
	settings []Setting // read so far
	player   int       // number of tables of players so far
	err      error     // the first error
}

// Read returns the settings of a file in their order. Its errors show the line that is wrong.
func Read(text []byte) ([]Setting, error) {
	r := reader{text: text}
	r.parser.Reset(text)
	table := ""
	for r.err == nil && r.parser.NextExpression() {
		e := r.parser.Expression()
		if e.Kind == unstable.KeyValue {
			key, place := r.key(table, e)
			r.value(key, place, e.Value())
			continue
		}
		name, place := r.key("", e) // of a table or an array of tables
		// Run files have no nested tables, and arrays only of players. Others become settings, which callers reject.
		switch {
		case e.Kind == unstable.Table && strings.Contains(name, "."):
			r.add(name, place, "table", "")
		case e.Kind == unstable.ArrayTable && name == "player":
			r.addPlayer(place)
		case e.Kind == unstable.ArrayTable:
			r.add(name, place, "array", "")
		}
		table = name
	}
	if r.err == nil {
		r.err = toml.Unmarshal(text, &map[string]any{}) // finds other faults, such as a key that is given twice
	}
	if wrong, ok := r.err.(*toml.DecodeError); ok {
		line, column := wrong.Position()
		place := unstable.Position{Line: line, Column: column}
		r.err = Setting{file: text, place: place}.Errorf("%s", strings.TrimPrefix(wrong.Error(), "toml: "))
	}
	return r.settings, r.err
}

// key returns the full key of an expression within a table, with dots between its parts, and the last part's place.
func (r *reader) key(table string, e *unstable.Node) (key string, place unstable.Position) {
	key = table
	depth := len(strings.FieldsFunc(table, func(r rune) bool { return r == '.' }))
	for parts := e.Key(); parts.Next(); {
		part := parts.Node()
		key, place = strings.TrimPrefix(key+"."+string(part.Data), "."), r.parser.Shape(part.Raw).Start
		if depth++; depth > deepest {
			r.err = Setting{file: r.text, place: place}.Errorf("more than %d keys or tables lie within each other; "+
				"a run file needs two", deepest)
			break
		}
	}
	return key, place
}

func (r *reader) addPlayer(place unstable.Position) {
	r.player++
	r.add("player", place, "table", "")
}

// value adds the settings of a key and its value. An inline table adds a setting for each of its keys. The elements of
// an array with the key "player" are tables of players.
func (r *reader) value(key string, place unstable.Position, value *unstable.Node) {
	kinds := map[unstable.Kind]string{unstable.String: "string", unstable.Integer: "integer", unstable.Float: "float",
		unstable.Bool: "boolean", unstable.Array: "array"}
	switch kind := kinds[value.Kind]; {
	case r.err != nil: // the key is wrong
	case value.Kind == unstable.InlineTable:
		for inner := value.Children(); r.err == nil && inner.Next(); {
			key, place := r.key(key, inner.Node())
			r.value(key, place, inner.Node().Value())
		}
	case kind == "array" && key == "player":
		for table := value.Children(); table.Next(); {
			r.addPlayer(place)
			r.value(key, place, table.Node())
		}
	case kind == "": // TOML has four other kinds, all of dates or times
		r.add(key, place, "date", string(value.Data))
	default:
		r.add(key, place, kind, valueText(kind, string(value.Data)))
	}
}

// valueText returns the text of a value, with whole numbers in decimal and without underscores in numbers.
func valueText(kind, text string) string {
	whole, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 64)
	if err == nil && kind == "integer" {
		return strconv.FormatInt(whole, 10)
	}
	if number, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64); err == nil && kind == "float" {
		return fmt.Sprint(number)
	}
	return text
}

// add adds a setting with the given kind and value.
func (r *reader) add(key string, place unstable.Position, kind, value string) {
	s := Setting{Key: key, Kind: kind, Value: value, file: r.text, place: place}
	if strings.HasPrefix(key+".", "player.") {
		s.Player = r.player
	}
	r.settings = append(r.settings, s)
}

// Check returns an error if the value is not of the wanted kind: string, integer, float or boolean. An integer is also
// accepted as a float, and a count such as "1.5k" or 2e3 as an integer; see [search.ExpandCount].
func (s Setting) Check(wanted string) error {
	_, err := strconv.Atoi(search.ExpandCount(s.Value))
	isCount := err == nil
	if s.Kind == wanted || s.Kind == "integer" && wanted == "float" || wanted == "integer" && isCount {
		return nil
	}
	words := map[string]string{"string": "a text in quotation marks", "integer": "a whole number",
		"float": "a number", "boolean": "true or false"}
	return s.Errorf("the value is of the type %s; give %s", s.Kind, words[wanted])
}

// Errorf returns an error about the setting, which shows its line and the two lines before it, cut if they are long.
func (s Setting) Errorf(format string, args ...any) error {
	const most = 120 // bytes of a line
	lines, shown, place := strings.Split(string(s.file), "\n"), "", s.place
	for i := max(0, place.Line-3); i < place.Line; i++ {
		text := lines[i]
		isOwnLine := i == place.Line-1
		if from := place.Column - most/2; isOwnLine && len(text) > most && from > 0 {
			text = "..." + text[min(from, len(text)):]
		}
		shown += fmt.Sprintf("%d| %s\n", i+1, outside.Short(text, most))
	}
	return fmt.Errorf("line %d:\n%s | %s", place.Line, shown, outside.Short(fmt.Sprintf(format, args...), 3*most))
}
