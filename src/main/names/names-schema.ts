/**
 * Names of makes, models, modifications and equipment, each within its parent (0: nothing): a modification within make
 * and model, an equipment within its modification. `about`: the generation and body style of a modification.
 * `name_choices`: what the dealer chose for a text that fits several.
 */
export const vehicleNamesSchema = `
  CREATE TABLE vehicle_names (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('make', 'model', 'base', 'equip')),
    make_id INTEGER NOT NULL,
    model_id INTEGER NOT NULL,
    base_id INTEGER NOT NULL,
    id INTEGER NOT NULL CHECK (id > 0),
    name TEXT NOT NULL,
    about TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL CHECK (source IN ('lookup', 'advert', 'create')),
    PRIMARY KEY (account_id, kind, make_id, model_id, base_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX vehicle_names_by_id ON vehicle_names (account_id, kind, id);

  CREATE TABLE name_choices (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('make', 'model', 'base', 'equip')),
    make_id INTEGER NOT NULL,
    model_id INTEGER NOT NULL,
    base_id INTEGER NOT NULL,
    folded TEXT NOT NULL,
    id INTEGER NOT NULL CHECK (id > 0),
    PRIMARY KEY (account_id, kind, make_id, model_id, base_id, folded)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE names_learned (account_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`
