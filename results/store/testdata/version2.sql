-- Version 2: what further rounds a run was extended by. The latest of a run's rows replaces its spec and total.
CREATE TABLE extensions (
  number  INTEGER PRIMARY KEY,
  run     TEXT NOT NULL REFERENCES runs(id),
  spec    TEXT NOT NULL,    -- the run's spec with the new number of rounds
  total   INTEGER NOT NULL, -- games planned now
  program TEXT NOT NULL,    -- that asked for more
  created TEXT NOT NULL     -- RFC 3339, UTC
) STRICT;
CREATE INDEX extensions_of ON extensions(run);

CREATE TRIGGER extensions_stay BEFORE UPDATE ON extensions BEGIN SELECT RAISE(ABORT, 'extensions are written once'); END;
CREATE TRIGGER extensions_last BEFORE DELETE ON extensions BEGIN SELECT RAISE(ABORT, 'extensions are kept'); END;
