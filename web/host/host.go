// Package host answers the page's questions to an engine: boards, legal steps, decisions, analyses, records. It runs in
// a worker of the browser or in the program's server, with the same answers. A host has no state; each answer depends
// only on its question.
//
// A question is a JSON object whose field "do" names the topic. A search reports its progress before it answers. The
// host does not trust questions: it bounds every field, and its errors name the field and the valid values.
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
	"pillars/engine/outside"
	"pillars/engine/typed"
	"pillars/search"
	"pillars/search/players"
)

// A Host answers questions. Its fields bound the work of one question; 0 means no bound.
type Host struct {
	MaxTime    time.Duration // longest time of one decision
	MaxTable   int           // largest size in MiB of a player's table or tree
	MaxThreads int           // largest number of threads of a player
}

// A Thought receives the progress of a search as a value for JSON.
type Thought func(any)

// Answer returns the answer to a question as a value for JSON. The page shows its errors to people. A search passes its
// progress to thought.
func (h *Host) Answer(ctx context.Context, question []byte, thought Thought) (reply any, err error) {
	defer func() {
		if err != nil {
			reply = nil
		}
		if err != nil && len(err.Error()) > longestError {
			err = errors.New(outside.Short(err.Error(), longestError))
		}
	}()
	topic, question, err := topicOf(question)
	if err != nil {
		return nil, err
	}
	if search := searches[topic]; search != nil {
		return answer(question, func(q searchQuestion) (any, error) { return search(h, ctx, q, thought) })
	}
	switch topic {
	case "games":
		return Games(), nil
	case "view":
		return answer(question, view)
	case "sample":
		return answer(question, sample)
	case "read":
		return answer(question, readTyped)
	case "picture":
		return answer(question, picture)
	case "edit":
		return answer(question, edit)
	case "save":
		return answer(question, save)
	case "load":
		return answer(question, func(q loadQuestion) (any, error) { return load(ctx, q) })
	case "puzzles":
		return answer(question, listPuzzles)
	case "lessons":
		return answer(question, func(q State) (any, error) { return Lesson(q.Game) })
	case "solve":
		return answer(question, func(q solveQuestion) (any, error) { return solve(ctx, q) })
	}
	return nil, fmt.Errorf("unknown question %q", topic)
}

// searches holds the functions that answer by a search, by topic.
var searches = map[string]func(*Host, context.Context, searchQuestion, Thought) (any, error){
	"decide": (*Host).decide, "analyze": (*Host).analyze, "hint": (*Host).hint, "review": (*Host).review,
}

// Searches reports whether a question needs a search, which may take long.
func (h *Host) Searches(question []byte) bool {
	topic, _, err := topicOf(question)
	return err == nil && searches[topic] != nil
}

// A State is a game so far: a start and the turns played from it. The address of the page contains it.
type State struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Start   string            `json:"start,omitempty"` // text of the start position; empty for the usual one
	Turns   []string          `json:"turns,omitempty"`
	Steps   []string          `json:"steps,omitempty"` // steps of an unfinished turn
}

const maxTurns = 5000 // turns of a state; real games have far fewer

