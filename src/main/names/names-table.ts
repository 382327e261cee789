import { z } from 'zod'
import { inTransaction } from '../storage/transactions.ts'
import { RowQuery, storedFlag, Statement } from '../storage/row-query.ts'
import { foldVehicleName } from './fold-vehicle-name.ts'
import type { NameCandidate } from './name-match.ts'
import type { KnownNames } from './resolve-vehicle.ts'
import { placeOf, vehicleFields, type VehicleField, type VehicleIds } from './vehicle-ids.ts'
import { Table } from '../storage/table.ts'

const candidateSchema = z.object({
  id: z.number(),
  name: z.string(),
  about: z.string(),
  source: z.enum(['lookup', 'advert', 'create']),
})
const foundSchema = z.object({ found: storedFlag })
const accountSchema = z.object({ accountId: z.string() })
const idSchema = z.object({ id: z.number() })
const nameSchema = z.object({ name: z.string(), about: z.string(), shared: storedFlag })
const makeModelSchema = z.object({ make: z.string(), model: z.string().nullable() })

/** A make with the models of it that are known, in the order of their names. */
export interface KnownMake {
  readonly make: string
  readonly models: readonly string[]
}

/** A name and what it belongs to: the ids of the fields before its own. */
export interface LearnedName extends Omit<NameCandidate, 'about'> {
  readonly field: VehicleField
  readonly within: VehicleIds
  readonly about?: string
}

/**
 * All vehicle names that an account knows, in cache.db: from the service's lookups, from adverts that were read, and
 * from own creates. A name of the lookups is never replaced by another.
 */
export class NamesTable extends Table {
  /** Names learned already, so that a sync of a whole stock writes each name once. */
  readonly #learned = new Set<string>()

  /** Keeps names; one that is blank only says that the id belongs there. */
  learn(accountId: string, names: readonly LearnedName[]): void {
    const fresh = names.filter((each) => each.source === 'lookup' || this.#isNew(accountId, each))
    if (fresh.length === 0) return
    inTransaction(this.db, () => {
      for (const { field, within, id, name, about = '', source } of fresh)
        putStatement.of(this.db).run(accountId, ...placeOf(field, within), id, name, about, source)
    })
  }

  /** Learns once for an account what its journal had before names were kept. */
  learnOnce(accountId: string, names: () => readonly LearnedName[]): void {
    if (learnedOnceQuery.first(this.db, accountId)) return
    this.learn(accountId, names())
    this.db.prepare('INSERT OR IGNORE INTO names_learned VALUES (?)').run(accountId)
  }

  /** Keeps what the dealer chose for a text. */
  choose(accountId: string, field: VehicleField, within: VehicleIds, text: string, id: number): void {
    chooseStatement.of(this.db).run(accountId, ...placeOf(field, within), foldVehicleName(text), id)
  }

  /** Name of an id, with its difference from others of the same name; undefined if none is known. */
  nameOf(accountId: string, field: VehicleField, ids: VehicleIds): string | undefined {
    const id = ids[field]
    if (id === null) return undefined
    const known = nameQuery.first(this.db, accountId, ...placeOf(field, ids), id)
    if (!known || known.name === '') return undefined
    return known.shared && known.about !== '' ? `${known.name} · ${known.about}` : known.name
  }

  /** The names of a vehicle's ids by their field, as far as they are known. */
  namesOf(accountId: string, ids: VehicleIds): Partial<Record<VehicleField, string>> {
    return Object.fromEntries(
      vehicleFields.flatMap((field) => {
        const name = this.nameOf(accountId, field, ids)
        return name === undefined ? [] : [[field, name]]
      }),
    )
  }

  /** Every make with a name that the account knows, in the order of their names. */
  makes(accountId: string): KnownMake[] {
    const makes = new Map<string, Set<string>>()
    for (const { make, model } of makesQuery.all(this.db, accountId)) {
      const models = makes.get(make) ?? new Set()
      makes.set(make, models)
      if (model !== null) models.add(model)
    }
    return [...makes].map(([make, models]) => ({ make, models: [...models] }))
  }

  /** True if names of any modification or equipment are known where they belong. */
  holdsChains(accountId: string): boolean {
    return holdsAnyQuery.one(this.db, accountId).found
  }

  /** Names known for one account now; each list is read once. */
  of(accountId: string): KnownNames {
    const lists = new Map<string, readonly NameCandidate[]>()
    return {
      candidates: (field, within) => {
        const place = placeOf(field, within)
        const key = place.join(' ')
        const list = lists.get(key) ?? withinQuery.all(this.db, accountId, ...place)
        lists.set(key, list)
        return list
      },
      chosen: (field, within, text) =>
        chosenQuery.first(this.db, accountId, ...placeOf(field, within), foldVehicleName(text))?.id ?? null,
      isElsewhere: (field, within, id) => this.#isElsewhere(accountId, field, within, id),
    }
  }

  /** An id of a list that the service gave whole without it; the list of a model's modifications may have parts only. */
  #isElsewhere(accountId: string, field: VehicleField, within: VehicleIds, id: number): boolean {
    const place = placeOf(field, within)
    const isWhole = field === 'base_id' || isListedQuery.one(this.db, accountId, ...place).found
    return isWhole && isKnownQuery.one(this.db, accountId, place[0], id).found
  }

