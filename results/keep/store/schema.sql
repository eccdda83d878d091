-- Version 1 of the tables of a pillars database. user_version holds the version, application_id the letters "Pill".
-- Rows are written once. Each ends with a checksum of its columns, but for a number, which follows from the order.

-- The runs that were asked for.
CREATE TABLE runs (
  id       TEXT PRIMARY KEY, -- the hash of the spec, for later runs of the same spec with -2, -3, ... behind it
  kind     TEXT NOT NULL,    -- what planned the run: "tournament"
  hash     TEXT NOT NULL,    -- of the spec
  spec     TEXT NOT NULL,    -- all that decides the games, as JSON
  total    INTEGER NOT NULL, -- games planned, 0 if not known beforehand
  program  TEXT NOT NULL,    -- the program and its revision that began the run
  created  TEXT NOT NULL,    -- RFC 3339, UTC
  checksum INTEGER NOT NULL
) STRICT;

-- The extensions of runs by further rounds. The latest of a run's rows replaces its spec and total.
CREATE TABLE extensions (
  number   INTEGER PRIMARY KEY,
  run      TEXT NOT NULL REFERENCES runs(id),
  spec     TEXT NOT NULL,    -- the run's spec with the new number of rounds
  total    INTEGER NOT NULL, -- games planned now
  program  TEXT NOT NULL,    -- that asked for more
  created  TEXT NOT NULL,    -- RFC 3339, UTC
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX extensions_of ON extensions(run);

-- Tags and other notes about runs. Deleted runs stay in the file, but a merge leaves them out.
CREATE TABLE notes (
  number   INTEGER PRIMARY KEY,
  run      TEXT NOT NULL REFERENCES runs(id),
  kind     TEXT NOT NULL, -- tag, untag, deleted, restored or signature
  value    TEXT NOT NULL, -- a tag, or a signature and its player
  created  TEXT NOT NULL, -- RFC 3339, UTC
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_of ON notes(run);

-- The finished games. The columns read most come before the long ones, since SQLite reads a row from its beginning.
CREATE TABLE games (
  number      INTEGER PRIMARY KEY, -- in the order in which games were finished
  run         TEXT NOT NULL REFERENCES runs(id),
  identity    TEXT NOT NULL,       -- what the game is within the run: players/opening/order of seats
  pair        TEXT NOT NULL,       -- shared by the games of a group of players from one opening
  pairing     TEXT NOT NULL,       -- the players' numbers in the spec: 1v3
  opening     INTEGER NOT NULL,    -- the number of the opening, from 1; 0 for a game by itself
  players     TEXT NOT NULL,       -- a JSON list by seat
  scores      TEXT NOT NULL,       -- a JSON list by seat, each from 0 to 1
  reason      TEXT NOT NULL,       -- how it ended, in words
  fault       TEXT NOT NULL,       -- the kind of the fault that ended it; empty for none
  fault_seat  INTEGER NOT NULL,    -- the seat at fault, from 1; 0 for none
  adjudicated TEXT NOT NULL,       -- proven, agreed or length; empty for a game that was not
  turns       INTEGER NOT NULL,
  finished    TEXT NOT NULL,       -- RFC 3339, UTC
  result_sum  INTEGER NOT NULL,    -- checksum of the columns from run to finished
  record      TEXT NOT NULL,       -- JSON: all that is needed to play the game again
  thoughts    TEXT NOT NULL,       -- JSON: lists of nodes, depth, score and microseconds, an entry for each turn after the opening
  checksum    INTEGER NOT NULL     -- of run, identity, record and thoughts
) STRICT;
CREATE UNIQUE INDEX games_named ON games (run, identity);
-- All of a game except its moves, in the order of finishing. A query that needs no moves reads only this index.
CREATE INDEX games_results ON games (run, number, identity, pair, pairing, opening, players, scores, reason, fault,
  fault_seat, adjudicated, turns, finished, result_sum);
CREATE INDEX games_faults ON games (run, opening) WHERE fault <> '';

CREATE TRIGGER runs_stay BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'runs are written once'); END;
CREATE TRIGGER runs_last BEFORE DELETE ON runs BEGIN SELECT RAISE(ABORT, 'runs are kept'); END;
CREATE TRIGGER extensions_stay BEFORE UPDATE ON extensions BEGIN SELECT RAISE(ABORT, 'extensions are written once'); END;
CREATE TRIGGER extensions_last BEFORE DELETE ON extensions BEGIN SELECT RAISE(ABORT, 'extensions are kept'); END;
CREATE TRIGGER notes_stay BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'notes are written once'); END;
CREATE TRIGGER notes_last BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'notes are kept'); END;
CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are written once'); END;
CREATE TRIGGER games_last BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'games are kept'); END;
