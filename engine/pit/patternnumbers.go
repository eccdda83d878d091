package pit

import (
	"fmt"
	"strconv"
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
	patternCount  = firstPlight + plights
)

// relationOf numbers how two cells lie to each other by the files and ranks between them: the smaller and the larger of both, where the larger is
// below maxApart, and one number for all that lie further apart.
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

// stateLetters name the states of a side.
const stateLetters = "cotfrshl"

// sideClassOf numbers the states of a pawn's four sides up to turning and mirroring, and sideWords spells the images that come first.
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

// leastImage is the least code that turning and mirroring make of four sides.
func leastImage(code int) int {
	least := code
	for range directions {
		code = code>>3 | code&7<<9
		mirrored := code>>9 | code>>3&(7<<3) | code<<3&(7<<6) | code&7<<9
		least = min(least, code, mirrored)
	}
	return least
}
