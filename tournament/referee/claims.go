package referee

import (
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

// Largest values of a [tournament.Thought].
const (
	mostNodes   = 1 << 53 // up to here, all readers of JSON represent whole numbers exactly
	mostDepth   = 1 << 20
	longestTurn = 10_000 * time.Hour
)

// bounded returns the thought with nodes, depth and score cut to their largest values.
func bounded(thought tournament.Thought) tournament.Thought {
	thought.Nodes = min(thought.Nodes, mostNodes)
	thought.Depth = max(0, min(thought.Depth, mostDepth))
	thought.Score = max(-search.WinScore, min(thought.Score, search.WinScore))
	return thought
}

// verifyThoughts checks that every turn after the opening has a thought, and that all values of thoughts are within
// their bounds.
func verifyThoughts(game tournament.Game, seats []engine.Seat) error {
	if len(game.Thoughts) != len(seats) {
		return fmt.Errorf("thoughts: there are %d for %d turns of the players", len(game.Thoughts), len(seats))
	}
	for i, thought := range game.Thoughts {
		timesFit := 0 <= thought.Time && thought.Time <= longestTurn &&
			-longestTurn <= thought.Left && thought.Left <= longestTurn
		if thought != bounded(thought) || !timesFit {
			return fmt.Errorf("thoughts: turn %d cannot have depth %d, %d nodes, score %d and %v with %v left",
				game.Record.Opening+i+1, thought.Depth, thought.Nodes, thought.Score, thought.Time, thought.Left)
		}
	}
	return nil
}

const longestTag = 1000 // bytes in the value of a tag

// plain reports whether a text is one printable line that is not too long.
func plain(text string) bool { return len(text) <= longestTag && outside.Visible(text, "") == text }

// line returns the first line of a text without characters that cannot be printed. If the line is longer than most
// bytes, line cuts it to this length.
func line(text string, most int) string {
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

// verifyTags checks that all tags are of kinds that a [Referee] writes, each at most once, and that seeds, limits and
// other values that follow from the plan are the planned ones.
func verifyTags(planned tournament.Planned, tags []engine.Tag) error {
	values := map[string]string{}
	for _, tag := range tags {
		if _, twice := values[tag.Name]; twice {
			return fmt.Errorf("tags: %q is given twice", tag.Name)
		}
		if !plain(tag.Value) {
			return fmt.Errorf("tags: %.80q is not one line of at most %d printable bytes", tag.Name, longestTag)
		}
		values[tag.Name] = tag.Value
	}
	for seat, seed := range planned.Seeds {
		if want := seedTag(seat, seed); values[want.Name] != want.Value {
			return fmt.Errorf("seeds: the record has no tag %s %s", want.Name, want.Value)
		}
		delete(values, seedTag(seat, seed).Name)
	}
	if err := verifyLimits(planned, values); err != nil {
		return err
	}
	want := map[string]string{"Round": planned.Identity}
	if planned.Spread > 1 {
		want["Spread"] = fmt.Sprint(planned.Spread)
	}
	for name, value := range values {
		if wanted, ok := want[name]; ok && value != wanted {
			return fmt.Errorf("tags: %s is %q, planned was %s", name, value, wanted)
		} else if !ok && !slices.Contains(freeTags, name) && !isFact(name, len(planned.Players)) {
			return fmt.Errorf("tags: no referee writes one of the name %.80q", name)
		}
	}
	return nil
}

// isFact reports whether a tag of this name contains a fact about a player, in a game of the given number of seats.
func isFact(name string, seats int) bool {
	return factTag.MatchString(name) && name[len(name)-1] <= '0'+byte(seats) &&
		!slices.Contains([]string{"Seed", "Player"}, strings.TrimRight(name, "0123456789"))
}

// verifyLimits checks that the tags of limits and clocks, in values by name, agree with the plan, and removes them from
// values. A tag for one seat takes precedence over the tag for all seats; without either, the seat has no limit.
func verifyLimits(planned tournament.Planned, values map[string]string) error {
	names := []string{"Limits", "Clock"}
	for i := range planned.Players {
		seat, control := engine.Seat(i).String(), tournament.Control{}
		if planned.Controls != nil {
			control = planned.Controls[i]
		}
		for k, want := range []string{tournament.ControlKeys(control.Limits), control.Clock.String()} {
			said, hasOwn := values[names[k]+seat]
			if !hasOwn {
				said = values[names[k]]
			}
			if said == "" && names[k] == "Limits" { // the text of no limits is "none", of no clock ""
				said = tournament.ControlKeys(search.Limits{})
			}
			if said != want {
				return fmt.Errorf("tags: the %s of player %s are %q, planned were %q", strings.ToLower(names[k]), seat,
					said, want)
			}
			delete(values, names[k]+seat)
		}
	}
	for _, name := range names {
		delete(values, name)
	}
	return nil
}
