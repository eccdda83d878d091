package pylyx_test

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
	owner := strings.Replace(strconv.Itoa(m.owner), "0", "?", 1)
	return fmt.Sprintf("%s %d %s %s %d", strings.Join(ranks, "/"), m.seat, m.step, owner, min(m.passes, 1))
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
		stack := m.at(s)
		switch {
		case !m.has(s):
			continue
		case stack == "":
			empty++
			continue
		}
		flush()
		if len(stack) > 1 {
			stack = stack[:1] + strconv.Itoa(len(stack))
		}
		parts = append(parts, stack)
	}
	flush()
	return strings.Join(parts, ",")
}

// readModel reads a position text that is known to be good.
func readModel(text string, slides bool) *model {
	fields := strings.Fields(text)
	ranks := strings.Split(fields[0], "/")
	m := newModel(len(ranks), slides)
	for i, row := range ranks {
		s := square{0, m.size - 1 - i}
		if !m.has(s) {
			s.file++
		}
		for _, piece := range strings.Split(row, ",") {
			n, err := strconv.Atoi(piece[1:])
			if err != nil {
				n = 1
			}
			if piece[0] == 'x' {
				s.file += n
				continue
			}
			m.put(s, strings.Repeat(piece[:1], n))
			s.file++
		}
	}
	m.seat, _ = strconv.Atoi(fields[1])
	m.step = fields[2]
	m.owner, _ = strconv.Atoi(fields[3])
	m.passes, _ = strconv.Atoi(fields[4])
	m.turn, _ = strconv.Atoi(fields[5])
	return m
}
