package host_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
)

const (
	mateInOne = `"game":"pit-of-pillars","start":"x2/r,W,x2/x3,W/w,x w m 0/0 - 9"`
	stacks    = `"game":"pylyx","start":"x4/w,x5/b3,x2,w3,x2/x6/x,b,x4/x4 1 m 1 0 33"`
	setUp     = `"game":"pylyx","options":{"size":"6"},"turns":["@Wa2@Wb1@Wc3@Wd4@Ba3@Bb4@Bc1@Bd2"`
	smallPit  = `"game":"pit","options":{"board":"1.../..o./...2"},"turns":["@b1","@c3"`
	blocked   = `"game":"pylyx","start":"x6/x8/x8/x8/x8/x7,b/b,b,b,x,b,x3/w5,b,w,x3 1 m 1 0 33"`
	onlyStep  = `"game":"pilastri","options":{"files":"2","ranks":"2"},"turns":["a2a1"]`
)

// TestTurnsAreTold checks that the view has the last turn, or its steps so far, in words and with the squares of each
// step.
func TestTurnsAreTold(t *testing.T) {
	t.Parallel()
	for _, try := range []struct {
		fields string
		seat   int
		words  string
		ways   string
	}{
		{`"game":"pit-of-pillars","turns":["@c3","@b3@e6"]`, 1, "enters a man on b3 and another on e6", "[[b3] [e6]]"},
		{mateInOne + `,"steps":["b1c1"]`, 0, "moves 1 man from b1 to c1", "[[b1 c1]]"},
		{mateInOne + `,"turns":["b1c1"]`, 0, "moves 1 man from b1 to " +
			"c1", "[[b1 c1]]"}, // the pillar stays: no word of it
		{mateInOne + `,"turns":["b1c1^d2a2"]`, 0, "moves 1 man from b1 to c1; then moves a pillar from d2 to a2; " +
			"this wins: Red has no step",
			"[[b1 c1] [d2 a2]]"},
		{`"game":"pylyx","steps":["@Wc4"]`, 0, "places a white checker on c4", "[[c4]]"},
		{setUp + `]`, 0, "places 4 white checkers and 4 black checkers, the last on d2", "[[a2] [b1] [c3] [d4] " +
			"[a3] [b4] [c1] [d2]]"},
		{setUp + `,"first"]`, 1, "takes the first move; One chooses its colour", "[]"},
		{setUp + `,"first","black"]`, 0, "takes Black; Two moves first", "[]"},
		{setUp + `,"white"]`, 1, "takes White; One moves first", "[]"},
		{stacks + `,"turns":["3d4d2"]`, 0, "moves 3 checkers from d4 to d2", "[[d4 d2]]"},
		{stacks + `,"turns":["-"]`, 0, "passes; the game is a draw if Two passes too", "[]"},
		{smallPit + `],"steps":["a3a2"]`, 0, "moves a tower from a3 to a2", "[[a3 a2]]"},
		{smallPit + `,"a3a2a2|s"]`, 0, "moves a tower from a3 to a2; then puts a barrier between a2 and a1",
			"[[a3 a2] [a2]]"},
		{smallPit + `,"a3a2a2|n"]`, 0, "moves a tower from a3 to a2; then puts a barrier between a2 and a3",
			"[[a3 a2] [a2]]"},
		{smallPit + `,"a3a2a2|e"]`, 0, "moves a tower from a3 to a2; then puts a barrier between a2 and b2",
			"[[a3 a2] [a2]]"},
	} {
		v, err := ask[view](t, `{"do":"view",`+try.fields+`}`)
		if err != nil || v.Last == nil || v.Last.Seat != try.seat || v.Last.Words != try.words ||
			fmt.Sprint(v.Last.Ways) != try.ways || v.Last.Out != nil {
			t.Errorf("%s: %+v, %v", try.fields, v.Last, err)
		}
	}
	if v, err := ask[view](t, `{"do":"view","game":"pit"}`); err != nil || v.Last != nil {
		t.Errorf("before the first turn: %+v, %v", v.Last, err)
	}
}

