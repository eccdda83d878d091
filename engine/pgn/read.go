package pgn

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"pillars/engine"
)

// Game is a game as it stands in a file.
type Game struct {
	Line   int          // on which it begins, from 1
	Tags   []engine.Tag // in order; of several with one name the first
	Turns  []string     // without numbers, comments, variations and marks such as ! or $1
	Result string       // the tag Result or, where it says nothing, what stands behind the turns

	token string // what stands behind the turns
}

// Tag is the value of a tag; ok is false where there is none.
func (g Game) Tag(name string) (value string, ok bool) {
	if i := find(g.Tags, name); i >= 0 {
		return g.Tags[i].Value, true
	}
	return "", false
}

// Start is the position that the game begins from, as a text; empty where the file does not say.
func (g Game) Start() string {
	start, ok := g.Tag(startTag)
	if !ok {
		start, _ = g.Tag("FEN")
	}
	return start
}

// Score is that of the first-named player, White; ok is false for a game without a result.
func (g Game) Score() (score float64, ok bool) {
	switch g.Result {
	case "1-0":
		return 1, true
	case "0-1":
		return 0, true
	case "1/2-1/2", "1/2":
		return .5, true
	}
	return 0, false
}

// Games are the games of a file, of any program, one after another as it is read. It ends with the first thing that
// cannot be read, and an error that names its line. Whether turns are legal is not asked.
func Games(r io.Reader) iter.Seq2[Game, error] { return games(r, true) }

// Headers are the games of a file without their turns, which are not looked at where a game has the tag Result.
func Headers(r io.Reader) iter.Seq2[Game, error] { return games(r, false) }

func games(r io.Reader, turns bool) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		in := reader{scan: newScanner(r, false), turns: turns}
		for {
			next, err := in.scan.next()
			if err == nil && in.begun() && in.endsBefore(next) && !yield(in.finish(), nil) {
				return
			}
			if err == nil {
				err = in.take(next)
			}
			if err != nil {
				yield(Game{}, err)
				return
			}
			if next.kind == end {
				return
			}
		}
	}
}

// reader puts parts together to games.
type reader struct {
	scan  *scanner
	turns bool // are wanted

	game   Game // at hand
	moving bool // its tags are over
	depth  int  // of variations
}

func (r *reader) begun() bool { return r.game.Line > 0 }

// endsBefore reports whether the game at hand is over: before a tag behind turns, and, if it has all the tags of a
// result, before a tag behind a blank line or one that it has already.
func (r *reader) endsBefore(next part) bool {
	switch {
	case next.kind == word:
		return false
	case next.kind == end || r.moving:
		return true
	}
	_, again := r.game.Tag(next.name)
	if !again && !next.afterBlank {
		return false
	}
	for _, name := range [...]string{seatTags[0], seatTags[1], resultTag} {
		if find(r.game.Tags, name) < 0 {
			return false
		}
	}
	return true
}

// finish is the game at hand. Another begins.
func (r *reader) finish() Game {
	g := r.game
	if g.Result, _ = g.Tag(resultTag); g.Result == "" || g.Result == "?" {
		g.Result = g.token
	}
	r.game = Game{Tags: make([]engine.Tag, 0, len(g.Tags))}
	r.moving, r.depth, r.scan.skipWords = false, 0, false
	return g
}

// take goes on by a part.
func (r *reader) take(p part) error {
	switch p.kind {
	case tag:
		if !r.begun() {
			r.game.Line = p.line
		}
		old, again := r.game.Tag(p.name)
		switch {
		case !again:
			r.game.Tags = append(r.game.Tags, engine.Tag{Name: p.name, Value: string(p.value)})
		case old != string(p.value) && isIdentifying(p.name):
			return fmt.Errorf("line %d: tag %s again in the game that begins on line %d: "+
				"begin every game with tags of its own", p.line, p.name, r.game.Line)
		}
	case word:
		if !r.begun() {
			return fmt.Errorf("line %d: %.80q where a game should begin: "+
				"begin games with tags, such as [White \"name\"]", p.line, p.value)
		}
		r.word(string(p.value))
	}
	return nil
}

// isIdentifying reports whether games that differ in a tag cannot be one.
func isIdentifying(name string) bool {
	switch name {
	case seatTags[0], seatTags[1], resultTag, "Round":
		return true
	}
	return false
}

// word takes a turn, a result, or what is neither.
func (r *reader) word(text string) {
	r.moving = true
	if result, tagged := r.game.Tag(resultTag); !r.turns && tagged && result != "" && result != "?" {
		r.scan.skipWords = true
		return
	}
	switch {
	case text == "(":
		r.depth++
	case text == ")":
		r.depth = max(0, r.depth-1)
	case r.depth > 0 || text[0] == '$':
	case isToken(text) || text == "1/2":
		r.game.token = text
	case r.turns:
		if turn := plainTurn(text); turn != "" {
			r.game.Turns = append(r.game.Turns, turn)
		}
	}
}

// plainTurn is a turn without a number before it and marks behind it.
func plainTurn(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if rest := text[digits:]; rest == "" || rest[0] == '.' {
		text = strings.TrimLeft(rest, ".")
	}
	return strings.TrimRight(text, "!?")
}
