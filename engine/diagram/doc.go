// Package diagram draws an [engine.Diagram]: [Text] for terminals, [SVG] and [SVGRow] for pages and print.
//
// Both show what every stack is made of, at every height. In text a stack is its men from bottom to top, "wrw", and from five men on the runs of one
// colour with their lengths, "w4rw2". In a picture it is a pile of discs seen from the side while the pile fits its square; a higher one is its top
// disc with the height on it and, beside it, a bar of all its men from bottom to top. Every square of a picture has a title, which browsers
// show under the pointer and screen readers read: "d3: height 5, bottom to top w r r w w".
//
// The files: check refuses what cannot be drawn, words has the titles and letters; text draws in characters; svg lays pictures out, svg_board
// draws squares and barriers, svg_stack stacks, svg_shape single pieces, palette the colours, pen writes the XML.
package diagram
