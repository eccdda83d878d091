package results

import (
	"errors"
	"fmt"
	"io"
)

// tag reads the rest of a tag, behind its bracket.
func (s *pgnScanner) tag() (pgnToken, error) {
	token := pgnToken{kind: pgnTag, line: s.line, afterBlank: s.takeSkipped()}
	var name []byte
	c := s.skipBlanks()
	for ; isTagName(c); c = s.read() {
		name = kept(name, c)
	}
	token.name = string(name)
	if isBlank(c) && c != '\n' {
		c = s.skipBlanks()
	}
	if len(name) == 0 || c != '"' {
		return token, s.fault(token)
	}
	value, ok := s.quoted()
	if !ok || s.skipBlanks() != ']' {
		return token, s.fault(token)
	}
	token.value = value
	return token, nil
}

// fault is the error of a tag that cannot be read.
func (s *pgnScanner) fault(token pgnToken) error {
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return fmt.Errorf("line %d: %w", token.line, s.err)
	}
	return fmt.Errorf("line %d: the tag [%s is not whole: write it as [Name \"value\"] on one line", token.line, token.name)
}

// skipBlanks is the next byte that is no blank, or the end of the line.
func (s *pgnScanner) skipBlanks() byte {
	for {
		if c := s.read(); s.err != nil || c == '\n' || !isBlank(c) {
			return c
		}
	}
}

func isTagName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '-' || c == '.' || c >= 0x80
}

// quoted reads the rest of a value, in which a backslash stands before quotes and backslashes; ok is false where it does not end on its line.
func (s *pgnScanner) quoted() (value string, ok bool) {
	var text []byte
	for {
		c := s.read()
		if c == '\\' {
			if c = s.read(); c != '"' && c != '\\' {
				text = kept(text, '\\')
			}
			if s.err == nil && c != '\n' {
				text = kept(text, c)
				continue
			}
		}
		switch {
		case s.err != nil || c == '\n':
			return "", false
		case c == '"':
			return string(text), true
		}
		text = kept(text, c)
	}
}

// kept is a text with another byte, unless it has become longer than any name or value that says something.
func kept(text []byte, c byte) []byte {
	const longest = 4096
	if len(text) < longest {
		return append(text, c)
	}
	return text
}
