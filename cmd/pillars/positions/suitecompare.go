package positions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/search/suite"
)

// suiteBefore is an earlier run of the suite, and what has changed since.
type suiteBefore struct {
	file      string
	player    string
	problems  map[string]problemAnswer // by id
	won, lost []string
	then, now suite.Tally // over the problems that are the same in both
	newer     int         // problems that the earlier run did not have, or had otherwise
}

// readSuiteBefore reads the --json output of an earlier run; without a path there is none.
func readSuiteBefore(path string) (*suiteBefore, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, cli.Usagef("--compare: %w", err)
	}
	defer file.Close()
	b := &suiteBefore{file: path, problems: map[string]problemAnswer{}}
	decoder := json.NewDecoder(file)
	for number := 1; ; number++ {
		var line json.RawMessage
		err := decoder.Decode(&line)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = b.read(line)
		}
		if err != nil {
			return nil, cli.Usagef("--compare %s: answer %d: %w; it must be the output of pillars suite --json", path, number, err)
		}
	}
	if b.player == "" {
		return nil, cli.Usagef("--compare %s: holds no score; it must be the output of a finished pillars suite --json", path)
	}
	return b, nil
}

// read takes one answer of the earlier run.
func (b *suiteBefore) read(line []byte) error {
	var head struct{ Type, Player string }
	if err := json.Unmarshal(line, &head); err != nil {
		return err
	}
	switch head.Type {
	case "problem":
		var p problemAnswer
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		b.problems[p.ID] = p
	case "suite-score":
		b.player = head.Player
	}
	return nil
}

// compare notes what became of a problem. Without an earlier run it does nothing.
func (b *suiteBefore) compare(now problemAnswer) {
	if b == nil {
		return
	}
	then, known := b.problems[now.ID]
	if !known || then.Position != now.Position || then.Kind != now.Kind || then.Budget != now.Budget || then.Stated != now.Stated {
		b.newer++
		return
	}
	b.then.Add(then.Needed, then.Stated)
	b.now.Add(now.Needed, now.Stated)
	switch {
	case now.Solved && !then.Solved:
		b.won = append(b.won, now.ID)
	case then.Solved && !now.Solved:
		b.lost = append(b.lost, now.ID)
	}
}

// comparisonAnswer says what has changed since an earlier run.
type comparisonAnswer struct {
	Type   string   `json:"type"`
	File   string   `json:"file"`
	Player string   `json:"player"` // of the earlier run
	Common int      `json:"common"` // problems that are the same in both; the figures are over these
	Newer  int      `json:"not_compared"`
	Won    []string `json:"won"`
	Lost   []string `json:"lost"`
	Then   float64  `json:"score_before"`
	Now    float64  `json:"score"`
	Nodes  float64  `json:"nodes_factor"` // geometric mean of the nodes, now by then; 1 without common problems
}

func (b *suiteBefore) answer() comparisonAnswer {
	a := comparisonAnswer{
		Type: "suite-comparison", File: b.file, Player: b.player, Common: b.now.Problems, Newer: b.newer,
		Won: append([]string{}, b.won...), Lost: append([]string{}, b.lost...), Then: b.then.Score(), Now: b.now.Score(), Nodes: 1,
	}
	if b.now.Problems > 0 {
		a.Nodes = b.now.MeanNodes() / b.then.MeanNodes()
	}
	return a
}

func (a comparisonAnswer) String() string {
	list := func(ids []string) string {
		if len(ids) == 0 {
			return "none"
		}
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("compared with %s in %s, over %d problems (%d not compared):\nwon: %s\nlost: %s\nscore %.3f -> %.3f (%+.3f), nodes x %.3f",
		a.Player, a.File, a.Common, a.Newer, list(a.Won), list(a.Lost), a.Then, a.Now, a.Now-a.Then, a.Nodes)
}
