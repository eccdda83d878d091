package ugi_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/ugi"
)

// TestLines reads lines of all kinds: with and without ends, too long, too many.
func TestLines(t *testing.T) {
	r := ugi.NewLineReader(strings.NewReader("one\r\n\n \ttwo\v  words\t\r\n"+strings.Repeat("x", 100)+"\nthree"), 16)
	var got []string
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, ugi.ErrLongLine) {
			got = append(got, "long")
			err = r.Skip()
		} else {
			got = append(got, string(line))
		}
		require.NoError(t, err)
	}
	if want := []string{"one", "", "two words", "long", "three"}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// TestFlood checks that the volume is bounded, and counted again when it is set.
func TestFlood(t *testing.T) {
	r := ugi.NewLineReader(strings.NewReader(strings.Repeat("0123456\n", 10)), 64)
	for range 2 {
		r.Allow(24)
		for range 3 {
			if _, err := r.Next(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := r.Next(); !errors.Is(err, ugi.ErrFlood) {
		t.Errorf("the seventh line gives %v", err)
	}
}

// TestGoLine compares go lines with lines written by hand.
func TestGoLine(t *testing.T) {
	clock := search.Clock{
		Left:      [engine.MaxSeats]time.Duration{time.Minute, 30 * time.Second, 0, time.Nanosecond},
		Increment: [engine.MaxSeats]time.Duration{600 * time.Millisecond, 0, time.Hour, 0},
	}
	for want, limits := range map[string]search.Limits{
		"go":                            {},
		"go nodes 18446744073709551615": {Nodes: 1<<64 - 1},
		"go depth 7 movetime 1":         {Depth: 7, Time: time.Microsecond},
		"go nodes 5 movetime 1500":      {Nodes: 5, Time: 1500*time.Millisecond + 999},
		"go p1time 60000 p1inc 600 p2time 30000 p4time 1": {Clock: clock},
		"go p2time 9000 movestogo 7": {
			Clock: search.Clock{Left: [engine.MaxSeats]time.Duration{1: 9 * time.Second}, Turns: 7}},
	} {
		if got := ugi.GoLine(limits); got != want {
			t.Errorf("%+v: %q, want %q", limits, got, want)
		}
	}
}

// TestGoRefusals checks that errors name wrong words, and that the other words count.
func TestGoRefusals(t *testing.T) {
	for text, named := range map[string]string{
		"nodes 5 ponder": "ponder", "nodes 5 depth": "depth", "nodes 5 movetime soon": "soon",
		"p5time 3 nodes 5": "p5time",
		"ptime nodes 5":    "ptime", "nodes 5 p1moves 3": "p1moves",
	} {
		got, err := ugi.ParseGo(strings.Fields(text))
		if err == nil || !strings.Contains(err.Error(), named) || got.Limits.Nodes != 5 {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	least := "nodes 0 depth -3 movetime 0 p1time -20 p1inc -1 p2time 9223372036854775807"
	got, err := ugi.ParseGo(strings.Fields(least))
	want := search.Limits{Nodes: 1, Depth: 1, Time: time.Millisecond}
	want.Clock.Left = [engine.MaxSeats]time.Duration{time.Millisecond, 365 * 24 * time.Hour}
	if err != nil || got.Limits != want {
		t.Errorf("bounds: %+v, %v", got, err)
	}
}

// TestOptions reads and writes options.
func TestOptions(t *testing.T) {
	for _, line := range []string{
		"option name Game type combo default pilastri var pilastri var pit",
		"option name Two Words type string default <empty>",
		"option name Clear type button",
		"option name Slow type check default false",
		"option name Style type combo default very wild var very wild var calm",
	} {
		option, err := ugi.ParseOption(strings.TrimPrefix(line, "option "))
		if err != nil || option.String() != line {
			t.Errorf("%q is read as %+v, %v", line, option, err)
		}
	}
	for text, named := range map[string]string{
		"": "no name", "type string": "no name", "Threads": "Threads", "name X type knob": "knob",
	} {
		_, err := ugi.ParseOption(text)
		require.ErrorContains(t, err, named, text)
	}
}

// TestSetOption writes options and reads them back.
func TestSetOption(t *testing.T) {
	for _, want := range [][2]string{{"Game", "pit"}, {"two words", "a  b"}, {"x", ""}, {"Style",
		"very wild value 3"}} {
		line := ugi.SetOptionLine(want[0], want[1])
		name, value, err := ugi.ParseSetOption(strings.TrimPrefix(line, "setoption "))
		if err != nil || name != want[0] || value != want[1] {
			t.Errorf("%q is read as %q, %q, %v", line, name, value, err)
		}
	}
	for _, text := range []string{"", "name", "name ", "value 3", "name value 3"} {
		if name, _, err := ugi.ParseSetOption(text); err == nil {
			t.Errorf("%q is read as option %q", text, name)
		}
	}
}

// TestSplitCommand splits command lines.
func TestSplitCommand(t *testing.T) {
	for line, want := range map[string][]string{
		"./engine":                  {"./engine"},
		"  a  b\tc ":                {"a", "b", "c"},
		`"my engine" --x='a "b" c'`: {"my engine", `--x=a "b" c`},
		`a "" b`:                    {"a", "", "b"},
		`C:\bin\e.exe "a\"b\\c\d"`:  {`C:\bin\e.exe`, `a"b\c\d`},
	} {
		if got, err := ugi.SplitCommand(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is split into %q, %v; want %q", line, got, err, want)
		}
	}
	for _, line := range []string{"", "  ", `"open`, `a 'b`, `""`} {
		if got, err := ugi.SplitCommand(line); err == nil {
			t.Errorf("%q is split into %q", line, got)
		}
	}
}

// TestInfoWords compares info lines with lines written by hand.
func TestInfoWords(t *testing.T) {
	h := engine.NewHistory(enginetest.Rules(t, "pilastri", "size=4").Start())
	for _, turn := range []string{"b1a1", "c1d1"} {
		require.NoError(t, h.PlayTurn(turn))
	}
	long := search.Info{Depth: 3, Score: -25, Nodes: 1000, Elapsed: 500 * time.Millisecond, Principal: h.Steps()}
	const want = "info depth 3 multipv 1 score cp -25 nodes 1000 nps 2000 time 500 pv b1a1 c1d1"
	if got := ugi.InfoLine(h.Start(), long); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for score, words := range map[search.Score]string{
		search.WinIn(3): "mate 3", -search.WinIn(4): "mate -4", search.WinScore: "mate 1", -search.WinScore: "mate -1",
		search.Proven: fmt.Sprint("cp ", int(search.Proven)), -search.Proven: fmt.Sprint("cp ", -int(search.Proven)),
	} {
		info, want := search.Info{Score: score, Line: 2}, "info depth 0 multipv 2 score "+words+" nodes 0 nps 0 time 0"
		if got := ugi.InfoLine(h.Start(), info); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestInfoBounds reads values at and beyond the bounds.
func TestInfoBounds(t *testing.T) {
	start := enginetest.Rules(t, "pilastri", "size=4").Start()
	farthest := int(search.WinScore - search.Proven - 1)
	for text, want := range map[string]search.Info{
		"depth 1048576 multipv 1048576": {Depth: 1 << 20, Line: 1 << 20},
		"depth 1048577 multipv 1048577": {Depth: 1 << 20, Line: 1 << 20},
		"multipv 0":                     {Line: 1},
		"nodes 9223372036854775807":     {Nodes: 1<<63 - 1, Line: 1},
		"time 1500":                     {Elapsed: 1500 * time.Millisecond, Line: 1},
		"time 9223372036854775807":      {Elapsed: 365 * 24 * time.Hour, Line: 1},
		"score cp 2000000000":           {Score: search.Proven, Line: 1},
		"score cp -2000000000":          {Score: -search.Proven, Line: 1},
		"score cp 7 depth 2":            {Score: 7, Depth: 2, Line: 1},
		"score mate 1 upperbound":       {Score: search.WinIn(1), Line: 1},
		"score mate -1":                 {Score: -search.WinIn(1), Line: 1},
		"score mate 2000000000":         {Score: search.WinIn(farthest), Line: 1},
		"score mate -2000000000":        {Score: -search.WinIn(farthest), Line: 1},
		"currmove b1a1 string depth 9":  {Line: 1},
	} {
		if got, err := ugi.ParseInfo(start, text); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q is read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	wrong := []string{"score", "score cp", "score cp x", "score mate 0", "score pawns 7", "depth x", "nodes"}
	for _, text := range wrong {
		if got, err := ugi.ParseInfo(start, text); err == nil || fmt.Sprint(got) != fmt.Sprint(search.Info{Line: 1}) {
			t.Errorf("%q, which is wrong, is read as %+v, %v", text, got, err)
		}
	}
	for text, steps := range map[string]int{"pv b1a1 c1d1": 2, "pv b1a1 c1d1 zz": 2, "pv b1a1 zz c1d1": 1, "pv": 0} {
		info, err := ugi.ParseInfo(start, text)
		if len(info.Principal) != steps || (err != nil) != strings.Contains(text, "zz c1d1") {
			t.Errorf("%q is read as %v, %v", text, info.Principal, err)
		}
	}
	long, h := "", engine.NewHistory(enginetest.Rules(t, "pylyx", "size=6").Start())
	for random := engine.NewRandom(1); len(strings.Fields(long)) < 66; {
		require.NoError(t, engine.RandomTurn(h, random))
		long = engine.LineText(h.Start(), h.Steps())
	}
	info, err := ugi.ParseInfo(h.Start(), "pv "+long)
	if n := len(engine.Turns(h.Start(), info.Principal)); err != nil || n != 64 {
		t.Errorf("%d turns of a long variation are read, %v", n, err)
	}
}
