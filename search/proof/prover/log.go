package prover

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// logFrom is the number of nodes from which a value is worth a record in the log: about a second of one thread.
const logFrom = 1 << 19

const recordSize = 24

// valueLog is a file to which a prover appends the values that took many nodes, so that a kill costs seconds. A nil
// valueLog keeps nothing.
type valueLog struct {
	lock sync.Mutex
	file *os.File
	err  error
}

const logSuffix = ".log"

// LogFile returns the file that keeps what is proven until the certificate is written: all of it or, for a share such
// as "2/3" of the first turns, what the share proves.
func LogFile(certificate, share string) string {
	if share != "" {
		certificate += "." + strings.ReplaceAll(share, "/", "of")
	}
	return certificate + logSuffix
}

// Keep reads the files that keep what is proven for the certificate, and keeps what the prover proves in the file of
// the share; see [LogFile]. Close must follow.
func (p *Prover) Keep(certificate, share string) error {
	folder, name := filepath.Split(certificate)
	entries, err := os.ReadDir(filepath.Dir(certificate))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if other := entry.Name(); strings.HasPrefix(other, name+".") && strings.HasSuffix(other, logSuffix) {
			if _, err := p.gather(folder+other, p.title); err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("%w; move it away", err)
			}
		}
	}
	if _, err := p.resume(LogFile(certificate, share), p.title); err != nil {
		return fmt.Errorf("%w; remove it to start over", err)
	}
	return nil
}

// resume opens the file that keeps the values found, or makes it, reads it, and returns the number of values. The title
// names the rules; a file with another title is an error. Close must follow.
func (p *Prover) resume(path, title string) (values int, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return 0, err
	}
	values, err = p.read(file, title)
	if errors.Is(err, io.EOF) { // a new file
		_, err = fmt.Fprintln(file, title)
	}
	if err != nil {
		return 0, errors.Join(err, file.Close())
	}
	// A kill may have left part of a record.
	end := int64(len(title)+1) + int64(values)*recordSize
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return 0, errors.Join(err, file.Close())
	}
	p.log = &valueLog{file: file}
	return values, file.Truncate(end)
}

// gather reads the values that another prover of the same title has kept, and returns their number.
func (p *Prover) gather(path, title string) (values int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return p.read(file, title)
}

// read reads a log. The error is io.EOF if the file is empty.
func (p *Prover) read(file *os.File, title string) (values int, err error) {
	r := bufio.NewReader(file)
	line, err := r.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF) && line == "":
		return 0, err
	case line != title+"\n":
		return 0, fmt.Errorf("%s is of another proof: %q, not %q", file.Name(), line, title)
	}
	for record := [recordSize]byte{}; ; values++ {
		_, err := io.ReadFull(r, record[:])
		switch {
		case err == io.EOF, err == io.ErrUnexpectedEOF: // the end, or what a kill has left of a record
			return values, nil
		case err != nil:
			return values, err
		}
		p.table.store(hash{binary.LittleEndian.Uint64(record[:]), binary.LittleEndian.Uint64(record[8:])},
			value(binary.LittleEndian.Uint64(record[16:])))
	}
}

// add keeps a value that took many nodes.
func (l *valueLog) add(h hash, v value) {
	if l != nil && v.nodes() >= logFrom {
		l.keep(h, v)
	}
}

func (l *valueLog) keep(h hash, v value) {
	var record [recordSize]byte
	binary.LittleEndian.PutUint64(record[:], h.high)
	binary.LittleEndian.PutUint64(record[8:], h.low)
	binary.LittleEndian.PutUint64(record[16:], uint64(v))
	l.lock.Lock()
	defer l.lock.Unlock()
	_, err := l.file.Write(record[:])
	l.err = cmp.Or(l.err, err)
}

// failure returns the error of the writes so far.
func (l *valueLog) failure() error {
	if l == nil {
		return nil
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.err
}

// Close closes the file that Keep has opened.
func (p *Prover) Close() error {
	if p.log == nil {
		return nil
	}
	return errors.Join(p.log.failure(), p.log.file.Close())
}
