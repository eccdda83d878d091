package results

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"pillars/engine/pgn"
)

// PGNSummary counts what was in a file of games.
type PGNSummary struct {
	Games   int // with a result
	Unknown int // without one: the result is *, or nothing is said of it
}

// ReadPGN calls visit with the result and the tag Round of every game in a file in Portable Game Notation, one after
// another as it reads; White is in the first seat. Of a game it looks at the tags alone, and where there is no Result
// at what stands behind the moves. Games without a result are counted and passed over. Turns are not known; openings
// are for exports of this program, which have a tag Run and whose rounds are identities of games.
//
// It fails on the first thing that cannot be read, naming its line, and with the error of visit.
func ReadPGN(r io.Reader, visit func(g Game, round string) error) (PGNSummary, error) {
	var out PGNSummary
	for read, err := range pgn.Headers(r) {
		if err != nil {
			return out, err
		}
		game, err := resultOf(read)
		switch {
		case err != nil:
		case game.Scores == nil:
			out.Unknown++
		default:
			out.Games++
			round, _ := read.Tag("Round")
			err = visit(game, round)
		}
		if err != nil {
			return out, fmt.Errorf("line %d: %w", read.Line, err)
		}
	}
	return out, nil
}

// resultOf takes the result of a game from its tags; without one there are no scores.
func resultOf(read pgn.Game) (game Game, err error) {
	for _, tag := range [2]string{"White", "Black"} {
		name, ok := read.Tag(tag)
		if name = plainName(name); name == "" {
			fault := "is empty"
			if !ok {
				fault = "is missing"
			}
			return game, fmt.Errorf("the tag %s of the game that begins here %s: name both players", tag, fault)
		}
		game.Players = append(game.Players, name)
	}
	round, _ := read.Tag("Round")
	run, _ := read.Tag("Run")
	if parts := strings.Split(round, "/"); run != "" && len(parts) == 3 {
		game.Opening = run + "/" + parts[1] // a round is players/opening/order of seats
	}
	if score, known := read.Score(); known {
		game.Scores = []float64{score, 1 - score}
	} else if read.Result != "*" && read.Result != "" {
		err = fmt.Errorf("result %.80q of the game that begins here: give 1-0, 0-1, 1/2-1/2 or *", read.Result)
	}
	return game, err
}

// plainName is a name with a blank for every run of blanks and characters that do not print, and none at its ends.
func plainName(name string) string {
	separates := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	return strings.Join(strings.FieldsFunc(name, separates), " ")
}