// TestChoicesAreOffered checks that each legal step has its squares, and words for a button if the squares do not
// suffice: if they are fewer than two, or if other steps have the same ones.
func TestChoicesAreOffered(t *testing.T) {
	t.Parallel()
	for _, try := range []struct {
		fields string
		want   []string // some or, if there is no more, all of: step squares rest-or-side words
		all    int
	}{
		{`"game":"pit-of-pillars","options":{"size":"4"},"turns":["@b4","@b3@c1"]`,
			[]string{"@b1 [b1]  enter here", "@c2 [c2]  enter here"}, 2},
		{mateInOne, []string{"b1b2 [b1 b2]  ", "b1c1 [b1 c1]  "}, 2},
		{mateInOne + `,"steps":["b1c1"]`, []string{"- []  end the turn", "^d2a2 [d2 a2]  "}, 0},
		{`"game":"pylyx","options":{"size":"6"}`, []string{"@Wa2 [a2] white a white checker"}, 0},
		{`"game":"pylyx","options":{"size":"6"},"steps":["@Wa2","@Wb1","@Wc3","@Wd4"]`,
			[]string{"@Ba3 [a3] black a black checker"}, 0},
		{setUp + `]`, []string{"first []  I move first; the other seat chooses its colour",
			"white []  I play White", "black []  I play Black"}, 3},
		{stacks, []string{"1d4e5 [d4 e5] 1 move 1 checker", "3d4e5 [d4 e5] 3 move 3 checkers", "2d4d6 [d4 d6] 2 " +
			"move 2 checkers",
			"- []  pass"}, 0},
		{stacks + `,"turns":["-"]`, []string{"1b2c3 [b2 c3]  "}, 0},
		{smallPit + `],"steps":["a3a2"]`, []string{"a2|n [a2] n barrier to the north",
			"a2|e [a2] e barrier to the east", "a2|s [a2] s barrier to the south"}, 3},
	} {
		v, err := ask[view](t, `{"do":"view",`+try.fields+`}`)
		if err != nil || v.Next != nil || try.all > 0 && len(v.Legal) != try.all { // of two seats the next is no news
			t.Errorf("%s: %d steps, next %v, %v", try.fields, len(v.Legal), v.Next, err)
		}
		var got []string
		for _, c := range v.Legal {
			got = append(got, fmt.Sprintf("%s %v %s %s", c.Step, c.Squares, c.Rest+c.Side, c.Words))
		}
		for _, want := range try.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s: there is no %q in %q", try.fields, want, got)
			}
		}
	}
}

// TestGuidesSayWhatToDo checks that there is a sentence for every kind of step, and for a seat that can only pass.
func TestGuidesSayWhatToDo(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		`"game":"pilastri"`:                  "Climb: ",
		mateInOne:                            "Move men off a stack ",
		mateInOne + `,"steps":["b1c1"]`:      "Move a pillar of yours ",
		mateInOne + `,"turns":["b1c1^d2a2"]`: "", // the game is over
		setUp + `]`:                          "Pie rule. Take a colour, ",
		setUp + `,"first"]`:                  "Pie rule. Choose your colour",
		`"game":"pylyx"`:                     "Place all checkers",
		stacks:                               "Move checkers ",
		blocked:                              "You can only pass: press the button.",
		onlyStep:                             "Climb: ",
		`"game":"pylyx","start":"x4/x2,w4,x3/x6/b2,x5/x6/b2,x3 2 m 1 0 33"`: "",
		smallPit + `],"steps":["a3a2"]`:                                     "Put a barrier ",
	} {
		v, err := ask[struct{ Guide string }](t, `{"do":"view",`+fields+`}`)
		if err != nil || !strings.HasPrefix(v.Guide, want) || want == "" && v.Guide != "" {
			t.Errorf("%s: %q, %v", fields, v.Guide, err)
		}
	}
}

// TestResultsAreTold checks the words and the places at the end of a game for two.
func TestResultsAreTold(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		mateInOne + `,"turns":["b1c1^d2a2"]`: "White wins: Red has no step (no legal step) [1 0] [1 2]",
		`"game":"pit-of-pillars","start":"x2/w,R,x2/R,x3/x,r w m 0/0 - 9"`: "Red wins: White has no step " +
			"(no legal step) [0 1] [2 1]",
		`"game":"pit-of-pillars","start":"x2/x,w,r,x/x4/x2 w m 0/0 - 10","turns":["b3c3"]`: "White wins: " +
			"Red controls no stack (no stack left) [1 0] [1 2]",
		stacks + `,"turns":["-","-"]`: "Draw: both have passed (two passes) [0.5 0.5] [1 1]",
	} {
		v, err := ask[view](t, `{"do":"view",`+fields+`}`)
		if err != nil || v.Result == nil || v.Legal != nil || v.Next != nil {
			t.Errorf("%s: %+v, %d steps, %v", fields, v.Result, len(v.Legal), err)
			continue
		}
		got := fmt.Sprint(v.Result.Words, " (", v.Result.Reason, ") ", v.Result.Scores, " ", v.Places)
		if got != want {
			t.Errorf("%s: %s instead of %s", fields, got, want)
		}
	}
}

