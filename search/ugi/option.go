package ugi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Names of options that have a meaning of their own.
const (
	GameOption = "Game" // which game is played; setting it takes the rule options back to that game's defaults
	SeedOption = "Seed" // of all that is random, from the next uginewgame on
)

// Option is a setting that an engine declares.
type Option struct {
	Name     string
	Type     string // check, spin, combo, string or button
	Default  string
	Min, Max string   // of a spin; may be missing
	Values   []string // of a combo
}

// emptyText stands for an empty default, as in UCI.
const emptyText = "<empty>"

// String is the option's line.
func (o Option) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option name %s type %s", o.Name, o.Type)
	if o.Type != "button" {
		value := o.Default
		if value == "" {
			value = emptyText
		}
		b.WriteString(" default " + value)
	}
	if o.Min != "" || o.Max != "" {
		fmt.Fprintf(&b, " min %s max %s", o.Min, o.Max)
	}
	for _, value := range o.Values {
		b.WriteString(" var " + value)
	}
	return b.String()
}

// ParseOption reads the words after option.
func ParseOption(rest string) (Option, error) {
	var o Option
	key := ""
	parts := map[string][]string{}
	for _, word := range strings.Fields(rest) {
		switch word {
		case "name", "type", "default", "min", "max", "var":
			if key = word; key == "var" {
				o.Values = append(o.Values, "")
			}
		default:
			if key == "" {
				return Option{}, fmt.Errorf("option: want name first, not %q", word)
			}
			if key == "var" {
				last := &o.Values[len(o.Values)-1]
				*last = strings.TrimPrefix(*last+" "+word, " ")
				continue
			}
			parts[key] = append(parts[key], word)
		}
	}
	text := func(key string) string { return strings.Join(parts[key], " ") }
	o.Name, o.Type, o.Default, o.Min, o.Max = text("name"), text("type"), text("default"), text("min"), text("max")
	if o.Default == emptyText {
		o.Default = ""
	}
	return o, o.check()
}

func (o Option) check() error {
	switch {
	case o.Name == "":
		return errors.New("option: it has no name")
	case o.Type == "combo" && len(o.Values) == 0:
		return fmt.Errorf("option %s: a combo without var", o.Name)
	case o.Type == "check" && o.Default != "true" && o.Default != "false":
		return fmt.Errorf("option %s: the default of a check is true or false, not %q", o.Name, o.Default)
	case o.Type == "spin":
		for _, number := range []string{o.Default, o.Min, o.Max} {
			if _, err := strconv.ParseFloat(number, 64); err != nil && number != "" {
				return fmt.Errorf("option %s: %q is not a number", o.Name, number)
			}
		}
		return nil
	case o.Type == "check" || o.Type == "combo" || o.Type == "string" || o.Type == "button":
		return nil
	}
	return fmt.Errorf("option %s: unknown type %q; known are check, spin, combo, string, button", o.Name, o.Type)
}

// SetOptionLine is the line that sets an option.
func SetOptionLine(name, value string) string {
	if value == "" {
		value = emptyText
	}
	return "setoption name " + name + " value " + value
}

// ParseSetOption reads the words after setoption. A value may be missing, and may hold blanks.
func ParseSetOption(rest string) (name, value string, err error) {
	rest, found := strings.CutPrefix(strings.TrimSpace(rest)+" ", "name ")
	if !found {
		return "", "", errors.New("setoption: want name N value V")
	}
	name, value, _ = strings.Cut(" "+rest, " value ")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if name == "" {
		return "", "", errors.New("setoption: the name is missing; want name N value V")
	}
	if value == emptyText {
		value = ""
	}
	return name, value, nil
}
