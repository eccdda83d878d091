package learn

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/training"
)

// tuningWatch shows how a tuning goes, and keeps its trajectory.
type tuningWatch struct {
	tuning     *training.Tuning
	questions  int
	plot       string // a file for the picture besides the one in the folder; empty for none
	status     *cli.StatusLine
	iterations []training.Iteration
	games      stats.WDL
	began      time.Time
	earlier    int   // iterations that were there before
	err        error // of drawing
}

// redraws is how often the trajectory is written on the way.
const redraws = 100

func newTuningWatch(say messages, tuning *training.Tuning, plot string) *tuningWatch {
	w := &tuningWatch{tuning: tuning, plot: plot, status: cli.NewStatusLine(say.to), began: time.Now()}
	tuning.Observer.Begun = func(earlier, all int) {
		w.earlier, w.questions = earlier, all
		if earlier > 0 {
			say.sayf("%s goes on after %d of %s", tuning.Folder, earlier, cli.Counted(all, "iteration"))
		}
	}
	tuning.Observer.Told = func(iteration training.Iteration) {
		w.iterations = append(w.iterations, iteration)
		w.games = w.games.Plus(iteration.Games())
		if !say.quiet {
			w.status.Update(w.line)
		}
		if every := max(1, w.questions/redraws); w.earlier < iteration.Number && iteration.Number%every == 0 {
			w.err = errors.Join(w.err, w.draw())
		}
	}
	tuning.Observer.Match = func(v training.Verdict) {
		if !say.quiet {
			w.status.Update(func() string { return "tuned against start: " + verdictText(v) })
		}
	}
	return w
}

// line is how the tuning stands.
func (w *tuningWatch) line() string {
	last := w.iterations[len(w.iterations)-1]
	text := fmt.Sprintf("iteration %d of %d", last.Number, w.questions)
	if w.games.Games() > 0 {
		text += ", " + cli.Counted(w.games.Games(), "game")
	}
	for i, p := range w.tuning.Plan.Parameters {
		text += fmt.Sprintf(", %s %.4g", p.Name, last.Estimate[i])
	}
	return text + w.left(last.Number)
}

// left is the time that the rest will take, as far as this session tells.
func (w *tuningWatch) left(number int) string {
	done := number - w.earlier
	if done <= 0 {
		return ""
	}
	left := time.Since(w.began) / time.Duration(done) * time.Duration(w.questions-number)
	return ", " + left.Round(time.Second).String() + " left"
}

// draw writes the trajectory into the folder, as CSV and as a picture, and the picture to --plot too.
func (w *tuningWatch) draw() error {
	if len(w.iterations) == 0 {
		return nil
	}
	if err := w.writeCSV(filepath.Join(w.tuning.Folder, "trajectory.csv")); err != nil {
		return err
	}
	picture := trajectoryPlot(w.tuning.Plan.Parameters, w.iterations)
	if err := os.WriteFile(filepath.Join(w.tuning.Folder, "trajectory.svg"), picture, 0o644); err != nil {
		return err
	}
	if w.plot == "" {
		return nil
	}
	return cli.SvgPicture.WriteDrawn("--plot", w.plot, picture)
}

// writeCSV writes a row for each iteration, after one for the start: number, games of the first candidate, answer, estimates.
func (w *tuningWatch) writeCSV(path string) error {
	parameters := w.tuning.Plan.Parameters
	head, row := []string{"iteration", "wins", "draws", "losses", "answer"}, []string{"0", "0", "0", "0", "0"}
	for _, p := range parameters {
		head, row = append(head, p.Name), append(row, numberText(p.Start))
	}
	rows := [][]string{head, row}
	for _, i := range w.iterations {
		row := []string{strconv.Itoa(i.Number), strconv.Itoa(i.Wins), strconv.Itoa(i.Draws), strconv.Itoa(i.Losses), numberText(i.Answer)}
		for _, value := range i.Estimate {
			row = append(row, numberText(value))
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

func numberText(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
