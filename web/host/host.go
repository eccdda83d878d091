// Package host answers the questions of the page to an engine: boards, legal steps, decisions, analyses, records. It
// runs in a worker of the browser or in the server of the program, with the same answers. A host has no state: an
// answer depends on its question only.
//
// A question is a JSON object whose field "do" names the topic. Searches report their progress before they answer.
// Questions are not trusted: every field is bounded, and errors name the field and its valid values.
package host

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/typed"
	"pillars/search"
	"pillars/search/players"
)

// A Host answers questions within limits.
type Host struct {
	MaxTime   time.Duration // of one decision; 0 for no limit
	MaxTable  int           // MiB of a player's table or tree; 0 for no limit
	MaxThread int           // threads of a player; 0 for no limit
}

// A Thought receives the progress of a search, as a value for JSON.
type Thought func(any)

// Answer returns the answer to a question, as a value for JSON. Its errors are written for people.
func (h *Host) Answer(ctx context.Context, question []byte, thought Thought) (any, error) {
	reply, err := h.reply(ctx, question, thought)
	if err != nil {
		return nil, short(err)
	}
	return reply, nil
}

func (h *Host) reply(ctx context.Context, question []byte, thought Thought) (any, error) {
	topic, question, err := topicOf(question)
	if err != nil {
		return nil, err
	}
	if search := searches[topic]; search != nil {
		return answer(question, func(q searchQuestion) (any, error) { return search(h, ctx, q, thought) })
	}
	switch topic {
	case "games":
		return describeGames(), nil
	case "view":
		return answer(question, view)
	case "explain":
		return answer(question, explainClick)
	case "read":
		return answer(question, readTyped)
	case "picture":
		return answer(question, picture)
	case "save":
		return answer(question, save)
	case "load":
		return answer(question, func(q loadQuestion) (any, error) { return load(ctx, q) })
	case "puzzles":
		return answer(question, puzzles)
	case "solve":
		return answer(question, solve)
	}
	return nil, fmt.Errorf("unknown question %q", topic)
}

// searches holds the functions that answer topics by a search.
var searches = map[string]func(*Host, context.Context, searchQuestion, Thought) (any, error){
	"decide": (*Host).decide, "analyze": (*Host).analyze, "hint": (*Host).hint, "review": (*Host).review,
}

// Searches reports whether a question needs a search, which may take long.
func (h *Host) Searches(question []byte) bool {
	topic, _, err := topicOf(question)
	return err == nil && searches[topic] != nil
}

// A State is a position with the turns that led to it, as in an address of the page.
type State struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Start   string            `json:"start,omitempty"` // position text; the start of the game if empty
	Turns   []string          `json:"turns,omitempty"`
	Steps   []string          `json:"steps,omitempty"` // of an unfinished turn
}

// maxTurns bounds the turns of a state, far beyond the longest game.
const maxTurns = 5000

// history returns the history of a state's turns and steps.
func (s State) history() (*engine.History, error) {
	if len(s.Turns) > maxTurns {
		return nil, wrong("turns")
	}
	start, err := s.start()
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(start)
	for i, turn := range s.Turns {
		if err := h.PlayTurn(turn); err != nil {
			if _, plain := typed.Read(h.Position(), turn); plain != nil && !h.Outcome().Over() {
				err = plain
			}
			return nil, fmt.Errorf("turn %d of %d: %w", i+1, len(s.Turns), err)
		}
	}
	for i, text := range s.Steps {
		step, err := engine.ParseStep(h.Position(), text)
		if err == nil {
			err = h.Play(step)
		}
		if err != nil {
			return nil, fmt.Errorf("step %d of the turn: %w", i+1, err)
		}
	}
	return h, nil
}

// start returns the position before the turns of a state.
func (s State) start() (engine.Position, error) {
	game, err := games.FindFileless(s.Game)
	if err != nil {
		return nil, err
	}
	var settings engine.Settings // the game refuses options that it does not have
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		settings = append(settings, engine.Setting{Name: name, Value: s.Options[name]})
	}
	if s.Start != "" {
		return game.Read(s.Start, settings)
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, err
	}
	return rules.Start(), nil
}

// A searchQuestion asks a player. A limit of 0 leaves the limit to the player's text.
type searchQuestion struct {
	State
	Player  string  `json:"player"` // as on the command line; "practice:level=5"
	Nodes   uint64  `json:"nodes,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
	Lines   int     `json:"lines,omitempty"` // number of best lines
	Seed    uint64  `json:"seed,omitempty"`
}

// player makes a player from its text. It refuses files, and keeps the player within the host's limits.
func (h *Host) player(text string, rules engine.Rules) (search.Player, error) {
	keys, err := players.Keys(text)
	if err != nil {
		return nil, err
	}
	weights := keys.Lookup("weights")
	if weights != nil && weights.Value.String() != "" && weights.Value.String() != "hand" {
		return nil, fmt.Errorf("player %s: a page names no files; weights may be hand", text)
	}
	given, bounded := map[string]bool{}, text
	keys.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, bound := range []struct {
		key  string
		most int
	}{{"table", h.MaxTable}, {"memory", h.MaxTable}, {"threads", h.MaxThread}, {"multipv", maxLines}} {
		key := keys.Lookup(bound.key)
		if key == nil || bound.most == 0 {
			continue
		}
		value, is := key.Value.(flag.Getter).Get().(int)
		if is && value <= bound.most {
			continue
		}
		if given[bound.key] {
			return nil, fmt.Errorf("player %s: %s=%v is more than the %d that are allowed", text, bound.key, key.Value,
				bound.most)
		}
		bounded = search.With(bounded, bound.key, bound.most)
	}
	return players.New(bounded, rules)
}

// maxSeconds bounds the seconds that a question may ask for: one day.
const maxSeconds = 24 * 60 * 60

// limits returns the limits of a question, reduced to those of the host. It returns an error if there are none, since
// the search would not end.
func (h *Host) limits(q searchQuestion) (limits search.Limits, err error) {
	if q.Seconds < 0 || q.Seconds > maxSeconds {
		return limits, wrong("seconds")
	}
	if q.Lines < 0 || q.Lines > maxLines {
		return limits, wrong("lines")
	}
	limits.Nodes, limits.Time = q.Nodes, time.Duration(math.Ceil(q.Seconds*float64(time.Second))) // 0 if Seconds is
	if h.MaxTime > 0 && (limits.Time == 0 || limits.Time > h.MaxTime) {
		limits.Time = h.MaxTime
	}
	if limits.Nodes == 0 && limits.Time == 0 && players.Unlimited(q.Player) {
		return limits, errors.New("a search needs a limit of nodes or seconds")
	}
	return limits, nil
}

// An option is an option of a game, for a form.
type option struct {
	Name    string   `json:"name"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
	Values  []string `json:"values,omitempty"`
}

