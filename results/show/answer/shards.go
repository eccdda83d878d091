package answer

import (
	"fmt"

	"pillars/engine/parallel"
	"pillars/tournament"
)

// OfShard returns the answer a of one shard of a run. Unless the shard is the whole run, the answer is that the shards
// have to be joined first.
func (a Answer) OfShard(shard parallel.Shard) Answer {
	if shard.Whole() {
		return a
	}
	return Answer{Question: a.Question, Sentence: fmt.Sprintf("Not decided: this is shard %v only; join the shards "+
		"with pillars merge first.", shard)}
}

// ShardDone returns the sentence that a shard is complete. games is the number of its games in the database at path.
func ShardDone(shard parallel.Shard, games int, path string) string {
	return fmt.Sprintf("shard %v is complete: %s in %s; when the others are too, pillars merge joins them", shard,
		tournament.Counted(games, "game"), path)
}
