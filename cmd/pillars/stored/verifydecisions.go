package stored

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// changeableKeys are keys in a player's own text by which it decides otherwise every time: limits by time, and several threads.
var changeableKeys = []string{":time=", ",time=", ":threads=", ",threads="}

// refuseClocks refuses games that were played with limits by time: their decisions hang on the machine.
func (v *verification) refuseClocks(identities []string) error {
	const advice = "players decide otherwise every time; leave --decisions out to check rules and plan only"
	for _, identity := range identities {
		planned := v.planned[identity]
		for seat, control := range planned.Controls {
			if control.Limits.Time > 0 || control.Clock.Runs() {
				return cli.Usagef("--decisions: game %s/%s was played with limits by time (player %s: %s): %s",
					v.run.ID, identity, engine.Seat(seat), planned.Players[seat], advice)
			}
		}
		for _, player := range planned.Players {
			if slices.ContainsFunc(changeableKeys, func(key string) bool { return strings.Contains(player, key) }) {
				return cli.Usagef("--decisions: player %s has a limit by time or several threads: %s", player, advice)
			}
		}
	}
	return nil
}

// decideGames has the players play the games again, and compares each with what is stored.
func (v *verification) decideGames(ctx context.Context, identities []string) error {
	status := cli.NewStatusLine(v.messages)
	defer status.Clear()
	runner := runner.Runner{
		Plan: v.part(identities), NewPlayer: players.StoredRecorded, Workers: v.workers,
		Sink: func(again tournament.Game) error {
			stored, err := v.db.Game(ctx, v.run.ID, again.Identity)
			if err != nil {
				return err
			}
			v.answer.Decided++
			if found, differs := firstDifference(stored.Game, again); differs {
				v.answer.Different++
				status.Clear()
				return v.tell(again.Identity, found)
			}
			return nil
		},
		Report: func(p runner.Progress) {
			status.Update(func() string {
				return fmt.Sprintf("%d/%d games decided again, %d differently", p.Done, p.Total, v.answer.Different)
			})
		},
	}
	_, err := runner.Run(ctx)
	return err
}

// part is a plan of just these games, without those that the run has not planned. It is a plain one, in which no game hangs on the result of
// another.
func (v *verification) part(identities []string) tournament.Plan {
	part := v.plan
	part.Spec.Format, part.Spec.OnFault = tournament.RoundRobin, tournament.FaultLoses
	part.Games = nil
	for _, identity := range identities {
		if planned, ok := v.planned[identity]; ok {
			part.Games = append(part.Games, planned)
		}
	}
	part.Total = len(part.Games)
	return part
}

// tell prints a difference.
func (v *verification) tell(identity string, d difference) error {
	if v.json {
		return cli.PrintJSON(v.out, differenceAnswer{"difference", v.run.ID, identity, d})
	}
	_, err := fmt.Fprintf(v.out, "game %s/%s: %s\n", v.run.ID, identity, d)
	return err
}
