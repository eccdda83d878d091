package runner

import (
	"sync"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// playerPool keeps one worker's players between games.
type playerPool struct {
	rules     engine.Rules
	newPlayer guard.Factory
	players   map[chair]search.Player
	made      *sync.Map // by name, the players that any worker has made
}

// chair tells apart the players of one name in one game: one that meets itself is two players.
type chair struct {
	name string
	nth  int
}

// call finds the named players and makes those that are not there. It fails if one of them could never be made in this run; one that could be made
// before is absent, for its fault made it leave.
func (b *playerPool) call(names []string) ([]search.Player, error) {
	players := make([]search.Player, len(names))
	taken := map[string]int{}
	for i, name := range names {
		seat := chair{name, taken[name]}
		taken[name]++
		if b.players[seat] == nil {
			player, err := guard.Make(b.newPlayer, name, b.rules)
			if _, before := b.made.Load(name); err != nil && before {
				players[i] = referee.Absent{Cause: guard.Errorf(guard.Absent, "could not be made again: %w", err)}
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
func (b *playerPool) dismiss(names []string) {
	for _, name := range names {
		for nth := range names {
			b.leave(chair{name, nth})
		}
	}
}

// close ends all players.
func (b *playerPool) close() {
	for seat := range b.players {
		b.leave(seat)
	}
}

// leave ends and forgets a player.
func (b *playerPool) leave(seat chair) {
	guard.End(b.players[seat])
	delete(b.players, seat)
}
