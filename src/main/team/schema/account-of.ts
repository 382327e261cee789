/** A server that went back in time is noticed here under connections that stayed, or by another desk meanwhile: each desk joins again. */
export const refusedIfRestored = `IF EXISTS (SELECT 1 FROM team WHERE made_as <> identity() OR epoch <> (ask ->> 'epoch')::uuid) THEN
    RETURN '{"refused": "restored"}';
  END IF;`

/** The account of the ask, made when a desk first uses it; `head` is numbered under its row lock, so that no number is skipped. */
export const accountOf = `
  ${refusedIfRestored}
  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;`

/** After the server went back in time no desk sends until every desk reported its sends. */
export const waitsForAll = `
  SELECT string_agg(name, ', ') INTO waits FROM members
    WHERE removed_at IS NULL AND joined_at IS NOT NULL AND epoch IS DISTINCT FROM (SELECT epoch FROM team);
  IF waits IS NOT NULL THEN RETURN jsonb_build_object('refused', 'waiting', 'who', waits); END IF;`
