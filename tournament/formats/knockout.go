package formats

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// KnockOut is a tournament in which the loser of a match is out. The players are seeded in their order, so that the
// first two can meet only in the last round, the first four only in the last two rounds, and so on. If their number is
// not a power of two, the first players have byes in the first round.
//
// A match consists of MatchPairs pairs of games. A tied match continues by up to TieBreakPairs further pairs, one at a
// time; if it is still tied, the better seed wins. Each round reserves MatchPairs + TieBreakPairs openings, which all
// its matches use. The first stage of a round has the first MatchPairs pairs of all its matches. Each later stage has
// one further pair of every tied match.
type KnockOut struct {
	Players    []string
	MatchPairs int
}

// TieBreakPairs is the largest number of further pairs of games in a tied match of a knock-out tournament.
const TieBreakPairs = 8

// Openings returns the number of openings that the tournament needs if matches are tied as long as possible.
func (k KnockOut) Openings() int      { return k.rounds() * k.roundOpenings() }
func (k KnockOut) roundOpenings() int { return k.MatchPairs + TieBreakPairs }
func (k KnockOut) rounds() int        { return bits.Len(uint(len(k.Players) - 1)) }

// Schedule returns the bracket as far as the scores decide it, and the stages that are finished or can be played. The
// bracket lists the matches of each round from the top down. The winners of matches 2i and 2i+1 meet in match i of the
// next round.
func (k KnockOut) Schedule(score MatchScore) ([][]Match, []Stage) {
	rounds := k.emptyBracket()
	var all []Stage
	for n := range rounds {
		stages, finished := k.scoreRound(rounds[n], n*k.roundOpenings(), score)
		all = append(all, stages...)
		if !finished {
			break
		}
		advance(rounds, n)
	}
	return rounds, all
}

// scoreRound adds the scores of a round to its matches, whose openings begin at start. It returns the round's stages so
// far, and whether all its matches are decided.
func (k KnockOut) scoreRound(matches []Match, start int, score MatchScore) (stages []Stage, decided bool) {
	first, after, end := start, start+k.MatchPairs, start+k.roundOpenings()
	for {
		stage, finished := scoreStage(matches, first, after, score)
		stages = append(stages, stage)
		if !finished {
			return stages, false
		}
		lastPair := after == end
		decided = true
		for i := range matches {
			matches[i].decide(lastPair)
			decided = decided && matches[i].Winner != 0
		}
		if decided {
			return stages, true
		}
		first, after = after, after+1
	}
}

// scoreStage adds the scores of a stage to all undecided matches, and reports whether its games are complete.
func scoreStage(matches []Match, first, after int, score MatchScore) (Stage, bool) {
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

// advance seats the winners of round n in the next round, if there is one.
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
	Seeds  [2]int     // seeds of the players, from 1; 0 for a player not known yet, and for the missing one of a bye
	Points [2]float64 // points of the players, including tie-breaks
	Games  int        // number of games with results, including tie-breaks
	Winner int        // seed of the winner; 0 if it is not known yet
	By     WinReason  // empty if the winner is not known yet
}

// WinReason says why a player won a match.
type WinReason string

const (
	WinByPoints   WinReason = "points"      // ahead after the match or a further pair
	WinBySeed     WinReason = "better seed" // tied after the last further pair
	WinWithoutOne WinReason = "bye"         // no opponent
)

// decide sets the winner of a match whose games so far are all finished: the player who is ahead or, if the match is
// tied after the last pair, the better seed. A match that is tied before has no winner yet.
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

// emptyBracket returns the bracket before the first game. Only byes are decided.
func (k KnockOut) emptyBracket() [][]Match {
	seeds := bracketSeeds(k.rounds())
	rounds := make([][]Match, k.rounds())
	for n := range rounds {
		rounds[n] = make([]Match, len(seeds)>>(n+1))
	}
	for i := range rounds[0] {
		match := &rounds[0][i]
		for side, seed := range seeds[2*i : 2*i+2] {
			if seed <= len(k.Players) {
				match.Seeds[side] = seed
			}
		}
		if match.Seeds[0] == 0 || match.Seeds[1] == 0 {
			match.Winner, match.By = match.Seeds[0]+match.Seeds[1], WinWithoutOne // the missing seed is 0
		}
	}
	advance(rounds, 0)
	return rounds
}

