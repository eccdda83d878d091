package progress

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// State describes the progress of work.
type State struct {
	Task        string // the current part, if the work has several
	Unit        string // of Done and Total, such as "game"
	Done, Total int    // a total of 0 is unknown
	AtMost      bool   // the work may end before the total
	Whole       *Parts // the whole work, of which this is the current part; nil if it has one part only
	Notes       []string
	Leader      string                     // the table in a few words, for plain lines
	Table       func(columns int) []string // the lines of a standing of that width; may be nil
	More        []string                   // texts below the table, such as faults
}

// beginning is the state when the counting of a task began.
type beginning struct {
	task string
	done int
	at   time.Time
	unit string // of the rate, fixed at the first one; "" before
}

func (b *beginning) follow(s State, now time.Time) {
	if b.at.IsZero() || b.task != s.Task || s.Done < b.done {
		*b = beginning{task: s.Task, done: s.Done, at: now}
	}
	if rate := s.rate(*b, now); b.unit == "" && rate > 0 {
		b.unit = unit(rate)
	}
}

// rate returns the units done per second, 0 while there are too few to measure it.
func (s State) rate(b beginning, now time.Time) float64 {
	const enough = 3
	elapsed := now.Sub(b.at).Seconds()
	if n := s.Done - b.done; n >= enough && elapsed > 0 {
		return float64(n) / elapsed
	}
	return 0
}

// whole returns the share of all the work that is done, and the time left, if it is known.
func (s State) whole(b beginning, now time.Time) (share float64, left time.Duration, known bool) {
	total := float64(max(1, s.Total))
	if rate := s.rate(b, now); rate > 0 && s.Total > 0 {
		left, known = time.Duration(float64(s.Total-s.Done)/rate*float64(time.Second)), true
	} else {
		known = s.Done == s.Total && s.Total > 0
	}
	if s.Whole != nil {
		return s.Whole.left(float64(b.done)/total, float64(s.Done)/total, left, known, now)
	}
	return float64(s.Done) / total, left, known
}

// counts returns texts of the units done and of their rate.
func (s State) counts(b beginning, now time.Time) []string {
	text := tournament.Counted(s.Done, s.Unit)
	switch {
	case s.AtMost:
		text = fmt.Sprintf("%d of at most %s", s.Done, tournament.Counted(s.Total, s.Unit))
	case s.Total > 0:
		text = fmt.Sprintf("%d of %s", s.Done, tournament.Counted(s.Total, s.Unit))
	}
	parts := []string{text}
	if s.Unit == "" {
		parts = nil
	}
	if rate := s.rate(b, now); rate > 0 {
		parts = append(parts, rateIn(cmp.Or(b.unit, unit(rate)), rate))
	}
	return parts
}

// head returns the share that is done, and texts of it and of the time left.
func (s State) head(b beginning, now time.Time) (share float64, parts []string) {
	share, left, known := s.whole(b, now)
	if s.Total > 0 && !s.AtMost || s.Whole != nil && known {
		parts = append(parts, fmt.Sprintf("%.0f %%", 100*share))
	}
	if known {
		about := "about "
		if s.AtMost {
			about = "at most "
		}
		parts = append(parts, about+Duration(left)+" left")
	}
	return share, parts
}

// plain returns the state in one line.
func (s State) plain(b beginning, now time.Time) string {
	_, parts := s.head(b, now)
	parts = append(s.counts(b, now), append(parts, s.Notes...)...)
	if s.Leader != "" {
		parts = append(parts, s.Leader)
	}
	text := strings.Join(parts, ", ")
	for _, more := range s.More {
		first, _, _ := strings.Cut(more, "\n")
		text += "; " + first
	}
	if s.Task != "" {
		text = s.Task + ": " + text
	}
	return text
}

// lines returns the state for a terminal: the whole work with a bar, the current part, the table, further texts.
func (s State) lines(b beginning, now time.Time, columns int) (lines []string) {
	share, head := s.head(b, now)
	counts := s.counts(b, now)
	if s.Task == "" {
		head = append(append(head, counts...), s.Notes...)
	}
	first := ""
	if length := min(30, columns/4); length >= 8 && (s.Total > 0 && !s.AtMost || s.Whole != nil) {
		full := min(length, int(share*float64(length)))
		first = "[" + strings.Repeat("#", full) + strings.Repeat(".", length-full) + "] "
	}
	lines = append(lines, joined(first, head, columns))
	if s.Task != "" {
		lines = append(lines, joined(s.Task+": ", counts, columns))
		if len(s.Notes) > 0 {
			lines = append(lines, joined("", s.Notes, columns))
		}
	}
	if s.Table != nil {
		lines = append(lines, s.Table(columns)...)
	}
	for _, text := range s.More {
		lines = append(lines, strings.Split(table.Wrap(text, columns), "\n")...)
	}
	return lines
}

// joined returns a beginning and as many of the first parts as fit.
func joined(first string, parts []string, columns int) string {
	for n := len(parts); n > 1; n-- {
		if text := first + strings.Join(parts[:n], ", "); len([]rune(text)) <= columns {
			return text
		}
	}
	return first + strings.Join(parts[:min(1, len(parts))], "")
}

// Rate returns the text of a rate per second or, below 1, per minute.
func Rate(perSecond float64) string { return rateIn(unit(perSecond), perSecond) }

func unit(perSecond float64) string {
	if perSecond < 1 {
		return "/min"
	}
	return "/s"
}

func rateIn(unit string, perSecond float64) string {
	if unit == "/min" {
		perSecond *= 60
	}
	return stats.FormatNumber(perSecond, 1) + unit
}

// Duration returns the text of a time in seconds, minutes, hours or days.
func Duration(d time.Duration) string {
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
