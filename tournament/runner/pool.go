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
	players   map[numbered]search.Player
	made      *sync.Map // by name, the players that any worker has made
}

// numbered tells apart the players of one name in one game: one that meets itself is two players.
type numbered struct {
	name string
	nth  int
}

// call finds the named players and makes those that are not there. It fails if one of them could never be made in this
// run; one that could be made before is absent, for its fault made it leave.
func (p *playerPool) call(names []string) ([]search.Player, error) {
	players := make([]search.Player, len(names))
	taken := map[string]int{}
	for i, name := range names {
		seat := numbered{name, taken[name]}
		taken[name]++
		if p.players[seat] == nil {
			player, err := guard.Make(p.newPlayer, name, p.rules)
			if _, before := p.made.Load(name); err != nil && before {
				players[i] = referee.Absent{Cause: guard.Errorf(guard.Absent, "could not be made again: %w", err)}
				continue
			}
			if err != nil {
				return nil, err
			}
			p.made.Store(name, true)
			p.players[seat] = player
		}
		players[i] = p.players[seat]
	}
	return players, nil
}

// dismiss forgets players whose state cannot be trusted after a fault.
func (p *playerPool) dismiss(names []string) {
	for _, name := range names {
		for nth := range names {
			p.leave(numbered{name, nth})
		}
	}
}

func (p *playerPool) close() {
	for seat := range p.players {
		p.leave(seat)
	}
}

func (p *playerPool) leave(seat numbered) {
	guard.End(p.players[seat])
	delete(p.players, seat)
}