// TestManySeatsHavePlaces plays random games with three and four seats. It checks that the view agrees with the text of
// the position on the seats that are out and their places, and that it has the next seat, the seats that the turn
// eliminated, and at the end all places.
func TestManySeatsHavePlaces(t *testing.T) {
	t.Parallel()
	pit, err := games.Find("pit")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 {
		seats := fmt.Sprint(3 + n%2)
		rules, err := pit.New(engine.Settings{{Name: "players", Value: seats}})
		if err != nil {
			t.Fatal(err)
		}
		h, random := engine.NewHistory(rules.Start()), rand.New(rand.NewPCG(1, uint64(n)))
		before := make([]int, rules.Seats())
		for {
			v, err := ask[view](t, map[string]any{"do": "view", "game": "pit",
				"options": map[string]string{"players": seats}, "turns": engine.Turns(h.Start(), h.Steps())})
			if err != nil {
				t.Fatal(err)
			}
			places := placesIn(h.Position().String())
			checkPlaces(t, v, places, before)
			if v.Result != nil {
				break
			}
			before = places
			playTurn(t, h, random)
		}
	}
}

// placesIn returns the places of the seats in the text of a position of Pit: 0 for a seat still in the game.
func placesIn(position string) []int {
	var places []int
	for reserve := range strings.SplitSeq(strings.Fields(position)[3], "/") {
		place := 0
		if out, is := strings.CutPrefix(reserve, "x"); is {
			place = int(out[0] - '0')
		}
		places = append(places, place)
	}
	return places
}

func playTurn(t *testing.T, h *engine.History, random *rand.Rand) {
	t.Helper()
	for from := len(h.Steps()); !h.TurnDone(from); {
		steps := h.Position().AppendSteps(nil)
		if err := h.Play(steps[random.IntN(len(steps))]); err != nil {
			t.Fatal(err)
		}
	}
}

func checkPlaces(t *testing.T, v view, places, before []int) {
	t.Helper()
	var out []int
	for seat, place := range places {
		if place > 0 && before[seat] == 0 {
			out = append(out, seat)
		}
	}
	if v.Last != nil && !slices.Equal(v.Last.Out, out) {
		t.Errorf("%s: %v are out instead of %v", v.Position, v.Last.Out, out)
	}
	if v.Result == nil {
		next := (v.Seat + 1) % len(places)
		for places[next] > 0 {
			next = (next + 1) % len(places)
		}
		if !slices.Equal(v.Places, places) || v.Next == nil || *v.Next != next {
			t.Errorf("%s: places %v, next %v", v.Position, v.Places, v.Next)
		}
		return
	}
	if last := slices.Index(places, 0); last >= 0 {
		places[last] = 1
	}
	why := map[string]string{"pawn in a hole": "'s pawn is in a hole", "pawn replaced": "'s pawn is replaced",
		"pawns parted": "'s barrier has parted two pawns", "no legal step": " has no legal turn"}[v.Result.Reason]
	words := v.Seats[slices.Index(places, 1)] + " wins: " + v.Seats[slices.Index(places, 2)] + why
	for i, place := range []string{"second", "third", "fourth"}[:len(places)-1] {
		words += ", " + v.Seats[slices.Index(places, i+2)] + " " + place
	}
	if !slices.Equal(v.Places, places) || v.Result.Words != words {
		t.Errorf("%s: places %v, %s instead of %s", v.Position, v.Places, v.Result.Words, words)
	}
}

// TestClicksAreExplained checks the sentences that say why a square cannot be clicked.
func TestClicksAreExplained(t *testing.T) {
	t.Parallel()
	for _, try := range []struct{ question, want string }{
		{mateInOne + `,"square":"c1"`, "Click the piece that goes to c1 first."},
		{mateInOne + `,"chosen":["b1"],"square":"c1"`, "That can be played."},
		{mateInOne + `,"chosen":["b1"],"square":"b3"`, "b3 is 2 squares away, and b1 holds 1 man: men move as many " +
			"squares as there are men moving."},
		{mateInOne + `,"square":"z9"`, "z9 is not on this board."},
		{mateInOne + `,"square":"a2"`, "a2 is empty, and the reserve has no man to enter: move a stack with a " +
			"white man on top."},
		{mateInOne + `,"turns":["b1c1^d2a2"],"square":"a2"`, "The game is over. White wins: Red has no step."},
		{`"game":"pilastri","options":{"size":"4"},"square":"a1"`, "The piece on top of a1 is Black's: White moves " +
			"white pieces."},
	} {
		got, err := ask[struct{ Why string }](t, `{"do":"explain",`+try.question+`}`)
		if err != nil || got.Why != try.want {
			t.Errorf("%s: %q (%v) instead of %q", try.question, got.Why, err, try.want)
		}
	}
}

