package root

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

// wrongUsage lists command lines that are refused, with the message. Where a value lies beyond a bound, another line
// has the bound itself with a second mistake, which the message is then about.
var wrongUsage = [][2]string{
	{"analyze r/1v2/1/1 --pgn a.pgn", "r/1v2/1/1 and --pgn a.pgn both name a game; leave one out"},
	{"show --turn 3", "--turn is for a saved game; name its file with --pgn"},
	{"show --number 1", "--number is for a saved game; name its file with --pgn"},
	{"analyze a/1v2/1/1 b", `pillars analyze takes one stored game, but "b" follows`},
	{"games show a/1v2/1/1 b", `pillars games show takes one game, but "b" follows`},
	{"games list a b", `pillars games list takes one run, but "b" follows`},
	{"games export", "pillars games export needs one or more runs; list them with pillars runs"},
	{"games list", "pillars games list needs a run; list the runs with pillars runs"},
	{"report a b", `pillars report takes one run, but "b" follows`},
	{"book check a b", `pillars book check takes one file, but "b" follows`},
	{"merge -o all.db", "pillars merge needs files to join; write pillars merge a.db b.db -o all.db"},
	{"merge a.db", "--output is missing; name the new file"},
	{"merge share.json games.db -o all", "share.json is a suite file and games.db a database file; " +
		"merge joins files of one kind"},
	{"merge empty -o all", "empty is empty: play its shard first, or copy it again"},
	{"merge note -o all", "note is neither a database nor an output of pillars suite --shard --json"},
	{"engine random mcts", `engine takes one player, but "mcts" follows; the game is given as --game GAME`},
	{"engine chek x", `unknown player "chek"; did you mean pillars engine check?`},
	{"engine check --overrun -1s x", "--overrun -1s: must not be below 0"},
	{"engine check --overrun 0s --patience 0s x", "--patience 0s: must be more than 0"},
	{"engine check --games -1 x", "--games -1: must be 0 or more"},
	{"engine check --games 0 --time 999us x", "--time 999µs: must be 1ms or more"},
	{"engine check --time 1ms --option size=4 x",
		"--option sets the rules of the game that --game names; give --game too"},
	{"tournament random greedy --book b --openings all", "--book and --openings all are both given; choose one"},
	{"tournament random greedy --openings book", "--openings book: the file is missing; name it with --book"},
	{"tournament random greedy --openings some", "--openings some: must be random, all or book"},
	{"tournament random greedy --listen :1 --through nats://h:1",
		"--listen and --through cannot both be given; leave one out"},
	{"tournament random greedy --audit 5",
		"--audit and --unit-time are about workers; give --listen or --through too"},
	{"tournament random greedy --unit-time 5s",
		"--audit and --unit-time are about workers; give --listen or --through too"},
	{"tournament random greedy --workers 0", "--workers 0: must be 1 or more, or 0 with --listen or --through"},
	{"tournament random greedy --listen x:1 --workers -1", "--workers -1: must be 0 or more"},
	{"tournament random greedy --listen x:1 --workers 0 --audit -1", "--audit -1: must be 0 or more"},
	{"tournament random greedy --listen x:1 --audit 0 --unit-time 999us", "--unit-time 999µs: must be 1ms or more"},
	{"tournament random greedy --agree-chance 0.5", "--agree-chance 0.5: must be above 0.5 and below 1"},
	{"tournament random greedy --agree-chance 1", "--agree-chance 1: must be above 0.5 and below 1"},
	{"tournament random greedy --agree-chance 0.9 --agree-score 5",
		"--agree-score and --agree-chance are both given; choose one"},
	{"sprt random", "a sequential test needs two players, such as mcts alphabeta; given: 1"},
	{"sprt random greedy mcts", "a sequential test needs two players, such as mcts alphabeta; given: 3"},
	{"work --workers 0", "--workers 0: must be 1 or more"},
	{"work --workers 1", "no address is given; give the one that the command with --listen prints, as an argument, " +
		"in PILLARS_WORK, or with - on standard input"},
	{"work -", "no address is given; give the one that the command with --listen prints, as an argument, " +
		"in PILLARS_WORK, or with - on standard input"},
	{"advantage --time -1s", "--time -1s: must be above 0"},
	{"advantage --half-width 0.0009", "--half-width 0.0009: must be from 0.001 to 0.5, such as 0.02"},
	{"advantage --half-width 0.5", "--half-width 0.5: must be from 0.001 to 0.5, such as 0.02"},
	{"advantage --half-width 0.001 --measure x", "--measure x: must be start or openings"},
	{"advantage --nodes 0", "--nodes 0: must be from 1 to 4294967295"},
	{"advantage --games 0", "--games 0: must be from 1 to 100000"},
	{"advantage --measure start --book b", "--book: only --measure openings plays a book; add that measure"},
	{"solve --positions 0", "--positions 0: must be from 1 to 2147483647"},
	{"solve --method x", `--method "x": must be search or retrograde`},
	{"solve --certificate c --turns 3", "--turns 3: must be even"},
	{"solve --certificate c --turns 21", "--turns 21: must be from 0 to 20"},
	{"solve --certificate c --turns 20 --memory 0", "--memory 0: must be from 1 to 1048576"},
	{"solve --certificate c --share 0/2", "--share 0/2: must be I/N with I from 1 to N, such as 2/3"},
	{"solve --certificate c --share 3/2", "--share 3/2: must be I/N with I from 1 to N, such as 2/3"},
	{"solve --certificate c --share 2/2", "--share needs --first-turns and --certificate"},
	{"book --kind some", "--kind some: must be random or all"},
	{"book --count 0", "--count 0: must be from 1 to 100000"},
	{"book --margin -1", "--margin -1: must be from 0 to 100 logits"},
	{"book --margin 101", "--margin 101: must be from 0 to 100 logits"},
	{"book --margin 100 --player random",
		"--player random: it cannot evaluate; name a player that can, such as alphabeta:nodes=10000"},
	{"book --margin 0 --player mcts", "--player mcts: it has no limit; write mcts:nodes=10000"},
	{"suite --nodes 0", "--nodes 0: must be 1 or more; leave it out for the budget of each problem"},
	{"suite --fail-below -1", "--fail-below -1: must be 0 or more"},
	{"suite --fail-below 0 --set x", "--set x: must be basic or hard"},
	{"suite --file f --set basic", "--file and --set are both given; leave one out"},
	{"suite --verify --csv", "--verify tests no player; leave out --csv, --compare, --fail-below and --shard"},
	{"perft --depth 1001", "--depth 1001: must be from 0 to 1000"},
	{"random --games 0", "--games 0: must be from 1 to 100000000"},
	{"random --workers 10001", "--workers 10001: must be from 1 to 10000"},
	{"report --show -1", "--show -1: must be from 0 to 3"},
	{"report --show 0", "report needs a run or --game; list the runs with pillars runs"},
	{"measure a --workers 0", "--workers 0: must be 1 or more"},
	{"measure a --workers 1 --judgements -1", "--judgements -1: must be 0 or more"},
	{"measure a --judgements 0 --whole-turns -1", "--whole-turns -1: must be 0 or more"},
	{"measure a --whole-turns 0 --promises -1", "--promises -1: must be 0 or more"},
	{"measure a --promises 0 --random-games -1", "--random-games -1: must be 0 or more"},
	{"measure a --random-games 0 --limit -1", "--limit -1: must be 0 or more"},
	{"measure --game pit --games 0", "--games 0: must be 1 or more"},
	{"measure --game pit --games 1 --start-games -1", "--start-games -1: must be 0 or more"},
	{"measure --game pit --start-games 0 --rungs -1", "--rungs -1: must be 0 or more"},
	{"verify", "verify needs a run, or --all; list the runs with pillars runs"},
	{"verify --all r", "--all checks all runs, but r is named; leave one of them out"},
	{"verify r/1v2/1/1 --sample 2", "--sample is for whole runs, but the game r/1v2/1/1 is named; leave --sample out"},
	{"verify r --workers 0", "--workers 0: must be 1 or more"},
	{"verify r --workers 1 --sample -1", "--sample -1: must be 0 or more"},
	{"ratings --scale x --all", `--scale "x": must be elo or ordo`},
	{"ratings r --head-to-head --matrix",
		"--head-to-head lists what --crosstable and --matrix show as tables; choose one form"},
	{"ratings r --pairs-by-round", "--pairs-by-round is for the games of --pgn; stored games know their pairs"},
	{"ratings r --places p", `--places rates the games of a file, but the run "r" is given too; choose one`},
	{"ratings --pgn p --db d", "--pgn rates the games of a file, but --db is given too; choose one"},
	{"ratings --matrix", "ratings needs a run, or --all; list the runs with pillars runs"},
	{"ratings --all r", `--all rates all runs, but the run "r" is given too; choose one`},
	{"ratings r --json --csv", "--json and --csv are both given; choose one"},
	{"ratings --places p --matrix", "--matrix needs games of two seats, but these have more; leave it out"},
	{"stats games 1 2 3 --alpha 0.5", "--alpha 0.5: must be above 0 and below 0.5"},
	{"stats games 1 2 3 --alpha 0 --beta 0.1", "--alpha 0: must be above 0 and below 0.5"},
	{"stats games 1 2 3 --alpha 0.4 --beta 0.5", "--beta 0.5: must be above 0 and below 0.5"},
	{"stats games -12 2 3", "count -12: must be a whole number, 0 or more"},
	{"stats plan --first 0.04", "--first 0.04: must be from 0.05 to 0.95"},
	{"stats plan --first 0.95 --draws -0.1", "--draws -0.1: must be from 0 to 0.99"},
	{"stats plan --first 0.05 --draws 0.99 --elo1 0.0009", "--elo0 0 and --elo1 0.0009: must be .001 apart or more"},
	{"suite mine --games 0", "--games 0: must be 1 or more"},
	{"suite mine --games 1 --turns 0", "--turns 0: must be from 1 to 20"},
	{"suite mine --turns 20 --last 0", "--last 0: must be 1 or more"},
	{"suite mine --last 1 --opening-steps -1", "--opening-steps -1: must be 0 or more"},
	{"suite mine --opening-steps 0 --nodes 0", "--nodes 0: must be 1 or more"},
	{"suite mine --game pit --option players=3",
		"only two-seat games can be searched for positions; this one has 3 seats"},
	{"tune constants --player mcts --constants cpuct=1:0.2..3 -o c --batch 0", "--batch 0: must be 1 or more"},
	{"tune constants --player mcts --constants cpuct=1:0.2..3 -o c --batch 1 --games 0",
		"--games 0: must be 1 or more"},
	{"tune constants", "--player is missing; name the player to tune"},
	{"tune weights", "-o is missing; name the file for the weights"},
	{"serve --address x", "--address x: write HOST:PORT, such as 127.0.0.1:7447, or 0.0.0.0:7447 for all networks"},
	{"serve --searches 0", "--searches 0: must be 1 or more"},
	{"serve --searches 1 --max-time -1s", "--max-time -1s: must be 0s or more"},
	{"serve --max-time 0s --max-table -1", "--max-table -1: must be 0 or more"},
	{"serve --max-table 0 --max-threads -1", "--max-threads -1: must be 0 or more"},
	{"serve --max-threads 0 --workers 0", "--workers 0: must be 1 or more"},
	{"runs show", "pillars runs show needs a run; list the runs with pillars runs"},
	{"runs tag a", "pillars runs tag needs other arguments; write pillars runs tag RUN TAG..."},
}