// history returns the history of the state's turns and steps. It returns an error for an illegal turn or step.
func (s State) history() (*engine.History, error) {
	if len(s.Turns) > maxTurns {
		return nil, wrong("turns")
	}
	start, err := s.First()
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(start)
	for i, turn := range s.Turns {
		if err := h.PlayTurn(turn); err != nil {
			if _, explained := typed.Read(h.Position(), turn); explained != nil && !h.Outcome().Over() {
				err = explained
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

// First returns the position before the turns of the state.
func (s State) First() (engine.Position, error) {
	game, err := games.Find(s.Game)
	if err != nil {
		return nil, err
	}
	settings := engine.SettingsOf(s.Options) // New and Read refuse options that the game does not have
	if s.Start != "" {
		return game.Read(s.Start, settings)
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, err
	}
	return rules.Start(), nil
}

// A searchQuestion asks a player about a position. If Nodes and Seconds are 0, only the limits in the player's text
// apply.
type searchQuestion struct {
	State
	Player  string  `json:"player"` // text of the player, such as "practice:level=5"
	Nodes   uint64  `json:"nodes,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
	Lines   int     `json:"lines,omitempty"` // number of best lines; 0 leaves it to the player
	Seed    uint64  `json:"seed,omitempty"`
	Against string  `json:"against,omitempty"` // text of the opponent, if chances are to be those against it
	Threat  bool    `json:"threat,omitempty"`  // search as if the next seat were to act
}

// Player makes a player from its text. It returns an error if the text names a file, or sets a key to more than the
// host's bound. It lowers default values that exceed a bound.
func (h *Host) Player(text string, rules engine.Rules) (search.Player, error) {
	keys, err := players.Keys(text)
	if err != nil {
		return nil, err
	}
	weights, spec := keys.Lookup("weights"), search.Spec{}
	if spec, err = search.ParseSpec(text); err != nil {
		return nil, err
	}
	if len(spec.Files()) > 0 || weights != nil && weights.Value.String() != "" && weights.Value.String() != "hand" {
		return nil, fmt.Errorf("player %s: a page names no files; weights may be hand", text)
	}
	given := map[string]bool{} // the keys that the text sets
	keys.Visit(func(f *flag.Flag) { given[f.Name] = true })
	bounded := text
	for _, bound := range []struct {
		key  string
		most int
	}{{"table", h.MaxTable}, {"memory", h.MaxTable}, {"threads", h.MaxThreads}, {"multipv", maxLines}} {
		key := keys.Lookup(bound.key)
		if key == nil || bound.most == 0 {
			continue
		}
		value, isInt := key.Value.(flag.Getter).Get().(int)
		if isInt && value <= bound.most {
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

const maxSeconds = 24 * 60 * 60 // longest time of a search

// limits returns the limits of a question, lowered to the bounds of the host. It returns an error if nothing limits the
// search: the question, the host and the player's text all lack a limit.
func (h *Host) limits(q searchQuestion) (limits search.Limits, err error) {
	if q.Seconds < 0 || q.Seconds > maxSeconds {
		return limits, wrong("seconds")
	}
	if q.Lines < 0 || q.Lines > maxLines {
		return limits, wrong("lines")
	}
	limits.Nodes, limits.Time = q.Nodes, time.Duration(math.Ceil(q.Seconds*float64(time.Second)))
	if h.MaxTime > 0 && (limits.Time == 0 || limits.Time > h.MaxTime) {
		limits.Time = h.MaxTime
	}
	if limits.Nodes == 0 && limits.Time == 0 && players.Unlimited(q.Player) {
		return limits, errors.New("a search needs a limit of nodes or seconds")
	}
	return limits, nil
}

// LongestQuestion is the most bytes of a question, enough for a thousand saved games of usual length. A question about
// a game of maxTurns turns takes about 60 KiB.
const LongestQuestion = 2 << 20

// A field describes the valid values of a field of questions.
type field struct {
	most int    // largest number of bytes as JSON
	is   string // description of the valid values, for errors
}

const (
	nameBytes = 128     // bytes of a name, a number or a square
	textBytes = 4 << 10 // bytes of a position, of options or of a player
)

// fields describes all fields that questions may have.
var fields = map[string]field{
	"do":       {nameBytes, "the topic of the question, a text"},
	"game":     {nameBytes, "the name of a game"},
	"options":  {textBytes, "options of the game by their names, all of them texts"},
	"start":    {textBytes, "the text of a position"},
	"turns":    {128 << 10, fmt.Sprintf("a list of at most %d turns", maxTurns)},
	"steps":    {textBytes, "a list of steps"},
	"known":    {textBytes, "a list of drawings"},
	"threat":   {nameBytes, "true or false"},
	"text":     {textBytes, "a text"},
	"square":   {nameBytes, "the name of a square"},
	"put":      {nameBytes, "a piece of the game, x to take one away, or clear"},
	"player":   {textBytes, "the text of a player"},
	"against":  {textBytes, "the text of a player"},
	"nodes":    {nameBytes, "a whole number from 0 to 18446744073709551615"},
	"seconds":  {nameBytes, fmt.Sprintf("a number from 0 to %d", maxSeconds)},
	"lines":    {nameBytes, fmt.Sprintf("a whole number from 0 to %d", maxLines)},
	"seed":     {nameBytes, "a whole number from 0 to 18446744073709551615"},
	"players":  {textBytes, "a list of names"},
	"resigned": {nameBytes, "the number of a seat, 0 for the first"},
	"date":     {nameBytes, "a date such as 2026.11.22"},
	"pgn":      {LongestQuestion, "the text of saved games"},
	"tree":     {LongestQuestion / 2, "the turns of a game with variations and comments"},
	"id":       {nameBytes, "the name of a puzzle"},
	"turn":     {textBytes, "the text of a turn"},
}

// wrong returns the error for an invalid value of the named field.
func wrong(name string) error { return fmt.Errorf("%s: must be %s", name, fields[name].is) }

// topicOf returns the topic of a question, and the question with every field once. If a field is repeated, its last
// value counts. topicOf returns an error for a field that is unknown or too long.
func topicOf(question []byte) (topic string, checked []byte, err error) {
	if len(question) > LongestQuestion {
		return "", nil, fmt.Errorf("the question has %d bytes; at most %d are allowed", len(question), LongestQuestion)
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(question, &given) != nil {
		return "", nil, errors.New("the question is no JSON object, or not whole")
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		field, known := fields[name]
		if !known {
			return "", nil, fmt.Errorf("unknown field %q of a question", name)
		}
		if size := len(given[name]); size > field.most {
			return "", nil, fmt.Errorf("%s: %d bytes; at most %d are allowed", name, size, field.most)
		}
	}
	if do := given["do"]; do != nil && json.Unmarshal(do, &topic) != nil {
		return "", nil, wrong("do")
	}
	checked, err = json.Marshal(given)
	return topic, checked, err
}

// answer decodes a question as a Q and returns the result of reply. If a field has a wrong type, the error names it.
func answer[Q any](question []byte, reply func(Q) (any, error)) (any, error) {
	var q Q
	err := json.Unmarshal(question, &q)
	if err == nil {
		return reply(q)
	}
	if wrongType, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		for name := range strings.SplitSeq(wrongType.Field, ".") { // names of embedded structs, then of the field
			if fields[name].is != "" {
				return nil, wrong(name)
			}
		}
	}
	return nil, errors.New("the question cannot be read")
}

// longestError is the most bytes of an error. Many errors quote the question, which may be long.
const longestError = 2 << 10
