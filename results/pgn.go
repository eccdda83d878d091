package results

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"pillars/engine/pgn"
)

// PGNGame is what the header of a game in Portable Game Notation says of its result.
type PGNGame struct {
	Result Game   // White in the first seat; without turns, and with an opening only from an export of this program
	Round  string // the tag Round, empty where there is none
	Line   int    // on which the game begins
}

// PGNSummary counts what was in a file of games.
type PGNSummary struct {
	Games   int // with a result
	Unknown int // without one: the result is *, or nothing is said of it
}

// ReadPGN calls visit with the result of every game in a file in Portable Game Notation, one after another as it reads.
// Of a game it looks at the tags alone, and where there is no Result at what stands behind the moves. Games without a
// result are counted and passed over. Exports of this program, which have a tag Run and whose rounds are identities of
// games, tell openings.
//
// It fails on the first thing that cannot be read, naming its line, and with the error of visit.
func ReadPGN(r io.Reader, visit func(PGNGame) error) (PGNSummary, error) {
	var out PGNSummary
	for read, err := range pgn.Headers(r) {
		if err != nil {
			return out, err
		}
		game, known, err := resultOf(read)
		switch {
		case err != nil:
			return out, fmt.Errorf("line %d: %w", read.Line, err)
		case !known:
			out.Unknown++
			continue
		}
		out.Games++
		if err := visit(game); err != nil {
			return out, fmt.Errorf("line %d: %w", read.Line, err)
		}
	}
	return out, nil
}

// resultOf takes the result of a game from its tags; known is false where it has none.
func resultOf(read pgn.Game) (game PGNGame, known bool, err error) {
	game.Result.Players = make([]string, 2)
	for seat, tag := range [2]string{"White", "Black"} {
		name, ok := read.Tag(tag)
		if name = plainName(name); name == "" {
			fault := "is empty"
			if !ok {
				fault = "is missing"
			}
			return game, false, fmt.Errorf("the tag %s of the game that begins here %s: name both players", tag, fault)
		}
		game.Result.Players[seat] = name
	}
	game.Line = read.Line
	game.Round, _ = read.Tag("Round")
	run, _ := read.Tag("Run")
	if parts := strings.Split(game.Round, "/"); run != "" && len(parts) == 3 {
		game.Result.Opening = run + "/" + parts[1] // a round is players/opening/order of seats
	}
	score, known := read.Score()
	game.Result.Scores = []float64{score, 1 - score}
	if !known && read.Result != "*" && read.Result != "" {
		err = fmt.Errorf("result %.80q of the game that begins here: give 1-0, 0-1, 1/2-1/2 or *", read.Result)
	}
	return game, known, err
}

// plainName is a name with a blank for every run of blanks and characters that do not print, and none at its ends.
func plainName(name string) string {
	separates := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	return strings.Join(strings.FieldsFunc(name, separates), " ")
}
