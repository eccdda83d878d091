package pit_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pit"
)

// agreementBoards holds boards of many shapes as the lines of a board, each with a number of games to play on it.
// Digits above the number of players are removed.
var agreementBoards = []struct {
	rows  string
	games int
}{
	{"....2..../........./..o...o../........./3...o...4/........./..o...o../........./....1....", 24},
	{"..2./4o../..o3/.1..", 100},
	{"2..3/.o../..../1..4", 100},
	{".3.2./.o.o./...../.o.o./1..4.", 60},
	{"2.3/.../.o./.../..o/.../4.1", 100},
	{"2.3/1.4/..o", 150},
	{"1....o....2/3.........4", 60},
	{"2.......3/1...o...4", 40},
	{"2......3......../................/................/................/....oo........../................/" +
		"................/................/" +
		"................/................/..........o...../................/................/................/" +
		"................/1..............4", 1},
}

// TestAgreement plays random games on the engine and on the model side by side.
func TestAgreement(t *testing.T) {
	t.Parallel()
	var seen enginetest.Events
	t.Run("games", func(t *testing.T) {
		for i, plan := range agreementBoards {
			for players := 2; players <= 4; players++ {
				rows := onlyTowersOf(plan.rows, players)
				t.Run(strconv.Itoa(players)+" "+rows, func(t *testing.T) {
					t.Parallel()
					start := startOn(t, rows, players)
					random := rand.New(engine.NewRandom(uint64(10*i + players)))
					for range enginetest.Shorter(plan.games) {
						playMatch(t, start, random, 400, &seen)
					}
				})
			}
		}
	})
	seen.Check(t, events...)
}

// TestAgreementOnRandomBoards plays on boards of all sizes with random holes.
func TestAgreementOnRandomBoards(t *testing.T) {
	t.Parallel()
	var seen enginetest.Events
	t.Run("boards", func(t *testing.T) {
		for i := range enginetest.Shorter(100) {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				random := rand.New(engine.NewRandom(uint64(1000 + i)))
				players := 2 + random.IntN(3)
				start := startOn(t, randomRows(random, players), players)
				for range 4 {
					playMatch(t, start, random, 200, &seen)
				}
			})
		}
	})
	seen.Check(t, events...)
}

// TestAgreementAnywhere compares from positions that random games seldom or never reach: crowded with towers and
// barriers.
func TestAgreementAnywhere(t *testing.T) {
	t.Parallel()
	var seen enginetest.Events
	t.Run("positions", func(t *testing.T) {
		for i := range 4 {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				random := rand.New(engine.NewRandom(uint64(5000 + i)))
				for n := 0; n < enginetest.Shorter(500); {
					start := readIfPossible(randomModel(random).String())
					if start == nil {
						continue // the pawns are parted, a tower is isolated or nobody can act
					}
					n++
					playMatch(t, start, random, 12, &seen)
				}
			})
		}
	})
	seen.Check(t, events...)
}

// randomModel returns a random position before an action or a barrier. It need not be possible.
func randomModel(random *rand.Rand) *model {
	players := 2 + random.IntN(3)
	rules, err := pit.Game.New(onBoard(randomRows(random, players), players))
	if err != nil {
		panic(err) // randomRows has tried it
	}
	m := readModel(rules.Start().String())
	m.step, m.turn = "a", 1+random.IntN(100)
	m.player = m.players[random.IntN(players)]
	free := m.squares()
	random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	fill := func(piece string) {
		if len(free) > 0 && m.at(free[0]) == "" {
			m.put(free[0], piece)
		}
		free = free[min(1, len(free)):]
	}
	share := random.Float64() * 0.6
	for _, player := range m.players {
		fill(player + "p")
		for m.reserve[player] > 0 && random.IntN(3) > 0 {
			m.reserve[player]--
			fill(player + "t")
		}
	}
	for _, s := range m.squares() {
		for _, d := range []square{{0, 1}, {1, 0}} {
			if m.joined(s, s.plus(d)) && random.Float64() < share {
				m.barriers[edgeBetween(s, s.plus(d))] = true
			}
		}
	}
	if mine := m.pieces(m.player); len(mine) > 0 && random.IntN(3) == 0 {
		m.step, m.reached = "b", mine[random.IntN(len(mine))].String()
	}
	return m
}

func onBoard(rows string, players int) engine.Settings {
	return engine.Settings{{Name: "players", Value: strconv.Itoa(players)}, {Name: "board", Value: rows}}
}

func startOn(t testing.TB, rows string, players int) engine.Position {
	t.Helper()
	return enginetest.Rules(t, "pit", onBoard(rows, players).Texts()...).Start()
}

// onlyTowersOf removes the first towers of players who do not take part.
func onlyTowersOf(rows string, players int) string {
	for seat := players + 1; seat <= 4; seat++ {
		rows = strings.ReplaceAll(rows, strconv.Itoa(seat), ".")
	}
	return rows
}

