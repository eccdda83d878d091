package training

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

// Report describes finished work, as text and as JSON.
type Report struct {
	text  func(io.Writer) error
	facts table.Facts
}

func (r Report) Records() []any { return []any{r.facts} }

func (r Report) WriteText(w io.Writer) error { return r.text(w) }

// textWriter returns a function that writes a text, which is formatted as by [fmt.Sprintf].
func textWriter(format string, args ...any) func(io.Writer) error {
	return func(w io.Writer) error { return table.Printf(w, format, args...) }
}

const mostShown = 12 // number of changed weights in a report

// Write writes the weights, with a header that says how they were made, and returns a report.
func (f Fitted) Write() (Report, error) {
	train, held, counts := f.Data.Train, f.Data.Held, f.Data.Counts
	start, best := f.State.Losses[0], f.State.Least()
	least := tune.Losses{Train: train.LeastLoss(), Validation: held.LeastLoss()} // of any evaluation
	losses := table.New("#", "#positions", "#loss before", "#after", "#least possible")
	losses.Add("learned from", train.Len(), formatted("%.5f", start.Train, best.Train, least.Train))
	if held.Len() > 0 {
		losses.Add("held back", held.Len(), formatted("%.5f", start.Validation, best.Validation, least.Validation))
	}
	changed := []table.Facts{}
	weights := table.New("#most changed", "#early before", "#after", "#late before", "#after")
	for _, c := range mostChanged(f.Layout, f.Start, f.Weights, mostShown) {
		weights.Add(c.name, formatted("%.2f", c.before.Early, c.after.Early, c.before.Late, c.after.Late))
		changed = append(changed, table.Object("name", c.name,
			"before", [2]float64{c.before.Early, c.before.Late}, "after", [2]float64{c.after.Early, c.after.Late}))
	}
	losses.Indent, weights.Indent = 2, 2
	text := func(w io.Writer) error {
		return errors.Join(
			table.Printf(w, "%d games, %d of them held back; %d turns; left out are %d that are not quiet and %d "+
				"repeats\n\n", counts.Games, counts.Validation, counts.Turns, counts.Noisy, counts.Twice),
			losses.WriteText(w),
			table.Printf(w, "\n%s; the best is number %d\n\n", tournament.Counted(f.State.Epochs(), "epoch"),
				f.State.BestAt),
			weights.WriteText(w), table.Printf(w, "\nweights: %s\n", f.File))
	}
	facts := table.Object("type", "tune", "file", f.File, "games", counts.Games,
		"games_held_back", counts.Validation, "turns", counts.Turns, "noisy", counts.Noisy, "repeated", counts.Twice,
		"train_positions", train.Len(), "validation_positions", held.Len(), "bytes", train.Bytes()+held.Bytes(),
		"epochs", f.State.Epochs(), "best_epoch", f.State.BestAt,
		"loss", table.Object("before", start.Train, "after", best.Train, "least", least.Train), "validation_loss",
		table.Object("before", start.Validation, "after", best.Validation, "least", least.Validation),
		"most_changed", changed)
	return Report{text, facts}, writeWeights(f.File, f.Layout, f.Weights, weightsTitle(f.Rules),
		fmt.Sprintf("Fitted to %d positions of %d games, loss %.5f (games held back: %.5f), from %s, lambda %g, "+
			"l2 %g, positions %s.", train.Len(), counts.learnedFrom(), best.Train, best.Validation, f.From,
			f.Selection.Lambda, f.L2, f.Selection.Quiet),
		"By "+runner.Program()+".")
}

// weightsTitle returns the first line of the header of a file of weights.
func weightsTitle(rules engine.Rules) string {
	return fmt.Sprintf("Weights of %s (%s), in hundredths of a logit of the expected result.", rules.Game().Title(),
		rules.Settings())
}

// Write writes the network, with a header that says how it was made, and returns a report.
func (r Trained) Write() (Report, error) {
	var file bytes.Buffer
	best, learned := r.State.Least(), r.Counts.learnedFrom()
	err := eval.WriteNetwork(&file, r.Layout, r.Network,
		fmt.Sprintf("Network of %s (%s): %d hidden units.", r.Rules.Game().Title(), r.Rules.Settings(), r.Units),
		fmt.Sprintf("Trained on %d positions of %d games, loss %.5f (games held back: %.5f), from %s, lambda %g, "+
			"positions %s, %d epochs, rate %g, decay %g, seed %d.", r.Train, learned, best.Train, best.Validation,
			r.From, r.Selection.Lambda, r.Selection.Quiet, r.State.BestAt, r.Rate, r.Decay, r.Seed),
		"By "+runner.Program()+".")
	if err != nil {
		return Report{}, err
	}
	text := textWriter("%d positions of %d games, %d positions of %d games held back\n"+
		"epoch %d is the best: loss %.5f, held back %.5f\nnetwork: %s, %d bytes\n", r.Train, learned, r.Held,
		r.Counts.Validation, r.State.BestAt, best.Train, best.Validation, r.File, file.Len())
	facts := table.Object("type", "network", "file", r.File, "games", r.Counts.Games,
		"games_held_back", r.Counts.Validation, "train_positions", r.Train, "validation_positions", r.Held,
		"epochs", r.State.Epochs(), "best_epoch", r.State.BestAt, "loss", best.Train,
		"validation_loss", best.Validation, "bytes", file.Len())
	return Report{text, facts}, lock.Replace(r.File, file.Bytes())
}

