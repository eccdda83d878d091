package charts

import (
	"bytes"
	"html"
	"regexp"
	"strings"
)

const fontFamily = "'Helvetica Neue',Arial,'Liberation Sans',sans-serif"

// fontWords are what gonum/plot says of fonts in every text; weight alone means something there.
var fontWords = regexp.MustCompile(`font-family:[^;"]*;font-variant:[^;"]*;font-weight:([^;"]*);font-style:[^;"]*;`)

var head = regexp.MustCompile(`(?s)^.*?<svg width="([0-9.]+)pt" height="([0-9.]+)pt" viewBox="([^"]*)"[^>]*>`)

// plain names the fonts once instead of in every text.
func plain(raw []byte) []byte {
	raw = fontWords.ReplaceAllFunc(raw, func(words []byte) []byte {
		if bytes.Contains(words, []byte("font-weight:bold")) || bytes.Contains(words, []byte("font-weight:700")) {
			return []byte("font-weight:bold;")
		}
		return nil
	})
	return bytes.ReplaceAll(raw, []byte("\n\tstyle="), []byte(" style="))
}

// standalone is a picture as a file of its own.
func standalone(raw []byte) []byte {
	return head.ReplaceAll(plain(raw), []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
		`<svg xmlns="http://www.w3.org/2000/svg" width="$1" height="$2" viewBox="$3" font-family="`+fontFamily+`">`))
}

// inline is a picture as an element of a page, in the page's colours, with more elements on top.
func inline(raw []byte, alt, more string) string {
	const opening = `<svg viewBox="$3" width="$1" height="$2" role="img" aria-label="ALT" font-family="` + fontFamily +
		`">`
	text := string(head.ReplaceAll(plain(raw), []byte(opening)))
	var pairs []string
	for _, t := range tones() {
		pairs = append(pairs, t.light, "var(--"+t.name+")", t.faintText(), "var(--"+t.name+")")
	}
	text = strings.NewReplacer(pairs...).Replace(text)
	text = strings.Replace(text, "</svg>", more+"</svg>", 1)
	return strings.Replace(text, `aria-label="ALT"`, `aria-label="`+html.EscapeString(alt)+`"`, 1)
}
