// Package charts draws figures: lines with bands ([Lines]), estimates with a curve through them ([Trends]), histograms ([Histogram]), estimates with
// their intervals ([Dots]) and heat maps ([HeatMap]). The drawing is gonum/plot's; what is here makes all figures look like one family.
//
// A [Chart] is written as SVG and as PNG, each standing for itself, and as SVG for a page ([Chart.Inline]), whose colours are the variables of
// [Styles] and so follow the reader's choice of light or dark. The same data give the same bytes.
//
// The colours are those of Okabe and Ito (Color Universal Design, 2002), darkened or lightened for their ground. Series differ in the
// dashes of their lines too, so that a print in grey can be read.
//
// Data that are not finite are refused: a figure never shows what is not there.
package charts
