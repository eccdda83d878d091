// Package lessons holds a lesson for each game: a few steps that a newcomer plays on the board. Each step teaches one
// rule; the rules that people often get wrong come last. Each lesson is a file named after its game, such as pit.json.
//
// The page judges a turn by its text alone, so the file lists all turns that do what a step asks. The tests check with
// the rules and by exact search that every statement of a step is true.
package lessons

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed *.json
var files embed.FS

// A Step is one task in a position. In its lists of turns, a text that ends in * means all turns that begin with it.
type Step struct {
	Title  string    `json:"title"`
	Start  string    `json:"start"`            // text of the position; options that it leaves open have their defaults
	Task   string    `json:"task"`             // what to do
	Light  []string  `json:"light,omitempty"`  // squares to highlight
	Turns  []string  `json:"turns"`            // turns that do the task; the page can show the first, which has no *
	Forced bool      `json:"forced,omitempty"` // whether every legal turn does the task
	Reply  string    `json:"reply,omitempty"`  // turn with which the other seat replies
	Good   string    `json:"good"`             // words after one of the turns
	Other  string    `json:"other,omitempty"`  // words after any other legal turn; none if the step is forced
	Wrong  []Mistake `json:"wrong,omitempty"`  // turns that deserve words of their own
}

// A Mistake is a typical wrong turn of a step, with the words that answer it.
type Mistake struct {
	Turns []string `json:"turns"`
	Words string   `json:"words"`
}

// Of returns the steps of a game's lesson. It returns an error if no game has this name.
func Of(game string) (steps []Step, err error) {
	text, err := files.ReadFile(game + ".json")
	if err != nil {
		return nil, fmt.Errorf("there is no lesson for %q", game)
	}
	err = json.Unmarshal(text, &steps)
	return steps, err
}
