// Package table writes tables and records as aligned text, CSV or JSON, from one description.
//
// A [Table] has a [Column] for each fact of a row; a column says how the fact is written for people and for programs.
// [Facts] is a single record, which is an object in JSON. A [Grid] is a table of texts. Tables are written through
// grids. Callers that print only for people use grids directly:
//
//	grid := table.New("player", "#games")
//	grid.Add("greedy", 12)
//	err := grid.WriteText(out)
package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Form is a set of output forms.
type Form uint8

// The output forms. Text is for people, the others are for programs.
const (
	Text Form = 1 << iota
	CSV
	JSON
)

// A Column describes one fact of every row.
type Column[Row any] struct {
	Key  string // name in JSON and CSV; a column without a Key is shown only to people
	Head string // heading for people; a column without Head and Text is not shown to people
	Kind Kind   // layout for people

	Only      Form // the forms that show the column; 0 for all
	OmitEmpty bool // whether JSON omits values that are false, 0, nil or empty
	Digits    int  // significant digits of fractions in CSV; 0 for all

	Value func(Row) any    // value for programs; nil is null in JSON and empty in CSV
	Text  func(Row) string // text for people; if nil, people see the text of CSV
}

func (c *Column[Row]) shown(in Form) bool {
	if c.Only != 0 && c.Only&in == 0 {
		return false
	}
	if in == Text {
		return c.Head != "" || c.Text != nil
	}
	return c.Key != ""
}

// cell returns the cell of a row, in the form Text or CSV.
func (c *Column[Row]) cell(row Row, in Form) string {
	if in == Text && c.Text != nil {
		return c.Text(row)
	}
	value := c.Value(row)
	if pointer, ok := value.(*float64); ok && pointer != nil {
		value = *pointer
	}
	if x, ok := value.(float64); ok && in == CSV && c.Digits > 0 {
		return strconv.FormatFloat(x, 'g', c.Digits, 64)
	}
	return csvText(value)
}

// A Table holds rows and describes their columns. In JSON it is an array of objects.
type Table[Row any] struct {
	Columns []Column[Row]
	Rows    []Row
}

// Grid returns the table for people, as texts.
func (t Table[Row]) Grid() *Grid { return t.grid(Text) }

// grid returns the columns and cells of the table in the form Text or CSV.
func (t Table[Row]) grid(form Form) *Grid {
	out := &Grid{Rows: make([][]string, len(t.Rows))}
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.shown(form) {
			continue
		}
		head := Head{c.Key, c.Kind}
		if form == Text {
			head.Name = c.Head
		}
		out.Columns = append(out.Columns, head)
		for j, row := range t.Rows {
			out.Rows[j] = append(out.Rows[j], c.cell(row, form))
		}
	}
	return out
}

// WriteText writes the table for people.
func (t Table[Row]) WriteText(w io.Writer) error { return t.Grid().WriteText(w) }

// WriteCSV writes a line of keys and a line for each row.
func (t Table[Row]) WriteCSV(w io.Writer) error { return t.grid(CSV).WriteCSV(w) }

// Record returns a row as the fields of a JSON object.
func (t Table[Row]) Record(row Row) Facts {
	var out Facts
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.shown(JSON) {
			continue
		}
		if value := c.Value(row); !c.OmitEmpty || !empty(value) {
			out.Add(c.Key, value)
		}
	}
	return out
}

// Records returns the rows as JSON objects.
func (t Table[Row]) Records() []any {
	records := make([]any, len(t.Rows))
	for i, row := range t.Rows {
		records[i] = t.Record(row)
	}
	return records
}

// MarshalJSON returns an array of the records.
func (t Table[Row]) MarshalJSON() ([]byte, error) { return encode(t.Records()) }

// A Fact is a named value of a record.
type Fact struct {
	Key   string
	Value any
}

// Facts is one record for JSON. The facts are written in the order of the slice.
type Facts []Fact

// Object returns the fields of a JSON object from alternating keys and values. The keys must be strings.
func Object(keysAndValues ...any) (f Facts) {
	for i := 0; i < len(keysAndValues); i += 2 {
		f.Add(keysAndValues[i].(string), keysAndValues[i+1])
	}
	return f
}

// Add appends a field of a JSON object.
func (f *Facts) Add(key string, value any) { *f = append(*f, Fact{Key: key, Value: value}) }

// AddSome appends a field of a JSON object unless its value is false, 0, nil or empty.
func (f *Facts) AddSome(key string, value any) {
	if !empty(value) {
		f.Add(key, value)
	}
}

