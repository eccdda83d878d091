// Package lock keeps two processes from writing the same file.
package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

var errHeld = errors.New("another process is writing it; let that end first, or name another file or folder")

// A File is a new version of the file at a path. Its data are written to a partial file, .NAME.partial in the same
// folder. Commit then renames the partial file to the path.
type File struct {
	*os.File
	path string // path of the file to replace
}

// Create returns an empty new version of the file at a path. Until this version is committed or discarded, Create
// returns an error for the path in other processes. Create overwrites a partial file that a killed process has left.
func Create(path string) (*File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // so that Commit replaces the file that a link leads to, not the link
	}
	folder, name := filepath.Split(path)
	for {
		file, err := Open(folder+"."+name+".partial", path)
		if wrong, ok := errors.AsType[*os.PathError](err); ok {
			wrong.Path = path // users know this path, but not the partial file
		}
		if err != nil {
			return nil, err
		}
		locked, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if present, err := os.Lstat(file.Name()); err == nil && os.SameFile(locked, present) {
			return &File{file, path}, file.Truncate(0)
		}
		file.Close() // another process removed or renamed this partial file before it was locked: open a new one
	}
}

// Open opens a file for reading and writing, makes it if necessary, and locks it against other processes until the file
// is closed or the process ends. If another process has locked the file, Open returns an error, which calls the file by
// the name what. On systems without locks Open locks nothing. It rejects a symbolic link, because other users can
// predict the names of partial files and lock files, and could make a link of that name to a file elsewhere.
func Open(path, what string) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file: remove it", path)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err == nil && !tryLock(file) {
		return nil, errors.Join(fmt.Errorf("%s: %w", what, errHeld), file.Close())
	}
	return file, err
}

// Commit waits until the contents are on the disk, and then replaces the file at the path.
func (f *File) Commit() error {
	err := f.Sync()
	if err == nil && os.Rename(f.Name(), f.path) != nil { // Windows cannot rename an open file
		err = errors.Join(f.Close(), os.Rename(f.Name(), f.path))
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	f.Close() // an error does not matter, because the file at the path has been replaced
	return nil
}

// Discard removes the partial file and leaves the file at the path unchanged.
func (f *File) Discard() error {
	err := os.Remove(f.Name())
	if f.Close(); err != nil { // Windows cannot remove an open file
		err = os.Remove(f.Name())
	}
	return err
}

// Replace writes data to the file at a path. At any time the file has either its old or its new contents. Replace
// writes directly to anything that is not a regular file, such as a terminal.
func Replace(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o666)
	}
	file, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Commit()
}

// Folder makes a folder and locks it against other processes. Closing the returned file releases the lock.
func Folder(path string) (*os.File, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	return Open(filepath.Join(path, ".lock"), path)
}
