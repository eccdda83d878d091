// Package selfplay makes games for learning from: a player plays itself from random beginnings, and a file keeps every step with what the search
// thought of it. Game number n of a [Spec] depends on the spec and n only, so a file is the same for any number of workers, and one that was broken
// off goes on where it ended.
//
// A file is a line of text, a header and one block for each game, in the order of their numbers; every block has a checksum. docs/TUNING.md describes
// it byte by byte. What is learned from a file, and which positions count, is decided when it is read: see [Collector].
package selfplay
