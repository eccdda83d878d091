package training

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"pillars/search/tune"
)

// tuningLog is the file of iterations, a line of JSON each. A line that was cut off is dropped when the file is opened
// to go on.
type tuningLog struct {
	file *os.File
	path string
	size int64 // as this program knows the file
}

func openTuningLog(path string) (*tuningLog, []Iteration, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	var iterations []Iteration
	for line := range bytes.Lines(data[:whole]) {
		var iteration Iteration
		if err := json.Unmarshal(line, &iteration); err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", path, len(iterations)+1, err)
		}
		iterations = append(iterations, iteration)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	if err := file.Truncate(int64(whole)); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return &tuningLog{file, path, int64(whole)}, iterations, nil
}

func (l *tuningLog) add(iteration Iteration) error {
	line, err := json.Marshal(iteration)
	if err != nil {
		return err
	}
	switch found, err := l.file.Stat(); {
	case err != nil:
		return err
	case found.Size() != l.size:
		return fmt.Errorf("%s: another program goes on with this tuning at the same time; "+
			"let one of them do it, or name another folder", l.path)
	}
	written, err := l.file.Write(append(line, '\n'))
	l.size += int64(written)
	return errors.Join(err, l.file.Sync())
}

// retell tells a new tuner the answers of the log, and checks that it is led to the same places.
func (l *tuningLog) retell(tuner *tune.SPSA, iterations []Iteration, told func(Iteration)) error {
	for i, iteration := range iterations {
		question, more := tuner.Ask()
		if !more || question.Number != iteration.Number ||
			!slices.EqualFunc(question.Candidates, iteration.Candidates, slices.Equal) {
			return l.strange(i, "this is not the question that the plan leads to")
		}
		if err := tuner.Tell(iteration.Answer); err != nil {
			return fmt.Errorf("%s:%d: %w", l.path, i+1, err)
		}
		if !slices.Equal(tuner.Estimate(), iteration.Estimate) {
			return l.strange(i, "the estimate does not follow from the answers")
		}
		tell(told, iteration)
	}
	return nil
}

func (l *tuningLog) strange(i int, what string) error {
	return fmt.Errorf("%s:%d: %s: the file was changed, or made by another version; name another folder", l.path, i+1,
		what)
}
