// Package tournament plans tournaments. A [Spec] says what to play, and [NewPlan] turns it into a list of [Planned]
// games, each with its own name and seeds. The same spec gives the same list everywhere, and no result changes it.
// Package openings chooses how games begin, referee plays one game, and runner plays many games at once.
//
// Games for two, three and four players are planned alike: every group of as many players as there are seats plays
// every opening in several orders of seats, so that all players have all seats equally often ([Seatings]).
//
// A game's name consists of its players, opening and order of seats. A run that was stopped continues with the games
// whose names it does not have yet. With limits on nodes or depth the games are the same for any number of workers.
package tournament

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// MaxRounds is the most rounds that a Spec may ask for.
const MaxRounds = 1_000_000

// A Spec determines which games are played and how. Two runs whose specs differ only in Rounds are the same run; the
// run with more rounds extends the other. The number of workers is not part of a Spec, because it only changes the
// speed.
type Spec struct {
	Game         string          // name of the game, see [engine.Game.Name]
	Options      engine.Settings // rule options; [Spec.Settle] fills in those left out
	Players      []string        // different player texts; the format decides how many it needs
	Format       Format          // which players meet, and in which seats
	Rounds       int             // the number of openings that each group of players plays
	Openings     openings.Source // what the games begin with
	Seed         uint64          // all randomness derives from it
	Limits       search.Limits   // limits of every player, in addition to the limits in its text
	Clock        TimeControl     // clock of every player that has none in Own
	Own          []Control       // further limits and clocks, by player; empty if no player has its own
	Margin       time.Duration   // how far a player may exceed its time limit or clock without losing
	Adjudication Adjudication    // when games are ended before the rules end them
	OnFault      FaultRule       // how games that end by a player's fault count
}

// Settle checks the spec and returns it in canonical form: with every rule option, and with the full name of every
// player, as [search.Player].Name returns it.
func (s Spec) Settle(game engine.Game, newPlayer guard.Factory) (Spec, error) {
	if err := s.check(); err != nil {
		return s, err
	}
	if game.Name() != s.Game {
		return s, fmt.Errorf("the tournament plays %q, not %q", s.Game, game.Name())
	}
	rules, err := game.New(s.Options)
	if err != nil {
		return s, err
	}
	if err := cmp.Or(s.settleFormat(rules.Seats()), s.Adjudication.checkSeats(rules.Seats())); err != nil {
		return s, err
	}
	s.Options = rules.Settings()
	if !s.Timed() {
		s.Margin = 0 // without time limits a margin has no effect, so it must not change the name of the run
	}
	s.Players, err = fullNames(s.Players, rules, newPlayer)
	return s, err
}

// check returns an error if a field is out of its range. It does not check the players, the format or the rules.
func (s Spec) check() error {
	switch {
	case len(s.Players) == 0:
		return errors.New("no player is given; name one")
	case len(s.Players) < 2 && !s.Format.Mirrored():
		return fmt.Errorf("one player is given, %q; a tournament needs at least 2, with blanks between them",
			s.Players[0])
	case s.Rounds < 1 || s.Rounds > MaxRounds:
		return fmt.Errorf("rounds %d: must be from 1 to %d", s.Rounds, MaxRounds)
	case s.Margin < 0 || s.Margin > maxTime:
		return fmt.Errorf("time margin %v: must be from 0 to %v", s.Margin, maxTime)
	case len(s.Own) != 0 && len(s.Own) != len(s.Players):
		return fmt.Errorf("%d players have %d controls of their own; give one to each or none at all",
			len(s.Players), len(s.Own))
	}
	if err := (Control{s.Limits, s.Clock}).check(); err != nil {
		return err
	}
	for i, own := range s.Own {
		if err := own.check(); err != nil {
			return fmt.Errorf("player %d: %w", i+1, err)
		}
	}
	return errors.Join(s.Openings.Check(), s.Adjudication.check(), s.OnFault.check())
}

// ErrSamePlayer is wrapped by the error for a spec that names the same player twice.
var ErrSamePlayer = errors.New("leave one out")

// fullNames returns the full names of players, given their texts. It makes every player once to find its name.
func fullNames(texts []string, rules engine.Rules, newPlayer guard.Factory) ([]string, error) {
	names := make([]string, len(texts))
	var errs []error
	seen := map[string]string{}
	for i, text := range texts {
		player, err := guard.Make(newPlayer, strings.TrimSpace(text), rules)
		if err != nil {
			errs = append(errs, fmt.Errorf("player %d: %w", i+1, err))
			continue
		}
		names[i] = player.Name()
		if outside.Visible(names[i], "") != names[i] {
			errs = append(errs, fmt.Errorf("player %d: %q has control characters; leave them out", i+1, text))
		}
		if earlier, twice := seen[names[i]]; twice {
			errs = append(errs, fmt.Errorf("player %d: %q is the same player as %q; %w", i+1, text, earlier,
				ErrSamePlayer))
		}
		seen[names[i]] = text
	}
	return names, errors.Join(errs...)
}

