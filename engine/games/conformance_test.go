package games_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/engine/sketch"
)

// Bounds of the random games that the suite plays.
const (
	stepsPerGame   = 160 // the largest number of steps in a game
	closeLookEvery = 12  // the number of steps from one run of the slow checks in checkClosely to the next
)

// TestConformance checks that every game satisfies the contracts of package engine. It plays random games under several
// settings of the options and checks the interfaces at each position. It does not know the rules of the games.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			checkParts(t, game)
			checkOptions(t, game)
			for _, settings := range variants(game) {
				t.Run("rules "+settings.String(), func(t *testing.T) {
					t.Parallel()
					conform(t, game, settings)
				})
			}
		})
	}
}

// checkParts checks that a game of this project has all optional interfaces.
func checkParts(t *testing.T, game engine.Game) {
	t.Helper()
	type whole interface {
		engine.Worded
		engine.PatternPosition
		engine.Symmetric
		fast
	}
	type wholeRules interface {
		engine.GuideRules
		engine.MirrorRules
		engine.MetricRules
		engine.PatternRules
	}
	p := start(t, game)
	_, shown := game.(engine.ShownGame)
	_, ofRules := p.Rules().(wholeRules)
	if _, ofPosition := p.(whole); enginetest.Family(game) && !(shown && ofRules && ofPosition) {
		t.Errorf("%s lacks an interface that all games of this project have", game.Name())
	}
}

// TestRefusals checks that games refuse the position texts in their files, with errors that say what is wrong.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		for _, test := range refusals(t, game) {
			_, err := game.Read(test[0], nil)
			enginetest.CheckError(t, game.Name()+": "+test[0], err, test[1])
		}
	}
}

// refusals returns the texts in a game's file of refused positions, each with words that the error must contain.
func refusals(t testing.TB, game engine.Game) [][2]string { return pairs(t, game, "refusals.txt") }

// pairs returns the lines in a file of a game's test data, split at "=> ".
func pairs(t testing.TB, game engine.Game, file string) (all [][2]string) {
	t.Helper()
	for _, line := range lines(t, game, file) {
		text, what, _ := strings.Cut(line, "=> ")
		all = append(all, [2]string{strings.TrimSpace(text), what})
	}
	return all
}

// TestTexts compares how games write positions, and the starts under settings, with the files texts.txt. It also checks
// that a size that contradicts a text is refused.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		for _, test := range pairs(t, game, "texts.txt") {
			text, want := test[0], test[1]
			if board, _, _ := strings.Cut(text, " "); !strings.Contains(board, "=") {
				if got := enginetest.Read(t, game.Name(), text).String(); got != want {
					t.Errorf("%s is read as %s, not %s", text, got, want)
				}
				continue
			}
			rules, err := game.New(enginetest.Settings(t, text))
			if words, refused := strings.CutPrefix(want, "refused "); refused {
				enginetest.CheckError(t, text, err, words)
			} else if got := rules.Start().String(); err != nil || got != want {
				t.Errorf("with %s it starts at %s, not %s (%v)", text, got, want, err)
			}
		}
		if sized := game.Options()[0]; sized.Name == "size" && enginetest.Family(game) {
			_, err := game.Read(start(t, game).String(), engine.Settings{{Name: "size", Value: "4"}})
			require.ErrorContains(t, err, "size", game.Name())
		}
	}
}

// TestSmallGamesConform checks games with several unusual options, which repeat positions soon.
func TestSmallGamesConform(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]string{
		"pilastri": "size=4", "pit-of-pillars": "size=4 repetition=2 cap=30",
	} {
		conform(t, enginetest.Rules(t, name).Game(), enginetest.Settings(t, settings))
	}
}

// conform checks a game with the given settings.
func conform(t *testing.T, game engine.Game, settings engine.Settings) {
	t.Helper()
	rules, err := game.New(settings)
	require.NoError(t, err)
	checkRules(t, rules)
	for i := range uint64(enginetest.Count(2, 4)) {
		checkGame(t, rules, engine.NewRandom(i))
		checkPlayout(t, rules, engine.NewRandom(i))
	}
}

// variants returns the default settings, and settings with a single value for each notable value that the game accepts.
func variants(game engine.Game) []engine.Settings {
	all := []engine.Settings{nil}
	for _, option := range game.Options() {
		for _, value := range notable(option) {
			settings := engine.Settings{{Name: option.Name, Value: value}}
			if _, err := game.New(settings); err == nil && value != option.Default {
				all = append(all, settings)
			}
		}
	}
	return all
}

