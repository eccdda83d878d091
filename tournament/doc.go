// Package tournament plans and plays games between players. It knows no file, no store and no statistics.
//
// A [Spec] says what to play. [NewPlan] turns it into a list of [Planned] games, each with a name of its own and its own seeds; that is a pure
// function, so the same spec gives the same list everywhere. Games for two, three and four are planned alike: every group of as many players as
// there are seats plays every opening in all orders of a balanced block ([Groups], [Seatings]). A [Referee] plays one planned game between players
// that it does not trust. A [Runner] plays many at once and hands every finished [Game] to a sink, one at a time.
//
// Games are named by what they are (players, opening, order of seats), never by when they were played: a run that was stopped goes on by leaving
// out the names it already has. Under limits by nodes or depth the games are the same, move for move, for any number of workers.
package tournament
