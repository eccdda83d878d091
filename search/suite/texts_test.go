package suite

// The output for two shards of three problems, which a player answers.
const (
	head = `{"type":"suite-shard","shard":"PART/2","problems":3,"suite":"abc","player":"greedy","nodes":0,` +
		`"signature":"s"}`
	tail    = `{"type":"suite-score","player":"greedy","solved":1,"problems":2}`
	problem = `{"type":"problem","id":"ID","kind":"only","position":"x","solved":true,"turn":"a","score":"0",` +
		`"nodes":64,"nodes_per_decision":100,"game":"pit","nodes_to_solution":50,"budget":100,"points":3,` +
		`"seconds_to_solution":SECONDS}`
)
