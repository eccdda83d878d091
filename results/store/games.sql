-- What was played.
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
-- All of a game but its moves, in the order of finishing: whatever needs no moves reads this index alone.
CREATE INDEX games_results ON games (run, number, identity, pair, pairing, opening, players, scores, reason, fault,
  fault_seat, adjudicated, turns, finished, result_sum);
CREATE INDEX games_faults ON games (run, opening) WHERE fault <> '';

CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are written once'); END;
CREATE TRIGGER games_last BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'games are kept'); END;
