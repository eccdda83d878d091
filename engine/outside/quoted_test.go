package outside

import "testing"

// TestQuoted checks that words a shell reads as one word stay unchanged.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"mcts:cpuct=1.2,nodes=2k": "mcts:cpuct=1.2,nodes=2k", "a-b_c@d%e+f/g": "a-b_c@d%e+f/g", "": "''",
		"a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "é": "'é'", "~": "'~'", "a;b": "'a;b'",
	} {
		if got := Quoted(word); got != want {
			t.Errorf("%q is quoted as %s, want %s", word, got, want)
		}
	}
}
