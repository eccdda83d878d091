package suite

import (
	"context"
	"slices"
	"testing"

	"pillars/engine/enginetest"
)

// builtInProblems returns all problems that come with the program.
func builtInProblems(t *testing.T) []Problem {
	t.Helper()
	return append(read(t, Default), read(t, Hard)...)
}

// dearProofs holds problems whose proofs take a second or more; only thorough runs check them.
var dearProofs = []string{"win-in-six-cover-one-man", "hold-for-five-quiet-one-man"}

// TestBuiltInProblems proves every solution by exact search, except the long proofs, which are left to pillars suite
// --verify, and in short mode only the cheap ones.
func TestBuiltInProblems(t *testing.T) {
	t.Parallel()
	for _, problem := range builtInProblems(t) {
		if problem.long || testing.Short() && problem.Kind.turns > 1 {
			continue
		}
		if !enginetest.Long() && slices.Contains(dearProofs, problem.ID) {
			continue
		}
		t.Run(problem.ID, func(t *testing.T) {
			t.Parallel()
			if err := problem.Verify(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
}

// read reads problems that come with the program.
func read(t *testing.T, set func() ([]Problem, error)) []Problem {
	t.Helper()
	problems, err := set()
	if err != nil {
		t.Fatal(err)
	}
	return problems
}
