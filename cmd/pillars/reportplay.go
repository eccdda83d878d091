package main

import (
	"strings"

	"github.com/spf13/cobra"

	"pillars/tournament"
)

// play plays the tournament of a game, or what its run still lacks, and returns the run's id. It is the run that "pillars tournament" plays. A run
// in which players were at fault is an error, but complete.
func (f *reportFlags) play(cmd *cobra.Command, game string) (run string, err error) {
	flags := &runFlags{
		game: game, options: f.ruleOption, openings: "random", workers: f.workers, db: f.db, quiet: f.quiet,
		spec: tournament.Spec{Seed: f.measureFlags.options.Seed, Rounds: f.rounds, Openings: tournament.OpeningSource{Turns: 4}},
	}
	session, err := flags.session(cmd, "tournament", demonstration[:])
	if err != nil {
		return "", err
	}
	if _, err := f.judge(session.plan.Rules, session.spec.Players); err != nil {
		return "", err // rather than after all games
	}
	session.gauge = silentGauge{}
	err = session.run(cmd.Context())
	return session.id, err
}

// runCommand is the command that plays the games of a spec, for a shell.
func runCommand(spec tournament.Spec) string {
	words := []string{"pillars", "tournament"}
	if spec.Format == tournament.Sequential {
		words[1] = "sprt"
	}
	add := func(flag, value string) { words = append(words, "--"+flag+"="+quoted(value)) }
	for _, player := range spec.Players {
		words = append(words, quoted(player))
	}
	add("game", spec.Game)
	for _, option := range spec.Options {
		add("option", option.Name+"="+option.Value)
	}
	for _, s := range specSettings(spec) {
		add(s.flag, s.text)
	}
	return strings.Join(words, " ")
}