// TestTypedTextsAreRead checks the steps that typed texts mean.
func TestTypedTextsAreRead(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		`"game":"pit-of-pillars","options":{"size":"4"},"text":"B4"`: "[@b4]",
		mateInOne + `,"text":"b1c1 d2a2"`:                            "[b1c1 ^d2a2]",
		mateInOne + `,"steps":["b1c1"],"text":"d2a2"`:                "[^d2a2]",
		mateInOne + `,"text":"b1c1"`:                                 "[b1c1]",
	} {
		got, err := ask[struct{ Steps []string }](t, `{"do":"read",`+question+`}`)
		if err != nil || fmt.Sprint(got.Steps) != want {
			t.Errorf("%s: %v (%v) instead of %s", question, got.Steps, err, want)
		}
	}
	wantsError(t, `{"do":"read",`+mateInOne+`,"text":"z9"}`, "z9 is not on this board")
}

// TestPicturesAreFiles checks that a picture is a complete SVG file, and that the picture of the board can be turned.
func TestPicturesAreFiles(t *testing.T) {
	t.Parallel()
	file, err := ask[struct{ SVG string }](t, `{"do":"picture",`+mateInOne+`}`)
	if err != nil || !strings.HasPrefix(file.SVG, "<svg") && !strings.HasPrefix(file.SVG, "<?xml") ||
		!strings.Contains(file.SVG, "</svg>") {
		t.Errorf("%.200s, %v", file.SVG, err)
	}
	const names = `"players":["Ann",""],"resigned":1`
	film, err := ask[struct{ SVG string }](t, `{"do":"film","game":"pit-of-pillars","turns":["@d4"],`+names+`}`)
	if err != nil || !strings.Contains(film.SVG, ">Pit of Pillars: White (Ann) – Red<") ||
		!strings.Contains(film.SVG, ">1 of 1: White @d4<") || !strings.Contains(film.SVG, ">Red resigned<") {
		t.Errorf("%s, %v", film.SVG, err)
	}
	wantsError(t, `{"do":"film","game":"pit-of-pillars","players":["a","b","c"]}`, "3 names for 2 seats")
	wantsError(t, `{"do":"film","game":"pit-of-pillars","resigned":2}`,
		"resigned: must be the number of a seat, 0 for the first")
	var pictures []string
	for _, turned := range []string{"false", "true"} {
		v, err := ask[view](t, `{"do":"view",`+mateInOne+`,"turned":`+turned+`}`)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, v.Picture)
	}
	if pictures[0] == pictures[1] {
		t.Error("a turned board looks the same")
	}
}

// TestSquaresAreNamed checks the words for the pieces on squares, which begin with the top of a stack.
func TestSquaresAreNamed(t *testing.T) {
	t.Parallel()
	v, err := ask[view](t, `{"do":"view","game":"pit-of-pillars",
		"start":"x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x w m 0/0 - 14"}`)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	for _, s := range v.Squares {
		words[s.Name] = fmt.Sprintf("%s %q", s.Words, s.Pieces)
	}
	for name, want := range map[string]string{
		"c3": `c3: 3 pieces, top first: white man, white man, red man ["red man" "white man" "white man"]`,
		"a3": `a3: white man ["white man"]`,
		"b3": `b3: empty []`,
	} {
		if words[name] != want {
			t.Errorf("%s instead of %s", words[name], want)
		}
	}
	if len(v.Squares) != 21 { // of 5 x 5, without the corners
		t.Errorf("%d squares", len(v.Squares))
	}
}

// TestReservesAreNumbers checks that the view has the pieces in reserve by seat, and no notes that repeat other fields.
func TestReservesAreNumbers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ start, want string }{
		{`"pit-of-pillars","start":"x2/x4/w,x3/x2 w m 3/0 - 9"`, "[3 0] []"},
		{`"pit","start":"x4,bt,x4/x9/x2,o,x3,o,x2/x9/x4,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/4 - - 1"`, "[5 4] []"},
		{`"pilastri"`, "[] []"},
		{`"pylyx"`, "[] [who plays which colour is still to be chosen]"},
	} {
		got, err := ask[struct {
			Reserves []int
			Notes    []string
		}](t, `{"do":"view","game":`+test.start+`}`)
		if err != nil || fmt.Sprint(got.Reserves, got.Notes) != test.want {
			t.Errorf("%s: %v, %v; want %s", test.start, got, err, test.want)
		}
	}
}
