PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE batches (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  planned_by TEXT NOT NULL,
  file_name TEXT NOT NULL,
  file_sha256 TEXT,
  encoding TEXT NOT NULL,
  bom INTEGER NOT NULL CHECK (bom IN (0, 1)),
  delimiter TEXT NOT NULL,
  header TEXT NOT NULL CHECK (json_valid(header)),
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete', 'mixed')),
  state TEXT NOT NULL
    CHECK (state IN ('planning', 'ready', 'running', 'waiting', 'paused', 'cancelled', 'finished')),
  pause_reason TEXT CHECK (pause_reason IN ('person', 'auth', 'package', 'rate-limit', 'quota', 'offline', 'service',
    'doubts', 'answers', 'not-shown', 'storage', 'restart')),
  wakes_at TEXT,
  sent_before INTEGER NOT NULL DEFAULT 0,
  undo_of TEXT REFERENCES batches (id),
  created_at TEXT NOT NULL,
  finished_at TEXT,
  preview INTEGER NOT NULL DEFAULT 0 CHECK (preview IN (0, 1)),
  file TEXT CHECK (file IS NULL OR json_valid(file)),
  waits_since TEXT,
  archived_at TEXT,
  archived_counts TEXT CHECK (archived_counts IS NULL OR json_valid(archived_counts)),
  unreadable INTEGER DEFAULT 0 CHECK (unreadable >= 0),
  sends_unshown INTEGER NOT NULL DEFAULT 0 CHECK (sends_unshown IN (0, 1)), contents TEXT CHECK (contents IS NULL OR json_valid(contents)), team_reason TEXT CHECK (team_reason IN ('team', 'team-offline')),
  CHECK (preview = 0 OR state IN ('planning', 'ready')),
  CHECK (state <> 'paused' OR pause_reason IS NOT NULL),
  CHECK (pause_reason IS NULL OR state IN ('paused', 'waiting')),
  CHECK (wakes_at IS NULL OR state = 'waiting'),
  CHECK ((state IN ('cancelled', 'finished')) = (finished_at IS NOT NULL)),
  CHECK (archived_at IS NULL OR state IN ('finished', 'cancelled')),
  CHECK ((archived_counts IS NULL) = (archived_at IS NULL))
) STRICT;
INSERT INTO batches VALUES(1,'2026-11-24-f5avy','dealer',5053358,'test','archived.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.241Z','2026-11-24T03:54:01.419Z',0,NULL,NULL,'2026-11-24T03:54:01.592Z','{"planned":0,"sending":0,"done":2,"failed":1,"inDoubt":0,"conflict":0,"invalid":0,"skipped":0}',0,0,NULL,NULL);
INSERT INTO batches VALUES(2,'2026-11-24-4bh5t','dealer',5053358,'test','second.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.421Z','2026-11-24T03:54:01.516Z',0,NULL,NULL,'2026-11-24T03:54:01.615Z','{"planned":0,"sending":0,"done":1,"failed":0,"inDoubt":0,"conflict":0,"invalid":0,"skipped":0}',0,0,NULL,NULL);
INSERT INTO batches VALUES(3,'2026-11-24-unx2c','dealer',5053358,'test','conflict.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.625Z','2026-11-24T03:54:01.676Z',0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(4,'2026-11-24-pdc34','dealer',5053358,'test','newer.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.635Z','2026-11-24T03:54:01.666Z',0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(5,'2026-11-24-36wa8','dealer',5053358,'test','doubt.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.720Z','2026-11-24T03:54:01.758Z',0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(6,'2026-11-24-zs2gv','dealer',5053358,'test','doubt-2.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.770Z','2026-11-24T03:54:01.795Z',0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(7,'2026-11-24-5gbrg','dealer',5053358,'test','doubt.csv',NULL,'utf-8',0,',','[]','[]','delete','ready',NULL,NULL,0,'2026-11-24-36wa8','2026-11-24T03:54:01.800Z',NULL,1,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(8,'2026-11-24-8zzn8','dealer',5053358,'test','planned.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.808Z','2026-11-24T03:54:01.964Z',0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(9,'2026-11-24-benes','dealer',5053358,'test','lost.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z',0,NULL,NULL,NULL,NULL,20,0,NULL,NULL);
INSERT INTO batches VALUES(10,'2026-11-24-zuxp2','dealer',5053358,'test','to-send.csv',NULL,'utf-8',0,',','[]','[]','mixed','ready',NULL,NULL,0,NULL,'2026-11-24T03:54:01.982Z',NULL,0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
INSERT INTO batches VALUES(11,'2026-11-24-86f8b','dealer',5053358,'test','uncached.csv',NULL,'utf-8',0,',','[]','[]','mixed','finished',NULL,NULL,0,NULL,'2026-11-24T03:54:01.983Z','2026-11-24T03:54:02.023Z',0,NULL,NULL,NULL,NULL,0,0,NULL,NULL);
CREATE TABLE batch_counts (
  batch INTEGER NOT NULL,
  state TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (batch, state)
) STRICT, WITHOUT ROWID;
INSERT INTO batch_counts VALUES(2,'done',1);
INSERT INTO batch_counts VALUES(3,'conflict',1);
INSERT INTO batch_counts VALUES(4,'done',1);
INSERT INTO batch_counts VALUES(5,'done',1);
INSERT INTO batch_counts VALUES(5,'in-doubt',2);
INSERT INTO batch_counts VALUES(6,'in-doubt',1);
INSERT INTO batch_counts VALUES(7,'planned',1);
INSERT INTO batch_counts VALUES(7,'skipped',2);
INSERT INTO batch_counts VALUES(8,'in-doubt',2);
INSERT INTO batch_counts VALUES(8,'invalid',1);
INSERT INTO batch_counts VALUES(8,'planned',0);
INSERT INTO batch_counts VALUES(8,'skipped',1);
INSERT INTO batch_counts VALUES(9,'in-doubt',40);
INSERT INTO batch_counts VALUES(9,'planned',0);
INSERT INTO batch_counts VALUES(10,'planned',2);
INSERT INTO batch_counts VALUES(11,'done',1);
INSERT INTO batch_counts VALUES(11,'failed',2);
INSERT INTO batch_counts VALUES(11,'planned',0);
INSERT INTO batch_counts VALUES(11,'sending',0);
CREATE TABLE rows (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  operation TEXT CHECK (operation IN ('create', 'edit', 'delete')),
  state TEXT NOT NULL
    CHECK (state IN ('planned', 'sending', 'done', 'failed', 'in-doubt', 'conflict', 'invalid', 'skipped')),
  auto_id INTEGER CHECK (auto_id > 0),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  before TEXT NOT NULL CHECK (json_valid(before)),
  problems TEXT NOT NULL CHECK (json_valid(problems)),
  cells TEXT CHECK (cells IS NULL OR json_valid(cells)),
  fingerprint TEXT NOT NULL,
  outcome_source TEXT CHECK (outcome_source IN ('response', 'reconciled', 'person')),
  error_code TEXT,
  error_detail TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  doubt INTEGER NOT NULL DEFAULT 0 CHECK (doubt IN (0, 1)),
  forced INTEGER NOT NULL DEFAULT 0,
  overwrite INTEGER NOT NULL DEFAULT 0 CHECK (overwrite IN (0, 1)),
  updated_at TEXT,
  UNIQUE (batch, line),
  CHECK (operation IS NOT NULL OR state IN ('invalid', 'skipped')),
  CHECK (operation <> 'create' OR (state = 'done') = (auto_id IS NOT NULL)),
  CHECK (operation = 'create' OR auto_id IS NOT NULL OR state IN ('invalid', 'skipped')),
  CHECK ((state = 'done') <= (outcome_source IS NOT NULL)),
  CHECK (outcome_source IS NULL OR state IN ('done', 'failed', 'skipped')),
  CHECK (state NOT IN ('failed', 'in-doubt', 'conflict') OR error_code IS NOT NULL),
  CHECK (state NOT IN ('sending', 'in-doubt') OR attempts > 0),
  CHECK (state <> 'in-doubt' OR doubt = 1),
  CHECK (doubt = 0 OR state IN ('planned', 'sending', 'in-doubt', 'conflict', 'done'))
) STRICT;
INSERT INTO "rows" VALUES(4,2,2,'edit','done',39099759,'{"auto_id":39099759,"currency_id":1,"price":778}','{}','[]','["39099759","1","778"]','8BDGORjEplCv9REJ_f4m1a','response',NULL,NULL,1,0,0,1,'2026-11-24T03:54:01.515Z');
INSERT INTO "rows" VALUES(5,3,2,'edit','conflict',39099759,'{"auto_id":39099759,"currency_id":1,"price":111}','{}','[]','["39099759","1","111"]','pT7o7noY8TI3KRtrVb8vMQ',NULL,'newer-batch','2026-11-24-pdc34',0,0,0,1,'2026-11-24T03:54:01.674Z');
INSERT INTO "rows" VALUES(6,4,2,'edit','done',39099759,'{"auto_id":39099759,"currency_id":1,"price":222}','{}','[]','["39099759","1","222"]','fbP7RCkctMUIZigx4yWSIX','response',NULL,NULL,1,0,0,1,'2026-11-24T03:54:01.663Z');
INSERT INTO "rows" VALUES(7,5,2,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":500}','{}','[]','["9","96","900640","901580","1","500"]','ksw1KCTiuSGxpvbMha1O6X',NULL,'network',NULL,1,1,0,0,'2026-11-24T03:54:01.736Z');
INSERT INTO "rows" VALUES(8,5,3,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":501}','{}','[]','["9","96","900640","901580","1","501"]','JXZTJkgv2WPOHbxGFipgNZ',NULL,'network',NULL,1,1,0,0,'2026-11-24T03:54:01.745Z');
INSERT INTO "rows" VALUES(9,5,4,'create','done',39100003,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":502,"auto_note":"Авто\nдругий рядок"}','{}','[]','["9","96","900640","901580","1","502","Авто\nдругий рядок"]','yNyqZZWdKgXoMIWeo_m-Zz','response',NULL,NULL,1,0,0,0,'2026-11-24T03:54:01.757Z');
INSERT INTO "rows" VALUES(10,6,2,'edit','in-doubt',39099795,'{"auto_id":39099795,"currency_id":1,"price":9000}','{}','[]','["39099795","1","9000"]','G_RZnuDLV0yINQfWoWnTV1',NULL,'network',NULL,1,1,0,1,'2026-11-24T03:54:01.794Z');
INSERT INTO "rows" VALUES(11,7,2,'delete','skipped',NULL,'{}','{}','[{"column":"","code":"in-doubt","severity":"error","message":"This row is in doubt: it is not known whether it reached the service. Settle that first.","details":{}}]',NULL,'KxyS1CGcNDDcBWVlpMf9I4',NULL,'undo-impossible',NULL,0,0,0,0,NULL);
INSERT INTO "rows" VALUES(12,7,3,'delete','skipped',NULL,'{}','{}','[{"column":"","code":"in-doubt","severity":"error","message":"This row is in doubt: it is not known whether it reached the service. Settle that first.","details":{}}]',NULL,'KxyS1CGcNDDcBWVlpMf9I4',NULL,'undo-impossible',NULL,0,0,0,0,NULL);
INSERT INTO "rows" VALUES(13,7,4,'delete','planned',39100003,'{"auto_id":39100003}','{"currency_id":1,"price":502,"auto_note":"Авто\nдругий рядок"}','[]',NULL,'fUVKpIqx6Kfd-DufKH6xY4',NULL,'undo-exact',NULL,0,0,0,0,NULL);
INSERT INTO "rows" VALUES(14,8,2,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":600}','{}','[]','["9","96","900640","901580","1","600"]','WsKqqKnPS1ap03Pp1oyZiv',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(15,8,3,'create','skipped',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":601}','{}','[]','["9","96","900640","901580","1","601"]','9TyCGY4wfL5Lwmjom_6USP',NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "rows" VALUES(16,8,4,NULL,'invalid',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":602}','{}','[{"code":"required","column":"price","severity":"error","value":"","message":"x"}]','["9","96","900640","901580","1","602"]','ikHgvUqsqhJ10kvjPIOUQd',NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "rows" VALUES(17,8,5,'edit','in-doubt',39099759,'{"auto_id":39099759,"currency_id":1,"price":333}','{}','[]','["39099759","1","333"]','P2VDNLCVqCmCxum5-BuAyz',NULL,'journal-behind',NULL,1,1,0,1,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(18,9,2,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10000}','{}','[]','["9","96","900640","901580","1","10000"]','NPTaOD3OiFzZD6r-QXjetr',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(19,9,3,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10001}','{}','[]','["9","96","900640","901580","1","10001"]','hXQBUpRyk2s7wt4WicDhrw',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(20,9,4,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10002}','{}','[]','["9","96","900640","901580","1","10002"]','RdAe8lIpQ8bvxNmntJYnk0',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(21,9,5,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10003}','{}','[]','["9","96","900640","901580","1","10003"]','HTvoPuyUguhKTI0efSh18y',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(22,9,6,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10004}','{}','[]','["9","96","900640","901580","1","10004"]','EVJWxeHtDFDQeJdgRE665W',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(23,9,7,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10005}','{}','[]','["9","96","900640","901580","1","10005"]','ZqOul-o6HUvbeUvoaXqJZ2',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(24,9,8,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10006}','{}','[]','["9","96","900640","901580","1","10006"]','UzzWya4yZTeX6rUCsgFeWd',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(25,9,9,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10007}','{}','[]','["9","96","900640","901580","1","10007"]','Wlu2Z_ALD5FZ0Tgcug6tW0',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(26,9,10,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10008}','{}','[]','["9","96","900640","901580","1","10008"]','3yLOcyYeN_0C3GbodETTpU',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(27,9,11,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10009}','{}','[]','["9","96","900640","901580","1","10009"]','haU0SFbBAs_tJUst4h_7Bu',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(28,9,12,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10010}','{}','[]','["9","96","900640","901580","1","10010"]','Ah0C5-iwAYMKvMcZuNRKIQ',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(29,9,13,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10011}','{}','[]','["9","96","900640","901580","1","10011"]','gZief6X7uxASqWGiZTQnPY',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(30,9,14,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10012}','{}','[]','["9","96","900640","901580","1","10012"]','QhT0hGAfUb5MqUsX29uo0v',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(31,9,15,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10013}','{}','[]','["9","96","900640","901580","1","10013"]','uxBKEdU0s7aFAea4soOPEt',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(32,9,16,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10014}','{}','[]','["9","96","900640","901580","1","10014"]','YmUU1Yla6T7eEbz_c3QG6Q',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(33,9,17,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10015}','{}','[]','["9","96","900640","901580","1","10015"]','NrSt9scbQ8H8P6E3JbJWQB',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(34,9,18,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10016}','{}','[]','["9","96","900640","901580","1","10016"]','DnRT_2fOHvHHzAR_KXiRLB',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(35,9,19,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10017}','{}','[]','["9","96","900640","901580","1","10017"]','TCaUq8QVnM6NJD4BDkh79D',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(36,9,20,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10018}','{}','[]','["9","96","900640","901580","1","10018"]','x9M5hRx9Hy5BCgoaeDN281',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(37,9,21,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10019}','{}','[]','["9","96","900640","901580","1","10019"]','z9U2hwb0LADTRmQdpOIxE4',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(38,9,22,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10020}','{}','[]','["9","96","900640","901580","1","10020"]','NL-2Ty4kijqZRulDaL1sI0',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(39,9,23,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10021}','{}','[]','["9","96","900640","901580","1","10021"]','L14XNn8y9ZUaE1J3beqE_s',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(40,9,24,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10022}','{}','[]','["9","96","900640","901580","1","10022"]','4FaQXYBsme2dXuxapJueid',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(41,9,25,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10023}','{}','[]','["9","96","900640","901580","1","10023"]','7tB6tJB_WI6HwTsgQNQ9hW',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(42,9,26,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10024}','{}','[]','["9","96","900640","901580","1","10024"]','U8k7_lEc9sxYreOa_q5WQk',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(63,9,47,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10045}','{}','[]','["9","96","900640","901580","1","10045"]','TcgGqCV2fKXuTktfJT9dp0',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(64,9,48,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10046}','{}','[]','["9","96","900640","901580","1","10046"]','Wd8ZbnUOHnuMG5ipUF_rgo',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(65,9,49,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10047}','{}','[]','["9","96","900640","901580","1","10047"]','AnRfhpBX65GdiOS6gxzQd5',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(66,9,50,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10048}','{}','[]','["9","96","900640","901580","1","10048"]','Wdi7nGPE_VD-fFbsSXtREv',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(67,9,51,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10049}','{}','[]','["9","96","900640","901580","1","10049"]','BTxSSNeXo3VENt1WFpXwxU',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(68,9,52,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10050}','{}','[]','["9","96","900640","901580","1","10050"]','393cifwa1E-NvHmwAkF37m',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(69,9,53,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10051}','{}','[]','["9","96","900640","901580","1","10051"]','uBFP-TZklQVPMMBE6ftpkj',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(70,9,54,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10052}','{}','[]','["9","96","900640","901580","1","10052"]','VQpMguhaEjnkntj4Z6y1UU',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(71,9,55,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10053}','{}','[]','["9","96","900640","901580","1","10053"]','-BkQp0judyA4g5VIqfH5Fy',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(72,9,56,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10054}','{}','[]','["9","96","900640","901580","1","10054"]','hAmETx3eVNZOZQ6FDOgRVr',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(73,9,57,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10055}','{}','[]','["9","96","900640","901580","1","10055"]','it5SzOvm7oC64jun9oWMcN',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(74,9,58,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10056}','{}','[]','["9","96","900640","901580","1","10056"]','7flMKUDlbGD9r82VqMCqth',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(75,9,59,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10057}','{}','[]','["9","96","900640","901580","1","10057"]','mbE8FPgau64H75MJScH82H',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(76,9,60,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10058}','{}','[]','["9","96","900640","901580","1","10058"]','J5CQNuaJHBE5YsJmNQQbx3',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(77,9,61,'create','in-doubt',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":10059}','{}','[]','["9","96","900640","901580","1","10059"]','LcqrQJtIipCdOsyJuXQRET',NULL,'journal-behind',NULL,1,1,0,0,'2026-11-24T03:54:01.964Z');
INSERT INTO "rows" VALUES(78,10,2,'create','planned',NULL,'{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":700}','{}','[]','["9","96","900640","901580","1","700"]','r6hfYhMGGLcjxBCgpBbwd_',NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "rows" VALUES(79,10,3,'edit','planned',39099759,'{"auto_id":39099759,"currency_id":1,"price":10}','{}','[]','["39099759","1","10"]','7IPmCFfmrKXJ83CzuSWq4y',NULL,NULL,NULL,0,0,0,1,NULL);
INSERT INTO "rows" VALUES(80,11,2,'edit','done',39099795,'{"auto_id":39099795,"currency_id":1,"price":9500}','{}','[]','["39099795","1","9500"]','Re4Dd-BEndcvIyCCXCKvcx','response',NULL,NULL,1,0,0,1,'2026-11-24T03:54:02.016Z');
INSERT INTO "rows" VALUES(81,11,3,'delete','failed',888888888,'{"auto_id":888888888}','{}','[]','["888888888"]','qXb9AKKWABNntJS2HzS1c1',NULL,'internal',NULL,0,0,0,0,'2026-11-24T03:54:02.008Z');
INSERT INTO "rows" VALUES(82,11,4,'edit','failed',39099795,'{"auto_id":39099795,"currency_id":1,"price":3}','{}','[]','["39099795","1","3"]','qVdSlJcdEdLYEAUPXqwsnm',NULL,'internal',NULL,0,0,0,1,'2026-11-24T03:54:02.022Z');
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  row INTEGER NOT NULL REFERENCES rows (id),
  kind TEXT NOT NULL CHECK (kind IN ('send', 'look', 'person')),
  request_hash TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'failed', 'in-doubt', 'unsent', 'looked')),
  status INTEGER,
  error_code TEXT,
  answer TEXT,
  service_at TEXT,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
) STRICT;
INSERT INTO attempts VALUES(3,4,'send','288e75ef9b0e18f0f1c9b57935232c6ce361c9cff7ca327327bc0dbcc3602195','2026-11-24T03:54:01.489Z','2026-11-24T03:54:01.515Z','done',200,NULL,NULL,'2026-11-24T03:54:01.006Z');
INSERT INTO attempts VALUES(4,6,'send','8ca74d26cca30a781312f3d22939df3ea253cb90c2831a0795bd874f677273ce','2026-11-24T03:54:01.652Z','2026-11-24T03:54:01.663Z','done',200,NULL,NULL,'2026-11-24T03:54:01.005Z');
INSERT INTO attempts VALUES(5,7,'send','9766c626b67dafb9a1fbe5b646e6d88100134a433d64621faaae2fb3a40d3a7f','2026-11-24T03:54:01.728Z','2026-11-24T03:54:01.736Z','in-doubt',NULL,'network',NULL,'2026-11-24T03:54:01.065Z');
INSERT INTO attempts VALUES(6,8,'send','fbbfb9ee2cb5b92beb623d753bd61ef5c7df1178c41633851d251c0c5330b2bc','2026-11-24T03:54:01.738Z','2026-11-24T03:54:01.745Z','in-doubt',NULL,'network',NULL,'2026-11-24T03:54:01.076Z');
INSERT INTO attempts VALUES(7,9,'send','8924da1d8c0be88bcb37929e0d2371b59f7f46ac5e12f97025c14e71d242828d','2026-11-24T03:54:01.748Z','2026-11-24T03:54:01.757Z','done',200,NULL,NULL,'2026-11-24T03:54:01.086Z');
INSERT INTO attempts VALUES(8,10,'send','1c8f7103442699aaca5db5cfc2d5e84b313b88f71a639ea9e7cdb733fd6b2ffc','2026-11-24T03:54:01.790Z','2026-11-24T03:54:01.794Z','in-doubt',NULL,'network',NULL,'2026-11-24T03:54:01.003Z');
INSERT INTO attempts VALUES(9,18,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(10,19,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(11,20,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(12,21,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(13,22,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(14,23,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(15,24,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(16,25,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(17,26,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(18,27,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(19,28,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(20,29,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(21,30,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(22,31,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(23,32,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(24,33,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(25,34,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(26,35,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(27,36,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(28,37,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(29,38,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(30,39,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(31,40,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(32,41,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(33,42,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(34,63,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(35,64,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(36,65,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(37,66,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(38,67,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(39,68,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(40,69,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(41,70,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(42,71,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(43,72,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(44,73,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(45,74,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(46,75,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(47,76,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(48,77,'send','','2026-11-24T03:54:01.813Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(49,14,'send','','2026-11-24T03:54:01.808Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(50,17,'send','','2026-11-24T03:54:01.808Z','2026-11-24T03:54:01.964Z','in-doubt',NULL,'journal-behind',NULL,NULL);
INSERT INTO attempts VALUES(51,80,'send','153e185f3d605758fff41d601bb137dc4713f00135e60b1107637f7157aa678f','2026-11-24T03:54:02.003Z','2026-11-24T03:54:02.016Z','done',200,NULL,NULL,'2026-11-24T03:54:01.002Z');
CREATE TABLE kept_rows (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  state TEXT NOT NULL CHECK (state IN ('done', 'failed', 'invalid', 'skipped')),
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  fingerprint TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  updated_at TEXT,
  sent INTEGER NOT NULL,
  sent_at TEXT,
  service_at TEXT
) STRICT;
INSERT INTO kept_rows VALUES(1,1,2,'create','done',39100000,'DLfvB9TtarvX2vRneqGE0Y','{"marka_id":9,"model_id":96,"base_id":900640,"equip_id":901580,"currency_id":1,"price":12345}','2026-11-24T03:54:01.384Z',1,'2026-11-24T03:54:01.281Z','2026-11-24T03:54:01.054Z');
INSERT INTO kept_rows VALUES(2,1,3,'edit','done',39099759,'MyhVhpPVpqfIpPGYO5FahC','{"auto_id":39099759,"currency_id":1,"price":777}','2026-11-24T03:54:01.409Z',2,'2026-11-24T03:54:01.344Z','2026-11-24T03:54:01.023Z');
INSERT INTO kept_rows VALUES(3,1,4,'edit','failed',999999999,'tKF_JH4D9ASjl48yg58BsZ','{}','2026-11-24T03:54:01.361Z',0,NULL,NULL);
CREATE TABLE lost_rows (
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  state TEXT NOT NULL,
  fingerprint TEXT,
  PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;
INSERT INTO lost_rows VALUES(9,27,'planned','ZArCA_oBNpAmI4_lKfLGoe');
INSERT INTO lost_rows VALUES(9,28,'planned','x-0SCbCthA7nwmsO4cXBDL');
INSERT INTO lost_rows VALUES(9,29,'planned','Z49qDCxzJCbcYSEt_NPwav');
INSERT INTO lost_rows VALUES(9,30,'planned','TwRpzhah2GQTXaocEUgLOV');
INSERT INTO lost_rows VALUES(9,31,'planned','x6wYHf7dUZNvO5udGKGZSD');
INSERT INTO lost_rows VALUES(9,32,'planned','0-PoYzLe8FhO2Jg6Si5B4K');
INSERT INTO lost_rows VALUES(9,33,'planned','XkcjSiZ3aBsIIjFbH2j9rf');
INSERT INTO lost_rows VALUES(9,34,'planned','I9_ag8RUkqZxL0Yegi-ibT');
INSERT INTO lost_rows VALUES(9,35,'planned','F3z49VB6DEuLX3VOVShiGE');
INSERT INTO lost_rows VALUES(9,36,'planned','Aiegu8AwnTH8y2qyGXgxa-');
INSERT INTO lost_rows VALUES(9,37,'planned','-MBRX7rTxfhHFZAJeiaCdt');
INSERT INTO lost_rows VALUES(9,38,'planned','ggwFoeqXEvQtfeHZhTmuBc');
INSERT INTO lost_rows VALUES(9,39,'planned','D5NMivIjeuD0HT4P5wUwb6');
INSERT INTO lost_rows VALUES(9,40,'planned','_bEMtwWQSYSr4YNOsGViJR');
INSERT INTO lost_rows VALUES(9,41,'planned','3LNkd83Ji8Atyvb1_pp0wx');
INSERT INTO lost_rows VALUES(9,42,'planned','0AaDPoPuJLFDJIN59zKfbH');
INSERT INTO lost_rows VALUES(9,43,'planned','pvGQSzfgp8Zb_cswgRRb2z');
INSERT INTO lost_rows VALUES(9,44,'planned','JCWO9zRDGcj6hRxVwnuEu7');
INSERT INTO lost_rows VALUES(9,45,'planned','F8oIC5KqLcigT4sWPS52Vq');
INSERT INTO lost_rows VALUES(9,46,'planned','FOgJYjBjoXFC4L4vKsCP3J');
CREATE TABLE uncached_rows (
  row INTEGER PRIMARY KEY REFERENCES rows (id) ON DELETE CASCADE
) STRICT;
INSERT INTO uncached_rows VALUES(80);
CREATE TABLE looks (
  account_id TEXT NOT NULL,
  auto_id INTEGER NOT NULL,
  live TEXT NOT NULL CHECK (json_valid(live)),
  PRIMARY KEY (account_id, auto_id)
) STRICT, WITHOUT ROWID;
INSERT INTO looks VALUES('dealer',39099759,'{"autoId":39099759,"userId":5053358,"markaId":33,"modelId":326,"usd":222,"eur":191,"uah":9324,"currency":1,"description":"Авто в гарному стані, обслуговувалося вчасно. Kia Sorento, 2021 рік. Пробіг 68 тис. км. Комплектація: ABS, клімат-контроль, парктронік, панорамний дах, LED-фари. Перевірка на будь-якому СТО за ваш рахунок.","version":"","addDate":"2026-11-22 11:20:28","updateDate":"2026-11-24 05:54:03","title":"Kia Sorento 2021","baseId":null,"equipId":null}');
CREATE TABLE holds (
  account_id TEXT PRIMARY KEY,
  set_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
INSERT INTO holds VALUES('dealer',1000,2000000000000);
CREATE TABLE identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  claims INTEGER NOT NULL CHECK (claims >= 0),
  fence INTEGER NOT NULL DEFAULT 0,
  marked INTEGER NOT NULL DEFAULT 0 CHECK (marked IN (0, 1))
) STRICT;
INSERT INTO identity VALUES(1,'3aa0140e236276a1',9,1,1);
CREATE TABLE stock_sources (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  key_column TEXT NOT NULL,
  choice TEXT NOT NULL CHECK (json_valid(choice)),
  looked INTEGER NOT NULL DEFAULT 0 CHECK (looked IN (0, 1)),
  recovered_at TEXT,
  UNIQUE (account_id, name),
  CHECK (recovered_at IS NULL OR looked = 0)
) STRICT;
CREATE TABLE stock_files (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES stock_sources (id),
  sha256 TEXT NOT NULL,
  as_of TEXT NOT NULL,
  taken_at TEXT,
  rows INTEGER NOT NULL CHECK (rows >= 0),
  batch INTEGER REFERENCES batches (seq),
  refused TEXT,
  CHECK (taken_at IS NOT NULL OR batch IS NOT NULL),
  CHECK (refused IS NULL OR batch IS NULL AND taken_at IS NOT NULL)
) STRICT;
CREATE TABLE keyed_rows (
  row INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL CHECK (key <> ''),
  fold TEXT NOT NULL,
  source INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  missing INTEGER NOT NULL CHECK (missing IN (0, 1))
) STRICT;
CREATE TABLE links (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL CHECK (key <> ''),
  fold TEXT NOT NULL,
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  state TEXT NOT NULL CHECK (state IN ('live', 'ended')),
  ended_by TEXT CHECK (ended_by IN ('file', 'person')),
  marka INTEGER NOT NULL DEFAULT 0,
  model INTEGER NOT NULL DEFAULT 0,
  base INTEGER NOT NULL DEFAULT 0,
  equip INTEGER NOT NULL DEFAULT 0,
  source INTEGER,
  origin TEXT NOT NULL CHECK (origin IN ('created', 'column', 'matched', 'likeness', 'hand')),
  row INTEGER,
  out TEXT CHECK (out IN ('file', 'person')),
  out_sent INTEGER NOT NULL DEFAULT 0,
  lacked_seq INTEGER REFERENCES stock_files (seq),
  at TEXT NOT NULL,
  PRIMARY KEY (account_id, key),
  CHECK ((state = 'ended') = (ended_by IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE link_steps (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  step TEXT NOT NULL,
  auto_id INTEGER,
  row INTEGER,
  detail TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE TABLE link_fields (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  field TEXT NOT NULL,
  given ANY,
  shown ANY,
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  PRIMARY KEY (account_id, key, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE apart (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  other TEXT NOT NULL,
  PRIMARY KEY (account_id, key, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE outside (
  account_id TEXT NOT NULL,
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  PRIMARY KEY (account_id, auto_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE renewed (
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE stock_revision (
  account_id TEXT PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE team_desk (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  asked INTEGER NOT NULL CHECK (asked >= 0)
) STRICT;
CREATE TABLE team_accounts (
  account_id TEXT PRIMARY KEY,
  team TEXT NOT NULL,
  url TEXT NOT NULL,
  user INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  head INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE team_writes (
  account_id TEXT NOT NULL,
  team TEXT NOT NULL,
  member INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  fingerprint TEXT NOT NULL,
  auto_id INTEGER CHECK (auto_id > 0),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  before TEXT NOT NULL CHECK (json_valid(before)),
  state TEXT NOT NULL CHECK (state IN ('sending', 'doubt', 'done', 'failed', 'unsent')),
  at TEXT NOT NULL,
  after_row INTEGER NOT NULL,
  after_attempt INTEGER NOT NULL,
  PRIMARY KEY (account_id, team, member, key)
) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
CREATE INDEX batches_in_the_journal ON batches (seq) WHERE archived_at IS NULL;
CREATE TRIGGER batches_finished BEFORE UPDATE OF state ON batches
WHEN NEW.state = 'finished'
  AND EXISTS (SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending'))
BEGIN SELECT RAISE(ABORT, 'a batch with rows to send is not finished'); END;
CREATE TRIGGER batches_archived BEFORE UPDATE OF archived_at ON batches
WHEN OLD.archived_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM rows WHERE batch = NEW.seq AND state IN ('planned', 'sending', 'in-doubt', 'conflict'))
BEGIN SELECT RAISE(ABORT, 'a batch that waits for anything is not archived'); END;
CREATE TRIGGER batches_archived_stay BEFORE UPDATE OF state ON batches WHEN OLD.archived_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an archived batch is kept as it was'); END;
CREATE INDEX rows_by_state ON rows (batch, state, line);
CREATE INDEX rows_by_advert ON rows (auto_id, id) WHERE auto_id IS NOT NULL;
CREATE INDEX rows_by_fingerprint ON rows (fingerprint);
CREATE INDEX rows_in_doubt ON rows (state) WHERE state IN ('sending', 'in-doubt');
CREATE INDEX rows_open_of_advert ON rows (batch, auto_id, line)
WHERE state IN ('planned', 'sending', 'in-doubt', 'conflict') AND auto_id IS NOT NULL;
CREATE INDEX rows_by_likeness ON rows (batch, error_code, line) WHERE error_code = 'by-likeness';
CREATE INDEX rows_of_creates ON rows (id, operation) WHERE operation = 'create';
CREATE TRIGGER rows_states BEFORE UPDATE OF state ON rows
WHEN NEW.state <> OLD.state AND NOT (
  OLD.state = 'planned' AND NEW.state IN ('sending', 'failed', 'conflict', 'skipped', 'in-doubt')
  OR OLD.state = 'sending' AND NEW.state IN ('done', 'failed', 'in-doubt', 'planned', 'skipped')
  OR OLD.state = 'in-doubt' AND NEW.state IN ('done', 'planned', 'conflict')
  OR OLD.state = 'conflict' AND NEW.state IN ('planned', 'skipped')
  OR OLD.state = 'failed' AND NEW.state = 'planned'
  OR OLD.state = 'skipped' AND NEW.state = 'planned' AND (SELECT preview FROM batches WHERE seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'no such step between row states'); END;
CREATE TRIGGER rows_create_in_doubt BEFORE UPDATE OF state ON rows
WHEN OLD.operation = 'create' AND OLD.state = 'in-doubt' AND NEW.state = 'planned' AND NEW.forced <= OLD.forced
BEGIN SELECT RAISE(ABORT, 'only a person sends a create in doubt again'); END;
CREATE TRIGGER rows_creates_never_conflict BEFORE UPDATE OF state ON rows
WHEN NEW.operation = 'create' AND NEW.state = 'conflict'
BEGIN SELECT RAISE(ABORT, 'a create meets no advert to be in conflict with'); END;
CREATE TRIGGER rows_of_previews BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND (SELECT preview FROM batches WHERE seq = NEW.batch)
BEGIN SELECT RAISE(ABORT, 'a preview is not sent'); END;
CREATE TRIGGER rows_archived BEFORE UPDATE OF state ON rows
WHEN (SELECT archived_at FROM batches WHERE seq = OLD.batch) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an archived row is kept as it was'); END;
CREATE TRIGGER rows_frozen BEFORE UPDATE OF batch, line, operation, payload, before, cells, fingerprint ON rows
BEGIN SELECT RAISE(ABORT, 'a planned row is frozen'); END;
CREATE TRIGGER rows_forced_counts_up BEFORE UPDATE OF forced ON rows WHEN NEW.forced < OLD.forced
BEGIN SELECT RAISE(ABORT, 'what a person did is kept'); END;
CREATE TRIGGER rows_attempted BEFORE DELETE ON rows WHEN OLD.attempts > 0 AND (
  (SELECT archived_at FROM batches WHERE seq = OLD.batch) IS NULL
  OR OLD.auto_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kept_rows WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'a row that was sent stays'); END;
CREATE TRIGGER rows_keep_their_advert BEFORE UPDATE OF auto_id ON rows
WHEN OLD.auto_id IS NOT NULL AND NEW.auto_id IS NOT OLD.auto_id
BEGIN SELECT RAISE(ABORT, 'a row keeps its advert'); END;
CREATE TRIGGER rows_bound_once BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create' AND other.id <> NEW.id
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_bound_once_ever BEFORE UPDATE OF auto_id ON rows
WHEN NEW.operation = 'create' AND OLD.auto_id IS NULL AND NEW.auto_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM kept_rows AS other JOIN batches ON batches.seq = other.batch
  WHERE other.auto_id = NEW.auto_id AND other.operation = 'create'
    AND account_id = (SELECT account_id FROM batches AS own WHERE own.seq = NEW.batch))
BEGIN SELECT RAISE(ABORT, 'an advert belongs to one create'); END;
CREATE TRIGGER rows_counted_in AFTER INSERT ON rows BEGIN
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER rows_counted_out AFTER DELETE ON rows BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
END;
CREATE TRIGGER rows_counted_over AFTER UPDATE OF state ON rows WHEN NEW.state <> OLD.state BEGIN
  UPDATE batch_counts SET n = n - 1 WHERE batch = OLD.batch AND state = OLD.state;
  INSERT INTO batch_counts VALUES (NEW.batch, NEW.state, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE INDEX attempts_by_row ON attempts (row);
CREATE INDEX attempts_open ON attempts (id) WHERE ended_at IS NULL;
CREATE TRIGGER attempts_stay BEFORE DELETE ON attempts
WHEN (SELECT archived_at FROM batches JOIN rows ON rows.batch = seq WHERE rows.id = OLD.row) IS NULL
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE TRIGGER attempts_written_once BEFORE UPDATE ON attempts WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished attempt is kept as it was'); END;
CREATE TRIGGER attempts_frozen BEFORE UPDATE OF row, kind, request_hash, started_at, service_at ON attempts
BEGIN SELECT RAISE(ABORT, 'the beginning of an attempt is kept as it was'); END;
CREATE INDEX kept_rows_by_advert ON kept_rows (auto_id, id);
CREATE INDEX kept_rows_by_fingerprint ON kept_rows (fingerprint) WHERE state = 'done';
CREATE INDEX kept_rows_of_creates ON kept_rows (id, operation) WHERE operation = 'create' AND state = 'done';
CREATE TRIGGER kept_rows_stay BEFORE DELETE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept'); END;
CREATE TRIGGER kept_rows_frozen BEFORE UPDATE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept as it was'); END;
CREATE INDEX lost_rows_by_fingerprint ON lost_rows (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE TRIGGER rows_uncached AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' BEGIN
  INSERT OR IGNORE INTO uncached_rows VALUES (NEW.id);
END;
CREATE TRIGGER identity_counts_up BEFORE UPDATE ON identity
WHEN NEW.claims < OLD.claims OR NEW.fence < OLD.fence OR NEW.marked < OLD.marked
  OR NEW.id <> OLD.id AND (OLD.marked = 1 OR OLD.claims > 0)
BEGIN SELECT RAISE(ABORT, 'a journal never goes back'); END;
CREATE TRIGGER identity_stays BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'a journal keeps its id'); END;
CREATE INDEX stock_files_of_source ON stock_files (source, seq, refused);
CREATE INDEX stock_files_by_content ON stock_files (source, sha256);
CREATE INDEX stock_files_of_batch ON stock_files (batch) WHERE batch IS NOT NULL;
CREATE TRIGGER stock_files_stay BEFORE DELETE ON stock_files WHEN OLD.taken_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stock file that came is kept'); END;
CREATE TRIGGER stock_files_frozen BEFORE UPDATE ON stock_files WHEN OLD.taken_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stock file that came is kept as it was'); END;
CREATE INDEX keyed_rows_by_key ON keyed_rows (account_id, key);
CREATE TRIGGER keyed_rows_frozen BEFORE UPDATE ON keyed_rows
BEGIN SELECT RAISE(ABORT, 'the key of a row is frozen'); END;
CREATE TRIGGER keyed_rows_stay BEFORE DELETE ON keyed_rows
WHEN NOT EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch
  WHERE rows.id = OLD.row AND batches.state = 'planning')
BEGIN SELECT RAISE(ABORT, 'the key of a row is kept'); END;
CREATE UNIQUE INDEX links_of_adverts ON links (account_id, auto_id) WHERE state = 'live';
CREATE TRIGGER links_stay BEFORE DELETE ON links
BEGIN SELECT RAISE(ABORT, 'a link is ended and kept'); END;
CREATE INDEX link_steps_of_key ON link_steps (account_id, key, id);
CREATE TRIGGER link_steps_stay BEFORE DELETE ON link_steps
BEGIN SELECT RAISE(ABORT, 'steps of a link are kept'); END;
CREATE TRIGGER link_steps_frozen BEFORE UPDATE ON link_steps
BEGIN SELECT RAISE(ABORT, 'steps of a link are kept as they were'); END;
CREATE TRIGGER link_fields_of_one_advert AFTER UPDATE OF auto_id ON links WHEN NEW.auto_id <> OLD.auto_id BEGIN
  DELETE FROM link_fields WHERE account_id = NEW.account_id AND key = NEW.key;
END;
CREATE TRIGGER keyed_rows_created_once BEFORE INSERT ON keyed_rows
WHEN EXISTS (SELECT 1 FROM rows JOIN batches ON batches.seq = rows.batch WHERE rows.id = NEW.row
    AND rows.operation = 'create' AND rows.state = 'planned' AND batches.state = 'planning')
  AND EXISTS (
  SELECT 1 FROM keyed_rows AS other INDEXED BY keyed_rows_by_key CROSS JOIN rows ON rows.id = other.row
  WHERE other.account_id = NEW.account_id AND other.key = NEW.key AND other.row <> NEW.row
    AND rows.operation = 'create' AND (rows.state IN ('sending', 'in-doubt') OR rows.state = 'planned'
    AND (SELECT state FROM batches WHERE seq = rows.batch) NOT IN ('cancelled', 'finished')))
BEGIN SELECT RAISE(ABORT, 'a key is created once'); END;
CREATE TRIGGER rows_refused_by_key BEFORE UPDATE OF state ON rows
WHEN NEW.state = 'sending' AND OLD.state <> 'sending' AND (SELECT 
  CASE
    WHEN EXISTS (SELECT 1 FROM stock_files AS file
      WHERE file.source = keyed.source AND file.seq > keyed.seq AND file.refused IS NULL) THEN 'newer-file'
    WHEN NEW.operation <> 'create' THEN iif(EXISTS (
  SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key AND links.state = 'live' AND links.auto_id = NEW.auto_id), NULL, 'link-changed')
    WHEN EXISTS (
  SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key AND links.state = 'live' ) THEN 'key-linked'
    WHEN EXISTS (
  SELECT 1 FROM keyed_rows AS other INDEXED BY keyed_rows_by_key CROSS JOIN rows ON rows.id = other.row
  WHERE other.account_id = keyed.account_id AND other.key = keyed.key AND other.row <> keyed.row
    AND rows.operation = 'create' AND rows.state IN ('sending', 'in-doubt')) THEN 'key-held'
    WHEN NOT coalesce((SELECT looked FROM stock_sources WHERE id = keyed.source), 0) THEN 'source-unlooked'
  END FROM keyed_rows AS keyed WHERE keyed.row = NEW.id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the stock has changed since the row was planned'); END;
CREATE TRIGGER links_created AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'create' AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  INSERT INTO link_steps (account_id, key, step, auto_id, row, detail, at)
    SELECT keyed.account_id, keyed.key, iif(
  EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key
    AND links.state = 'live' AND links.auto_id <> NEW.auto_id)
  OR EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.auto_id = NEW.auto_id
    AND links.state = 'live' AND links.key <> keyed.key), 'not-linked', 'linked'), NEW.auto_id, NEW.id, CASE WHEN NEW.error_code = 'by-likeness' THEN 'likeness'
  WHEN NEW.outcome_source = 'person' THEN 'hand' ELSE 'created' END, coalesce(NEW.updated_at, '')
    FROM keyed_rows AS keyed WHERE keyed.row = NEW.id;
  INSERT INTO links (account_id, key, fold, auto_id, state, marka, model, base, equip, source, origin, row, at)
    SELECT keyed.account_id, keyed.key, keyed.fold, NEW.auto_id, 'live', coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.marka_id', 0), coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.model_id', 0), coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.base_id', 0), coalesce(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.equip_id', 0),
      (SELECT id FROM stock_sources WHERE id = keyed.source), CASE WHEN NEW.error_code = 'by-likeness' THEN 'likeness'
  WHEN NEW.outcome_source = 'person' THEN 'hand' ELSE 'created' END, NEW.id, coalesce(NEW.updated_at, '')
    FROM keyed_rows AS keyed WHERE keyed.row = NEW.id AND NOT (
  EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.key = keyed.key
    AND links.state = 'live' AND links.auto_id <> NEW.auto_id)
  OR EXISTS (SELECT 1 FROM links WHERE links.account_id = keyed.account_id AND links.auto_id = NEW.auto_id
    AND links.state = 'live' AND links.key <> keyed.key))
    ON CONFLICT (account_id, key) DO UPDATE SET
      auto_id = excluded.auto_id, state = 'live', ended_by = NULL, marka = excluded.marka, model = excluded.model,
      base = excluded.base, equip = excluded.equip, source = excluded.source, origin = excluded.origin, row = excluded.row,
      out = iif(links.state = 'live', links.out, NULL), out_sent = iif(links.state = 'live', links.out_sent, 0),
      lacked_seq = NULL, at = excluded.at;
  DELETE FROM renewed WHERE (account_id, key) = (SELECT account_id, key FROM keyed_rows WHERE row = NEW.id);
  
  INSERT INTO link_fields (account_id, key, field, given, shown)
    SELECT keyed.account_id, keyed.key, sent.key, sent.value, NULL
    FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      CROSS JOIN json_each(iif(json_valid(NEW.payload), NEW.payload, '{}')) AS sent
    WHERE keyed.row = NEW.id AND links.state = 'live' AND links.auto_id = NEW.auto_id
      AND sent.key NOT IN ('auto_id', 'marka_id', 'model_id', 'base_id', 'equip_id')
    ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = NULL;
END;
CREATE TRIGGER links_edited AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'edit' AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  
  INSERT INTO link_fields (account_id, key, field, given, shown)
    SELECT keyed.account_id, keyed.key, sent.key, sent.value, NULL
    FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      CROSS JOIN json_each(iif(json_valid(NEW.payload), NEW.payload, '{}')) AS sent
    WHERE keyed.row = NEW.id AND links.state = 'live' AND links.auto_id = NEW.auto_id
      AND sent.key NOT IN ('auto_id', 'marka_id', 'model_id', 'base_id', 'equip_id')
    ON CONFLICT (account_id, key, field) DO UPDATE SET given = excluded.given, shown = NULL;
END;
CREATE TRIGGER links_edited_by_person AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'edit' AND NOT EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  UPDATE link_fields SET shown = given
  WHERE (account_id, key) = (SELECT account_id, key FROM links WHERE auto_id = NEW.auto_id AND state = 'live'
      AND account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch))
    AND shown IS NULL AND field IN (SELECT key FROM json_each(iif(json_valid(NEW.payload), NEW.payload, '{}')));
END;
CREATE TRIGGER links_out AFTER UPDATE OF state ON rows
WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'edit' AND instr(NEW.payload, '"in_stock"') AND iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.in_stock' IS NOT NULL BEGIN
  UPDATE links SET
    out = iif(iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.in_stock' = 0, iif(EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id), 'file', 'person'), NULL), out_sent = coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0)
  WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch) AND auto_id = NEW.auto_id AND state = 'live'
    AND out_sent <= coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0);
END;
CREATE TRIGGER links_out_unproven AFTER UPDATE OF state ON rows
WHEN NEW.state = 'skipped' AND OLD.doubt AND NEW.operation = 'edit' AND iif(json_valid(NEW.payload), NEW.payload, '{}') ->> '$.in_stock' IS NOT NULL AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN
  UPDATE links SET out = 'file', lacked_seq = NULL
  WHERE (account_id, key) = (SELECT account_id, key FROM keyed_rows WHERE row = NEW.id)
    AND auto_id = NEW.auto_id AND state = 'live' AND out IS NOT 'person' AND out_sent <= coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0);
  UPDATE link_fields SET given = NULL, shown = NULL
  WHERE (account_id, key) = (SELECT links.account_id, links.key
      FROM keyed_rows AS keyed JOIN links ON links.account_id = keyed.account_id AND links.key = keyed.key
      WHERE keyed.row = NEW.id AND links.auto_id = NEW.auto_id AND links.state = 'live' AND links.out = 'file' AND links.out_sent <= coalesce((SELECT max(id) FROM attempts WHERE attempts.row = NEW.id AND kind = 'send'), 0))
    AND field = 'in_stock' AND NOT pinned;
END;
CREATE TRIGGER links_deleted AFTER UPDATE OF state ON rows WHEN NEW.state = 'done' AND OLD.state <> 'done' AND NEW.operation = 'delete' BEGIN
  INSERT INTO link_steps (account_id, key, step, auto_id, row, detail, at)
    SELECT account_id, key, 'ended', auto_id, NEW.id,
      iif((SELECT missing FROM keyed_rows WHERE row = NEW.id), 'file', 'person'), coalesce(NEW.updated_at, '')
    FROM links WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch)
      AND auto_id = NEW.auto_id AND state = 'live';
  UPDATE links SET state = 'ended', at = coalesce(NEW.updated_at, ''),
    ended_by = iif((SELECT missing FROM keyed_rows WHERE row = NEW.id), 'file', 'person')
  WHERE account_id = (SELECT account_id FROM batches WHERE seq = NEW.batch) AND auto_id = NEW.auto_id AND state = 'live';
END;
CREATE TRIGGER stock_counts_links_in AFTER INSERT ON links  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_links_changed AFTER UPDATE ON links  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_apart_in AFTER INSERT ON apart  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_apart_out AFTER DELETE ON apart  BEGIN 
  INSERT INTO stock_revision VALUES (OLD.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_outside_in AFTER INSERT ON outside  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_outside_out AFTER DELETE ON outside  BEGIN 
  INSERT INTO stock_revision VALUES (OLD.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_renewed_in AFTER INSERT ON renewed  BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_renewed_out AFTER DELETE ON renewed  BEGIN 
  INSERT INTO stock_revision VALUES (OLD.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_files AFTER INSERT ON stock_files WHEN NEW.taken_at IS NOT NULL BEGIN 
  INSERT INTO stock_revision VALUES ((SELECT account_id FROM stock_sources WHERE id = NEW.source), 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_files_taken AFTER UPDATE OF taken_at ON stock_files  BEGIN 
  INSERT INTO stock_revision VALUES ((SELECT account_id FROM stock_sources WHERE id = NEW.source), 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_pins AFTER UPDATE OF pinned ON link_fields WHEN NEW.pinned <> OLD.pinned BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_pins_in AFTER INSERT ON link_fields WHEN NEW.pinned BEGIN 
  INSERT INTO stock_revision VALUES (NEW.account_id, 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER stock_counts_rows AFTER UPDATE OF state ON rows WHEN NEW.state <> OLD.state AND EXISTS (SELECT 1 FROM keyed_rows WHERE row = NEW.id) BEGIN 
  INSERT INTO stock_revision VALUES ((SELECT account_id FROM keyed_rows WHERE row = NEW.id), 1) ON CONFLICT DO UPDATE SET n = n + 1; END;
CREATE TRIGGER team_desk_counts_up BEFORE UPDATE ON team_desk WHEN NEW.asked < OLD.asked
BEGIN SELECT RAISE(ABORT, 'a desk never goes back'); END;
CREATE INDEX team_writes_by_fingerprint ON team_writes (fingerprint);
CREATE INDEX team_writes_by_advert ON team_writes (auto_id) WHERE auto_id IS NOT NULL;
CREATE INDEX team_writes_open ON team_writes (account_id) WHERE operation = 'create' AND state IN ('sending', 'doubt');
COMMIT;
PRAGMA user_version = 20;
