// Package rating estimates the strengths of many players from their games: [Rate] for two seats, with the first seat's
// advantage and the draw rate; [RatePlaces] for places in games of more. Pure functions of counts, as in package stats.
package rating
