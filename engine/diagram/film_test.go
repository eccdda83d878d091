package diagram

import (
	"encoding/xml"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/games"
	"pillars/engine/typed"
)

// element is an element of a picture.
type element struct {
	XMLName  xml.Name
	ID       string    `xml:"id,attr"`
	Href     string    `xml:"href,attr"`
	X        float64   `xml:"x,attr"`
	Y        float64   `xml:"y,attr"`
	Move     string    `xml:"transform,attr"`
	Style    string    `xml:"style,attr"`
	Hidden   string    `xml:"visibility,attr"`
	Stroke   string    `xml:"stroke,attr"`
	Inner    string    `xml:",innerxml"`
	Children []element `xml:",any"`
}

func parsed(t *testing.T, picture string) element {
	t.Helper()
	var root element
	if err := xml.Unmarshal([]byte(picture), &root); err != nil {
		t.Fatalf("%v in %.2000s", err, picture)
	}
	return root
}

// each calls visit for an element and all elements in it, until visit returns false.
func (e element) each(visit func(element) bool) {
	if visit(e) {
		for _, child := range e.Children {
			child.each(visit)
		}
	}
}

// reel is a film as a browser shows it.
type reel struct {
	root   element
	shapes map[string]element
	rules  map[string]string // of each animation, by name
	length float64           // seconds
}

var (
	keyframes = regexp.MustCompile(`@keyframes (\S+?)\{(.*)\}\n`)
	keyframe  = regexp.MustCompile(`([0-9.]+)%\{visibility:(\w+)\}`)
	duration  = regexp.MustCompile(`\{animation:([0-9.]+)s step-end infinite\}`)
)

func reelOf(t *testing.T, h *engine.History) reel {
	t.Helper()
	svg := Film{History: h, Players: []string{"<A> & B"}}.SVG()
	r := reel{root: parsed(t, svg), shapes: map[string]element{}, rules: map[string]string{}}
	for _, rule := range keyframes.FindAllStringSubmatch(svg, -1) {
		r.rules[rule[1]] = rule[2]
	}
	if found := duration.FindStringSubmatch(svg); found != nil {
		r.length, _ = strconv.ParseFloat(found[1], 64)
	}
	r.root.each(func(e element) bool {
		if e.ID != "" {
			r.shapes["#"+e.ID] = e
		}
		return true
	})
	return r
}

// shows reports whether an element is seen at a time in seconds; a negative time is one without animations.
func (r reel) shows(t *testing.T, e element, seconds float64) bool {
	t.Helper()
	name, animated := strings.CutPrefix(e.Style, "animation-name:")
	if !animated || seconds < 0 {
		return e.Hidden != "hidden"
	}
	steps := keyframe.FindAllStringSubmatch(r.rules[name], -1)
	if len(steps) == 0 {
		t.Fatalf("animation %s is missing", name)
	}
	visible := false
	for _, step := range steps {
		if percent, _ := strconv.ParseFloat(step[1], 64); percent <= 100*seconds/r.length {
			visible = step[2] == "visible"
		}
	}
	return visible
}

// at returns what is seen at a time: the drawing of each square by its corner, the barriers, and the lines of text.
func (r reel) at(t *testing.T, seconds float64) (squares map[string]string, barriers, words string) {
	squares = map[string]string{}
	r.root.each(func(e element) bool {
		switch {
		case e.XMLName.Local == "defs" || !r.shows(t, e, seconds):
			return false
		case e.XMLName.Local == "use":
			shape := r.shapes[e.Href]
			var dx float64
			fmt.Sscanf(shape.Move, "translate(%g", &dx)
			squares[nums(e.X+dx, e.Y)] += shape.Inner
		case e.XMLName.Local == "g" && e.Move == "" && strings.Contains(e.Inner, barrierFill):
			barriers += e.Inner
		case e.XMLName.Local == "text":
			words += e.Inner + "\n"
		}
		return true
	})
	return squares, barriers, words
}

var titled = regexp.MustCompile(`^<title>[^<]*</title>`)

// still returns the same of a diagram.
func still(t *testing.T, d engine.Diagram) (squares map[string]string, barriers string) {
	t.Helper()
	squares = map[string]string{}
	parsed(t, SVG(d)).each(func(e element) bool {
		if titled.MatchString(e.Inner) {
			corner := strings.TrimPrefix(strings.TrimSuffix(e.Move, ")"), "translate(")
			squares[corner] = titled.ReplaceAllString(e.Inner, "")
		}
		return true
	})
	var p pen
	p.barriers(d)
	return squares, p.b.String()
}

