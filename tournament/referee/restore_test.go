package referee_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// program returns a game of two programs, of which the first gives itself a name, with its plan and rules.
func program(t *testing.T) (tournament.Planned, tournament.Game, engine.Rules) {
	t.Helper()
	planned, game, rules := honest(t)
	planned.Players[0] = "ugi:engine"
	game.Record.Tags = slices.DeleteFunc(game.Record.Tags, func(tag engine.Tag) bool {
		return tag.Name == "Worker" || tag.Name == "Weights2"
	})
	setTag(&game.Record, "Engine1", "Engine X 1.0")
	game.Players, game.Record.Players = planned.Players, planned.Players
	return planned, game, rules
}

// TestAccountsAreRestored checks that the account of a game gives the game back, with the name of a program or a fault.
func TestAccountsAreRestored(t *testing.T) {
	planned, named, rules := program(t)
	tags := append(limitTags(planned.Controls), engine.Tag{Name: "Program", Value: "pillars"})
	fails := &scripted{flaw: func(int) (search.Decision, error) { return search.Decision{}, errors.New("no idea") }}
	m := match(0, planned.Controls, &scripted{}, fails)
	faulted := m.play(t)
	for _, c := range []struct {
		planned tournament.Planned
		game    tournament.Game
		rules   engine.Rules
		tags    []engine.Tag
	}{{planned, named, rules, tags}, {m.planned, faulted, pileRules(t, faulted), limitTags(planned.Controls)}} {
		restored, err := referee.AccountOf(c.game).Restore(c.planned, c.rules, c.tags, nil)
		require.NoError(t, err)
		c.game.Trouble = nil // is not sent
		if !reflect.DeepEqual(restored, c.game) {
			t.Errorf("restored is\n%+v\nplayed was\n%+v", restored, c.game)
		}
	}
}

// TestFalseAccountsAreRefused changes the account of a game, or cuts it off after two turns to claim a fault there.
func TestFalseAccountsAreRefused(t *testing.T) {
	cut := func(fault tournament.Fault, reason string) func(*referee.Account) {
		return func(a *referee.Account) {
			a.Turns, a.Thoughts = strings.Join(strings.Fields(a.Turns)[:2], " "), a.Thoughts[:2]
			a.Fault, a.Reason = fault, reason
		}
	}
	programs := func(names ...string) func(*referee.Account) {
		return func(a *referee.Account) { a.Programs = names }
	}
	second := tournament.Fault{Kind: guard.NoStep, Seat: 1}
	for name, c := range map[string]struct {
		change func(*referee.Account)
		says   string
	}{
		"nothing":         {func(*referee.Account) {}, ""},
		"another game":    {func(a *referee.Account) { a.Identity = "1v2/1/2" }, `it is game "1v2/1/2"`},
		"an illegal turn": {func(a *referee.Account) { a.Turns = "take1 take9" }, "turn 3: "},
		"a turn more":     {func(a *referee.Account) { a.Turns += " take1" }, "turn 9: "},
		"no thoughts":     {func(a *referee.Account) { a.Thoughts = nil }, "thoughts: there are 0 for 7 turns"},
		"a true fault":    {cut(second, "fault: player 2 returned no step"), ""},
		"no seat": {cut(tournament.Fault{Kind: guard.NoStep, Seat: 2}, "fault: player 3 returned no step"),
			"fault: there is no seat 2"},
		"a line more":       {cut(second, "fault: player 2\nfell"), "fault: its reason"},
		"a long reason":     {cut(second, strings.Repeat("x", 1001)), "fault: its reason"},
		"no end":            {cut(tournament.Fault{}, ""), "outcome: "},
		"no names":          {programs(), ""},
		"a long name":       {programs(strings.Repeat("x", 1001)), "programs: a name is too long or cannot be shown"},
		"a hidden name":     {programs("\x1b[2J"), "programs: a name is too long or cannot be shown"},
		"a name as long":    {programs(strings.Repeat("x", 1000)), ""},
		"no program":        {programs("", "x"), `programs: "two" is none`},
		"too many":          {programs("x", "", ""), "programs: 3 names for 2 seats"},
		"an adjudication":   {func(a *referee.Account) { a.Adjudicated = "length" }, "outcome: "},
		"a fault at an end": {func(a *referee.Account) { a.Fault = second }, "outcome: "},
	} {
		planned, game, rules := program(t)
		account := referee.AccountOf(game)
		c.change(&account)
		_, err := account.Restore(planned, rules, limitTags(planned.Controls), nil)
		if (err == nil) != (c.says == "") || err != nil && !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that begins with %q", name, err, c.says)
		}
	}
}
