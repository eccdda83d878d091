package training

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// contents are what a file is to hold.
type contents struct {
	path string
	data []byte
}

// enterFolder makes the folder of a plan, which plan.json keeps as JSON, or checks that it is of the same plan and
// returns the stored one, whose players may have former names. A new folder gets other files first, so that one with a
// plan has them all.
func enterFolder[P interface{ current() P }](folder string, wanted P, files ...contents) (P, error) {
	text, err := json.MarshalIndent(wanted, "", "  ")
	if err != nil {
		return wanted, err
	}
	path := filepath.Join(folder, "plan.json")
	found, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wanted, fill(folder, append(files, contents{path, text}))
	case err != nil:
		return wanted, err
	}
	var stored P
	if err := json.Unmarshal(found, &stored); err != nil {
		return wanted, fmt.Errorf("%s: %w", path, err)
	}
	now, err := json.Marshal(stored.current())
	asked, errAsked := json.Marshal(wanted.current())
	if err = errors.Join(err, errAsked); err == nil && !bytes.Equal(now, asked) {
		err = fmt.Errorf("%s is of other settings than those wanted; give those again, or name another folder", path)
	}
	return stored, err
}

// fill makes a folder with files.
func fill(folder string, files []contents) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		if err := replaceFile(file.path, file.data); err != nil {
			return err
		}
	}
	return nil
}

// replaceFile writes a file so that at any time either the old or the new contents are there.
func replaceFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
