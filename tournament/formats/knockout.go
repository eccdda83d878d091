package formats

import (
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// KnockOut is a tournament in which the loser of a match is out. The players are seeded in their order, so that the
// first two could meet only in the last round, the first four only in the last two, and so on. Where their number is
// no power of two the first ones have byes in the first round.
//
// A match is MatchPairs pairs of games. While it is tied it goes on by one pair at a time, up to TieBreakPairs; then
// the better seed goes on. Each round of the bracket has openings of its own, the same for all its matches, and so has
// each further pair: a round takes MatchPairs + TieBreakPairs of them, used or not. A stage is the first pairs of a
// round, or a further pair of the tied matches.
type KnockOut struct {
	Players    []string
	MatchPairs int
}

// TieBreakPairs is the number of further pairs at most that a tied match of a knock-out tournament goes on with.
const TieBreakPairs = 8

// Openings is the number of openings that may be needed.
func (k KnockOut) Openings() int { return k.rounds() * k.roundOpenings() }

func (k KnockOut) roundOpenings() int { return k.MatchPairs + TieBreakPairs }

// rounds is how often the field has to be halved to leave one.
func (k KnockOut) rounds() int { return bits.Len(uint(len(k.Players) - 1)) }

// Play fills in the bracket as far as the scores decide it, and lists the stages that these lead to. The bracket has
// rounds of matches from the top down. The winners of matches 2i and 2i+1 meet in match i of the next round.
func (k KnockOut) Play(score Score) ([][]Match, []Stage) {
	rounds := k.emptyBracket()
	var all []Stage
	for n := range rounds {
		stages, finished := k.playRound(rounds[n], n*k.roundOpenings(), score)
		all = append(all, stages...)
		if !finished {
			break
		}
		advance(rounds, n)
	}
	return rounds, all
}

// playRound lists the stages of a round whose openings begin at start, and reports whether all its matches are decided.
func (k KnockOut) playRound(matches []Match, start int, score Score) (stages []Stage, decided bool) {
	first, after, end := start, start+k.MatchPairs, start+k.roundOpenings()
	for {
		stage, finished := playStage(matches, first, after, score)
		stages = append(stages, stage)
		if !finished {
			return stages, false
		}
		decided = true
		for i := range matches {
			matches[i].decide(after == end)
			decided = decided && matches[i].Winner != 0
		}
		if decided {
			return stages, true
		}
		first, after = after, after+1
	}
}

// playStage adds the scores from some openings to all undecided matches, and reports whether they are complete.
func playStage(matches []Match, first, after int, score Score) (Stage, bool) {
	stage, finished := Stage{First: first, After: after}, true
	for i := range matches {
		match := &matches[i]
		if match.Winner != 0 {
			continue
		}
		players := [2]int{match.Seeds[0] - 1, match.Seeds[1] - 1}
		stage.Matches = append(stage.Matches, players)
		points, games := score(players, first, after)
		match.Points[0] += points[0]
		match.Points[1] += points[1]
		match.Games += games
		finished = finished && games == 2*(after-first)
	}
	return stage, finished
}

func advance(rounds [][]Match, n int) {
	if n+1 == len(rounds) {
		return
	}
	for i, match := range rounds[n] {
		rounds[n+1][i/2].Seeds[i%2] = match.Winner
	}
}

// Match is a match of a knock-out tournament.
type Match struct {
	Seeds  [2]int // of the players, from 1, as the bracket lists them; 0 for one not known yet, and for none in a bye
	Points [2]float64
	Games  int // that have results, tie-breaks included
	Winner int // the seed that goes on, 0 while that is open
	By     WinReason
}

// WinReason is why a player goes on to the next round.
type WinReason string

const (
	WinByPoints   WinReason = "points"      // ahead after the match or a further pair
	WinBySeed     WinReason = "better seed" // tied after the last further pair
	WinWithoutOne WinReason = "bye"         // no opponent
)

// decide names the winner of a match that is not tied, after the last further pair in any case.
func (m *Match) decide(lastPair bool) {
	switch {
	case m.Winner != 0:
	case m.Points[0] > m.Points[1]:
		m.Winner, m.By = m.Seeds[0], WinByPoints
	case m.Points[0] < m.Points[1]:
		m.Winner, m.By = m.Seeds[1], WinByPoints
	case lastPair:
		m.Winner, m.By = min(m.Seeds[0], m.Seeds[1]), WinBySeed
	}
}

// emptyBracket is the bracket before the first game: the first round with its players, byes decided, and the second
// with those who have byes.
func (k KnockOut) emptyBracket() [][]Match {
	lines := bracketSeeds(k.rounds())
	rounds := make([][]Match, k.rounds())
	for n := range rounds {
		rounds[n] = make([]Match, len(lines)>>(n+1))
	}
	for i := range rounds[0] {
		match := &rounds[0][i]
		for side, seed := range lines[2*i : 2*i+2] {
			if seed <= len(k.Players) {
				match.Seeds[side] = seed
			}
		}
		if match.Seeds[0] == 0 || match.Seeds[1] == 0 {
			match.Winner, match.By = match.Seeds[0]+match.Seeds[1], WinWithoutOne
		}
	}
	advance(rounds, 0)
	return rounds
}

// bracketSeeds lists the seeds of a bracket from the top down: 1 8 4 5 2 7 3 6 for three rounds. It grows from the
// final by giving each seed the opponent with whom it adds up to one more than there are.
func bracketSeeds(rounds int) []int {
	seeds := []int{1}
	for range rounds {
		var next []int
		for _, seed := range seeds {
			next = append(next, seed, 2*len(seeds)+1-seed)
		}
		seeds = next
	}
	return seeds
}

// Write writes a bracket as a tree that grows from left to right: first the players with their seeds, then the seeds
// that went on, each with the points of the match; at the right the winner. "?" is a player not known yet.
// Notes on ties follow.
func (k KnockOut) Write(w io.Writer, bracket [][]Match) error {
	if len(bracket) == 0 {
		return nil
	}
	drawing := bracketDrawing{players: k.Players, rounds: bracket, lines: make([]strings.Builder, 4*len(bracket[0])-1)}
	for n := range bracket {
		drawing.addColumn(drawing.entrants(n))
		drawing.addJoints(n)
	}
	drawing.addColumn([]string{drawing.winner()})
	var b strings.Builder
	for i := range drawing.lines {
		b.WriteString(strings.TrimRight(drawing.lines[i].String(), " ") + "\n")
	}
	b.WriteString(bracketNotes(bracket, k.MatchPairs))
	_, err := io.WriteString(w, b.String())
	return err
}

// bracketDrawing is a bracket on its way to text, written column by column.
type bracketDrawing struct {
	players []string
	rounds  [][]Match
	lines   []strings.Builder
	columns int // of entrants, so far
}

func line(round, entrant int) int { return (2*entrant+1)<<round - 1 }

func (d *bracketDrawing) entrants(n int) []string {
	var names []string
	for _, match := range d.rounds[n] {
		for _, seed := range match.Seeds {
			names = append(names, d.entrant(n, match, seed))
		}
	}
	width := widest(names)
	for i, name := range names {
		points := ""
		if match := d.rounds[n][i/2]; match.Games > 0 {
			points = pointsText(match.Points[i%2])
		}
		names[i] = fmt.Sprintf("%-*s  %s", width, name, points)
	}
	return names
}

func widest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

func (d *bracketDrawing) entrant(n int, match Match, seed int) string {
	width := len(strconv.Itoa(len(d.players)))
	switch {
	case seed == 0 && match.By == WinWithoutOne:
		return strings.Repeat(" ", width) + "  bye"
	case seed == 0:
		return "?"
	case n == 0:
		return fmt.Sprintf("%*d  %s", width, seed, d.players[seed-1])
	}
	return strconv.Itoa(seed)
}

func (d *bracketDrawing) winner() string {
	seed := d.rounds[len(d.rounds)-1][0].Winner
	if seed == 0 {
		return "?"
	}
	return strconv.Itoa(seed) + "  " + d.players[seed-1]
}

func (d *bracketDrawing) addColumn(texts []string) {
	at := make([]string, len(d.lines))
	for i, text := range texts {
		at[line(d.columns, i)] = text
	}
	d.write(at)
	d.columns++
}

func (d *bracketDrawing) write(at []string) {
	width := widest(at)
	for i := range d.lines {
		fmt.Fprintf(&d.lines[i], "%-*s", width, at[i])
	}
}

func (d *bracketDrawing) addJoints(n int) {
	at := make([]string, len(d.lines))
	for i := range d.rounds[n] {
		top, bottom := line(n, 2*i), line(n, 2*i+1)
		for l := top + 1; l < bottom; l++ {
			at[l] = "  │"
		}
		at[top], at[line(n+1, i)], at[bottom] = " ─┐", "  ├─ ", " ─┘"
	}
	d.write(at)
}

func bracketNotes(bracket [][]Match, pairs int) string {
	var b strings.Builder
	for _, match := range slices.Concat(bracket...) {
		further := match.Games/2 - pairs
		if further <= 0 {
			continue
		}
		fmt.Fprintf(&b, "%d - %d: tied after the match, %s : %s with %d more", match.Seeds[0], match.Seeds[1],
			pointsText(match.Points[0]), pointsText(match.Points[1]), further)
		b.WriteString(map[bool]string{true: " pair", false: " pairs"}[further == 1])
		if match.By == WinBySeed {
			b.WriteString("; the better seed goes on")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func pointsText(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) }
