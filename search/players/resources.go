package players

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
)

// Recorded makes a player, as [New] does, for games that will be stored. If the player reads files, the player's method
// Facts returns their hashes for the records, because the player's name has only their paths.
func Recorded(text string, rules engine.Rules) (search.Player, error) {
	return recorded(text, text, rules)
}

// Carried returns a function that makes players as [Recorded] does, but reads files from other paths. The function find
// receives a path in a player's text and returns the path to read. The player's name keeps the path in the text.
func Carried(find func(name string) (path string, err error)) func(string, engine.Rules) (search.Player, error) {
	return func(text string, rules engine.Rules) (search.Player, error) {
		located, err := Locate(text, find)
		if err != nil {
			return nil, err
		}
		return recorded(text, located, rules)
	}
}

// recorded makes the player that the text located describes, with the hashes of its files. If text and located differ,
// the player's name is text.
func recorded(text, located string, rules engine.Rules) (search.Player, error) {
	player, err := New(located, rules)
	if err != nil {
		return nil, err
	}
	name := player.Name()
	facts, err := FileFacts(name)
	if len(facts) == 0 || err != nil {
		return player, err
	}
	if located != text {
		name = text
	}
	return readingPlayer{player, name, facts}, nil
}

// readingPlayer is a player with a name and the facts about its files.
type readingPlayer struct {
	search.Player
	name  string
	facts []engine.Tag
}

// Name implements [search.Player].
func (p readingPlayer) Name() string { return p.name }

// Computes implements [search.Computing]: only players of this program read files.
func (p readingPlayer) Computes() {}

// Facts returns the hashes of the files, for records.
func (p readingPlayer) Facts() []engine.Tag { return p.facts }

// MaxFile is the largest size of a player's file, in bytes.
const MaxFile = 16 << 20

// ReadFiles reads the files that a player's text names. It returns their contents by path, and for each file the fact
// that a player made by [Recorded] reports: Weights or Priors, with the file's hash.
func ReadFiles(text string) (contents map[string][]byte, facts []engine.Tag, err error) {
	spec, err := search.ParseSpec(text)
	if err != nil {
		return nil, nil, nil // has no player
	}
	contents = map[string][]byte{}
	for _, file := range spec.Files() {
		data, err := outside.ReadFile(file.Value, MaxFile)
		if err != nil {
			return nil, nil, fmt.Errorf("player %q: %w", text, err)
		}
		sum := sha256.Sum256(data)
		name := strings.ToUpper(file.Name[:1]) + file.Name[1:]
		contents[file.Value] = data
		facts = append(facts, engine.Tag{Name: name, Value: "sha256:" + hex.EncodeToString(sum[:])})
	}
	return contents, facts, nil
}

// FileFacts returns the facts of [ReadFiles].
func FileFacts(text string) ([]engine.Tag, error) {
	_, facts, err := ReadFiles(text)
	return facts, err
}

// Locate returns the player's text with the path of each file replaced by the path that find returns for it.
func Locate(text string, find func(name string) (path string, err error)) (string, error) {
	spec, err := search.ParseSpec(text)
	if err != nil {
		return text, nil
	}
	located := text
	for _, file := range spec.Files() {
		path, err := find(file.Value)
		if err != nil {
			return "", fmt.Errorf("player %q: %w", text, err)
		}
		spec, _ := search.ParseSpec(located) // valid, as text is
		located = search.With(spec.Without(file.Name), file.Name, path)
	}
	return located, nil
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
