// Package training turns self-play into weights. A [Lesson] fits the weights of an evaluation to files of games; a [Course] goes round: games with the
// newest weights, a lesson on them, and a match of the new weights against the old ones that decides which are kept. Everything a course makes lies in a
// folder, and a course that was broken off goes on with what is there.
//
// A [Tuning] is about the numbers in a player's text instead of weights: package search/tune asks which are the better ones, games or problems answer.
package training