// FaultRule says how games that end by a player's fault count.
type FaultRule string

const (
	FaultLoses FaultRule = ""     // the game is lost by the player at fault
	FaultVoid  FaultRule = "void" // the game counts for nobody
)

// ParseFaultRule returns the rule named "loss" or "void".
func ParseFaultRule(text string) (FaultRule, error) {
	if text == "loss" {
		return FaultLoses, nil
	}
	rule := FaultRule(cmp.Or(text, "none")) // an empty text must fail the check, although FaultLoses is empty
	return rule, rule.check()
}

// String returns the rule's name.
func (r FaultRule) String() string { return cmp.Or(string(r), "loss") }

// Voids reports whether a game counts for nobody because a player's fault ended it.
func (r FaultRule) Voids(game Result) bool { return r == FaultVoid && game.Faulted() }

func (r FaultRule) check() error {
	if r != FaultLoses && r != FaultVoid {
		return fmt.Errorf("fault rule %q: must be loss or void", string(r))
	}
	return nil
}

// specText is a Spec as it is read and written in JSON. The hash that names a run covers the names and the order of
// these fields, so changing either changes the hash of every run.
type specText struct {
	Game         string   `json:"game"`
	Options      []string `json:"options"`
	Players      []string `json:"players"`
	Format       Format   `json:"format,omitzero"`
	Rounds       int      `json:"rounds,omitempty"`
	OpeningTurns int      `json:"opening_turns"` // Source.Turns, which the JSON of Source leaves out
	Seed         uint64   `json:"seed,string"`   // a text, since many readers of JSON round numbers beyond 2^53
	controlText
	Own          []controlText `json:"own,omitempty"`
	Margin       duration      `json:"margin,omitzero"`
	Adjudication Adjudication  `json:"adjudication,omitzero"`
	OnFault      FaultRule     `json:"on_fault,omitempty"`
	openings.Source
}

type controlText struct {
	Nodes     uint64   `json:"nodes,omitempty"`
	Depth     int      `json:"depth,omitempty"`
	Time      duration `json:"time,omitzero"`
	Clock     duration `json:"clock,omitzero"`
	Increment duration `json:"increment,omitzero"`
	Session   int      `json:"session,omitempty"` // TimeControl.Turns
}

type duration struct{ time.Duration }

