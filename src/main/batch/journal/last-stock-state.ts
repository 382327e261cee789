const lastStockState = `
  SELECT id, batch, payload ->> '$.in_stock' AS flag,
    coalesce((SELECT max(id) FROM attempts WHERE attempts.row = rows.id AND kind = 'send'), 0) AS sent
  FROM rows
  WHERE auto_id = :autoId AND state = 'done' AND operation = 'edit' AND iif(json_valid(payload), payload ->> '$.in_stock', NULL) IS NOT NULL`

/** Who took the advert of a new link out of stock last, as if the link had been there already. */
export const setOut = `
  UPDATE links SET (out, out_sent) = (
    SELECT iif(flag = 0, iif(EXISTS (SELECT 1 FROM keyed_rows WHERE row = written.id), 'file', 'person'), NULL), sent
    FROM (${lastStockState}) AS written
      JOIN batches ON batches.seq = written.batch
    WHERE account_id = :accountId UNION ALL SELECT NULL, 0 ORDER BY 2 DESC LIMIT 1)
  WHERE account_id = :accountId AND key = :key`
