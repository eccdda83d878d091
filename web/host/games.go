package host

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search/players"
	"pillars/search/problems"
)

// gameFacts describes a game for the start screen and for the form of a new game.
type gameFacts struct {
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Pitch   string            `json:"pitch,omitempty"`
	Length  string            `json:"length,omitempty"`
	First   map[string]string `json:"first"`           // options that suit a newcomer's first game
	Options []option          `json:"options"`         // the most important first
	Seats   int               `json:"seats"`           // with these options
	Start   string            `json:"start,omitempty"` // where they let a newcomer begin, if not at the usual start
	Levels  int               `json:"levels"`          // number of levels of the practice player
	Lesson  bool              `json:"lesson"`          // whether there is a lesson
	Puzzles bool              `json:"puzzles"`         // whether there are puzzles
}

type option struct {
	engine.Option
	Values []value `json:"values,omitempty"` // empty if there are too many for a list
}

// A value is one of the values of an option, with words for a form.
type value struct {
	Value string `json:"value"`
	Words string `json:"words"`
}

// Games describes all games. The page contains this answer, so that its start screen need not wait for it.
func Games() any {
	var facts []gameFacts
	puzzles, _ := problems.BuiltIn(problems.Puzzles) // no error, since a test reads all puzzles
	for _, game := range games.All() {
		f := gameFacts{Name: game.Name(), Title: game.Title(), First: map[string]string{}, Levels: players.Levels}
		_, noLesson := Lesson(game.Name())
		f.Lesson, f.Puzzles = noLesson == nil, len(problems.OfGame(puzzles, game.Name())) > 0
		if introduced, ok := game.(engine.ShownGame); ok {
			i := introduced.Introduction()
			f.Pitch, f.Length, f.First = i.Pitch, i.Length, i.First.Values()
		}
		if rules, err := game.New(engine.SettingsOf(f.First)); err == nil {
			f.Seats = rules.Seats()
			if further, ok := rules.(engine.StartRules); ok {
				f.Start = further.Starts()[0].Position.String()
			}
		}
		for _, o := range game.Options() {
			o.Title = cmp.Or(o.Title, o.Name)
			f.Options = append(f.Options, option{o, values(o)})
		}
		facts = append(facts, f)
	}
	return facts
}

// values returns the values of an option, or nil if there are too many for a list.
func values(o engine.Option) (all []value) {
	const most = 16
	texts := o.Values
	if o.Min > 0 && o.Max-o.Min < most {
		for number := o.Min; number <= o.Max; number++ {
			texts = append(texts, strconv.Itoa(number))
		}
	}
	for _, text := range texts {
		words := text
		if o.Words != nil {
			words = o.Words(text)
		}
		all = append(all, value{text, words})
	}
	return all
}

// sample returns the board of a game with the given options. If the game has a position that introduces it, and the
// options are empty or give the same board size, this position is on the board. Otherwise it is the start.
func sample(q viewQuestion) (any, error) {
	p, err := State{Game: q.Game, Options: q.Options}.First()
	if err != nil {
		return nil, err
	}
	if game, ok := p.Rules().Game().(engine.ShownGame); ok && game.Introduction().Picture != "" {
		introducing, err := State{Game: q.Game, Start: game.Introduction().Picture}.First()
		if err != nil {
			return nil, err
		}
		wanted, d := p.Diagram(), introducing.Diagram()
		if len(q.Options) == 0 || d.Files == wanted.Files && d.Ranks == wanted.Ranks {
			return draw(d, q.Known), nil
		}
	}
	return draw(p.Diagram(), q.Known), nil
}

//go:embed lessons/*.json
var lessonFiles embed.FS

// A LessonStep is one task of a lesson: a turn that a newcomer plays on the board. Each task teaches one rule; the
// rules that people often get wrong come last. The page judges a turn by its text alone, so a LessonStep lists all
// turns that do its task. The tests check with the rules and by exact search what it says about winning and losing.
//
// In its lists of turns, a text that ends in * means all turns that begin with it.
type LessonStep struct {
	Title  string    `json:"title"`
	Start  string    `json:"start"`            // text of the position; options that it leaves open have their defaults
	Task   string    `json:"task"`             // what to do
	Light  []string  `json:"light,omitempty"`  // squares to highlight
	Turns  []string  `json:"turns"`            // turns that do the task; the page can show the first, which has no *
	Forced bool      `json:"forced,omitempty"` // whether every legal turn does the task
	Reply  string    `json:"reply,omitempty"`  // turn with which the other seat replies
	Good   string    `json:"good"`             // words after one of the turns
	Other  string    `json:"other,omitempty"`  // words after any other legal turn; none if Forced is set
	Wrong  []Mistake `json:"wrong,omitempty"`  // turns that deserve words of their own
}

// A Mistake has typical wrong turns of a task, with the words that answer them.
type Mistake struct {
	Turns []string `json:"turns"`
	Words string   `json:"words"`
}

// Lesson returns the steps of a game's lesson. It returns an error if no game has this name.
func Lesson(game string) (steps []LessonStep, err error) {
	text, err := lessonFiles.ReadFile("lessons/" + game + ".json")
	if err != nil {
		return nil, fmt.Errorf("there is no lesson for %q", game)
	}
	err = json.Unmarshal(text, &steps)
	return steps, err
}
