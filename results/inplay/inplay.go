// Package inplay tells other processes of the games that a run has in play, through a small file beside its database.
// The file is a convenience: it is not always there, and nothing depends on it.
package inplay

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pillars/tournament/lock"
	"pillars/tournament/work"
)

// Run is a run that is being played.
type Run struct {
	Run     string  `json:"run"`
	Process int     `json:"pid"`
	Done    int     `json:"done"`   // games stored
	Total   int     `json:"total"`  // at most, 0 if it is not known
	Faults  int     `json:"faults"` // among those done
	Rate    float64 `json:"rate"`   // games a second, in this session
	Games   []Game  `json:"games"`  // in play

	Workers []work.Member `json:"workers,omitempty"` // who play elsewhere
}

// Game is as far as a game has come.
type Game struct {
	Identity string            `json:"identity"`
	Players  []string          `json:"players"`
	Game     string            `json:"game"`
	Options  map[string]string `json:"options"`
	Start    string            `json:"start"`
	Turns    []string          `json:"turns"`
}

const (
	// fresh is how long a file counts after it was written.
	fresh   = 5 * time.Second
	ending  = ".live"
	largest = 1 << 20 // of a file, in bytes
	most    = 16      // games that a file holds

	mostWorkers = 500
)

// place is the file of a database with the links to it resolved, so that all who name it mean the same.
func place(database string) string {
	if resolved, err := filepath.EvalSymlinks(database); err == nil {
		return resolved
	}
	return database
}

func path(database, run string) string {
	folder, name := filepath.Split(place(database))
	return filepath.Join(folder, "."+name+"."+run+ending)
}

// Write tells of a run that is played into a database.
func Write(database string, run Run) error {
	run.Process = os.Getpid()
	run.Games, run.Workers = run.Games[:min(most, len(run.Games))], run.Workers[:min(mostWorkers, len(run.Workers))]
	text, err := json.Marshal(run)
	if err != nil {
		return err
	}
	file := path(database, run.Run)
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return errors.New(file + " is no plain file")
	}
	out, err := lock.Create(file)
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return errors.Join(err, out.Discard())
	}
	return out.Place() // the disk need not hold it: those who play have better use for it
}

// Remove takes the file of a run away.
func Remove(database, run string) error { return os.Remove(path(database, run)) }

// Read is what the runs of a database tell now, in the order of their ids. What is old or cannot be read is left out.
func Read(database string) []Run { return readAt(time.Now(), database) }

func readAt(now time.Time, database string) []Run {
	folder, name := filepath.Split(place(database))
	entries, _ := os.ReadDir(filepath.Join(folder, "."))
	runs := []Run{}
	for _, entry := range entries {
		id, begins := strings.CutPrefix(entry.Name(), "."+name+".")
		id, ends := strings.CutSuffix(id, ending)
		if !begins || !ends || id == "" {
			continue
		}
		if run, err := read(now, filepath.Join(folder, entry.Name())); err == nil && run.Run == id {
			runs = append(runs, run)
		}
	}
	slices.SortFunc(runs, func(a, b Run) int { return strings.Compare(a.Run, b.Run) })
	return runs
}

func read(now time.Time, path string) (run Run, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return run, err
	}
	age := now.Sub(info.ModTime()).Abs()
	if !info.Mode().IsRegular() || info.Size() > largest || age > fresh {
		return run, fs.ErrInvalid
	}
	file, err := os.Open(path)
	if err != nil {
		return run, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, largest))
	if err != nil {
		return run, err
	}
	err = json.NewDecoder(bytes.NewReader(text)).Decode(&run)
	run.Games, run.Workers = run.Games[:min(most, len(run.Games))], run.Workers[:min(mostWorkers, len(run.Workers))]
	return run, err
}
