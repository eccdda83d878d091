// Package selfplay makes games for learning from: a player plays itself from random beginnings, and a file keeps
// every step with what the search thought of it. Game number n of a [Spec] depends on the spec and n only, so a file
// is the same for any number of workers, and one that was broken off goes on where it ended.
//
// docs/TUNING.md describes the file byte by byte. Which positions count is decided when it is read: see [Collector].
package selfplay

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/referee"
)

// Spec says all that decides what the games are.
type Spec struct {
	Game    string   `json:"game"`            // [engine.Game.Name]
	Options []string `json:"options"`         // every rule option as name=value
	Player  string   `json:"player"`          // full text of the player in all seats
	Facts   []string `json:"facts,omitempty"` // of the player, as name=value: the hash of its weights
	Seed    uint64   `json:"seed"`

	LeastRandom int     `json:"least_random"` // every game begins with the set-up and so many random turns
	MostRandom  int     `json:"most_random"`  // or up to so many
	Stray       float64 `json:"stray"`        // share of the games with a random turn now and then, see [strayEvery]
	OwnSetUp    float64 `json:"own_set_up"`   // share of the games that begin with the random turns, before the set-up
	Longest     int     `json:"longest"`      // a game is drawn after so many turns
	Margin      int     `json:"margin"`       // of a settled position, in hundredths of a logit

	Visits bool `json:"visits,omitempty"` // games keep how often the player, a tree search, tried each step
}

// Bounds of a Spec.
const (
	MaxGames   = 100_000_000
	maxTurns   = 100_000
	maxMargin  = 10_000
	strayEvery = 12 // in a game that strays, one turn in so many is random on average
)

// Settle checks the spec and returns its canonical form and rules: all options, the player's full name, its facts.
func (s Spec) Settle(game engine.Game, newPlayer guard.Factory) (Spec, engine.Rules, error) {
	if err := s.check(); err != nil {
		return s, nil, err
	}
	s.Game = game.Name()
	rules, err := s.rules(game)
	if err != nil {
		return s, nil, err
	}
	player, err := newPlayer(s.Player, rules)
	if err != nil {
		return s, nil, err
	}
	defer guard.End(player)
	if made, _ := search.ParseSpec(player.Name()); s.Visits && made.Kind != "mcts" && made.Kind != "uct" {
		return s, nil, fmt.Errorf("visits: %s counts none; leave out --visits or choose mcts", made.Kind)
	}
	s.Options, s.Player, s.Facts = rules.Settings().Texts(), player.Name(), nil
	if teller, ok := player.(referee.Teller); ok {
		for _, fact := range teller.Facts() {
			s.Facts = append(s.Facts, fact.Name+"="+fact.Value)
		}
	}
	return s, rules, nil
}

func (s Spec) check() error {
	switch {
	case s.LeastRandom < 0 || s.MostRandom < s.LeastRandom || s.MostRandom > openings.MaxTurns:
		return fmt.Errorf("random turns %d..%d: give two numbers from 0 to %d, the smaller first", s.LeastRandom,
			s.MostRandom, openings.MaxTurns)
	case !(s.Stray >= 0 && s.Stray <= 1):
		return fmt.Errorf("stray games: the share %v must be from 0 to 1", s.Stray)
	case !(s.OwnSetUp >= 0 && s.OwnSetUp <= 1):
		return fmt.Errorf("games with the player's own set-up: the share %v must be from 0 to 1", s.OwnSetUp)
	case s.Longest < 1 || s.Longest > maxTurns:
		return fmt.Errorf("longest game: %d turns must be from 1 to %d", s.Longest, maxTurns)
	case s.Margin < 0 || s.Margin > maxMargin:
		return fmt.Errorf("margin %d: must be from 0 to %d", s.Margin, maxMargin)
	}
	return nil
}

// String is the spec as JSON, which a file begins with.
func (s Spec) String() string { return string(s.text()) }

func (s Spec) text() []byte {
	text, _ := json.Marshal(s) // strings and finite numbers always encode
	return text
}

func (s Spec) rules(game engine.Game) (engine.Rules, error) {
	if game.Name() != s.Game {
		return nil, fmt.Errorf("the games are of %s, not of %s", s.Game, game.Name())
	}
	options, err := engine.ParseSettings(s.Options)
	if err != nil {
		return nil, err
	}
	return game.New(options)
}

// Share says which of the games of a spec a file has. The zero value has all.
type Share struct {
	Shard     parallel.Shard `json:"shard,omitzero"`
	Signature string         `json:"signature,omitempty"` // of the player; shards of equal ones have equal games
}

func (s Share) what() string {
	if s.Shard.Whole() {
		return "all games"
	}
	return fmt.Sprintf("shard %v", s.Shard)
}

type fileHeader struct {
	Spec
	Program string `json:"program"` // that began the file
	Share
}

func parseHeader(content []byte) (fileHeader, error) {
	var h fileHeader
	if err := outside.JSON(content, &h); err != nil {
		return h, err
	}
	return h, h.check()
}

