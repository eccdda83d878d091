// Package work cuts what is to be played into units for many machines, and plays a unit. A [Job] is what the units of
// a run have in common, a [Unit] a handful of its games, named by its content. What a unit comes to depends on job and
// unit alone, so any machine may play it, and two that have played it can be compared game by game.
//
// The package knows no network and no store: tournament/remote carries units and results, results/session keeps games.
package work

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"sync"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/selfplay"
)

// Job is what all units of a run have in common.
type Job struct {
	Spec       string            `json:"spec"`                 // [tournament.Spec.String]
	SelfPlay   *selfplay.Spec    `json:"self_play,omitempty"`  // see [Table]
	Files      map[string]string `json:"files,omitempty"`      // hashes of the files that players name, by their names
	Signatures map[string]string `json:"signatures,omitempty"` // of players, by their names, that workers must show
}

// Signer tells the signature of a player, empty for one that need not decide the same twice: equal signatures mean
// equal play.
type Signer func(ctx context.Context, player string, rules engine.Rules) (string, error)

// Signatures are those of the players that have one.
func Signatures(
	ctx context.Context, names iter.Seq[string], rules engine.Rules, sign Signer,
) (map[string]string, error) {
	all := map[string]string{}
	for player := range names {
		signature, err := sign(ctx, player, rules)
		if err != nil {
			return nil, err
		}
		if signature != "" {
			all[player] = signature
		}
	}
	return all, nil
}

// Remember has a signer sign each player once on the same rules.
func Remember(sign Signer) Signer {
	var known sync.Map
	return func(ctx context.Context, player string, rules engine.Rules) (string, error) {
		hash, err := players.WeightsHash(player)
		if err != nil {
			return "", err
		}
		key := [4]string{player, hash, rules.Game().Name(), rules.Settings().String()}
		if signature, is := known.Load(key); is {
			return signature.(string), nil
		}
		signature, err := sign(ctx, player, rules)
		if err == nil {
			known.Store(key, signature)
		}
		return signature, err
	}
}

// Describe fills in what the players of a spec need: the hashes of their files. It returns the files by hash.
func Describe(spec tournament.Spec) (job Job, files map[string][]byte, err error) {
	job, files = Job{Spec: spec.String(), Files: map[string]string{}}, map[string][]byte{}
	for _, player := range spec.Players {
		name, given := players.WeightsFile(player)
		if !given {
			continue
		}
		data, err := outside.ReadFile(name, players.MaxWeights)
		if err != nil {
			return job, nil, fmt.Errorf("player %q: %w", player, err)
		}
		hash := Name(data)
		job.Files[name], files[hash] = hash, data
	}
	return job, files, nil
}

// Read takes a job's spec apart.
func (j Job) Read() (tournament.Spec, engine.Rules, error) {
	spec, err := tournament.ParseSpec(j.Spec)
	if err != nil {
		return spec, nil, err
	}
	game, err := games.Find(spec.Game)
	if err != nil {
		return spec, nil, err
	}
	rules, err := game.New(spec.Options)
	return spec, rules, err
}

// Programs are the players of a spec that are programs of somebody's: a worker starts them only where it is allowed to.
func Programs(spec tournament.Spec) (programs []string) {
	for _, player := range spec.Players {
		if kind, _, err := search.SplitText(player); err == nil && kind == search.CommandKind {
			programs = append(programs, player)
		}
	}
	return programs
}

// Unauditable says why the units of a spec cannot be compared move for move, or nothing.
func Unauditable(spec tournament.Spec) string {
	switch {
	case len(Programs(spec)) > 0:
		return "its players include programs"
	case spec.Timed():
		return "its players think by the clock"
	}
	for _, player := range spec.Players {
		limits, err := search.LimitsOf(player)
		if err == nil && limits.Time > 0 {
			return "its players think by the clock"
		}
		if keys, err := players.Keys(player); err == nil {
			if threads := keys.Lookup("threads"); threads != nil && threads.Value.String() != "1" {
				return "a player searches with several threads"
			}
		}
	}
	return ""
}

// Unit is a handful of games that one worker plays.
type Unit struct {
	Games []tournament.Planned `json:"games"`
}

// Result is what a unit has come to; of one that was broken off, as far as that got.
type Result struct {
	Games []Game `json:"games"`
}

// Game is a game that was played.
type Game struct {
	tournament.Game
	Content []byte `json:"content,omitempty"` // of self-play, of which Game has only identity, tags and thoughts
}

// Cutter cuts games into units.
type Cutter struct {
	next  func() (tournament.Planned, bool)
	stop  func()
	ahead tournament.Planned // the next game
	more  bool               // there is one
}

// NewCutter begins with the first of some games, in which those of a pair stand together. [Cutter.Stop] ends it.
func NewCutter(games iter.Seq[tournament.Planned]) *Cutter {
	c := &Cutter{}
	c.next, c.stop = iter.Pull(games)
	c.ahead, c.more = c.next()
	return c
}

// Cut is the next unit, the games of so many pairs; there is none when the games have come to their end.
func (c *Cutter) Cut(pairs int) (unit Unit, more bool) {
	for ; pairs > 0 && c.more; pairs-- {
		for pair := c.ahead.Pair; c.more && c.ahead.Pair == pair; c.ahead, c.more = c.next() {
			unit.Games = append(unit.Games, c.ahead)
		}
	}
	return unit, len(unit.Games) > 0
}

// Empty reports whether all games are cut.
func (c *Cutter) Empty() bool { return !c.more }

// Stop lets go of the games.
func (c *Cutter) Stop() { c.stop() }

// Name is the name of a content: the first half of its SHA-256 in hexadecimal digits.
func Name(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// maxContent is the most that a unit or a result may hold.
const maxContent = 64 << 20

// Encode is a unit, a result or a job as it travels. The same value gives the same bytes.
func Encode(value any) ([]byte, error) {
	var b bytes.Buffer
	compressed := gzip.NewWriter(&b)
	if err := json.NewEncoder(compressed).Encode(value); err != nil {
		return nil, err
	}
	err := compressed.Close()
	return b.Bytes(), err
}

// Decode reads what Encode has written, from a sender that is not trusted.
func Decode(content []byte, value any) error {
	compressed, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(compressed, maxContent+1))
	if err == nil && len(text) > maxContent {
		err = fmt.Errorf("more than %d bytes", maxContent)
	}
	if err != nil {
		return err
	}
	return outside.JSON(bytes.TrimSpace(text), value)
}
