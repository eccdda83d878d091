package progress_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// terminal interprets control sequences as usual terminals do, and wraps lines that are too long.
type terminal struct {
	t       *testing.T
	mu      sync.Mutex // screens also write by themselves
	columns int
	lines   [][]rune // as they were written, each of one row or more
	line    int      // of the cursor
	at      int      // characters before the cursor in its line
}

func (x *terminal) size() (columns, rows int) { return x.columns, 24 }

var command = regexp.MustCompile(`^\x1b\[(\d*)([A-Za-z])`)

func (x *terminal) Write(text []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for rest := string(text); rest != ""; {
		if m := command.FindStringSubmatch(rest); m != nil {
			x.obey(m[1], m[2])
			rest = rest[len(m[0]):]
			continue
		}
		r := []rune(rest)[0]
		rest = rest[len(string(r)):]
		x.put(r)
	}
	return len(text), nil
}

func (x *terminal) put(r rune) {
	if len(x.lines) == 0 {
		x.lines = [][]rune{nil}
	}
	switch {
	case r == '\r':
		x.at -= x.at % x.columns
	case r == '\n': // after a carriage return, or one that the terminal adds
		if x.line++; x.line == len(x.lines) {
			x.lines = append(x.lines, nil)
		}
		x.at = 0
	case r < ' ':
		x.t.Errorf("the terminal is given %q", r)
	default:
		line := x.lines[x.line]
		for len(line) <= x.at {
			line = append(line, ' ')
		}
		line[x.at] = r
		x.lines[x.line] = line
		x.at++
	}
}

func (x *terminal) obey(number, what string) {
	n, _ := strconv.Atoi(number)
	switch what {
	case "A":
		for range max(1, n) {
			if x.at >= x.columns {
				x.at -= x.columns
			} else if x.line > 0 {
				x.line--
				x.at += max(0, len(x.lines[x.line])-1) / x.columns * x.columns
			}
		}
	case "K", "J":
		if len(x.lines) > 0 {
			x.lines[x.line] = x.lines[x.line][:min(x.at, len(x.lines[x.line]))]
			if what == "J" {
				x.lines = x.lines[:x.line+1]
			}
		}
	case "m":
	default:
		x.t.Errorf("the terminal does not know %q", what)
	}
}

// String returns the text on the terminal.
func (x *terminal) String() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var text strings.Builder
	for _, line := range x.lines {
		fmt.Fprintln(&text, strings.TrimRight(string(line), " "))
	}
	return strings.TrimRight(text.String(), "\n") + "\n"
}
