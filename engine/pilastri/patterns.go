package pilastri

import (
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// Patterns are listed in patternnames.go, where each says what it means. They know nothing of where a stack stands:
// vacant squares stay vacant, a piece passes over any number of them, and patterns by the kind of square did not lower
// the loss of a fit.

type patternView struct {
	survey
	next       seat // who acts
	neighbours [2]tally
	butOne     bitboard // stacks of two pieces or more whose next piece below the top one is black
}

// AppendPatterns looks at both sides, then lists what each of them shows.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	v := patternView{next: p.seat & 1}
	v.find(&p.board, p.vacant())
	v.findNeighbours(p.vacant())
	v.butOne = p.board.nextPieces()
	for s := range seat(2) {
		lists[s] = v.appendStacks(lists[s], s)
	}
	lists[v.next] = v.appendRaces(lists[v.next])
}

// Phase goes by the squares that are vacant. Play ends with about two thirds of them so.
func (p *position) Phase() int {
	return min(engine.PhaseEnd, 3*engine.PhaseEnd*p.vacant().Count()/(2*p.rules.shape.squares.Count()))
}

// What is compared between the seats: ways to move, stacks that can, and steps that cannot be taken away.
const (
	raceSteps = iota
	raceMovable
	raceSafe
	races
)

// Leads are bounded; where neither seat has many, both counts are looked at.
const (
	mostLead  = 12
	leads     = 2*mostLead + 1
	mostFew   = 5
	fewCounts = mostFew + 1
	fewRows   = races*mostFew + 1
)

// fewRow numbers what the seat to act has few of: from one step or movable stack on, but from no safe step on.
func fewRow(race, own int) int { return race*mostFew + own - 1 + race/raceSafe }

func (v *patternView) appendRaces(list []uint16) []uint16 {
	next, wait := v.next, v.next.other()&1
	for race, counts := range [races][2]int{
		raceSteps:   {v.moves[next].count(), v.moves[wait].count()},
		raceMovable: {v.starts[next].Count(), v.starts[wait].Count()},
		raceSafe:    {v.safeSteps(next), v.safeSteps(wait)},
	} {
		own, theirs := counts[0], counts[1]
		lead := max(-mostLead, min(mostLead, own-theirs))
		list = append(list, firstLead+uint16(race*leads+lead+mostLead))
		if own <= mostFew && theirs <= mostFew {
			list = append(list, firstFew+uint16(fewRow(race, own)*fewCounts+theirs))
		}
	}
	return list
}

// The kind of a stack is its height and whether the next piece below the top one is the top piece's owner's (o) or the
// other's (t).
const (
	kindHeight = 4 // 4 stands for more as well
	kinds      = 1 + 2*(kindHeight-1)
)

// kindNumber is indexed by the height and, in the lowest bit, whether the next piece is the other's.
var kindNumber = newKinds()

func newKinds() (table [2 * (maxHeight + 1)]uint8) {
	for height := 2; height <= maxHeight; height++ {
		for other := range 2 {
			table[2*height+other] = uint8(1 + 2*(min(height, kindHeight)-2) + other)
		}
	}
	return table
}

// How many ways of moving and landing are told apart.
const (
	moveCounts    = 4 // ways to move, 3 for more as well
	landingCounts = 3 // ways to land, 2 for more as well
	lives         = kinds*moveCounts*landingCounts - 3*3
	// of neighbours of either owner, four at most together, and ways for the own ones to land, no more than they are
	companies = 31
)

// lifeNumber is indexed by the kind of the stack and, in two bits each, its ways to move and the opponent's to land on
// it.
var lifeNumber = newLives()

// possible reports whether there is such a life. What lands on a stack of one or two is of the same height, so the
// stack can move there.
func possible(kind, moves, landings int) bool { return kind > kindTwoOther || landings <= moves }

const kindTwoOther = 2

func newLives() (table [kinds << 4]uint8) {
	number := uint8(0)
	for kind := range kinds {
		for moves := range moveCounts {
			for landings := range landingCounts {
				if possible(kind, moves, landings) {
					table[kind<<4|moves<<2|landings] = number
					number++
				}
			}
		}
	}
	return table
}

// companyNumber is indexed by own neighbours in the low three bits, then three bits of the opponent's, two of
// landings.
var companyNumber = newCompanies()

func newCompanies() (table [256]uint8) {
	number := uint8(0)
	for own := range 5 {
		for theirs := range 5 - own {
			for landings := range min(own, landingCounts-1) + 1 {
				table[own|theirs<<3|landings<<6] = number
				number++
			}
		}
	}
	return table
}

// tally tells, as binary digits, in how many of four sets each square is.
type tally struct{ ones, twos, fours bitboard }

func count(a, b, c, d bitboard) tally {
	x, y, both, others := a^b, c^d, a&b, c&d
	return tally{x ^ y, both ^ others ^ x&y, both & others}
}

func (v *patternView) findNeighbours(vacant bitboard) {
	back := newBackSight(vacant)
	for s, tops := range v.board.tops {
		v.neighbours[s] = count(v.view.alongRank(tops), v.view.alongFile(tops), back.alongRank(tops),
			back.alongFile(tops))
	}
}

