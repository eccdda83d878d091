package pit

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The counts and distances that patterns distinguish.
const (
	mobilityBin = 2 // consecutive numbers of moves that share a pattern
	spreadBin   = 4 // consecutive numbers of cells that share a pattern
	holeSteps   = 5 // distances from a hole: 1 to 5 or more
	edgeSteps   = 5 // distances from the edge: 0 to 4 or more
	maxApart    = 5 // cells that are this number of files or ranks apart, or more, all have the same relation
)

// relationOf holds the number of the relation of two cells, by how many files and how many ranks they are apart. The
// relation depends on the two counts but not on which of them is of files. If either count is maxApart or more, the
// relation is the last one. The entry for equal cells has no meaning. relationNames holds a name for each relation.
var relationOf, relationNames = func() (table [maxSide][maxSide]uint8, names []base.Value) {
	for larger := range maxSide {
		for smaller := range larger + 1 {
			table[smaller][larger], table[larger][smaller] = uint8(len(names)), uint8(len(names))
			if larger > 0 && larger < maxApart { // all farther cells share the last name, appended below
				names = append(names, base.Value{fmt.Sprintf("%d-%d", smaller, larger),
					"so many files and ranks apart, the smaller number first"})
			}
		}
	}
	return table, append(names, base.Value{fmt.Sprintf("%d+", maxApart),
		fmt.Sprintf("%d files or ranks apart, or more", maxApart)})
}()

// sideClassOf holds the class of the states of a pawn's four sides, by their code with three bits for each side; see
// view.sides. Codes that are rotations or reflections of each other are in the same class. sideWords names the classes
// by the letters of sideValues. A code masked with 4095 indexes the table without a bounds check.
var sideClassOf, sideWords = func() (table [1 << 12]uint16, words []string) {
	for code := range len(table) {
		if least := leastImage(code); least < code {
			table[code] = table[least]
			continue
		}
		table[code] = uint16(len(words))
		word := ""
		for shift := 9; shift >= 0; shift -= 3 {
			word += sideValues[code>>shift&7].Name()
		}
		words = append(words, word)
	}
	return table, words
}()

// leastImage returns the least code among the rotations and reflections of a code of four sides; see sideClassOf.
func leastImage(code int) int {
	least := code
	for range directions {
		code = code>>3 | code&7<<9                                        // rotated by one side
		mirrored := code>>9 | code>>3&(7<<3) | code<<3&(7<<6) | code&7<<9 // the sides in reverse order
		least = min(least, code, mirrored)
	}
	return least
}

// patternGroups holds the patterns of positions. A field is the number of the first pattern of a group, or finds the
// pattern for a count; newPatterns says what the patterns mean. In arrays of two, the first element is for the seat
// that takes the next action and the second for all others.
type patternGroups struct {
	base.Terms
	stock                                               [towersEach + 1]base.Group // by towers on the board
	mobility, spread, held, rims, hanging, near, danger [2]base.Group
	reach, far                                          base.Group
	tower, guard, pawn, pawns, pawnTaken, pawnFalls     uint16
	hunter, side, threat, sides, pawnRim                [2]uint16
}

var (
	patterns     = newPatterns()
	patternTerms = patterns.Once()
)

func (r *rules) Patterns() []engine.Term { return patternTerms() }