// played returns a game of random turns.
func played(t *testing.T, game engine.Game, settings engine.Settings, turns int, seed uint64) *engine.History {
	t.Helper()
	rules, err := game.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.NewHistory(rules.Start())
	for random := engine.NewRandom(seed); turns > 0 && !h.Outcome().Over(); turns-- {
		if err := engine.RandomTurn(h, random); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// TestFilm plays random games and wants each film to show at each time the board of the position at that time and, when
// nothing moves, the last board.
func TestFilm(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		for seed := range uint64(3) {
			h := played(t, game, nil, 60, seed)
			r := reelOf(t, h)
			turns := len(engine.Turns(h.Start(), h.Steps()))
			if want := turnTime*float64(turns) + endTime; !near.Equal(r.length, want, 0.01) {
				t.Fatalf("%s %d: the film takes %v s instead of %v", game.Name(), seed, r.length, want)
			}
			for i := range turns + 1 {
				p := h.AfterTurn(i).Position()
				for _, seconds := range []float64{turnTime * (float64(i) + 0.01), turnTime * (float64(i) + 0.99)} {
					r.compare(t, fmt.Sprintf("%s %d, turn %d", game.Name(), seed, i), seconds, p.Diagram())
				}
			}
			r.compare(t, game.Name()+" at its end", r.length-0.01, h.Position().Diagram())
			r.compare(t, game.Name()+" without animation", -1, h.Position().Diagram())
		}
	}
}

func (r reel) compare(t *testing.T, name string, seconds float64, d engine.Diagram) {
	t.Helper()
	squares, barriers, _ := r.at(t, seconds)
	if want, walls := still(t, d); !maps.Equal(squares, want) || barriers != walls {
		t.Fatalf("%s: the film shows %v and the barriers %s; the position has %v and %s", name, squares, barriers, want,
			walls)
	}
}

// TestFilmSays checks that the turns, the result, the title and marks of the squares that a turn changed are visible at
// their times, and the last board with the player to act.
func TestFilmSays(t *testing.T) {
	t.Parallel()
	game, err := games.FindFileless("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	h := played(t, game, engine.Settings{{Name: "size", Value: "5"}}, 0, 0)
	if err := typed.Play(h, "@c3 @b3@e4", false); err != nil {
		t.Fatal(err)
	}
	r := reelOf(t, h)
	for i, want := range []string{"Start: White to play", "1 of 2: White @c3", "2 of 2: Red @b3@e4"} {
		if _, _, words := r.at(t, turnTime*(float64(i)+0.5)); !strings.Contains(words, want+"\n") ||
			!strings.Contains(words, ": White (&lt;A&gt; &amp; B) – Red\n") || strings.Count(words, " of 2:") > 1 {
			t.Errorf("turn %d: the film says %q instead of %q", i, words, want)
		}
		marks := 0
		r.root.each(func(e element) bool {
			if e.Stroke == markLine {
				marks++
			}
			return r.shows(t, e, turnTime*(float64(i)+0.5))
		})
		if marks != i { // each of the steps changes one square
			t.Errorf("turn %d: %d squares are marked as changed", i, marks)
		}
	}
	long := Film{History: h, Players: []string{strings.Repeat("é", 99)}}.title()
	if want := "Pit of Pillars: White (" + strings.Repeat("é", 39) + "…) – Red"; long != want {
		t.Errorf("the title is %s instead of %s", long, want)
	}
	for ended, state := range map[string]string{"": "White to play", "Red resigned": "Red resigned"} {
		svg := Film{History: h, Players: []string{"", "Ben"}, Ended: ended}.LastSVG()
		last := reel{root: parsed(t, svg)}
		want := "Pit of Pillars: White – Red (Ben) · " + state
		_, _, words := last.at(t, -1)
		if !strings.Contains(words, want+"\n") || strings.Contains(svg, "@keyframes") {
			t.Errorf("the last board says %q instead of %q", words, want)
		}
	}
}

// TestFilmIsSmall checks that the film of a long game on a large board has a reasonable size.
func TestFilmIsSmall(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		settings := engine.Settings{{Name: "size", Value: "8"}}
		if _, err := game.New(settings); err != nil {
			settings = nil
		}
		h := played(t, game, settings, 60, 1)
		svg := Film{History: h, Players: []string{"one", "two"}}.SVG()
		t.Logf("%s %v: %d boards, %d bytes", game.Name(), h.Start().Rules().Settings(), len(h.TurnHashes()), len(svg))
		if len(svg) > 300_000 {
			t.Errorf("the film of %s has %d bytes", game.Name(), len(svg))
		}
	}
}
