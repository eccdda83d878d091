package pitofpillars

// capacities holds the squares without a pillar by their capacity, 0 to 4.
type capacities [5]bitboard

// findCapacities counts the open neighbours of all squares at once, adding four sets of bits column by column.
func findCapacities(open bitboard) capacities {
	n, e, s, w := open>>8, open&^fileA>>1, open<<8, open&^fileH<<1
	ne, carryNE := n^e, n&e
	sw, carrySW := s^w, s&w
	ones, carry := ne^sw, ne&sw
	twos := carryNE ^ carrySW ^ carry
	fours := carryNE & carrySW // four open neighbours are the only way to a count of four
	return capacities{
		open &^ (ones | twos | fours),
		open & ones &^ twos,
		open & twos &^ ones,
		open & ones & twos,
		open & fours,
	}
}

// vulnerable says, for a seat that attacks, on which squares landing with k men captures if the men that land are all its own: vulnerable[k-1] are the
// stacks with an opponent's man whose height and k together exceed the capacity. Four men or more capture everywhere.
type vulnerable [4]bitboard

func (p *position) vulnerable(attacker seat, capacity *capacities) vulnerable {
	prey := p.control[attacker.other()&1] | p.mixed
	ones, twos, fours := p.height[0], p.height[1], p.height[2]
	two := twos | fours
	three := ones&twos | fours
	low := capacity[0] | capacity[1]
	return vulnerable{
		prey & (low | capacity[2]&two | capacity[3]&three | capacity[4]&fours),
		prey & (low | capacity[2] | capacity[3]&two | capacity[4]&three),
		prey &^ (capacity[4] &^ two),
		prey,
	}
}

// by is the set on which landing with k men captures.
func (v *vulnerable) by(k int) bitboard { return v[min(k, 4)-1] }

// landing is where walks of k squares from a set end. The walks are known to stay on the board.
func landing(from bitboard, d direction, k int) bitboard {
	switch d {
	case north:
		return from << (8 * uint(k) & 63)
	case east:
		return from << (uint(k) & 63)
	case south:
		return from >> (8 * uint(k) & 63)
	default:
		return from >> (uint(k) & 63)
	}
}

// attacked is the set of stacks that the attacker could capture with a main step, were it his turn; captures by a moving part that itself holds both
// colours on a square without an opponent's man are left out.
func (p *position) attacked(attacker seat, m *movers, one *walks, v *vulnerable) bitboard {
	var hit bitboard
	walk := *one
	for k := 1; k <= len(m) && m[k-1] != 0; k++ {
		from := m[k-1]
		reach := landing(from&walk[north], north, k) | landing(from&walk[east], east, k) |
			landing(from&walk[south], south, k) | landing(from&walk[west], west, k)
		hit |= reach & v.by(k)
		walk.longer(one)
	}
	if p.reserve[attacker&1] > 0 {
		hit |= v[0]
	}
	return hit
}
