package selfplay

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"pillars/engine"
)

const (
	magic    = "pillars self-play 1\n"
	maxBlock = 1 << 22 // bytes, and with it what a damaged length can ask for
)

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
	r := &reader{from: bufio.NewReaderSize(from, 1<<16)}
	line := make([]byte, len(magic))
	n, err := io.ReadFull(r.from, line)
	if string(line[:n]) != magic[:n] {
		return nil, errors.New("this is no file of self-play: it does not begin with \"pillars self-play 1\"")
	}
	if err != nil {
		return nil, r.cutOff(err)
	}
	r.offset = int64(len(magic))
	content, err := r.nextBlock()
	if err != nil {
		return nil, err
	}
	if r.header, err = parseHeader(content); err != nil {
		return nil, fmt.Errorf("block 0 (byte %d): %w", len(magic), err)
	}
	return r, nil
}

// next is the next game, or io.EOF behind the last one. A file that ends within a game gives a [tornError].
func (r *reader) next() (storedGame, error) {
	start, block := r.offset, r.block
	content, err := r.nextBlock()
	if err != nil {
		return storedGame{}, err
	}
	game, err := parseGame(content)
	if err == nil && game.number != block-1 {
		err = fmt.Errorf("game %d stands where game %d should be", game.number, block-1)
	}
	if err != nil {
		return storedGame{}, fmt.Errorf("block %d (byte %d): %w", block, start, err)
	}
	return game, nil
}

// nextBlock is the content of the next block, which lasts until the block after it is read.
func (r *reader) nextBlock() ([]byte, error) {
	if _, err := r.from.Peek(1); errors.Is(err, io.EOF) && r.block > 0 {
		return nil, io.EOF
	}
	size, err := binary.ReadUvarint(r.from)
	if err != nil {
		return nil, r.cutOff(err)
	}
	if size == 0 && r.zerosLeft() { // the block was never written: file systems can leave that behind
		return nil, r.cutOff(io.EOF)
	}
	if size == 0 || size > maxBlock {
		return nil, fmt.Errorf("block %d (byte %d) is damaged: a length of %d bytes", r.block, r.offset, size)
	}
	r.buffer = slices.Grow(r.buffer[:0], int(size)+crc32.Size)
	block := r.buffer[:size+crc32.Size]
	if _, err := io.ReadFull(r.from, block); err != nil {
		return nil, r.cutOff(err)
	}
	content := block[:size]
	if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(block[size:]) {
		return nil, fmt.Errorf("block %d (byte %d) is damaged: its checksum is wrong", r.block, r.offset)
	}
	r.offset += int64(len(binary.AppendUvarint(nil, size)) + len(block))
	r.block++
	return content, nil
}

func (r *reader) cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &tornError{block: r.block, offset: r.offset}
	}
	return fmt.Errorf("block %d (byte %d): %w", r.block, r.offset, err)
}

func (r *reader) zerosLeft() bool {
	for {
		if b, err := r.from.ReadByte(); err != nil || b != 0 {
			return errors.Is(err, io.EOF)
		}
	}
}

// ReadFiles has a collector take all games of files, which must be of exactly the wanted rules. A file that is cut off
// gives all it has; remark is told of it.
func ReadFiles(ctx context.Context, wanted engine.Rules, paths []string, collector interface {
	add(fileHeader, storedGame) error
}, remark func(text string)) error {
	for _, path := range paths {
		err := readFile(ctx, wanted, path, collector.add)
		if torn, ok := errors.AsType[*tornError](err); ok {
			remark(fmt.Sprintf("%s: %v; the games before it are used", path, torn))
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func readFile(
	ctx context.Context, wanted engine.Rules, path string, take func(fileHeader, storedGame) error,
) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := newReader(file)
	if err != nil {
		return err
	}
	return reader.eachGame(ctx, wanted, take)
}

// eachGame gives take all games that are left. A file that is cut off gives all it has, and a [tornError].
func (r *reader) eachGame(ctx context.Context, wanted engine.Rules, take func(fileHeader, storedGame) error) error {
	rules, err := r.header.rules(wanted.Game())
	if err != nil {
		return err
	}
	if want, has := wanted.Settings().String(), rules.Settings().String(); want != has {
		return fmt.Errorf("its games are of other options (%s) than those wanted (%s)", has, want)
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
