package multiseat

import "pillars/engine"

// reply says, at an opponent's node of a best-reply search, whether the acting opponent may choose. In the other modes it is always open.
type reply uint8

const (
	replyOpen  reply = iota // nobody has replied yet: the opponent may, or follow the hints and leave it to a later one
	replyHere               // the opponent has begun its reply and goes on with it
	replyLater              // the opponent follows the hints in this turn; a later one may reply
	replySpent              // an opponent has replied: all others follow the hints until the player acts
	replies
)

// follows reports whether the acting opponent has no choice.
func (r reply) follows() bool { return r == replyLater || r == replySpent }

// after is the state at child, which lies after a step at n that followed the hints or was chosen.
func (s *searcher) after(n *node, followed bool, child engine.Position) reply {
	switch {
	case s.config.Mode != BestReply || n.own || child.Seat() == s.root:
		return replyOpen
	case n.reply == replySpent:
		return replySpent
	case child.StartsTurn() && followed:
		return replyOpen
	case child.StartsTurn():
		return replySpent
	case followed:
		return replyLater
	}
	return replyHere
}
