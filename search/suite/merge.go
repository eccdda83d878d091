package suite

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search/bench"
)

// A Share is the first line of the output for a shard of a suite. It identifies the suite, the player and the shard;
// only the shard differs between the shards of a run.
type Share struct {
	Type      string         `json:"type"` // "suite-shard"
	Shard     parallel.Shard `json:"shard"`
	Problems  int            `json:"problems"` // number of problems in all shards together
	Suite     string         `json:"suite"`    // hash of all problems
	Player    string         `json:"player"`
	Nodes     uint64         `json:"nodes"`     // nodes for a decision; 0 for the budget of each problem
	Signature string         `json:"signature"` // signature of the player, by the rules of the first problem
}

const shareType = "suite-shard"

// NewShare returns the first line of the output for a shard, and the problems of the shard.
func NewShare(ctx context.Context, shard parallel.Shard, all []Problem, player string, nodes uint64) (
	share Share, own []Problem, err error,
) {
	hash := sha256.New()
	for i := range all {
		fmt.Fprintln(hash, &all[i])
		if shard.Has(i) {
			own = append(own, all[i])
		}
	}
	share = Share{Type: shareType, Shard: shard, Problems: len(all), Suite: hex.EncodeToString(hash.Sum(nil)[:6]),
		Player: player, Nodes: nodes}
	position, err := all[0].Load()
	if err == nil {
		share.Signature, err = bench.SignOn(ctx, player, position.Rules())
	}
	return share, own, err
}

// merging joins the results of the shards of a suite.
type merging struct {
	first   Share
	name    string   // name of the first file
	results []Result // by number of the problem
	from    []string // the file of each result; empty while the result is missing
	twice   int      // number of results for problems that an earlier file had answered
}

// Merge writes what one process would have printed for all problems, given the output for each shard. It returns the
// number of problems. The result twice is the number of answers to problems that an earlier file had answered.
func Merge(ctx context.Context, files []string, w io.Writer) (problems, twice int, err error) {
	var m merging
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return 0, 0, err
		}
		if err := m.add(path, json.NewDecoder(bytes.NewReader(data))); err != nil {
			return 0, 0, fmt.Errorf("%s: %w", path, err)
		}
	}
	if missing := slices.Index(m.from, ""); missing >= 0 {
		return 0, 0, fmt.Errorf("problem %d of %d is missing: name the files of all shards", missing+1, len(m.from))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, result := range m.results {
		err = errors.Join(err, encoder.Encode(result))
	}
	for _, score := range Scores(m.first.Player, m.results) {
		err = errors.Join(err, encoder.Encode(score))
	}
	return len(m.results), m.twice, err
}

// add adds the output of a shard. If two results for a problem differ only in their time, it keeps the shorter time.
func (m *merging) add(path string, decoder *json.Decoder) error {
	share, results, err := readShard(decoder)
	if err != nil {
		return err
	}
	if m.results == nil {
		m.first, m.name = share, path
		m.results, m.from = make([]Result, share.Problems), make([]string, share.Problems)
	}
	first := m.first
	first.Shard = share.Shard // all other fields must be equal
	if first != share {
		there, _ := json.Marshal(first) // texts and numbers always encode
		here, _ := json.Marshal(share)
		return fmt.Errorf("it is of another suite, player or signature than %s: %s, there %s", m.name, here, there)
	}
	for place, r := range results {
		number := share.Shard.Number(place)
		if from, earlier := m.from[number], m.results[number]; from != "" {
			m.twice++
			r.Seconds = min(r.Seconds, earlier.Seconds)
			earlier.Seconds = r.Seconds // so that the comparison ignores the time
			if r != earlier {
				return fmt.Errorf("problem %s is not answered the same in %s", r.ID, from)
			}
		}
		m.results[number], m.from[number] = r, path
	}
	return nil
}

// readShard reads the output for a shard. It returns an error if the output is damaged or incomplete.
func readShard(decoder *json.Decoder) (share Share, results []Result, err error) {
	var line json.RawMessage
	err = decoder.Decode(&line)
	if err != nil || outside.JSON(line, &share) != nil || share.Type != shareType || share.Problems < 1 {
		return share, nil, errors.New("it must be what a shard of a suite prints for programs")
	}
	e := Earlier{}
	if lines, err := e.read(decoder); err != nil {
		return share, nil, fmt.Errorf("line %d is damaged: play the shard again", 1+lines)
	}
	if all := share.Shard.Count(share.Problems); e.player == "" || len(e.results) != all {
		return share, nil, fmt.Errorf("shard %v has %d of its %d problems, as if it had been broken off: play it again",
			share.Shard, len(e.results), all)
	}
	return share, e.results, nil
}

// IsShare reports whether a file, of which begin is the beginning, is the output for a shard.
func IsShare(begin string) bool { return strings.HasPrefix(begin, `{"type":"`+shareType+`"`) }
