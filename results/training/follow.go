package training

import (
	"fmt"
	"time"

	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// Follow shows the progress of the loop on a screen. For this it replaces OnGeneration by a function that also calls
// the earlier one.
func (l *Loop) Follow(s *progress.Screen) {
	const fitSpeed = 20 // self-play takes about 20 times as long as a fit
	play := progress.Part{Kind: "self-play", Cost: float64(l.Plan.Games)}
	fit := progress.Part{Kind: "fit", Cost: play.Cost / fitSpeed}
	match := progress.Part{Kind: "match", Cost: float64(2 * l.Plan.Pairs)}
	parts := &progress.Parts{}
	for range l.Generations {
		parts.All = append(parts.All, play, fit, match)
	}
	parts.All = append(parts.All, match)
	complete := 0 // number of complete generations
	current := -1 // index of the current part
	earlier := l.OnGeneration
	l.OnGeneration = func(g Generation) {
		complete++
		notify(earlier, g)
	}
	show := func(step int, state progress.State) { // step within a generation: 0 self-play, 1 fit, 2 match
		part := min(3*complete+step, len(parts.All)-1) // the last match is the only part after the last generation
		if part != current {
			current = part
			parts.Begin(part, 1, time.Now())
		}
		state.Task = fmt.Sprintf("generation %d of %d, %s", complete+1, l.Generations, parts.All[part].Kind)
		if complete == l.Generations {
			state.Task = "the last weights against the first"
		}
		state.Whole = parts
		s.Update(func() progress.State { return state })
	}
	l.playing = func(p runner.Progress) {
		show(0, progress.State{Unit: "game", Done: p.Done, Total: l.Plan.Games})
	}
	l.remark = func(text string) { s.Say(text, false) }
	l.fitting = ShowFit(l.Plan.Epochs, func(state progress.State) { show(1, state) })
	l.matching = func(v MatchOutcome) {
		state := progress.State{Unit: "pair", Done: v.played(), Total: l.Plan.Pairs, AtMost: true,
			Notes: []string{"score " + stats.Percent(v.Score(), 1), fmt.Sprintf("LLR %.2f", v.LLR)}}
		if v.Mixed != nil {
			state.Unit, state.AtMost, state.Notes = "opening", false, state.Notes[:1]
		}
		show(2, state)
	}
}

// Follow shows the progress of the tuning on a screen.
func (t *Tuning) Follow(s *progress.Screen) {
	t.begun = func(done int) {
		if done > 0 {
			s.Sayf("%s goes on after %d of %s", t.Folder, done, tournament.Counted(t.Plan.Iterations, "iteration"))
		}
	}
	t.onAnswer = func(last answered) {
		state := progress.State{Unit: "iteration", Done: last.Number, Total: t.Plan.Iterations}
		for i, p := range t.Plan.Parameters {
			state.Notes = append(state.Notes, fmt.Sprintf("%s %.4g", p.Name, last.Estimate[i]))
		}
		s.Update(func() progress.State { return state })
	}
	t.matching = func(v MatchOutcome) { s.Note(func() string { return "tuned against start: " + v.String() }) }
}

// ShowFit returns a function that passes the progress of a fit to show. The fit has at most the given number of epochs.
func ShowFit(epochs int, show func(progress.State)) func(*tune.State) {
	return func(now *tune.State) {
		show(progress.State{Unit: "epoch", Done: now.Epochs(), Total: epochs, AtMost: true,
			Notes: lossNotes(now.Losses[now.Epochs()], now.Least(), now.BestAt)})
	}
}

// lossNotes returns the losses in words: after the last epoch, and the least ones, which epoch leastAt reached.
func lossNotes(last, least tune.Losses, leastAt int) []string {
	return []string{fmt.Sprintf("loss %.5f", last.Train), fmt.Sprintf("on games held back %.5f", last.Validation),
		fmt.Sprintf("the least %.5f after %d", least.Validation, leastAt)}
}

// ShowNetwork returns a function that passes the progress of training a network to show.
func ShowNetwork(epochs int, show func(progress.State)) func(*tune.NetworkState) {
	return func(now *tune.NetworkState) {
		state := progress.State{Unit: "epoch", Done: now.Epochs(), Total: epochs}
		if state.Done > 0 {
			state.Notes = lossNotes(now.Losses[state.Done], now.Least(), now.BestAt)
		}
		show(state)
	}
}
