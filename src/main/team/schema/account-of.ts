/** The account of the ask, made when a desk first uses it; `head` is numbered under its row lock, so that no number is skipped. */
export const accountOf = `
  IF (ask ->> 'session')::bigint <> me.session THEN RETURN '{"refused": "session"}'; END IF;
  INSERT INTO accounts (base_url, user_id) VALUES (ask ->> 'url', (ask ->> 'user')::bigint) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM accounts WHERE base_url = ask ->> 'url' AND user_id = (ask ->> 'user')::bigint FOR UPDATE;`
