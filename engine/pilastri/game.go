// Package pilastri implements the rules of Pilastri (Christopher Field, 2025) on boards of 2 x 2 to 8 x 8 squares.
// docs/reference/pilastri.md defines the rules.
//
// # Representation
//
// Every board lies in the lower left corner of an 8 x 8 grid. A position holds its stacks as bitboards: the stacks by
// the owner of the top piece, the heights as binary digits, and the black pieces of each level. It also has an array of
// heights by square, which is faster to use when a step is played.
//
// A pair is two stacks on the same file or rank with only vacant squares between them. Pieces move only within pairs. A
// [sight] moves the digits of the heights of all stacks at once, each to the next stack on its line, so that a few
// operations on bitboards compare the heights of all pairs. The comparison says which top piece of a pair may land on
// the other stack. After every step a position computes the legal steps of all four directions as sets of pairs, and
// keeps them.
package pilastri

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Game is Pilastri.
var Game engine.Game = game{}

type game struct{}

const defaultSize = 6

func (game) Name() string  { return "pilastri" }
func (game) Title() string { return "Pilastri" }

// Options implements [engine.Game]. A square board can be given by size or by files and ranks; [rulesOf] makes the
// settings equal in both cases.
func (game) Options() []engine.Option {
	return []engine.Option{
		{Name: "size", Title: "Board", Default: strconv.Itoa(defaultSize), Values: []string{"4", "6", "8", "0"},
			Words: base.Words("4", "4 x 4", "6", "6 x 6", "8", "8 x 8", "0", "files x ranks"),
			Help:  "squares along an edge of the board; 0 if files and ranks are given"},
		{Name: "files", Title: "Files", Help: "files of the board, 2 to 8; 0 for size", Default: "0", Max: maxEdge},
		{Name: "ranks", Title: "Ranks", Help: "ranks of the board, 2 to 8; 0 for size", Default: "0", Max: maxEdge},
		{Name: "jumpers", Title: "Single pieces", Default: "off", Values: []string{"off", "high"},
			Words: base.Words("off", "land on single pieces", "high", "land on any stack"),
			Help:  "where a piece alone on its square may land: on single pieces (off) or on any stack (high)"},
	}
}

// Introduction implements [engine.ShownGame].
func (game) Introduction() engine.Introduction {
	return engine.Introduction{
		Pitch:   "Every move lifts one of your pieces onto another stack. The player who can no longer climb loses.",
		Length:  "about 6 minutes, 33 turns",
		Picture: "wbw,x3,wbwb,x/b,x2,wb,x,wb/x,bwb,x2,wb,b/bw,x,bw,x2,wbw/x,bw,x,bw,w,x/bwb,x3,bw,w w 27",
		First:   engine.Settings{{Name: "size", Value: "6"}},
	}
}

func (g game) New(settings engine.Settings) (engine.Rules, error) { return newRules(settings) }

// rules is Pilastri on one board. Every step raises a piece, so positions cannot repeat, and no turn cap is needed.
type rules struct {
	base.Facts
	base.Evaluation
	shape geometry
	jump  bitboard // the squares from which a single piece may land on any stack: all with jumpers=high, else none
}

func newRules(settings engine.Settings) (*rules, error) {
	files, ranks, jumpers, err := asked(settings, defaultSize)
	if err != nil {
		return nil, err
	}
	if files == 0 || ranks == 0 {
		return nil, fmt.Errorf("option size=0: needs both files and ranks, 2 to 8 each")
	}
	return rulesOf(files, ranks, jumpers)
}

