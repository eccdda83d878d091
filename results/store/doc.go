// Package store keeps runs and their games in one SQLite file.
//
// The file is append only: a run is written once when it is made, a game once when it is finished, each in a
// transaction of its own, and nothing is ever changed (triggers refuse it). Whoever stops or is killed loses at most
// the games in play. What a run has reached is therefore never a counter, but always read from its games.
//
// A [Store] writes through one connection and reads through others, so readers, also in other processes, see finished
// games while a run goes on. The tables are plain enough to be read by any SQLite tool; schema.sql says what the
// columns hold.
package store
