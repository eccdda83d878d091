package enginetest

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/sketch"
)

// checkOptions checks the texts of a game and its options, and that the game rejects unknown options and values.
func checkOptions(t *testing.T, game engine.Game) {
	if game.Name() == "" || strings.ContainsAny(game.Name(), " \t=") || game.Title() == "" {
		t.Errorf("name %q and title %q", game.Name(), game.Title())
	}
	seen := map[string]bool{}
	for _, option := range game.Options() {
		if option.Name == "" || option.Help == "" || seen[option.Name] {
			t.Errorf("option %q has no name or help, or stands twice", option.Name)
		}
		seen[option.Name] = true
	}
	const unknown = "no-such-option"
	_, err := game.New(engine.Settings{{Name: unknown, Value: "1"}})
	if err == nil || !strings.Contains(err.Error(), unknown) {
		t.Errorf("an unknown option is not refused by name: %v", err)
	}
	for _, option := range game.Options() {
		checkRefusals(t, game, option)
	}
	if _, err := game.Read("", nil); err == nil {
		t.Error("an empty position text is not refused")
	}
}

// checkRefusals checks that the game rejects invalid values of an option with an error that names the option.
func checkRefusals(t *testing.T, game engine.Game, option engine.Option) {
	var outside []string
	switch {
	case len(option.Values) > 0:
		outside = []string{"no-such-value"}
	case option.Min != 0 || option.Max != 0:
		outside = []string{strconv.Itoa(option.Min - 1), strconv.Itoa(option.Max + 1), "1.5", "many"}
	}
	for _, value := range outside {
		_, err := game.New(engine.Settings{{Name: option.Name, Value: value}})
		if err == nil || !strings.Contains(err.Error(), option.Name) {
			t.Errorf("%s=%s is not refused by name: %v", option.Name, value, err)
		}
	}
}

// notable returns the values of an option with which to test the game: all values if the option lists them, or the
// maximum and some small values of a range. Small values give small boards and early draws.
func notable(option engine.Option) []string {
	switch {
	case len(option.Values) > 0:
		return option.Values
	case option.Min == 0 && option.Max == 0:
		return nil
	}
	var values []string
	for _, n := range []int{option.Min, option.Min + 1, option.Min + 2, option.Min + 7, option.Max} {
		if text := strconv.Itoa(n); n <= option.Max && !slices.Contains(values, text) {
			values = append(values, text)
		}
	}
	return values
}

func checkRules(t *testing.T, rules engine.Rules) {
	game := rules.Game()
	options, settings := game.Options(), rules.Settings()
	if len(settings) != len(options) {
		t.Fatalf("the settings are %s; there are %d options", settings, len(options))
	}
	for i, option := range options {
		if settings[i].Name != option.Name {
			t.Errorf("setting %d is %s, option %d is %s", i, settings[i].Name, i, option.Name)
		}
	}
	again, err := game.New(settings)
	if err != nil {
		t.Fatalf("the game refuses its own settings %s: %v", settings, err)
	}
	same(t, "start under the settled settings", again.Start(), rules.Start())
	if rules.Seats() < 2 || rules.Seats() > engine.MaxSeats || len(rules.SeatNames()) != rules.Seats() {
		t.Errorf("%d seats with names %v", rules.Seats(), rules.SeatNames())
	}
	if rules.Repetition() < 0 || rules.Repetition() == 1 || rules.TurnCap() < 0 || rules.StepSpace() < 2 {
		t.Errorf("repetition %d, turn cap %d, step space %d", rules.Repetition(), rules.TurnCap(), rules.StepSpace())
	}
	checkNames(t, "kind of step", rules.StepKinds())
	ofPositions, ofSteps := terms(rules)
	checkNames(t, "feature or pattern", names(ofPositions))
	checkNames(t, "pattern of steps", names(ofSteps))
	checkNames(t, "seat", rules.SeatNames())
	checkStart(t, rules.Start())
}

