package report

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// TestLookOfThePage checks that the report has the same colours, fonts and colour schemes as the page in web/page.
func TestLookOfThePage(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../web/page/style/base.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark := charts.Styles()
	own := strings.NewReplacer("/*light*/", light, "/*dark*/", dark).Replace(pageStyle)
	palettes := func(style string) (light, dark string) {
		at := strings.Index(style, "dark)")
		end := strings.Index(style[at:], "}") + at
		return strings.ToLower(style[:at]), strings.ToLower(style[at:end])
	}
	full := func(colour string) string {
		if len(colour) == 4 {
			return string([]byte{'#', colour[1], colour[1], colour[2], colour[2], colour[3], colour[3]})
		}
		return colour
	}
	theirs, theirsDark := palettes(string(data))
	ours, oursDark := palettes(own)
	for _, name := range []string{"ground", "ink", "soft", "line", "card", "accent"} {
		value := regexp.MustCompile(`--` + name + `: ?(#[0-9a-f]+)`)
		for _, styles := range [][2]string{{theirs, ours}, {theirsDark, oursDark}} {
			a, b := value.FindStringSubmatch(styles[0]), value.FindStringSubmatch(styles[1])
			if a == nil || b == nil || full(a[1]) != full(b[1]) {
				t.Errorf("--%s is %v in the page, %v in the report", name, a, b)
			}
		}
	}
	fonts := regexp.MustCompile(`font: ?16px[^;}]*`)
	if a, b := fonts.FindString(string(data)), fonts.FindString(own); strings.ReplaceAll(a, " ", "") !=
		strings.ReplaceAll(b, " ", "") {
		t.Errorf("fonts are %s in the page, %s in the report", a, b)
	}
}

// TestConclusionsComeFirst checks the order of the page: at most three sentences of the conclusion, then headlines,
// then figures, with every definition folded.
func TestConclusionsComeFirst(t *testing.T) {
	t.Parallel()
	for name := range small {
		r := runOf(t, name)
		made := makeReport(t, r, r.games)
		made.Conclusion = append(made.Conclusion, "More one.", "More two.", "More three.")
		page := htmlOf(t, made, "")
		if len(made.Conclusion) < 4 {
			t.Errorf("%s: nothing is concluded", name)
		}
		last := 0
		for _, part := range []string{"<h1>", `<p class="conclusion">`, `<p class="more">`, `<ul class="headlines">`,
			"About this report", "<nav", "<figure"} {
			at := strings.Index(page, part)
			if at <= last {
				t.Errorf("%s: %s does not come after what should stand above it", name, part)
			}
			last = at
		}
		first, _, _ := strings.Cut(page[strings.Index(page, `<p class="conclusion">`):], "</p>")
		if strings.Contains(first, "More three.") {
			t.Errorf("%s: %s", name, first)
		}
		open := regexp.MustCompile(`(?s)<details[^>]*>.*?</details>`).ReplaceAllString(page, "")
		for _, section := range made.Sections {
			for _, e := range section.Figures {
				if strings.Contains(open, e.Meaning) || !strings.Contains(page, "<summary>Definition</summary>") {
					t.Errorf("%s, %s: the definition is not folded", name, e.ID)
				}
			}
		}
	}
}

// TestSameScales checks that the scores of the seats share an axis, as do all charts by turn. Ratings have a scale that
// other pages may share.
func TestSameScales(t *testing.T) {
	t.Parallel()
	axes := regexp.MustCompile(`(?s)>(−?[0-9]+(?: %)?)</text>`)
	ticksOf := func(e Figure) (x []string) {
		text, err := e.chart.Inline("")
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ = strings.Cut(text, "</svg>")
		base := regexp.MustCompile(`<text x="([0-9.]+)" y="(-?[0-9.]+)"[^>]*` + axes.String())
		lowest := ""
		for i, found := range base.FindAllStringSubmatch(text, -1) {
			if i == 0 {
				lowest = found[2] // the ticks of X come first
			}
			if found[2] == lowest {
				x = append(x, found[3])
			}
		}
		return x
	}
	r := runOf(t, "pit-of-pillars")
	same := map[string]string{}
	for _, section := range makeReport(t, r, r.games).Sections {
		for _, e := range section.Figures {
			if e.scale == "" || e.chart == nil {
				continue
			}
			ticks := strings.Join(ticksOf(e), ", ")
			if before, known := same[e.scale]; known && before != ticks || ticks == "" {
				t.Errorf("%s: ticks %s, others %s", e.ID, ticks, before)
			}
			same[e.scale] = ticks
		}
	}
	if len(same) != 3 {
		t.Errorf("scales are %v", same)
	}
}

