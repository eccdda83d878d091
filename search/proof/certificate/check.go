package certificate

import (
	"context"
	"fmt"
	"sync/atomic"

	"pillars/engine"
	"pillars/engine/parallel"
)

// Check proves that the seat to act loses in every member, on the given number of threads. Its error names the member
// and the turn without a reply into the set. Any thread calls report now and then, with the number of members checked.
func Check(ctx context.Context, proof Proof, threads int, report func(members int)) error {
	const batch = 64 // number of members that a thread takes at a time
	var done atomic.Int64
	count := proof.Len()
	_, err := parallel.Each(ctx, threads, (count+batch-1)/batch, func() (parallel.Worker[int, struct{}], error) {
		k := &checker{proof: proof}
		return parallel.Worker[int, struct{}]{Do: func(_ context.Context, number int) (none struct{}, err error) {
			first := number * batch
			end := min(first+batch, count)
			for i := first; i < end; i++ {
				if err := k.member(i); err != nil {
					return none, fmt.Errorf("member %d of %d: %w", i+1, count, err)
				}
			}
			report(int(done.Add(int64(end - first))))
			return none, nil
		}}, nil
	})
	return err
}

// checker checks members on one thread.
type checker struct {
	proof   Proof
	turns   engine.TurnWalker               // walks the turns of a member
	replies engine.TurnWalker               // walks the replies to a turn
	further [MaxTurns + 1]engine.TurnWalker // walk the turns of positions that are played out, by turns left
	key     []byte                          // a buffer
}

// member returns an error unless the certificate shows that the seat to act loses in a member: each of its turns must
// have a reply.
func (k *checker) member(i int) error {
	p, below, err := k.proof.member(i)
	if err != nil {
		return err
	}
	for turn, after := range k.turns.EachTurn(p) {
		if !k.wins(after, 1-p.Seat(), below) {
			return fmt.Errorf("%s: no reply to %s leads to a member", p, engine.LineText(p, turn))
		}
	}
	return nil
}

// wins reports whether the certificate shows that seat wins in p: seat has won, or seat is to act and has a turn after
// which its opponent loses. It first looks for a turn that leads to a member, because other wins have to be played out,
// which takes longer. Then it tries turns that leave the opponent few steps before others, because they win most often.
func (k *checker) wins(p engine.Position, seat engine.Seat, below int) bool {
	if p.Over() {
		return p.Outcome().Score(seat) == 1
	}
	if p.Seat() != seat {
		return false
	}
	for _, after := range k.replies.EachTurn(p) {
		if k.loses(after, 1-seat, below) {
			return true
		}
	}
	for answers := 0; k.proof.omitted() > 0 && answers <= MostSteps; answers++ {
		for _, after := range k.replies.EachTurn(p) {
			if after.CountSteps() == answers && k.losesWithin(after, k.proof.omitted()) {
				return true
			}
		}
	}
	return false
}

// loses reports whether seat has lost in p, or is to act there and p is a member whose rank is less than the argument
// below.
func (k *checker) loses(p engine.Position, seat engine.Seat, below int) bool {
	if p.Over() {
		return p.Outcome().Score(seat) == 0
	}
	k.key = p.(engine.Keyed).AppendCanonicalKey(k.key[:0])
	rank, have := k.proof.rank(k.key)
	return have && p.Seat() == seat && rank < below
}

// losesWithin reports whether the seat to act in a position of Pilastri loses within the given number of turns of both
// seats, however it plays, and has at most MostSteps steps in this and all its later turns.
func (k *checker) losesWithin(p engine.Position, turns int) bool {
	if p.Over() {
		return true
	}
	if turns < 2 || p.CountSteps() > MostSteps {
		return false
	}
	for _, after := range k.further[turns].EachTurn(p) {
		if !k.winsWithin(after, turns-1) {
			return false
		}
	}
	return true
}

// winsWithin reports whether the seat to act has a turn after which losesWithin is true for the opponent and turns-1
// turns.
func (k *checker) winsWithin(p engine.Position, turns int) bool {
	if p.Over() {
		return false
	}
	for _, after := range k.further[turns].EachTurn(p) {
		if k.losesWithin(after, turns-1) {
			return true
		}
	}
	return false
}

// Value is the value of a turn or a position according to a checked certificate.
type Value string

// The values of a position are for the seat to act, and the values of a turn for the seat that makes the turn.
const (
	Win     Value = "win"
	Loss    Value = "loss"
	Unknown Value = "unknown"
)

// FirstTurn is a turn from the start with its value.
type FirstTurn struct {
	Turn  string `json:"turn"`
	Value Value  `json:"value"`
}

// Values returns the value of a position for the seat to act and the values of its turns. A value is Unknown if it does
// not follow from the members. The certificate must have been checked.
func Values(proof Proof, p engine.Position) (best Value, turns []FirstTurn) {
	k, opponent, omitted := &checker{proof: proof}, 1-p.Seat(), proof.omitted()
	best = Loss
	for turn, after := range k.turns.EachTurn(p) {
		v := Unknown
		switch {
		case k.loses(after, opponent, maxRank+1), omitted > 0 && k.losesWithin(after, omitted):
			v, best = Win, Win
		case k.wins(after, opponent, maxRank+1):
			v = Loss
		}
		if v == Unknown && best == Loss {
			best = Unknown
		}
		turns = append(turns, FirstTurn{engine.LineText(p, turn), v})
	}
	return best, turns
}
