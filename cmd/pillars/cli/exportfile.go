package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteNewFile writes a file that appears only when it is complete. One that is there already is replaced only if that is wanted.
func WriteNewFile(path string, replace bool, write func(io.Writer) error) error {
	if err := RefuseExisting(path, replace); err != nil {
		return err
	}
	folder, name := filepath.Split(path)
	if folder == "" {
		folder = "."
	}
	file, err := os.CreateTemp(folder, "."+name+"-*")
	if err != nil {
		return Usagef("--output %s: %w; name a file in a folder that exists and that you may write to", path, err)
	}
	err = write(file)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = RefuseExisting(path, replace) // it may have come since
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// RefuseExisting refuses a path at which something is that must not be replaced.
func RefuseExisting(path string, replace bool) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--output: %w", err)
	case info.IsDir():
		return Usagef("--output %s is a folder; name a file in it", path)
	case !info.Mode().IsRegular():
		return Usagef("--output %s is no plain file; leave --output out to write to the standard output", path)
	case !replace:
		return Usagef("--output %s is there already; name another file, or replace it with --force", path)
	}
	return nil
}
