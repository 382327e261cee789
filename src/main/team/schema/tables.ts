/** The team's tables, which no desk may touch. */
export const tables = `
CREATE TABLE forecourt.team (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id text NOT NULL,
  protocol int NOT NULL,
  fingerprints int NOT NULL,
  -- Another one whenever the server may have gone back in time; each desk joins it again.
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  past uuid[] NOT NULL DEFAULT '{}',
  desks name NOT NULL,
  per_hour int CHECK (per_hour > 0),
  per_month int CHECK (per_month > 0),
  -- All times of the quota are so many minutes; a test makes the minute shorter.
  minute_ms int NOT NULL DEFAULT 60000,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Which database it was, by identity().
  made_as text NOT NULL
);
CREATE TABLE forecourt.members (
  -- Drawn at random: a desk that a restored server forgot is never taken for another one.
  id int PRIMARY KEY,
  db_role name NOT NULL UNIQUE,
  name text NOT NULL CHECK (name <> ''),
  rights text NOT NULL CHECK (rights IN ('viewer', 'sender', 'owner')),
  -- The one in which the desk said what it sent.
  epoch uuid,
  session bigint NOT NULL DEFAULT 0,
  asked bigint NOT NULL DEFAULT 0,
  version text,
  invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  joined_at timestamptz,
  seen_at timestamptz,
  removed_at timestamptz
);
CREATE UNIQUE INDEX members_by_name ON forecourt.members (lower(name)) WHERE removed_at IS NULL;
CREATE TABLE forecourt.accounts (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  base_url text NOT NULL,
  user_id bigint NOT NULL,
  head bigint NOT NULL DEFAULT 0,
  UNIQUE (base_url, user_id)
);
CREATE TABLE forecourt.turns (
  account int NOT NULL REFERENCES forecourt.accounts,
  kind text NOT NULL CHECK (kind IN ('send', 'orders')),
  holder int REFERENCES forecourt.members,
  fence bigint NOT NULL DEFAULT 0,
  gave_way boolean NOT NULL DEFAULT false,
  since timestamptz NOT NULL DEFAULT '-infinity',
  until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (account, kind)
);
CREATE TABLE forecourt.turn_waits (
  account int NOT NULL REFERENCES forecourt.accounts,
  kind text NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  since timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (account, kind, member)
);
CREATE TABLE forecourt.permits (
  account int NOT NULL REFERENCES forecourt.accounts,
  no bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  key text NOT NULL,
  attempt int NOT NULL,
  operation text NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  fingerprint text NOT NULL,
  copy int NOT NULL DEFAULT 1 CHECK (copy > 0),
  stock_key text,
  auto_id bigint,
  payload jsonb NOT NULL,
  before jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('sending', 'doubt', 'done', 'failed', 'unsent')),
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Another desk found out what became of it, and the desk that sent it has to be told.
  settled_by int REFERENCES forecourt.members,
  is_followed boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account, no),
  -- A row of a file keeps both, whatever number its desk has by now.
  UNIQUE (account, key, fingerprint),
  CHECK (operation = 'create' OR auto_id IS NOT NULL)
);
-- These two hold the promise by themselves, whatever the functions do.
CREATE UNIQUE INDEX permits_one_create ON forecourt.permits (account, fingerprint, copy)
  WHERE operation = 'create' AND stock_key IS NULL AND state IN ('sending', 'doubt', 'done');
CREATE UNIQUE INDEX permits_one_of_key ON forecourt.permits (account, stock_key)
  WHERE operation = 'create' AND stock_key IS NOT NULL AND state IN ('sending', 'doubt');
CREATE UNIQUE INDEX permits_one_advert ON forecourt.permits (account, auto_id)
  WHERE operation = 'create' AND state = 'done' AND auto_id IS NOT NULL;
CREATE INDEX permits_of_content ON forecourt.permits (account, fingerprint) WHERE operation = 'create';
CREATE INDEX permits_of_advert ON forecourt.permits (account, auto_id) WHERE auto_id IS NOT NULL;
CREATE INDEX permits_open ON forecourt.permits (member) WHERE state IN ('sending', 'doubt');
CREATE INDEX permits_to_follow ON forecourt.permits (member) WHERE NOT is_followed;
-- What the log has beside permits, each as it is now: links of stock numbers, with the advert of one that lives; stock files; orders that desks took.
CREATE TABLE forecourt.entries (
  account int NOT NULL REFERENCES forecourt.accounts,
  kind text NOT NULL CHECK (kind IN ('link', 'file', 'order')),
  key text NOT NULL CHECK (key <> ''),
  no bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  advert bigint CHECK (advert IS NULL OR kind = 'link'),
  body jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account, kind, key)
);
CREATE INDEX entries_by_no ON forecourt.entries (account, no);
CREATE UNIQUE INDEX entries_one_advert ON forecourt.entries (account, advert) WHERE advert IS NOT NULL;
CREATE INDEX entries_of_source ON forecourt.entries (account, (body ->> 'source'), no) WHERE kind = 'file';
CREATE TABLE forecourt.quota_minutes (
  account int NOT NULL REFERENCES forecourt.accounts,
  minute bigint NOT NULL,
  member int NOT NULL REFERENCES forecourt.members,
  orders int NOT NULL CHECK (orders >= 0),
  others int NOT NULL CHECK (others >= 0),
  PRIMARY KEY (account, minute, member)
);
-- A page that is asked of the disk with each look at the team's state.
CREATE TABLE forecourt.room (page text NOT NULL);`
