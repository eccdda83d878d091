// Package host answers what the page asks of an engine: boards, legal steps, decisions, analyses, records. A question
// holds all that its answer depends on, so a host remembers nothing, and whatever runs it (a worker of the browser, the
// server of the program) may be stopped and started between two questions. Both give the same answers.
//
// A question is a JSON object whose field "do" names the topic, one of those in [Host.Answer]. Searches say what they
// think before they answer. Questions come from anybody: every field is bounded, and errors name the field and what it
// must be.
package host

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/typed"
	"pillars/search"
	"pillars/search/players"
)

// Host answers questions, within limits to what a question may use.
type Host struct {
	MaxTime   time.Duration // of one decision; 0 for no limit
	MaxTable  int           // MiB of a player's table or tree; 0 for no limit
	MaxThread int           // threads of a player; 0 for no limit
}

// Thought tells the page what a search thinks.
type Thought func(any)

// Answer answers a question. Its errors say to a person what is wrong.
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
	if search := h.search(topic); search != nil {
		return answer(question, func(q searchQuestion) (any, error) { return search(ctx, q, thought) })
	}
	switch topic {
	case "games":
		return describeGames(), nil
	case "view":
		return answer(question, func(q viewed) (any, error) { return view(q) })
	case "explain":
		return answer(question, explainClick)
	case "read":
		return answer(question, readTyped)
	case "picture":
		return answer(question, picture)
	case "save":
		return answer(question, save)
	case "load":
		return answer(question, func(q stored) (any, error) { return load(ctx, q) })
	case "puzzles":
		return answer(question, puzzles)
	case "solve":
		return answer(question, solve)
	}
	return nil, fmt.Errorf("unknown question %q", topic)
}

// search is what answers a topic that takes as long as it may; nil if the topic is no search.
func (h *Host) search(topic string) func(context.Context, searchQuestion, Thought) (any, error) {
	switch topic {
	case "decide":
		return h.decide
	case "analyze":
		return h.analyze
	case "hint":
		return h.hint
	case "review":
		return h.review
	}
	return nil
}

// Searches reports whether a question is answered by a search, which takes as long as it may.
func (h *Host) Searches(question []byte) bool {
	topic, _, err := topicOf(question)
	return err == nil && h.search(topic) != nil // what cannot be read is refused at once
}

// State names a position of a game with all that led to it: what an address of the page holds.
type State struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Start   string            `json:"start,omitempty"` // position text; the start of the game if empty
	Turns   []string          `json:"turns,omitempty"`
	Steps   []string          `json:"steps,omitempty"` // of the turn that has begun
}

// maxTurns bounds the turns of a state, far beyond the longest game of the family.
const maxTurns = 5000

// history plays a state's turns and steps.
func (s State) history() (*engine.History, error) {
	if len(s.Turns) > maxTurns {
		return nil, wrong("turns")
	}
	game, err := games.FindFileless(s.Game)
	if err != nil {
		return nil, err
	}
	h, err := begin(game, s.settings(), s.Start)
	if err != nil {
		return nil, err
	}
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

// settings are a state's options, which may be unknown to its game.
func (s State) settings() (settings engine.Settings) {
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		settings = append(settings, engine.Setting{Name: name, Value: s.Options[name]})
	}
	return settings
}

func begin(game engine.Game, settings engine.Settings, start string) (*engine.History, error) {
	if start != "" {
		p, err := game.Read(start, settings)
		if err != nil {
			return nil, err
		}
		return engine.NewHistory(p), nil
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, err
	}
	return engine.NewHistory(rules.Start()), nil
}

// searchQuestion is one for a player. Limits that are 0 are left to the player's text.
type searchQuestion struct {
	State
	Player  string  `json:"player"` // as on the command line; "practice:level=5"
	Nodes   uint64  `json:"nodes,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
	Lines   int     `json:"lines,omitempty"` // how many of the best
	Seed    uint64  `json:"seed,omitempty"`
}

// player makes the player that a page asks for: never a program, never with a file, and within the host's limits.
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
		bounded = search.WithKey(bounded, fmt.Sprintf("%s=%d", bound.key, bound.most))
	}
	return players.New(bounded, rules)
}

// maxSeconds bounds the seconds that a question asks for: a day.
const maxSeconds = 24 * 60 * 60

// limits are those of a question within the host's. A search without any would never end.
func (h *Host) limits(q searchQuestion) (limits search.Limits, err error) {
	if q.Seconds < 0 || q.Seconds > maxSeconds {
		return limits, wrong("seconds")
	}
	if q.Lines < 0 || q.Lines > maxLines {
		return limits, wrong("lines")
	}
	limits.Nodes, limits.Time = q.Nodes, time.Duration(math.Ceil(q.Seconds*float64(time.Second))) // only 0 is no limit
	if h.MaxTime > 0 && (limits.Time == 0 || limits.Time > h.MaxTime) {
		limits.Time = h.MaxTime
	}
	if limits.Nodes == 0 && limits.Time == 0 && players.Unlimited(q.Player) {
		return limits, errors.New("a search needs a limit of nodes or seconds")
	}
	return limits, nil
}

// ready is the game of a question and its player, ready to decide.
func (h *Host) ready(ctx context.Context, q searchQuestion) (*engine.History, search.Player, search.Limits, error) {
	history, err := q.history()
	if err != nil {
		return nil, nil, search.Limits{}, err
	}
	if outcome := history.Outcome(); outcome.Over() {
		return nil, nil, search.Limits{}, fmt.Errorf("the game is over: %s", outcome.Reason)
	}
	limits, err := h.limits(q)
	if err != nil {
		return nil, nil, limits, err
	}
	player, err := h.player(q.Player, history.Position().Rules())
	if err == nil {
		search.Begin(ctx, player, q.Seed)
	}
	return history, player, limits, err
}

// option is an option of a game for a form.
type option struct {
	Name    string   `json:"name"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
	Values  []string `json:"values,omitempty"`
}

// gameFacts is what the page knows of a game before one is played.
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