// asked returns the files, the ranks and the value of the option jumpers that settings ask for. If settings contain no
// size, asked uses the argument size instead. It returns 0 for files or ranks that settings do not determine.
func asked(settings engine.Settings, size int) (files, ranks int, jumpers string, err error) {
	settled, err := engine.Settle(Game, settings)
	if err != nil {
		return 0, 0, "", err
	}
	files, ranks = settled.Int("files"), settled.Int("ranks")
	jumpers, _ = settled.Get("jumpers")
	if _, given := settings.Get("size"); given {
		size = settled.Int("size")
		if size > 0 && files > 0 && ranks > 0 && (files != size || ranks != size) {
			return 0, 0, "", fmt.Errorf("option size=%d: contradicts files=%d and ranks=%d; leave it out", size, files,
				ranks)
		}
	}
	return cmp.Or(files, size), cmp.Or(ranks, size), jumpers, nil
}

// rulesOf returns the rules for a board. The settings of these rules give a square board of 4, 6 or 8 files by its size
// (files and ranks are 0), and any other board by its files and ranks (the size is 0).
func rulesOf(files, ranks int, jumpers string) (*rules, error) {
	switch {
	case files < minEdge:
		return nil, fmt.Errorf("option files=%d: must be from 2 to 8, or 0 for size", files)
	case ranks < minEdge:
		return nil, fmt.Errorf("option ranks=%d: must be from 2 to 8, or 0 for size", ranks)
	case files*ranks%2 != 0:
		return nil, fmt.Errorf("options files=%d ranks=%d: the board must have an even number of squares; make one "+
			"of them even", files, ranks)
	}
	r := &rules{
		Facts: base.Facts{Of: Game, Names: []string{"White", "Black"}, Kinds: []string{"move"}, Space: stepSpace,
			Guides: []base.Guide{{climbGuide + "A single piece lands only on a single piece.", "c4e4"}}},
		Evaluation: evaluation,
		shape:      geometry{files: files, ranks: ranks},
	}
	for rank := range ranks {
		r.shape.squares |= rank1 >> (maxEdge - files) << (8 * rank)
	}
	r.shape.orders = base.NewOrders(r.shape.squares, files, ranks)
	if jumpers == "high" {
		r.jump, r.Guides = r.shape.squares, []base.Guide{{climbGuide + "A single piece lands on any stack.", "c4e4"}}
	}
	size := 0
	if files == ranks && files > minEdge { // the switch above has refused odd squares, so files is 4, 6 or 8
		size, files, ranks = files, 0, 0
	}
	for i, value := range []int{size, files, ranks} { // in the order of Options
		r.Settled = append(r.Settled, engine.Setting{Name: Game.Options()[i].Name, Value: strconv.Itoa(value)})
	}
	r.Settled = append(r.Settled, engine.Setting{Name: "jumpers", Value: jumpers})
	return r, nil
}

const climbGuide = "Climb: a piece on top of a stack goes straight to the nearest stack, and must stand higher there. "

// Read implements [engine.Game].
func (g game) Read(text string, settings engine.Settings) (engine.Position, error) {
	wantedFiles, wantedRanks, jumpers, err := asked(settings, 0)
	if err != nil {
		return nil, err
	}
	files, ranks, err := shapeOf(text)
	if err != nil {
		return nil, err
	}
	if files != cmp.Or(wantedFiles, files) || ranks != cmp.Or(wantedRanks, ranks) {
		return nil, fmt.Errorf("board: it has %d files and %d ranks, which options %s contradict; leave them out",
			files, ranks, settings)
	}
	r, err := rulesOf(files, ranks, jumpers)
	if err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	return r.read(text)
}

