-- Version 6 of the tables of a pillars database. user_version holds the version, application_id the letters "Pill".

-- What was asked for.
CREATE TABLE runs (
  id      TEXT PRIMARY KEY,  -- the hash of the spec, for later runs of the same spec with -2, -3, ... behind it
  kind    TEXT NOT NULL,     -- what planned the run: "tournament"
  hash    TEXT NOT NULL,     -- of the spec
  spec    TEXT NOT NULL,     -- all that decides the games, as JSON
  total   INTEGER NOT NULL,  -- games planned, 0 if not known beforehand
  program TEXT NOT NULL,     -- the program and its revision that began the run
  created TEXT NOT NULL      -- RFC 3339, UTC
) STRICT;

CREATE TRIGGER runs_stay BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'runs are written once'); END;
CREATE TRIGGER runs_last BEFORE DELETE ON runs BEGIN SELECT RAISE(ABORT, 'runs are kept'); END;
