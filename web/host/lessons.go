package host

import "pillars/web/host/lessons"

// listLessons answers "lessons": the steps of a game's lesson.
func listLessons(q struct {
	Game string `json:"game"`
}) (any, error) {
	return lessons.Of(q.Game)
}