// newPatterns returns the groups of patterns with their names, in the order of their numbers. Its calls give the first
// and the last count of a group; those of OrderedBins give the width of a bin and the last count.
func newPatterns() (g patternGroups) {
	g.Orders = [2]base.Value{{"next", "takes the next action"}, {"wait", "awaits another's action"}}
	for towers := range g.stock {
		g.stock[towers] = g.Counts(fmt.Sprintf("stock-%d", towers), 0, towersEach-towers,
			fmt.Sprintf("%d towers on the board and %%s in reserve", towers))
	}
	g.mobility = g.OrderedBins("moves", mobilityBin, 34, "%s moves of towers and pawn, priorities and entries left out")
	g.spread = g.OrderedBins("spread", spreadBin, 44,
		"%s empty cells and holes that a tower can come to or be entered on")
	g.held = g.OrderedBins("held", spreadBin, 44, "%s of them that no opponent's tower can come to or be entered on")
	g.rims = g.OrderedCounts("rims", 0, 3, "%s towers next to a hole")
	g.tower = g.cells("tower", "a tower")
	g.reach = g.CountsOrMore("tower-moves", 0, 12, "a tower with %s moves")
	g.hanging = g.OrderedCounts("hanging", 1, 2, "a tower joined to %s pieces of opponents")
	g.guard = g.Each("guard-%s", "a tower and the own pawn %s", relationNames)
	g.hunter = g.eachOrder("hunter-%s-%s", "the seat %[1]s; a tower and an opponent's pawn %[2]s", relationNames)
	g.pawn = g.cells("pawn", "the pawn")
	g.side = g.eachOrder("side-%s-%s", "a side of the pawn's cell: %[2]s; the seat %[1]s", sideValues[:])
	g.threat = g.eachOrder("threat-%s-%s", "a side of the pawn's cell that an opponent's piece can move to: %[2]s; "+
		"the seat %[1]s", sideValues[sideFree:])
	g.sides = g.eachOrder("sides-%s-%s", "the four sides of the pawn's cell in turn, in the letters of the patterns "+
		"side-; the seat %[1]s", base.Named(sideWords...))
	g.near = g.OrderedCounts("near", 0, 8, "%s cells within two steps of the pawn over empty cells that are not next "+
		"to a hole")
	g.far = g.CountsOrMore("far", 0, 24, "%s cells within four such steps of the pawn")
	g.danger = g.OrderedCounts("danger", 0, 8, "%s cells within two such steps where an opponent can put a tower")
	g.pawns = g.Each("pawns-%s", "the seat takes the next action; its pawn and an opponent's %s", relationNames)
	g.pawnTaken = g.Each("pawn-taken", "a pawn joined to a piece of an opponent who acts before its seat, more of "+
		"them than a barrier to be put can part")
	g.pawnFalls = g.Each("pawn-falls", "a pawn that must go into a hole, since the seat takes the next action and has "+
		"nothing to replace and no tower to fall")
	g.pawnRim = g.eachOrder("pawn-rim-%s", "a pawn next to a hole, and the seat %s")
	return g
}

// cells appends a pattern for each class of cells on which a piece can stand. The text what names the piece. cells
// returns the number of the first pattern.
func (g *patternGroups) cells(name, what string) uint16 {
	return g.Each(name+"-%s-%s", what+" %s steps from a hole (5 for more) and %s from the edge (4 for more)",
		base.Numbers("%d", 1, holeSteps), base.Numbers("%d", 0, edgeSteps-1))
}

// eachOrder calls [base.Terms.Each] once for each element of g.Orders, with that element as the first value. It returns
// the number of the first pattern for each element.
func (g *patternGroups) eachOrder(name, help string, of ...[]base.Value) (first [2]uint16) {
	for order := range first {
		first[order] = g.Each(name, help, append([][]base.Value{g.Orders[order : order+1]}, of...)...)
	}
	return first
}

// The states of a side of a pawn's cell.
const (
	sideClosed    = iota // closed by a barrier, a hole or the edge
	sideOwn              // a cell with an own piece
	sideTheirs           // a cell with an opponent's piece
	sideFree             // an empty cell
	sideReached          // an empty cell where an opponent can put a tower
	sideSupported        // an empty cell where an opponent can put a tower, joined to an opponent's piece
	sideRim              // an empty cell next to a hole
	sideLure             // an empty cell next to a hole where an opponent can put a tower
	sideStates
)

var sideValues = [sideStates]base.Value{{"c", "closed by a barrier, a hole or the edge"}, {"o", "an own piece"},
	{"t", "an opponent's piece"}, {"f", "an empty cell"}, {"r", "an empty cell where an opponent can put a tower"},
	{"s", "such a cell joined to a piece of theirs"}, {"h", "an empty cell next to a hole"},
	{"l", "such a cell where an opponent can put a tower"}}
