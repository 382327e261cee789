PRAGMA foreign_keys = OFF;
CREATE TABLE forms (
      account_id TEXT PRIMARY KEY,
      form TEXT NOT NULL CHECK (json_valid(form)),
      kept_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO forms (account_id, form, kept_at) VALUES ('sandbox', '{"cells":{"price":"5000","currency":"USD"},"generation":"","body":"","like":null}', '2026-11-23T09:26:24.381Z');
PRAGMA user_version = 1;
