package pitofpillars_test

import (
	"fmt"
	"strconv"
	"strings"
)

// key returns the position's text without the turn number.
func (m *model) key() string {
	ranks := make([]string, m.size)
	for i := range m.size {
		ranks[i] = m.rankText(m.size - 1 - i)
	}
	return fmt.Sprintf("%s %s %s %d/%d %s", strings.Join(ranks, "/"), m.player, m.step, m.reserve["w"],
		m.reserve["r"], m.last)
}

func (m *model) String() string { return m.key() + " " + strconv.Itoa(m.turn) }

func (m *model) rankText(rank int) string {
	var parts []string
	empty := 0
	flush := func() {
		switch {
		case empty == 1:
			parts = append(parts, "x")
		case empty > 1:
			parts = append(parts, "x"+strconv.Itoa(empty))
		}
		empty = 0
	}
	for file := range m.size {
		s := square{file, rank}
		switch {
		case !m.has(s):
		case m.at(s) == "":
			empty++
		default:
			flush()
			parts = append(parts, m.at(s))
		}
	}
	flush()
	return strings.Join(parts, ",")
}

// readModel reads a position text that is known to be good.
func readModel(text string) *model {
	fields := strings.Fields(text)
	ranks := strings.Split(fields[0], "/")
	m := newModel(len(ranks), 0)
	for i, row := range ranks {
		rank := m.size - 1 - i
		file := 0
		if rank == 0 || rank == m.size-1 {
			file = 1
		}
		for _, piece := range strings.Split(row, ",") {
			if run, empty := strings.CutPrefix(piece, "x"); empty {
				n, err := strconv.Atoi(run)
				if err != nil {
					n = 1
				}
				file += n
				continue
			}
			m.put(square{file, rank}, piece)
			file++
		}
	}
	white, red, _ := strings.Cut(fields[3], "/")
	m.reserve["w"], _ = strconv.Atoi(white)
	m.reserve["r"], _ = strconv.Atoi(red)
	m.player, m.step, m.last = fields[1], fields[2], fields[4]
	m.turn, _ = strconv.Atoi(fields[5])
	m.settle()
	return m
}
