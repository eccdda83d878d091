package progress

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
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
	Whole       *Parts // all parts of the work; nil if it has one part only
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

// soonest is how long work that may end before its total must run until the time left is shown. An earlier estimate
// would be too long: such work usually ends much earlier, and its first units take longest.
const soonest = 10 * time.Second

// whole returns the share of the whole work that is done, from 0 to 1, and the time left for the work, if known.
func (s State) whole(b beginning, now time.Time) (share float64, left time.Duration, known bool) {
	total := float64(max(1, s.Total))
	rate := s.rate(b, now)
	reliable := rate > 0 && (!s.AtMost || now.Sub(b.at) >= soonest)
	known = s.Total > 0 && (reliable || s.Done == s.Total)
	if known && rate > 0 {
		left = time.Duration(float64(s.Total-s.Done) / rate * float64(time.Second))
	}
	if s.Whole != nil {
		return s.Whole.left(float64(b.done)/total, float64(s.Done)/total, left, known, now)
	}
	return float64(s.Done) / total, left, known
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
	hasShare := s.Total > 0 && !s.AtMost || s.Whole != nil
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

// A Part is a piece of work.
type Part struct {
	Kind string  // parts of one kind take the same time for a unit of Cost
	Cost float64 // expected cost, in any unit
}

// Parts holds the parts of a work and what is known of their durations. Its methods may be called concurrently.
type Parts struct {
	All      []Part
	Guess    map[string]float64 // expected seconds for a unit of Cost, by kind; kinds may be missing
	Deadline time.Time          // time at which all work ends; zero for none

	mu    sync.Mutex
	at    int              // index of the current part
	begun time.Time        // when the current part began; zero before the first
	spent map[string]spent // total time and cost of finished parts, by kind
}

// spent is a time and the cost, in the units of [Part], of the work that was done in this time.
type spent struct{ seconds, units float64 }

// Begin records that the part with the given index begins. share is how much of the part before it, from 0 to 1, was
// done since that part began.
func (p *Parts) Begin(part int, share float64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.begun.IsZero() {
		p.spend(p.All[p.at].Kind, now.Sub(p.begun).Seconds(), share*p.All[p.at].Cost)
	}
	p.at, p.begun = part, now
}

// spend adds the time and the cost of finished work to p.spent.
func (p *Parts) spend(kind string, seconds, units float64) {
	if p.spent == nil {
		p.spent = map[string]spent{}
	}
	s := p.spent[kind]
	p.spent[kind] = spent{s.seconds + seconds, s.units + units}
}

// pace returns the seconds for a unit of cost of a kind, or 0 if they are unknown. If parts of this kind have finished,
// pace returns their mean. Otherwise it multiplies the guess for this kind by the ratio of the actual to the guessed
// time of all finished parts. Without a guess for this kind, it returns the mean of all finished parts.
func (p *Parts) pace(kind string) float64 {
	if s := p.spent[kind]; s.units > 0 {
		return s.seconds / s.units
	}
	var seconds, units, guessed float64 // of all finished parts; guessed is their time in seconds according to Guess
	for other, s := range p.spent {
		seconds, units, guessed = seconds+s.seconds, units+s.units, guessed+s.units*p.Guess[other]
	}
	guess := p.Guess[kind]
	switch {
	case guess > 0 && guessed > 0:
		return guess * seconds / guessed
	case guess == 0 && units > 0:
		return seconds / units
	}
	return guess
}

// Expected returns how long the current part and all later parts take, if known.
func (p *Parts) Expected() (left time.Duration, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, left, known = p.shareAndLeft(0, 0, false)
	return left, known
}

// left returns the share of all parts that is done, weighted by time, and the time left for all parts, if known. before
// is the share of the current part that was done when it was first shown, done the share that is done now. own is the
// time left for the current part alone, if known.
func (p *Parts) left(before, done float64, own time.Duration, ownKnown bool, now time.Time) (
	share float64, left time.Duration, known bool,
) {
	p.mu.Lock()
	defer p.mu.Unlock()
	// If the current part's own time is known, it informs the times of later parts, as if the part had finished.
	informed := &Parts{All: p.All, Guess: p.Guess, at: p.at, spent: maps.Clone(p.spent)}
	if part := p.All[p.at]; ownKnown && done > before {
		informed.spend(part.Kind, (now.Sub(p.begun) + own).Seconds(), part.Cost*(1-before))
	}
	share, left, known = informed.shareAndLeft(done, own, ownKnown)
	if rest := p.Deadline.Sub(now); !p.Deadline.IsZero() && (!known || rest < left) {
		left, known = max(0, rest), true
	}
	return share, left, known
}

// shareAndLeft returns the share of the whole time that has passed, and the time left for all parts, if known. done is
// the share of the current part that is done; own is the time left for the current part alone, if known.
func (p *Parts) shareAndLeft(done float64, own time.Duration, ownKnown bool) (
	share float64, left time.Duration, known bool,
) {
	known = true
	var passed, all float64 // seconds
	for i, part := range p.All {
		pace := p.pace(part.Kind)
		seconds, toDo := part.Cost*pace, 1. // time of the part, and the share of it that is left
		switch {
		case i < p.at:
			toDo = 0
		case i == p.at:
			toDo = 1 - done
		}
		passed, all = passed+seconds*(1-toDo), all+seconds
		if i == p.at && ownKnown {
			left += own
			continue
		}
		left += time.Duration(seconds * toDo * float64(time.Second))
		known = known && (pace > 0 || part.Cost*toDo == 0)
	}
	if all > 0 {
		share = passed / all
	}
	return share, left, known
}

// Steps shows the parts of a work one after the other. A nil Steps shows none.
type Steps struct {
	parts Parts
	task  string  // name of the current part
	next  int     // index of the next part
	share float64 // share of the current part that this session does; an earlier session did the rest
}

// NewSteps returns the steps of the given parts.
func NewSteps(all []Part) *Steps { return &Steps{parts: Parts{All: all}} }

// Next begins the next part. If an earlier session has done some of this part, the caller must then call SetOwn.
func (s *Steps) Next(task string) {
	if s == nil {
		return
	}
	s.parts.Begin(s.next, s.share, time.Now())
	s.next, s.task, s.share = s.next+1, task, 1
}

// SetOwn records how many items of the current part this session does, and how many items the part has.
func (s *Steps) SetOwn(own, all int) { s.share = float64(own) / float64(max(1, all)) }

// State adds the current part and the whole work to a state.
func (s *Steps) State(state State) State {
	if s != nil {
		state.Task, state.Whole = s.task, &s.parts
	}
	return state
}