// emptyFolder changes to an empty folder, without the variables of the environment that commands read.
func emptyFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, variable := range []string{"PILLARS_DB", "PILLARS_WORK", "PILLARS_COLUMNS"} {
		t.Setenv(variable, "")
	}
}

// TestWrongUsage checks the messages about command lines that cannot be meant.
func TestWrongUsage(t *testing.T) {
	emptyFolder(t)
	for name, text := range map[string]string{"empty": "", "note": "Dear reader, this is a long letter to you.",
		"games.db": "SQLite format 3\x00 and more", "share.json": `{"type":"suite-shard"}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range wrongUsage {
		code, stdout, stderr := pillars(strings.Fields(test[0])...)
		message, _, _ := strings.Cut(strings.TrimPrefix(stderr, "pillars: "), "\n")
		if code != cli.ExitUsage || message != test[1] || stdout != "" {
			t.Errorf("%s: %d, %q instead of %q, and prints %q", test[0], code, message, test[1], stdout)
		}
	}
}

// wrongUsageOfRuns lists command lines about a run "mine" of two games, with their messages. These have RUN in place of
// its id, and TURNS in place of the number of turns of its first game.
var wrongUsageOfRuns = [][2]string{
	{"games export mine --format x", "--format x: must be one of jsonl, csv, pgn"},
	{"games export mine -o .", "--output . is a folder; name a file in it"},
	{"games show mine",
		`"mine" names no game; give run and game, as in mine/1v2/1/1 (pillars games list mine lists them)`},
	{"games show mine/1v2/1/3",
		"database pillars.db: game RUN/1v2/1/3: not found; list the games with pillars games list RUN"},
	{"games show none/1v2/1/1", `database pillars.db: run "none": not found; list the runs with pillars runs`},
	{"games show mine/1v2/1/1 --json --pgn", "--pgn and --json are both given; choose one"},
	{"games show mine/1v2/1/1 --turn -1", "--turn -1: must be from 0, the start, to TURNS"},
	{"games show mine/1v2/1/1 --turn 9999", "--turn 9999: must be from 0, the start, to TURNS"},
	{"analyze mine/1v2/1/1 --turn -1", "--turn -1: must be from 0 to TURNS"},
	{"analyze mine/1v2/1/1 --turn 9999", "--turn 9999: must be from 0 to TURNS"},
	{"analyze mine/1v2/1/1 --steps a1", "--steps is given with a saved game, which says what is played; leave one out"},
	{"analyze mine/1v2/1/1 --game pit", "--game pit: the saved game is one of pit-of-pillars; leave --game out"},
	{"analyze mine/1v2/1/1 --explain",
		"--explain and --multipv are for one position; add --turn N, such as --turn TURNS"},
	{"runs show none", `database pillars.db: run "none": not found; list the runs with pillars runs`},
	{"verify mine/1v2/1/3", "game RUN/1v2/1/3: not found; list the games with pillars games list RUN"},
	{"tournament --join mine", "--join mine: name the players that join"},
	{"tournament mcts --join mine --rounds 5",
		"--join takes the game, openings, rounds and limits from the run; leave --rounds out"},
	{"measure --define mine", "--define lists all metrics; leave out runs, --csv and --squares"},
	{"measure mine --games 5", "--games is for games to be played now; name them with --game"},
	{"report mine --rounds 5", "--rounds is for the report on a game, but the run mine is given; choose one"},
}

// TestWrongUsageOfRuns checks the messages about command lines that do not fit a stored run.
func TestWrongUsageOfRuns(t *testing.T) {
	emptyFolder(t)
	if code, _, stderr := pillars("tournament", "random", "greedy", "--option", "size=4", "--rounds", "1", "--quiet",
		"--tag", "mine"); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	_, shown, _ := pillars("games", "show", "mine/1v2/1/1", "--json")
	var game struct {
		Run   string
		Turns int
	}
	if err := json.Unmarshal([]byte(shown), &game); err != nil {
		t.Fatal(err)
	}
	facts := strings.NewReplacer("TURNS", fmt.Sprint(game.Turns), "show RUN", "show RUN",
		"RUN", game.Run)
	for _, test := range wrongUsageOfRuns {
		code, stdout, stderr := pillars(strings.Fields(test[0])...)
		message, _, _ := strings.Cut(strings.TrimPrefix(stderr, "pillars: "), "\n")
		if want := facts.Replace(test[1]); code != cli.ExitUsage || message != want || stdout != "" {
			t.Errorf("%s: %d, %q instead of %q, and prints %q", test[0], code, message, want, stdout)
		}
	}
}
