package session

// Demonstration are players near enough to each other to be rated by the games they take from each other, and random
// play below them. A tournament of DemonstrationRounds takes about two minutes on two cores.
var Demonstration = [...]string{"alphabeta:nodes=10000", "mcts:nodes=10000", "greedy", "random"}

// DemonstrationRounds are the rounds of such a tournament.
const DemonstrationRounds = 80
