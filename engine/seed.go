package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// DeriveSeed makes a seed from a parent seed and the names of what it is for. It depends on nothing else, so a game gets the same randomness
// whichever worker plays it and whenever.
func DeriveSeed(parent uint64, names ...string) uint64 {
	hash := sha256.New()
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], parent)
	hash.Write(word[:])
	for _, name := range names {
		binary.BigEndian.PutUint64(word[:], uint64(len(name)))
		hash.Write(word[:])
		hash.Write([]byte(name))
	}
	return binary.BigEndian.Uint64(hash.Sum(nil))
}

// NewRandom is the generator that a seed stands for everywhere in this program.
func NewRandom(seed uint64) *rand.PCG { return rand.NewPCG(seed, 0x9e3779b97f4a7c15) }
