package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/tournament/work"
)

// protocol is the version of what is said here. Programs of different versions do not work together.
const protocol = 1

// The subjects, with the names of run, unit and worker behind them.
const (
	workSubject   = "pillars.work"   // RUN.UNIT.COPY: units to be played
	resultSubject = "pillars.result" // RUN.UNIT.WORKER.PART: what they have come to
	runSubject    = "pillars.run"    // RUN: a coordinator tells that it has work
	hereSubject   = "pillars.here"   // RUN.SESSION: a coordinator answers that it is here
	admitSubject  = "pillars.admit"  // RUN: a worker asks to be admitted
	aliveSubject  = "pillars.alive"  // RUN.WORKER: a worker tells that it is alive
	whoSubject    = "pillars.who"    // a worker asks what runs there are
)

const (
	workStream   = "PILLARS_WORK"
	resultStream = "PILLARS_RESULTS"
	fileBucket   = "PILLARS_FILES"
	claimBucket  = "PILLARS_CLAIMS" // RUN: the session that hands it out
)

func subject(parts ...any) string {
	return strings.ReplaceAll(strings.TrimSpace(fmt.Sprintln(parts...)), " ", ".")
}

func inboxOf(name string) string { return "_INBOX_" + name }

var workerName = regexp.MustCompile(`^[a-z0-9-]{1,40}-[a-z0-9]{16}$`)

func validWorker(name string) bool { return workerName.MatchString(name) }

// newWorkerName is a name that nobody else has and nobody can guess, which begins with that of its machine.
func newWorkerName(host string) string {
	host = regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(host), "-")
	host = strings.Trim(host[:min(len(host), 40)], "-")
	if host == "" {
		host = "worker"
	}
	return host + "-" + strings.ToLower(rand.Text()[:16])
}

// workerPermissions let a worker take units, send results under its own name, and read files.
func workerPermissions(worker string) *server.Permissions {
	stream, files := workStream, "OBJ_"+fileBucket
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			whoSubject, admitSubject + ".*", subject(aliveSubject, "*", worker),
			subject(resultSubject, "*", "*", worker, "*"),
			"$JS.API.CONSUMER.INFO." + stream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + stream + ".*",
			"$JS.ACK." + stream + ".>", "$JS.API.STREAM.INFO." + files, "$JS.API.STREAM.MSG.GET." + files,
			"$JS.API.DIRECT.GET." + files + ".>", "$JS.API.CONSUMER.CREATE." + files + ".>",
			"$JS.API.CONSUMER.DELETE." + files + ".>", "$JS.FC." + files + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxOf(worker) + ".>", runSubject + ".*"}},
	}
}

// maxAge is how long a server keeps units and results of a coordinator that has gone.
const maxAge = 7 * 24 * time.Hour

// fileAge is how long it keeps files of players and claims to runs.
const fileAge = 90 * 24 * time.Hour

// streams makes the streams for units and results, and the stores of files and claims, unless they are there.
func streams(ctx context.Context, js jetstream.JetStream, storage jetstream.StorageType) error {
	for name, subjects := range map[string]string{workStream: workSubject, resultStream: resultSubject} {
		err := ensureStream(ctx, js, jetstream.StreamConfig{
			Name: name, Subjects: []string{subjects + ".>"}, Storage: storage, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxAge: maxAge,
			Metadata: map[string]string{"pillars": fmt.Sprint(protocol)},
		})
		if err != nil {
			return err
		}
	}
	_, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: fileBucket, Storage: storage,
		Description: "files of pillars' players", TTL: fileAge})
	if err == nil || errors.Is(err, jetstream.ErrBucketExists) {
		_, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: claimBucket, Storage: storage,
			Description: "the processes that hand out runs of pillars", TTL: fileAge})
	}
	if errors.Is(err, jetstream.ErrBucketExists) {
		return nil
	}
	return err
}

func ensureStream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) error {
	_, err := js.CreateStream(ctx, config)
	if !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		var api *jetstream.APIError
		if errors.As(err, &api) {
			return fmt.Errorf("stream %s cannot be made: %s; give the coordinator an account of its own on the server",
				config.Name, api.Description)
		}
		return err
	}
	stream, err := js.Stream(ctx, config.Name)
	if err != nil {
		return err
	}
	if is, want := stream.CachedInfo().Config.Metadata["pillars"], fmt.Sprint(protocol); is != want {
		return fmt.Errorf("stream %s is there already and belongs to something else (its version of pillars is %q, "+
			"this one's %q); remove it or use another server or account", config.Name, is, want)
	}
	return nil
}

// taken reports whether a message was refused since one of its subject is there.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10077 // maximum messages per subject exceeded
}

// notHeader is the header of a copy of a unit that one worker is not to play.
const notHeader = "Pillars-Not"

// token is the nth part of a subject.
func token(subject string, n int) string {
	parts := strings.Split(subject, ".")
	if n < len(parts) {
		return parts[n]
	}
	return ""
}

// public is a worker's name as all may see it: whoever knows the full name could speak for the worker.
func public(worker string) string {
	return worker[:max(0, strings.LastIndex(worker, "-"))] + "-" + work.Name([]byte(worker))[:6]
}

func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		return "this machine"
	}
	return name
}
