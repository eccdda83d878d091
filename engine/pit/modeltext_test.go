package pit_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// readModel reads a position text that is known to be in order.
func readModel(text string) *model {
	fields := strings.Fields(text)
	rows := strings.Split(fields[0], "/")
	m := &model{ranks: len(rows), reserve: map[string]int{}, place: map[string]int{}, barriers: map[edge]bool{}}
	for i, row := range rows {
		s := square{0, len(rows) - 1 - i}
		for _, item := range strings.Split(row, ",") {
			run, content := 1, item
			if item[0] == 'x' {
				content = ""
				if len(item) > 1 {
					run, _ = strconv.Atoi(item[1:])
				}
			}
			for range run {
				m.put(s, content)
				s.file++
			}
		}
		m.files = s.file
	}
	for i, part := range strings.Split(fields[3], "/") {
		m.players = append(m.players, letters[i])
		if place, isOut := strings.CutPrefix(part, "x"); isOut {
			m.place[letters[i]], _ = strconv.Atoi(place)
		} else {
			m.reserve[letters[i]], _ = strconv.Atoi(part)
		}
	}
	if fields[4] != "-" {
		for _, barrier := range strings.Split(fields[4], ",") {
			m.barriers[edgeNamed(barrier)] = true
		}
	}
	m.player, m.step, m.reached = fields[1], fields[2], fields[5]
	m.turn, _ = strconv.Atoi(fields[6])
	return m
}

func (m *model) String() string {
	var rows []string
	for rank := m.ranks - 1; rank >= 0; rank-- {
		var items []string
		for file := range m.files {
			if content := m.at(square{file, rank}); content != "" {
				items = append(items, content)
			} else {
				items = append(items, "x")
			}
		}
		row := "," + strings.Join(items, ",") + ","
		for run := m.files; run > 1; run-- {
			row = strings.ReplaceAll(row, strings.Repeat(",x", run)+",", fmt.Sprintf(",x%d,", run))
		}
		rows = append(rows, strings.Trim(row, ","))
	}
	var reserves []string
	for _, player := range m.players {
		if place, isOut := m.place[player]; isOut {
			reserves = append(reserves, fmt.Sprintf("x%d", place))
		} else {
			reserves = append(reserves, strconv.Itoa(m.reserve[player]))
		}
	}
	return fmt.Sprintf("%s %s %s %s %s %s %d",
		strings.Join(rows, "/"), m.player, m.step, strings.Join(reserves, "/"), m.barrierList(), m.reached, m.turn)
}

// barrierList sorts the barriers by file, rank and side.
func (m *model) barrierList() string {
	var all []string
	for barrier := range m.barriers {
		all = append(all, barrier.String())
	}
	if len(all) == 0 {
		return "-"
	}
	key := func(barrier string) string {
		s := squareNamed(strings.Split(barrier, "|")[0])
		return fmt.Sprintf("%02d %02d %s", s.file, s.rank, barrier[len(barrier)-1:])
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return strings.Join(all, ",")
}
