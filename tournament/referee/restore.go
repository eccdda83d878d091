package referee

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// Account holds the players' part of a finished game: their turns, thoughts and faults. Everything else in a
// [tournament.Game] follows from the plan and the rules, so the receiver of an account computes it itself and need not
// trust the sender for it.
type Account struct {
	Identity    string               `json:"identity"`
	Turns       string               `json:"turns,omitempty"` // the turns after the opening, separated by blanks
	Thoughts    []tournament.Thought `json:"thoughts"`
	Fault       tournament.Fault     `json:"fault,omitzero"`
	Reason      string               `json:"reason,omitempty"` // the fault in words
	Adjudicated tournament.Verdict   `json:"adjudicated,omitempty"`
	Programs    []string             `json:"programs,omitempty"` // the names that programs gave themselves, by seat
}

// programTag is the name of the fact in which a player that runs as a program reports the program's own name; see
// [FactReporter].
const programTag = "Engine"

// AccountOf returns the account of a finished game.
func AccountOf(game tournament.Game) Account {
	record := game.Record
	a := Account{Identity: game.Identity, Turns: strings.Join(record.Turns[record.Opening:], " "),
		Thoughts: game.Thoughts, Fault: game.Fault, Adjudicated: game.Adjudicated}
	if game.Faulted() {
		a.Reason = string(game.Outcome.Reason)
	}
	for _, tag := range record.Tags {
		for seat := range engine.Seat(len(game.Players)) {
			if tag.Name == programTag+seat.String() {
				if a.Programs == nil {
					a.Programs = make([]string, len(game.Players))
				}
				a.Programs[seat] = tag.Value
			}
		}
	}
	return a
}

// Restore returns the complete game of an account, as a [Referee] would return it. The game's record has the given tags
// and the facts of the players, facts[seat]. Only the facts of programs come from the account. Restore returns an error
// if the account does not fit the plan or the rules.
func (a Account) Restore(
	planned tournament.Planned, rules engine.Rules, tags []engine.Tag, facts [][]engine.Tag,
) (game tournament.Game, err error) {
	if a.Identity != planned.Identity {
		return game, fmt.Errorf("it is game %.40q", a.Identity)
	}
	h, err := a.replay(planned, rules)
	if err != nil {
		return game, err
	}
	seats := turnSeats(h)[len(planned.OpeningTurns):]
	if err := a.verifyThoughts(planned, seats); err != nil { // the other checks need a thought for each turn
		return game, err
	}
	if err := cmp.Or(verifyTraining(planned, h, a.Thoughts), verifyClocks(planned, a.Thoughts, seats)); err != nil {
		return game, err
	}
	end, err := a.end(planned, h, seats)
	if err != nil {
		return game, err
	}
	if facts, err = a.withPrograms(facts, planned.Players); err != nil {
		return game, err
	}
	m := match{Referee: Referee{Rules: rules, Tags: tags}, history: h, thoughts: a.Thoughts}
	for seat, known := range facts {
		m.facts = append(m.facts, factTags(engine.Seat(seat), known)...)
	}
	return m.finishedGame(planned, end), nil
}

// replay plays the planned opening and the turns of the account. The turns must have the form in which records write
// turns.
func (a Account) replay(planned tournament.Planned, rules engine.Rules) (*engine.History, error) {
	h, err := openings.Play(rules, openings.Opening{Start: planned.Start, Turns: planned.OpeningTurns})
	if err != nil {
		return nil, err
	}
	turns := strings.Fields(a.Turns)
	for i, text := range turns {
		if err := h.PlayTurn(text); err != nil {
			return nil, fmt.Errorf("turn %d: %w", len(planned.OpeningTurns)+i+1, err)
		}
	}
	if texts := engine.Turns(h.Start(), h.Steps()); !slices.Equal(texts[len(planned.OpeningTurns):], turns) {
		return nil, errors.New("turns: a turn is written in another way than records write it")
	}
	return h, nil
}

// end returns how the game ends after the account's turns: by the rules, or else by an adjudication, or else by the
// account's fault. It returns an error if the account claims another end.
func (a Account) end(planned tournament.Planned, h *engine.History, seats []engine.Seat) (ending, error) {
	end, err := verdictAtEnd(planned, a.Thoughts, h, seats)
	switch {
	case err != nil:
		return end, err
	case h.Outcome().Over():
		end = ending{outcome: h.Outcome()}
	case !end.outcome.Over() && a.Adjudicated != tournament.Unjudged:
		return end, fmt.Errorf("outcome: the adjudication %.40q does not follow from what the players thought",
			a.Adjudicated)
	case !end.outcome.Over():
		return a.faultEnd(planned, h.Position())
	}
	if a.Fault != (tournament.Fault{}) || a.Adjudicated != end.verdict {
		return end, fmt.Errorf("outcome: after the last turn the game was to be %s, without a fault or another "+
			"adjudication", end.outcome.Reason)
	}
	return end, nil
}

// faultEnd returns the end by the account's fault, or an error if the fault cannot have ended the game at p.
func (a Account) faultEnd(planned tournament.Planned, p engine.Position) (ending, error) {
	seat, clocks := a.Fault.Seat, newClocks(planned, 0)
	byTime := func() bool { _, limited := clocks.allowed(seat); return limited }
	var err error
	switch {
	case a.Fault.Kind == guard.None:
		err = errors.New("outcome: the game goes on after the last turn, without a fault")
	case !isPlain(a.Reason):
		err = fmt.Errorf("fault: its reason is too long or cannot be shown: %.100q", a.Reason)
	case !strings.HasPrefix(a.Reason, faultReason(seat)):
		err = fmt.Errorf("outcome: the game goes on after the last turn; %.100q is no fault", a.Reason)
	case int(seat) >= p.Rules().Seats():
		err = fmt.Errorf("fault: there is no seat %d", seat)
	case !slices.Contains(guard.FaultKinds(), a.Fault.Kind):
		err = fmt.Errorf("fault: nobody knows the kind %.40q", a.Fault.Kind)
	case a.Fault.Kind == guard.OutOfTime && !byTime():
		err = fmt.Errorf("fault: player %s cannot have lost on time without a limit by time", seat)
	case len(a.Thoughts) > 0 && seat != p.Seat(): // without thoughts, any player may have failed to begin the game
		err = fmt.Errorf("outcome: a fault of player %s while it was for player %s to act", seat, p.Seat())
	}
	if err != nil {
		return ending{}, err
	}
	end := ending{outcome: placed(p, seat), fault: a.Fault}
	end.outcome.Reason = engine.Reason(a.Reason)
	return end, nil
}

// withPrograms returns the facts by seat, with the names that programs gave themselves according to the account.
func (a Account) withPrograms(facts [][]engine.Tag, players []string) ([][]engine.Tag, error) {
	if len(a.Programs) > len(players) {
		return nil, fmt.Errorf("programs: %d names for %d seats", len(a.Programs), len(players))
	}
	all := make([][]engine.Tag, len(players)) // facts may be shorter than players
	copy(all, facts)
	for seat, name := range a.Programs {
		spec, _ := search.ParseSpec(players[seat]) // even with an error, the spec has the player's kind
		switch {
		case name == "":
		case !spec.Program():
			return nil, fmt.Errorf("programs: %q is none", players[seat])
		case !isPlain(name):
			return nil, fmt.Errorf("programs: a name is too long or cannot be shown: %.100q", name)
		default:
			all[seat] = []engine.Tag{{Name: programTag, Value: name}}
		}
	}
	return all, nil
}
