package stored

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"pillars/cmd/pillars/cli"
	"pillars/results/store"
	"pillars/tournament/runner"
)

// verification checks games of a run and tells what it finds as it finds it.
type verification struct {
	*verifier
	db        *store.Store
	stored    []string // identities
	workers   int
	decisions bool
	json      bool

	out      io.Writer
	messages io.Writer
	telling  sync.Mutex
	answer   verificationAnswer
}

// newVerification plans the run and lists its games.
func newVerification(cmd *cobra.Command, db *store.Store, run store.Run) (*verification, error) {
	verifier, err := newVerifier(run)
	if err == nil {
		err = verifier.learn(cmd.Context(), db)
	}
	if err != nil {
		return nil, err
	}
	stored, err := db.Identities(cmd.Context(), run.ID)
	if err != nil {
		return nil, err
	}
	v := &verification{verifier: verifier, db: db, stored: stored, workers: 1, out: cmd.OutOrStdout(), messages: cmd.ErrOrStderr()}
	v.answer = verificationAnswer{
		Type: "verification", Run: run.ID, Stored: len(stored), Missing: v.missing(stored), Program: run.Program,
		SameProgram: run.Program == runner.Program(),
	}
	return v, nil
}

// runGame verifies the game of that identity.
func (v *verification) runGame(ctx context.Context, identity string) error {
	if !slices.Contains(v.stored, identity) {
		return cli.Usagef("game %s/%s: %w; pillars games list %s lists the games", v.run.ID, identity, store.ErrNotFound, v.run.ID)
	}
	return v.runGames(ctx, []string{identity})
}

// runGames verifies games, as thoroughly as is asked for, and says what it came to.
func (v *verification) runGames(ctx context.Context, identities []string) error {
	ctx, release := cli.Interruptible(ctx)
	defer release()
	if v.decisions {
		if err := v.refuseClocks(identities); err != nil {
			return err
		}
	}
	if now := runner.Program(); v.run.Program != now && v.decisions {
		fmt.Fprintf(v.messages, "note: run %s was begun by another program (%s) than this one (%s); "+
			"players may have changed since\n", v.run.ID, v.run.Program, now)
	}
	err := v.checkGames(ctx, identities)
	if err == nil && v.decisions {
		err = v.decideGames(ctx, identities)
	}
	if ctx.Err() != nil {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted: "+v.soFar()))
	}
	if err != nil {
		return err
	}
	return v.conclude()
}

// checkGames checks games against rules and plan, several at once.
func (v *verification) checkGames(ctx context.Context, identities []string) error {
	status := cli.NewStatusLine(v.messages)
	defer status.Clear()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(v.workers)
	for _, identity := range identities {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			game, err := v.db.Game(ctx, v.run.ID, identity)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = v.Check(game.Game)
			}
			v.count(identity, err, status)
			status.Update(func() string { return fmt.Sprintf("%s of %d", v.soFar(), len(identities)) })
			return nil
		})
	}
	return group.Wait()
}

// count counts a game that was checked and tells what is wrong with it.
func (v *verification) count(identity string, err error, status *cli.StatusLine) {
	v.telling.Lock()
	defer v.telling.Unlock()
	v.answer.Checked++
	if err == nil {
		return
	}
	v.answer.Wrong++
	status.Clear()
	if v.json {
		_ = cli.PrintJSON(v.out, wrongAnswer{"wrong", v.run.ID, identity, err.Error()}) // a failed write shows at the end
		return
	}
	fmt.Fprintf(v.out, "game %s/%s: %v\n", v.run.ID, identity, err)
}

// soFar says how far the verification has come.
func (v *verification) soFar() string {
	v.telling.Lock()
	defer v.telling.Unlock()
	parts := []string{fmt.Sprintf("%s checked, %d wrong", cli.Counted(v.answer.Checked, "game"), v.answer.Wrong)}
	if v.decisions {
		parts = append(parts, fmt.Sprintf("%s decided again, %d differently", cli.Counted(v.answer.Decided, "game"), v.answer.Different))
	}
	return strings.Join(parts, "; ")
}
