package training

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/engine/outside"
	"pillars/results/show/charts"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
	"pillars/tournament/lock"
)

// Constants reads a list of constants to tune, which are keys of a player, with their ranges and the settings c_end and
// r_end of SPSA. The list has the form name=start:min..max[:c_end[:r_end]],... Alternatively, text is @ and the name of
// a file whose lines are name, start, min, max, c_end, r_end. The default of start is the player's value. The default
// of c_end is [tune.DefaultCEnd], and the default of r_end is the parameter rEnd.
func Constants(text, player string, rEnd float64) (parameters []tune.Parameter, err error) {
	keys, err := players.Keys(player)
	if err != nil {
		return nil, err
	}
	entries, split := strings.Split(text, ","), splitConstant
	if path, isFile := strings.CutPrefix(text, "@"); isFile {
		data, err := outside.ReadFile(path, 1<<20)
		if err != nil {
			return nil, err
		}
		entries = slices.DeleteFunc(strings.Split(string(data), "\n"), func(line string) bool {
			line = strings.TrimSpace(line)
			return line == "" || strings.HasPrefix(line, "#")
		})
		split = splitLine
	}
	for _, entry := range entries {
		var p tune.Parameter
		fields, err := split(strings.TrimSpace(entry))
		if err == nil {
			p, err = newConstant(fields, keys, rEnd)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", entry, err)
		}
		parameters = append(parameters, p)
	}
	return parameters, tune.CheckAll(parameters)
}

// splitConstant splits an entry of a list into the fields that newConstant reads.
func splitConstant(text string) (fields []string, err error) {
	parts := strings.Split(text, ":")
	if len(parts) >= 2 && len(parts) <= 4 {
		name, start, _ := strings.Cut(parts[0], "=")
		if low, high, found := strings.Cut(parts[1], ".."); found {
			return append([]string{name, start, low, high}, parts[2:]...), nil
		}
	}
	return nil, errors.New("write name=start:min..max, with :c_end and :r_end behind it if wanted, such as " +
		"cpuct=0.8:0.2..3:0.1")
}

// splitLine splits a line of a file into the same fields as splitConstant. The line has the form of fishtest, "name,
// start, min, max, c_end, r_end", or the form of OpenBench, "name, int, start, ...".
func splitLine(text string) (fields []string, err error) {
	for field := range strings.SplitSeq(text, ",") {
		fields = append(fields, strings.TrimSpace(field))
	}
	if len(fields) > 1 && (fields[1] == "int" || fields[1] == "float") {
		fields = slices.Delete(fields, 1, 2)
	}
	if len(fields) < 4 || len(fields) > 6 {
		err = errors.New("write name, start, min, max, c_end, r_end; the last two may be left out")
	}
	return fields, err
}

// newConstant returns the constant that 4 to 6 fields describe: name, start, min, max, c_end, r_end.
func newConstant(fields []string, keys *flag.FlagSet, rEnd float64) (p tune.Parameter, err error) {
	p = tune.Parameter{Name: fields[0], REnd: rEnd}
	key := keys.Lookup(p.Name)
	if key == nil {
		return p, search.UnknownKey(keys, p.Name)
	}
	numeric, integer := tunable(key)
	if !numeric {
		return p, fmt.Errorf("key %s of %s is not a number, so it cannot be tuned", p.Name, keys.Name())
	}
	p.Integer = integer
	fields[1] = cmp.Or(fields[1], key.Value.String())                 // the default of start is the player's value
	numbers := []*float64{&p.Start, &p.Min, &p.Max, &p.CEnd, &p.REnd} // in the order of the fields
	for i, field := range fields[1:] {
		if *numbers[i], err = strconv.ParseFloat(search.ExpandCount(field), 64); err != nil {
			return p, fmt.Errorf("%q is not a number", field)
		}
	}
	if len(fields) < 5 { // without c_end
		p.CEnd = tune.DefaultCEnd(p.Min, p.Max)
	}
	return p, nil
}

