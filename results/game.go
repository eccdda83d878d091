package results

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"pillars/engine/pgn"
	"pillars/results/estimate/rounds"
	"pillars/tournament"
)

// Finished is the result of a finished game.
//
// The score of a seat is the share of its opponents that finished behind it; a tie counts half. So the scores of a game
// sum to half the number of seats, and only a player alone in the last place scores 0.
type Finished struct {
	Players []string  // by seat
	Scores  []float64 // by seat, from 0 to 1
	Opening string    // name of the opening, the same for all games from it; empty if no other game has this opening
}

// check returns an error if the players or the number of scores are impossible, or if the number of players is not
// seats. If seats is 0, any number of players from 2 to [rounds.MaxSeats] is allowed.
func (g Finished) check(seats int) error {
	switch n := len(g.Players); {
	case n < 2 || n > rounds.MaxSeats:
		return fmt.Errorf("%d players: give 2 to %d", n, rounds.MaxSeats)
	case seats > 0 && n != seats:
		return fmt.Errorf("%d players, but game 1 has %d: make standings of games with one number of seats", n, seats)
	case slices.Contains(g.Players, ""):
		return fmt.Errorf("seat %d has a player without a name: name all", 1+slices.Index(g.Players, ""))
	case len(g.Scores) != n:
		return fmt.Errorf("%d scores for %d players: give one for each seat", len(g.Scores), n)
	}
	return nil
}

// String returns the names of the players in brackets, for messages.
func (g Finished) String() string {
	names := make([]string, len(g.Players))
	for i, name := range g.Players {
		names[i] = fmt.Sprintf("%q", name)
	}
	return "(" + strings.Join(names, " against ") + ")"
}

// scoreSlack is the greatest accepted difference between a score and the exact fraction. It admits 0.333 for 1/3.
const scoreSlack = 1e-3

// appendPlaces appends to places the place of every seat, computed from the scores of a game. Places begin at 1. Tied
// seats have equal places. It returns an error for impossible scores.
func appendPlaces(places []int, scores []float64) ([]int, error) {
	for seat, score := range scores {
		behind, ahead, tied := 0, 0, -1 // tied starts at -1, because the loop also counts the seat itself
		for _, other := range scores {
			switch {
			case other < score:
				behind++
			case other > score:
				ahead++
			default:
				tied++
			}
		}
		exact := (float64(behind) + float64(tied)/2) / float64(len(scores)-1)
		if !(math.Abs(score-exact) <= scoreSlack) { // true also if the score is NaN
			return nil, fmt.Errorf("score %v of seat %d among %v: give the share of opponents placed behind, "+
				"ties as halves, here %.4g", score, seat+1, slices.Clone(scores), exact)
		}
		places = append(places, ahead+1)
	}
	return places, nil
}

// PGNFold holds the games of a PGN file.
type PGNFold struct {
	Fold
	Unknown int      // number of games without a result
	Unread  int      // number of games that cannot be read
	Guessed int      // number of faults that the reader skipped or mended by a guess, in games that it could read
	Faults  []error  // the first faults, each with its line and its game in the file
	Remarks []string // sentences about games left out, assumed pairs and the schedule
}

// mostFaults is the number of faults that a [PGNFold] keeps.
const mostFaults = 20

func (f *PGNFold) fault(faults ...*pgn.Fault) {
	for _, fault := range faults {
		if len(f.Faults) < mostFaults {
			f.Faults = append(f.Faults, fault)
		}
	}
}

// unknownSchedule is a remark on games from a PGN file: such a file does not say how opponents were chosen.
const unknownSchedule = "Conclusions and intervals hold only if results did not decide who met whom. In a Swiss or " +
	"knock-out tournament they do, and nothing is shown."

// FoldPGN counts the games of a PGN file. It leaves out games that it cannot read, and counts them in Unread. If it can
// read no game, it returns the first fault.
func FoldPGN(r io.Reader) (out PGNFold, err error) {
	paired, noTurns := false, false // whether any game has a known opening; whether any has no turns
	different := map[uint64]bool{}  // hashes of starts and turns
	for entry, err := range pgn.Games(r) {
		var game Finished
		if err == nil {
			game, err = out.addEntry(entry)
		}
		var unread *pgn.Fault
		switch {
		case errors.As(err, &unread):
			out.Unread++
			out.fault(unread)
		case err != nil:
			return out, err
		case game.Scores == nil:
			out.Unknown++
		default:
			paired = paired || game.Opening != ""
			noTurns = noTurns || len(entry.Turns) == 0
			different[hashOf(entry)] = true
		}
	}
	all := out.Games() + out.Unknown + out.Unread
	if out.Unread > 0 && out.Unread == all {
		return out, out.Faults[0]
	}
	if !noTurns {
		out.Distinct = len(different)
	}
	remark := func(when bool, text string) {
		if when {
			out.Remarks = append(out.Remarks, text)
		}
	}
	anyGames := out.Games() > 0
	remark(!paired && anyGames, "Games are taken as independent: the file does not say which "+
		"of them are pairs from one opening.")
	remark(anyGames, unknownSchedule)
	remark(out.Unknown > 0, fmt.Sprintf("Left out: %s without a result.", tournament.Counted(out.Unknown, "game")))
	remark(out.Unread > 0, fmt.Sprintf("Only what can be read counts: %d of %s could not be read.", out.Unread,
		tournament.Counted(all, "game")))
	return out, nil
}

// addEntry counts a game of a PGN file if the result is known, and returns the game. An error is a [*pgn.Fault].
func (f *PGNFold) addEntry(entry pgn.Entry) (Finished, error) {
	f.Guessed += len(entry.Faults)
	f.fault(entry.Faults...)
	game, err := resultOf(entry)
	if err == nil && game.Scores != nil {
		err = f.Add(game)
	}
	if err != nil {
		return game, entry.NewFault(0, "", err.Error())
	}
	return game, nil
}

// hashOf returns a hash of the start and the turns of a game.
func hashOf(g pgn.Entry) uint64 {
	h := fnv.New64a()
	for _, tag := range [...]string{"Game", "Options", "Start", "FEN"} {
		value, _ := g.Tag(tag)
		fmt.Fprintf(h, "%q ", value)
	}
	fmt.Fprintf(h, "%q", g.Turns)
	return h.Sum64()
}

// resultOf returns the result of a PGN game. White has the first seat. Scores is nil if the result is * or missing.
// Only games that this program wrote have an Opening.
func resultOf(read pgn.Entry) (game Finished, err error) {
	for _, tag := range [2]string{"White", "Black"} {
		text, found := read.Tag(tag)
		name, fault := plainName(text), "empty"
		if !found {
			fault = "missing"
		}
		if name == "" {
			return game, fmt.Errorf("the tag %s is %s: name both players", tag, fault)
		}
		game.Players = append(game.Players, name)
	}
	round, _ := read.Tag("Round")
	run, _ := read.Tag("Run")
	if parts := strings.Split(round, "/"); run != "" && len(parts) == 3 { // Round is players/opening/order of seats
		game.Opening = run + "/" + parts[1]
	}
	if score, known := read.Score(); known {
		game.Scores = []float64{score, 1 - score}
	} else if read.Result != "*" && read.Result != "" {
		err = fmt.Errorf("result %.80q: give 1-0, 0-1, 1/2-1/2 or *", read.Result)
	}
	return game, err
}

// plainName returns a name in which one blank replaces each sequence of blanks and unprintable characters.
func plainName(name string) string {
	separates := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	return strings.Join(strings.FieldsFunc(name, separates), " ")
}