// terms returns the terms of positions, which are features and patterns, and the patterns of steps.
func terms(rules engine.Rules) (ofPositions, ofSteps []engine.Term) {
	ofPositions = slices.Clone(rules.Features())
	if patterned, ok := rules.(engine.PatternRules); ok {
		ofPositions = append(ofPositions, patterned.Patterns()...)
	}
	if patterned, ok := rules.(engine.StepPatternRules); ok {
		ofSteps = patterned.StepPatterns()
	}
	return ofPositions, ofSteps
}

func names(terms []engine.Term) (names []string) {
	for _, term := range terms {
		names = append(names, term.Name)
	}
	return names
}

// checkNames checks that names are single words and all different. what says for the error which things have the names.
func checkNames(t *testing.T, what string, names []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if name == "" || seen[name] || len(strings.Fields(name)) != 1 {
			t.Errorf("%s %q is no word of its own", what, name)
		}
		seen[name] = true
	}
}

func checkStart(t *testing.T, start engine.Position) {
	if start.Turn() != 1 || start.Seat() != 0 || !start.StartsTurn() || start.Over() || start.Reversible() != 0 {
		t.Errorf("a game starts at turn 1, for seat 1, undecided; not so %s", start)
	}
	if int(start.StepKind()) >= len(start.Rules().StepKinds()) {
		t.Errorf("kind of step %d has no name", start.StepKind())
	}
}

// checkDiagram checks that a diagram can be drawn, and that package sketch reads the same board from the text.
func checkDiagram(t *testing.T, p engine.Position) {
	d := p.Diagram()
	if d.Files < 1 || d.Ranks < 1 || len(d.Cells) != d.Files*d.Ranks {
		t.Fatalf("a diagram of %d by %d has %d cells", d.Files, d.Ranks, len(d.Cells))
	}
	names := map[string]bool{}
	for i, cell := range d.Cells {
		switch {
		case cell.Kind == engine.NoCell && (cell.Name != "" || len(cell.Pieces) > 0):
			t.Fatalf("place %d is no square, yet there is something: %v", i, cell)
		case cell.Kind == engine.Square && (cell.Name == "" || names[cell.Name]):
			t.Fatalf("square %d has no name of its own: %q", i, cell.Name)
		case cell.Kind > engine.Hole || cell.Kind == engine.Hole && len(cell.Pieces) > 0:
			t.Fatalf("place %d is of kind %d with %v", i, cell.Kind, cell.Pieces)
		case slices.ContainsFunc(cell.Pieces, func(p engine.Piece) bool {
			return p.Color > engine.Blue || p.Shape > engine.Pawn || p.Shape != engine.Man && len(cell.Pieces) > 1
		}):
			t.Fatalf("square %s holds %v, which cannot be drawn", cell.Name, cell.Pieces)
		}
		names[cell.Name] = true
	}
	if len(names) < 2 {
		t.Fatalf("the diagram shows no squares: %s", p)
	}
	if n := len(d.Reserves); n > 0 && (n != p.Rules().Seats() || len(d.Notes) < 2) {
		t.Fatalf("%s: %d reserves of %d seats, and the notes %q", p, n, p.Rules().Seats(), d.Notes)
	}
	if formed, ok := p.Rules().Game().(engine.FormedGame); ok {
		s, err := sketch.Read(formed.Form(), p.String())
		if err != nil || s.String() != p.String() || !reflect.DeepEqual(s.Diagram.Cells, d.Cells) {
			t.Fatalf("%s: its form reads it as %v with the cells %v, %v", p, s, d.Cells, err)
		}
	}
}

// checkNoisy checks that noisy steps are legal and different.
func checkNoisy(t *testing.T, p engine.Position, steps []engine.Step) {
	noisy := p.AppendNoisy([]engine.Step{engine.NoStep})
	if len(noisy) == 0 || noisy[0] != engine.NoStep {
		t.Fatalf("AppendNoisy does not append to what it is given: %s", p)
	}
	seen := map[engine.Step]bool{}
	for _, step := range noisy[1:] {
		if seen[step] || !slices.Contains(steps, step) {
			t.Fatalf("the noisy step %d is not legal or listed twice: %s", step, p)
		}
		seen[step] = true
	}
}

