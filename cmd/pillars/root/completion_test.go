package root

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// Directives to a shell: what follows an offer, and whether the shell also offers files.
const (
	andFiles  = ":0"
	nextWord  = ":4" // a blank follows
	inWord    = ":6"
	htmlFiles = ":8"
)

// TestOffers asks for completions as a shell does, and checks the offered words and the directive. The shell itself
// drops offers that do not begin with what is typed.
func TestOffers(t *testing.T) {
	emptyFolder(t)
	if code, _, stderr := pillars("tournament", "random", "greedy", "--option", "size=4", "--rounds", "1", "--quiet",
		"--tag", "mine", "--tag", "b", "--tag", "a"); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	const options, ofPylyx = "size= reserve= repetition= cap=", "size= reach= repetition= cap="
	const kinds = "random greedy practice uct mcts multiseat alphabeta ugi"
	for _, test := range []struct{ typed, offered, directive string }{
		{"measure --game _", "pit-of-pillars pilastri pylyx pit", inWord},
		{"measure --game pit:", "pit:players= pit:board=", inWord},
		{"measure --game pit:players=2,boa", "pit:players=2,players= pit:players=2,board=", inWord},
		{"measure --game pylyx:reach=", "pylyx:reach=slide pylyx:reach=1", nextWord},
		{"measure --game chess:", "", inWord},
		{"measure --option _", options, inWord},
		{"measure --game pit --game pylyx:size=6 --option _", ofPylyx, inWord},
		{"legal --game _", "pit-of-pillars pilastri pylyx pit", nextWord},
		{"legal -g pylyx --option r", ofPylyx, inWord},
		{"legal -g pylyx --option reach=", "reach=slide reach=1", nextWord},
		{"advantage -g pit --option _", "players= board=", inWord},
		{"engine _", "check " + kinds, inWord},
		{"engine random _", "", nextWord},
		{"tournament random _", kinds, inWord},
		{"play --opponent practice:", "practice:level=", inWord},
		{"sprt --model _", "normalized logistic", nextWord},
		{"verify _", "RUN mine RUN RUN", nextWord},
		{"games list _", "RUN mine RUN RUN", nextWord},
		{"games list mine _", "", nextWord},
		{"games export mine --format _", "jsonl csv pgn", nextWord},
		{"runs --tag _", "a b mine", nextWord},
		{"runs --db none.db --tag _", "", nextWord},
		{"tune weights --data _", "RUN mine RUN RUN", nextWord},
		{"report mine _", "", nextWord},
		{"report --output _", "html", htmlFiles},
		{"show --svg _", "", andFiles},
		{"serve --address _", "", nextWord},
	} {
		words := strings.Fields(test.typed)
		if last := len(words) - 1; words[last] == "_" { // nothing is typed yet of this word
			words[last] = ""
		}
		_, stdout, _ := pillars(append([]string{cobra.ShellCompRequestCmd}, words...)...)
		lines := strings.Split(strings.TrimSpace(stdout), "\n")
		var offered []string
		for _, line := range lines[:len(lines)-1] {
			offer, about, _ := strings.Cut(line, "\t")
			if id, slash := strings.CutSuffix(offer, "/"); about == "tournament of 2/2 games" && id != "mine" {
				offer = "RUN"
				if slash {
					offer = "RUN/"
				}
			}
			offered = append(offered, offer)
		}
		if got := strings.Join(offered, " "); got != test.offered || lines[len(lines)-1] != test.directive {
			t.Errorf("%s offers %q and %s instead of %q and %s", test.typed, got, lines[len(lines)-1], test.offered,
				test.directive)
		}
	}
}
