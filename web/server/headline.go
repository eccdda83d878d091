package server

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/conclusion"
	"pillars/results/show/report"
	"pillars/search/players"
)

// A score is a player's row in the standings of a run.
type score struct {
	Player string   `json:"player"`
	Games  int      `json:"games"`
	Points float64  `json:"points"`
	Won    int      `json:"won"` // Won, Drawn and Lost count games for two seats only
	Drawn  int      `json:"drawn"`
	Lost   int      `json:"lost"`
	Share  float64  `json:"share"` // Points in per cent of the points in these games
	Rating interval `json:"rating"`

	Against []*float64 `json:"against,omitempty"` // share of the points against each player; nil for games not played
}

// An interval is an estimate for a chart. Unknown values are nil.
type interval struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func intervalOf(e stats.Estimate) (i interval) {
	low, high := e.Limits()
	if e.HasValue() {
		i.Value = &e.Value
	}
	if e.HasValue() || e.Kind == stats.AtLeast {
		i.Low = &low
	}
	if e.HasValue() || e.Kind == stats.AtMost {
		i.High = &high
	}
	return i
}

// mostCrossed is the greatest number of players for whom scoresOf also lists the score against every other player.
const mostCrossed = 20

// scoresOf returns the rows of standings, the best player first.
func scoresOf(standing *results.Standings, seats int) (all []score) {
	if standing == nil {
		return nil
	}
	for _, row := range standing.Rows {
		s := score{Player: row.Player, Games: row.Games, Share: 100 * row.Share, Points: row.Share * float64(row.Games),
			Won: row.WDL.Wins, Drawn: row.WDL.Draws, Lost: row.WDL.Losses}
		if n := row.WDL.Games(); seats == 2 && n > 0 { // exact, while Share is rounded
			s.Games, s.Points, s.Share = n, row.WDL.Points(), 100*row.WDL.Points()/float64(n)
		}
		if !standing.Options.Unrated {
			s.Rating = intervalOf(row.Rating.Estimate)
		}
		all = append(all, s)
	}
	if seats != 2 || len(all) > mostCrossed {
		return all
	}
	c := standing.Crosstable()
	for i := range all {
		for j := range all {
			var against *float64
			if share, ok := c.Meeting(i, j).Score(); ok && i != j {
				share *= 100
				against = &share
			}
			all[i].Against = append(all[i].Against, against)
		}
	}
	return all
}

// wholePercent returns a percentage without decimals. Halves are rounded up, as on the page.
func wholePercent(percent float64) string { return stats.FormatNumber(math.Round(percent), 0) + " %" }

// splitOf returns how two players share 100 points, such as "55 to 45". share is the share of the first, from 0 to 1.
func splitOf(share float64) string {
	first := math.Round(100 * share)
	return fmt.Sprintf("%.0f to %.0f", first, 100-first)
}

func ofPoints(percent float64) string { return wholePercent(percent) + " of the points" }

// headlineOf returns what a run shows in a few plain words, which claim no more than the verdict, or "".
func headlineOf(in report.Input, scores []score, state string, path results.TestPath) string {
	names := shortNames(in.Spec.Players)
	switch {
	case in.Finding != nil:
		return seatHeadline(in)
	case len(scores) < 2 || in.Standings == nil || in.Standings.Games == 0:
		return ""
	case in.Spec.Format.Test != nil:
		return testHeadline(in, names, state, path)
	}
	first, second := scores[0], scores[1]
	a, b, share := names[first.Player], names[second.Player], ofPoints(first.Share)
	isSure := conclusion.ShowsFirst(*in.Standings) // whether the games show that the first player is the stronger
	if len(scores) == 2 {
		switch {
		case first.Share == second.Share:
			return fmt.Sprintf("%s and %s are level: half of the points each", a, b)
		case in.Rules.Seats() != 2:
			return fmt.Sprintf("%s is ahead of %s: %s", a, b, share)
		case !isSure && first.Share < second.Share:
			// The first player has the higher rating. Its share can be lower if it had more games in the weaker seat.
			return fmt.Sprintf("%s and %s are close: %s", a, b, share)
		case !isSure:
			return fmt.Sprintf("%s leads %s, too close to be sure: %s", a, b, share)
		}
		if elo := in.Standings.Crosstable().Meeting(0, 1).Difference; elo.HasValue() {
			return fmt.Sprintf("%s beats %s: %s, %s more Elo", a, b, share, stats.FormatNumber(elo.Value, 0))
		}
		return fmt.Sprintf("%s beats %s: %s", a, b, share)
	}
	head := fmt.Sprintf("%s finishes first of %d", a, len(scores))
	switch {
	case state != stateFinished:
		head = fmt.Sprintf("%s leads %d others", a, len(scores)-1)
	case isSure:
		head = fmt.Sprintf("%s beats all %d others", a, len(scores)-1)
	}
	return fmt.Sprintf("%s: %s, then %s with %s", head, share, b, wholePercent(second.Share))
}

