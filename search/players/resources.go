package players

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
)

// Recorded makes a player, as [New] does, for games that will be stored. If the player reads a file of weights, the
// player's method Facts returns the hash of that file for the records. The player's name has only the path.
func Recorded(text string, rules engine.Rules) (search.Player, error) {
	return recorded(text, text, rules)
}

// Carried returns a function that makes players as [Recorded] does, but reads files of weights from other paths. Find
// returns the path to read for the path in a player's text. The player's name keeps the path in the text.
func Carried(find func(name string) (path string, err error)) func(string, engine.Rules) (search.Player, error) {
	return func(text string, rules engine.Rules) (search.Player, error) {
		located, err := Locate(text, find)
		if err != nil {
			return nil, err
		}
		return recorded(text, located, rules)
	}
}

// recorded makes the player of the text located, with the hash of its weights. If the texts differ, its name is text.
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

func (p weightedPlayer) Name() string { return p.name }

// Computes implements [search.Computing]: only players of this program read weights.
func (p weightedPlayer) Computes() {}

func (p weightedPlayer) Facts() []engine.Tag { return []engine.Tag{{Name: "Weights", Value: p.hash}} }

// WeightsFacts returns the facts that a player made by [Recorded] reports for a file with the given contents.
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

// Locate returns the player's text with the path of its file of weights, if any, replaced by what find returns for it.
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

// memory returns the bytes that this process can use at most, or 0 if that is unknown.
var memory = sync.OnceValue(machineMemory)

// machineMemory returns the smallest of the machine's memory and, on Linux, the process's limit of address space and
// the memory limits of the control groups around it. It returns 0 where the machine's memory is unknown.
func machineMemory() uint64 {
	least := physicalMemory()
	limits, _ := outside.ReadFile("/proc/self/limits", 1<<20) // without this file there are no limits
	for line := range strings.Lines(string(limits)) {
		if rest, found := strings.CutPrefix(line, "Max address space"); found {
			least = tightened(least, strings.Fields(rest)[0])
		}
	}
	groups, _ := outside.ReadFile("/proc/self/cgroup", 1<<20) // without this file there are no groups
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 || fields[1] != "" && fields[1] != "memory" {
			continue
		}
		name := "memory.max" // in version 2 of control groups, which names no controller
		if fields[1] != "" {
			name = "memory.limit_in_bytes" // in version 1
		}
		for group := fields[2]; ; group = path.Dir(group) {
			text, _ := outside.ReadFile(path.Join("/sys/fs/cgroup", fields[1], group, name), 1<<10)
			least = tightened(least, strings.TrimSpace(string(text)))
			if group == "/" || group == "." {
				break
			}
		}
	}
	return least
}

// tightened returns the smaller of a limit and the number in a text. A text without a number means no limit.
func tightened(least uint64, text string) uint64 {
	if limit, err := strconv.ParseUint(text, 10, 64); err == nil {
		return min(least, limit)
	}
	return least
}

// CheckMemory returns an error if the tables of all workers, one for each player, need over three quarters of memory.
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
