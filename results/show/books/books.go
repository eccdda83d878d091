// Package books reports on openings that are chosen for a book. Balanced openings and even set-ups are chosen by a
// player's values, informative openings by the results of stored games.
package books

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// record returns an opening as the fields of a JSON object. The field that key names says which opening it is.
func record(rules engine.Rules, o openings.Valued, key string, value any) table.Facts {
	return append(table.Object("type", "opening", key, value, "turns", append([]string{}, o.Turns...),
		"seat", rules.SeatNames()[0]), scoreFacts(o.Score)...)
}

// scoreFacts returns an opening's value for JSON: its score in logits and the expected result. For a proven result, the
// field "proven" has the number of steps, as in "win in 5".
func scoreFacts(score search.Score) table.Facts {
	facts := table.Object("score", score.Logits(), "expectation", score.Expectation())
	if score.Decided() {
		facts.Add("proven", score.String())
	}
	return facts
}

// Balanced returns an opening of a balanced book as the fields of a JSON object.
func Balanced(rules engine.Rules, o openings.Valued) table.Facts {
	return append(record(rules, o, "draw", o.Draw), table.Fact{Key: "spread", Value: o.Spread.Logits()})
}

// A SetUp is a set-up with its rank by evenness, from 1 for the most even. Its values are for the seat that acts in its
// position: the seat that chooses, if the set-up ends with a choice.
type SetUp struct {
	*openings.SetUp
	Rank int
}

func (s SetUp) seat() string { return s.Position.Rules().SeatNames()[s.Position.Seat()] }

func (s SetUp) Records() []any {
	facts := table.Object("type", "set-up", "rank", s.Rank, "draw", s.Draw, "position", s.Position.String(),
		"turns", append([]string{}, s.Turns...), "seat", s.seat())
	facts = append(append(facts, scoreFacts(s.Score)...),
		table.Object("spread", s.Spread().Logits(), "unevenness", s.Unevenness().Logits())...)
	var choices []table.Facts
	for _, choice := range s.Choices {
		choices = append(choices, append(table.Object("step", s.Position.StepText(choice.Step)),
			scoreFacts(choice.Score)...))
	}
	facts.AddSome("choices", choices)
	return []any{facts}
}

func (s SetUp) WriteText(w io.Writer) error {
	text := fmt.Sprintf("%d. %s\n   %s ", s.Rank, s.Position, s.seat())
	if len(s.Choices) == 0 {
		return table.Printf(w, "%sacts: %s\n", text, s.Score.Text())
	}
	text += "chooses: "
	for _, choice := range s.Choices {
		text += fmt.Sprintf("%s %s, ", s.Position.StepText(choice.Step), choice.Score.Text())
	}
	if s.Choices[0].Score.Decided() || s.Choices[1].Score.Decided() { // a proven result has no value in logits
		return table.Printf(w, "%sspread beyond measure\n", text)
	}
	return table.Printf(w, "%sspread %.2f\n", text, s.Spread().Logits())
}

// Played holds the openings of a book from which runs have played, with the results of their games.
type Played struct {
	*catalog.Combined
	Openings   []openings.Opening        // openings from which games are stored
	candidates []rating.OpeningCandidate // the same openings with their games
	matches    [][2]string               // the two players, alphabetically, of each pairing of each run
	games      int                       // number of all games in candidates
}

// ErrNotPlayed is returned for runs whose games cannot be used to choose openings.
var ErrNotPlayed = errors.New("its openings are no book, or players met themselves")