func (g Generation) Records() []any {
	return []any{struct {
		Type string `json:"type"`
		Generation
	}{"generation", g}}
}

func (g Generation) WriteText(w io.Writer) error {
	kept := "dropped"
	if g.Kept {
		kept = "kept"
	}
	return table.Printf(w, "generation %d: %d positions of %s, loss %.5f, held back %.5f; match %s: %s\n", g.Number,
		g.Positions, tournament.Counted(g.Games, "game"), g.Loss, g.ValidationLoss, g.Match.TextWithElo(), kept)
}

// Write writes the last weights to the file of the loop if they are better than the first ones, and returns a report.
func (o LoopOutcome) Write() (report Report, err error) {
	l, kept := o.loop, 0
	for _, g := range o.Generations {
		if g.Kept {
			kept++
		}
	}
	report.facts = table.Object("type", "generations", "folder", l.Folder)
	if o.Better() {
		report.facts.AddSome("file", l.File)
		err = writeWeights(l.File, o.Layout, o.Weights, weightsTitle(l.Rules),
			fmt.Sprintf("Made by %s of %d games of self-play each, %s; from %s, lambda %g, l2 %g, seed %d.",
				tournament.Counted(l.Generations, "generation"), l.Plan.Games, l.Plan.Player, l.From,
				l.Plan.Selection.Lambda, l.Plan.L2, l.Plan.Seed),
			fmt.Sprintf("Against the weights at the beginning: score %.1f %%, %s.", 100*o.Final.Score(),
				o.Final.DecisionText()))
	}
	report.facts = append(report.facts, table.Object("kept", kept, "final", o.Final, "written", o.Better())...)
	const against = "the last weights against the first ones: %s"
	switch {
	case o.Final == nil:
		report.text = textWriter("no generation changed the weights; %s is not written\n", l.File)
	case o.Better():
		report.text = textWriter(against+"\nweights: %s\n", o.Final.TextWithElo(), l.File)
	default:
		report.text = textWriter(against+"; %s is not written\n", o.Final.TextWithElo(), l.File)
	}
	return report, err
}

// Write writes the tuned constants, in the form that [Constants] reads, if they are better and File is not empty. It
// returns a report, which names the file only if it is written.
func (o TuningOutcome) Write() (Report, error) {
	plan, games := o.tuning.Plan, 2*o.tuning.Plan.Batch*o.Iterations
	grid := table.New("#constant", "#start", "#tuned", "#min", "#max")
	grid.Indent = 2
	var constants []table.Facts
	rows := ""
	for i, p := range plan.Parameters {
		tuned := o.Values[i]
		grid.Add(p.Name, formatted("%.4g", p.Start, tuned, p.Min, p.Max))
		constants = append(constants, table.Object("name", p.Name, "start", p.Start, "tuned", tuned, "min", p.Min,
			"max", p.Max, "c_end", p.CEnd, "r_end", p.REnd))
		rows += fmt.Sprintf("%s, %g, %g, %g, %g, %g\n", p.Name, tuned, p.Min, p.Max, p.CEnd, p.REnd)
	}
	facts := table.Object("type", "search", "folder", o.tuning.Folder, "method", "spsa", "iterations", o.Iterations,
		"games", games, "constants", constants, "start", o.Start, "tuned", o.Tuned, "final", o.Final,
		"better", o.Better())
	lastLine := "" // of the text
	var err error
	if o.Better() && o.File != "" {
		lastLine = "constants: " + o.File + "\n"
		facts.Add("file", o.File)
		err = lock.Replace(o.File, fmt.Appendf(nil,
			"# %s\n# Against %s: score %.1f %%, %s. By %s.\n# name, start, min, max, c_end, r_end\n%s",
			o.Tuned, o.Start, 100*o.Final.Score(), o.Final.DecisionText(), runner.Program(), rows))
	}
	text := func(w io.Writer) error {
		return errors.Join(table.Printf(w, "spsa: %s, %s\n\n", tournament.Counted(o.Iterations, "iteration"),
			tournament.Counted(games, "game")), grid.WriteText(w), table.Printf(w, "\n%s\n%s", o.verdict(), lastLine))
	}
	return Report{text, facts}, err
}

func (o TuningOutcome) verdict() string {
	if o.Final == nil {
		return "the tuned player is the same as the one at the start"
	}
	text := fmt.Sprintf("%s against the start: %s\nthe tuned constants are ", o.Tuned, o.Final.TextWithElo())
	switch o.Final.Decision {
	case stats.AcceptH1.String():
		return text + "better"
	case stats.AcceptH0.String():
		return text + "not better; keep those of the start"
	}
	return text + "not shown to be better; keep those of the start, or give the match more pairs"
}

