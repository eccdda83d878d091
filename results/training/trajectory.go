package training

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"pillars/results/show/charts"
	"pillars/search/tune"
	"pillars/tournament/lock"
)

// TrajectoryPicture is the name of the picture in the folder of a tuning that shows the constants by iteration.
const TrajectoryPicture = "trajectory.svg"

// writeTrajectory writes the values of the constants by iteration into the folder, as a CSV file and as a picture.
func (t *Tuning) writeTrajectory(iterations []answered) error {
	if len(iterations) == 0 {
		return nil
	}
	svg, err := draw(trajectory(t.Plan.Parameters, iterations))
	if err != nil {
		return err
	}
	rows, start := bytes.NewBufferString("iteration,wins,draws,losses,answer"), answered{}
	for _, p := range t.Plan.Parameters {
		fmt.Fprintf(rows, ",%s", p.Name)
		start.Estimate = append(start.Estimate, p.Start)
	}
	for _, i := range append([]answered{start}, iterations...) {
		fmt.Fprintf(rows, "\n%d,%d,%d,%d,%g", i.Number, i.Wins, i.Draws, i.Losses, i.Answer)
		for _, value := range i.Estimate {
			fmt.Fprintf(rows, ",%g", value)
		}
	}
	rows.WriteByte('\n')
	return errors.Join(lock.Replace(t.path("trajectory.csv"), rows.Bytes()),
		lock.Replace(t.path(TrajectoryPicture), svg))
}

// draw returns the chart as SVG.
func draw(chart charts.LineChart) ([]byte, error) {
	lines, err := charts.Lines(chart)
	if err != nil {
		return nil, err
	}
	return lines.SVG()
}

const (
	redraws    = 100 // number of times that a tuning draws the trajectory
	mostDrawn  = 6   // greatest number of constants in the picture
	mostPoints = 550 // greatest number of points of a line; more could not be seen
)

// trajectory draws the value of each constant by iteration, as a share of its range. If there are many constants, it
// draws those that moved most.
func trajectory(parameters []tune.Parameter, iterations []answered) charts.LineChart {
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
	stride := (len(iterations) + mostPoints - 1) / mostPoints
	first := (len(iterations)-1)%stride + 1 // the strides from here end at the last iteration
	for _, i := range shown {
		p := parameters[i]
		line := charts.Line{
			Name:   fmt.Sprintf("%s: %.4g, then %.4g (%.4g to %.4g)", p.Name, p.Start, last.Estimate[i], p.Min, p.Max),
			Points: []charts.Point{{Y: share(i, p.Start)}},
		}
		for n := first; n <= len(iterations); n += stride {
			line.Points = append(line.Points, charts.Point{X: float64(n), Y: share(i, iterations[n-1].Estimate[i])})
		}
		chart.Lines = append(chart.Lines, line)
	}
	return chart
}
