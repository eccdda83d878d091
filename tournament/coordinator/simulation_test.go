package coordinator

import (
	"container/heap"
	"math/rand/v2"
	"testing"
	"time"

	"pillars/tournament/wire"
)

// schedule simulates how a coordinator hands out units, without games or messages. Workers take a unit, play it and
// send the result; the coordinator takes results one after the other. From time to time a worker dies and another
// replaces it; the coordinator hands out the dead worker's unit again after wire.DeadAfter.
type schedule struct {
	workers, units int
	unit           time.Duration // on average; from half to one and a half of that
	handling       time.Duration // of a result, and the unit handed out for it, by the coordinator
	latency        time.Duration // one way
	life, absence  time.Duration // of a worker, on average; a life of 0 for no deaths

	random  *rand.Rand
	events  events
	free    time.Duration // when the coordinator has time again
	waiting []*hand       // workers without a unit
	queued  int           // units that nobody plays
	done    int
	useful  time.Duration // in units whose results have come
	last    time.Duration
}

type hand struct{ since time.Duration }

type event struct {
	at time.Duration
	do func(now time.Duration)
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// efficiency returns the share of the workers' time that they spent on units whose results came first.
func (s *schedule) efficiency() float64 {
	s.random, s.queued = rand.New(rand.NewPCG(1, 2)), s.units
	for range s.workers {
		s.ready(0)
	}
	for s.done < s.units {
		next := heap.Pop(&s.events).(event)
		next.do(next.at)
	}
	return float64(s.useful) / float64(time.Duration(s.workers)*s.last)
}

func (s *schedule) at(when time.Duration, do func(time.Duration)) {
	heap.Push(&s.events, event{when, do})
}

// ready gives a worker a unit as soon as there is one.
func (s *schedule) ready(now time.Duration) {
	if s.queued == 0 {
		s.waiting = append(s.waiting, &hand{now})
		return
	}
	s.queued--
	length := time.Duration(float64(s.unit) * (0.5 + s.random.Float64()))
	begin := now + 2*s.latency
	if s.life > 0 {
		if death := time.Duration(s.random.ExpFloat64() * float64(s.life)); death < length {
			s.at(begin+death+wire.DeadAfter, s.again)
			s.at(begin+death+time.Duration(s.random.ExpFloat64()*float64(s.absence)), s.ready)
			return
		}
	}
	s.at(begin+length, s.ready) // it does not wait until the coordinator has taken the result
	s.at(begin+length+s.latency, func(now time.Duration) { s.result(now, length) })
}

// again queues a unit whose worker died.
func (s *schedule) again(now time.Duration) {
	s.queued++
	if n := len(s.waiting); n > 0 {
		s.waiting = s.waiting[:n-1]
		s.ready(now)
	}
}

func (s *schedule) result(now, length time.Duration) {
	s.free = max(s.free, now) + s.handling
	s.at(s.free, func(now time.Duration) {
		s.done++
		s.useful += length
		s.last = now
	})
}

// TestSimulatedSchedule checks that up to 1,000 workers are busy, and that workers that die cost little more time than
// the units that they had begun.
func TestSimulatedSchedule(t *testing.T) {
	t.Log("workers  efficiency  with a death every 10 minutes and a minute's absence")
	for _, workers := range []int{1, 16, 100, 1000} {
		plain := schedule{workers: workers, units: 100 * workers, unit: 10 * time.Second,
			handling: 5 * time.Millisecond, latency: 50 * time.Millisecond}
		churn := plain
		churn.life, churn.absence = 10*time.Minute, time.Minute
		still, moving := plain.efficiency(), churn.efficiency()
		t.Logf("%7d  %8.1f %%  %8.1f %%", workers, 100*still, 100*moving)
		// A tenth of the time they are absent, and 5 s of a unit are lost every 10 minutes; then comes the last
		// wire.DeadAfter. One worker alone waits for each.
		if still < 0.95 || moving < 0.7 || workers > 1 && moving < 0.82 {
			t.Errorf("%d workers: efficiency %.3f, with deaths %.3f", workers, still, moving)
		}
	}
}