func checkGame(t *testing.T, rules engine.Rules, random *rand.PCG) {
	h := engine.NewHistory(rules.Start())
	var hashes []uint64
	for n := range stepsPerGame {
		p := h.Position()
		checkPosition(t, p)
		if n%closeLookEvery == 0 {
			checkClosely(t, p)
		}
		hashes = checkRepetition(t, h, hashes)
		if h.Outcome().Over() {
			break
		}
		step := engine.RandomStep(p, random)
		before := p.Clone()
		if err := h.Play(step); err != nil {
			t.Fatalf("RandomStep: %v", err)
		}
		checkTransition(t, before, h.Position(), step)
	}
	checkRecord(t, h)
}

// checkPosition makes the checks that are fast enough for every position.
func checkPosition(t *testing.T, p engine.Position) {
	steps := p.AppendSteps(nil)
	checkSteps(t, p, steps)
	checkCopies(t, p, steps)
	checkReading(t, p)
	checkNoisy(t, p, steps)
	checkNumbers(t, p, steps)
	checkPatterns(t, p)
	checkStepPatterns(t, p, steps)
	checkMetrics(t, p)
	checkKey(t, p)
	checkPieChoice(t, p, steps)
}

func checkClosely(t *testing.T, p engine.Position) {
	checkParsing(t, p)
	checkPerft(t, p)
	checkRenumbered(t, p)
	checkDiagram(t, p)
}

// checkCopies checks that all ways to play a step give the same position and leave the original unchanged.
func checkCopies(t *testing.T, p engine.Position, steps []engine.Step) {
	text, hash := p.String(), p.Hash()
	child, copied := p.Rules().Start(), p.Rules().Start()
	for _, step := range some(steps) {
		p.PlayInto(step, child)
		copied.CopyFrom(p)
		same(t, "CopyFrom", copied, p)
		copied.Play(step)
		same(t, "PlayInto against Play", child, copied)
		clone := p.Clone()
		same(t, "Clone", clone, p)
		clone.Play(step)
		same(t, "Play on a clone", clone, copied)
	}
	if p.String() != text || p.Hash() != hash {
		t.Fatalf("playing on copies has changed %s to %s", text, p)
	}
}

// some returns the first, the middle and the last of the steps, or all of them if there are at most three.
func some(steps []engine.Step) []engine.Step {
	if len(steps) <= 3 {
		return steps
	}
	return []engine.Step{steps[0], steps[len(steps)/2], steps[len(steps)-1]}
}

// checkTransition checks what a step must and must not change.
func checkTransition(t *testing.T, before, after engine.Position, step engine.Step) {
	if !after.StartsTurn() && !after.Over() && (after.Seat() != before.Seat() || after.Turn() != before.Turn()) {
		t.Fatalf("step %s in %s does not complete the turn, yet seat or turn change: %s", before.StepText(step),
			before, after)
	}
	if after.Turn() < before.Turn() {
		t.Fatalf("step %s in %s takes the turn back: %s", before.StepText(step), before, after)
	}
	checkLeft(t, before, after)
	if after.Hash() == before.Hash() {
		t.Fatalf("step %s leaves the hash as it was: %s", before.StepText(step), before)
	}
	if !after.InOpening() && before.InOpening() && after.Turn() == before.Turn() && !after.StartsTurn() {
		t.Fatalf("step %s leaves the opening stage in the middle of a turn: %s", before.StepText(step), after)
	}
}

// checkLeft checks that a seat that has left the game keeps its score.
func checkLeft(t *testing.T, before, after engine.Position) {
	for seat := range engine.Seat(before.Rules().Seats()) {
		score, left := engine.Settled(before, seat)
		if !left {
			continue
		}
		if again, still := engine.Settled(after, seat); !still || again != score {
			t.Fatalf("seat %s has left with %v in %s, and then: %v %t: %s", seat, score, before, again, still, after)
		}
		if after.Over() && after.Outcome().Score(seat) != score {
			t.Fatalf("seat %s has left with %v, and the game ends with %v: %s", seat, score, after.Outcome(), after)
		}
	}
}