// checkNumbers checks that ordering scores and features do not depend on what their buffers held, that a declining step
// scores 0, and that a clone has the same features.
func checkNumbers(t *testing.T, p engine.Position, steps []engine.Step) {
	scores := twice(t, p, "OrderingScores", len(steps), func(into []int32) { p.OrderingScores(steps, into) })
	for i, step := range steps {
		if step == p.DeclineStep() && scores[i] != 0 {
			t.Fatalf("the score for declining is %d, not 0: %s", scores[i], p)
		}
	}
	clone := p.Clone()
	for seat := range p.Rules().Seats() {
		of := engine.Seat(seat)
		features := twice(t, p, "Features", len(p.Rules().Features()), func(into []int32) { p.Features(of, into) })
		again := make([]int32, len(features))
		clone.Features(of, again)
		if !slices.Equal(features, again) {
			t.Fatalf("the features of a clone differ: %s", p)
		}
	}
}

// twice returns the n numbers that write writes. It calls write with two different buffers and fails the test if the
// numbers differ, as they do if write skips a number or only adds to it.
func twice(t *testing.T, p engine.Position, what string, n int, write func([]int32)) []int32 {
	first, second := make([]int32, n), make([]int32, n)
	for i := range second {
		second[i] = 1 << 30
	}
	write(first)
	write(second)
	if !slices.Equal(first, second) {
		t.Fatalf("%s depends on what the buffer held: %s", what, p)
	}
	return first
}

// checkPatterns checks that a clone shows the same patterns, and that the phase is in its range.
func checkPatterns(t *testing.T, p engine.Position) {
	rules, patterned := p.Rules().(engine.PatternRules)
	if !patterned || p.Over() {
		return
	}
	shown := patternsOf(t, p, len(rules.Patterns()))
	if again := patternsOf(t, p.Clone(), len(rules.Patterns())); !slices.EqualFunc(again[:], shown[:], slices.Equal) {
		t.Fatalf("the patterns of a clone differ: %s", p)
	}
	phase := p.(engine.PatternPosition).Phase()
	if phase < 0 || phase > engine.PhaseEnd || p.InOpening() && phase != 0 {
		t.Fatalf("phase %d; it goes from 0, before the game proper, to %d: %s", phase, engine.PhaseEnd, p)
	}
}

// patternsOf returns the sorted numbers of the patterns that each seat shows. It fails the test if a number is not
// below patterns, the number of patterns that the game has.
func patternsOf(t *testing.T, p engine.Position, patterns int) (lists engine.PatternLists) {
	const before = 12345
	for seat := range lists {
		lists[seat] = []uint16{before}
	}
	p.(engine.PatternPosition).AppendPatterns(&lists)
	for seat, list := range lists {
		if len(list) == 0 || list[0] != before {
			t.Fatalf("AppendPatterns does not append to what it is given for seat %d: %s", seat+1, p)
		}
		list = list[1:]
		switch {
		case seat >= p.Rules().Seats() && len(list) > 0:
			t.Fatalf("patterns of seat %d of %d: %s", seat+1, p.Rules().Seats(), p)
		case len(list) > engine.MaxPatterns:
			t.Fatalf("seat %d shows %d patterns, more than %d: %s", seat+1, len(list), engine.MaxPatterns, p)
		case len(list) > 0 && int(slices.Max(list)) >= patterns:
			t.Fatalf("seat %d shows pattern %d of %d: %s", seat+1, slices.Max(list), patterns, p)
		}
		slices.Sort(list)
		lists[seat] = list
	}
	return lists
}