// MarshalJSON returns an object with the facts.
func (f Facts) MarshalJSON() ([]byte, error) {
	var members [][]byte
	for _, fact := range f {
		key, err := encode(fact.Key)
		if err != nil {
			return nil, err
		}
		value, err := encode(fact.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", fact.Key, err)
		}
		members = append(members, slices.Concat(key, []byte(":"), value))
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}")), nil
}

// encode returns a value as JSON in which <, > and & are not escaped. An encoder that includes this JSON in its own
// output escapes these characters, unless SetEscapeHTML(false) was called on it.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

// csvText returns the text of a value in CSV: a number with all its digits, nil as "".
func csvText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case fmt.Stringer:
		return v.String()
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		return csvText(v.Elem().Interface())
	}
	return fmt.Sprint(value)
}

// empty reports whether a value is a zero value, or a map or slice without elements.
func empty(value any) bool {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Map, reflect.Slice:
		return v.Len() == 0
	}
	return v.IsZero()
}

// Printf writes formatted text, wrapped by [Wrap] to the width of the writer.
func Printf(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(w, Wrap(fmt.Sprintf(format, args...), Columns(w)))
	return err
}

// Capital returns a text with its first letter, which must be ASCII, in upper case.
func Capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Kind says how a column is laid out.
type Kind uint8

const (
	Words   Kind = iota // texts, aligned on the left
	Figures             // numbers, rounded for readers and aligned on the right; unknown numbers have empty cells
	Remarks             // longer texts, which a page may show below the first cell of the row and a terminal may wrap
	Names               // names that may be wrapped to fit a terminal
)

// A Head describes a column of a [Grid].
type Head struct {
	Name string
	Kind Kind
}

// Numeric reports whether the column contains numbers.
func (h Head) Numeric() bool { return h.Kind == Figures }

// A Grid is a table of texts for people.
type Grid struct {
	Columns []Head // if all names are empty, WriteText writes no headings
	Rows    [][]string
	Indent  int // spaces before every line of text
}

// New returns a grid. A prefix of a column's name sets its kind: # for Figures, ~ for Remarks, … for Names.
func New(names ...string) *Grid {
	g := &Grid{}
	for _, name := range names {
		head := Head{Name: name}
		for prefix, kind := range map[string]Kind{"#": Figures, "~": Remarks, "…": Names} {
			if text, ok := strings.CutPrefix(name, prefix); ok {
				head = Head{text, kind}
			}
		}
		g.Columns = append(g.Columns, head)
	}
	return g
}

// Add appends a row. A number becomes a cell with all its digits, nil an empty cell, and a []string several cells.
func (g *Grid) Add(values ...any) {
	var cells []string
	for _, value := range values {
		if texts, ok := value.([]string); ok {
			cells = append(cells, texts...)
		} else {
			cells = append(cells, csvText(value))
		}
	}
	g.Rows = append(g.Rows, cells)
}

func (g *Grid) names() []string {
	names := make([]string, len(g.Columns))
	for i, column := range g.Columns {
		names[i] = column.Name
	}
	return names
}

// Without returns the grid without the columns that have one of the given names.
func (g *Grid) Without(names ...string) *Grid {
	out := &Grid{Rows: make([][]string, len(g.Rows)), Indent: g.Indent}
	for i, column := range g.Columns {
		if slices.Contains(names, column.Name) {
			continue
		}
		out.Columns = append(out.Columns, column)
		for row, cells := range g.Rows {
			out.Rows[row] = append(out.Rows[row], cells[i])
		}
	}
	return out
}

// WriteCSV writes a line of column names and a line for each row. It puts an apostrophe before each text that a
// spreadsheet would run as a formula.
func (g *Grid) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	for _, row := range append([][]string{g.names()}, g.Rows...) {
		row = slices.Clone(row)
		for i, cell := range row {
			_, err := strconv.ParseFloat(cell, 64)
			if err != nil && len(cell) > 1 && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				row[i] = "'" + cell
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// MarshalJSON returns an object with the lists "columns" and "rows". In a column of [Figures], a cell of just a number
// becomes a number, and an unknown number becomes null.
func (g *Grid) MarshalJSON() ([]byte, error) {
	rows := make([][]any, len(g.Rows))
	for i, cells := range g.Rows {
		rows[i] = make([]any, len(cells))
		for j, cell := range cells {
			switch {
			case g.Columns[j].Numeric() && json.Valid([]byte(cell)):
				rows[i][j] = json.Number(cell)
			case !g.Columns[j].Numeric() || cell != "" && cell != "-":
				rows[i][j] = cell
			}
		}
	}
	return json.Marshal(map[string]any{"columns": g.names(), "rows": rows})
}

// TextWidth returns how many columns a text takes on a terminal: two for a wide character, none for a combining one.
func TextWidth(text string) (columns int) {
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			columns += 2
		default:
			columns++
		}
	}
	return columns
}
