package tournament

import (
	"errors"
	"fmt"

	"pillars/engine"
)

// errNoMoreOpenings is within the errors that say that there are fewer openings than are wanted.
var errNoMoreOpenings = errors.New("too few openings")

// Openings are n different openings, the first of a list that depends on nothing but rules, seed and source. It fails when there are fewer, and then
// returns those that there are.
func Openings(rules engine.Rules, seed uint64, source OpeningSource, n int) ([]Opening, error) {
	if err := source.check(); err != nil {
		return nil, err
	}
	switch source.Kind {
	case BookOpenings:
		return bookOpenings(rules, source, n)
	case AllOpenings:
		return allOpenings(rules, seed, source.Turns, n)
	case StartOpenings:
		return make([]Opening, n), nil
	}
	return randomOpenings(rules, seed, source, n)
}

// randomOpenings are the first n of the openings that an [openingDrawer] draws.
func randomOpenings(rules engine.Rules, seed uint64, source OpeningSource, n int) ([]Opening, error) {
	openings := make([]Opening, 0, n)
	drawer, err := newOpeningDrawer(rules, seed, source)
	if err != nil {
		return nil, err
	}
	for i := range n {
		opening, err := drawer.next()
		if err != nil {
			return openings, fmt.Errorf("opening %d of %d: %w", i+1, n, err)
		}
		openings = append(openings, opening)
	}
	return openings, nil
}
