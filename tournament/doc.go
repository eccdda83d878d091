// Package tournament says what a tournament is: a [Spec] says what to play, and [NewPlan] turns it into a list of
// [Planned] games, each with a name of its own and its own seeds. That is a pure function, so the same spec gives the
// same list everywhere. The packages below it: formats says who meets whom, openings what games begin with, referee
// plays one game, runner many at once. None of them knows a file, a store or statistics.
//
// Games for two, three and four are planned alike: every group of as many players as there are seats plays every
// opening in all orders of a balanced block ([formats.Groups], [formats.Seatings]).
//
// Games are named by what they are (players, opening, order of seats), never by when they were played: a run that was
// stopped goes on by leaving out the names it already has. Under limits by nodes or depth the games are the same, move
// for move, for any number of workers.
package tournament
