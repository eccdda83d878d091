package tournament

import (
	"fmt"

	"pillars/engine/parallel"
)

// NoShards is the error of what has no shards, since it depends on earlier results.
func NoShards(what string) error {
	return fmt.Errorf("%s earlier results, so there are no shards of it; several machines play it as workers: start "+
		"it with --listen, and pillars work on the others", what)
}

// CheckShard refuses shards of a run whose later games depend on earlier results.
func (s Spec) CheckShard() error {
	switch {
	case s.OnFault == FaultStops:
		return NoShards("when a run with --on-fault stop ends depends on")
	case s.Format == RoundRobin || s.Format == Gauntlet || s.Format == SelfPlay:
		return nil
	}
	return NoShards(fmt.Sprintf("the format %s pairs or stops by", s.Format))
}

// Part is the plan with the games from the openings of a shard alone, numbered anew.
func (p Plan) Part(shard parallel.Shard) Plan {
	if !shard.Whole() {
		p.shard = shard
		p.Total = p.Len()
	}
	return p
}
