package search

import (
	"slices"
	"strings"
)

// formerKeys are the keys of players that stored texts name otherwise, by their names of today.
var formerKeys = map[string]string{
	"cpuct": "explore", "fpu": "unvisited", "lcb": "caution", "multipv": "lines", "sound": "precise",
}

// formerValues are settings whose values stored texts name otherwise, by their names of today.
var formerValues = map[string]string{"leaf=quiescence": "leaf=quiet", "priors=ordering": "priors=hints"}

var currentKeys, currentValues = inverse(formerKeys), inverse(formerValues)

func inverse(words map[string]string) map[string]string {
	inverse := map[string]string{}
	for now, then := range words {
		inverse[then] = now
	}
	return inverse
}

// CurrentText is a stored player text in the words of today, its keys in alphabetical order. Texts that stand in specs,
// plans and files keep their bytes, since identities come from them; use this to compare them with texts of today and
// to make players of them.
func CurrentText(text string) string {
	current, _ := translate(text, currentKeys, currentValues)
	return current
}

// HasFormerWords reports whether a player text was written in the old words.
func HasFormerWords(text string) bool {
	_, translated := translate(text, currentKeys, currentValues)
	return translated
}

// FormerText is a player's full name as it was written when the old words were in use.
func FormerText(name string) string {
	former, _ := translate(name, formerKeys, formerValues)
	return former
}

// CurrentKey is what a stored key of a player is called today.
func CurrentKey(key string) string {
	if now, renamed := currentKeys[key]; renamed {
		return now
	}
	return key
}

func translate(text string, keys, values map[string]string) (translation string, translated bool) {
	kind, settings, err := SplitText(text)
	if err != nil || kind == CommandKind || len(settings) == 0 {
		return text, false
	}
	for i, setting := range settings {
		key, value, given := strings.Cut(setting, "=")
		if word, renamed := values[setting]; renamed {
			settings[i], translated = word, true
		} else if word, renamed := keys[key]; renamed {
			settings[i], translated = word, true
			if given {
				settings[i] += "=" + value
			}
		}
	}
	slices.SortStableFunc(settings, func(a, b string) int {
		keyA, _, _ := strings.Cut(a, "=")
		keyB, _, _ := strings.Cut(b, "=")
		return strings.Compare(keyA, keyB)
	})
	return kind + ":" + strings.Join(settings, ","), translated
}
