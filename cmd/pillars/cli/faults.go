package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// fileFault returns the text of an error. It puts what the system says of files into plain words and adds the fix,
// unless the text already has one.
func fileFault(err error) string {
	text := strings.ReplaceAll(err.Error(), ": "+fs.ErrNotExist.Error(), "")
	for _, fault := range pathErrors(err) {
		plain, fix := plainFault(fault)
		if before, after, found := strings.Cut(text, fault.Error()); found && plain != "" {
			if !strings.HasPrefix(after, "; ") {
				plain += "; " + fix
			}
			text = strings.ReplaceAll(before+plain+after, fault.Path+": "+fault.Path, fault.Path)
		}
	}
	return text
}

// pathErrors returns the errors about files that an error wraps.
func pathErrors(err error) (faults []*fs.PathError) {
	switch e := err.(type) {
	case *fs.PathError:
		return []*fs.PathError{e}
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			faults = append(faults, pathErrors(one)...)
		}
	case interface{ Unwrap() error }:
		return pathErrors(e.Unwrap())
	}
	return faults
}

// plainFault returns in plain words why a file cannot be used, and the fix. It returns "" for rare reasons.
func plainFault(fault *fs.PathError) (plain, fix string) {
	file := fault.Path
	switch {
	case errors.Is(fault, syscall.EISDIR):
		return file + " is a folder", "name a file"
	case errors.Is(fault, syscall.ENOTDIR):
		return file + " lies in a file, not in a folder", "name another place"
	case errors.Is(fault, fs.ErrPermission):
		return file + " may not be used by you", "change its permissions, or name another file"
	case !errors.Is(fault, fs.ErrNotExist):
		return "", ""
	}
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return file + ": its folder does not exist", "make it first, or name another"
	}
	return file + " does not exist", "check its name"
}