// randomRows draws boards until one is valid: mostly small ones with few holes.
func randomRows(random *rand.Rand, players int) string {
	for {
		files, ranks := 2+random.IntN(5), 2+random.IntN(5)
		if random.IntN(10) == 0 {
			files, ranks = 1+random.IntN(16), 1+random.IntN(16)
		}
		rows := make([]string, ranks)
		share := random.Float64() * 0.4
		for i := range rows {
			row := []byte(strings.Repeat(".", files))
			for j := range row {
				if random.Float64() < share {
					row[j] = 'o'
				}
			}
			rows[i] = string(row)
		}
		for seat := range players {
			i, j := random.IntN(ranks), random.IntN(files)
			rows[i] = rows[i][:j] + strconv.Itoa(seat+1) + rows[i][j+1:]
		}
		text := strings.Join(rows, "/")
		if _, err := pit.Game.New(onBoard(text, players)); err == nil {
			return text
		}
	}
}

// readIfPossible returns the position of a text, or nil if it is refused.
func readIfPossible(text string) engine.Position {
	p, err := pit.Game.Read(text, nil)
	if err != nil {
		return nil
	}
	return p
}

// playMatch plays a random game of the engine and the model side by side, and counts what happens in it. Purely random
// games are short, so a step that puts its own player out is usually drawn again.
func playMatch(t *testing.T, start engine.Position, random *rand.Rand, steps int, seen *enginetest.Events) {
	t.Helper()
	m := readModel(start.String())
	enginetest.PlayMatch(t, start, m, steps, func(legal []string) string {
		step := legal[random.IntN(len(legal))]
		for range random.IntN(8) {
			if m.careful(step) {
				break
			}
			step = legal[random.IntN(len(legal))]
		}
		m.count(step, seen)
		return step
	})
	seen.Add("a finished game", m.result != "")
}

// careful reports whether a step neither puts its player out nor brings the pawn next to a hole.
func (m *model) careful(step string) bool {
	after := m.Clone()
	after.Play(step)
	pawns := after.find(m.player + "p")
	return len(pawns) == 1 && !after.nextToHole(pawns[0]) && after.result == ""
}

// events lists what the games of a test must contain; see [model.count].
var events = []string{"a tower replaced", "a pawn replaced", "a tower fallen", "a pawn fallen",
	"a tower gone into a distant hole", "an entry", "a slide over three cells or more", "a barrier that parts pawns",
	"a barrier that isolates towers", "a barrier taken away", "a player without an action",
	"a game that goes on with a player out", "a finished game"}

// count counts what a step does.
func (m *model) count(step string, seen *enginetest.Events) {
	after := m.Clone()
	after.Play(step)
	seen.Add("a game that goes on with a player out", len(after.place) > len(m.place) && after.result == "")
	seen.Add("a player without an action", m.leavesStuck(after, step))
	switch {
	case m.step == "b":
		away := len(after.barriers) == len(m.barriers)
		seen.Add("a barrier taken away", away)
		seen.Add("a barrier that parts pawns", away || strings.HasSuffix(after.result, "pawns parted"))
		seen.Add("a barrier that isolates towers", m.isolates(after))
	case step[0] == '@':
		seen.Add("an entry", m.step == "a")
	default:
		from, to := splitMove(step)
		distance := max(from.file-to.file, to.file-from.file, from.rank-to.rank, to.rank-from.rank)
		seen.Add("a tower replaced", strings.HasSuffix(m.at(to), "t"))
		seen.Add("a pawn replaced", strings.HasSuffix(m.at(to), "p"))
		seen.Add("a tower fallen", m.isHole(to) && strings.HasSuffix(m.at(from), "t"))
		seen.Add("a pawn fallen", m.isHole(to) && strings.HasSuffix(m.at(from), "p"))
		seen.Add("a tower gone into a distant hole", m.isHole(to) && distance > 1)
		seen.Add("a slide over three cells or more", distance >= 3)
	}
}

// leavesStuck reports whether a step leaves another player without an action, whose pawn it does not replace.
func (m *model) leavesStuck(after *model, step string) bool {
	taken := ""
	if m.step == "a" && step[0] != '@' {
		_, to := splitMove(step)
		taken = m.at(to)
	}
	for player := range after.place {
		if _, wasOut := m.place[player]; !wasOut && player != m.player && player+"p" != taken {
			return true
		}
	}
	return strings.HasSuffix(after.result, "no legal step")
}

// isolates reports whether players who are still in have lost towers by a barrier.
func (m *model) isolates(after *model) bool {
	lost := 0
	for _, player := range m.players {
		if _, gone := after.place[player]; !gone && after.result == "" {
			lost += len(m.find(player+"t")) - len(after.find(player+"t"))
		}
	}
	return lost > 0
}
