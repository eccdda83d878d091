package eval

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// randomNetwork returns a network with numbers as a file keeps them, as large as learned ones.
func randomNetwork(layout *Layout, units int, seed uint64) *Parameters {
	random := rand.New(engine.NewRandom(seed))
	p := &Parameters{Units: units}
	decimals := func(size, one float64) float64 { return math.Round(random.NormFloat64()*size*one) / one }
	for range layout.Len() - layout.features {
		p.Linear = append(p.Linear, Weight{decimals(20, 100), decimals(20, 100)})
		for range 2 * units {
			p.Rows = append(p.Rows, max(-MaxRow, min(MaxRow, float32(decimals(.1, hiddenOne)))))
		}
	}
	for range units {
		p.Bias = append(p.Bias, float32(decimals(.3, hiddenOne)))
		p.Output = append(p.Output, Weight{decimals(.3, outputOne), decimals(.3, outputOne)})
		p.SetUp = append(p.SetUp, decimals(.3, outputOne))
	}
	return p
}

// slowWorth computes the worth by a network from the definition, in floating point.
func slowWorth(n *Parameters, p engine.Position) float64 {
	var lists engine.PatternLists
	patterned := p.(engine.PatternPosition)
	patterned.AppendPatterns(&lists)
	act, phase, worth := p.Seat(), patterned.Phase(), 0.
	for _, number := range lists[act] {
		worth += n.Linear[number].at(phase)
	}
	for _, number := range lists[1-act] {
		worth -= n.Linear[number].at(phase)
	}
	for unit := range n.Units {
		hidden := float64(n.Bias[unit])
		for _, number := range lists[act] {
			hidden += float64(n.Rows[int(number)*n.Units+unit])
		}
		for _, number := range lists[1-act] {
			hidden += float64(n.Rows[(len(n.Linear)+int(number))*n.Units+unit])
		}
		fired := max(0, min(1, hidden))
		output := n.Output[unit].at(phase)
		if p.InOpening() {
			output = n.SetUp[unit]
		}
		worth += 100 * fired * fired * output
	}
	return worth
}

// TestNetworkEqualsDefinition compares the integers that players compute with the definition, in all games of two seats
// and all widths. The worths for the two seats must be opposite.
func TestNetworkEqualsDefinition(t *testing.T) {
	for i, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			if rules, err := game.New(nil); err != nil {
				t.Fatal(err)
			} else if _, ok := rules.(engine.PatternRules); !ok {
				return
			}
			var rules engine.Rules
			var network *Network
			eachPosition(game, func(p engine.Position) {
				if p.Rules().Seats() != 2 {
					return
				}
				if rules != p.Rules() {
					rules = p.Rules()
					layout := NewLayout(rules)
					network = newNetwork(randomNetwork(layout, 32<<(i%3), uint64(i)), rules)
				}
				exact := slowWorth(network.Parameters, p)
				worth := network.Evaluate(p, p.Seat())
				if exact = max(-Limit, min(Limit, exact)); !near.Equal(float64(worth), exact, .51) {
					t.Fatalf("worth %d, by the definition %.3f: %s", worth, exact, p)
				}
				if other := network.Evaluate(p, 1-p.Seat()); other != -worth {
					t.Fatalf("worth %d for the seat to act, %d for the other: %s", worth, other, p)
				}
			})
		})
	}
}

func defaultNetwork(t testing.TB, rules engine.Rules) *Network {
	t.Helper()
	loaded, err := Load("", rules)
	require.NoError(t, err)
	network, ok := loaded.(*Network)
	if !ok {
		t.Fatalf("%s has a %T, not a network", rules.Settings(), loaded)
	}
	return network
}

// TestNetworkFiles writes a network and reads it back through the name of its file.
func TestNetworkFiles(t *testing.T) {
	rules := randomPositions(t)[0].Rules()
	layout := NewLayout(rules)
	want := randomNetwork(layout, 64, 5)
	clear(want.Rows[:128])
	want.Linear[0] = Weight{}
	var text strings.Builder
	require.NoError(t, WriteNetwork(&text, layout, want, "how it was made"))
	path := enginetest.File(t, text.String())
	loaded, err := Load(path, rules)
	require.NoError(t, err)
	got := loaded.(*Network).Parameters
	closeTo := func(a, b Weight) bool {
		return near.Equal(a.Early, b.Early, 1e-5) && near.Equal(a.Late, b.Late, 1e-5)
	}
	if !slices.Equal(got.Rows, want.Rows) || !slices.EqualFunc(got.Linear, want.Linear, closeTo) ||
		!slices.EqualFunc(got.Output, want.Output, closeTo) ||
		!slices.EqualFunc(got.SetUp, want.SetUp, func(a, b float64) bool { return near.Equal(a, b, 1e-5) }) {
		t.Error("the network read is not the one written")
	}
}

// TestNetworksRefused checks that files with invalid networks are refused by errors that name the line.
func TestNetworksRefused(t *testing.T) {
	rules := randomPositions(t)[0].Rules()
	const unit = "unit 0 0 0\n"
	row := strings.Repeat("Q", 64) // zeros
	for text, want := range map[string]string{
		"network":                               "line 1: this is not the beginning",
		"network 0":                             "line 1: this is not the beginning",
		"network 1000000":                       "line 1: this is not the beginning",
		"network 1\n" + unit:                    "line 1: this is not the beginning",
		"network 7\n" + strings.Repeat(unit, 7): "line 1: this is not the beginning",
		"network 32\n" + unit:                   "1 hidden units are given",
		"network 32\nunit a 0 0":                "line 2",
		"network 32\nunit 0 0":                  "line 2: not of the form",
		"network 32\nmystery 0 0 " + row:        `no pattern "mystery"`,
		"network 32\ntempo 0 0 " + row:          `no pattern "tempo"`,
		"network 32\nstacks-1 0 0 AAAA":         "line 2: 4 letters",
		"network 32\nstacks-1 0 0 é" + row[2:]:  "line 2: rows have the letters",
		"network 32\nstacks-1 x 0 " + row:       "line 2: a value must be",
		"network 32\nstacks-1 0 0 " + row + "\nstacks-1 0 0 " + row: "line 3: the name of a line above",
		"network 32\nunit 0 100.1 0\n":                              "line 2: 100.1: must be a number from -100 to 100",
		"network 32\nunit -100.1 0 0\n":                             "line 2: -100.1: must be",
		"network 32\nunit NaN 0 0\n":                                "line 2: NaN: must be",
		"network 32\n" + strings.Repeat(unit, 33):                   "33 hidden units are given",
	} {
		_, err := readParameters(strings.NewReader("# made by hand\n\n"+text), rules)
		want = strings.NewReplacer("line 1", "line 3", "line 2", "line 4", "line 3", "line 5").Replace(want)
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzReadNetwork(f *testing.F) {
	p := enginetest.Rules(f, "pit-of-pillars")
	f.Add("network 32\nunit 0 0 0\nstacks-1 0 0 AAAA")
	f.Add("network 32 # x\n" + strings.Repeat("unit 1 -2.5 3\n", 32))
	f.Fuzz(func(t *testing.T, text string) {
		parameters, err := readParameters(strings.NewReader(text), p)
		if err != nil {
			return
		}
		newNetwork(parameters, p).Evaluate(p.Start(), 0)
	})
}
