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

// logFrom is the smallest number of nodes of a value in the log: about a second of one thread.
const logFrom = 1 << 19

const recordSize = 24 // bytes of a value in the log

// valueLog is a file to which a prover appends the values that took many nodes, so that a prover that was killed loses
// only seconds of work. A nil valueLog stores nothing.
type valueLog struct {
	lock sync.Mutex
	file *os.File
	err  error // the first error of writing
}

const logSuffix = ".log"

// LogFile returns the path of the file that stores proven values until the certificate is written. A share such as
// "2/3" of the first turns has a file of its own; share is "" for all first turns.
func LogFile(certificate, share string) string {
	if share != "" {
		certificate += "." + strings.ReplaceAll(share, "/", "of")
	}
	return certificate + logSuffix
}

// Keep reads all files of values that were proven for the certificate. From then on, the prover appends the values that
// it proves to the file of the share; see [LogFile]. The caller must call Close.
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

// resume opens the file for the values that the prover proves, reads the values in it, and returns their number. It
// makes the file if it does not exist. The title names the rules; a file with another title is an error. The caller
// must call Close.
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
	// A prover that was killed may have left part of a record, which is cut off.
	end := int64(len(title)+1) + int64(values)*recordSize
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return 0, errors.Join(err, file.Close())
	}
	p.log = &valueLog{file: file}
	return values, file.Truncate(end)
}

// gather reads the values in the file of another prover with the same title, and returns their number.
func (p *Prover) gather(path, title string) (values int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return p.read(file, title)
}

// read reads the values of a log into the table, and returns their number. It returns io.EOF if the file is empty.
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
		case err == io.EOF, err == io.ErrUnexpectedEOF: // the end, or an incomplete record
			return values, nil
		case err != nil:
			return values, err
		}
		p.table.store(hash{binary.LittleEndian.Uint64(record[:]), binary.LittleEndian.Uint64(record[8:])},
			value(binary.LittleEndian.Uint64(record[16:])))
	}
}

// add appends a value to the log if it took many nodes.
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
