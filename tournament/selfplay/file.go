package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// File is a file of self-play that games are appended to. It belongs to one goroutine, and the file to one process.
type File struct {
	Header Header
	Games  int   // in the file
	Cut    int64 // bytes of a torn block that opening it has cut off

	file   *os.File
	buffer []byte
}

// Open makes the file for the games of a settled spec, or goes on with one that is there. It refuses a file of other games, and one that is damaged
// anywhere but at its end; a block that is cut off at the end is removed.
func Open(path string, spec Spec, program string) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &File{file: file}
	if err := f.enter(Header{spec, program}); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return f, nil
}

// enter finds the end of the file and goes there.
func (f *File) enter(wanted Header) error {
	end, err := f.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sound, err := f.scan(wanted)
	if err != nil {
		return err
	}
	f.Cut = end - sound
	if err := f.file.Truncate(sound); err != nil {
		return err
	}
	if _, err := f.file.Seek(sound, io.SeekStart); err != nil || sound > 0 {
		return err
	}
	return f.begin(wanted)
}

// scan counts the games and finds where the last sound block ends: 0 in a new file.
func (f *File) scan(wanted Header) (int64, error) {
	r, err := NewReader(f.file)
	if _, torn := errors.AsType[*TornError](err); torn {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if f.Header = r.Header; !r.Header.Equal(wanted.Spec) {
		return 0, fmt.Errorf("it holds games of other settings (%s), not of those wanted (%s); name another file", r.Header.text(), wanted.text())
	}
	for {
		_, err := r.Next()
		if _, torn := errors.AsType[*TornError](err); torn || errors.Is(err, io.EOF) {
			return r.Offset(), nil
		}
		if err != nil {
			return 0, err
		}
		f.Games++
	}
}

// begin writes the header.
func (f *File) begin(header Header) error {
	f.Header = header
	content, err := json.Marshal(header)
	if err != nil {
		return err
	}
	_, err = f.file.Write(appendBlock([]byte(magic), content))
	return err
}

// Append writes the next game. It must have the next number.
func (f *File) Append(game Game) error {
	if game.Number != f.Games {
		return fmt.Errorf("game %d is appended to %d games", game.Number, f.Games)
	}
	f.buffer = appendBlock(f.buffer[:0], appendGame(nil, game))
	if _, err := f.file.Write(f.buffer); err != nil {
		return err
	}
	f.Games++
	return nil
}

// Close brings the file to the disk.
func (f *File) Close() error { return errors.Join(f.file.Sync(), f.file.Close()) }