// checkPieChoice checks IsPieChoice: whether p starts a turn of the set-up with several legal steps, none of which
// changes the board.
func checkPieChoice(t *testing.T, p engine.Position, steps []engine.Step) {
	if !p.InOpening() || !p.StartsTurn() || len(steps) < 2 {
		if engine.IsPieChoice(p) {
			t.Fatalf("no choice can be here: %s", p)
		}
		return
	}
	board, child, choice := p.Diagram().Cells, p.Clone(), true
	for _, step := range steps {
		p.PlayInto(step, child)
		choice = choice && reflect.DeepEqual(board, child.Diagram().Cells)
	}
	if engine.IsPieChoice(p) != choice {
		t.Fatalf("IsPieChoice is %t, yet whether all steps leave the board as it is: %t: %s", !choice, choice, p)
	}
}

// checkRenumbered checks that the hash does not depend on the turn number. It adds 12 to the number, a multiple of 2, 3
// and 4, so that it is still the same seat's turn.
func checkRenumbered(t *testing.T, p engine.Position) {
	fields := strings.Fields(p.String())
	last := len(fields) - 1
	if turn, err := strconv.Atoi(fields[last]); err != nil || turn != p.Turn() {
		t.Fatalf("the last field is not turn %d: %s", p.Turn(), p)
	}
	fields[last] = strconv.Itoa(p.Turn() + 12)
	later, err := p.Rules().Game().Read(strings.Join(fields, " "), p.Rules().Settings())
	if err != nil || p.Over() {
		return
	}
	if later.Hash() != p.Hash() {
		t.Fatalf("the turn number changes the hash: %s", p)
	}
}

func checkParsing(t *testing.T, p engine.Position) {
	for _, step := range some(p.AppendSteps(nil)) {
		got, err := engine.ParseStep(p, p.StepText(step))
		if err != nil || got != step {
			t.Fatalf("the text %s of step %d is read as step %d (%v): %s", p.StepText(step), step, got, err, p)
		}
	}
	for _, text := range []string{"", "?", "z9z9"} {
		if _, err := engine.ParseStep(p, text); err == nil {
			t.Fatalf("the step %q is not refused: %s", text, p)
		}
	}
}

// checkRecord checks that the record of a game can be replayed and then gives the same game.
func checkRecord(t *testing.T, h *engine.History) {
	p := h.Position()
	record := engine.NewRecord(h, make([]string, p.Rules().Seats()))
	if !p.Over() && !p.StartsTurn() && !h.Outcome().Over() {
		record.Final = "" // the record ends before p: it leaves out the last turn, which is incomplete
	}
	again, err := record.Replay(p.Rules().Game())
	if err != nil {
		t.Fatalf("replaying: %v", err)
	}
	if n := len(again.Steps()); !slices.Equal(again.Steps(), h.Steps()[:n]) {
		t.Fatalf("the steps %v are replayed as %v", h.Steps(), again.Steps())
	}
	if record.Final != "" {
		same(t, "replay", again.Position(), p)
		if again.Outcome() != h.Outcome() {
			t.Fatalf("the replay ends by %v, not %v: %s", again.Outcome(), h.Outcome(), p)
		}
	}
}

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
	require.ErrorContains(t, err, unknown, "an unknown option is not refused by name")
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
		require.ErrorContains(t, err, option.Name, value)
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
		ofPositions, ofSteps = append(ofPositions, patterned.Patterns()...), patterned.StepPatterns()
	}
	return ofPositions, ofSteps
}

func names(terms []engine.Term) (names []string) {
	for _, term := range terms {
		names = append(names, term.Name)
	}
	return names
}