func (b *board) nextPieces() (next bitboard) {
	rest := b.occupied() &^ b.singles()
	for height := 2; rest != 0 && height <= int(b.levels); height++ {
		here := rest & b.exactly(height)
		rest &^= here
		next |= here & b.black[(height-2)&63]
	}
	return next
}

func (v *patternView) appendStacks(list []uint16, s seat) []uint16 {
	s &= 1
	order := uint16(s ^ v.next)
	from, to, hit := &v.from[s], &v.to[s], &v.to[s^1]
	moves := count(from[0], from[1], from[2], from[3])
	movesLow, movesHigh := moves.ones|moves.fours, moves.twos|moves.fours
	landings, hits := count(to[0], to[1], to[2], to[3]), count(hit[0], hit[1], hit[2], hit[3])
	landed, landedTwice := v.landings[s], landings.twos|landings.fours
	struck, struckTwice := v.landings[s^1], hits.twos|hits.fours
	own, theirs := &v.neighbours[s], &v.neighbours[s^1]
	other := v.butOne ^ -bitboard(s)
	firstOfOrder := firstLife + order*lives
	for rest := v.board.tops[s]; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		kind := kindNumber[2*int(v.board.heights[at])+int(other.BitAt(at))]
		life := uint64(kind)<<4 | movesHigh.BitAt(at)<<3 | movesLow.BitAt(at)<<2 | (struck.BitAt(at) +
			struckTwice.BitAt(at))
		company := own.ones.BitAt(at) | own.twos.BitAt(at)<<1 | own.fours.BitAt(at)<<2 |
			theirs.ones.BitAt(at)<<3 | theirs.twos.BitAt(at)<<4 | theirs.fours.BitAt(at)<<5 |
			(landed.BitAt(at)+landedTwice.BitAt(at))<<6
		list = append(list, firstOfOrder+uint16(lifeNumber[life]),
			firstCompany+uint16(kind)*companies+uint16(companyNumber[company]))
	}
	return list
}

const orders = 2

// The first pattern of each group.
const (
	firstLife    uint16 = 0
	firstCompany        = firstLife + orders*lives
	firstLead           = firstCompany + kinds*companies
	firstFew            = firstLead + races*leads
)

var patternList = newPatternList()

func (r *rules) Patterns() []engine.Term { return patternList }

type patternWriter struct{ kit.Terms }

func newPatternList() []engine.Term {
	w := &patternWriter{kit.Terms{
		Who:  [2]string{"next", "wait"},
		Does: [2]string{"acts", "waits"},
	}}
	w.lives()
	w.companies()
	w.races()
	return w.List
}

func bounded(n, most int) string {
	if n == most {
		return strconv.Itoa(n) + "+"
	}
	return strconv.Itoa(n)
}

func kindName(kind int) string {
	if kind == 0 {
		return "1"
	}
	other := (kind - 1) & 1
	return bounded(2+(kind-1)/2, kindHeight) + "ot"[other:other+1]
}

const belowHelp = "the next piece below the top one own (o) or the opponent's (t)"

func (w *patternWriter) lives() {
	for order, who := range w.Who {
		for kind := range kinds {
			for moves := range moveCounts {
				for landings := range landingCounts {
					if !possible(kind, moves, landings) {
						continue
					}
					w.Name(fmt.Sprintf("life-%s-%s-%s-%s", who, kindName(kind), bounded(moves, moveCounts-1),
						bounded(landings, landingCounts-1)),
						"an own stack of that height, %s, with %d ways to move (3 for more), on which the opponent "+
							"has %d ways to land (2 for more), and the seat %s",
						belowHelp, moves, landings, w.Does[order])
				}
			}
		}
	}
}

func (w *patternWriter) companies() {
	for kind := range kinds {
		for own := range 5 {
			for theirs := range 5 - own {
				for landings := range min(own, landingCounts-1) + 1 {
					w.Name(fmt.Sprintf("company-%s-%d-%d-%s", kindName(kind), own, theirs,
						bounded(landings, landingCounts-1)),
						"an own stack of that height, %s, with %d own neighbours and %d of the opponent's, and %d "+
							"ways for own pieces to land on it (2 for more)",
						belowHelp, own, theirs, landings)
				}
			}
		}
	}
}

func (w *patternWriter) races() {
	names := [races]string{raceSteps: "steps", raceMovable: "movable", raceSafe: "safe-steps"}
	helps := [races]string{raceSteps: "steps", raceMovable: "stacks that can move",
		raceSafe: "steps that no single step takes away"}
	for race, name := range names {
		for lead := -mostLead; lead <= mostLead; lead++ {
			w.Name(fmt.Sprintf("lead-%s%+d", name, lead),
				"the seat acts and has %d more %s than the opponent (bounded to %d)", lead, helps[race], mostLead)
		}
	}
	for race, name := range names {
		for own := 1 - race/raceSafe; own <= mostFew; own++ {
			for theirs := range fewCounts {
				w.Name(fmt.Sprintf("few-%s-%d-%d", name, own, theirs), "the seat acts and has %d %s, the opponent %d",
					own, helps[race], theirs)
			}
		}
	}
}
