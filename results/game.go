package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pillars/engine/pgn"
	"pillars/results/estimate/rating"
	"pillars/tournament"
)

// Game is the result of a finished game, for a [Fold].
//
// A score is the share of opponents placed behind. In a tie, each tied seat scores half a win against each of the
// others, so that the sum of all scores is half the number of seats. Ties never give several seats the score 0.
// Therefore the order of several seats with score 0 is unknown: 1, 0, 0 is a game of which only the winner is known.
type Game struct {
	Players []string  // by seat
	Scores  []float64 // by seat, 0 to 1
	Turns   int       // 0 where it is not known
	Opening string    // names the opening, which games of any players share; empty for a game by itself
}

// check returns an error if the game cannot be a game with that number of seats; 0 stands for any number.
func (g Game) check(seats int) error {
	switch n := len(g.Players); {
	case n < 2 || n > rating.MaxSeats:
		return fmt.Errorf("%d players: give 2 to %d", n, rating.MaxSeats)
	case seats > 0 && n != seats:
		return fmt.Errorf("%d players, but game 1 has %d: make a standing of games with one number of seats", n, seats)
	case slices.Contains(g.Players, ""):
		return fmt.Errorf("seat %d has a player without a name: name all", 1+slices.Index(g.Players, ""))
	case len(g.Scores) != n:
		return fmt.Errorf("%d scores for %d players: give one for each seat", len(g.Scores), n)
	case g.Turns < 0:
		return fmt.Errorf("%d turns: give 0 or more", g.Turns)
	}
	return nil
}

// String returns the names of the players.
func (g Game) String() string {
	names := make([]string, len(g.Players))
	for i, name := range g.Players {
		names[i] = fmt.Sprintf("%q", name)
	}
	return "(" + strings.Join(names, " against ") + ")"
}

// scoreSlack is the greatest difference between a given score and the exact fraction: thirds have no exact decimals.
const scoreSlack = 1e-3

// appendPlaces appends the place of every seat: from 1, equal in a tie, 0 if unknown. It fails for impossible scores.
func appendPlaces(places []int, scores []float64) ([]int, error) {
	for seat, score := range scores {
		behind, ahead, level := 0, 0, -1 // other seats with a lower score, a higher one, and the same
		for _, other := range scores {
			switch {
			case other < score:
				behind++
			case other > score:
				ahead++
			default:
				level++
			}
		}
		want := (float64(behind) + float64(level)/2) / float64(len(scores)-1)
		if unknown := ahead > 0 && behind == 0 && level > 0; unknown && score == 0 {
			places = append(places, 0)
			continue
		}
		if !(math.Abs(score-want) <= scoreSlack) {
			return nil, fmt.Errorf("score %v of seat %d among %v: give the share of opponents placed behind, "+
				"ties as halves, here %.4g", score, seat+1, scores, want)
		}
		places = append(places, ahead+1)
	}
	return places, nil
}

// eachPGN reads a file in Portable Game Notation and calls visit with every game and its Round tag. White is in the
// first seat. eachPGN skips and counts games without a result, whose Result is * or missing. The games have no turns.
// They have openings only in exports of this program, which have a Run tag and whose rounds are identities of games.
//
// It stops at the first game that it cannot read or for which visit fails, and returns an error with the line.
func eachPGN(r io.Reader, visit func(g Game, round string) error) (unknown int, err error) {
	for header, err := range pgn.Headers(r) {
		if err != nil {
			return unknown, err
		}
		game, err := resultOf(header)
		if err != nil {
			return unknown, fmt.Errorf("line %d: %w", header.Line, err)
		}
		if game.Scores == nil {
			unknown++
			continue
		}
		round, _ := header.Tag("Round")
		if err := visit(game, round); err != nil {
			return unknown, fmt.Errorf("line %d: %w", header.Line, err)
		}
	}
	return unknown, nil
}

// PGNFold holds the games of a file in Portable Game Notation.
type PGNFold struct {
	Fold
	Unknown int      // games without a result
	Remarks []string // about the limits of what the file says
}

// FoldPGN folds the games that eachPGN reads. If byRounds is set, two games of a round between the same players are a
// pair.
func FoldPGN(r io.Reader, byRounds bool) (out PGNFold, err error) {
	known := 0 // games that name what they begin from
	out.Unknown, err = eachPGN(r, func(game Game, round string) error {
		if byRounds && game.Opening == "" && round != "?" && round != "-" {
			players := slices.Sorted(slices.Values(game.Players)) // others in the round may have begun otherwise
			game.Opening = strings.Join(append(players, round), "\x00")
		}
		if game.Opening != "" {
			known++
		}
		return out.Add(game)
	})
	switch {
	case byRounds:
		out.Remarks = append(out.Remarks, "Two games of a round between the same players, with the seats swapped, are "+
			"taken as a pair from one opening.")
	case known == 0 && out.Games() > 0:
		out.Remarks = append(out.Remarks, "Games are taken as independent: the file does not say which of them are "+
			"pairs from one opening.")
	}
	if out.Unknown > 0 {
		out.Remarks = append(out.Remarks, fmt.Sprintf("Left out: %s without a result.",
			tournament.Counted(out.Unknown, "game")))
	}
	return out, err
}

