package players

import (
	"flag"
	"strings"

	"pillars/search"
)

// Complete returns completions of a player's text, each with a tab and an explanation: the kinds of players or, after a
// kind and a colon, the keys of that kind.
func Complete(typed string) (offers []string) {
	name, keys, hasKeys := strings.Cut(typed, ":")
	for _, kind := range Kinds() {
		if !hasKeys {
			offers = append(offers, kind.Name+"\t"+kind.Help)
		} else if kind.Name == name {
			before := typed[:len(typed)-len(keys)+strings.LastIndex(keys, ",")+1]
			kind.Keys().VisitAll(func(f *flag.Flag) { offers = append(offers, before+f.Name+"=\t"+f.Usage) })
		}
	}
	return offers
}

// Accepts reports whether the player has the given key and its text does not set it.
func Accepts(player, key string) bool {
	keys, err := Keys(player)
	spec, _ := search.ParseSpec(player)
	_, given := spec.Settings.Get(key)
	return err == nil && keys.Lookup(key) != nil && !given
}
