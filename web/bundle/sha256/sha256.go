// Package sha256 replaces crypto/sha256 in the page, where the package of the standard library and its imports would
// take 53 kB. Package bundle compiles the page with this file in place of crypto/sha256/sha256.go. It has only the
// functions that the engine uses.
package sha256

import (
	"hash"
	"math/bits"
)

// Size is the number of bytes of a checksum.
const Size = 32

// BlockSize is the number of bytes that are hashed at once.
const BlockSize = 64

// initial has the first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, section
// 5.3.3).
var initial = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// constants has the first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section
// 4.2.2).
var constants = [BlockSize]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

type digest struct {
	state  [8]uint32
	rest   []byte // bytes that do not fill a block yet
	length uint64 // number of all bytes so far
}

// New returns a hash that computes SHA-256 checksums.
func New() hash.Hash { return &digest{state: initial} }

// Sum256 returns the SHA-256 checksum of data.
func Sum256(data []byte) (sum [Size]byte) {
	d := digest{state: initial}
	d.Write(data)
	d.Sum(sum[:0])
	return sum
}

func (d *digest) Size() int { return Size }

func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() { *d = digest{state: initial} }

func (d *digest) Write(data []byte) (int, error) {
	d.length += uint64(len(data))
	rest := append(d.rest, data...)
	for ; len(rest) >= BlockSize; rest = rest[BlockSize:] {
		d.block(rest[:BlockSize])
	}
	d.rest = append([]byte(nil), rest...)
	return len(data), nil
}

func (d *digest) Sum(sum []byte) []byte {
	last := *d // the padding must not change d
	// The padding (FIPS 180-4, section 5.1.1) fills a block: a byte 0x80, zeros, and 8 bytes with the length in bits.
	zeros := make([]byte, (2*BlockSize-9-len(d.rest))%BlockSize)
	last.Write(appendNumber(append([]byte{0x80}, zeros...), d.length*8, 8))
	for _, word := range last.state {
		sum = appendNumber(sum, uint64(word), 4)
	}
	return sum
}

// appendNumber appends the given number of low bytes of a number, the highest of them first.
func appendNumber(text []byte, number uint64, bytes int) []byte {
	for ; bytes > 0; bytes-- {
		text = append(text, byte(number>>(8*(bytes-1))))
	}
	return text
}

// block adds a block to the hash (FIPS 180-4, section 6.2.2, with the names of that section).
func (d *digest) block(data []byte) {
	var w [BlockSize]uint32
	for t := range w {
		if t < 16 {
			w[t] = uint32(data[4*t])<<24 | uint32(data[4*t+1])<<16 | uint32(data[4*t+2])<<8 | uint32(data[4*t+3])
			continue
		}
		sigma0 := rotr(w[t-15], 7) ^ rotr(w[t-15], 18) ^ w[t-15]>>3
		sigma1 := rotr(w[t-2], 17) ^ rotr(w[t-2], 19) ^ w[t-2]>>10
		w[t] = sigma1 + w[t-7] + sigma0 + w[t-16]
	}
	s := d.state // the working variables a to h
	for t, word := range w {
		sum1 := rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)
		ch := s[4]&s[5] ^ ^s[4]&s[6]
		t1 := s[7] + sum1 + ch + constants[t] + word
		sum0 := rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)
		maj := s[0]&s[1] ^ s[0]&s[2] ^ s[1]&s[2]
		s = [8]uint32{t1 + sum0 + maj, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]}
	}
	for i := range s {
		d.state[i] += s[i]
	}
}

func rotr(word uint32, count int) uint32 { return bits.RotateLeft32(word, -count) }