// MarshalText returns a text such as 1m30s.
func (d duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a text such as 1m30s.
func (d *duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

func (c Control) text() controlText {
	return controlText{
		c.Limits.Nodes, c.Limits.Depth, duration{c.Limits.Time}, duration{c.Clock.Base}, duration{c.Clock.Increment},
		c.Clock.Turns,
	}
}

func (t controlText) control() Control {
	return Control{
		Limits: search.Limits{Nodes: t.Nodes, Depth: t.Depth, Time: t.Time.Duration},
		Clock:  TimeControl{t.Clock.Duration, t.Increment.Duration, t.Session},
	}
}

// String returns the spec as one line of JSON. Equal specs have the same text. [ParseSpec] reads it back.
func (s Spec) String() string {
	text := specText{
		Game: s.Game, Options: append([]string{}, s.Options.Texts()...), Players: s.Players, Format: s.Format,
		Rounds: s.Rounds, Seed: s.Seed,
		controlText: Control{s.Limits, s.Clock}.text(), Margin: duration{s.Margin}, Adjudication: s.Adjudication,
		OnFault: s.OnFault, OpeningTurns: s.Openings.Turns, Source: s.Openings,
	}
	for _, own := range s.Own {
		text.Own = append(text.Own, own.text())
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err.Error() // never happens, because strings and numbers can always be encoded
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Hash returns the name of the spec's run: the first 12 hexadecimal digits of the SHA-256 of the spec's text. The
// number of rounds is left out, so that a run keeps its name when it is extended. The spec must be settled.
func (s Spec) Hash() string {
	s.Rounds = 0
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:6])
}

// ParseSpec reads the output of [Spec.String]. Unknown fields and formats are errors.
func ParseSpec(text string) (Spec, error) {
	var t specText
	err := outside.JSON([]byte(text), &t)
	options, errOptions := engine.ParseSettings(t.Options)
	if err := cmp.Or(err, errOptions); err != nil {
		return Spec{}, fmt.Errorf("tournament spec: %w", err)
	}
	t.Source.Turns = t.OpeningTurns
	control := t.control()
	spec := Spec{
		Game: t.Game, Options: options, Players: t.Players, Format: t.Format,
		Rounds: t.Rounds, Seed: t.Seed, Limits: control.Limits, Clock: control.Clock,
		Openings: t.Source, Margin: t.Margin.Duration, Adjudication: t.Adjudication, OnFault: t.OnFault,
	}
	for _, own := range t.Own {
		spec.Own = append(spec.Own, own.control())
	}
	if err := spec.check(); err != nil {
		return spec, fmt.Errorf("tournament spec: %w", err)
	}
	return spec, nil
}

// ControlOf returns the control of a player, given by its number from 0. Of the common limits and the player's own, the
// tighter ones apply. The player's own clock, if there is one, replaces the common clock.
func (s Spec) ControlOf(player int) Control {
	if len(s.Own) == 0 {
		return Control{s.Limits, s.Clock}
	}
	own := s.Own[player]
	return Control{s.Limits.Tightest(own.Limits), cmp.Or(own.Clock, s.Clock)}
}

// Timed reports whether any player can lose on time.
func (s Spec) Timed() bool {
	for player := range s.Players {
		if control := s.ControlOf(player); control.Limits.Time > 0 || control.Clock.Runs() {
			return true
		}
	}
	return false
}

// Overload returns a warning for people if players think by time and the given number of games at once has more threads
// than there are processors. It returns "" otherwise.
func (s Spec) Overload(games, processors int) string {
	threads, byTime := 1, s.Timed()
	for _, player := range s.Players {
		parsed, _ := search.ParseSpec(player) // even with an error, Threads is 1 or more
		threads, byTime = max(threads, parsed.Threads), byTime || parsed.Limits.Time > 0
	}
	if !byTime || games*threads <= processors {
		return ""
	}
	what := Counted(games, "game") + " at once"
	if threads > 1 {
		what += fmt.Sprintf(" with %d threads each", threads)
	}
	remedy := fmt.Sprintf("; give --workers %d", max(1, processors/threads))
	if threads > processors {
		remedy += fmt.Sprintf(" and threads=%d", processors)
	}
	return fmt.Sprintf("note: %s on %s: players that think by time wait for each other, play worse and may lose on "+
		"time%s", what, Counted(processors, "processor"), remedy)
}

// Repeatable reports whether the same games are played every time: no player thinks by the clock, runs as a program or
// makes decisions that may vary.
func (s Spec) Repeatable() bool {
	return !s.Timed() && !slices.ContainsFunc(s.Players, func(player string) bool {
		parsed, err := search.ParseSpec(player)
		return err == nil && parsed.Varies() != ""
	})
}

// OpeningsText describes, for people, how games begin.
func OpeningsText(o openings.Source) string {
	switch o.Kind {
	case openings.FromBook:
		return fmt.Sprintf("%s of %s", Counted(len(o.Lines), "line"), o.Book)
	case openings.None:
		return "from the start"
	case openings.SetUps:
		return "random set-up"
	case openings.Varied:
		text := fmt.Sprintf("random set-up and %d to %s", o.Least, Counted(o.Turns, "turn"))
		if o.OwnSetUp > 0 {
			// In the share OwnSetUp of the games, the random turns begin with the set-up. In the others they follow a
			// random set-up.
			text += fmt.Sprintf(" (%g %% of the games: these turns from the start)", 100*o.OwnSetUp)
		}
		return text
	case openings.All:
		return fmt.Sprintf("all of %s, up to symmetry", Counted(o.Turns, "turn"))
	}
	return "random set-up and " + Counted(o.Turns, "turn")
}

// clause is a part of a text that [joined] adds only if applies is true.
type clause struct {
	applies bool
	text    string
}

func joined(separator string, clauses ...clause) string {
	var texts []string
	for _, c := range clauses {
		if c.applies {
			texts = append(texts, c.text)
		}
	}
	return strings.Join(texts, separator)
}

// LimitsText describes, for people, the limits of all players and the further limits of single players.
func LimitsText(spec Spec) string {
	f, common := spec.Format, ControlText(Control{spec.Limits, spec.Clock}, spec.Margin)
	text := joined("", clause{common == "", "no common limit"}, clause{common != "", "limits for all: " + common},
		clause{f.Spread > 1, fmt.Sprintf(", each drawn between 1/%g and %[1]g times that", f.Spread)},
		clause{f.Stray > 0, fmt.Sprintf(", random turns in %g %% of the games", 100*f.Stray)})
	for i, own := range spec.Own {
		if own != (Control{}) {
			text += fmt.Sprintf("; for %s: %s", spec.Players[i], ControlText(own, spec.Margin))
		}
	}
	return text
}

// EndsText describes, for people, how games can end other than by the rules. Each part begins with a semicolon.
func EndsText(spec Spec) string {
	a := spec.Adjudication
	return joined("",
		clause{a.Proven, "; proven results end games"},
		clause{a.AgreeTurns > 0, fmt.Sprintf("; agreement by %v for %s ends games", a.AgreeScore,
			Counted(a.AgreeTurns, "turn"))},
		clause{a.LongestGame > 0, fmt.Sprintf("; drawn after %s", Counted(a.LongestGame, "turn"))},
		clause{spec.OnFault != FaultLoses, "; faults: " + spec.OnFault.String()})
}

// ConditionsText describes, for people who cite results, the conditions of the games: openings, seed, limits and ends.
func ConditionsText(spec Spec) string {
	return fmt.Sprintf("%s, seed %d; %s%s", OpeningsText(spec.Openings), spec.Seed, LimitsText(spec), EndsText(spec))
}

// Counted returns a number with its noun, to which it adds an s unless the number is 1: "1 game", "2 games".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
