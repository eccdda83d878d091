// Package recorder makes the records that package measures looks at: it replays stored games, counts what could have been played, asks an independent
// judge what it thinks of the positions, and plays random games. It keeps nothing: the same games, options and players give the same records again.
package recorder