// gameFacts describes a game for the form of a new game.
type gameFacts struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Options []option `json:"options"`
	Levels  int      `json:"levels"` // of the practice player
}

func describeGames() []gameFacts {
	var facts []gameFacts
	for _, game := range games.All() {
		f := gameFacts{Name: game.Name(), Title: game.Title(), Levels: players.Levels}
		for _, o := range game.Options() {
			f.Options = append(f.Options, option(o))
		}
		facts = append(facts, f)
	}
	return facts
}

// LongestQuestion bounds the bytes of a question: a thousand saved games of usual length. A question about a game of
// maxTurns turns takes about 60 KiB.
const LongestQuestion = 2 << 20

// A field describes the valid values of a field of questions.
type field struct {
	most int    // the greatest number of bytes, as JSON
	is   string // what the values are, in words
}

const (
	nameBytes = 128     // bounds the bytes of a name, a number or a square
	textBytes = 4 << 10 // bounds the bytes of a position, of options, of a player
)

// fields describes the fields of all questions, by name.
var fields = map[string]field{
	"do":       {nameBytes, "the topic of the question, a text"},
	"game":     {nameBytes, "the name of a game"},
	"options":  {textBytes, "options of the game by their names, all of them texts"},
	"start":    {textBytes, "the text of a position"},
	"turns":    {128 << 10, fmt.Sprintf("a list of at most %d turns", maxTurns)},
	"steps":    {textBytes, "a list of steps"},
	"turned":   {nameBytes, "true or false"},
	"text":     {textBytes, "a text"},
	"chosen":   {textBytes, "a list of squares"},
	"square":   {nameBytes, "the name of a square"},
	"player":   {textBytes, "the text of a player"},
	"nodes":    {nameBytes, "a whole number from 0 to 18446744073709551615"},
	"seconds":  {nameBytes, fmt.Sprintf("a number from 0 to %d", maxSeconds)},
	"lines":    {nameBytes, fmt.Sprintf("a whole number from 0 to %d", maxLines)},
	"seed":     {nameBytes, "a whole number from 0 to 18446744073709551615"},
	"players":  {textBytes, "a list of names"},
	"resigned": {nameBytes, "the number of a seat, 0 for the first"},
	"date":     {nameBytes, "a date such as 2026.11.22"},
	"pgn":      {LongestQuestion, "the text of saved games"},
	"id":       {nameBytes, "the name of a puzzle"},
	"turn":     {textBytes, "the text of a turn"},
}

// wrong returns the error of a field with an invalid value.
func wrong(name string) error { return fmt.Errorf("%s: must be %s", name, fields[name].is) }

// topicOf checks the names and sizes of a question's fields. It returns the topic, and the question without repeated
// fields: the last of them counts.
func topicOf(question []byte) (topic string, checked []byte, err error) {
	if len(question) > LongestQuestion {
		return "", nil, fmt.Errorf("the question has %d bytes; at most %d are allowed", len(question), LongestQuestion)
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(question, &given) != nil {
		return "", nil, errors.New("the question is no JSON object, or not whole")
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		known, is := fields[name]
		if !is {
			return "", nil, fmt.Errorf("unknown field %q of a question", name)
		}
		if size := len(given[name]); size > known.most {
			return "", nil, fmt.Errorf("%s: %d bytes; at most %d are allowed", name, size, known.most)
		}
	}
	if do := given["do"]; do != nil && json.Unmarshal(do, &topic) != nil {
		return "", nil, wrong("do")
	}
	checked, err = json.Marshal(given)
	return topic, checked, err
}

// answer decodes a question and returns the reply to it.
func answer[Q any](question []byte, reply func(Q) (any, error)) (any, error) {
	var q Q
	err := json.Unmarshal(question, &q)
	if err == nil {
		return reply(q)
	}
	if mistaken, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		for name := range strings.SplitSeq(mistaken.Field, ".") {
			if fields[name].is != "" {
				return nil, wrong(name)
			}
		}
	}
	return nil, errors.New("the question cannot be read")
}

// longestError bounds the bytes of an error, since many errors quote the question.
const longestError = 2 << 10

// short returns an error with its middle cut out if it is too long.
func short(err error) error {
	whole := err.Error()
	if len(whole) <= longestError {
		return err
	}
	const half = longestError/2 - 5
	head, tail := whole[:half], whole[len(whole)-half:]
	return errors.New(strings.ToValidUTF8(head, "") + " ... " + strings.ToValidUTF8(tail, "")) // no cut characters
}
