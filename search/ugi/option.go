// Package ugi reads and writes the lines of the Universal Game Interface, a protocol by which a program asks an engine
// in another process for turns. It follows chess's UCI (Rudolf Huber and Stefan Meyer-Kahlen, 2000) and its
// generalisation to other games, UGI (kz04px, GitHub), and adds seats beyond the second. See
// docs/reference/protocol.md.
//
// Package server makes an engine of a player, package client makes a player of an engine, and package compliance tests
// an engine. All of them check every line that the other side sends.
package ugi

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Names of options that the protocol defines.
const (
	GameOption = "Game" // the game; setting it resets the rule options to the game's defaults
	SeedOption = "Seed" // the seed of all randomness, from the next uginewgame on
)

// A Declaration is the line by which an engine declares an option.
type Declaration struct {
	Name    string
	Type    string   // check, spin, combo, string or button
	Default string   // the value at the start
	Values  []string // the possible values of a combo
}

// emptyText represents an empty value in lines, as in UCI.
const emptyText = "<empty>"

// String returns the line.
func (o Declaration) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option name %s type %s", o.Name, o.Type)
	if o.Type != "button" {
		b.WriteString(" default " + cmp.Or(o.Default, emptyText))
	}
	for _, value := range o.Values {
		b.WriteString(" var " + value)
	}
	return b.String()
}

// ParseOption reads the words after "option" in a line that declares an option.
func ParseOption(rest string) (Declaration, error) {
	var values []string
	parts := map[string][]string{} // words by keyword, except var
	key := ""                      // the last keyword
	for _, word := range strings.Fields(rest) {
		switch word {
		case "name", "type", "default", "min", "max", "var":
			if key = word; key == "var" {
				values = append(values, "")
			}
			continue
		}
		switch key {
		case "":
			return Declaration{}, fmt.Errorf("option: want name first, not %q", word)
		case "var":
			last := &values[len(values)-1]
			*last = strings.TrimPrefix(*last+" "+word, " ")
		default:
			parts[key] = append(parts[key], word)
		}
	}
	text := func(key string) string { return strings.Join(parts[key], " ") }
	o := Declaration{Name: text("name"), Type: text("type"), Values: values} // nothing needs min and max
	if o.Default = text("default"); o.Default == emptyText {
		o.Default = ""
	}
	return o, o.check()
}

// check returns an error if the name or the type is missing or unknown.
func (o Declaration) check() error {
	types := []string{"check", "spin", "combo", "string", "button"}
	switch {
	case o.Name == "":
		return errors.New("option: it has no name")
	case !slices.Contains(types, o.Type):
		return fmt.Errorf("option %s: unknown type %q; known are %s", o.Name, o.Type, strings.Join(types, ", "))
	}
	return nil
}

// SetOptionLine returns the line that sets an option.
func SetOptionLine(name, value string) string {
	return "setoption name " + name + " value " + cmp.Or(value, emptyText)
}

// ParseSetOption reads the words after "setoption". The value may be missing, and may contain blanks.
func ParseSetOption(rest string) (name, value string, err error) {
	rest, found := strings.CutPrefix(strings.TrimSpace(rest)+" ", "name ")
	if !found {
		return "", "", errors.New("setoption: want name N value V")
	}
	name, value, _ = strings.Cut(" "+rest, " value ") // the blank in front helps to find an empty name
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if name == "" {
		return "", "", errors.New("setoption: the name is missing; want name N value V")
	}
	if value == emptyText {
		value = ""
	}
	return name, value, nil
}

// commandWord matches a word of a command line, and quotedPart a part of a word in quotes. In double quotes, unescape
// replaces the escapes.
var (
	commandWord = regexp.MustCompile(`(?s)(?:[^ \t"']|"(?:[^"\\]|\\["\\]|\\[^"\\])*"|'[^']*')+`)
	quotedPart  = regexp.MustCompile(`(?s)"(?:[^"\\]|\\["\\]|\\[^"\\])*"|'[^']*'`)
	unescape    = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// SplitCommand splits a command line into the program and its arguments: at blanks, except within single or double
// quotes. Within double quotes \" means " and \\ means \. Unlike a shell, it knows no variables, patterns or pipes.
func SplitCommand(line string) ([]string, error) {
	if rest := strings.Trim(commandWord.ReplaceAllString(line, ""), " \t"); rest != "" {
		return nil, fmt.Errorf("command line %s: the quotation mark %c is not closed; close it", line, rest[0])
	}
	words := commandWord.FindAllString(line, -1)
	for i, word := range words {
		words[i] = quotedPart.ReplaceAllStringFunc(word, func(part string) string {
			inside := part[1 : len(part)-1]
			if part[0] == '"' {
				return unescape.Replace(inside)
			}
			return inside
		})
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command line names no program")
	}
	return words, nil
}

// Largest lengths of lines, in bytes.
const (
	MaxLine    = 64 << 10 // of a line from an engine
	MaxRequest = 1 << 20  // of a line to an engine, which may contain all turns of a game
)

// A LineReader reads lines of bounded length. It belongs to one goroutine.
type LineReader struct {
	buffered *bufio.Reader
	longest  int   // largest number of bytes in a line
	allowed  int64 // bytes that may be read since the last Allow; 0 for no limit
	total    int64 // bytes read since the last Allow
}

// NewLineReader returns a reader of lines of at most longest bytes.
func NewLineReader(from io.Reader, longest int) *LineReader {
	return &LineReader{buffered: bufio.NewReaderSize(from, longest), longest: longest}
}

// Errors of a [LineReader].
var (
	ErrLongLine = errors.New("a line too long")
	ErrFlood    = errors.New("too many lines")
)

// Allow sets the number of bytes that may be read from now on. A volume of 0 sets no limit.
func (r *LineReader) Allow(volume int64) { r.allowed, r.total = volume, 0 }

// Next returns the words of the next line with one blank between them, whatever white space the sender wrote: tabs,
// several blanks, or a carriage return at the end. The last line need not have a line feed. The line is valid until the
// next call. For a line that is too long, Next returns an error that wraps [ErrLongLine]; [LineReader.Skip] then skips
// the rest of the line. If more bytes were read than Allow allows, Next returns an error that wraps [ErrFlood].
func (r *LineReader) Next() ([]byte, error) {
	line, err := r.buffered.ReadSlice('\n')
	r.total += int64(len(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLongLine, r.longest)
	case err != nil && len(line) == 0:
		return nil, err
	case r.allowed > 0 && r.total > r.allowed:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFlood, r.allowed)
	}
	return bytes.Join(bytes.Fields(line), []byte(" ")), nil
}

// Skip skips the rest of a line that was too long.
func (r *LineReader) Skip() error {
	for {
		if _, err := r.buffered.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