// Start returns the start of the game: single pieces in the colours of a chessboard, with a black piece on a1.
func (r *rules) Start() engine.Position {
	p := &position{rules: r, state: state{turn: 1}}
	for rest := r.shape.squares; rest != 0; rest &= rest - 1 {
		s := rest.First()
		p.board.put(seat(s.File()+s.Rank()+1)&1, s)
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	return p
}

type position struct {
	rules *rules
	state
}

// state is the part of a position that steps change. Copy it with copyFrom.
type state struct {
	moves moves // the legal steps of the seat to act
	hash  uint64
	turn  int32
	seat  seat
	board board
}

func (s *state) copyFrom(other *state) {
	s.moves, s.hash, s.turn, s.seat = other.moves, other.hash, other.turn, other.seat
	s.board.copyFrom(&other.board)
}

func (p *position) Rules() engine.Rules       { return p.rules }
func (p *position) Seat() engine.Seat         { return engine.Seat(p.seat) }
func (p *position) Turn() int                 { return int(p.turn) }
func (p *position) StepKind() engine.StepKind { return 0 }
func (p *position) Over() bool                { return !p.moves.any() }
func (p *position) Hash() uint64              { return p.hash }
func (p *position) StartsTurn() bool          { return true }
func (p *position) InOpening() bool           { return false }

// Reversible returns 0, because positions cannot repeat.
func (p *position) Reversible() int { return 0 }

// Outcome implements [engine.Position].
func (p *position) Outcome() engine.Outcome {
	if p.Over() {
		return engine.Win(engine.Seat(p.seat.other()), engine.NoLegalStep)
	}
	return engine.Outcome{}
}

func (p *position) CopyFrom(other engine.Position) { p.copyFrom(&other.(*position).state) }

// Clone implements [engine.Position].
func (p *position) Clone() engine.Position {
	clone := &position{rules: p.rules}
	clone.copyFrom(&p.state)
	return clone
}

func (p *position) vacant() bitboard { return p.rules.shape.squares &^ p.board.occupied() }
func (p *position) findMoves()       { p.moves.find(&p.board, p.rules, p.seat) }

// zobristKeys holds the random words that make up hashes; see [base.Fill].
type zobristKeys struct {
	piece   [2][maxHeight][64]uint64 // by colour, level from 0, and square
	blackTo uint64                   // part of the hash if Black is the seat to act
}

var zobrist = func() *zobristKeys {
	random := engine.NewRandom(0x50696c6173747269) // "Pilastri" in ASCII
	keys := new(zobristKeys)
	for color := range keys.piece {
		for level := range keys.piece[color] {
			base.Fill(random, keys.piece[color][level][:])
		}
	}
	keys.blackTo = random.Uint64()
	return keys
}()

func (p *position) hashFromScratch() uint64 { return p.imageHash(p.rules.shape.orders[0], white) }

// imageHash computes the hash of an image of the position. The image of the i-th square of the board is order[i]. The
// colours and the seats are exchanged if exchange is 1.
func (p *position) imageHash(order []square, exchange seat) uint64 {
	key := uint64(p.seat^exchange) * zobrist.blackTo
	for i, at := range p.rules.shape.orders[0] {
		for level := range int(p.board.heights[at&63]) {
			key ^= zobrist.piece[p.board.owner(at, level)^exchange][level][order[i]]
		}
	}
	return key
}

// Play implements [engine.Position].
func (p *position) Play(step engine.Step) {
	p.play(ends(step))
	base.Check(p)
}

// play plays a step as Play does, but without calling [base.Check].
func (p *position) play(from, to square) {
	s := p.seat & 1
	level, reached := p.board.move(s, from, to)
	p.hash ^= zobrist.piece[s][level&63][from&63] ^ zobrist.piece[s][reached&63][to&63] ^ zobrist.blackTo
	p.seat = s.other()
	p.turn++
	p.findMoves()
}

func (p *position) PlayInto(step engine.Step, child engine.Position) {
	next := child.(*position)
	next.copyFrom(&p.state)
	next.Play(step)
}

// CountAfter implements [base.Counted].
func (p *position) CountAfter(steps []engine.Step, child *position) (total uint64) {
	for _, step := range steps {
		child.copyFrom(&p.state)
		child.Play(step)
		total += uint64(child.CountSteps())
	}
	return total
}

// Same implements [base.Checked]. Bits above a stack have no meaning, so it does not compare them.
func (p *position) Same(other engine.Position) bool {
	again := other.(*position)
	again.board.levels, again.board.black = p.board.levels, p.board.black
	return again.state == p.state
}

// CanonicalHash returns the least hash of all images of the position under the symmetries of the board, with and
// without an exchange of colours and seats.
func (p *position) CanonicalHash() uint64 { return base.LeastHash(p.rules.shape.orders, p.imageHash) }

// String returns the position's text: board, player, turn.
func (p *position) String() string {
	shape := p.rules.shape
	return fmt.Sprintf("%s %c %d", base.BoardText(shape.files, shape.ranks, p.squareText), "wb"[p.seat], p.turn)
}

func (p *position) squareText(file, rank int) (text string, square bool) {
	s := base.SquareAt(file, rank)
	pieces := make([]byte, p.board.heights[s])
	for level := range pieces {
		pieces[level] = "wb"[p.board.owner(s, level)]
	}
	return string(pieces), true
}

var textForm = engine.Form{
	Pieces: base.Pieces("w b"),
	Fields: []engine.Option{base.LetterField("player", "To move", "", "wb", seatNames[:]...),
		{Name: "turn", Title: "Turn"}},
}

// Form implements [engine.ShownGame].
func (game) Form() engine.Form { return textForm }

// Diagram implements [engine.Position].
func (p *position) Diagram() engine.Diagram {
	return base.Diagram(p, &textForm, p.rules.shape.files, p.rules.shape.ranks, p.squareText)
}

// shapeOf returns how many files and ranks the board of a position text has.
func shapeOf(text string) (files, ranks int, err error) {
	board, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	rows := strings.Split(board, "/")
	if len(rows) < minEdge || len(rows) > maxEdge {
		return 0, 0, fmt.Errorf("board %q: ranks: %d; give %d to %d, with / between them", board, len(rows),
			minEdge, maxEdge)
	}
	// Width gets twice the true limit, so that boards a little too wide get the error below, which is plainer than
	// Width's own.
	if files, err = base.Width(board, "squares", 2*maxEdge); err != nil {
		return 0, 0, err
	}
	if files < minEdge || files > maxEdge {
		return 0, 0, fmt.Errorf("board: rank %d %q: it has %d squares; give %d to %d", len(rows), rows[0], files,
			minEdge, maxEdge)
	}
	return files, len(rows), nil
}

func (r *rules) read(text string) (*position, error) {
	p := &position{rules: r}
	err := base.Read(text, &textForm, p.readBoard, base.OneOf(textForm.Fields[0], &p.seat), base.Turn(&p.turn))
	if err != nil {
		return nil, err
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	return p, nil
}

// readBoard reads the board of a position text. It returns an error if a seat has more pieces than in a game.
func (p *position) readBoard(text string) error {
	span := func(int) (first, end int) { return 0, p.rules.shape.files }
	if err := base.Board("squares", span, p.readStack)(text); err != nil {
		return err
	}
	most := p.rules.shape.squares.Count() / 2
	for color, letter := range []string{white: "w", black: "b"} {
		// Games keep all pieces, but positions with fewer are worth studying.
		if n := strings.Count(text, letter); n > most {
			return fmt.Errorf("board: %d pieces of %s (%s); there must be at most %d", n, p.rules.SeatNames()[color],
				letter, most)
		}
	}
	return nil
}

func (p *position) readStack(text string, file, rank int) error {
	s := base.SquareAt(file, rank)
	pieces, err := base.SquarePieces(&textForm, text)
	if err != nil {
		return fmt.Errorf("%s: %w", s, err)
	}
	if most := p.rules.shape.squares.Count(); len(pieces) > most {
		return fmt.Errorf("the stack on %s is %d high, but the game has only %d pieces", s, len(pieces), most)
	}
	for _, piece := range pieces {
		p.board.put(seat(piece.Color), s)
	}
	return nil
}
