package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// prepare fetches and reads the job of a run, checks that the worker can play it, and asks to be admitted.
func (e *engagement) prepare(ctx context.Context) error {
	a := e.announcement
	if a.Protocol != wire.Protocol {
		return fmt.Errorf("the coordinator speaks version %d, this worker version %d: use the same program on both",
			a.Protocol, wire.Protocol)
	}
	text, err := a.Inline, error(nil)
	if text == nil {
		text, err = e.fetch(ctx, a.Job)
	}
	if err == nil {
		err = work.Decode(text, &e.job)
	}
	if err != nil {
		return fmt.Errorf("its job cannot be read: %w", err)
	}
	spec, rules, err := e.job.Read()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(spec.Players, isProgram); i >= 0 && !e.worker.Programs {
		return programError(spec.Players[i])
	}
	if err := players.CheckMemory(e.worker.Slots, spec.Players...); err != nil {
		return err
	}
	e.table = work.Table{Spec: spec, Rules: rules, NewPlayer: e.worker.NewPlayer}
	if e.table.NewPlayer == nil {
		e.table.NewPlayer = players.Carried(e.find(ctx))
	}
	e.table.NewPlayer = e.worker.withoutPrograms(e.table.NewPlayer)
	return e.admission(ctx, "")
}

// withoutPrograms returns a factory that refuses to start programs unless the worker may start them. The check of the
// players in the run's spec is not enough, because units name players too.
func (w *Worker) withoutPrograms(factory guard.Factory) guard.Factory {
	return func(text string, rules engine.Rules) (search.Player, error) {
		if isProgram(text) && !w.Programs {
			return nil, programError(text)
		}
		return factory(text, rules)
	}
}

func isProgram(player string) bool {
	spec, _ := search.ParseSpec(player) // its kind is valid with any error
	return spec.Program()
}

func programError(player string) error {
	return fmt.Errorf("player %q is a program, and this worker starts none; allow it if you trust the run", player)
}

// find returns a function that takes the name of a file in a player's text and returns the path of the worker's copy.
// The function fetches the file from the coordinator if the worker has no intact copy.
func (e *engagement) find(ctx context.Context) func(name string) (path string, err error) {
	return func(name string) (string, error) {
		if e.worker.NewPlayer != nil {
			return name, nil // the caller's own factory gets file names as they are
		}
		hash, known := e.job.Files[name]
		if !known {
			return "", fmt.Errorf("%s is not a file of the run", name)
		}
		path := filepath.Join(e.worker.Folder, work.Name([]byte(hash))) // hash itself may be any text
		if data, err := outside.ReadFile(path, players.MaxWeights); err == nil && work.Name(data) == hash {
			return path, nil
		}
		data, err := e.fetch(ctx, hash)
		if err != nil {
			return "", fmt.Errorf("file %s: %w", name, err)
		}
		part, err := os.CreateTemp(e.worker.Folder, "part-")
		if err != nil {
			return "", err
		}
		_, err = part.Write(data)
		return path, errors.Join(err, part.Close(), os.Rename(part.Name(), path))
	}
}

// fetch returns the file with the given hash from the coordinator.
func (e *engagement) fetch(ctx context.Context, hash string) ([]byte, error) {
	var file []byte
	for {
		piece, err := e.piece(ctx, wire.Fetch{File: hash, Offset: len(file)})
		if err != nil {
			return nil, err
		}
		file = append(file, piece...)
		if len(piece) == wire.MaxPiece && len(file) <= players.MaxWeights {
			continue // only the last piece, which may be empty, is shorter
		}
		if work.Name(file) != hash {
			return nil, fmt.Errorf("the coordinator sent something else, %d bytes", len(file))
		}
		return file, nil
	}
}

// piece returns one piece of a file from the coordinator.
func (e *engagement) piece(ctx context.Context, want wire.Fetch) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, e.worker.Haste.Of(wire.AnswerWithin))
	defer cancel()
	return wire.Ask(ctx, e.worker.conn, e.worker.identity, e.announcement.Session, wire.ToFetch, want)
}

// admission signs the run's players and asks the coordinator to admit the worker, until the coordinator answers. If
// trouble is not empty, it only reports the trouble.
func (e *engagement) admission(ctx context.Context, trouble string) error {
	j := wire.Join{Program: runner.Program(), Machine: runner.Machine(), Slots: e.worker.Slots,
		Trouble: shown(trouble)}
	if trouble == "" {
		var err error
		j.Signatures, err = work.Signatures(ctx, maps.Keys(e.job.Signatures), e.table.Rules, e.signer(ctx))
		if err != nil {
			return err
		}
	}
	var answer wire.Answer
	for {
		err := e.ask(ctx, wire.ToJoin, j, &answer, wire.AnswerWithin)
		switch {
		case err == nil && answer.Refused != "" && trouble == "":
			return fmt.Errorf("refused: %s", answer.Refused)
		case err == nil || !wire.Transient(err):
			return err
		case e.silence() > e.worker.Haste.Of(wire.DeadAfter) || !wire.Pause(ctx, e.worker.Haste.Of(wire.AgainAfter)):
			return err
		}
	}
}

// signer returns a signer that reads the worker's copies of the players' files.
func (e *engagement) signer(ctx context.Context) work.Signer {
	return func(_ context.Context, player string, rules engine.Rules) (string, error) {
		located, err := players.Locate(player, e.find(ctx))
		if err != nil {
			return "", err
		}
		return e.worker.sign(ctx, located, rules)
	}
}