// checkStepPatterns checks the lists of step patterns. The last step must show the same patterns if it is asked for
// alone.
func checkStepPatterns(t *testing.T, p engine.Position, steps []engine.Step) {
	rules, patterned := p.Rules().(engine.StepPatternRules)
	if !patterned || len(steps) == 0 {
		return
	}
	lists := engine.StepPatternLists{Numbers: []uint16{12345}, Ends: []int{1}} // the list of an earlier step
	p.(engine.StepPatternPosition).AppendStepPatterns(steps, &lists)
	if len(lists.Ends) != 1+len(steps) || lists.Ends[len(steps)] != len(lists.Numbers) || !slices.IsSorted(lists.Ends) {
		t.Fatalf("patterns of %d steps end at %v of %d: %s", len(steps), lists.Ends, len(lists.Numbers), p)
	}
	if most := slices.Max(append(lists.Numbers[1:], 0)); int(most) >= len(rules.StepPatterns()) {
		t.Fatalf("a step shows pattern %d of %d: %s", most, len(rules.StepPatterns()), p)
	}
	last := len(steps) - 1
	var alone engine.StepPatternLists
	p.(engine.StepPatternPosition).AppendStepPatterns(steps[last:], &alone)
	if shown := lists.Numbers[lists.Ends[last]:]; !slices.Equal(shown, alone.Numbers) {
		t.Fatalf("step %s shows %v among others and %v alone: %s", p.StepText(steps[last]), shown, alone.Numbers, p)
	}
}

// checkMetrics checks that all metrics have possible values, and that computing them does not change the position.
func checkMetrics(t *testing.T, p engine.Position) {
	if !p.StartsTurn() && !p.Over() {
		return
	}
	metrics := engine.MetricsOf(p.Rules())
	text := p.String()
	got := engine.AppendMetrics([]int{-1}, p, nil, nil)
	if len(got) != 1+len(metrics) || got[0] != -1 {
		t.Fatalf("%d metrics are named, %v are appended to -1: %s", len(metrics), got, p)
	}
	for i, metric := range metrics {
		if got[i+1] < 0 || metric.Most > 0 && got[i+1] > metric.Most {
			t.Fatalf("%d %s, but there are 0 to %d: %s", got[i+1], metric.Name, metric.Most, p)
		}
		if metric.Event && got[i+1] != 0 {
			t.Fatalf("%d %s have happened before anything was played: %s", got[i+1], metric.Name, p)
		}
	}
	if again := engine.AppendMetrics([]int{-1}, p.Clone(), nil, nil); !slices.Equal(got, again) || p.String() != text {
		t.Fatalf("the metrics %v of a clone are %v: %s", got, again, p)
	}
}

// checkKey checks that restoring a position from its key gives an equal position, except for symmetries, the turn
// number and what depends on earlier positions.
func checkKey(t *testing.T, p engine.Position) {
	keyed, ok := p.(engine.Keyed)
	if !ok || p.Over() {
		return
	}
	key := keyed.AppendCanonicalKey([]byte("before"))
	if !bytes.HasPrefix(key, []byte("before")) {
		t.Fatalf("the key is not appended but overwrites: %s", p)
	}
	key = key[len("before"):]
	back := p.Clone().(engine.Keyed) // SetKey must overwrite all its contents
	back.SetKey(key)
	switch {
	case !bytes.Equal(back.AppendCanonicalKey(nil), key):
		t.Fatalf("the key of %s is another one when it has been read back: %s", p, back)
	case back.CanonicalHash() != keyed.CanonicalHash():
		t.Fatalf("the key of %s reads back as %s, which is no image of it", p, back)
	case back.StepKind() != p.StepKind() || back.StartsTurn() != p.StartsTurn() ||
		back.InOpening() != p.InOpening() || back.Over():
		t.Fatalf("kind of step, start of turn, stage or end of %s differ from those of %s", back, p)
	case back.CountSteps() != p.CountSteps() || len(back.AppendSteps(nil)) != p.CountSteps():
		t.Fatalf("%d steps in %s, not %d as in %s", back.CountSteps(), back, p.CountSteps(), p)
	case back.Reversible() != 0:
		t.Fatalf("%s, read back from a key, knows of earlier positions", back)
	}
	read, err := p.Rules().Game().Read(back.String(), p.Rules().Settings())
	if err != nil {
		t.Fatalf("%s, read back from a key: %v", back, err)
	}
	same(t, "SetKey", back, read)
}
