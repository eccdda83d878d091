-- Version 5: what people say of runs. A run's latest name counts; deleted runs stay in the file until it is purged.
CREATE TABLE notes (
  number  INTEGER PRIMARY KEY,
  run     TEXT NOT NULL REFERENCES runs(id),
  kind    TEXT NOT NULL, -- name, tag, untag, deleted, restored or signature
  value   TEXT NOT NULL, -- a name, empty for none, a tag, or a signature and its player
  created TEXT NOT NULL  -- RFC 3339, UTC
) STRICT;
CREATE INDEX notes_of ON notes(run);

CREATE TRIGGER notes_stay BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'notes are written once'); END;
CREATE TRIGGER notes_last BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'notes are kept'); END;