// TestLongestGame checks that a game of 900 turns among forty leaves more than two bars for the others, and has a bar
// of its own.
func TestLongestGame(t *testing.T) {
	t.Parallel()
	var all []tournament.Result
	for i := range 40 {
		length := 30 + i*7%20
		if i == 17 {
			length = 900
		}
		all = append(all, result("1v2/"+countText(i/2+1), countText(i%2+1), "a", "b", .5, length, "no stack left"))
	}
	made := byHand(t, tournament.Spec{Players: []string{"a", "b"}}, all)
	rows := tableOf(t, made, "turns").Rows
	if last := rows[len(rows)-1]; len(rows) < 5 || last[2] != "1" {
		t.Errorf("bars are %v", rows)
	}
	if page := htmlOf(t, made, ""); !strings.Contains(page, "≥ "+rows[len(rows)-1][0]+"</text>") {
		t.Error("the last bar is not named")
	}
}

// TestRowsOfThePage checks that the page shows 500 rows, that unknown numbers are dashes, and that a remark that the
// row above has too stands once.
func TestRowsOfThePage(t *testing.T) {
	t.Parallel()
	grid := table.New("name", "#n", "…player", "~why", "~source")
	grid.Add("a", -3, "x", "so", "here")
	grid.Add("b", "", "y", "so", "there")
	grid.Add("c", "1-2", "z", "", "there")
	fig := Figure{Table: grid}
	const want = "[[{a false [so here]} {−3 true []} {x false []}] [{b false [there]} {– true []} {y false []}] " +
		"[{c false []} {1−2 true []} {z false []}]]"
	if got := fmt.Sprint(fig.Cells()); got != want || fig.Left() != 0 {
		t.Errorf("%s, want %s", got, want)
	}
	for len(grid.Rows) < 502 {
		grid.Add("d", 1, "", "", "")
		if shown, left := len(fig.Cells()), fig.Left(); shown != min(500, len(grid.Rows)) ||
			left != max(0, len(grid.Rows)-500) {
			t.Fatalf("%d rows are shown, %d left", shown, left)
		}
	}
	if got := string(breakable("a:b,c<")); got != "a:<wbr>b,<wbr>c&lt;" {
		t.Error(got)
	}
	if got := unbroken("5 % of 7 % so %"); got != "5\u00a0% of 7\u00a0% so %" {
		t.Error(got)
	}
}

// TestBoardsOfAGame checks which boards of a game are shown: after the opening, half-way and at the end.
func TestBoardsOfAGame(t *testing.T) {
	t.Parallel()
	r := runOf(t, "pit-of-pillars")
	one := shown(t, r.rules, r.games[0])
	one.Turns = one.Turns[:7]
	for opening, want := range map[int]string{0: "start, after turn 3, after turn 6",
		1: "after turn 1, after turn 3, after turn 6", 2: "after turn 2, after turn 4, after turn 6",
		5: "after turn 5, after turn 6", 9: "after turn 6"} {
		var s Section
		one.Game.Record.Opening = opening
		boardFigure(&s, 1, one)
		fig, count := s.Figures[0], strings.Count(want, ",")+1
		if fig.Alt != want || fig.Title != "Boards of game 2" || fig.ID != "boards-2" ||
			len(fig.singleBoards) != count || fig.N != tournament.Counted(count, "board") {
			t.Errorf("%s, %d boards, want %s; %s of %s", fig.Alt, len(fig.singleBoards), want, fig.N, fig.Title)
		}
	}
}
