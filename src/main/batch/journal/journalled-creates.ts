const word = 0xffff_ffff

/** Each number of a create with a factor. They are part of the indexes of every journal. */
const markFactors = {
  marka_id: 0x9e3779b,
  model_id: 0x85ebca7,
  base_id: 0xc2b2ae3,
  equip_id: 0x27d4eb3,
  currency_id: 0x165667b,
  price: 0xd3a2647,
}

const sum = Object.entries(markFactors)
  .map(([field, factor]) => `(ifnull(payload ->> '${field}', 0) & ${word}) * ${factor}`)
  .join(' + ')

/** A number of a row's payload; NULL if the payload can't be read. */
const markSql = `iif(json_valid(payload), (${sum}) & ${word}, NULL)`

const creates = `operation = 'create'`
const keptCreates = `operation = 'create' AND state = 'done'`

/**
 * All creates, in the order of the rows, so that a new one changes the last page alone. A salvage takes an entry of two
 * numbers for that of an attempt (page-findings.ts): these have more, the mark among them, which nothing else reads.
 */
export const createMarkIndexes = `
CREATE INDEX creates_by_mark ON rows (id, ${markSql}, operation) WHERE ${creates};
CREATE INDEX kept_creates_by_mark ON kept_rows (id, ${markSql}, operation, state) WHERE ${keptCreates};`
