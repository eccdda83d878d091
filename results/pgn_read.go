package results

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// PGNGame is what the header of a game in Portable Game Notation says of its result.
type PGNGame struct {
	Result GameResult // first-named, White, in the first seat; without turns, and with an opening only from an export of this program
	Round  string     // the tag Round, empty where there is none
	Line   int        // on which the game begins
}

// PGNSummary counts what was in a file of games.
type PGNSummary struct {
	Games   int // with a result
	Unknown int // without one: the result is *, or nothing is said of it
}

// ReadPGN calls visit with the result of every game in a file in Portable Game Notation, one after another as it reads. (Edwards, Standard: Portable
// Game Notation Specification and Implementation Guide, 1994.) Of a game it looks at the tags White, Black, Result and Round alone, and where there
// is no Result at what stands behind the moves; moves may be of any game, or absent. Games without a result are counted and passed over. Exports of
// this program, which have a tag Run and whose rounds are identities of games, tell openings.
//
// It fails on the first thing that cannot be read, naming its line, and with the error of visit.
func ReadPGN(r io.Reader, visit func(PGNGame) error) (PGNSummary, error) {
	var out PGNSummary
	games := pgnGames{visit: visit, summary: &out}
	scan := newPGNScanner(r)
	for {
		token, err := scan.next()
		if err != nil {
			return out, err
		}
		if err := games.take(token); err != nil || token.kind == pgnEnd {
			return out, err
		}
	}
}

// pgnGames puts tokens together to games.
type pgnGames struct {
	visit   func(PGNGame) error
	summary *PGNSummary
	tags    map[string]string // of the game at hand
	line    int               // on which it begins
	moves   bool              // its tags are over
	result  string            // behind its moves
}

// take goes on by a token. A game begins with the first tag behind moves or a blank line, or with a tag that the game at hand has already.
func (g *pgnGames) take(token pgnToken) error {
	switch token.kind {
	case pgnTag:
		if _, again := g.tags[token.name]; g.complete() && (again || g.moves || token.afterBlank) || g.moves {
			if err := g.finish(); err != nil {
				return err
			}
		}
		return g.tag(token)
	case pgnWord:
		if g.tags == nil {
			return fmt.Errorf("line %d: %q where a game should begin: begin games with tags, such as [White \"name\"]", token.line, token.value)
		}
		g.moves = true
		if _, ok := pgnScores[token.value]; ok || token.value == "*" {
			g.result = token.value
		}
	case pgnEnd:
		return g.finish()
	}
	return nil
}

// complete reports whether the game at hand has all the tags of a result.
func (g *pgnGames) complete() bool {
	for _, name := range [...]string{"White", "Black", "Result"} {
		if _, ok := g.tags[name]; !ok {
			return false
		}
	}
	return true
}

func (g *pgnGames) tag(token pgnToken) error {
	if g.tags == nil {
		g.tags, g.line = map[string]string{}, token.line
	}
	switch token.name {
	case "White", "Black", "Result", "Round", "Run":
		if old, again := g.tags[token.name]; again && old != token.value {
			return fmt.Errorf("line %d: tag %s again in the game that begins on line %d: begin every game with tags of its own", token.line,
				token.name, g.line)
		}
		g.tags[token.name] = token.value
	default:
		g.tags[token.name] = ""
	}
	return nil
}

// pgnScores are the results there are, for the first-named.
var pgnScores = map[string]float64{"1-0": 1, "0-1": 0, "1/2-1/2": .5, "1/2": .5}

// finish ends the game at hand.
func (g *pgnGames) finish() error {
	if g.tags == nil {
		return nil
	}
	game := PGNGame{Round: g.tags["Round"], Line: g.line}
	for seat, tag := range [2]string{"White", "Black"} {
		name, ok := g.tags[tag]
		if name = plainName(name); name == "" {
			fault := "is empty"
			if !ok {
				fault = "is missing"
			}
			return fmt.Errorf("line %d: the tag %s of the game that begins here %s: name both players", g.line, tag, fault)
		}
		game.Result.Players[seat] = name
	}
	if parts := strings.Split(game.Round, "/"); g.tags["Run"] != "" && len(parts) == 3 {
		game.Result.Opening = g.tags["Run"] + "/" + parts[1] // a round is players/opening/order of seats
	}
	result, tagged := g.tags["Result"]
	if !tagged || result == "" || result == "?" {
		result = g.result
	}
	score, known := pgnScores[result]
	switch {
	case known:
		g.summary.Games++
		game.Result.Score = score
		if err := g.visit(game); err != nil {
			return fmt.Errorf("line %d: %w", g.line, err)
		}
	case result == "*" || result == "":
		g.summary.Unknown++
	default:
		return fmt.Errorf("line %d: result %q of the game that begins here: give 1-0, 0-1, 1/2-1/2 or *", g.line, result)
	}
	g.tags, g.moves, g.result = nil, false, ""
	return nil
}

// plainName is a name with a blank for every run of blanks and characters that do not print, and none at its ends.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
}
