package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
)

// Fact is a value with its name.
type Fact struct {
	Key   string // in JSON; a fact without one is for people only
	Value any
	Label string // for people; a fact without one is for programs only
	Text  string // for people, if not the value as in CSV
	Note  string // for people, after the text
}

// Facts are one record, in the order in which they are written.
type Facts []Fact

// Object makes facts for programs of keys and values in turn.
func Object(keysAndValues ...any) (f Facts) {
	for i := 0; i < len(keysAndValues); i += 2 {
		f.Add(keysAndValues[i].(string), keysAndValues[i+1])
	}
	return f
}

// Add appends a fact for programs.
func (f *Facts) Add(key string, value any) { *f = append(*f, Fact{Key: key, Value: value}) }

// AddSome appends a fact for programs unless it is false, 0, nil or empty.
func (f *Facts) AddSome(key string, value any) {
	if !empty(value) {
		f.Add(key, value)
	}
}

// MarshalJSON writes an object.
func (f Facts) MarshalJSON() ([]byte, error) {
	var members [][]byte
	for _, fact := range f {
		if fact.Key == "" {
			continue
		}
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

// encode writes JSON in which <, > and & stand for themselves: an encoder around it escapes them where that is wanted.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

// WriteText writes a line for each fact that has a label: label, text and note in columns.
func (f Facts) WriteText(w io.Writer) error {
	grid := New("", "", "~")
	for _, fact := range f {
		if fact.Label == "" {
			continue
		}
		if fact.Text == "" {
			fact.Text = csvText(fact.Value)
		}
		grid.Add(fact.Label, fact.Text, fact.Note)
	}
	return grid.WriteText(w)
}

// csvText is a value as CSV has it: a number with all its digits, nothing for nil.
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

// empty is what omitempty means in encoding/json.
func empty(value any) bool {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
