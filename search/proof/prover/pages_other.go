//go:build !linux

package prover

func useHugePages([][bucketSize]entry) {}
