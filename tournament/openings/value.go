package openings

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament/guard"
	"pillars/tournament/lock"
)

// Valuer values positions: it lets a player search them and takes the player's scores.
type Valuer struct {
	Seed      uint64        // all randomness derives from it
	Player    string        // the player's text; the text or Limits must set a limit
	Limits    search.Limits // limits of every search
	NewPlayer guard.Factory
	Workers   int     // number of positions to value at the same time; less than 1 means 1
	memory    *memory // values of earlier searches, see Remember; nil for none
}

// Valued is an opening with its value.
type Valued struct {
	Opening
	Draw   int          // number of the opening among all drawn, from 1
	Score  search.Score // value for the first seat
	Spread search.Score // see [SetUp.Spread]
}

// valued returns an opening that leads to s, with the value of s.
func (s *SetUp) valued(opening Opening) Valued {
	score := s.Score
	if s.Position.Seat() != 0 {
		score = -score
	}
	return Valued{Opening: opening, Draw: s.Draw, Score: score, Spread: s.Spread()}
}

// remark returns the comment for the opening's line in a book: the value in logits and the spread.
func (v Valued) remark() string {
	text := v.Score.String()
	if v.Spread != 0 {
		text += fmt.Sprintf(", spread %.2f", float64(v.Spread)/100)
	}
	return text
}

// Values returns openings with their values, in the same order.
func (v Valuer) Values(ctx context.Context, rules engine.Rules, list []Opening) ([]Valued, error) {
	setUps, valued := make([]SetUp, len(list)), make([]Valued, len(list))
	for i, opening := range list {
		h, err := Play(rules, opening)
		if err != nil {
			return nil, err
		}
		setUps[i] = SetUp{Draw: i + 1, Position: h.Position()} // for v.valueAll, which takes set-ups
	}
	err := v.valueAll(ctx, "opening", rules, nil, slices.Values(setUps), func(s SetUp) error {
		valued[s.Draw-1] = s.valued(list[s.Draw-1])
		return nil
	})
	return valued, err
}

// valueAll values set-ups in Workers goroutines, each with its own player. It passes the valued set-ups to take, one at
// a time and in any order. Once enough is closed, it values no further set-ups. It returns an error if a search is
// interrupted. The noun what, such as "opening", names a set-up in errors.
func (v Valuer) valueAll(ctx context.Context, what string, rules engine.Rules, enough <-chan struct{},
	setUps iter.Seq[SetUp], take func(SetUp) error,
) error {
	start := func() (worker parallel.Worker[SetUp, SetUp], err error) {
		player, err := guard.Make(v.NewPlayer, v.Player, rules)
		worker.Do = func(ctx context.Context, s SetUp) (_ SetUp, err error) {
			if known, found := v.memory.find(s.Position); found {
				s.Score, s.Choices = known.Score, known.Choices
				return s, nil
			}
			if s.Score, s.Choices, err = v.valuePosition(ctx, player, s.Position); err == nil {
				err = v.memory.add(remembered{Position: s.Position.String(), Score: s.Score, Choices: s.Choices})
			}
			if err != nil {
				err = fmt.Errorf("%s %d: %w", what, s.Draw, err)
			}
			return s, err
		}
		worker.End = func() error {
			guard.End(player)
			return nil
		}
		return worker, err
	}
	return parallel.Pool[SetUp, SetUp]{Workers: v.Workers, Drain: enough, Start: start, Take: take}.Run(ctx, setUps)
}

// valuePosition returns the value of a position for the seat to act, found by a search. A position at a choice that
// ends the set-up ([engine.IsPieChoice]) is not searched. Its value is the largest value of its choices, which
// valuePosition finds in the same way. So all searches begin after the set-up and reach the same depth.
func (v Valuer) valuePosition(ctx context.Context, player search.Player, p engine.Position) (
	score search.Score, choices []ValuedStep, err error,
) {
	if !engine.IsPieChoice(p) {
		score, err = v.searchScore(ctx, player, p)
		return score, nil, err
	}
	if seats := p.Rules().Seats(); seats != 2 {
		return 0, nil, fmt.Errorf("only two-seat games can be evaluated at a choice; this one has %d seats", seats)
	}
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if child.Over() { // 1 step after p
			choices = append(choices, ValuedStep{step, search.Result(child.Outcome().Score(p.Seat()), 1)})
			continue
		}
		value, _, err := v.valuePosition(ctx, player, child)
		if err != nil {
			return 0, nil, fmt.Errorf("%s: %w", p.StepText(step), err)
		}
		if child.Seat() != p.Seat() {
			value = -value
		}
		choices = append(choices, ValuedStep{step, value.Later(1)})
	}
	// Equally good choices stay in the order of the rules.
	slices.SortStableFunc(choices, func(a, b ValuedStep) int { return cmp.Compare(b.Score, a.Score) })
	return choices[0].Score, choices, nil
}

