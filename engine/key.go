package engine

// Keyed is a position of a game that writes itself as a short key and back. Solvers keep millions of them.
type Keyed interface {
	Symmetric
	// AppendCanonicalKey appends a key to those bytes given. Two positions of the same rules have the same key exactly if CanonicalHash means them
	// to be equal: no two others share one. A game that is over may look like one that goes on.
	AppendCanonicalKey(key []byte) []byte
	// SetKey overwrites the receiver with one of the positions that the key, made by the same rules, stands for, its turn number being 1 or 2 and
	// nothing before it known. It must be a position whose game goes on.
	SetKey(key []byte)
}