// PolicyRun says how to fit a policy to decisions from games.
type PolicyRun struct {
	tune.PolicyOptions
	Rules       engine.Rules
	Temperature float64 // divisor of the fitted weights
	File        string  // file to write the policy to
}

// Fit fits a policy to the decisions that are not held back, and writes its file.
func (r PolicyRun) Fit(c *Decisions) (Report, error) {
	weights, err := tune.FitPolicy(c.Train, r.PolicyOptions)
	if err != nil {
		return Report{}, err
	}
	predicted := func(choices *tune.Choices, format string) (string, table.Facts) {
		loss, share := choices.Predicted(weights)
		return fmt.Sprintf(format, choices.Len(), loss, 100*share),
			table.Object("decisions", choices.Len(), "loss", loss, "likeliest_step_chosen", share)
	}
	text, fitted := predicted(c.Train, "%d decisions, loss %.4f, likeliest step chosen in %.1f %%")
	heldText, held := predicted(c.Held, "; held back %d, loss %.4f, %.1f %%")
	if c.Held.Len() == 0 {
		heldText = "; none held back"
	}
	text += fmt.Sprintf("%s; %d of all by visits", heldText, c.byVisits)
	file := fmt.Appendf(nil, "# Policy of %s (%s), in hundredths of a logit, by %s.\n# %s; divided by %g\n",
		r.Rules.Game().Title(), r.Rules.Settings(), runner.Program(), text, r.Temperature)
	for i, pattern := range r.Rules.(engine.StepPatternRules).StepPatterns() {
		if value := math.Round(100 * weights[i] / r.Temperature); value != 0 {
			file = fmt.Appendf(file, "%s %.0f\n", pattern.Name, value)
		}
	}
	facts := table.Object("type", "policy", "file", r.File, "fitted_to", fitted, "held_back", held,
		"by_visits", c.byVisits)
	return Report{textWriter("%s\n", text), facts}, lock.Replace(r.File, file)
}

// Follow shows the progress of the loop on a screen. It replaces OnGeneration by a function that calls the old one.
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
	const atSelfPlay, atFit, atMatch = 0, 1, 2 // parts of a generation
	show := func(at int, state progress.State) {
		part := min(3*complete+at, len(parts.All)-1) // the last match is the only part after the last generation
		if part != current {
			current = part
			parts.Begin(part, 1, time.Now()) // 1: the part before it is done
		}
		state.Task = fmt.Sprintf("generation %d of %d, %s", complete+1, l.Generations, parts.All[part].Kind)
		if complete == l.Generations {
			state.Task = "the last weights against the first"
		}
		state.Whole = parts
		s.Update(func() progress.State { return state })
	}
	l.playing = func(p runner.Progress) {
		show(atSelfPlay, progress.State{Unit: "game", Done: p.Done, Total: l.Plan.Games})
	}
	l.remark = func(text string) { s.Sayf("%s", text) }
	l.fitting = ShowFit(l.Plan.Epochs, func(state progress.State) { show(atFit, state) })
	l.matching = func(v MatchOutcome) {
		state := progress.State{Unit: "pair", Done: v.played(), Total: l.Plan.Pairs, AtMost: true,
			Notes: []string{"score " + stats.Percent(v.Score(), 1), fmt.Sprintf("LLR %.2f", v.LLR)}}
		if v.Mixed != nil {
			state.Unit, state.AtMost, state.Notes = "opening", false, state.Notes[:1]
		}
		show(atMatch, state)
	}
}

// Follow shows the progress of the tuning on a screen.
func (t *Tuning) Follow(s *progress.Screen) {
	t.begun = func(done int) {
		if done > 0 {
			s.Sayf("%s goes on after %d of %s", t.Folder, done, tournament.Counted(t.Plan.Iterations, "iteration"))
		}
	}
	t.onAnswer = func(last answeredQuestion) {
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
		state := epochState(epochs, now.Losses, now.BestAt)
		state.AtMost = true
		show(state)
	}
}

// ShowNetwork returns a function that passes the progress of training a network to show.
func ShowNetwork(epochs int, show func(progress.State)) func(*tune.NetworkState) {
	return func(now *tune.NetworkState) { show(epochState(epochs, now.Losses, now.BestAt)) }
}

// epochState describes a fit by its losses, which are not known before the first epoch of a network.
func epochState(epochs int, losses []tune.Losses, bestAt int) progress.State {
	state := progress.State{Unit: "epoch", Done: len(losses) - 1, Total: epochs}
	if last := losses[state.Done]; state.Done > 0 || !math.IsNaN(last.Train) {
		state.Notes = []string{fmt.Sprintf("loss %.5f", last.Train),
			fmt.Sprintf("on games held back %.5f", last.Validation),
			fmt.Sprintf("the least %.5f after %d", losses[bestAt].Validation, bestAt)}
	}
	return state
}
