package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"pillars/engine"
)

// ReadFile has a collector take all games of a file. Of a file that is cut off it takes all there are, with a [TornError].
func ReadFile(ctx context.Context, path string, collector interface {
	Read(context.Context, *Reader) error
}) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := NewReader(file)
	if err != nil {
		return err
	}
	return collector.Read(ctx, reader)
}

// eachGame gives take all games that are left in a file, which must be of exactly the wanted rules. A file that is cut off gives all it has, and a
// [TornError].
func (r *Reader) eachGame(ctx context.Context, wanted engine.Rules, take func(Header, Game) error) error {
	rules, err := r.Header.Rules(wanted.Game())
	if err != nil {
		return err
	}
	if want, has := wanted.Settings().String(), rules.Settings().String(); want != has {
		return fmt.Errorf("its games are of other options (%s) than those wanted (%s)", has, want)
	}
	for ctx.Err() == nil {
		game, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := take(r.Header, game); err != nil {
			return err
		}
	}
	return ctx.Err()
}
