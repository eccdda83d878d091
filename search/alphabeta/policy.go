package alphabeta

import "slices"

// policyDepth is the least depth at which the policy is asked: nearer to the leaves it costs more than it gains.
const policyDepth = 2

// asks reports whether the policy is asked where so much depth is left.
func (s *searcher) asks(depth int) bool { return s.policy != nil && depth >= policyDepth }

// foretell notes how far the level's steps are behind the one that the policy thinks likeliest.
func (s *searcher) foretell(l *level) {
	s.logits = slices.Grow(s.logits[:0], len(l.steps))[:len(l.steps)]
	s.policy.Logits(l.position, l.steps, s.logits)
	likeliest := slices.Max(s.logits)
	for _, logit := range s.logits {
		l.behind = append(l.behind, int32(100*(likeliest-logit)))
	}
}

// merit is what hints and policy say of the i-th step, in hundredths of a logit: half of it is the policy's where it was asked.
func (l *level) merit(i int) int32 {
	if len(l.behind) == 0 {
		return l.hints[i]
	}
	return (l.hints[i] - l.behind[i]) / 2
}

// improbable reports that the i-th step is so far behind the likeliest that at this depth it is left out.
func (l *level) improbable(i, depth int) bool {
	return len(l.behind) > 0 && depth <= 8 && int(l.behind[i]) > 250+75*depth
}

// unlikely is by how much less depth the i-th step is searched for being unlikely; negative, by how much more for being likely.
func (l *level) unlikely(i int) int {
	const usual, aStep = 300, 200 // behind the likeliest: no change, and for every step of depth
	if len(l.behind) == 0 {
		return 0
	}
	return int(l.behind[i]-usual) / aStep
}
