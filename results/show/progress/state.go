package progress

import (
	"fmt"
	"strings"
	"time"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// A State describes the progress of work.
type State struct {
	Task        string // name of the current part; empty if the work has one part only
	Unit        string // what Done and Total count, such as "game"; empty if nothing is counted
	Done, Total int    // units done and units in all; Total is 0 if unknown
	AtMost      bool   // whether the work may end before Total is reached
	Expected    int    // if AtMost is set: number of units after which the work ends on average; 0 if unknown
	Notes       []string
}

// A beginning is the state of a task when it was first shown. Rates are means over the time since then.
type beginning struct {
	task string
	done int
	at   time.Time
}

// rate returns the units done per second since the beginning b, or 0 while fewer than three are done.
func (s State) rate(b beginning, now time.Time) float64 {
	const enough = 3
	elapsed := now.Sub(b.at).Seconds()
	if n := s.Done - b.done; n >= enough && elapsed > 0 {
		return float64(n) / elapsed
	}
	return 0
}

// parts returns texts with the number of units done and, as far as they are known, the rate, the share and the time
// left, followed by the notes. For work that may end early, there is no share, and the time left is an average.
func (s State) parts(b beginning, now time.Time) (parts []string) {
	switch {
	case s.Unit == "":
	case s.AtMost:
		parts = append(parts, fmt.Sprintf("%d of at most %s", s.Done, tournament.Counted(s.Total, s.Unit)))
	case s.Total > 0:
		parts = append(parts, fmt.Sprintf("%d of %s", s.Done, tournament.Counted(s.Total, s.Unit)))
	default:
		parts = append(parts, tournament.Counted(s.Done, s.Unit))
	}
	rate := s.rate(b, now)
	switch {
	case rate >= 1:
		parts = append(parts, stats.FormatNumber(rate, 1)+"/s")
	case rate > 0:
		parts = append(parts, stats.FormatNumber(60*rate, 1)+"/min")
	}
	end, onAverage := s.Total, ""
	if s.AtMost {
		end, onAverage = s.Expected, " on average"
	} else if s.Total > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %%", 100*float64(s.Done)/float64(s.Total)))
	}
	if end > 0 && rate > 0 {
		left := time.Duration(float64(max(0, end-s.Done)) / rate * float64(time.Second))
		parts = append(parts, "about "+duration(left)+" left"+onAverage)
	}
	return append(parts, s.Notes...)
}

// line returns the name of the task, followed by the texts of [State.parts].
func (s State) line(b beginning, now time.Time) string {
	text := strings.Join(s.parts(b, now), ", ")
	if s.Task != "" {
		text = s.Task + ": " + text
	}
	return text
}

// duration returns a time as text in seconds, minutes, hours or days.
func duration(d time.Duration) string {
	minutes := int(d.Round(time.Minute).Minutes())
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", int(d.Round(time.Second).Seconds()))
	case minutes < 100:
		return fmt.Sprintf("%d min", minutes)
	case minutes < 48*60:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
	return tournament.Counted((minutes+12*60)/(24*60), "day")
}
