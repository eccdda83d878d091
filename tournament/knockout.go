package tournament

func (p Plan) knockOutStage(n int, results map[string]Result) []Planned { return nil }

func (p Plan) knockOutCount() int { return 0 }

func (p Plan) knockOutOpenings() int { return 0 }
