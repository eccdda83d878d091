package selfplay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"pillars/engine"
	"pillars/tournament/lock"
)

// File is a file of self-play that games are appended to. It belongs to one goroutine, and the file to one process.
type File struct {
	header fileHeader
	Games  int   // in the file
	Cut    int64 // bytes of a torn block that opening it has cut off

	file   *os.File
	makers Makers
}

// Open is [OpenShare] for all games.
func Open(path string, spec Spec, program string) (*File, error) {
	return OpenShare(path, spec, program, Share{})
}

// OpenShare makes the file for a share of the games of a settled spec, or goes on with one that is there. It refuses a
// file of other games, one that another process writes, and one that is damaged anywhere but at its end; a block that
// is cut off at the end is removed.
func OpenShare(path string, spec Spec, program string, share Share) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &File{file: file}
	if err := lock.Take(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if f.makers, err = LoadMakers(path + MakersSuffix); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := f.enter(fileHeader{spec, program, share}); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return f, nil
}

func (f *File) enter(wanted fileHeader) error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	sound, err := f.scan(wanted)
	if err != nil {
		return err
	}
	f.Cut = info.Size() - sound
	if err := f.file.Truncate(sound); err != nil {
		return err
	}
	if _, err := f.file.Seek(sound, io.SeekStart); err != nil || sound > 0 {
		return err
	}
	f.header = wanted
	content, err := json.Marshal(wanted)
	if err == nil {
		_, err = f.file.Write(appendBlock([]byte(Magic), content))
	}
	return err
}

// scan counts the games and finds where the last sound block ends: 0 in a new file.
func (f *File) scan(wanted fileHeader) (int64, error) {
	r, err := newReader(f.file)
	if _, torn := errors.AsType[*tornError](err); torn {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if f.header = r.header; !bytes.Equal(r.header.text(), wanted.text()) {
		return 0, fmt.Errorf("it holds games with other settings (%s) than those wanted (%s); name another file",
			r.header.text(), wanted.text())
	}
	if has, want := r.header.Share, wanted.Share; has.Shard != want.Shard {
		return 0, fmt.Errorf("it is of %s, not of %s; name another file", has.what(), want.what())
	} else if has != want {
		return 0, errSignature
	}
	for {
		_, err := r.next()
		if _, torn := errors.AsType[*tornError](err); torn || errors.Is(err, io.EOF) {
			return r.offset, nil
		}
		if err != nil {
			return 0, err
		}
		f.Games++
	}
}

// append writes the next game. It must have the next number.
func (f *File) append(game storedGame) error {
	if game.number != f.header.Shard.Number(f.Games) {
		return fmt.Errorf("game %d is appended to %d games", game.number, f.Games)
	}
	content := appendGame(nil, game)
	if len(content) > maxBlock {
		return fmt.Errorf("game %d takes %d bytes; a file holds games of at most %d: make --longest smaller",
			game.number, len(content), maxBlock)
	}
	if err := f.makers.Note(game.by, f.Games); err != nil {
		return err
	}
	if _, err := f.file.Write(appendBlock(nil, content)); err != nil {
		return err
	}
	f.Games++
	return nil
}

// Close brings the file to the disk.
func (f *File) Close() error { return errors.Join(f.file.Sync(), f.file.Close()) }

func appendBlock(b, content []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(content)))
	b = append(b, content...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(content, castagnoli))
}

// Magic is the first line of a file.
const Magic = "pillars self-play 1\n"

const maxBlock = 1 << 22 // bytes, and with it what a damaged length can ask for

// tornError says that a file ends within a block, as when writing was broken off. All before it is sound.
type tornError struct {
	block  int   // of the block that is cut off; 0 is the header
	offset int64 // where it begins
}

func (e *tornError) Error() string {
	return fmt.Sprintf("block %d (byte %d) is cut off", e.block, e.offset)
}

type reader struct {
	header fileHeader
	from   *bufio.Reader
	offset int64 // behind the last sound block
	block  int   // the next block
	buffer []byte
}

