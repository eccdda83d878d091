package tournament

import (
	"fmt"
	"io"
	"sync"

	"pillars/engine"
	"pillars/search"
)

// bench keeps one worker's players between games.
type bench struct {
	rules     engine.Rules
	newPlayer Factory
	players   map[chair]search.Player
	made      *sync.Map // by name, the players that any worker has made
}

// absent stands in for a player that could not be made again. It is at fault as soon as its game begins.
type absent struct {
	search.Player
	cause error
}

// chair tells apart the players of one name in one game: one that meets itself is two players.
type chair struct {
	name string
	nth  int
}

// call finds the named players and makes those that are not there. It fails if one of them could never be made in this run; one that could be made
// before is absent, for its fault made it leave.
func (b *bench) call(names []string) ([]search.Player, error) {
	players := make([]search.Player, len(names))
	taken := map[string]int{}
	for i, name := range names {
		seat := chair{name, taken[name]}
		taken[name]++
		if b.players[seat] == nil {
			player, err := makePlayer(b.newPlayer, name, b.rules)
			if _, before := b.made.Load(name); err != nil && before {
				players[i] = absent{cause: fmt.Errorf("could not be made again: %w", err)}
				continue
			}
			if err != nil {
				return nil, err
			}
			b.made.Store(name, true)
			b.players[seat] = player
		}
		players[i] = b.players[seat]
	}
	return players, nil
}

// dismiss forgets players whose state cannot be trusted after a fault.
func (b *bench) dismiss(names []string) {
	for _, name := range names {
		for nth := range names {
			b.leave(chair{name, nth})
		}
	}
}

// close ends all players.
func (b *bench) close() {
	for seat := range b.players {
		b.leave(seat)
	}
}

// leave ends and forgets a player.
func (b *bench) leave(seat chair) {
	endPlayer(b.players[seat])
	delete(b.players, seat)
}

// endPlayer ends a player that holds something, such as a process. What it says on leaving changes nothing: it has no game to lose.
func endPlayer(player search.Player) {
	if closer, ok := player.(io.Closer); ok {
		_ = guard(closer.Close)
	}
}

// makePlayer calls a factory that may panic.
func makePlayer(newPlayer Factory, name string, rules engine.Rules) (player search.Player, err error) {
	err = guard(func() error {
		var err error
		player, err = newPlayer(name, rules)
		return err
	})
	if err == nil && player == nil {
		err = fmt.Errorf("no player was made of %q", name)
	}
	return player, err
}
