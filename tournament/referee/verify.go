package referee

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
	"pillars/tournament"
)

// Verify restores a finished game from its [Account], the plan and the rules, and compares the restored game with the
// given one. Rules, players, opening, seeds and limits must be as planned, every turn must be legal, and result and
// last position must follow from the turns. The record must have the tags that a [Referee] with the given tags would
// write, and may have facts about players.
//
// Verify cannot check whether a fault happened. It checks that the player at fault was to act, and that the scores
// follow from the fault.
func Verify(planned tournament.Planned, game tournament.Game, rules engine.Rules, tags []engine.Tag) error {
	record := game.Record
	if record.Opening != len(planned.OpeningTurns) || len(record.Turns) < record.Opening {
		return errors.New("opening: it is not the one planned")
	}
	account := AccountOf(game)
	account.Programs = nil // the tags of the record have the names of programs, and verifyTags checks them
	again, err := account.Restore(planned, rules, tags, nil)
	if err == nil {
		err = verifyTags(record.Tags, again.Record.Tags, rules.Seats())
	}
	if err != nil {
		return err
	}
	if game.Outcome != again.Outcome || record.Outcome != again.Outcome {
		return fmt.Errorf("outcome: %s with scores %v in the result, %s with %v in the record, %s with %v by the turns",
			game.Outcome.Reason, game.Outcome.Scores, record.Outcome.Reason, record.Outcome.Scores,
			again.Outcome.Reason, again.Outcome.Scores)
	}
	again.Record.Tags = record.Tags
	if d := tournament.FirstDifference(game, again); d != nil {
		return fmt.Errorf("%s: it is %s, by the plan and the rules it is %s", d.Place(), d.Stored, d.New)
	}
	return nil
}

// verifyTraining checks that the random turns are exactly the ones that the plan draws, and that visits are of legal
// steps. Only training games have random turns and visits.
func verifyTraining(planned tournament.Planned, h *engine.History, thoughts []tournament.Thought) error {
	if !planned.Visits && planned.Stray == 0 {
		unplanned := func(t tournament.Thought) bool { return t.Random || t.Visits != "" }
		if i := slices.IndexFunc(thoughts, unplanned); i >= 0 {
			return fmt.Errorf("thoughts: turn %d is random or has visits, planned was neither",
				len(planned.OpeningTurns)+i+1)
		}
		return nil
	}
	played, drawn := engine.NewHistory(h.Start()), engine.NewHistory(h.Start()) // the turns as played and as drawn
	strays := newStrays(planned.Stray)
	for i, text := range engine.Turns(h.Start(), h.Steps()) {
		if i < len(planned.OpeningTurns) {
			_ = played.PlayTurn(text) // the turn is legal, since h has played it
			continue
		}
		thought := thoughts[i-len(planned.OpeningTurns)]
		turnStart, before := len(played.Steps()), played.Position().Clone()
		drawn.CopyFrom(played)
		random, err := strays.next(drawn)
		if err = cmp.Or(err, played.PlayTurn(text)); err != nil {
			return err
		}
		steps := played.Steps()[turnStart:]
		if thought.Random != random || random && !slices.Equal(drawn.Steps()[turnStart:], steps) {
			return fmt.Errorf("turn %d is not random as planned", i+1)
		}
		if err := verifyVisits(before, steps, thought.Visits); err != nil {
			return fmt.Errorf("thoughts: turn %d: %w", i+1, err)
		}
	}
	return nil
}

// verifyVisits checks that a text is empty or has, for each step of a turn, visits of legal steps. It plays the steps
// in p.
func verifyVisits(p engine.Position, steps []engine.Step, text string) error {
	if text == "" {
		return nil
	}
	visits, err := tournament.ParseVisits(text)
	if err != nil {
		return err
	}
	if len(visits) != len(steps) {
		return fmt.Errorf("visits of %d steps for a turn of %d", len(visits), len(steps))
	}
	var legal []engine.Step
	illegal := func(v search.Visits) bool { return !slices.Contains(legal, v.Step) }
	for i, step := range steps {
		if legal = p.AppendSteps(legal[:0]); slices.ContainsFunc(visits[i], illegal) {
			return errors.New("visits of a step that is not legal")
		}
		p.Play(step)
	}
	return nil
}