  #isNew(accountId: string, { field, within, id, name }: LearnedName): boolean {
    const { marka_id: make, model_id: model, base_id: base } = within
    const key = `${accountId}\n${field}\n${make}\n${model}\n${base}\n${id}\n${name}`
    if (this.#learned.has(key)) return false
    this.#learned.add(key)
    return true
  }
}

const atPlace = 'account_id = ? AND kind = ? AND make_id = ? AND model_id = ? AND base_id = ?'

const sharedNameSql = `SELECT name, about, EXISTS (SELECT 1 FROM vehicle_names AS other
    WHERE other.account_id = its.account_id AND other.kind = its.kind AND other.make_id = its.make_id
      AND other.model_id = its.model_id AND other.base_id = its.base_id
      AND other.name = its.name AND other.id <> its.id) AS shared
  FROM vehicle_names AS its WHERE ${atPlace} AND id = ?`

const makesSql = `SELECT makes.name AS make, models.name AS model FROM vehicle_names AS makes
  LEFT JOIN vehicle_names AS models ON models.account_id = makes.account_id AND models.kind = 'model'
    AND models.make_id = makes.id AND models.name <> ''
  WHERE makes.account_id = ? AND makes.kind = 'make' AND makes.name <> ''
  ORDER BY makes.name, models.name`

const putSql = `INSERT INTO vehicle_names (account_id, kind, make_id, model_id, base_id, id, name, about, source)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET name = excluded.name, about = excluded.about, source = excluded.source
  WHERE excluded.name <> '' AND (vehicle_names.name = '' OR excluded.source = 'lookup' OR vehicle_names.source <> 'lookup')`

const putStatement = new Statement(putSql)
const chooseStatement = new Statement('INSERT OR REPLACE INTO name_choices VALUES (?, ?, ?, ?, ?, ?, ?)')
const withinQuery = new RowQuery(
  candidateSchema,
  `SELECT id, name, about, source FROM vehicle_names WHERE ${atPlace} ORDER BY name, id`,
)
const nameQuery = new RowQuery(nameSchema, sharedNameSql)
const isListedQuery = new RowQuery(
  foundSchema,
  `SELECT EXISTS (SELECT 1 FROM vehicle_names WHERE ${atPlace} AND source = 'lookup') AS found`,
)
const isKnownQuery = new RowQuery(
  foundSchema,
  'SELECT EXISTS (SELECT 1 FROM vehicle_names WHERE account_id = ? AND kind = ? AND id = ?) AS found',
)
const holdsAnyQuery = new RowQuery(
  foundSchema,
  `SELECT EXISTS (SELECT 1 FROM vehicle_names WHERE account_id = ? AND kind IN ('base', 'equip')) AS found`,
)
const learnedOnceQuery = new RowQuery(
  accountSchema,
  'SELECT account_id AS accountId FROM names_learned WHERE account_id = ?',
)
const chosenQuery = new RowQuery(idSchema, `SELECT id FROM name_choices WHERE ${atPlace} AND folded = ?`)
const makesQuery = new RowQuery(makeModelSchema, makesSql)