func testHeadline(in report.Input, names map[string]string, state string, path results.TestPath) string {
	test, a, b := in.Spec.Format.Test, names[in.Spec.Players[0]], names[in.Spec.Players[1]]
	share, played := path.Share()
	if !played {
		return ""
	}
	points := func(share float64) string { return ofPoints(100 * share) }
	switch {
	case conclusion.Repeats(*in.Standings):
		return fmt.Sprintf("%s against %s shows nothing: the games repeat each other", a, b)
	case path.Decision == stats.AcceptH1 && test.Elo0 >= 0:
		return fmt.Sprintf("%s beats %s: %s", a, b, points(share))
	case path.Decision == stats.AcceptH0 && test.Elo1 <= 0:
		return fmt.Sprintf("%s beats %s: %s", b, a, points(1-share))
	case path.Decision == stats.AcceptH1:
		return fmt.Sprintf("%s holds its own against %s: %s", a, b, points(share))
	case path.Decision == stats.AcceptH0 && share <= .5:
		return fmt.Sprintf("%s held off %s, %s", b, a, splitOf(1-share))
	case path.Decision == stats.AcceptH0:
		return fmt.Sprintf("%s leads %s by less than asked, %s", a, b, splitOf(share))
	case state == stateFinished:
		return fmt.Sprintf("%s against %s stays open: %s", a, b, points(share))
	}
	return fmt.Sprintf("%s against %s is open so far: %s", a, b, points(share))
}

// A course holds texts for the chart of a sequential test's course.
type course struct {
	Stronger string   `json:"stronger"` // what the test accepts above the upper bound
	Not      string   `json:"not"`      // what the test accepts below the lower bound
	Said     []string `json:"said"`     // sentences: what the test found, and which games count
}

// courseOf returns the texts for a run of the given number of games.
func courseOf(in report.Input, path results.TestPath, games int) *course {
	test, names := in.Spec.Format.Test, shortNames(in.Spec.Players)
	a, b := names[in.Spec.Players[0]], names[in.Spec.Players[1]]
	elo := func(x float64) string { return stats.FormatNumber(math.Abs(x), 0) }
	c := &course{Stronger: a + " is stronger", Not: a + " is not stronger"}
	switch {
	case test.Elo0 > 0:
		c.Stronger += " by more than " + elo(test.Elo0)
	case test.Elo0 < 0:
		c.Stronger = fmt.Sprintf("%s is less than %s weaker", a, elo(test.Elo0))
	}
	switch {
	case test.Elo1 > 0:
		c.Not += " by " + elo(test.Elo1)
	case test.Elo1 < 0:
		c.Not = fmt.Sprintf("%s is weaker by more than %s", a, elo(test.Elo1))
	}
	switch {
	case conclusion.Repeats(*in.Standings):
	case path.Decision == stats.AcceptH1:
		c.Said = []string{fmt.Sprintf("The test found that %s than %s.", c.Stronger, b)}
	case path.Decision == stats.AcceptH0 && test.Elo1 > 0:
		c.Said = []string{fmt.Sprintf("The test asked whether %s is clearly stronger, and found that it is not.", a)}
	case path.Decision == stats.AcceptH0:
		c.Said = []string{fmt.Sprintf("The test found that %s than %s.", c.Not, b)}
	default:
		c.Said = []string{"The test has not decided."}
	}
	if counted := path.Counts.Games(); counted < games {
		c.Said = append(c.Said, fmt.Sprintf("%d of %d games count: those of openings that were played in all seats "+
			"before the test ended.", counted, games))
	}
	return c
}

func seatHeadline(in report.Input) string {
	first, seats := in.Finding.First(), in.Rules.SeatNames()
	if !first.HasValue() {
		return ""
	}
	share := func(x float64) string { return ofPoints(100 * x) }
	if len(seats) == 2 {
		switch conclusion.BetterSeat(*in.Finding) {
		case 1:
			return fmt.Sprintf("%s, who begins, has the better seat: %s", seats[0], share(first.Value))
		case -1:
			return fmt.Sprintf("%s, who answers, has the better seat: %s", seats[1], share(1-first.Value))
		}
	}
	scored := fmt.Sprintf("%s scored %s", seats[0], wholePercent(100*first.Value))
	const rounding = 1e-9 // more than the rounding errors of a margin
	margin := experiment.EvenWithin(first) - rounding
	switch {
	case in.Finding.Rough():
		return scored + ": too many games repeat each other to tell"
	case len(seats) == 2 && margin <= evenEnough:
		return fmt.Sprintf("%s: even to within %.0f points", scored, math.Ceil(100*margin))
	}
	return scored + ": too few games to tell"
}