// ReadPlayed reads the games without faults of runs for two seats that were played from the openings of a book.
func ReadPlayed(ctx context.Context, db *store.Store, combined *catalog.Combined) (*Played, error) {
	p, rules := &Played{Combined: combined}, combined.Rules
	if seats := rules.Seats(); seats != 2 {
		return nil, fmt.Errorf("%s with these options has %d seats; pairs are of games for two", rules.Game().Name(),
			seats)
	}
	candidateOf := map[string]int{} // index in candidates, by opening
	matchOf := map[string]int{}     // index in matches, by run and pairing
	for i, run := range combined.Runs {
		spec := combined.Specs[i]
		playersMetThemselves := spec.Format.Mirrored()
		if spec.Openings.Kind != openings.FromBook || playersMetThemselves {
			return nil, fmt.Errorf("run %s: %w", run.ID, ErrNotPlayed)
		}
		list, err := openings.First(rules, spec.Seed, spec.Openings, len(spec.Openings.Lines))
		if err != nil {
			return nil, err
		}
		for game, err := range db.FindResults(ctx, run.ID, store.Filter{}) {
			if err == nil && !game.Faulted() {
				err = p.add(candidateOf, matchOf, list[game.Opening-1], game)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// add adds a game from an opening. candidateOf has the index in candidates of each opening so far, and matchOf the
// index in matches of each pairing of a run; add extends both.
func (p *Played) add(candidateOf, matchOf map[string]int, opening openings.Opening, game tournament.Stored) error {
	candidate, known := candidateOf[opening.String()]
	if !known {
		h, err := openings.Play(p.Rules, opening)
		if err != nil {
			return err
		}
		candidate = len(p.candidates)
		candidateOf[opening.String()] = candidate
		p.Openings = append(p.Openings, opening)
		p.candidates = append(p.candidates, rating.OpeningCandidate{Turns: h.Position().Turn()})
	}
	seat := slices.Index(game.Players, slices.Min(game.Players)) // of the alphabetically first player
	match, known := matchOf[game.Run+" "+game.Pairing]
	if !known {
		match = len(p.matches)
		matchOf[game.Run+" "+game.Pairing] = match
		p.matches = append(p.matches, [2]string{game.Players[seat], game.Players[1-seat]})
	}
	c := &p.candidates[candidate]
	c.Games = append(c.Games, rating.OpeningGame{Match: match, Seat: seat, Score: game.Outcome.Scores[seat]})
	p.games++
	return nil
}

// A Choice holds the most informative openings of [Played].
type Choice struct {
	*Played
	Entries []openings.Valued
	checked []rating.CheckedChoice // checks in pairings that took no part in the choice

	// Mean information of a pair of games from all openings and from the chosen ones, as shares of
	// [rating.MostInformation].
	all, chosen float64
}

// mostValue bounds the values of openings, in hundredths of a logit. A proven win would have an infinite value.
const mostValue search.Score = 500

// Choose chooses the most informative openings, as many as count says. valued has the values of all openings, in the
// order of Openings.
func (p *Played) Choose(valued []openings.Valued, count int) (c Choice, err error) {
	for i := range p.candidates {
		p.candidates[i].Value = min(max(valued[i].Score, -mostValue), mostValue).Logits()
	}
	estimated, err := rating.EstimateOpenings(p.candidates)
	if err != nil {
		return c, err
	}
	c.Played = p
	var best []rating.OpeningInformation
	for _, i := range rating.ChooseOpenings(estimated, count) {
		valued[i].Information = rating.PairInformation(estimated[i]) / rating.MostInformation
		best, c.Entries = append(best, estimated[i]), append(c.Entries, valued[i])
	}
	c.all = rating.PairInformation(estimated...) / rating.MostInformation
	c.chosen = rating.PairInformation(best...) / rating.MostInformation
	c.checked, err = rating.CheckChoice(p.candidates, count)
	return c, err
}

// Header returns the first comment lines of the book. They name the player that valued the openings, and the seed.
func (c Choice) Header(player string, seed uint64) []string {
	return []string{
		fmt.Sprintf("Chosen from %d by how much a pair of games tells about players: %s of %s; seed %d.",
			len(c.Openings), tournament.Counted(c.games, "game"), c.runs(), seed),
		"For questions about players only: the seats are even here by choice.",
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; the information of a pair, as a share of "+
			"that from an even opening.", c.Rules.SeatNames()[0], player)}
}

func (c Choice) runs() string {
	var ids []string
	for _, run := range c.Runs {
		ids = append(ids, run.ID)
	}
	return "run " + strings.Join(ids, ", ")
}

func (c Choice) Records() (records []any) {
	for _, o := range c.Entries {
		records = append(records, append(record(c.Rules, o, "start", o.Start),
			table.Fact{Key: "information", Value: o.Information}))
	}
	matches := []table.Facts{}
	for _, m := range c.checked {
		matches = append(matches, table.Object("players", c.matches[m.Match], "pairs_all", m.All,
			"pairs_chosen", m.Chosen, "nelo_all", stats.NormalizedElo(m.All),
			"nelo_chosen", stats.NormalizedElo(m.Chosen), "times", m.Times()))
	}
	return append(records, table.Object("type", "choice", "candidates", len(c.Openings), "games", c.games,
		"openings", len(c.Entries), "information_all", c.all, "information_chosen", c.chosen, "checked", matches))
}

func (c Choice) WriteText(w io.Writer) error {
	err := table.Printf(w, "%s (%s): %d of %d openings, chosen by %s of %s in %s\n"+
		"A pair tells %.0f %% of what one from an even opening tells; from all candidates %.0f %%. "+
		"So about %.0f %% fewer pairs tell as much.\n", c.Rules.Game().Title(), c.Rules.Settings(), len(c.Entries),
		len(c.Openings), tournament.Counted(c.games, "game"), tournament.Counted(len(c.matches), "pairing"), c.runs(),
		100*c.chosen, 100*c.all, 100*max(0, 1-c.all/c.chosen))
	if err != nil || len(c.checked) == 0 {
		return cmp.Or(err, table.Printf(w, "Not checked: with a single pairing all games took part in the choice.\n"))
	}
	pairs := func(p stats.Pentanomial) int { return p[0] + p[1] + p[2] + p[3] + p[4] }
	grid := table.New("…pairing", "#pairs", "#nElo", "#chosen", "#nElo", "#times as much")
	for _, m := range c.checked {
		grid.Add(strings.Join(c.matches[m.Match][:], " - "), pairs(m.All), stats.NormalizedElo(m.All).Text(0),
			pairs(m.Chosen), stats.NormalizedElo(m.Chosen).Text(0), stats.FormatNumber(m.Times(), 2))
	}
	return cmp.Or(table.Printf(w, "\nChecked in pairings that took no part in the choice (normalized Elo, 95 %%):\n"),
		grid.WriteText(w))
}

// Write writes a book. Its header has a line with the number of openings and the game, and then the given lines.
func Write(w io.Writer, rules engine.Rules, entries []openings.Valued, header []string) error {
	title := fmt.Sprintf("%s of %s (%s).", tournament.Counted(len(entries), "opening"), rules.Game().Title(),
		rules.Settings())
	return openings.WriteBook(w, rules, slices.Concat([]string{title}, header), entries)
}

// BalancedHeader returns the first comment lines of a balanced book: where its openings come from and how they are
// valued.
func BalancedHeader(b openings.Balanced) []string {
	kind := fmt.Sprintf("random, %s after the set-up", tournament.Counted(b.Openings.Turns, "turn"))
	if b.Openings.Kind == openings.All {
		kind = tournament.OpeningsText(b.Openings)
	}
	return []string{fmt.Sprintf("Drawn from: %s; seed %d.", kind, b.Seed),
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; at most %.2f from even.",
			b.Rules.SeatNames()[0], b.Player, b.Margin.Logits())}
}

// FairHeader returns the first comment lines of a book of the most even set-ups. valued is how many were compared.
func FairHeader(f openings.Fair, valued int) []string {
	return []string{fmt.Sprintf("The most even of %s drawn; seed %d.", tournament.Counted(valued, "set-up"), f.Seed),
		fmt.Sprintf("After each opening: its value in logits for the player who chooses or acts, by %s.", f.Player)}
}

// Checked is the result of checking a book, for printing.
type Checked struct {
	Report openings.BookReport
	Name   string
	Rules  engine.Rules
}

func (c Checked) WriteText(w io.Writer) error {
	text := fmt.Sprintf("%s: %s of %s (%s)", c.Name, tournament.Counted(c.Report.Openings, "opening"),
		c.Rules.Game().Name(), c.Rules.Settings())
	if c.Report.Duplicates+c.Report.Mirrored+c.Report.Faulty > 0 {
		text += fmt.Sprintf("; not counted: %d faulty, %d duplicate and %d mirrored", c.Report.Faulty,
			c.Report.Duplicates, c.Report.Mirrored)
	}
	if c.Report.OnlyPlayers() {
		text += "; for questions about players only, not about seats"
	}
	return table.Printf(w, "%s\n", text)
}

func (c Checked) Records() []any {
	facts := table.Object("type", "book", "book", c.Name, "game", c.Rules.Game().Name(),
		"options", c.Rules.Settings().String(), "openings", c.Report.Openings, "duplicates", c.Report.Duplicates,
		"mirrored", c.Report.Mirrored, "faulty", c.Report.Faulty)
	facts.AddSome("only_players", c.Report.OnlyPlayers())
	return []any{facts}
}
