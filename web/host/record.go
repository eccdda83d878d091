package host

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/search/proof/certificate"
	"pillars/search/puzzles"
)

// A saveQuestion asks for a file of a game: PGN or a picture.
type saveQuestion struct {
	State
	Players  []string `json:"players,omitempty"`  // names by seat; a picture may lack some
	Resigned *int     `json:"resigned,omitempty"` // the seat that resigned, from 0
	Date     string   `json:"date,omitempty"`     // such as 2026.11.22; only for PGN
}

// save answers "save": the game as PGN. A seat that resigned loses if there are two seats and the game is not over.
func save(q saveQuestion) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	seats := h.Position().Rules().Seats()
	if len(q.Players) != seats {
		return nil, fmt.Errorf("%d names for %d seats", len(q.Players), seats)
	}
	if q.Resigned != nil && (*q.Resigned < 0 || *q.Resigned >= seats) {
		return nil, wrong("resigned")
	}
	record := engine.NewRecord(h, q.Players)
	if q.Resigned != nil && seats == 2 && !record.Outcome.Over() {
		record.Outcome = engine.Win(engine.Seat(1-*q.Resigned), "resignation")
	}
	if q.Date != "" {
		record.Tags = append(record.Tags, engine.Tag{Name: "Date", Value: q.Date})
	}
	var b strings.Builder
	if err := pgn.Write(&b, record); err != nil {
		return nil, err
	}
	return map[string]string{"pgn": b.String()}, nil
}

type loadedGame struct {
	State
	Players []string `json:"players"`
	Result  string   `json:"result"`
	Ended   string   `json:"ended,omitempty"` // the reason for the result if the rules did not end the game
}

const (
	maxGames = 1000     // games in a PGN text
	maxTags  = 200      // different names of tags in a PGN text
	maxTag   = 32 << 10 // bytes in the value of a tag
)

// A loadQuestion asks for the games of a PGN text. A text without tags is a list of turns, to be played from the start
// of the state; the turns of the state are ignored.
type loadQuestion struct {
	State
	PGN string `json:"pgn"`
}

// load returns the games of a PGN text. It returns an error if one of them has an illegal turn.
func load(ctx context.Context, q loadQuestion) (any, error) {
	if err := checkTagNames(q.PGN); err != nil {
		return nil, err
	}
	if !strings.Contains(q.PGN, "[") && q.Game != "" && strings.TrimSpace(q.PGN) != "" {
		return loadTurns(q)
	}
	var all []loadedGame
	for entry, err := range pgn.Games(strings.NewReader(q.PGN)) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if len(all) == maxGames {
			return nil, fmt.Errorf("the text holds more than %d games; load fewer at once", maxGames)
		}
		one, err := loadEntry(entry)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil, errors.New("there is no game in the text; a game in PGN begins with tags such as [Game \"pit\"]")
	}
	return all, nil
}

func loadTurns(q loadQuestion) (any, error) {
	one := loadedGame{State: q.State, Result: "*"}
	for entry, err := range pgn.Games(strings.NewReader("[Event \"?\"] " + q.PGN)) { // a single game
		if err = cmp.Or(err, checkEntry(entry)); err != nil {
			return nil, err
		}
		one.Turns, one.Steps, one.Result = entry.Turns, nil, cmp.Or(entry.Result, "*")
	}
	h, err := one.history()
	if err != nil {
		return nil, err
	}
	one.Players = make([]string, h.Position().Rules().Seats())
	return []loadedGame{one}, nil
}

// checkTagNames returns an error if a text has too many different names of tags, since the time to read a game grows
// with the square of the number of names.
func checkTagNames(text string) error {
	const blanks = " \t\r\v\f" // the characters that package pgn reads as blanks
	names := map[string]bool{}
	for part := range strings.SplitSeq(text, "[") {
		name, _, quoted := strings.Cut(part, `"`)
		name = strings.Trim(name, blanks)
		if !quoted || strings.ContainsAny(name, blanks+"\n]") {
			continue
		}
		names[name] = true
		if len(names) > maxTags {
			return fmt.Errorf("the text holds more than %d different tags; leave some out", maxTags)
		}
	}
	return nil
}

func checkEntry(entry pgn.Entry) error {
	if len(entry.Turns) > maxTurns {
		return fmt.Errorf("the game that begins on line %d has more than %d turns", entry.Line, maxTurns)
	}
	for _, tag := range entry.Tags {
		if len(tag.Value) > maxTag {
			return fmt.Errorf("the game that begins on line %d: tag %s has more than %d bytes", entry.Line, tag.Name,
				maxTag)
		}
	}
	return nil
}

func loadEntry(entry pgn.Entry) (loadedGame, error) {
	if err := checkEntry(entry); err != nil {
		return loadedGame{}, err
	}
	h, record, err := entry.Replay(games.FindFileless)
	if err != nil {
		return loadedGame{}, err
	}
	rules := h.Start().Rules()
	one := loadedGame{State: State{Game: record.Game, Options: rules.Settings().Values(), Turns: record.Turns},
		Players: record.Players, Result: entry.Result}
	if start := h.Start().String(); start != rules.Start().String() {
		one.Start = start
	}
	if !h.Outcome().Over() && record.Outcome.Over() {
		one.Ended = string(record.Outcome.Reason)
	}
	return one, nil
}

// draw answers with the SVG file that svg makes of the game: an animation or the last board.
func (q saveQuestion) draw(svg func(diagram.Film) string) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	names := h.Position().Rules().SeatNames()
	if len(q.Players) > len(names) {
		return nil, fmt.Errorf("%d names for %d seats", len(q.Players), len(names))
	}
	f := diagram.Film{History: h, Players: q.Players}
	if q.Resigned != nil {
		if *q.Resigned < 0 || *q.Resigned >= len(names) {
			return nil, wrong("resigned")
		}
		f.Ended = names[*q.Resigned] + " resigned"
	}
	return map[string]string{"svg": svg(f)}, nil
}

