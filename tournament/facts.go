package tournament

import (
	"pillars/engine"
	"pillars/search"
)

// Teller is a player that has facts to tell with every game which its name does not, such as what the file held that it was made from.
type Teller interface {
	search.Player
	// Facts are tags of different names, made of letters and digits. In a game's record the seat's number follows each name.
	Facts() []engine.Tag
}

// factsOf are the facts of the player in a seat, named as they stand in a record.
func factsOf(player search.Player, seat engine.Seat) []engine.Tag {
	teller, ok := player.(Teller)
	if !ok {
		return nil
	}
	var facts []engine.Tag
	for _, fact := range teller.Facts() {
		facts = append(facts, engine.Tag{Name: fact.Name + seat.String(), Value: fact.Value})
	}
	return facts
}
