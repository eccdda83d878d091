package certificate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search/proof/certificate"
)

// draft is a certificate before its members are packed, so that tests can alter it and still sign it.
type draft struct {
	rules   engine.Rules
	ranked  bool
	options string // the line of the file that names the rules
	turns   int
	members []string // keys, or lines of a ranked certificate
}

// alter makes one alteration. Next returns a number from 0 to n-1.
func (d *draft) alter(next func(n int) int) {
	at := next(max(1, len(d.members)))
	kind := next(8)
	if len(d.members) == 0 && kind > 2 {
		kind = 2
	}
	switch kind {
	case 0: // another head
		d.turns = next(9)
		swaps := strings.Split("off|high|high|off|off|HIGH|files=2|files=3|cap=0|cap=1|cap=0|cap=6|repetition=3|"+
			"repetition=2|size=4|size=5|\n|\r\n| |  |size=0 ||4|04", "|")
		i := 2 * next(len(swaps)/2)
		d.options = strings.Replace(d.options, swaps[i], swaps[i+1], 1)
	case 1: // fewer members
		d.members = slices.Delete(d.members, at, min(len(d.members), at+1+next(4)))
	case 2: // a position of some game
		p := d.rules.Start()
		for plies := next(12); plies > 0 && !p.Over(); plies-- {
			steps := p.AppendSteps(nil)
			p.Play(steps[next(len(steps))])
		}
		d.members = append(d.members, d.member(p, 1+next(9)))
		d.sort()
	case 3: // another order
		other := next(len(d.members))
		d.members[at], d.members[other] = d.members[other], d.members[at]
	case 4: // another rank
		if _, text, _ := strings.Cut(d.members[at], " "); d.ranked {
			d.members[at] = fmt.Sprint([]string{"0", "01", "+2", "2.0", "1", "2", "3", "4", "8", "1073741825",
				"999999999", "1000000000"}[next(12)], " ", text)
			if next(3) > 0 {
				d.sort()
			}
		}
	default: // another byte
		text := []byte(d.members[at])
		i := next(len(text))
		if text[i] ^= 1 << next(8); d.ranked {
			text[i] = "wrbxWR,/ -0123\nmoapa1c3"[next(23)]
		}
		d.members[at] = string(text)
		if next(2) > 0 {
			d.sort()
		}
	}
}

// member returns a position as a member.
func (d *draft) member(p engine.Position, rank int) string {
	key := p.(engine.Keyed).AppendCanonicalKey(nil)
	if !d.ranked {
		return string(key)
	}
	p.(engine.Keyed).SetKey(key)
	return fmt.Sprint(rank, " ", strings.TrimSuffix(p.String(), " 1"), "\n")
}

func (d *draft) sort() {
	slices.SortFunc(d.members, func(a, b string) int {
		if d.ranked && strings.Index(a, " ") != strings.Index(b, " ") {
			return strings.Index(a, " ") - strings.Index(b, " ")
		}
		return strings.Compare(a, b)
	})
	d.members = slices.Compact(d.members)
}

func (d *draft) clone() *draft {
	clone := *d
	clone.members = slices.Clone(d.members)
	return &clone
}

// file returns the file of a certificate, with the right sum.
func (d *draft) file(t *testing.T) string {
	t.Helper()
	table := strings.Join(d.members, "")
	if d.ranked {
		return fileOf(t, fmt.Sprintf("pillars ranked certificate 1\n%smembers %d of %d bytes\n", d.options,
			len(d.members), len(table)), table)
	}
	width := len(d.rules.Start().(engine.Keyed).AppendCanonicalKey(nil))
	var columns strings.Builder
	for i := range width {
		for _, key := range d.members {
			columns.WriteByte(key[i])
		}
	}
	return fileOf(t, fmt.Sprintf("pillars certificate 1\n%sturns %d\nmembers %d of %d bytes\n", d.options, d.turns,
		len(d.members), width), columns.String())
}

