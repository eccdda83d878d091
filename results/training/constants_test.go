package training

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/search/tune"
)

// TestConstantsAreRead reads lists and files of constants, with and without the numbers that have defaults: the value
// of the player, a twentieth of the range, and the given rate.
func TestConstantsAreRead(t *testing.T) {
	t.Parallel()
	cpuct := tune.Parameter{Name: "cpuct", Start: 2, Min: .5, Max: 4.5, CEnd: .2, REnd: .01}
	turns := tune.Parameter{Name: "turns", Start: 40, Min: 10, Max: 1500, CEnd: 8, REnd: .5, Integer: true}
	file := filepath.Join(t.TempDir(), "constants.csv")
	lines := "# name, start\n\ncpuct, , 0.5, 4.5\n  turns,int, 40, 10, 1.5k, 8, 0.5 \n"
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]tune.Parameter{
		"cpuct=:0.5..4.5": {cpuct}, "cpuct:0.5..4.5": {cpuct}, "cpuct=2:0.5..4.5:0.2": {cpuct},
		"cpuct=:0.5..4.5, turns=40:10..1500:8:0.5": {cpuct, turns}, "@" + file: {cpuct, turns},
	} {
		got, err := Constants(text, "mcts:cpuct=2", .01)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	const list, line = "write name=start:min..max, with :c_end", "write name, start, min, max, c_end, r_end"
	for text, want := range map[string]string{
		"cpuct=1": list, "cpuct=1:2": list, "cpuct=1:0..2:1:1:1": list, "": list,
		"cpuct=1:a..2": `"a" is not a number`, "cpuct=1:0..2:b": `"b" is not a number`,
		"leaf=1:0..2":           "key leaf of mcts is not a number, so it cannot be tuned",
		"cpuct=1:0..2,x=1:0..2": `"x=1:0..2": mcts has no key "x"`, "cpuct=1:0..2,cpuct=1:0..2": "named twice",
		"@cpuct, 1, 2": line, "@cpuct, 1, 0, 2, 1, 1, 1": line, "@cpuct, float, 1, 0": line, "@": line,
	} {
		if path, isFile := strings.CutPrefix(text, "@"); isFile {
			if err := os.WriteFile(file, []byte(path+"\nx"), 0o600); err != nil {
				t.Fatal(err)
			}
			text = "@" + file
		}
		if got, err := Constants(text, "mcts", .01); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %q", text, got, err, want)
		}
	}
}

// TestTrajectoriesAreWritten compares the file of a trajectory with lines written by hand.
func TestTrajectoriesAreWritten(t *testing.T) {
	t.Parallel()
	tuning := &Tuning{Work: Work{Folder: t.TempDir()}, Plan: TuningPlan{Parameters: []tune.Parameter{
		{Name: "cpuct", Start: 1, Max: 4}, {Name: "turns", Start: 40, Max: 90}}}}
	if err := tuning.writeTrajectory(nil); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(tuning.Folder); err != nil || len(entries) > 0 {
		t.Errorf("without an iteration %v is written, %v", entries, err)
	}
	err := tuning.writeTrajectory([]answeredQuestion{
		{Number: 1, Wins: 3, Draws: 2, Losses: 1, Answer: 2, Estimate: []float64{1.5, 41}},
		{Number: 2, Wins: 0, Draws: 5, Losses: 1, Answer: -1, Estimate: []float64{1.25, 40.5}},
	})
	want := "iteration,wins,draws,losses,answer,cpuct,turns\n0,0,0,0,0,1,40\n1,3,2,1,2,1.5,41\n2,0,5,1,-1,1.25,40.5\n"
	if text := string(fileOf(t, tuning.Folder, "trajectory.csv")); err != nil || text != want {
		t.Errorf("written is\n%s%v", text, err)
	}
	svg := string(fileOf(t, tuning.Folder, TrajectoryPicture))
	if !strings.Contains(svg, "turns: 40, then 40.5 (0 to 90)") {
		t.Errorf("drawn is\n%s", svg)
	}
}

