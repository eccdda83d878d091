package server

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pillars/results/estimate/stats"
	"pillars/search/players"
)

// playerWords returns a name for a player's text: the title of its kind, such as "Calculator", and its options in
// words, such as "2,000 nodes".
func playerWords(player string) (kind, rest string) {
	name, options, _ := strings.Cut(player, ":")
	if player == "practice" {
		options = fmt.Sprintf("level=%d", players.DefaultLevel)
	}
	if name == "practice" {
		if level, is := strings.CutPrefix(options, "level="); is && !strings.Contains(level, ",") {
			return "Level " + level, ""
		}
	}
	all := players.Kinds()
	i := slices.IndexFunc(all, func(k players.Kind) bool { return k.Name == name })
	if i < 0 || all[i].Title == "" {
		return player, ""
	}
	var parts []string
	for option := range strings.SplitSeq(options, ",") {
		switch key, value, _ := strings.Cut(option, "="); {
		case option == "":
		case key == "nodes":
			if n, err := strconv.Atoi(value); err == nil {
				value = stats.Thousands(n)
			}
			parts = append(parts, value+" nodes")
		case key == "time":
			parts = append(parts, value+" a turn")
		default:
			parts = append(parts, strings.TrimSpace(key+" "+value))
		}
	}
	return all[i].Title, strings.Join(parts, ", ")
}

// namesOf returns names of players by their texts, such as "Calculator, 2,000 nodes".
func namesOf(texts []string) map[string]string {
	names := map[string]string{}
	for _, player := range texts {
		kind, rest := playerWords(player)
		names[player] = strings.TrimSuffix(kind+", "+rest, ", ")
	}
	return names
}

// longestName is the most letters of a name in a sentence.
const longestName = 40

// shortNames returns names of players for sentences, by their texts. A name has the player's options only if another
// player is of the same kind.
func shortNames(texts []string) map[string]string {
	count := map[string]int{}
	for _, player := range texts {
		kind, _ := playerWords(player)
		count[kind]++
	}
	names := map[string]string{}
	for _, player := range texts {
		kind, rest := playerWords(player)
		name := kind
		if count[kind] > 1 && rest != "" {
			name += " (" + rest + ")"
		}
		if letters := []rune(name); len(letters) > longestName {
			name = string(letters[:longestName-1]) + "…"
		}
		names[player] = name
	}
	return names
}

// inWords returns sentences with the names of players in place of their texts.
func inWords(sentences []string, names map[string]string) []string {
	texts := slices.SortedFunc(maps.Keys(names), func(a, b string) int { return len(b) - len(a) })
	all := make([]string, len(sentences))
	for i, sentence := range sentences {
		var b strings.Builder
		before := ' ' // the character before rest
		for rest := sentence; rest != ""; {
			at := slices.IndexFunc(texts, func(text string) bool { return standsAt(rest, text, before) })
			_, size := utf8.DecodeRuneInString(rest)
			said := rest[:size]
			if at >= 0 { // rest begins with the text of a player
				said, size = names[texts[at]], len(texts[at])
			}
			b.WriteString(said)
			before, _ = utf8.DecodeLastRuneInString(rest[:size])
			rest = rest[size:]
		}
		all[i] = b.String()
	}
	return all
}

// standsAt reports whether the rest of a sentence begins with a player's text that does not belong to a longer text or
// word. The parameter before is the character to the left of the rest.
func standsAt(rest, text string, before rune) bool {
	inText := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	after, is := strings.CutPrefix(rest, text)
	if !is || text == "" || inText(before) || before == ':' || before == '=' {
		return false
	}
	if after == "" {
		return true
	}
	next, size := utf8.DecodeRuneInString(after)
	afterNext, _ := utf8.DecodeRuneInString(after[size:])
	// A colon or a comma continues the player's text only if an option follows, as in "mcts:nodes=5".
	continued := inText(next) || next == '=' || (next == ':' || next == ',') && inText(afterNext)
	return !continued
}
