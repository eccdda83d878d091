package ugi

import (
	"errors"
	"fmt"
	"strings"
)

// SplitCommand splits a command line into the program and its arguments. Blanks separate; text in single or double quotes is taken as it stands,
// except that within double quotes a backslash takes a double quote or a backslash for itself. There is no shell: no variables, patterns or pipes.
func SplitCommand(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == 0 && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		case quote == 0 && (c == '"' || c == '\''):
			quote, inWord = c, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == '"' && c == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
			word.WriteByte(line[i])
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("command line %s: a quotation mark %c is not closed", line, quote)
	case inWord:
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command line names no program")
	}
	return words, nil
}

// JoinCommand is the command line that [SplitCommand] splits into words.
func JoinCommand(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quoteWord(word)
	}
	return strings.Join(quoted, " ")
}

func quoteWord(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t'\"") {
		return word
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}
