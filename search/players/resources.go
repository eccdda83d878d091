package players

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"runtime/debug"
	"strconv"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
)

// Recorded makes a player, as [New] does, for games that will be stored. If the player reads a file of weights, the
// player's method Facts returns the hash of that file for the records, because the player's name has only its path.
func Recorded(text string, rules engine.Rules) (search.Player, error) {
	return recorded(text, text, rules)
}

// Carried returns a function that makes players as [Recorded] does, but reads files of weights from other paths. The
// function find receives the path in a player's text and returns the path to read. The player's name keeps the path in
// the text.
func Carried(find func(name string) (path string, err error)) func(string, engine.Rules) (search.Player, error) {
	return func(text string, rules engine.Rules) (search.Player, error) {
		located, err := Locate(text, find)
		if err != nil {
			return nil, err
		}
		return recorded(text, located, rules)
	}
}

// recorded makes the player that the text located describes, with the hash of its weights. If text and located differ,
// the player's name is text.
func recorded(text, located string, rules engine.Rules) (search.Player, error) {
	player, err := New(located, rules)
	if err != nil {
		return nil, err
	}
	name := player.Name()
	hash, err := WeightsHash(name)
	if hash == "" || err != nil {
		return player, err
	}
	if located != text {
		name = text
	}
	return weightedPlayer{player, name, hash}, nil
}

// weightedPlayer is a player with a name and the hash of its file of weights.
type weightedPlayer struct {
	search.Player
	name, hash string
}

// Name implements [search.Player].
func (p weightedPlayer) Name() string { return p.name }

// Computes implements [search.Computing]: only players of this program read weights.
func (p weightedPlayer) Computes() {}

// Facts returns the hash of the weights, for records.
func (p weightedPlayer) Facts() []engine.Tag { return []engine.Tag{{Name: "Weights", Value: p.hash}} }

// WeightsFacts returns the facts that a player made by [Recorded] reports for a file of weights with these contents.
func WeightsFacts(weights []byte) []engine.Tag { return weightedPlayer{hash: hashOf(weights)}.Facts() }

// MaxWeights is the largest size of a file of weights, in bytes.
const MaxWeights = 16 << 20

// WeightsHash returns the hash of the file of weights that a player's full text names, or "" if the text names none.
func WeightsHash(name string) (string, error) {
	spec, err := search.ParseSpec(name)
	if err != nil || spec.WeightsFile() == "" {
		return "", nil
	}
	data, err := outside.ReadFile(spec.Weights, MaxWeights)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", name, err)
	}
	return hashOf(data), nil
}

func hashOf(weights []byte) string {
	sum := sha256.Sum256(weights)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Locate returns the player's text. If the text names a file of weights, the file's path is replaced by the path that
// find returns for it.
func Locate(text string, find func(name string) (path string, err error)) (string, error) {
	spec, err := search.ParseSpec(text)
	if err != nil || spec.WeightsFile() == "" {
		return text, nil
	}
	path, err := find(spec.Weights)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", text, err)
	}
	return search.With(spec.Without("weights"), "weights", path), nil
}

// memory returns the bytes that this process can use at most: the machine's memory or, if that is less, the limit that
// the environment variable GOMEMLIMIT sets. It returns 0 if the machine's memory is unknown.
func memory() uint64 {
	const asIs = -1 // makes SetMemoryLimit return the limit without changing it
	return min(physicalMemory(), uint64(debug.SetMemoryLimit(asIs)))
}

// CheckMemory returns an error if transposition tables would need over three quarters of the memory, with one table for
// each worker and each player in texts.
func CheckMemory(workers int, texts ...string) error {
	total := 0
	for _, text := range texts {
		if flags, err := Keys(text); err == nil {
			total += mebibytes(flags, "table")
		}
	}
	if most := int(memory()>>20) / 4 * 3; most > 0 && total > most/max(1, workers) {
		return fmt.Errorf("%d workers with tables of %d MiB each do not fit into memory, which has %d MiB for tables: "+
			"give smaller tables (table=) or fewer workers", workers, total, most)
	}
	return nil
}

// mebibytes returns the value of a key in MiB, or 0 if the player has no such key.
func mebibytes(flags *flag.FlagSet, key string) (size int) {
	if f := flags.Lookup(key); f != nil {
		size, _ = strconv.Atoi(f.Value.String())
	}
	return size
}

// checkAlone returns an error if the tree or the table of one player does not fit into the memory.
func checkAlone(flags *flag.FlagSet) error {
	for _, key := range []string{"table", "memory"} {
		size, most := mebibytes(flags, key), int(memory()>>20)
		if most > 0 && size > most && size <= 1<<16 { // the players reject larger sizes themselves
			return fmt.Errorf("%s=%d: must fit into the memory of %d MiB", key, size, most)
		}
	}
	return nil
}