// checkNames checks that names are single words without # and all different. what says for the error which things have
// the names.
func checkNames(t *testing.T, what string, names []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] || len(strings.Fields(name)) != 1 || strings.Contains(name, "#") {
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
	if formed, ok := p.Rules().Game().(engine.ShownGame); ok {
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
	rules, patterned := p.Rules().(engine.PatternRules)
	if !patterned || len(steps) == 0 {
		return
	}
	lists := engine.StepPatternLists{Numbers: []uint16{12345}, Ends: []int{1}} // the list of an earlier step
	p.(engine.PatternPosition).AppendStepPatterns(steps, &lists)
	if len(lists.Ends) != 1+len(steps) || lists.Ends[len(steps)] != len(lists.Numbers) || !slices.IsSorted(lists.Ends) {
		t.Fatalf("patterns of %d steps end at %v of %d: %s", len(steps), lists.Ends, len(lists.Numbers), p)
	}
	if most := slices.Max(append(lists.Numbers[1:], 0)); int(most) >= len(rules.StepPatterns()) {
		t.Fatalf("a step shows pattern %d of %d: %s", most, len(rules.StepPatterns()), p)
	}
	last := len(steps) - 1
	var alone engine.StepPatternLists
	p.(engine.PatternPosition).AppendStepPatterns(steps[last:], &alone)
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
		if metric.Name == "" || metric.Help == "" {
			t.Fatalf("metric %d: %+v", i, metric)
		}
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

// perftBudget is the largest number of sequences that checkPerft counts one by one.
const perftBudget = 3000

func checkPerft(t *testing.T, p engine.Position) {
	for depth := range 4 {
		want := plainCount(p, depth, false)
		if got := engine.Perft(p, depth); got != want {
			t.Fatalf("Perft(%d) is %d, plain counting makes it %d: %s", depth, got, want, p)
		}
		if depth > 0 {
			checkDivision(t, p, depth, false, want)
		}
		if want*uint64(p.CountSteps()+1) > perftBudget { // an estimate of the count of the next depth
			break
		}
	}
	if turns := plainCount(p, 1, true); turns <= perftBudget {
		if got := engine.PerftTurns(p, 1); got != turns {
			t.Fatalf("PerftTurns(1) is %d, plain counting makes it %d: %s", got, turns, p)
		}
		checkEachTurn(t, p, turns)
	}
}

// plainCount counts sequences of depth steps one by one. If turns is set, it counts sequences of turns instead, and
// stops when there are over perftBudget.
func plainCount(p engine.Position, depth int, turns bool) (total uint64) {
	if depth == 0 {
		return 1
	}
	for _, step := range p.AppendSteps(nil) {
		child, left := p.Clone(), depth
		child.Play(step)
		if turnDone := child.Over() || child.StartsTurn(); turnDone || !turns {
			left--
		}
		total += plainCount(child, left, turns)
		if turns && total > perftBudget {
			break
		}
	}
	return total
}

// checkEachTurn checks that EachTurn yields the wanted number of different turns, with the position after each.
func checkEachTurn(t *testing.T, p engine.Position, wanted uint64) {
	text, seen := p.String(), map[string]bool{}
	for turn, after := range engine.EachTurn(p) {
		if played := playWhole(t, p, turn); played.Hash() != after.Hash() || played.Turn() != after.Turn() {
			t.Fatalf("EachTurn: %v leads to %s, not to %s: %s", turn, played, after, p)
		}
		seen[fmt.Sprint(turn)] = true
		if uint64(len(seen)) > wanted {
			break
		}
	}
	if uint64(len(seen)) != wanted || p.String() != text {
		t.Fatalf("EachTurn yields %d different turns of %d, and leaves %s: %s", len(seen), wanted, p, text)
	}
}

// playWhole returns the position after the steps of a turn. It fails the test if the turn is illegal or incomplete.
func playWhole(t *testing.T, p engine.Position, steps []engine.Step) engine.Position {
	q := p.Clone()
	for i, step := range steps {
		if !slices.Contains(q.AppendSteps(nil), step) {
			t.Fatalf("EachTurn: step %d of %v is not legal: %s", i+1, steps, p)
		}
		q.Play(step)
		if (q.Over() || q.StartsTurn()) != (i == len(steps)-1) {
			t.Fatalf("EachTurn: after %d steps of %v stands %s: %s", i+1, steps, q, p)
		}
	}
	return q
}

// checkRepetition checks the history's count of occurrences. hashes holds the hashes of the positions at which earlier
// turns began. At the start of a turn, checkRepetition returns hashes with the hash of the current position appended.
func checkRepetition(t *testing.T, h *engine.History, hashes []uint64) []uint64 {
	p := h.Position()
	if p.Over() || !p.StartsTurn() {
		return hashes
	}
	hashes = append(hashes, p.Hash())
	count := 0
	for _, hash := range hashes {
		if hash == p.Hash() {
			count++
		}
	}
	if got := h.Occurrences(); got != count {
		t.Fatalf("the history counts %d occurrences with Reversible at %d, the whole game has %d: %s", got,
			p.Reversible(), count, p)
	}
	if p.Reversible() < 0 || p.Reversible() >= len(hashes) {
		t.Fatalf("Reversible is %d after %d turns: %s", p.Reversible(), len(hashes)-1, p)
	}
	return hashes
}

// checkPlayout checks playouts from positions of random games, with and without a limit on the number of turns.
func checkPlayout(t *testing.T, rules engine.Rules, random *rand.PCG) {
	endless := rules.Repetition() == 0 && rules.TurnCap() == 0
	start := rules.Start()
	for range 40 {
		if !endless {
			p, outcome := playout(t, start, math.MaxInt, random)
			if !outcome.Over() || outcome.Seats != rules.Seats() {
				t.Fatalf("a playout without bound from %s ends with %v at %s", start, outcome, p)
			}
			checkScores(t, p, outcome)
		}
		// A turn that has begun at start may be played to its end in addition.
		turns := int(random.Uint64() % 20)
		switch p, outcome := playout(t, start, turns, random); {
		case p.Turn() > start.Turn()+turns+1:
			t.Fatalf("a playout of %d turns from %s continues to %s", turns, start, p)
		case !outcome.Over() && (p.Over() || !p.StartsTurn()):
			t.Fatalf("a playout of %d turns from %s ends without an outcome at %s", turns, start, p)
		}
		start.Play(engine.RandomStep(start, random))
		if start.Over() {
			start = rules.Start()
		}
	}
}

// plain is a position without a Playout method of its own, so that [engine.Playout] plays step by step in a History.
type plain struct{ engine.Position }

func (p plain) RandomStep(random *rand.PCG) engine.Step { return engine.RandomStep(p.Position, random) }

// playout returns the position where a playout ended, and the outcome. It checks that the general loop of
// [engine.Playout] draws the same random numbers as the game's own method and comes to the same end.
func playout(t *testing.T, start engine.Position, turns int, random *rand.PCG) (engine.Position, engine.Outcome) {
	sameRandom, p, q := *random, start.Clone(), plain{start.Clone()}
	steps, outcome := engine.Playout(p, random, turns)
	checkEnd(t, start, p, steps, outcome)
	if steps >= 2000 { // counting occurrences in a History takes quadratic time
		return p, outcome
	}
	gotSteps, got := engine.Playout(q, &sameRandom, turns)
	if gotSteps != steps || got != outcome || q.String() != p.String() || sameRandom != *random {
		t.Fatalf("a playout from %s ends after %d steps with %v at %s, played step by step after %d with %v at %s",
			start, steps, outcome, p, gotSteps, got, q)
	}
	return p, outcome
}

// checkEnd checks that a playout from start ended at p for a reason that the rules allow.
func checkEnd(t *testing.T, start, p engine.Position, steps int, outcome engine.Outcome) {
	rules := p.Rules()
	turnCap := rules.TurnCap()
	past := turnCap > 0 && p.Turn() > turnCap // whether the turn cap has been exceeded
	switch {
	case p.Over() && outcome != p.Outcome():
		t.Fatalf("a playout ends with %v in a position whose outcome is %v: %s", outcome, p.Outcome(), p)
	case !p.Over() && outcome.Reason == engine.TurnCap && !past:
		t.Fatalf("a playout ends by the turn cap %d too early: %s", turnCap, p)
	case !p.Over() && past && outcome.Reason != engine.TurnCap && outcome.Reason != engine.Repetition && p.StartsTurn():
		t.Fatalf("a playout stops beyond the turn cap %d with %v: %s", turnCap, outcome, p)
	case turnCap > 0 && p.Turn() > max(turnCap+1, start.Turn()+1):
		t.Fatalf("a playout from %s passes the turn cap %d: %s", start, turnCap, p)
	case !p.Over() && outcome.Reason == engine.Repetition && (rules.Repetition() == 0 || p.Reversible() == 0):
		t.Fatalf("a playout ends by repetition where none can be: %s", p)
	case steps < p.Turn()-start.Turn() || steps == 0 && p.String() != start.String():
		t.Fatalf("a playout from %s to %s cannot have taken %d steps", start, p, steps)
	}
	checkReading(t, p)
}

// checkScores checks that scores are from 0 to 1 and add up to half a point for each seat.
func checkScores(t *testing.T, p engine.Position, outcome engine.Outcome) {
	total := 0.0
	for seat := range outcome.Seats {
		score := outcome.Score(engine.Seat(seat))
		if !(0 <= score && score <= 1) {
			t.Fatalf("a score of %v: %s", score, p)
		}
		total += score
	}
	if !near.Equal(total, float64(outcome.Seats)/2, 1e-9) {
		t.Fatalf("the scores %v do not share out half a point a seat: %s", outcome.Scores, p)
	}
}
