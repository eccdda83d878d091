package session

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pillars/engine/outside"
	"pillars/results/keep/store"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

const updateInterval = time.Second // interval between two updates of the file of a run in play

func (s *Session) noteProgress(p runner.Progress) {
	s.progress.Store(&p)
	if s.Observer.Progress != nil {
		s.Observer.Progress(p)
	}
}

// show starts a goroutine that writes the progress of the run to a file at intervals, for other processes. The returned
// function ends the goroutine and removes the file. Write errors are ignored, since no result depends on the file.
func (s *Session) show(began time.Time) (end func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	database, total, run := s.Store.Path(), s.Total(), s.Run
	go func() {
		defer close(stopped)
		ticks := s.ticks
		if ticks == nil {
			ticks = time.Tick(updateInterval)
		}
		for written := false; ; {
			select {
			case <-stop:
				if written {
					_ = os.Remove(inPlayPath(database, run.ID))
				}
				return
			case <-ticks:
				written = WriteInPlay(database, s.inPlay(run, total, time.Since(began))) == nil || written
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// inPlay describes the run for other processes. total is the number of planned games; played is how long this session
// has been playing.
func (s *Session) inPlay(run store.Run, total int, played time.Duration) RunInPlay {
	p := s.progress.Load()
	state := RunInPlay{Run: run.ID, Done: p.Done, Total: max(total, p.Total), Faults: p.Faults,
		Rate: float64(p.Done-run.Games) / played.Seconds()}
	if elsewhere, ok := s.Elsewhere.(interface{ Members() []work.Member }); ok {
		state.Workers = elsewhere.Members()
	}
	return state
}

// RunInPlay describes a run that is being played. The session writes the description to a small file beside the
// database, for other processes. The file may be missing.
type RunInPlay struct {
	Run     string        `json:"run"`
	Process int           `json:"pid"`
	Done    int           `json:"done"`              // number of stored games
	Total   int           `json:"total"`             // largest possible number of games; 0 if it is unknown
	Faults  int           `json:"faults"`            // number of stored games with a fault
	Rate    float64       `json:"rate"`              // games per second in this session
	Workers []work.Member `json:"workers,omitempty"` // workers on other machines
}

const (
	inPlayEnding  = ".live"         // ending of the name of a file for a run in play
	freshInPlay   = 5 * time.Second // greatest age of a file that is read
	largestInPlay = 1 << 20         // greatest size of a file, in bytes
	mostWorkers   = 500             // greatest number of workers in a file
)

// inPlayPath returns the path of the file for a run in play. It resolves links in the path of the database, so that all
// processes use the same file.
func inPlayPath(database, run string) string {
	if resolved, err := filepath.EvalSymlinks(database); err == nil {
		database = resolved
	}
	folder, name := filepath.Split(database)
	return filepath.Join(folder, "."+name+"."+run+inPlayEnding)
}

// WriteInPlay writes the file that describes a run in play.
func WriteInPlay(database string, run RunInPlay) error {
	run.Process = os.Getpid()
	run.Workers = run.Workers[:min(mostWorkers, len(run.Workers))]
	text, err := json.Marshal(run)
	if err != nil {
		return err
	}
	file := inPlayPath(database, run.Run)
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return errors.New(file + " is no plain file")
	}
	return lock.Replace(file, text)
}

// ReadInPlay reads the files that describe the runs being played in a database. It sorts the runs by id, and leaves out
// files that are broken or older than 5 s.
func ReadInPlay(database string, now time.Time) []RunInPlay {
	folder, pattern := filepath.Split(inPlayPath(database, ""))
	beginning := strings.TrimSuffix(pattern, inPlayEnding)
	entries, _ := os.ReadDir(filepath.Join(folder, ".")) // "." if folder is ""
	runs := []RunInPlay{}
	for _, entry := range entries {
		id, begins := strings.CutPrefix(entry.Name(), beginning)
		id, ends := strings.CutSuffix(id, inPlayEnding)
		if !begins || !ends || id == "" {
			continue
		}
		if run, err := readRunInPlay(now, filepath.Join(folder, entry.Name())); err == nil && run.Run == id {
			runs = append(runs, run)
		}
	}
	slices.SortFunc(runs, func(a, b RunInPlay) int { return strings.Compare(a.Run, b.Run) })
	return runs
}

// readRunInPlay reads the file of a run in play. It returns an error if the file is too old, too large or not a plain
// file.
func readRunInPlay(now time.Time, path string) (run RunInPlay, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return run, err
	}
	if age := now.Sub(info.ModTime()).Abs(); !info.Mode().IsRegular() || age > freshInPlay {
		return run, fs.ErrInvalid
	}
	text, err := outside.ReadFile(path, largestInPlay)
	if err == nil {
		err = json.Unmarshal([]byte(outside.VisibleJSON(string(text))), &run)
	}
	run.Workers = run.Workers[:min(mostWorkers, len(run.Workers))]
	return run, err
}
