package results

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDamagedFiles reads variants of a file of 1,000 games in which some bytes are lost, added or changed. Nearly all
// games are still read, and if one is not, something is said.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	const games = 1000
	random := rand.New(rand.NewPCG(1, 2))
	var file strings.Builder
	for i := range games {
		result := []string{"1-0", "0-1", "1/2-1/2"}[random.IntN(3)]
		fmt.Fprintf(&file, "[Event \"Open %d\"]\n[Site \"Oslo (NOR)\"]\n[Date \"2024.01.01\"]\n[Round \"%[1]d\"]\n"+
			"[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"%s\"]\n\n", i, i%7, i%5, result)
		for turn := range 5 + random.IntN(30) {
			fmt.Fprintf(&file, "%d. e%d {[%%clk 0:01] (so far)} d%d! $1 (%[1]d. c4 c5)\n", turn+1, turn, turn)
		}
		fmt.Fprintf(&file, "%s\n\n", result)
	}
	whole := file.String()
	for i := range 100 {
		at, length := random.IntN(len(whole)-100), 1+random.IntN(80)
		added := []string{"", "\r", "\n\n", "\"", "[", "]", "{", "}", "(", ")", ";", "%", "\x00\xff", "*", "1-0",
			"[White \"", "\n[Site \"\"]\n", strings.ToUpper(whole[at : at+length])}[i%18]
		if i%3 == 0 && added != "" {
			length = 0
		}
		damaged := whole[:at] + added + whole[at+length:]
		fold, err := FoldPGN(strings.NewReader(damaged), false)
		read := fold.Games() + fold.Unknown
		if err != nil || read < games-3 || read+fold.Unread < games || read < games && len(fold.Faults) == 0 {
			t.Errorf("%q for %q: %d games are read, %d not, %v; %v", added, whole[at:at+length], read, fold.Unread,
				fold.Faults, err)
		}
	}
}