func tunable(key *flag.Flag) (numeric, integer bool) {
	if getter, ok := key.Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case int, uint64:
			return true, true
		case float64:
			return true, false
		}
	}
	return false, false
}

// withConstants returns the player's text with the parameters set to values.
func withConstants(player string, parameters []tune.Parameter, values []float64) (string, error) {
	spec, err := search.ParseSpec(player)
	if err != nil {
		return "", err
	}
	var names []string
	for _, p := range parameters {
		names = append(names, p.Name)
	}
	player = spec.Without(names...)
	for i, p := range parameters {
		player = search.With(player, p.Name, formatConstant(p, values[i]))
	}
	return player, nil
}

// formatConstant returns the text of a value. A value that need not be an integer is rounded to six digits, because no
// match could show a smaller difference, and stays within its range.
func formatConstant(p tune.Parameter, value float64) string {
	if p.Integer {
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	if rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 6, 64), 64); err == nil {
		value = min(max(rounded, p.Min), p.Max)
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// TrajectoryPicture is the file name of the picture of the constants by iteration, in the folder of a tuning.
const TrajectoryPicture = "trajectory.svg"

// writeTrajectory writes the values of the constants after each iteration into the folder, as a CSV file and a picture.
func (t *Tuning) writeTrajectory(iterations []answeredQuestion) error {
	if len(iterations) == 0 {
		return nil
	}
	svg, err := drawSVG(trajectory(t.Plan.Parameters, iterations))
	if err != nil {
		return err
	}
	rows := bytes.NewBufferString("iteration,wins,draws,losses,answer")
	start := answeredQuestion{} // iteration 0
	for _, p := range t.Plan.Parameters {
		fmt.Fprintf(rows, ",%s", p.Name)
		start.Estimate = append(start.Estimate, p.Start)
	}
	for _, iteration := range append([]answeredQuestion{start}, iterations...) {
		fmt.Fprintf(rows, "\n%d,%d,%d,%d,%g", iteration.Number, iteration.Wins, iteration.Draws, iteration.Losses,
			iteration.Answer)
		for _, value := range iteration.Estimate {
			fmt.Fprintf(rows, ",%g", value)
		}
	}
	rows.WriteByte('\n')
	return errors.Join(lock.Replace(t.path("trajectory.csv"), rows.Bytes()),
		lock.Replace(t.path(TrajectoryPicture), svg))
}

func drawSVG(chart charts.LineChart) ([]byte, error) {
	lines, err := charts.Lines(chart)
	if err != nil {
		return nil, err
	}
	return lines.SVG()
}

const (
	redraws    = 100 // a tuning draws the picture about this often
	mostDrawn  = 6   // greatest number of constants in the picture
	mostPoints = 550 // greatest number of points of a line; more could not be seen
)

// trajectory returns a chart of the constants by iteration. A value is shown as its place in the constant's range.
func trajectory(parameters []tune.Parameter, iterations []answeredQuestion) charts.LineChart {
	last := iterations[len(iterations)-1]
	share := func(i int, value float64) float64 { // place of a value in the range of constant i
		return (value - parameters[i].Min) / (parameters[i].Max - parameters[i].Min)
	}
	shown := make([]int, len(parameters)) // indices of the constants in the picture
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
	first := (len(iterations)-1)%stride + 1 // iteration of the first point; makes the last point the last iteration
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

// CompleteConstants returns completions of a typed list for [Constants]. In each, the last entry is a numeric key of
// the player with its value and a colon. A tab and the key's description follow.
func CompleteConstants(player, typed string) (offers []string) {
	keys, err := players.Keys(player)
	if err != nil {
		return nil
	}
	before := typed[:strings.LastIndex(typed, ",")+1] // the complete entries
	keys.VisitAll(func(key *flag.Flag) {
		if numeric, _ := tunable(key); numeric {
			offers = append(offers, before+key.Name+"="+key.Value.String()+":\t"+key.Usage)
		}
	})
	return offers
}