// drafts returns true certificates of Pilastri on small boards, in both forms.
func drafts(t *testing.T, boards [][2]int) (all []*draft) {
	t.Helper()
	for _, board := range boards {
		for _, jumpers := range []string{"off", "high"} {
			rules := enginetest.Rules(t, "pilastri", fmt.Sprint("files=", board[0]), fmt.Sprint("ranks=", board[1]),
				"jumpers="+jumpers)
			options := "pilastri " + rules.Settings().String() + "\n"
			plain := &draft{rules: rules, options: options}
			ranked := &draft{rules: rules, options: options, ranked: true}
			short := &draft{rules: rules, options: options, turns: 4}
			for _, text := range members(t, rules, 0) {
				plain.members = append(plain.members, plain.member(read(t, rules, text), 0))
				rank := 2000
				for stack := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != 'w' && r != 'b' }) {
					rank -= len(stack) * (len(stack) + 1) / 2 // every turn raises the sum of the pieces' levels
				}
				ranked.members = append(ranked.members, ranked.member(read(t, rules, text), rank))
			}
			for _, text := range members(t, rules, 4) {
				short.members = append(short.members, short.member(read(t, rules, text), 0))
			}
			for _, d := range []*draft{plain, ranked, short} {
				d.sort()
				all = append(all, d)
			}
		}
	}
	return all
}

func read(t *testing.T, rules engine.Rules, text string) engine.Position {
	t.Helper()
	p, err := rules.Game().Read(text+" 1", rules.Settings())
	require.NoError(t, err)
	return p
}

// oracle knows by a plain search which positions of Pilastri are lost for the seat to act.
type oracle map[string]bool

func (o oracle) loses(p engine.Position) bool {
	key := p.Rules().Settings().String() + string(p.(engine.Keyed).AppendCanonicalKey(nil))
	lost, known := o[key]
	if !known {
		child := p.Clone()
		lost = !slices.ContainsFunc(p.AppendSteps(nil), func(step engine.Step) bool {
			p.PlayInto(step, child)
			return o.loses(child.Clone())
		})
		o[key] = lost
	}
	return lost
}

// FuzzTrue alters certificates and signs them. A certificate that checks must be true by a plain search.
func FuzzTrue(f *testing.F) {
	var all []*draft
	known := oracle{}
	for i := range byte(8) {
		f.Add(i, []byte{i, 2, i, 5, 7, 7, 3, i, 1, 1})
		f.Add(3*i, []byte{i, 1, 0, 9, 0, 2})
		f.Add(5*i, []byte{3, 2, 3, 1, i, 0, 2, 0, 8})
	}
	f.Fuzz(func(t *testing.T, choice byte, edits []byte) {
		if all == nil {
			all = drafts(t, [][2]int{{2, 4}, {2, 5}, {2, 6}, {3, 4}})
		}
		d := all[int(choice)%len(all)].clone()
		for len(edits) > 0 {
			d.alter(func(n int) int {
				if len(edits) == 0 {
					return 0
				}
				first := edits[0]
				edits = edits[1:]
				return int(first) % n
			})
		}
		c, err := certificate.Read(strings.NewReader(d.file(t)))
		if err != nil || check(c) != nil {
			return
		}
		start := c.Rules().Start()
		_, turns := certificate.Values(c, start)
		i := 0
		for _, after := range engine.EachTurn(start) {
			want := certificate.Loss
			if known.loses(after.Clone()) {
				want = certificate.Win
			}
			if got := turns[i].Value; got != certificate.Unknown && got != want {
				t.Errorf("%s: %s is a %s", d.options, turns[i].Turn, got)
			}
			i++
		}
		for _, member := range d.members {
			p := start.Clone()
			if _, text, _ := strings.Cut(member, " "); d.ranked {
				p, err = start.Rules().Game().Read(strings.TrimSuffix(text, "\n")+" 1", start.Rules().Settings())
			} else {
				p.(engine.Keyed).SetKey([]byte(member))
			}
			if err != nil || !known.loses(p) {
				t.Errorf("%s: %s is accepted, which is not lost (%v)", d.options, p, err)
			}
		}
	})
}
