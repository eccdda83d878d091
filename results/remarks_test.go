package results

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// TestScalesAreExplained checks which sentences explain the ratings, by the marks of the players.
func TestScalesAreExplained(t *testing.T) {
	t.Parallel()
	const (
		anchors  = "Elo is measured from the anchors"
		averages = "Elo averages 0 over the rated players of a pool"
		fixed    = "; each interval is at 95 %, for openings whose number was fixed beforehand."
		rest     = " has only a bound (95 %) and no part in the mean."
		always   = "A player who won or lost every game against the rated players"
		ahead    = "A player who was always ahead of the rated players, or always behind," + rest
		bounded  = always + rest
		noRating = always + " has no rating and no part in the mean."
		oneSided = "The games are too one-sided for a scale: bounds are relative to the player at 0."
		unrated  = "A player without a game against a rated player is not rated."
		apart    = "A player who was never compared with a rated player is not rated."
		pools    = "The games do not connect all players: there are 2 pools, whose ratings cannot be compared with " +
			"each other."
		test = "The players of a sequential test have no ratings: its end depends on its results, and the estimate " +
			"for the difference takes that into account."
	)
	plain, adaptive := StandingsOptions{}, StandingsOptions{Adaptive: true}
	for _, c := range []struct {
		marks     []rating.Mark
		pools     int
		multiseat bool
		options   StandingsOptions
		want      []string
	}{
		{[]rating.Mark{rating.Rated, rating.Rated}, 1, false, plain, []string{averages + fixed}},
		{[]rating.Mark{rating.Rated, rating.Anchored}, 1, false, plain, []string{anchors + fixed}},
		{[]rating.Mark{rating.Rated}, 1, false, adaptive, []string{noIntervals, averages + "."}},
		{[]rating.Mark{rating.Anchored}, 1, false, adaptive, []string{noIntervals, anchors + "."}},
		{[]rating.Mark{rating.OnlyWins, rating.Rated}, 1, false, plain, []string{averages + fixed, bounded}},
		{[]rating.Mark{rating.Rated, rating.OnlyLosses}, 1, true, plain, []string{averages + fixed, ahead}},
		{[]rating.Mark{rating.Rated, rating.OnlyLosses}, 1, false, adaptive,
			[]string{noIntervals, averages + ".", noRating}},
		{[]rating.Mark{rating.OnlyWins, rating.Reference}, 1, false, plain, []string{bounded, oneSided}},
		{[]rating.Mark{rating.Reference}, 1, false, adaptive, []string{noIntervals}},
		{[]rating.Mark{rating.Unrated}, 0, false, plain, []string{unrated}},
		{[]rating.Mark{rating.Unrated}, 0, true, plain, []string{apart}},
		{[]rating.Mark{rating.Rated}, 2, false, plain, []string{averages + fixed, pools}},
		{[]rating.Mark{rating.Rated, rating.Unrated}, 2, false, StandingsOptions{Unrated: true}, []string{test}},
	} {
		s := Standings{ratings: &rating.Ratings{Pools: c.pools}, multiseat: c.multiseat, Options: c.options}
		for _, mark := range c.marks {
			s.Rows = append(s.Rows, Row{Rating: rating.Rating{Mark: mark}})
		}
		if got := s.scaleRemarks(); !slices.Equal(got, c.want) {
			t.Errorf("%v:\n%s\nwant\n%s", c.marks, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestSeatScoresInWords checks the texts about the first seat: openings are told if they are fewer than the games, and
// repeats if the number of different games is known.
func TestSeatScoresInWords(t *testing.T) {
	t.Parallel()
	half := stats.Estimate{Kind: stats.Bracketed, Value: .625, Low: .25, High: .875}
	const scores = "scores 62.5 % (25.0 % .. 87.5 % at 95 %, at any time) in "
	for _, c := range []struct {
		score SeatScore
		want  string
	}{
		{SeatScore{Estimate: half, Games: 8, openings: 8}, scores + "8 games"},
		{SeatScore{Estimate: half, Games: 8, openings: 4}, scores + "8 games (4 openings)"},
		{SeatScore{Estimate: half, Games: 8, openings: 8, Distinct: 8}, scores + "8 games (8 openings, no repeats)"},
		{SeatScore{Estimate: half, Games: 8, openings: 1, Distinct: 7},
			scores + "8 games (1 opening, 1 game repeating another)"},
		{SeatScore{Estimate: half, Games: 8, openings: 8, Distinct: 5},
			scores + "8 games (8 openings, 3 games repeating another)"},
		{SeatScore{Games: 1, openings: 1}, "not told, since the openings were chosen by what they tell about players"},
	} {
		if got := c.score.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for want, score := range map[string]SeatScore{
		`{"games":8,"points":5,"score":0.625,"low":0.25,"high":0.875,"openings":4,"distinct":7}`: {
			Estimate: half, points: 5, Games: 8, openings: 4, Distinct: 7},
		`{"games":1,"points":1,"score":null,"low":null,"high":null,"openings":1,"distinct":null}`: {
			points: 1, Games: 1, openings: 1},
	} {
		if got, err := json.Marshal(score); err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}

// TestEstimatesInTwoColumns checks the text of every kind of estimate: its value, its interval, and both together.
func TestEstimatesInTwoColumns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		estimate             stats.Estimate
		value, interval, elo string
	}{
		{estimate: stats.Estimate{}, value: "-", elo: "-"},
		{estimate: stats.Symmetric(12.4, 3.6), value: "12", interval: "± 4", elo: "12 ± 4"},
		{estimate: stats.Estimate{Kind: stats.Bracketed, Value: 7, Low: -3.4, High: 40},
			value: "7", interval: "-3 .. 40", elo: "7 -3 .. 40"},
		{estimate: stats.Estimate{Kind: stats.AtLeast, Low: 5}, value: "≥ 5", elo: "≥ 5"},
		{estimate: stats.Estimate{Kind: stats.AtMost, High: 5}, value: "≤ 5", elo: "≤ 5"},
		{estimate: stats.Estimate{Kind: stats.Fixed, Value: 1500}, value: "1500", elo: "1500"},
	} {
		value, interval, elo := valueText(c.estimate), intervalText(c.estimate), EloText(c.estimate)
		if value != c.value || interval != c.interval || elo != c.elo {
			t.Errorf("%+v: %q, %q and %q", c.estimate, value, interval, elo)
		}
	}
	for wins, want := range map[float64]string{0: "0", 3: "3", 100: "100", 1.25: "1.25", .5: "0.50", 1. / 3: "0.33"} {
		if text := winsText(wins); text != want {
			t.Errorf("%v wins are %q, want %q", wins, text, want)
		}
	}
}

// swissLike returns games of three players. The winner of most points is not the one with the best rating: ann has
// most points, but bob, who met only ann, beat her.
func swissLike() []Game {
	return slices.Concat(match("ann", "cid", 1, 6), match("cid", "ann", 0, 5), match("cid", "ann", 1, 1),
		match("ann", "bob", 0, 2), match("bob", "ann", 1, 1), match("bob", "ann", 0, 1))
}

// TestPointsRankPlayers ranks players by their ratings and by their points, 12 of ann, 3 of bob and 1 of cid.
func TestPointsRankPlayers(t *testing.T) {
	t.Parallel()
	for byPoints, want := range map[bool]string{false: "bob ann cid", true: "ann bob cid"} {
		s := newStanding(t, swissLike(), StandingsOptions{ByPoints: byPoints, Adaptive: byPoints})
		var names []string
		for i, row := range s.Rows {
			names = append(names, row.Player)
			if row.Rank != i+1 || (row.Rating.Kind == stats.Fixed) != byPoints {
				t.Errorf("row %d: %+v", i, row)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("by points %v: %s, want %s", byPoints, got, want)
		}
		text := strings.Join(s.Remarks(), "\n")
		if !strings.Contains(text, "in 16 games, of which 0.0 % drawn.\n") ||
			strings.Contains(text, "First-seat advantage: ") == byPoints ||
			strings.Contains(text, noIntervals) != byPoints {
			t.Errorf("by points %v:\n%s", byPoints, text)
		}
	}
}

// TestPoolsAreNoted checks the notes of players in two pools that never met.
func TestPoolsAreNoted(t *testing.T) {
	t.Parallel()
	games := slices.Concat(match("ann", "bob", 1, 2), match("bob", "ann", 1, 1), match("cid", "dan", 1, 2),
		match("dan", "cid", 1, 1), match("ann", "eve", 1, 2))
	notes := map[string]bool{}
	s := newStanding(t, games, StandingsOptions{Players: []string{"new"}, Anchors: map[string]float64{"bob": 0}})
	for _, row := range s.Rows {
		notes[row.Player+": "+s.note(row)] = true
	}
	pool := func(player string) int { // the number in the note of a player
		for _, row := range s.Rows {
			if row.Player == player {
				return row.Rating.Pool + 1
			}
		}
		return 0
	}
	first, second := pool("ann"), pool("cid")
	if first+second != 3 || first*second != 2 {
		t.Fatalf("pools %d and %d", first, second)
	}
	for _, want := range []string{fmt.Sprint("ann: pool ", first), fmt.Sprint("bob: anchor, pool ", first),
		fmt.Sprint("cid: pool ", second), fmt.Sprint("eve: only losses, pool ", first), "new: not rated"} {
		if !notes[want] {
			t.Errorf("no %q in %v", want, notes)
		}
	}
}

// headOf returns the first line of the table of standings.
func headOf(t *testing.T, s Standings) string {
	t.Helper()
	var text strings.Builder
	if err := s.WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(text.String(), "\n")
	return strings.Join(strings.Fields(line), " ")
}

// TestColumnsOfStandings checks which columns the table has: openings only if several games share one, no interval if
// results decided which games were played, and places for three seats.
func TestColumnsOfStandings(t *testing.T) {
	t.Parallel()
	single, three, adaptive := match("ann", "bob", .5, 2), []Game{}, StandingsOptions{Adaptive: true}
	shared := slices.Clone(single)
	for i := range shared {
		shared[i].Opening = "1"
		three = append(three, Game{Players: []string{"ann", "bob", "cid"}, Scores: []float64{1, .5, 0}})
	}
	for want, s := range map[string]Standings{
		"rank player Elo 95 % games W D L score turns":          newStanding(t, single, StandingsOptions{}),
		"rank player Elo games W D L score turns":               newStanding(t, single, adaptive),
		"rank player Elo 95 % openings games W D L score turns": newStanding(t, shared, StandingsOptions{}),
		"rank player Elo 95 % games place share firsts turns":   newStanding(t, three, StandingsOptions{}),
	} {
		if got := headOf(t, s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	var text strings.Builder
	if err := newStanding(t, shared, StandingsOptions{Unrated: true}).WriteCSV(&text); err != nil || text.String() !=
		"rank,player,rating,error95,low,high,points,games,wins,draws,losses,mean_turns,pool,note\n"+
			"1,ann,,,,,1,2,0,2,0,40,1,\n2,bob,,,,,1,2,0,2,0,40,1,\n" {
		t.Errorf("%s%v", text.String(), err)
	}
}

// TestRemarksOnSeats checks the sentences about games of three seats: what a share is, how many games lack places, and
// whether the seats have been told from the players.
func TestRemarksOnSeats(t *testing.T) {
	t.Parallel()
	const (
		share = "Share: of opponents placed behind, in %s of 3 seats%s; half is even. Ties split places, points and " +
			"wins."
		lacks = "Games of which not all places are known: 2. Who has none shares what is left, and is not compared " +
			"with others who have none."
		told   = "A seat's Elo is what it is worth more than seat 1, the players' strength apart (95 %)."
		untold = "What the seats are worth cannot be told from strength in these games, and ratings take them as " +
			"equal; seat everyone in every seat, next to everyone, and play more."
	)
	s := Standings{ratings: &rating.Ratings{}, seats: make([]seatRow, 3), Games: 1,
		first: SeatScore{Games: 1, openings: 1}}
	if got, want := s.seatRemarks(), []string{fmt.Sprintf(share, "1 game", ""), untold}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.ratings.SeatsFitted, s.Games, s.partial, s.first = true, 6, 2, SeatScore{Games: 6, openings: 3}
	want := []string{fmt.Sprintf(share, "6 games", " (3 openings)"), lacks, told}
	if got := s.seatRemarks(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	none := Standings{Options: StandingsOptions{Remarks: []string{"From a file."}}}
	if got := none.Remarks(); !slices.Equal(got, []string{"No games yet.", "From a file."}) ||
		none.MixedRemark() != nil {
		t.Errorf("without games %q", got)
	}
}

// TestTwoPlayersOnThreeSeatsAreCompared checks the sentence about two players that share the seats. Of the comparisons
// of each opening, ann wins three or four of four: in all 87.5 %, which is 400 lg 7 = 338 Elo.
func TestTwoPlayersOnThreeSeatsAreCompared(t *testing.T) {
	t.Parallel()
	var games []Game
	for i := range 10 {
		scores := [][]float64{{1, .5, 0}, {0, 1, .5}} // ann is ahead of both, and behind neither
		if i%2 == 1 {
			scores[1] = []float64{.5, 1, 0} // a seat of bob is between the seats of ann
		}
		games = append(games, Game{Players: []string{"ann", "bob", "bob"}, Scores: scores[0], Opening: fmt.Sprint(i)},
			Game{Players: []string{"bob", "ann", "ann"}, Scores: scores[1], Opening: fmt.Sprint(i)})
	}
	s := newStanding(t, games, StandingsOptions{})
	got := strings.Join(s.MixedRemark(), "\n")
	if !strings.HasPrefix(got, "ann over bob: 87.5 ± ") ||
		!strings.Contains(got, " % of comparisons of their seats won, ties as halves, 338 ") ||
		!strings.HasSuffix(got, " Elo (95 %, 10 openings as observations). The ratings also take out what the seats "+
			"are worth.") {
		t.Errorf("%s", got)
	}
	c := s.Crosstable()
	m, back := c.Meeting(0, 1), c.Meeting(1, 0)
	if m.Stronger == nil || back.Stronger == nil || *m.Stronger <= .99 || *back.Stronger >= .01 ||
		m.observations() != 10 || m.Difference.Value != -back.Difference.Value || !m.Shown(.05) || back.Shown(.05) {
		t.Errorf("%+v and %+v", m, back)
	}
	for _, o := range []StandingsOptions{{Adaptive: true}, {Unrated: true}, {Players: []string{"cid"}}} {
		if s := newStanding(t, games, o); s.mixed.Score.Kind != stats.Absent {
			t.Errorf("%+v: %+v", o, s.mixed)
		}
	}
}

// TestPlayersWithoutGamesComeLast checks the points and the rows of a player without games, for two seats and for
// three.
func TestPlayersWithoutGamesComeLast(t *testing.T) {
	t.Parallel()
	fold := &Fold{}
	if err := fold.Add(Game{Players: []string{"ann", "bob"}, Scores: both(.5)}); err != nil {
		t.Fatal(err)
	}
	s, err := fold.Standings(StandingsOptions{Players: []string{"aaa"}, ByPoints: true})
	if err != nil || s.Rows[2].Player != "aaa" {
		t.Errorf("%+v, %v", s.Rows, err)
	}
	for player, want := range map[string]float64{"ann": .5, "bob": .5, "aaa": 0} {
		if _, points := fold.Scored(player); points != want {
			t.Errorf("%s has %v points", player, points)
		}
	}
	three := []Game{{Players: []string{"ann", "bob", "cid"}, Scores: []float64{1, .5, 0}}}
	for want, s := range map[string]Standings{
		"\n3 aaa - 0 0 0 0 - - not rated\n": s, "\n4 aaa - 0 - - 0 - not rated\n": placeStanding(t, three, "aaa"),
	} {
		var text, cells strings.Builder
		if err := s.WriteTable(&text); err != nil || !strings.Contains(enginetest.Squeezed(text.String()), want) {
			t.Errorf("no %q in\n%s%v", want, text.String(), err)
		}
		if err := s.WriteCSV(&cells); err != nil || strings.Contains(cells.String(), "NaN") {
			t.Errorf("%s%v", cells.String(), err)
		}
	}
	var text strings.Builder
	if err := placeStanding(t, three, "aaa").WriteCSV(&text); err != nil ||
		!strings.HasSuffix(text.String(), "\n4,aaa,,,,,0,,,0,,0,not rated\n") {
		t.Errorf("%s%v", text.String(), err)
	}
}
