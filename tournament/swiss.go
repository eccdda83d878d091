package tournament

func (p Plan) swissStage(n int, results map[string]Result) []Planned { return nil }

func (p Plan) swissCount() int { return 0 }
