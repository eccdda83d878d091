// Package work encodes units for workers, plays them and checks the games that workers send. A unit is a handful of
// planned games; package coordinator divides the plan into units. Unless a player thinks by the clock or makes
// decisions that may vary, the result of a unit is the same on any machine. The package knows no network and no store.
package work

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// Job holds the data that all units of a run share.
type Job struct {
	Spec       string            `json:"spec"`                 // the spec as text, see [tournament.Spec.String]
	Files      map[string]string `json:"files,omitempty"`      // hashes of the files that players name, by file name
	Signatures map[string]string `json:"signatures,omitempty"` // signatures that workers must show, by player
}

// Describe returns the job of the table's run, without signatures, and the contents of the files that its players need,
// by hash. It sets t.Facts to the facts about these files.
func (t *Table) Describe() (job Job, files map[string][]byte, err error) {
	job = Job{Spec: t.Spec.String(), Files: map[string]string{}}
	files, t.Facts = map[string][]byte{}, map[string][]engine.Tag{}
	for _, player := range t.Spec.Players {
		contents, facts, err := players.ReadFiles(player)
		if err != nil {
			return job, nil, err
		}
		for name, data := range contents {
			hash := Hash(data)
			job.Files[name], files[hash] = hash, data
		}
		if len(facts) > 0 {
			t.Facts[player] = facts
		}
	}
	return job, files, nil
}

// Read returns the spec and the rules of a job, which may come from anywhere.
func (j Job) Read() (tournament.Spec, engine.Rules, error) {
	spec, err := tournament.ParseSpec(j.Spec)
	if err != nil {
		return spec, nil, err
	}
	game, err := games.Find(spec.Game)
	if err != nil {
		return spec, nil, err
	}
	rules, err := game.New(spec.Options)
	return spec, rules, err
}

// Table plays the units of a run on a worker. On the coordinator it checks the games that workers send.
type Table struct {
	Spec      tournament.Spec
	Rules     engine.Rules
	NewPlayer guard.Factory
	Facts     map[string][]engine.Tag // facts that players report, see [referee.FactReporter]; by player
}

// Played is a finished game as a worker sends it, without the parts that follow from the plan.
type Played struct {
	referee.Account
	Program string `json:"program"` // the program that played the game, see [runner.Program]
}

// Play plays the games of a unit, one after the other, until drain is closed. It returns the finished games.
func (t Table) Play(
	ctx context.Context, unit []tournament.Planned, drain <-chan struct{},
) (played []Played, err error) {
	run := runner.Runner{
		Plan:      tournament.Plan{Spec: t.Spec, Rules: t.Rules}.Only(unit),
		NewPlayer: t.NewPlayer, Drain: drain,
		Sink: func(game tournament.Game) error {
			played = append(played, Played{Account: referee.AccountOf(game), Program: runner.Program()})
			return nil
		},
	}
	_, err = run.Run(ctx)
	return played, err
}

// Accept returns the complete game that a worker has played. Its record names the worker. Accept returns an error if
// the rules or the plan do not allow the game. Only a replay shows whether the players really made these decisions.
func (t Table) Accept(planned tournament.Planned, played Played, worker string) (game tournament.Game, err error) {
	const most = 200 // largest length of a name, in bytes
	for _, name := range []string{played.Program, worker} {
		if name == "" || len(name) > most || outside.Visible(name, "") != name {
			return game, fmt.Errorf("%.100q is no name of a program or a worker", name)
		}
	}
	facts := make([][]engine.Tag, len(planned.Players))
	for seat, player := range planned.Players {
		facts[seat] = t.Facts[player]
	}
	tags := slices.Concat(runner.Tags(t.Spec, played.Program), runner.OwnTags(t.Spec, planned))
	if game, err = played.Restore(planned, t.Rules, tags, facts); err != nil {
		return game, fmt.Errorf("game %s: %w", planned.Identity, err)
	}
	game.Record.Tags = append(game.Record.Tags, engine.Tag{Name: WorkerTag, Value: worker})
	return game, nil
}

// WorkerTag is the name of the tag of a record that names the worker that played the game.
const WorkerTag = "Worker"

// Spent returns the time that the players of games have thought.
func Spent(games []Played) (thinking time.Duration) {
	for _, game := range games {
		for _, thought := range game.Thoughts {
			thinking += thought.Time
		}
	}
	return thinking
}

// Member describes a worker to a coordinator, and to people and programs that watch the coordinator.
type Member struct {
	Name    string  `json:"name"`
	Program string  `json:"program"`
	Machine string  `json:"machine"` // operating system and architecture
	Slots   int     `json:"slots"`   // number of units that the worker plays at the same time
	Busy    int     `json:"busy"`    // number of units in play
	Games   int     `json:"games"`   // number of games played in the coordinator's run
	Rate    float64 `json:"rate"`    // games a second since the worker joined the run
	Trouble string  `json:"trouble"` // why the worker does not play; usually empty
}

// Hash returns the hash that identifies a file, a job or a unit: the first half of its SHA-256, in hexadecimal digits.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// Limits of what [Decode] reads, after decompression.
const (
	maxText   = 32 << 20 // largest number of bytes
	maxCommas = 2 << 20  // largest number of commas; many short values need much more memory than their text
)

// Encode returns a job, a unit or games as compressed JSON. Equal values give equal bytes.
func Encode(value any) []byte {
	var b bytes.Buffer
	compressed := gzip.NewWriter(&b)
	if err := json.NewEncoder(compressed).Encode(value); err != nil { // never happens with texts and finite numbers
		panic(err)
	}
	_ = compressed.Close() // cannot fail, since a buffer takes everything
	return b.Bytes()
}

// Decode reads the output of [Encode] into value, a pointer. It limits the size and the memory of any content.
func Decode(content []byte, value any) error {
	compressed, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(compressed, maxText+1)) // one byte more shows that there are too many
	switch {
	case err != nil:
		return err
	case len(text) > maxText || bytes.Count(text, []byte{','}) > maxCommas:
		return fmt.Errorf("more than %d bytes or %d parts", maxText, maxCommas)
	}
	return outside.JSON(text, value)
}
