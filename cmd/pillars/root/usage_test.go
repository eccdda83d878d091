package root

import (
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

// refusals lists command lines that are refused, with a part of the message. Testscripts have others.
var refusals = [][2]string{
	{"gmaes", "did you mean games?"},
	{"show pylyx", "the game is given as --game pylyx"},
	{"show --game pylix", "did you mean pylyx?"},
	{"show --optoin size=4", "did you mean --option?"},
	{"show --option size=9", "size=9"},
	{"perft 1001", "1001"},
	{"show --position x3/x4/x4/x2", "--position: "},
	{"analyze --player alhpabeta", "did you mean alphabeta?"},
	{"analyze --player alphabeta:node=3", "did you mean nodes?"},
	{"play --level 2 --opponent random", "choose one"},
	{"tournament random greedy --listen :1 --through nats://h:1", "cannot both be given"},
	{"sprt random", "needs two players"},
	{"work", "no address is given"},
	{"measure", "needs a game, or a stored run"},
	{"measure pit --questions fun", "--questions fun"},
	{"solve --certificate c --memory 0", "--memory 0"},
	{"problems --file f --set basic", "choose one"},
	{"show game.txt", "RUN/GAME"},
	{"show none.pgn", "there is no file none.pgn; check its name\n"},
	{"tournament --seed x", "--seed x: must be a whole number of 0 or more"},
	{"tournament --time 1", "--time 1: must be a time, such as 500ms"},
	{"book -o none/a.book", "no such folder"},
	{"book --count 0", "--count 0"},
	{"tune loop -o w --player nobody", "--player nobody: unknown player \"nobody\"; known are"},
	{"solve --certificate c --option size=4 --method search", "use --method retrograde"},
	{"measure pilastrii", "did you mean pilastri?"},
	{"measure zz", "\"zz\" is no game (known are pit-of-pillars"},
	{"report", "needs a run"},
	{"verify r/1v2/1/1 --sample 2", "leave --sample out"},
	{"tune weights", "-o is missing"},
	{"tune policy --data x -o y --temperature 101", "temperature 101"},
	{"merge a.db", "--output is missing"},
	{"serve --address x", "HOST:PORT"},
	{"serve --searches 0", "--searches 0"},
	{"serve --max-time -1s", "--max-time -1s"},
	{"serve --max-table -1", "--max-table -1"},
	{"serve --max-threads -1", "--max-threads -1"},
}

// TestRefusals checks that wrong command lines print nothing, name what is wrong and point to the help.
func TestRefusals(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range refusals {
		code, stdout, stderr := pillars(strings.Fields(test[0])...)
		if code != cli.ExitUsage || !strings.HasPrefix(stderr, "pillars: ") || !strings.Contains(stderr, test[1]) ||
			!strings.HasSuffix(stderr, "--help\n") || stdout != "" {
			t.Errorf("%s: exit code %d, %q without %q, and prints %q", test[0], code, stderr, test[1], stdout)
		}
	}
}
