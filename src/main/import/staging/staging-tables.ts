/**
 * A draft's own SQLite file. It can be made again from the source, so nothing in it is synced to the disk.
 *
 * - `plan`: one row of JSON (StagedPlan): how the records are read.
 * - `chunks`: the file's text as UTF-8, in the chunks in which it was read; one more for each page of records that were changed. A
 *   chunk's `id` is the number of bytes in the chunks before it.
 * - `record_places`: every record of the file by its line: `place` is the number of bytes before it, in all chunks; `found`
 *   is its size in bytes times 128, plus its verdict (verdict.ts). It has few numbers because each takes time 100,000
 *   times. `left_out`: the dealer left it out.
 * - `records`: the same to be read. `place` and `size` (bytes) tell where it is; cells and payload are read from there
 *   again, always in the same way. `operation`: 0 none, else its place in `operations` + 1. `warned`: it has a
 *   warning.
 * - `findings`: what is wrong with which record, in the order found.
 * - `adverts`: the advert that an edit or delete means: its title, as JSON the values that are replaced, and by how many
 *   hundredths of a percent its price moves, or null if it stays.
 * - `history`: for each step that the dealer took, the rows that it changed, with the values of `records` that they had
 *   before; after the step is undone, those that they had with it.
 * - `vehicles`: what the cells of make, model, modification and equipment mean, as JSON, for each that has a name.
 * - `stock_rows`: the cars of a file that is the stock, with what is decided about each; of a car that the file lacks, too
 *   (`missing`). `detail`: the rest of the decision, as JSON.
 * - `stock_plan`: one row of JSON: which keys the file has and lacks, and what speaks against taking it.
 * - `stock_notes`: values of the file that the advert has already, to be remembered without a request.
 */
export const stagingTables = `
CREATE TABLE plan (json TEXT NOT NULL);
CREATE TABLE chunks (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE record_places (
  line INTEGER PRIMARY KEY,
  place INTEGER NOT NULL,
  found INTEGER NOT NULL,
  left_out INTEGER NOT NULL DEFAULT 0
);
CREATE VIEW records AS SELECT
  line,
  found & 127 AS verdict,
  found & 3 AS operation,
  (found & 4) <> 0 AS valid,
  (found & 8) <> 0 AS warned,
  (found & 16) <> 0 AS unchanged,
  (found & 32) <> 0 AS replaces_text,
  (found & 64) <> 0 AS replaces_unknown,
  left_out,
  place,
  found >> 7 AS size
FROM record_places;
CREATE TABLE findings (
  line INTEGER NOT NULL,
  place INTEGER NOT NULL,
  column TEXT NOT NULL,
  code TEXT NOT NULL,
  severity TEXT NOT NULL,
  value TEXT NOT NULL,
  details TEXT NOT NULL,
  PRIMARY KEY (line, place)
) WITHOUT ROWID;
CREATE TABLE vehicles (cells TEXT PRIMARY KEY, resolved TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE adverts (line INTEGER PRIMARY KEY, title TEXT NOT NULL, before TEXT NOT NULL, row_price REAL,
  price_step INTEGER);
CREATE TABLE stock_rows (
  line INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  action TEXT NOT NULL,
  reason TEXT,
  detail TEXT NOT NULL,
  missing INTEGER NOT NULL CHECK (missing IN (0, 1))
);
CREATE TABLE stock_plan (json TEXT NOT NULL);
CREATE TABLE stock_notes (key TEXT NOT NULL, field TEXT NOT NULL, given, shown);
CREATE TABLE history (
  step INTEGER NOT NULL,
  line INTEGER NOT NULL,
  place INTEGER NOT NULL,
  size INTEGER NOT NULL,
  left_out INTEGER NOT NULL,
  PRIMARY KEY (step, line)
) WITHOUT ROWID;
`

/** Made when all findings are written: problems are counted, and their rows found, without reading the others. */
export const findingsIndex = 'CREATE INDEX findings_by_problem ON findings (code, column, line)'