// searchScore returns the score of a player's search of p, as the first position of a new game. The seed depends on p
// only, so that the score does not depend on earlier searches.
func (v Valuer) searchScore(ctx context.Context, player search.Player, p engine.Position) (search.Score, error) {
	var decision search.Decision
	err := guard.Call(func() error {
		search.Begin(ctx, player, engine.DeriveSeed(v.Seed, "value", p.String()))
		return nil
	})
	if err == nil {
		decision, err = guard.Decide(ctx, player, engine.NewHistory(p), v.Limits)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("player %s %w", player.Name(), err)
	}
	return decision.Info.Score, nil
}

// memory stores values of positions in a file, so that an interrupted search for a book can continue. The search draws
// the same positions again and finds their values in the memory. A nil memory stores nothing.
type memory struct {
	mutex    sync.Mutex
	file     *os.File
	settings string                // all settings on which the values depend, as text
	known    map[string]remembered // values by the text of the position
	end      int64                 // bytes of the file that are valid; 0 if the file has values for other settings
}

// remembered is a line of the file in JSON: a position with its value or, in the first line, only the settings.
type remembered struct {
	Settings string       `json:"Of,omitempty"`
	Position string       `json:",omitempty"`
	Score    search.Score `json:",omitempty"`
	Choices  []ValuedStep `json:",omitempty"`
}

// Remember makes the valuer store values in a file beside the book until [Valuer.Forget] is called. Continues is true
// if the file has values from an earlier search by the same program with the same settings.
func (v *Valuer) Remember(book string, rules engine.Rules, program string) (continues bool, err error) {
	folder, name := filepath.Split(book)
	path := folder + "." + name + ".values"
	file, err := lock.Open(path, path)
	if err != nil {
		return false, err
	}
	settings := fmt.Sprintf("%s (%s) by %s, %+v, seed %d, %s", rules.Game().Name(), rules.Settings(), v.Player,
		v.Limits, v.Seed, program)
	v.memory = &memory{file: file, settings: settings, known: map[string]remembered{}}
	v.memory.read()
	return len(v.memory.known) > 0, nil
}

// Forget closes the file of [Valuer.Remember], and deletes it if the search is complete or has stored no value.
func (v *Valuer) Forget(complete bool) error {
	if v.memory == nil {
		return nil
	}
	var err error
	if name := v.memory.file.Name(); complete || v.memory.end == 0 {
		err = os.Remove(name) // before it is closed, so that no other process can begin to use it
	}
	return errors.Join(err, v.memory.file.Close())
}

// read reads the values in the file, up to an incomplete line that an interrupted program may have left. It reads
// nothing if the file has values for other settings.
func (m *memory) read() {
	lines := bufio.NewReader(m.file)
	for {
		line, err := lines.ReadBytes('\n')
		var value remembered
		if err != nil || json.Unmarshal(line, &value) != nil {
			return
		}
		if isFirst := m.end == 0; !isFirst {
			m.known[value.Position] = value
		} else if value.Settings != m.settings {
			return
		}
		m.end += int64(len(line))
	}
}

func (m *memory) find(p engine.Position) (value remembered, known bool) {
	if m == nil {
		return value, false
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, known = m.known[p.String()]
	return value, known
}

// add adds the value of a position to the file. A new file first gets a line with the settings of the search.
func (m *memory) add(value remembered) error {
	if m == nil { // the valuer does not remember values
		return nil
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	lines := []remembered{value}
	if m.end == 0 {
		lines = []remembered{{Settings: m.settings}, value}
	}
	err := m.file.Truncate(m.end) // removes an incomplete line or, at 0, the values of another search
	for _, line := range lines {
		text, errText := json.Marshal(line)
		n, errWrite := m.file.WriteAt(append(text, '\n'), m.end)
		if err = errors.Join(err, errText, errWrite); err == nil {
			m.end += int64(n)
		}
	}
	m.known[value.Position] = value
	return err
}
