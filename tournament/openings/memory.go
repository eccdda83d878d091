package openings

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/lock"
)

// memory keeps values in a file until the search for a book is complete, so that an interrupted search continues. A
// search that comes by the same positions in the same order finds the same book. A nil memory keeps nothing.
type memory struct {
	mutex sync.Mutex
	file  *os.File
	of    string // what decides the values
	known map[string]remembered
	end   int64 // of what is sound in the file; 0 where it is of something else
}

// remembered is a line of the file. The first one has Of alone.
type remembered struct {
	Of       string       `json:",omitempty"`
	Position string       `json:",omitempty"`
	Score    search.Score `json:",omitempty"`
	Choices  []ValuedStep `json:",omitempty"`
}

// Remember keeps values beside a book until [Valuer.Forget], and reports whether there are some that an earlier search
// of the same program left there.
func (v *Valuer) Remember(book string, rules engine.Rules, program string) (goesOn bool, err error) {
	folder, name := filepath.Split(book)
	file, err := lock.Open(folder + "." + name + ".values")
	if err != nil {
		return false, err
	}
	if err := lock.Take(file); err != nil {
		return false, errors.Join(err, file.Close())
	}
	v.memory = &memory{file: file, known: map[string]remembered{}, of: fmt.Sprintf("%s (%s) by %s, %+v, seed %d, %s",
		rules.Game().Name(), rules.Settings(), v.Player, v.Limits, v.Seed, program)}
	v.memory.read()
	return len(v.memory.known) > 0, nil
}

// Forget ends [Valuer.Remember]. Unless the search is complete, what is known stays, if that is anything.
func (v *Valuer) Forget(complete bool) error {
	if v.memory == nil {
		return nil
	}
	var err error
	if name := v.memory.file.Name(); complete || v.memory.end == 0 {
		err = os.Remove(name) // before it is closed: another process might begin it in between
	}
	return errors.Join(err, v.memory.file.Close())
}

// read reads the values in the file, up to a line that a kill has cut off.
func (m *memory) read() {
	lines := bufio.NewReader(m.file)
	for {
		line, err := lines.ReadBytes('\n')
		var one remembered
		switch {
		case err != nil || json.Unmarshal(line, &one) != nil || m.end == 0 && one.Of != m.of:
			return
		case m.end > 0:
			m.known[one.Position] = one
		}
		m.end += int64(len(line))
	}
}

// value returns the value of a position: the one in the file, or else a new one, which it adds to the file.
func (m *memory) value(
	p engine.Position, value func() (search.Score, []ValuedStep, error),
) (search.Score, []ValuedStep, error) {
	if m == nil {
		return value()
	}
	m.mutex.Lock()
	one, known := m.known[p.String()]
	m.mutex.Unlock()
	if known {
		return one.Score, one.Choices, nil
	}
	score, choices, err := value()
	if err == nil {
		err = m.add(remembered{Position: p.String(), Score: score, Choices: choices})
	}
	return score, choices, err
}

func (m *memory) add(one remembered) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	lines := []remembered{one}
	if m.end == 0 {
		lines = []remembered{{Of: m.of}, one}
	}
	err := m.file.Truncate(m.end)
	for _, line := range lines {
		text, errText := json.Marshal(line)
		n, errWrite := m.file.WriteAt(append(text, '\n'), m.end)
		if err = errors.Join(err, errText, errWrite); err == nil {
			m.end += int64(n)
		}
	}
	m.known[one.Position] = one
	return err
}
