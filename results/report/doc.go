// Package report makes one page of a run: how its players stand, what the seats were worth, how its games went and ended, and what the game is like.
//
// [New] turns an [Input], what was stored of the run, into a [Report]: sections of figures. A figure is a chart, boards, a table or several of
// these, with its definition, the number of its observations and how its interval is made. The report writes itself as one HTML page that
// needs nothing else ([Report.WriteHTML]), as files, every chart as SVG and PNG and every table as CSV ([Report.Files]), and as JSON.
//
// What a run does not tell is left out, or is said to be missing; nothing is ever NaN. The same input gives the same bytes.
package report
