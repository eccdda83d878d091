package server

import (
	"net"
	"net/http"
	"slices"
	"sync"
)

// The largest numbers of streams and connections open at the same time: for one visitor, known by the network address,
// and for all visitors.
const (
	streamsEach, mostStreams         = 16, 64 // streams of events; each keeps a connection to the store
	connectionsEach, mostConnections = 128, 512
)

// visits bounds the number of connections or streams that visitors keep open. When there is one too many, visits ends
// the oldest one.
type visits struct {
	each, all int
	lock      sync.Mutex
	open      []visit // the visits that have not ended, the oldest first
}

type visit struct {
	key     any
	visitor string
	end     func()
}

// enter adds a visit, known by its key, from a network address. If the visitor then has too many visits, enter ends the
// visitor's oldest one. If all visitors together have too many, it ends the oldest visit of all.
func (v *visits) enter(key any, address string, end func()) {
	visitor, _, _ := net.SplitHostPort(address)
	v.lock.Lock()
	defer v.lock.Unlock()
	own := 0
	for _, other := range v.open {
		if other.visitor == visitor {
			own++
		}
	}
	if own >= v.each || len(v.open) >= v.all {
		i := slices.IndexFunc(v.open, func(other visit) bool { return own < v.each || other.visitor == visitor })
		v.open[i].end()
		v.open = slices.Delete(v.open, i, i+1)
	}
	v.open = append(v.open, visit{key, visitor, end})
}

// leave removes a visit that has ended.
func (v *visits) leave(key any) {
	v.lock.Lock()
	defer v.lock.Unlock()
	v.open = slices.DeleteFunc(v.open, func(other visit) bool { return other.key == key })
}

// follow bounds the number of connections. It is the ConnState hook of [http.Server].
func (v *visits) follow(connection net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		v.enter(connection, connection.RemoteAddr().String(), func() { _ = connection.Close() })
	case http.StateClosed, http.StateHijacked:
		v.leave(connection)
	}
}
