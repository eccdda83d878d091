package training

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	searchtune "pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

// WriteFile writes the weights with a header that says how they were made.
func (f Fitted) WriteFile() error {
	best, counts := f.State.Least(), f.Data.Counts
	return writeWeights(f.File, f.Layout, f.Weights, weightsOf(f.Rules),
		fmt.Sprintf("Fitted to %d positions of %d games, loss %.5f (games held back: %.5f), from %s, lambda %g, "+
			"l2 %g, positions %s.", f.Data.Train.Len(), counts.learned(), best.Train, best.Validation,
			f.From, f.Selection.Lambda, f.L2, f.Selection.Quiet),
		"By "+runner.Program()+".")
}

// weightsOf returns the first line of the header of a file of weights.
func weightsOf(rules engine.Rules) string {
	return fmt.Sprintf("Weights of %s (%s), in hundredths of a logit of the expected result.", rules.Game().Title(),
		rules.Settings())
}

const mostShown = 12 // number of changed weights in a report

// losses returns the losses at the start and after the best epoch, and the least possible losses of any evaluation.
func (f Fitted) losses() (start, best, least tune.Losses) {
	least = tune.Losses{Train: f.Data.Train.LeastLoss(), Validation: f.Data.Held.LeastLoss()}
	return f.State.Losses[0], f.State.Least(), least
}

func (f Fitted) Records() []any {
	start, best, least := f.losses()
	data, counts, changed := f.Data, f.Data.Counts, []table.Facts{}
	for _, c := range mostChanged(f.Layout, f.Start, f.Weights, mostShown) {
		changed = append(changed, table.Object("name", c.name,
			"before", [2]float64{c.before.Early, c.before.Late}, "after", [2]float64{c.after.Early, c.after.Late}))
	}
	return []any{table.Object("type", "tune", "file", f.File, "games", counts.Games,
		"games_held_back", counts.Validation, "turns", counts.Turns, "noisy", counts.Noisy, "repeated", counts.Twice,
		"train_positions", data.Train.Len(), "validation_positions", data.Held.Len(),
		"bytes", data.Train.Bytes()+data.Held.Bytes(), "epochs", f.State.Epochs(), "best_epoch", f.State.BestAt,
		"loss", table.Object("before", start.Train, "after", best.Train, "least", least.Train), "validation_loss",
		table.Object("before", start.Validation, "after", best.Validation, "least", least.Validation),
		"most_changed", changed)}
}

func (f Fitted) WriteText(w io.Writer) error {
	start, best, least := f.losses()
	counts := f.Data.Counts
	losses := table.New("#", "#positions", "#loss before", "#after", "#least possible")
	losses.Add("learned from", f.Data.Train.Len(), formatted("%.5f", start.Train, best.Train, least.Train))
	if n := f.Data.Held.Len(); n > 0 {
		losses.Add("held back", n, formatted("%.5f", start.Validation, best.Validation, least.Validation))
	}
	weights := table.New("#most changed", "#early before", "#after", "#late before", "#after")
	for _, c := range mostChanged(f.Layout, f.Start, f.Weights, mostShown) {
		weights.Add(c.name, formatted("%.2f", c.before.Early, c.after.Early, c.before.Late, c.after.Late))
	}
	losses.Indent, weights.Indent = 2, 2
	return errors.Join(
		table.Printf(w, "%d games, %d of them held back; %d turns; left out are %d that are not quiet and %d repeats"+
			"\n\n",
			counts.Games, counts.Validation, counts.Turns, counts.Noisy, counts.Twice),
		losses.WriteText(w),
		table.Printf(w, "\n%s; the best is number %d\n\n", tournament.Counted(f.State.Epochs(), "epoch"),
			f.State.BestAt),
		weights.WriteText(w), table.Printf(w, "\nweights: %s\n", f.File))
}

// WriteFile writes the network with a header that says how it was made.
func (r *Trained) WriteFile() error {
	var text bytes.Buffer
	best := r.State.Least()
	err := eval.WriteNetwork(&text, r.Layout, r.Network,
		fmt.Sprintf("Network of %s (%s): %d hidden units.", r.Rules.Game().Title(), r.Rules.Settings(), r.Units),
		fmt.Sprintf("Trained on %d positions of %d games, loss %.5f (games held back: %.5f), from %s, lambda %g, "+
			"positions %s, %d epochs, rate %g, decay %g, seed %d.", r.Train, r.Counts.learned(),
			best.Train, best.Validation, r.From, r.Selection.Lambda, r.Selection.Quiet, r.State.BestAt, r.Rate, r.Decay,
			r.Seed), "By "+runner.Program()+".")
	if err != nil {
		return err
	}
	r.bytes = text.Len()
	return lock.Replace(r.File, text.Bytes())
}

func (r *Trained) Records() []any {
	best := r.State.Least()
	return []any{table.Object("type", "network", "file", r.File, "games", r.Counts.Games,
		"games_held_back", r.Counts.Validation, "train_positions", r.Train, "validation_positions", r.Held,
		"epochs", r.State.Epochs(), "best_epoch", r.State.BestAt, "loss", best.Train,
		"validation_loss", best.Validation, "bytes", r.bytes)}
}

