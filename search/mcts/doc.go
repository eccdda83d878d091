// Package mcts holds a player that searches steps by Monte Carlo tree search.
//
// A simulation walks down the tree by a rule of selection to a leaf, values the leaf, and adds that value to every node
// it passed; a leaf visited a second time first gets its children. One simulation counts as one node of the limits. A
// node of the tree stands for a step, and its sum of values is for the seat that chose the step; since steps of one
// turn belong to the same seat, nothing here assumes that seats alternate. The value of a leaf is a utility vector
// (package search/utility), and each node takes that of its own seat: with more than two, seats play for themselves, as
// in max^n (Sturtevant, An Analysis of UCT in Multi-Player Games, 2008).
//
// # Selection
//
// By default PUCT: the child with the largest Q + cpuct * prior * sqrt(N) / (1 + n), where N and n are the visits of
// parent and child (Rosin, Multi-armed Bandits with Episode Context, 2011, in the form of Silver et al., Mastering the
// Game of Go without Human Knowledge, 2017). Priors are what a policy learned from games foretells (eval.Policy), or,
// with priors=ordering and in games without a policy, a softmax of move-ordering scores. A child without visits is
// taken to be worth the parent's mean less the key fpu (first-play urgency). Q is the child's mean, mixed in the share
// implicit with the minimax of the leaf values below it (Lanctot, Winands, Pepels and Sturtevant, Monte Carlo Tree
// Search with Heuristic Evaluations using Implicit Minimax Backups, 2014). The plain variant, select=uct, is Q + cpuct
// * sqrt(ln N / n) (Kocsis and Szepesvari, Bandit Based Monte-Carlo Planning, 2006), every child once first.
//
// # Leaves
//
// A leaf is valued by the evaluation after quiescence, leaf=quiescence, or as it stands, leaf=eval; both become an
// expected result through a logistic curve. Or by uniformly random play, leaf=playout, which for long games says little
// and takes long.
//
// # Proofs
//
// Ends of games are proofs: they are passed up as far as they reach (Winands, Bjornsson and Saito, Monte-Carlo Tree
// Search Solver, 2008), and children proven lost are no longer visited. Draws by repetition depend on the way that led
// there, so they count as values and prove nothing. When a leaf gets its children, those noisy steps that win at once
// are proven on the spot.
//
// With more than two seats a proof bounds the score of each seat (as in Cazenave and Saffidine, Score Bounded
// Monte-Carlo Tree Search, 2010): from below by what the seat can force against all others together, from above by what
// is left if nobody ends with less than they could force. A win is shown as proven only if it can be forced, a loss
// only if last place is all that is left.
//
// # Turns
//
// A decision is a whole turn. The share later of the limits is kept for the steps after the first: they are searched on
// from where the first search left them. If the first step turns out to end the turn, that share goes to it as well.
// The step played is the one with the largest lower confidence bound, its mean less lcb / sqrt(visits), or with lcb=0
// the most visited one, but for proofs: the shortest proven win comes first, a proven draw before a step that is worth
// less, and among losses the longest.
//
// # Threads and memory
//
// With threads above 1 several simulations go on in the one tree, under one lock and with virtual losses (threads.go).
// A limit by simulations holds exactly; which they are depends on the machine. Proofs are as sound as with one thread.
//
// The tree is one slice of small nodes that refer to each other by number, the children of a node side by side. When it
// is full, simulations go on, but leaves get no more children. Between two turns the part of the tree that is still of
// use is copied to a second slice, and the two change places; both count towards the bound of memory.
package mcts