func resultOf(read pgn.Entry) (game Game, err error) {
	for _, tag := range [2]string{"White", "Black"} {
		name, ok := read.Tag(tag)
		if name = plainName(name); name == "" {
			fault := map[bool]string{true: "is empty", false: "is missing"}[ok]
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

// plainName returns a name without characters that cannot be shown: each run of these and of blanks becomes one
// blank, none at the ends.
func plainName(name string) string {
	separates := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	return strings.Join(strings.FieldsFunc(name, separates), " ")
}

// ReadPlaces reads a table of games in comma-separated values. Its first line names the columns: seat1, seat2, ... hold
// players, rank1, rank2, ... the places they came in on, turns (which may be absent) the length; others, such as round,
// are passed over.
//
// Equal ranks are a tie, also written as the mean of the places held, such as 2.5. An empty rank is a place behind all
// others, in an order that is not known; a winner with everyone else on rank 2 is such a game too: only the winner is
// known.
//
// It fails on the first line that cannot be read, naming line and column.
func ReadPlaces(r io.Reader) ([]Game, error) {
	text := bufio.NewReader(r)
	if mark, err := text.Peek(3); err == nil && string(mark) == "\ufeff" { // some programs begin a text with it
		_, _ = text.Discard(len(mark)) // it was just read
	}
	in := csv.NewReader(text)
	in.ReuseRecord = true
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: no columns are named: " +
			"begin with a line such as seat1,seat2,seat3,rank1,rank2,rank3")
	}
	if err != nil {
		return nil, err
	}
	columns, err := findPlaceColumns(header)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	var games []Game
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		game, err := columns.game(cells)
		if err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		games = append(games, game)
	}
}

type placeColumns struct {
	seats, ranks []int // by seat
	turns        int   // -1 where there are none
}

func findPlaceColumns(header []string) (placeColumns, error) {
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.ToLower(strings.TrimSpace(name))
	}
	columns := placeColumns{turns: slices.Index(names, "turns")}
	for seat := 1; ; seat++ {
		player, rank := slices.Index(names, fmt.Sprint("seat", seat)), slices.Index(names, fmt.Sprint("rank", seat))
		switch {
		case player < 0 && rank < 0 && seat > 3 && seat <= rating.MaxSeats+1:
			return columns, nil
		case seat > rating.MaxSeats:
			return columns, fmt.Errorf("more than %d seats", rating.MaxSeats)
		case player < 0:
			return columns, fmt.Errorf("no column seat%d: name the columns of 3 or more seats, "+
				"such as seat1,seat2,seat3,rank1,rank2,rank3", seat)
		case rank < 0:
			return columns, fmt.Errorf("a column seat%d but none rank%d: add it", seat, seat)
		}
		columns.seats, columns.ranks = append(columns.seats, player), append(columns.ranks, rank)
	}
}

func (c placeColumns) game(cells []string) (Game, error) {
	var g Game
	var ranks []float64
	for seat := range c.seats {
		name := strings.TrimSpace(cells[c.seats[seat]])
		if name == "" {
			return g, fmt.Errorf("column seat%d is empty: name the player", seat+1)
		}
		rank, err := readRank(strings.TrimSpace(cells[c.ranks[seat]]))
		if err != nil {
			return g, fmt.Errorf("column rank%d: %w", seat+1, err)
		}
		g.Players, ranks = append(g.Players, name), append(ranks, rank)
	}
	var err error
	if g.Scores, err = scoresOfRanks(ranks); err != nil {
		return g, err
	}
	if c.turns >= 0 && strings.TrimSpace(cells[c.turns]) != "" {
		if g.Turns, err = strconv.Atoi(strings.TrimSpace(cells[c.turns])); err != nil || g.Turns < 0 {
			return g, fmt.Errorf("column turns: %q: give a whole number, 0 or more", cells[c.turns])
		}
	}
	return g, nil
}

func readRank(text string) (float64, error) {
	if text == "" {
		return unranked, nil
	}
	rank, err := strconv.ParseFloat(text, 64)
	if err != nil || !(rank >= 1 && rank <= rating.MaxSeats) {
		return 0, fmt.Errorf("%q: give a place from 1, or nothing where it is not known", text)
	}
	return rank, nil
}

// unranked is the rank of players without one: behind all others.
const unranked = math.MaxFloat64

// scoresOfRanks returns the shares of opponents placed behind, with ties as halves; 0 for seats whose order is
// unknown.
func scoresOfRanks(ranks []float64) ([]float64, error) {
	sorted := slices.Sorted(slices.Values(ranks))
	if sorted[0] == unranked {
		return nil, errors.New("no rank is given: give at least the winner's, or leave the line out")
	}
	onlyWinner := sorted[0] == 1 && sorted[1] == 2 && sorted[len(sorted)-1] == 2
	scores := make([]float64, len(ranks))
	for seat, rank := range ranks {
		if rank == unranked || onlyWinner && rank == 2 {
			continue
		}
		for other, theirs := range ranks {
			switch {
			case other != seat && theirs == rank:
				scores[seat] += .5
			case theirs > rank:
				scores[seat]++
			}
		}
		scores[seat] /= float64(len(ranks) - 1)
	}
	return scores, nil
}
