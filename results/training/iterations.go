package training

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"

	"pillars/results/charts"
	"pillars/results/stats"
	"pillars/search/tune"
)

// Iteration is a question answered. The folder keeps it as a line of JSON.
type Iteration struct {
	Number     int         `json:"iteration"` // from 1
	Candidates [][]float64 `json:"candidates"`
	Wins       int         `json:"wins"` // of the first candidate
	Draws      int         `json:"draws"`
	Losses     int         `json:"losses"`
	Answer     float64     `json:"answer"`   // what the tuner was told
	Estimate   []float64   `json:"estimate"` // thereafter
}

// Games are the games of the iteration, for the first candidate.
func (i Iteration) Games() stats.WDL {
	return stats.WDL{Wins: i.Wins, Draws: i.Draws, Losses: i.Losses}
}

// tuningLog is the file of iterations. A line that was cut off is dropped when the file is opened to go on.
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

// add fails where another program has added an iteration meanwhile: neither could go on from what both wrote.
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
	const strange = "%s:%d: %s: the file was changed, or made by another version; name another folder"
	for i, iteration := range iterations {
		question, more := tuner.Ask()
		if !more || question.Number != iteration.Number ||
			!slices.EqualFunc(question.Candidates, iteration.Candidates, slices.Equal) {
			return fmt.Errorf(strange, l.path, i+1, "this is not the question that the plan leads to")
		}
		if err := tuner.Tell(iteration.Answer); err != nil {
			return fmt.Errorf("%s:%d: %w", l.path, i+1, err)
		}
		if !slices.Equal(tuner.Estimate(), iteration.Estimate) {
			return fmt.Errorf(strange, l.path, i+1, "the estimate does not follow from the answers")
		}
		tell(told, iteration)
	}
	return nil
}

// WriteTrajectory writes how the constants moved into the folder, as CSV and as a picture, which it returns.
func (t *Tuning) WriteTrajectory(iterations []Iteration) ([]byte, error) {
	picture, err := charts.Lines(trajectory(t.Plan.Parameters, iterations))
	if err != nil {
		return nil, err
	}
	svg, err := picture.SVG()
	if err != nil {
		return nil, err
	}
	rows := bytes.NewBufferString("iteration,wins,draws,losses,answer")
	start := bytes.NewBufferString("\n0,0,0,0,0")
	for _, p := range t.Plan.Parameters {
		fmt.Fprintf(rows, ",%s", p.Name)
		fmt.Fprintf(start, ",%g", p.Start)
	}
	rows.Write(start.Bytes())
	for _, i := range iterations {
		fmt.Fprintf(rows, "\n%d,%d,%d,%d,%g", i.Number, i.Wins, i.Draws, i.Losses, i.Answer)
		for _, value := range i.Estimate {
			fmt.Fprintf(rows, ",%g", value)
		}
	}
	rows.WriteByte('\n')
	return svg, errors.Join(os.WriteFile(t.path("trajectory.csv"), rows.Bytes(), 0o644),
		os.WriteFile(t.path("trajectory.svg"), svg, 0o644))
}

const (
	mostDrawn  = 6   // constants that can be told apart
	mostPoints = 550 // of a line, as many as can be seen
)

// trajectory draws each constant from the lower end of its range to the upper one: those that moved most, if many.
func trajectory(parameters []tune.Parameter, iterations []Iteration) charts.LineChart {
	last := iterations[len(iterations)-1]
	share := func(i int, value float64) float64 {
		return (value - parameters[i].Min) / (parameters[i].Max - parameters[i].Min)
	}
	shown := make([]int, len(parameters))
	for i := range shown {
		shown[i] = i
	}
	chart := charts.LineChart{
		Title: "Constants by iteration", X: charts.Axis{Label: "iteration", Unit: charts.Whole},
		Y: charts.Axis{Label: "share of the range", Unit: charts.Percent, High: 1},
	}
	if len(shown) > mostDrawn {
		moved := func(i int) float64 { return math.Abs(share(i, last.Estimate[i]) - share(i, parameters[i].Start)) }
		slices.SortStableFunc(shown, func(i, j int) int { return cmp.Compare(moved(j), moved(i)) })
		shown = slices.Sorted(slices.Values(shown[:mostDrawn]))
		chart.Title += fmt.Sprintf(", the %d of %d that moved most", mostDrawn, len(parameters))
	}
	stride := max(1, len(iterations)/mostPoints)
	for _, i := range shown {
		p := parameters[i]
		line := charts.Line{
			Name:   fmt.Sprintf("%s: %.4g, then %.4g (%.4g to %.4g)", p.Name, p.Start, last.Estimate[i], p.Min, p.Max),
			Points: []charts.Point{{Y: share(i, p.Start)}},
		}
		for n := max(1, len(iterations)%stride); n <= len(iterations); n += stride {
			line.Points = append(line.Points, charts.Point{X: float64(n), Y: share(i, iterations[n-1].Estimate[i])})
		}
		chart.Lines = append(chart.Lines, line)
	}
	return chart
}