type puzzle struct {
	ID     string `json:"id"`
	Words  string `json:"words"`
	Own    int    `json:"own"`    // number of turns of the seat to act until it wins
	Rating int    `json:"rating"` // difficulty, as in package puzzles
	State
}

// listPuzzles answers with the puzzles of a game, easy ones first.
func listPuzzles(q State) (any, error) {
	list, err := puzzles.Default(q.Game)
	if err != nil {
		return nil, err
	}
	all := []puzzle{}
	for _, p := range list {
		position, err := p.Load()
		if err != nil {
			return nil, err
		}
		all = append(all, puzzle{ID: p.ID(), Words: p.Task(position), Own: p.Own, Rating: p.Rating,
			State: State{Game: p.Game, Start: p.Start, Options: position.Rules().Settings().Values()}})
	}
	return all, nil
}

// A solveQuestion asks whether a turn solves a puzzle, or continues its solution.
type solveQuestion struct {
	ID    string   `json:"id"`
	Turns []string `json:"turns,omitempty"` // turns of both seats since the puzzle's position, before Turn
	Turn  string   `json:"turn"`            // empty to ask for the right turns only
}

// A verdict is the answer to a solveQuestion. To continue, the page appends the turn and the reply to the turns of the
// next question, until a verdict is finished.
type verdict struct {
	Solved   bool     `json:"solved"`          // whether the turn keeps the win within the promised number of turns
	Finished bool     `json:"finished"`        // whether the game is won, by the turn or by the reply
	Reply    string   `json:"reply,omitempty"` // the longest defence or, after a wrong turn, one that prevents the win
	Left     int      `json:"left"`            // own turns left after this one
	Turns    []string `json:"turns"`           // the right turns; one that ends in * means all that begin with it
	Comment  string   `json:"comment,omitempty"`

	ReplyWords string   `json:"replyWords,omitempty"`
	TurnsWords []string `json:"turnsWords"`
}

// solve answers a solveQuestion. It returns an error if the turns before are not legal or leave no turn to judge.
func solve(ctx context.Context, q solveQuestion) (any, error) {
	puzzle, err := puzzles.Find(q.ID)
	if err != nil {
		return nil, err
	}
	h, err := State{Game: puzzle.Game, Start: puzzle.Start, Turns: q.Turns}.history()
	if err != nil {
		return nil, err
	}
	judged, err := puzzle.Judge(ctx, h, q.Turn)
	if err != nil {
		return nil, err
	}
	v := verdict{Solved: judged.Right, Finished: judged.Finished, Reply: judged.Reply, Left: judged.Left,
		Turns: judged.Turns, Comment: judged.Comment, TurnsWords: []string{}}
	before := h.Position().Clone()
	for _, turn := range v.Turns {
		v.TurnsWords = append(v.TurnsWords, turnWords(before, turn))
	}
	if v.Reply != "" && h.PlayTurn(q.Turn) == nil {
		v.ReplyWords = turnWords(h.Position(), v.Reply)
	}
	return v, nil
}

// A proofQuestion asks about a position or, if Key is given, about the member of a certificate with that key.
type proofQuestion struct {
	State
	Key    string `json:"key,omitempty"`
	Within int    `json:"within,omitempty"` // the certificate leaves out positions lost within this many turns
	Nodes  uint64 `json:"nodes,omitempty"`  // most positions to search, 0 for maxPositions
}

func (q proofQuestion) position() (engine.Position, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	p := h.Position()
	if err := certificate.CheckGame(p.Rules()); err != nil || q.Key == "" {
		return p, err
	}
	key, err := hex.DecodeString(q.Key)
	if err != nil {
		return nil, wrong("key")
	}
	return certificate.Position(p.Rules(), key)
}

// A keyedTurn is a turn with the key of the position after it, as hexadecimal digits. The key is empty if the game is
// over there, since the seat to act has lost.
type keyedTurn struct {
	Turn    string   `json:"turn"`
	Key     string   `json:"key"`
	Replies []string `json:"replies"` // keys of the positions after each reply to the turn
}

// proof answers with the turns of a position. The page looks up their keys in a certificate.
func proof(q proofQuestion) (any, error) {
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	turns := []keyedTurn{}
	for steps, after := range engine.EachTurn(p) {
		turn := keyedTurn{engine.LineText(p, steps), key(after), []string{}}
		for _, reply := range engine.EachTurn(after) {
			turn.Replies = append(turn.Replies, key(reply))
		}
		turns = append(turns, turn)
	}
	return map[string]any{"position": p.String(), "turns": turns}, nil
}

// key returns the key of a position in certificates, or "" if the game is over.
func key(p engine.Position) string {
	if p.Over() {
		return ""
	}
	return hex.EncodeToString(p.(engine.Keyed).AppendCanonicalKey(nil))
}

// Bounds of one question, so that it takes a second or two at most.
const (
	maxWithin    = 20 // the greatest value of --turns of "pillars solve"
	maxPositions = 1_000_000
)

// finish answers with the value of a position that a certificate leaves out, since the game ends within a few turns,
// and with a winning turn if there is one. It searches all turns.
func finish(q proofQuestion) (any, error) {
	if q.Within < 0 || q.Within > maxWithin {
		return nil, wrong("within")
	}
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	value, step := certificate.Settle(p, q.Within, int(min(cmp.Or(q.Nodes, maxPositions), maxPositions)))
	turn := ""
	if value == certificate.Win {
		turn = p.StepText(step)
	}
	return map[string]any{"value": value, "turn": turn}, nil
}
