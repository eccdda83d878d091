package enginetest

import "context"

// Ending is a context that ends when it has been asked for its error so many times: work is interrupted in the middle,
// and always at the same place.
func Ending(ctx context.Context, asks int) context.Context { return &ending{ctx, asks} }

type ending struct {
	context.Context
	asks int
}

func (e *ending) Err() error {
	if e.asks--; e.asks < 0 {
		return context.Canceled
	}
	return nil
}