type storedGame struct {
	number int     // from 0
	shares []uint8 // the score of every seat in twelfths, so that all shared places come out whole
	end    ending
	steps  []engine.Step
	notes  []turnNote // one for each turn that was begun, in order
	final  uint32     // checksum of the text of the last position, see textSum
	by     string     // who made it, if that was done elsewhere; it is not stored here, see [Makers]
}

const shareUnit = 12 // a score of 1 in storedGame.shares

func sharesOf(score float64) uint8 { return uint8(math.Round(shareUnit * score)) }

func (g storedGame) score(seat engine.Seat) float64 { return float64(g.shares[seat]) / shareUnit }

// turnNote is what is known of the position at the start of a turn.
type turnNote struct {
	flags  flags
	score  search.Score      // of the player to act, when flagDecided is set
	visits [][]search.Visits // for each step of the turn, when flagVisits is set; none where a proof chose
}

// choice is a step of a game and, where they are known, the visits that it was chosen by.
type choice struct {
	step   engine.Step
	visits []search.Visits
}

type flags uint8

const (
	flagDecided flags = 1 << iota // the player thought about the turn; without it the turn was drawn at random
	flagCalm                      // no step is noisy
	flagSettled                   // playing out the noisy steps changes the evaluation by no more than [Spec.Margin]
	flagSetUp                     // the turn belongs to the set-up of the board
	flagVisits                    // how often the player tried each step is known

	allFlags = flagDecided | flagCalm | flagSettled | flagSetUp | flagVisits
)

func (f flags) has(wanted flags) bool { return f&wanted == wanted }

type ending uint8

const (
	byRules  ending = iota // the rules ended it
	byProof                // the player had proven the result
	byLength               // it was drawn after [Spec.Longest] turns

	ends
)

func textSum(p engine.Position) uint32 { return crc32.Checksum([]byte(p.String()), castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// among reports whether the step, and all that were tried in its place, are legal.
func (c choice) among(legal []engine.Step) bool {
	return slices.Contains(legal, c.step) && !slices.ContainsFunc(c.visits, func(tried search.Visits) bool {
		return !slices.Contains(legal, tried.Step)
	})
}

// replay plays the game again and calls see before every step, with the note of its turn. It checks every step, and
// that the last position is the stored one: a file can be older than a change of the rules or of their steps.
func (g storedGame) replay(
	rules engine.Rules, see func(p engine.Position, note turnNote, choice choice) error,
) error {
	if len(g.shares) != rules.Seats() {
		return fmt.Errorf("game %d: it has %d seats, the rules have %d", g.number, len(g.shares), rules.Seats())
	}
	const otherRules = "the file is of other rules than those of this program"
	p := rules.Start()
	var legal []engine.Step
	turns, began := 0, 0 // turns so far, and the first step of the latest
	for i, step := range g.steps {
		if !p.Over() && p.StartsTurn() {
			if turns++; turns > len(g.notes) {
				return fmt.Errorf("game %d: it has more turns than the %d with a note", g.number, len(g.notes))
			}
			began = i
		}
		legal = p.AppendSteps(legal[:0])
		note := g.notes[turns-1]
		choice := choice{step: step}
		if i-began < len(note.visits) {
			choice.visits = note.visits[i-began]
		} else if note.flags.has(flagVisits) {
			return fmt.Errorf("game %d: step %d of %d has no visits, though its turn has", g.number, i+1, len(g.steps))
		}
		if !choice.among(legal) {
			return fmt.Errorf("game %d: step %d of %d is not legal; %s", g.number, i+1, len(g.steps), otherRules)
		}
		if err := see(p, note, choice); err != nil {
			return fmt.Errorf("game %d: %w", g.number, err)
		}
		p.Play(step)
	}
	if turns != len(g.notes) || textSum(p) != g.final {
		return fmt.Errorf("game %d: its steps lead to another end than the stored one; %s", g.number, otherRules)
	}
	return nil
}

// Check refuses a content that is no game of that number by the rules.
func Check(rules engine.Rules, number string, content []byte) error {
	game, err := parseGame(content)
	if err != nil {
		return err
	}
	if is := strconv.Itoa(game.number); is != number {
		return fmt.Errorf("it is game %s", is)
	}
	err = game.replay(rules, func(engine.Position, turnNote, choice) error { return nil })
	h := engine.NewHistory(rules.Start())
	if err = cmp.Or(err, h.PlayAll(game.steps)); err != nil {
		return err
	}
	outcome := h.Outcome()
	if outcome.Over() != (game.end == byRules) {
		return errors.New("it ends otherwise than by the rules")
	}
	for seat := range engine.Seat(rules.Seats()) {
		if share := outcome.Score(seat); outcome.Over() && game.shares[seat] != sharesOf(share) {
			return fmt.Errorf("seat %s has %.3g, by the rules %.3g", seat, game.score(seat), share)
		}
	}
	return nil
}