// newReader reads the header. All errors of a reader name the block and the byte where it begins.
func newReader(from io.Reader) (*reader, error) {
	r, line := &reader{from: bufio.NewReaderSize(from, 1<<16)}, make([]byte, len(Magic))
	n, err := io.ReadFull(r.from, line)
	if string(line[:n]) != Magic[:n] {
		return nil, errors.New("this is not a self-play file: it does not begin with \"pillars self-play 1\"")
	}
	if err != nil {
		return nil, r.cutOff(err)
	}
	r.offset = int64(len(Magic))
	return r, r.nextBlock(func(content []byte) (err error) {
		r.header, err = parseHeader(content)
		return err
	})
}

// next is the next game, or io.EOF behind the last one. A file that ends within a game gives a [tornError].
func (r *reader) next() (game storedGame, err error) {
	err = r.nextBlock(func(content []byte) (err error) {
		want := r.header.Shard.Number(r.block - 1)
		if game, err = parseGame(content); err == nil && game.number != want {
			err = fmt.Errorf("game %d stands where game %d should be", game.number, want)
		}
		return err
	})
	return game, err
}

// nextBlock has the content of the next block parsed, which lasts until the block after it is read.
func (r *reader) nextBlock(parse func(content []byte) error) error {
	if _, err := r.from.Peek(1); errors.Is(err, io.EOF) && r.block > 0 {
		return io.EOF
	}
	size, err := binary.ReadUvarint(r.from)
	if err != nil {
		return r.cutOff(err)
	}
	if size == 0 && r.zerosLeft() { // the block was never written: file systems can leave that behind
		return r.cutOff(io.EOF)
	}
	if size == 0 || size > maxBlock {
		return r.at(fmt.Errorf("damaged: a length of %d bytes", size))
	}
	r.buffer = slices.Grow(r.buffer[:0], int(size)+crc32.Size)
	block := r.buffer[:size+crc32.Size]
	if _, err := io.ReadFull(r.from, block); err != nil {
		return r.cutOff(err)
	}
	if crc32.Checksum(block[:size], castagnoli) != binary.LittleEndian.Uint32(block[size:]) {
		return r.at(errors.New("damaged: its checksum is wrong"))
	}
	if err := parse(block[:size]); err != nil {
		return r.at(err)
	}
	r.offset += int64(len(binary.AppendUvarint(nil, size)) + len(block))
	r.block++
	return nil
}

func (r *reader) cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &tornError{block: r.block, offset: r.offset}
	}
	return r.at(err)
}

func (r *reader) at(err error) error {
	return fmt.Errorf("block %d (byte %d): %w", r.block, r.offset, err)
}

func (r *reader) zerosLeft() bool {
	for {
		if b, err := r.from.ReadByte(); err != nil || b != 0 {
			return errors.Is(err, io.EOF)
		}
	}
}

// ReadFiles has a collector take all games of files, which must be of exactly the wanted rules unless the collector
// says which others will do. A file that is cut off gives all it has; remark is told of it.
func ReadFiles(ctx context.Context, wanted engine.Rules, paths []string, collector interface {
	add(fileHeader, storedGame) error
}, remark func(text string)) error {
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		reader, err := newReader(file)
		if err == nil {
			check := sameOptions
			if opener, ok := collector.(interface{ open(of engine.Rules) error }); ok {
				check = func(_, of engine.Rules) error { return opener.open(of) }
			}
			err = reader.eachGame(ctx, wanted, check, collector.add)
		}
		file.Close()
		if torn, ok := errors.AsType[*tornError](err); ok {
			remark(fmt.Sprintf("%s: %v; the games before it are used", path, torn))
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// eachGame gives take all games that are left. A file that is cut off gives all it has, and a [tornError].
func (r *reader) eachGame(
	ctx context.Context, wanted engine.Rules, check func(wanted, of engine.Rules) error,
	take func(fileHeader, storedGame) error,
) error {
	rules, err := r.header.rules(wanted.Game())
	if err == nil {
		err = check(wanted, rules)
	}
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		game, err := r.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := take(r.header, game); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func sameOptions(wanted, of engine.Rules) error {
	if want, has := wanted.Settings().String(), of.Settings().String(); want != has {
		return fmt.Errorf("its games are of other options (%s) than those wanted (%s)", has, want)
	}
	return nil
}