func (r *Trained) WriteText(w io.Writer) error {
	best := r.State.Least()
	return table.Printf(w, "%d positions of %d games, %d positions of %d games held back\n"+
		"epoch %d is the best: loss %.5f, held back %.5f\nnetwork: %s, %d bytes\n", r.Train,
		r.Counts.learned(), r.Held, r.Counts.Validation, r.State.BestAt, best.Train, best.Validation,
		r.File, r.bytes)
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

// WriteFile writes the last weights to the file of the loop if they are better than the first ones.
func (o LoopOutcome) WriteFile() error {
	if !o.Better() {
		return nil
	}
	plan := o.loop.Plan
	return writeWeights(o.loop.File, o.Layout, o.Weights, weightsOf(o.loop.Rules),
		fmt.Sprintf("Made by %s of %d games of self-play each, %s; from %s, lambda %g, l2 %g, seed %d.",
			tournament.Counted(o.loop.Generations, "generation"), plan.Games, plan.Player, o.loop.From,
			plan.Selection.Lambda, plan.L2, plan.Seed),
		fmt.Sprintf("Against the weights at the beginning: score %.1f %%, %s.", 100*o.Final.Score(),
			o.Final.DecisionText()))
}

func (o LoopOutcome) Records() []any {
	facts, kept := table.Object("type", "generations", "folder", o.loop.Folder), 0
	for _, g := range o.Generations {
		if g.Kept {
			kept++
		}
	}
	if o.Better() {
		facts.AddSome("file", o.loop.File)
	}
	return []any{append(facts, table.Object("kept", kept, "final", o.Final, "written", o.Better())...)}
}

func (o LoopOutcome) WriteText(w io.Writer) error {
	if o.Final == nil {
		return table.Printf(w, "no generation changed the weights; %s is not written\n", o.loop.File)
	}
	text := "the last weights against the first ones: " + o.Final.TextWithElo()
	if !o.Better() {
		return table.Printf(w, "%s; %s is not written\n", text, o.loop.File)
	}
	return table.Printf(w, "%s\nweights: %s\n", text, o.loop.File)
}

// WriteFile writes the tuned constants, in the form that [Constants] reads, if they are better and File is not empty.
// Otherwise it clears File, so that no report names a file.
func (o *TuningOutcome) WriteFile() error {
	if !o.Better() || o.File == "" {
		o.File = ""
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n# Against %s: score %.1f %%, %s. By %s.\n# name, start, min, max, c_end, r_end\n",
		o.Tuned, o.Start, 100*o.Final.Score(), o.Final.DecisionText(), runner.Program())
	o.each(func(p searchtune.Parameter, tuned float64) {
		fmt.Fprintf(&b, "%s, %g, %g, %g, %g, %g\n", p.Name, tuned, p.Min, p.Max, p.CEnd, p.REnd)
	})
	return lock.Replace(o.File, b.Bytes())
}

// each calls do for each constant with its tuned value.
func (o *TuningOutcome) each(do func(p searchtune.Parameter, tuned float64)) {
	for i, p := range o.tuning.Plan.Parameters {
		do(p, o.Values[i])
	}
}

func (o *TuningOutcome) games() int { return 2 * o.tuning.Plan.Batch * o.Iterations }

func (o *TuningOutcome) Records() []any {
	var constants []table.Facts
	o.each(func(p searchtune.Parameter, tuned float64) {
		constants = append(constants, table.Object("name", p.Name, "start", p.Start, "tuned", tuned, "min", p.Min,
			"max", p.Max, "c_end", p.CEnd, "r_end", p.REnd))
	})
	answer := table.Object("type", "search", "folder", o.tuning.Folder, "method", "spsa", "iterations", o.Iterations,
		"games", o.games(), "constants", constants, "start", o.Start, "tuned", o.Tuned, "final", o.Final,
		"better", o.Better())
	answer.AddSome("file", o.File)
	return []any{answer}
}

func (o *TuningOutcome) WriteText(w io.Writer) error {
	constants := table.New("#constant", "#start", "#tuned", "#min", "#max")
	constants.Indent = 2
	o.each(func(p searchtune.Parameter, tuned float64) {
		constants.Add(p.Name, formatted("%.4g", p.Start, tuned, p.Min, p.Max))
	})
	file := ""
	if o.File != "" {
		file = "constants: " + o.File + "\n"
	}
	return errors.Join(table.Printf(w, "spsa: %s, %s\n\n", tournament.Counted(o.Iterations, "iteration"),
		tournament.Counted(o.games(), "game")), constants.WriteText(w), table.Printf(w, "\n%s\n%s", o.verdict(), file))
}

func (o *TuningOutcome) verdict() string {
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

// Report describes a finished fit or written files, as text and as JSON.
type Report struct {
	text  string
	facts table.Facts
}

func (r Report) Records() []any { return []any{r.facts} }

func (r Report) WriteText(w io.Writer) error { return table.Printf(w, "%s\n", r.text) }

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
	return Report{text, table.Object("type", "policy", "file", r.File, "fitted_to", fitted, "held_back", held,
		"by_visits", c.byVisits)}, lock.Replace(r.File, file)
}
