// Package work divides the games of a run into units for many machines, and plays units. A unit is a handful of the
// run's planned games. A [Job] holds the data that all units of a run share. If no player has a time limit or makes
// decisions that may vary, the result of a unit depends only on the job and the unit. Then any machine can play it, and
// the results of two machines can be compared game by game.
//
// The package knows no network and no store. Package coordinator gives units to workers, and results/keep/session
// stores games.
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
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament"
)

// Job holds the data that all units of a run share.
type Job struct {
	Spec       string            `json:"spec"`                 // the spec as text, see [tournament.Spec.String]
	Files      map[string]string `json:"files,omitempty"`      // hashes of the files that players name, by file name
	Signatures map[string]string `json:"signatures,omitempty"` // signatures that workers must show, by player
}

// Signer is a function that returns the signature of a player, a hash of its decisions in fixed positions, or "" if the
// player's decisions may vary. Players with equal signatures play alike.
type Signer func(ctx context.Context, player string, rules engine.Rules) (string, error)

// Signatures returns the signatures of the named players, by player. It leaves out players without a signature.
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

// Remember returns a signer that calls sign, by default [bench.SignOn], once for each combination of player, weights
// and rules, and remembers the signatures.
func Remember(sign Signer) Signer {
	if sign == nil {
		sign = bench.SignOn
	}
	var known sync.Map
	return func(ctx context.Context, player string, rules engine.Rules) (string, error) {
		hash, err := players.WeightsHash(player)
		if err != nil {
			return "", err
		}
		key := [4]string{player, hash, rules.Game().Name(), rules.Settings().String()}
		if signature, found := known.Load(key); found {
			return signature.(string), nil
		}
		signature, err := sign(ctx, player, rules)
		if err == nil {
			known.Store(key, signature)
		}
		return signature, err
	}
}

// Describe returns the job of the table's run, without signatures, and the contents of the files that its players need,
// by hash. It sets t.Facts to the facts about these files.
func (t *Table) Describe() (job Job, files map[string][]byte, err error) {
	job = Job{Spec: t.Spec.String(), Files: map[string]string{}}
	files, t.Facts = map[string][]byte{}, map[string][]engine.Tag{}
	for _, player := range t.Spec.Players {
		spec, err := search.ParseSpec(player)
		name := spec.WeightsFile()
		if err != nil || name == "" {
			continue
		}
		data, err := outside.ReadFile(name, players.MaxWeights)
		if err != nil {
			return job, nil, fmt.Errorf("player %q: %w", player, err)
		}
		hash := Hash(data)
		job.Files[name], files[hash], t.Facts[player] = hash, data, players.WeightsFacts(data)
	}
	return job, files, nil
}

// Read returns the spec and the rules of a job. It returns an error for games that read files, because jobs come from
// other machines.
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

// Unauditable returns the reason why games of a spec may differ when they are played again, so that audits cannot
// compare them. It returns "" if the games are always the same.
func Unauditable(spec tournament.Spec) string {
	if spec.Timed() {
		return "its players think by the clock"
	}
	for _, player := range spec.Players {
		if player, err := search.ParseSpec(player); err == nil && player.Varies() != "" {
			return "a player " + player.Varies()
		}
	}
	return ""
}

// Units divides games into units. The games of a pair must be adjacent; they stay in one unit. Before each unit, Units
// calls the function pairs for the number of pairs in the unit. The last unit may have fewer.
func Units(games iter.Seq[tournament.Planned], pairs func() int) iter.Seq[[]tournament.Planned] {
	return func(yield func([]tournament.Planned) bool) {
		var unit []tournament.Planned
		pair, pairsLeft := "", 0 // the pair of the last game, and the pairs that the unit has room for
		for game := range games {
			if game.Pair != pair {
				if pairsLeft == 0 {
					if unit != nil && !yield(unit) {
						return
					}
					unit, pairsLeft = nil, pairs()
				}
				pair = game.Pair
				pairsLeft--
			}
			unit = append(unit, game)
		}
		if unit != nil {
			yield(unit)
		}
	}
}

// Hash returns the hash that identifies a file, a job or a unit: the first half of its SHA-256, in hexadecimal digits.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// Limits of messages after decompression.
const (
	maxText      = 32 << 20 // bytes of a job or a unit
	maxGamesText = 16 << 20 // bytes of the games in a message
	maxCommas    = 2 << 20  // commas in these games, because many short values need much more memory than their text
)

// Encode returns a job or a unit as compressed JSON. Equal values give equal bytes.
func Encode(value any) []byte { return pack([]any{value}) }

// EncodeGames returns games as compressed JSON, one game a line.
func EncodeGames(games []Played) []byte { return pack(games) }

func pack[T any](lines []T) []byte {
	var b bytes.Buffer
	compressed := gzip.NewWriter(&b)
	encoder := json.NewEncoder(compressed)
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil { // jobs, units and games hold only texts and finite numbers
			panic(err)
		}
	}
	_ = compressed.Close() // a buffer takes everything
	return b.Bytes()
}

// Decode reads the output of [Encode] into value, a pointer. The content may be of any origin.
func Decode(content []byte, value any) error {
	text, err := unpack(content, maxText)
	if err != nil {
		return err
	}
	return outside.JSON(text, value)
}

// DecodeGames reads the output of [EncodeGames]. It returns an error for more than most games. The content may be of
// any origin: its decompressed size and the memory that it needs are limited.
func DecodeGames(content []byte, most int) (games []Played, err error) {
	text, err := unpack(content, maxGamesText)
	if err != nil {
		return nil, err
	}
	if bytes.Count(text, []byte{','}) > maxCommas {
		return nil, fmt.Errorf("more than %d parts", maxCommas)
	}
	for line := range bytes.Lines(text) {
		if len(games) == most {
			return nil, fmt.Errorf("more than %d games", most)
		}
		var game Played
		if err := outside.JSON(line, &game); err != nil {
			return nil, fmt.Errorf("game %d: %w", len(games)+1, err)
		}
		games = append(games, game)
	}
	return games, nil
}

func unpack(content []byte, most int) ([]byte, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(compressed, int64(most)+1)) // one byte more shows that there are too many
	if err == nil && len(text) > most {
		err = fmt.Errorf("more than %d bytes", most)
	}
	return text, err
}