// bracketSeeds returns the seeds of a bracket from the top down, such as 1 8 4 5 2 7 3 6 for three rounds. In a round
// of n players the two seeds of every match add up to n+1.
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

// Write writes a bracket as a tree that grows from left to right. The first column has the seeds and names of the
// players, and the next columns have the seeds in later rounds, all with the points of the match. The last column has
// the winner. A "?" stands for a player who is not known yet. Notes on ties follow.
func (k KnockOut) Write(w io.Writer, bracket [][]Match) error {
	if len(bracket) == 0 {
		return nil
	}
	lines := make([]string, lineOf(0, 2*len(bracket[0])-1)+1)
	addColumn := func(texts map[int]string) { // by line; other lines are blank
		width := widest(maps.Values(texts))
		for i := range lines {
			lines[i] += fmt.Sprintf("%-*s", width, texts[i])
		}
	}
	for n, matches := range bracket {
		texts := k.entrants(n, matches)
		entrants, joints := map[int]string{}, map[int]string{} // columns, by line
		for i := range matches {
			top, middle, bottom := lineOf(n, 2*i), lineOf(n+1, i), lineOf(n, 2*i+1)
			entrants[top], entrants[bottom] = texts[2*i], texts[2*i+1]
			for line := top + 1; line < bottom; line++ {
				joints[line] = "  │"
			}
			joints[top], joints[middle], joints[bottom] = " ─┐", "  ├─ ", " ─┘"
		}
		addColumn(entrants)
		addColumn(joints)
	}
	winner := "?"
	if seed := bracket[len(bracket)-1][0].Winner; seed > 0 {
		winner = fmt.Sprintf("%d  %s", seed, k.Players[seed-1])
	}
	addColumn(map[int]string{lineOf(len(bracket), 0): winner})
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ") + "\n"
	}
	_, err := io.WriteString(w, strings.Join(lines, "")+bracketNotes(bracket, k.MatchPairs))
	return err
}

// lineOf returns the line of the tree, from 0, for an entrant of a round. In the first round entrants have every second
// line. In a later round, each is halfway between the two entrants of the match that it won.
func lineOf(round, entrant int) int { return (2*entrant+1)<<round - 1 }

// entrants returns the texts of the players in a round, two for each match: seed, in the first round also name, points.
func (k KnockOut) entrants(round int, matches []Match) (texts []string) {
	digits := len(strconv.Itoa(len(k.Players)))
	for _, match := range matches {
		for _, seed := range match.Seeds {
			text := strconv.Itoa(seed)
			switch {
			case seed == 0 && match.By == WinWithoutOne:
				text = strings.Repeat(" ", digits) + "  bye"
			case seed == 0:
				text = "?"
			case round == 0:
				text = fmt.Sprintf("%*d  %s", digits, seed, k.Players[seed-1])
			}
			texts = append(texts, text)
		}
	}
	width := widest(slices.Values(texts))
	for i, text := range texts {
		points := ""
		if match := matches[i/2]; match.Games > 0 {
			points = pointsText(match.Points[i%2])
		}
		texts[i] = fmt.Sprintf("%-*s  %s", width, text, points)
	}
	return texts
}

func widest(texts iter.Seq[string]) (width int) {
	for text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// bracketNotes returns a line for every match with tie-breaks. Pairs is the number of pairs of a match before
// tie-breaks.
func bracketNotes(bracket [][]Match, pairs int) string {
	var b strings.Builder
	for _, match := range slices.Concat(bracket...) {
		further := match.Games/2 - pairs
		if further <= 0 {
			continue
		}
		fmt.Fprintf(&b, "%d - %d: tied after the match, %s : %s with %d more", match.Seeds[0], match.Seeds[1],
			pointsText(match.Points[0]), pointsText(match.Points[1]), further)
		if b.WriteString(" pair"); further > 1 {
			b.WriteString("s")
		}
		if match.By == WinBySeed {
			b.WriteString("; the better seed goes on")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func pointsText(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) }