// evenEnough is the largest distance of the score's interval from one half at which the seats are called even.
const evenEnough = .05

// seatScores returns the points of both seats, for a chart, or nil if a run measures no seats of a two-seat game.
func seatScores(in report.Input) []score {
	if in.Finding == nil || in.Rules.Seats() != 2 || !in.Finding.First().HasValue() {
		return nil
	}
	first, seats := in.Finding.First().Value, in.Rules.SeatNames()
	return []score{{Player: seats[0], Share: 100 * first}, {Player: seats[1], Share: 100 * (1 - first)}}
}

// leaders returns the first three scores without the scores against single players, for the list of runs.
func leaders(scores []score) []score {
	const most = 3
	few := slices.Clone(scores[:min(most, len(scores))])
	for i := range few {
		few[i].Against = nil
	}
	return few
}

// playerWords returns a name for a player's text: the title of its kind, such as "Calculator", and as the rest its
// options in words, such as "2,000 nodes".
func playerWords(player string) (kind, rest string) {
	name, options, _ := strings.Cut(player, ":")
	if player == "practice" {
		options = fmt.Sprintf("level=%d", players.DefaultLevel)
	}
	if name == "practice" {
		if level, hasLevel := strings.CutPrefix(options, "level="); hasLevel && !strings.Contains(level, ",") {
			return "Level " + level, ""
		}
	}
	all := players.Kinds()
	i := slices.IndexFunc(all, func(k players.Kind) bool { return k.Name == name })
	if i < 0 || all[i].Title == "" {
		return player, ""
	}
	var parts []string
	for option := range strings.SplitSeq(options, ",") {
		switch key, value, _ := strings.Cut(option, "="); {
		case option == "":
		case key == "nodes":
			if n, err := strconv.Atoi(value); err == nil {
				value = stats.Thousands(n)
			}
			parts = append(parts, value+" nodes")
		case key == "time":
			parts = append(parts, value+" a turn")
		default:
			parts = append(parts, strings.TrimSpace(key+" "+value))
		}
	}
	return all[i].Title, strings.Join(parts, ", ")
}

// namesOf returns names of players by their texts, such as "Calculator, 2,000 nodes".
func namesOf(texts []string) map[string]string {
	names := map[string]string{}
	for _, player := range texts {
		kind, rest := playerWords(player)
		names[player] = strings.TrimSuffix(kind+", "+rest, ", ")
	}
	return names
}

// longestName is the most letters of a name in a sentence.
const longestName = 40

// shortNames returns names for sentences, by players' texts. Options only distinguish players of the same kind.
func shortNames(texts []string) map[string]string {
	count := map[string]int{}
	for _, player := range texts {
		kind, _ := playerWords(player)
		count[kind]++
	}
	names := map[string]string{}
	for _, player := range texts {
		kind, rest := playerWords(player)
		name := kind
		if count[kind] > 1 && rest != "" {
			name += " (" + rest + ")"
		}
		if letters := []rune(name); len(letters) > longestName {
			name = string(letters[:longestName-1]) + "…"
		}
		names[player] = name
	}
	return names
}

// inWords returns sentences with the names of players in place of their texts.
func inWords(sentences []string, names map[string]string) []string {
	texts := slices.SortedFunc(maps.Keys(names), func(a, b string) int { return len(b) - len(a) })
	all := make([]string, len(sentences))
	for i, sentence := range sentences {
		var b strings.Builder
		before := ' ' // the character before rest
		for rest := sentence; rest != ""; {
			at := slices.IndexFunc(texts, func(text string) bool { return standsAt(rest, text, before) })
			_, size := utf8.DecodeRuneInString(rest)
			said := rest[:size]
			if at >= 0 { // rest begins with the text of a player
				said, size = names[texts[at]], len(texts[at])
			}
			b.WriteString(said)
			before, _ = utf8.DecodeLastRuneInString(rest[:size])
			rest = rest[size:]
		}
		all[i] = b.String()
	}
	return all
}

// standsAt reports whether the rest of a sentence begins with a player's text that does not belong to a longer text or
// word. The parameter before is the character to the left of the rest.
func standsAt(rest, text string, before rune) bool {
	inText := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	after, begins := strings.CutPrefix(rest, text)
	if !begins || text == "" || inText(before) || before == ':' || before == '=' {
		return false
	}
	if after == "" {
		return true
	}
	next, size := utf8.DecodeRuneInString(after)
	afterNext, _ := utf8.DecodeRuneInString(after[size:])
	// A colon or a comma continues the player's text only if an option follows, as in "mcts:nodes=5".
	continued := inText(next) || next == '=' || (next == ':' || next == ',') && inText(afterNext)
	return !continued
}
