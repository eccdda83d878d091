package typed

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// variants are rules of all games.
func variants(t testing.TB) []engine.Rules {
	return []engine.Rules{
		enginetest.Rules(t, "pit-of-pillars", "size=5", "reserve=2"), enginetest.Rules(t, "pilastri", "size=4"),
		enginetest.Rules(t, "pylyx", "size=6"), enginetest.Rules(t, "pit", "players=3"),
	}
}

func somewhere(t *rapid.T, rules []engine.Rules) engine.Position {
	p := rapid.SampledFrom(rules).Draw(t, "rules").Start()
	random := engine.NewRandom(rapid.Uint64().Draw(t, "seed"))
	for n := rapid.IntRange(0, 80).Draw(t, "steps"); n > 0 && !p.Over(); n-- {
		p.Play(engine.RandomStep(p, random))
	}
	return p
}

// plain returns a text without the signs that a person need not type.
func plain(text string) string {
	return strings.ToLower(strings.NewReplacer("@", "", "^", "", "|", "").Replace(text))
}

// TestLegalTurns checks that the text of a legal turn means that turn or its first step, and that it means the same
// without signs and in small letters, unless that text has other meanings too.
func TestLegalTurns(t *testing.T) {
	t.Parallel()
	rules := variants(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := somewhere(rt, rules)
		if p.Over() {
			return
		}
		child, random := p.Clone(), engine.NewRandom(rapid.Uint64().Draw(rt, "turn"))
		var steps []engine.Step
		for len(steps) == 0 || !child.StartsTurn() && !child.Over() {
			steps = append(steps, engine.RandomStep(child, random))
			child.Play(steps[len(steps)-1])
		}
		text := engine.LineText(p, steps)
		got, err := Read(p, text)
		if err != nil || !slices.Equal(got, steps) && engine.LineText(p, got) != text &&
			!slices.Equal(got, steps[:1]) {
			rt.Fatalf("%s in %s: read as %v (%v), want %v", text, p, got, err, steps)
		}
		got, err = Read(p, plain(text))
		var several *Ambiguous
		meant := func(means string) bool { return strings.HasPrefix(text, means) }
		if err == nil && !meant(engine.LineText(p, got)) && text != engine.Decline {
			rt.Fatalf("%s in %s: read as %s", plain(text), p, engine.LineText(p, got))
		}
		if err != nil && !(errors.As(err, &several) && slices.ContainsFunc(several.meanings, meant)) {
			rt.Fatalf("%s in %s: %v", plain(text), p, err)
		}
	})
}

// TestRead compares texts with the turns that they mean, or with words of the error.
func TestRead(t *testing.T) {
	t.Parallel()
	entering := enginetest.Read(t, "pit-of-pillars", "x2/x4/x,w,x2/x2 r a 0/0 b2 2")
	moving := enginetest.Read(t, "pit-of-pillars", "x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x w m 1/0 - 14")
	pillar := enginetest.Read(t, "pit-of-pillars", "x3/x,r,x3/w,x,r,x2/x,w,x3/x,W,x w p 2/0 - 14")
	climbing := enginetest.Read(t, "pilastri", "wb,x,wb,x/bw,x2,wb/x,bww,x,b/x,wb,b,w w 9")
	pylyx := enginetest.Read(t, "pylyx", "x6/x5,b,x2/x4,b,x3/x,w2,x6/x4,b3,w,x,w2/x8/x7,b/x,w,x4 2 m 2 0 10")
	choosing := enginetest.Read(t, "pylyx", "x3,b/x4,w,x/x5,b/w,x2,b,x2/b,x4,w/x,w,x2 2 c ? 0 2")
	pit := enginetest.Read(t, "pit", "x4,bp/x4,bt/x2,o,x2/x5/bt,x2,wt,wp w a 4/4 a1|n,b1|n - 5")
	barrier := enginetest.Read(t, "pit", "x4,bp/x4,bt/x2,o,x2/x5/bt,wt,x2,wp w b 4/4 a1|n,b1|n b1 5")
	for _, test := range []struct {
		p          engine.Position
		text, want string
	}{
		{entering, "c2", "@c2"},
		{entering, "a2 d3", "@a2@d3"},
		{entering, "b2", `"b2" is not legal here. `},
		{entering, "a1", "a1 is not on this board."},
		{climbing, "z9", "z9 is not on this board."},
		{moving, "c3-c1", "c3c1"},
		{moving, "c3c1c1e3", "c3c1^c1e3"},
		{moving, "c3", `"c3" could be @c3  c3a3`},
		{moving, "c3c1 c1e2", "after c3c1: "},
		{pillar, "e3", "^c1e3"},
		{pillar, "pass", "-"},
		{climbing, "d1d2", "d1d2"},
		{pylyx, "h4f4", "2h4f4"},
		{pylyx, "pass", "-"},
		{pit, "d1b1e", "d1b1b1|e"},
		{pit, "d1b1", "d1b1"},
		{barrier, "e", "b1|e"},
		{choosing, "w", "white"},
	} {
		steps, err := Read(test.p, test.text)
		got := engine.LineText(test.p, steps)
		if err == nil && got != test.want || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %q (%v), want %q", test.text, got, err, test.want)
		}
	}
}

// TestPlay plays turns in the game's notation. Errors name the number of the turn.
func TestPlay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"@b3 @c3@a2":  "",
		"":            "",
		"@b3 @a2@a3":  "number 2: step \"@a2@a3\" is not legal",
		"@b3 @c3 @a2": "number 2: turn \"@c3\" is not whole; it goes on with isolated steps: @a2",
	} {
		h := engine.NewHistory(enginetest.Read(t, "pit-of-pillars", "x2/x4/x4/x2 w o 0/0 - 1"))
		err := Play(h, text)
		if want == "" && (err != nil || engine.LineText(h.Start(), h.Steps()) != text) ||
			want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %s (%v), want %s", text, engine.LineText(h.Start(), h.Steps()), err, want)
		}
	}
	over := enginetest.Read(t, "pilastri", "x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9")
	if _, err := Read(over, "a1b1"); err == nil {
		t.Error("a turn after the end is not refused")
	}
}

// FuzzRead checks that any text gives legal steps or an error.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"c3", "@Wc4", "d4d7d7|n", "2h4f4", "-", "pass", "\x00", "c3c1^c1e3"} {
		f.Add(seed)
	}
	rules := variants(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range rules {
			h := engine.NewHistory(r.Start())
			for range 3 {
				steps, err := Read(h.Position(), text)
				if err == nil && len(steps) == 0 || err != nil && err.Error() == "" {
					t.Fatalf("%q: neither steps nor an error", text)
				}
				if err := h.PlayAll(steps); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				for from := len(h.Steps()); !h.TurnDone(from) && !h.Outcome().Over(); {
					_ = h.Play(h.Position().AppendSteps(nil)[0])
				}
			}
		}
	})
}
