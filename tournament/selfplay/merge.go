package selfplay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

var errSignature = errors.New("its player decides otherwise here than where it was begun: play all shards with one " +
	"program on like processors")

// Merge writes the games of several files of one spec as one file, as a single process would have written it. Every
// game must be there, up to the last; one that several files have must be the same in all. Twice counts those.
func Merge(ctx context.Context, files []string, w io.Writer) (games, twice int, err error) {
	var m merging
	defer func() {
		for _, p := range m.parts {
			p.file.Close() // only read
		}
	}()
	m.waiting = map[int][]*part{}
	for _, path := range files {
		if err := m.open(path); err != nil {
			return 0, 0, fmt.Errorf("%s: %w", path, err)
		}
	}
	content, err := json.Marshal(m.header())
	if err == nil {
		_, err = w.Write(appendBlock([]byte(Magic), content))
	}
	for err == nil && len(m.waiting) > 0 {
		if err = ctx.Err(); err == nil {
			err = m.write(w)
		}
	}
	return m.games, m.twice, err
}

// merging has every file that is not read to its end under the number of its next game.
type merging struct {
	parts        []*part
	waiting      map[int][]*part
	games, twice int
}

// part is one of the files, and its next game.
type part struct {
	file *os.File
	*reader
	game storedGame
}

func (m *merging) open(path string) (err error) {
	p := &part{}
	if p.file, err = os.Open(path); err != nil {
		return err
	}
	m.parts = append(m.parts, p)
	if p.reader, err = newReader(p.file); err != nil {
		return err
	}
	first := m.parts[0]
	if a, b := first.header.text(), p.header.text(); !bytes.Equal(a, b) {
		return fmt.Errorf("its games have other settings (%s) than those of %s (%s)", b, first.file.Name(), a)
	}
	for _, other := range m.parts {
		if a, b := other.header.Signature, p.header.Signature; a != b && a != "" && b != "" {
			return fmt.Errorf("the player has signature %s here and %s in %s: %w", b, a, other.file.Name(),
				errSignature)
		}
	}
	return m.advance(p)
}

// advance reads the next game of a file. A file that is cut off ends there.
func (m *merging) advance(p *part) (err error) {
	p.game, err = p.next()
	if _, torn := errors.AsType[*tornError](err); torn || errors.Is(err, io.EOF) {
		return nil
	}
	m.waiting[p.game.number] = append(m.waiting[p.game.number], p)
	return err
}

// header is that of the file with the first game, as one process alone would have begun it.
func (m *merging) header() fileHeader {
	h := m.parts[0].header
	for _, p := range m.parts {
		if first := p.header.Shard.Has(0); first && (!h.Shard.Has(0) || p.header.Program < h.Program) {
			h = p.header
		}
	}
	h.Share = Share{}
	return h
}

// write writes the next game.
func (m *merging) write(w io.Writer) error {
	same := m.waiting[m.games]
	if len(same) == 0 {
		return m.missing()
	}
	delete(m.waiting, m.games)
	game := appendGame(nil, same[0].game)
	for _, p := range same {
		if !bytes.Equal(appendGame(nil, p.game), game) {
			return fmt.Errorf("game %d is not the same in %s and %s: merge only games of one program", m.games,
				same[0].file.Name(), p.file.Name())
		}
		if err := m.advance(p); err != nil {
			return fmt.Errorf("%s: %w", p.file.Name(), err)
		}
	}
	m.twice += len(same) - 1
	m.games++
	_, err := w.Write(appendBlock(nil, game))
	return err
}

// missing is the error of a game that no file has, though one has a later one.
func (m *merging) missing() error {
	for _, p := range m.parts {
		if shard := p.header.Shard; shard.Has(m.games) && shard.Of > 0 {
			return fmt.Errorf("game %d is missing: %s, shard %v, ends before it; complete that with the command that "+
				"began it", m.games, p.file.Name(), shard)
		}
	}
	return fmt.Errorf("game %d is missing, though a file has a later one: name the files of all shards", m.games)
}
