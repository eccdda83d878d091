package progress

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// A State describes the progress of work.
type State struct {
	Task        string // name of the current part; empty if the work has one part only
	Unit        string // what Done and Total count, such as "game"
	Done, Total int    // a total of 0 is unknown
	AtMost      bool   // whether the work may end before Total is reached
	Expected    int    // with AtMost, the number of units after which the work ends on average; 0 if unknown
	Notes       []string
	More        []string // texts below the table, such as faults
}

// A beginning is the state of a task when it was first shown. Rates are means over the time since then.
type beginning struct {
	task string
	done int
	at   time.Time
	unit string // unit of the rate, "/s" or "/min", chosen when a rate is first known; "" before
}

// follow replaces b if the state has another task, or if fewer units are done than at the beginning. It chooses the
// unit of the rate when a rate is first known.
func (b *beginning) follow(s State, now time.Time) {
	if b.at.IsZero() || b.task != s.Task || s.Done < b.done {
		*b = beginning{task: s.Task, done: s.Done, at: now}
	}
	if rate := s.rate(*b, now); b.unit == "" && rate > 0 {
		b.unit = rateUnit(rate)
	}
}

// rate returns the units done per second since the beginning, or 0 while fewer than three are done.
func (s State) rate(b beginning, now time.Time) float64 {
	const enough = 3
	elapsed := now.Sub(b.at).Seconds()
	if n := s.Done - b.done; n >= enough && elapsed > 0 {
		return float64(n) / elapsed
	}
	return 0
}

// whole returns the share of the work that is done, from 0 to 1, and the time left for it, if known.
func (s State) whole(b beginning, now time.Time) (share float64, left time.Duration, known bool) {
	total := s.Total
	if s.AtMost {
		total = s.Expected
	}
	rate := s.rate(b, now)
	known = total > 0 && rate > 0 || s.Total > 0 && s.Done == s.Total
	if known && rate > 0 {
		left = time.Duration(float64(max(0, total-s.Done)) / rate * float64(time.Second))
	}
	return float64(s.Done) / float64(max(1, s.Total)), left, known
}

// counts returns texts with the number of units done, if they have a name, and with the rate, if it is known.
func (s State) counts(b beginning, now time.Time) (parts []string) {
	text := tournament.Counted(s.Done, s.Unit)
	switch {
	case s.AtMost:
		text = fmt.Sprintf("%d of at most %s", s.Done, tournament.Counted(s.Total, s.Unit))
	case s.Total > 0:
		text = fmt.Sprintf("%d of %s", s.Done, tournament.Counted(s.Total, s.Unit))
	}
	if s.Unit != "" {
		parts = append(parts, text)
	}
	if rate := s.rate(b, now); rate > 0 {
		parts = append(parts, rateText(cmp.Or(b.unit, rateUnit(rate)), rate))
	}
	return parts
}

// head returns the share of the whole work that is done, and texts with this share and the time left, if known.
func (s State) head(b beginning, now time.Time) (share float64, parts []string) {
	share, left, known := s.whole(b, now)
	if s.Total > 0 && !s.AtMost {
		parts = append(parts, fmt.Sprintf("%.0f %%", 100*share))
	}
	if known {
		about := "about " + Duration(left) + " left"
		if s.AtMost {
			about += " on average"
		}
		parts = append(parts, about)
	}
	return share, parts
}

// plain returns the state as one line of text.
func (s State) plain(b beginning, now time.Time) string {
	_, head := s.head(b, now)
	parts := slices.Concat(s.counts(b, now), head, s.Notes)
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

// lines returns the state for a terminal: the whole work with a bar, the current part, and texts.
func (s State) lines(b beginning, now time.Time, columns int) (lines []string) {
	share, head := s.head(b, now)
	counts, bar := s.counts(b, now), s.bar(share, columns)
	if s.Task == "" {
		lines = append(lines, joined(bar, slices.Concat(head, counts, s.Notes), columns))
	} else {
		lines = append(lines, joined(bar, head, columns), joined(s.Task+": ", counts, columns))
		if len(s.Notes) > 0 {
			lines = append(lines, joined("", s.Notes, columns))
		}
	}
	for _, text := range s.More {
		lines = append(lines, strings.Split(table.Wrap(text, columns), "\n")...)
	}
	return lines
}

// bar returns a bar that shows a share, or "" if the share is unknown or the terminal has too few columns.
func (s State) bar(share float64, columns int) string {
	const shortest, longest = 8, 30
	hasShare := s.Total > 0 && !s.AtMost
	length := min(longest, columns/4)
	if !hasShare || length < shortest {
		return ""
	}
	full := min(length, int(share*float64(length)))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", length-full) + "] "
}

// joined returns a beginning followed by as many parts as fit in a line of the given columns, but at least one.
func joined(first string, parts []string, columns int) string {
	for n := len(parts); n > 1; n-- {
		if text := first + strings.Join(parts[:n], ", "); len([]rune(text)) <= columns {
			return text
		}
	}
	return first + strings.Join(parts[:min(1, len(parts))], "")
}

func rateUnit(perSecond float64) string {
	if perSecond < 1 {
		return "/min"
	}
	return "/s"
}

func rateText(unit string, perSecond float64) string {
	if unit == "/min" {
		perSecond *= 60
	}
	return stats.FormatNumber(perSecond, 1) + unit
}

// Duration returns a time as text in seconds, minutes, hours or days.
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
