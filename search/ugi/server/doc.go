// Package server makes any player a UGI engine: it reads requests, answers them, and has the player think on a goroutine of its own, so that a stop
// is heard at once. Requests that it does not understand are answered with "info string" and change nothing.
package server
