package store

import (
	"context"
	"database/sql"
	"encoding/json"
)

// Group is a number of openings from which games had equal results.
type Group struct {
	Games []GroupGame // all from one of the openings, in no order; a game by itself is alone
	Count int         // of openings
}

// GroupGame is a game of each opening of a group.
type GroupGame struct {
	Players []string  // by seat
	Scores  []float64 // by seat
	Turns   int       // of these games of all the openings together
}

// Counting says which games of a run count.
type Counting uint8

const (
	// EveryGame counts.
	EveryGame Counting = iota
	// SoundGames are those that no player's fault ended.
	SoundGames
)

// Groups counts the openings of a run by the players and scores of all games from them, without reading their moves. The groups come in no order.
//
// The games go by once, inside SQLite, through the aggregate function pillars_groups: a million of them take about a second of CPU time, where a row
// at a time through database/sql takes seven.
func (s *Store) Groups(ctx context.Context, run string, counting Counting) ([]Group, error) {
	connection, err := s.read.Conn(ctx)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer connection.Close() // it was only read from
	// Most of the time would go into copying pages, which hold the moves too.
	if _, err := connection.ExecContext(ctx, "PRAGMA mmap_size = 2147418112"); err != nil {
		return nil, explain(s.path, err)
	}
	var first, last sql.NullInt64
	// This needs the index alone, and spares the other runs of the file.
	err = connection.QueryRowContext(ctx, "SELECT min(number), max(number) FROM games WHERE run = ?", run).Scan(&first, &last)
	if err != nil || !first.Valid {
		return nil, explain(s.path, err)
	}
	condition := ""
	if counting == SoundGames {
		condition = " AND NOT " + faultCondition
	}
	var text string
	err = connection.QueryRowContext(ctx, `SELECT `+groupsFunction+`(pair, players, scores, turns) FROM games NOT INDEXED
		WHERE run = ? AND number BETWEEN ? AND ?`+condition, run, first.Int64, last.Int64).Scan(&text)
	if err != nil {
		return nil, explain(s.path, err)
	}
	var list groupList
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, explain(s.path, err)
	}
	return list.groups(), nil
}
