-- Checksums of the rows of the small tables, made as the rows are stored.
CREATE TABLE checksums (
  source   TEXT NOT NULL, -- the table
  row      ANY NOT NULL,  -- the row's key
  checksum INTEGER NOT NULL,
  PRIMARY KEY (source, row)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER runs_sum AFTER INSERT ON runs BEGIN
  INSERT INTO checksums VALUES ('runs', new.id, pillars_checksum(new.id, new.kind, new.hash, new.spec, new.total,
    new.program, new.created));
END;
CREATE TRIGGER extensions_sum AFTER INSERT ON extensions BEGIN
  INSERT INTO checksums VALUES ('extensions', new.number, pillars_checksum(new.number, new.run, new.spec, new.total,
    new.program, new.created));
END;
CREATE TRIGGER notes_sum AFTER INSERT ON notes BEGIN
  INSERT INTO checksums VALUES ('notes', new.number, pillars_checksum(new.number, new.run, new.kind, new.value,
    new.created));
END;

-- Rows of an earlier version.
INSERT INTO checksums SELECT 'runs', id, pillars_checksum(id, kind, hash, spec, total, program, created) FROM runs;
INSERT INTO checksums SELECT 'extensions', number, pillars_checksum(number, run, spec, total, program, created)
  FROM extensions;
INSERT INTO checksums SELECT 'notes', number, pillars_checksum(number, run, kind, value, created) FROM notes;
