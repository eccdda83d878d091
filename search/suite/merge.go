package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"pillars/engine/outside"
	"pillars/engine/parallel"
)

// Share is the first line of what a shard of a suite prints: all that must be the same in the others.
type Share struct {
	Type      string         `json:"type"` // "suite-shard"
	Shard     parallel.Shard `json:"shard"`
	Problems  int            `json:"problems"` // of all shards
	Suite     string         `json:"suite"`    // a hash of them
	Player    string         `json:"player"`
	Nodes     uint64         `json:"nodes"`     // that were asked for; 0 for the budget of each problem
	Signature string         `json:"signature"` // of the player, by the rules of the first problem
}

const shareType = "suite-shard"

// NewShare is a shard of problems, and those in it.
func NewShare(shard parallel.Shard, all []Problem) (Share, []Problem) {
	hash, own := sha256.New(), []Problem(nil)
	for i := range all {
		fmt.Fprintln(hash, &all[i])
		if shard.Has(i) {
			own = append(own, all[i])
		}
	}
	return Share{Type: shareType, Shard: shard, Problems: len(all), Suite: hex.EncodeToString(hash.Sum(nil)[:6])}, own
}

// Merging joins the shards of a suite.
type Merging struct {
	first   Share
	name    string // of the first
	results []Result
	from    []string // the names of the shards that have them
	Twice   int      // results that several shards have
}

// Add takes in what a shard printed, under a name for errors.
func (m *Merging) Add(name string, r io.Reader) error {
	decoder := json.NewDecoder(r)
	var line json.RawMessage
	var share Share
	if err := decoder.Decode(&line); err != nil || outside.JSON(line, &share) != nil || share.Type != shareType {
		return errors.New("it must be the output of pillars suite --shard --json")
	}
	e := Earlier{}
	for number := 2; decoder.More(); number++ {
		err := decoder.Decode(&line)
		if err == nil {
			err = e.read(line)
		}
		if err != nil {
			return fmt.Errorf("line %d is damaged: play the shard again", number)
		}
	}
	if e.player == "" || len(e.results) != share.Shard.Count(share.Problems) {
		return fmt.Errorf("shard %v has %d of its %d problems, as if it had been broken off: play it again",
			share.Shard, len(e.results), share.Shard.Count(share.Problems))
	}
	if err := m.begin(name, share); err != nil {
		return err
	}
	for place, result := range e.results {
		if err := m.add(name, share.Shard.Number(place), result); err != nil {
			return err
		}
	}
	return nil
}

// begin refuses a shard of another suite or player.
func (m *Merging) begin(name string, share Share) error {
	if m.results == nil {
		m.first, m.name = share, name
		m.results, m.from = make([]Result, share.Problems), make([]string, share.Problems)
		return nil
	}
	a, b := m.first, share
	a.Shard, b.Shard = parallel.Shard{}, parallel.Shard{}
	if a != b {
		one, _ := json.Marshal(a) // texts and numbers always encode
		other, _ := json.Marshal(b)
		return fmt.Errorf("it is of another suite, player or signature than %s: %s, there %s", m.name, other, one)
	}
	return nil
}

// add takes in a result. Of two that differ in their time alone it keeps the shorter time.
func (m *Merging) add(name string, number int, r Result) error {
	known := m.results[number]
	if m.from[number] != "" {
		m.Twice++
		timeless := known
		timeless.Seconds = r.Seconds
		if timeless != r {
			return fmt.Errorf("problem %s is not answered the same in %s", r.ID, m.from[number])
		}
		r.Seconds = min(r.Seconds, known.Seconds)
	}
	m.results[number], m.from[number] = r, name
	return nil
}

// Problems is how many problems the suite has.
func (m *Merging) Problems() int { return len(m.results) }

// Lines are what one process would have printed for all shards.
func (m *Merging) Lines() (lines []any, err error) {
	for i, result := range m.results {
		if m.from[i] == "" {
			return nil, fmt.Errorf("problem %d of %d is missing: name the files of all shards", i+1, len(m.results))
		}
		lines = append(lines, result)
	}
	for _, score := range Scores(m.first.Player, m.results) {
		lines = append(lines, score)
	}
	return lines, nil
}

// IsShare reports whether a file begins as the output of a shard does.
func IsShare(begin string) bool { return strings.HasPrefix(begin, `{"type":"`+shareType+`"`) }
