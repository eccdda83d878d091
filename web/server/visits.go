package server

import (
	"net"
	"net/http"
	"slices"
	"sync"
)

// Bounds of what is open at the same time: of one visitor, who has one address, and of all.
const (
	streamsEach, mostStreams         = 16, 64 // streams of events; each keeps a connection to the store
	connectionsEach, mostConnections = 128, 512
)

// visits bounds what visitors keep open. If there would be too many, the oldest one ends.
type visits struct {
	each, all int
	lock      sync.Mutex
	open      []visit // the oldest first
}

type visit struct {
	key     any
	visitor string
	end     func()
}

// enter adds a visit, known by its key, from a network address. If there are too many, it calls end of the oldest.
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

// follow is a ConnState of [http.Server] that bounds connections.
func (v *visits) follow(connection net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		v.enter(connection, connection.RemoteAddr().String(), func() { _ = connection.Close() })
	case http.StateClosed, http.StateHijacked:
		v.leave(connection)
	}
}
