// Package ugi holds the words of the Universal Game Interface, in which a program that plays and one that asks for its
// turns talk in lines over a pipe. It follows chess's UCI (Rudolf Huber and Stefan Meyer-Kahlen, 2000) and its
// generalisation to other games, UGI (kz04px, GitHub), and adds seats beyond the second. See docs/PROTOCOL.md.
//
// Package server is our players' side, client the side of the program that asks, and compliance tries a program step by
// step. Nothing here trusts what the other side says.
package ugi

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Bounds on lines, in bytes.
const (
	MaxLine    = 64 << 10 // from an engine
	MaxRequest = 1 << 20  // to an engine: it holds all turns of a game
)

// LineReader reads lines of bounded length. It belongs to one goroutine.
type LineReader struct {
	buffered *bufio.Reader
	most     int
	allowed  int64 // bytes until the flood
	total    int64
}

// NewLineReader reads lines of at most so many bytes.
func NewLineReader(from io.Reader, most int) *LineReader {
	return &LineReader{buffered: bufio.NewReaderSize(from, most), most: most}
}

// Errors of a [LineReader].
var (
	ErrLongLine = errors.New("a line too long")
	ErrFlood    = errors.New("too many lines")
)

// Allow sets how many bytes may be read from now on; 0 for any number.
func (r *LineReader) Allow(volume int64) { r.allowed, r.total = volume, 0 }

// Next is the next line without its end, valid until the next call. A last line without an end counts. After
// [ErrLongLine], [LineReader.Skip] skips the rest of the line; [ErrFlood] means that more was read than was allowed.
func (r *LineReader) Next() ([]byte, error) {
	line, err := r.buffered.ReadSlice('\n')
	r.total += int64(len(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLongLine, r.most)
	case err != nil && len(line) == 0:
		return nil, err
	case r.allowed > 0 && r.total > r.allowed:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFlood, r.allowed)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// Skip reads on to the end of a line that was too long.
func (r *LineReader) Skip() error {
	for {
		if _, err := r.buffered.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