// TestTrajectoriesShowWhatMovedMost draws seven constants. The fifth moved by the least share of its range, although
// not by the least number, and is left out.
func TestTrajectoriesShowWhatMovedMost(t *testing.T) {
	t.Parallel()
	var parameters []tune.Parameter
	end := answeredQuestion{Number: 1}
	for i, moved := range []float64{5, -4, 3, -3, 20, 4, -5} {
		p := tune.Parameter{Name: string(rune('a' + i)), Start: 15, Min: 10, Max: 20}
		if i == 4 {
			p.Start, p.Max = 150, 1010
		}
		parameters, end.Estimate = append(parameters, p), append(end.Estimate, p.Start+moved)
	}
	chart := trajectory(parameters, []answeredQuestion{end})
	names := ""
	for _, line := range chart.Lines {
		names += line.Name[:1]
	}
	first := chart.Lines[0]
	if names != "abcdfg" || chart.Title != "Constants by iteration, the 6 of 7 that moved most" ||
		first.Name != "a: 15, then 20 (10 to 20)" || fmt.Sprint(first.Points[0].Y, first.Points[1].Y) != "0.5 1" {
		t.Errorf("%s: %s, the first %+v", chart.Title, names, first)
	}
	six := trajectory(parameters[1:], []answeredQuestion{{Number: 1, Estimate: end.Estimate[1:]}})
	if len(six.Lines) != 6 || six.Title != "Constants by iteration" {
		t.Errorf("six constants: %d lines, %s", len(six.Lines), six.Title)
	}
}

// TestCompletionOffersNumbers checks what completion offers behind the entries of a list.
func TestCompletionOffersNumbers(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"", "cp", "a=1:0..2,", "a=1:0..2,cp"} {
		before := ""
		if strings.Contains(typed, ",") {
			before = "a=1:0..2,"
		}
		offers := strings.Join(CompleteConstants("mcts:cpuct=2", typed), "\n")
		if !strings.HasPrefix(offers, before) || !strings.Contains("\n"+offers, "\n"+before+"cpuct=2:\t") ||
			strings.Contains(offers, "leaf=") {
			t.Errorf("%q is completed to\n%s", typed, offers)
		}
	}
	if offers := CompleteConstants("nobody", ""); offers != nil {
		t.Errorf("of an unknown player %q", offers)
	}
}

// TestConstantsAreCounts checks that constants may be written as short counts.
func TestConstantsAreCounts(t *testing.T) {
	got, err := Constants("turns=1.5k:0..2k:10", "mcts:nodes=5", 0.1)
	if err != nil || len(got) != 1 || got[0].Start != 1500 || got[0].Max != 2000 || got[0].CEnd != 10 {
		t.Errorf("read %+v, error %v", got, err)
	}
}

func TestWithConstants(t *testing.T) {
	parameters := []tune.Parameter{{Name: "cpuct", Min: 0, Max: 2}, {Name: "turns", Min: 0, Max: 1e9, Integer: true}}
	for player, want := range map[string]string{
		"mcts":                               "mcts:cpuct=1.33333,turns=1000000",
		"mcts:base,cpuct=3,nodes=5":          "mcts:base=true,nodes=5,cpuct=1.33333,turns=1000000",
		"mcts:turns=1,weights=a=b,multipv=2": "mcts:weights=a=b,multipv=2,cpuct=1.33333,turns=1000000",
	} {
		if got, err := withConstants(player, parameters, []float64{4.0 / 3, 1e6}); err != nil || got != want {
			t.Errorf("%s becomes %s, %v; want %s", player, got, err, want)
		}
	}
	if got := formatConstant(tune.Parameter{Max: 1.99999999}, 1.99999999); got != "1.99999999" {
		t.Errorf("rounding leads out of the range, to %s", got)
	}
	if got := formatConstant(tune.Parameter{Min: -1, Max: 1}, 1e-7); got != "0.0000001" {
		t.Errorf("a small number becomes %s", got)
	}
}

// TestTrajectoryEndsWithTheLastIteration checks that the picture ends with the last iteration and stays small, however
// many there are.
func TestTrajectoryEndsWithTheLastIteration(t *testing.T) {
	parameters := []tune.Parameter{{Name: "cpuct", Start: 1, Max: 4}}
	for _, n := range []int{1, 2, mostPoints, mostPoints + 1, 2*mostPoints - 1, 2 * mostPoints, 5000} {
		iterations := make([]answeredQuestion, n)
		for i := range iterations {
			iterations[i] = answeredQuestion{Number: i + 1, Estimate: []float64{float64(i%3) + 1}}
		}
		points := trajectory(parameters, iterations).Lines[0].Points
		last := points[len(points)-1]
		if last.X != float64(n) || last.Y != iterations[n-1].Estimate[0]/4 || len(points) > mostPoints+1 {
			t.Errorf("%d iterations: %d points, the last at %g (%g)", n, len(points), last.X, last.Y)
		}
		wanted := map[int]int{1: 2, 2: 3, 550: 551, 551: 277, 1100: 551} // with the start; from 551 on every second
		if want := wanted[n]; want > 0 && len(points) != want {
			t.Errorf("%d iterations: %d points, want %d", n, len(points), want)
		}
	}
}
