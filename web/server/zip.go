package server

import (
	"compress/gzip"
	"net/http"
	"strings"
)

// zipped returns a handler that compresses what next writes, for visitors who accept that.
func zipped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		defer zip.Close() // fails only if the visitor has left, or if the response may have no body
		next.ServeHTTP(zipWriter{w, zip}, r)
	})
}

// A zipWriter compresses what is written. Flush also sends what it still holds.
type zipWriter struct {
	http.ResponseWriter
	zip *gzip.Writer
}

// Write compresses text.
func (w zipWriter) Write(text []byte) (int, error) { return w.zip.Write(text) }

// FlushError sends all that was written.
func (w zipWriter) FlushError() error {
	if err := w.zip.Flush(); err != nil {
		return err
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap returns the wrapped writer for [http.ResponseController].
func (w zipWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
