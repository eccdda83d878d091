package pit

import (
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// How many patterns each group has along each of its sides.
const (
	orders       = 2                                       // who takes the next action: the seat or another
	stocks       = (towersEach + 1) * (towersEach + 2) / 2 // towers on the board and in reserve, towersEach at most
	mobilities   = 18
	mobilityStep = 2
	spreads      = 12
	spreadStep   = 4
	rims         = 4
	reaches      = 13
	hangings     = 2
	nears        = 9
	fars         = 25
	holeSteps    = 5 // from a hole: 1 to 5 and more
	edgeSteps    = 5 // from the edge: 0 to 4 and more
	cellClasses  = holeSteps * edgeSteps
	maxApart     = 5   // files or ranks between two cells are told apart up to this
	relations    = 15  // see newRelations
	sideClasses  = 666 // words of four of the eight states, up to turning and mirroring
)

// The first pattern of each group.
const (
	firstStock    = 0
	firstMobility = firstStock + stocks
	firstSpread   = firstMobility + orders*mobilities
	firstHeld     = firstSpread + orders*spreads
	firstRim      = firstHeld + orders*spreads
	firstTower    = firstRim + orders*rims
	firstReach    = firstTower + cellClasses
	firstHanging  = firstReach + reaches
	firstGuard    = firstHanging + orders*hangings
	firstHunter   = firstGuard + relations
	firstPawn     = firstHunter + orders*relations
	firstSide     = firstPawn + cellClasses
	firstThreat   = firstSide + orders*sideStates
	firstSides    = firstThreat + orders*freeSides
	firstNear     = firstSides + orders*sideClasses
	firstFar      = firstNear + orders*nears
	firstDanger   = firstFar + fars
	firstPawns    = firstDanger + orders*nears
	firstPlight   = firstPawns + relations
)

// relationOf numbers how two cells lie to each other: the smaller and the larger of the files and ranks between them,
// if below maxApart, and one number for all further apart.
var relationOf, relationNames = newRelations()

func newRelations() (table [maxSide][maxSide]uint8, names [relations]string) {
	number := uint8(0)
	for larger := 1; larger < maxApart; larger++ {
		for smaller := range larger + 1 {
			table[smaller][larger], table[larger][smaller] = number, number
			names[number] = fmt.Sprintf("%d-%d", smaller, larger)
			number++
		}
	}
	names[number] = strconv.Itoa(maxApart) + "+"
	for i := range table {
		for j := range table[i] {
			if max(i, j) >= maxApart {
				table[i][j] = number
			}
		}
	}
	return table, names
}

const stateLetters = "cotfrshl"

// sideClassOf numbers the states of a pawn's four sides up to turning and mirroring; sideWords spells them.
var sideClassOf, sideWords = newSideClasses()

func newSideClasses() (table [1 << 12]uint16, words [sideClasses]string) {
	count := uint16(0)
	for code := range len(table) {
		if least := leastImage(code); least < code {
			table[code] = table[least]
			continue
		}
		for shift := 9; shift >= 0; shift -= 3 {
			state := code >> shift & 7
			words[count] += stateLetters[state : state+1]
		}
		table[code] = count
		count++
	}
	return table, words
}

func leastImage(code int) int {
	least := code
	for range directions {
		code = code>>3 | code&7<<9
		mirrored := code>>9 | code>>3&(7<<3) | code<<3&(7<<6) | code&7<<9
		least = min(least, code, mirrored)
	}
	return least
}

var patternList = newPatternList()

func (r *rules) Patterns() []engine.Term { return patternList }

type patternWriter struct{ kit.Terms }

func newPatternList() []engine.Term {
	w := &patternWriter{kit.Terms{
		Who:  [2]string{"next", "wait"},
		Does: [2]string{"takes the next action", "awaits another's action"},
	}}
	for towers := range towersEach + 1 {
		for reserve := range towersEach + 1 - towers {
			w.Name(fmt.Sprintf("stock-%d-%d", towers, reserve), "%d towers on the board and %d in reserve", towers,
				reserve)
		}
	}
	w.Ordered("moves", 0, mobilities, mobilityStep, "%s moves of towers and pawn, priorities and entries left out")
	w.Ordered("spread", 0, spreads, spreadStep, "%s empty cells and holes that a tower can come to or be entered on")
	w.Ordered("held", 0, spreads, spreadStep, "%s of them that no opponent's tower can come to or be entered on")
	w.Ordered("rims", 0, rims, 1, "%s towers next to a hole")
	w.cells("tower", "a tower")
	w.Open("tower-moves", 0, reaches, 1, "a tower with %s moves")
	w.Ordered("hanging", 1, hangings, 1, "a tower joined to %s pieces of opponents")
	w.relations("guard", "a tower and the own pawn")
	for order, who := range w.Who {
		w.relations("hunter-"+who, "the seat "+w.Does[order]+"; a tower and an opponent's pawn")
	}
	w.cells("pawn", "the pawn")
	w.pawnSides()
	w.Ordered("near", 0, nears, 1, "%s cells within two steps of the pawn over empty cells that are not next to a hole")
	w.Open("far", 0, fars, 1, "%s cells within four such steps of the pawn")
	w.Ordered("danger", 0, nears, 1, "%s cells within two such steps where an opponent can put a tower")
	w.relations("pawns", "the seat takes the next action; its pawn and an opponent's")
	w.Name("pawn-taken", "a pawn joined to a piece of an opponent who acts before its seat, more of them than a "+
		"barrier to be put can part")
	w.Name("pawn-falls", "a pawn that must go into a hole, since the seat takes the next action and has nothing to "+
		"replace and no tower to fall")
	for order, who := range w.Who {
		w.Name("pawn-rim-"+who, "a pawn next to a hole, and the seat %s", w.Does[order])
	}
	return w.List
}

func (w *patternWriter) cells(name, what string) {
	for hole := range holeSteps {
		for edge := range edgeSteps {
			w.Name(fmt.Sprintf("%s-%d-%d", name, hole+1, edge),
				"%s %d steps from a hole (%d for more) and %d from the edge (%d for more)",
				what, hole+1, holeSteps, edge, edgeSteps-1)
		}
	}
}

func (w *patternWriter) relations(name, what string) {
	for i, text := range relationNames {
		if i == relations-1 {
			w.Name(name+"-"+text, "%s %d files or ranks apart, or more", what, maxApart)
			continue
		}
		w.Name(name+"-"+text, "%s so many files and ranks apart, the smaller number first", what)
	}
}

var sideHelps = [sideStates]string{"closed by a barrier, a hole or the edge", "an own piece", "an opponent's piece",
	"an empty cell",
	"an empty cell where an opponent can put a tower", "such a cell joined to a piece of theirs",
	"an empty cell next to a hole",
	"such a cell where an opponent can put a tower"}

func (w *patternWriter) pawnSides() {
	for order, who := range w.Who {
		for state, help := range sideHelps {
			w.Name("side-"+who+"-"+stateLetters[state:state+1], "a side of the pawn's cell: %s; the seat %s", help,
				w.Does[order])
		}
	}
	for order, who := range w.Who {
		for state := sideFree; state < sideStates; state++ {
			w.Name("threat-"+who+"-"+stateLetters[state:state+1],
				"a side of the pawn's cell that an opponent's piece can move to: %s; the seat %s",
				sideHelps[state], w.Does[order])
		}
	}
	for order, who := range w.Who {
		for _, word := range sideWords {
			w.Name("sides-"+who+"-"+word, "the four sides of the pawn's cell in turn, in the letters of the "+
				"patterns side-; the seat %s", w.Does[order])
		}
	}
}