// turnSeats returns the seats that played the turns of a history, including the opening.
func turnSeats(h *engine.History) []engine.Seat {
	var seats []engine.Seat
	p := h.Start().Clone()
	for i, step := range h.Steps() {
		if i == 0 || p.StartsTurn() { // the start may be within a turn
			seats = append(seats, p.Seat())
		}
		p.Play(step)
	}
	return seats
}

// Largest values of the fields of a [tournament.Thought].
const (
	mostNodes   = 1 << 53 // all readers of JSON represent whole numbers up to this one exactly
	mostDepth   = 1 << 20
	longestTurn = 10_000 * time.Hour
)

// clamped returns a thought whose nodes, depth and score are within their bounds.
func clamped(thought tournament.Thought) tournament.Thought {
	thought.Nodes = min(thought.Nodes, mostNodes)
	thought.Depth = max(0, min(thought.Depth, mostDepth))
	thought.Score = max(-search.WinScore, min(thought.Score, search.WinScore))
	return thought
}

// verifyThoughts checks that every turn after the opening has a thought whose values are within their bounds.
func (a Account) verifyThoughts(planned tournament.Planned, seats []engine.Seat) error {
	if len(a.Thoughts) != len(seats) {
		return fmt.Errorf("thoughts: there are %d for %d turns of the players", len(a.Thoughts), len(seats))
	}
	for i, thought := range a.Thoughts {
		timesFit := 0 <= thought.Time && thought.Time <= longestTurn &&
			-longestTurn <= thought.Left && thought.Left <= longestTurn
		if thought != clamped(thought) || !timesFit {
			return fmt.Errorf("thoughts: turn %d cannot have depth %d, %d nodes, score %d and %v with %v left",
				len(planned.OpeningTurns)+i+1, thought.Depth, thought.Nodes, thought.Score, thought.Time, thought.Left)
		}
	}
	return nil
}

const longestTag = 1000 // bytes in the value of a tag

// isPlain reports whether a text is one printable line that is not too long.
func isPlain(text string) bool { return len(text) <= longestTag && outside.Visible(text, "") == text }

// firstLine returns the first line of a text, without unprintable characters, cut to the given number of bytes.
func firstLine(text string, most int) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if text = outside.Visible(text, ""); len(text) > most {
		text = strings.ToValidUTF8(text[:most-len("...")], "") + "..."
	}
	return text
}

// factTag matches the names of tags that contain a fact about a player. They end with the number of the player's seat.
// It also matches names such as Player1, which are not facts; see isFact.
var factTag = regexp.MustCompile(`^[A-Za-z][0-9A-Za-z]*[1-9]$`)

// freeTags lists the tags whose values do not follow from the plan.
var freeTags = []string{"Run", "Program", "Worker", "Margin"}

// verifyTags checks the tags of a record. No name may occur twice, and the tags must be the planned tags, except that
// freeTags may differ and facts about players may be added.
func verifyTags(tags, planned []engine.Tag, seats int) error {
	values := map[string]string{}
	for _, tag := range tags {
		if _, twice := values[tag.Name]; twice {
			return fmt.Errorf("tags: %q is given twice", tag.Name)
		}
		if !isPlain(tag.Value) {
			return fmt.Errorf("tags: %.80q is not one line of at most %d printable bytes", tag.Name, longestTag)
		}
		values[tag.Name] = tag.Value
	}
	for _, name := range freeTags {
		delete(values, name)
	}
	for _, tag := range planned {
		if value, found := values[tag.Name]; !slices.Contains(freeTags, tag.Name) && (!found || value != tag.Value) {
			return fmt.Errorf("tags: %s is %q, planned was %q", tag.Name, value, tag.Value)
		}
		delete(values, tag.Name)
	}
	for name := range values {
		if !isFact(name, seats) {
			return fmt.Errorf("tags: no referee writes one of the name %.80q", name)
		}
	}
	return nil
}

// isFact reports whether a tag has the name of a fact about a player, in a game with the given number of seats.
func isFact(name string, seats int) bool {
	return factTag.MatchString(name) && name[len(name)-1] <= '0'+byte(seats) &&
		!slices.Contains([]string{"Seed", "Player", "Limits", "Clock"}, strings.TrimRight(name, "0123456789"))
}
