import { notEnoughData, notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { findCombination } from './combinations.ts'
import type { Equipment } from './new-vehicles.ts'
import { ownDealer } from '../world/sellers.ts'
import { isCurrencyId } from '../world/money.ts'
import { decimalNumber, wholeNumber } from '../http/query.ts'
import { day } from '../world/service-time.ts'
import type { VehicleStore } from './vehicle-store.ts'
import type { VehicleFacts } from './vehicle.ts'

export type WriteMethod = 'POST' | 'PUT' | 'DELETE'

export interface WriteRequest {
  readonly method: WriteMethod
  readonly params: URLSearchParams
  /** The owner of the key. */
  readonly userId: number
  /** Seconds since the epoch. */
  readonly now: number
  /** True if a created advert has to pass moderation first. */
  readonly moderates?: boolean
  /** True if a deleted advert goes into the archive first (docs/service/practice.md, "deleted adverts"). */
  readonly archives?: boolean
}

/** The result of a write: the answer, and the advert as it will be if the write is accepted. */
export interface WriteOutcome {
  readonly answer: Answer
  readonly facts?: VehicleFacts
}

const required: Record<WriteMethod, readonly string[]> = {
  POST: ['user_id', 'marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id'],
  PUT: ['user_id', 'auto_id', 'currency_id'],
  DELETE: ['user_id', 'auto_id'],
}

/** Checks a write by the parameter tables of docs/service/writes.md and returns its result; nothing is changed yet. */
export function judgeWrite(request: WriteRequest, store: VehicleStore): WriteOutcome {
  const problem = findProblem(request)
  if (problem !== undefined) return { answer: problem }
  if (request.method === 'POST') return judgeCreate(request, store)
  const current = store.find(wholeNumber(request.params.get('auto_id')) ?? 0)
  if (current === undefined || current.deleted || current.withdrawnAt > 0)
    return { answer: notFound('Advert') }
  if (current.userId !== request.userId) {
    return { answer: refusal(400, 'NOT_OWNER', 'The advert belongs to another user') }
  }
  const facts = request.method === 'PUT' ? editedFacts(request, current) : withdrawnFacts(request, current)
  return { answer: ok({ num_rows: 1, last_insert_id: 0 }), facts }
}

function judgeCreate(request: WriteRequest, store: VehicleStore): WriteOutcome {
  const equipment = findCombination(request.params)
  if (typeof equipment === 'string') return { answer: refusal(400, 'BAD_PARAMETER', equipment) }
  const facts = createdFacts(request, equipment, store.nextId())
  return { answer: ok({ num_rows: 1, last_insert_id: facts.id }), facts }
}

function findProblem({ method, params, userId }: WriteRequest): Answer | undefined {
  for (const name of required[method]) if ((params.get(name) ?? '') === '') return notEnoughData
  for (const name of required[method]) {
    const value = wholeNumber(params.get(name))
    if (value === undefined || value <= 0) return bad(name, 'must be a positive integer')
  }
  if (wholeNumber(params.get('user_id')) !== userId) {
    return refusal(403, 'API_KEY_UNAUTHORIZED', 'The key does not belong to this user_id')
  }
  return method === 'DELETE' ? undefined : findContentProblem(params)
}

function findContentProblem(params: URLSearchParams): Answer | undefined {
  if (!isCurrencyId(Number(params.get('currency_id')))) return bad('currency_id', 'must be 1, 2 or 3')
  const price = params.get('price')
  if (price !== null && (decimalNumber(price) ?? -1) < 0)
    return bad('price', 'must be a number of at least 0')
  for (const name of ['in_stock', 'test_drive']) {
    if (!['0', '1', null].includes(params.get(name))) return bad(name, 'must be 0 or 1')
  }
  return undefined
}

const bad = (name: string, what: string): Answer => refusal(400, 'BAD_PARAMETER', `${name} ${what}`)

/** The fields that POST and PUT share; one that is not sent keeps its value. A currency sent without a price changes alone. */
function contentOf(params: URLSearchParams, before: VehicleFacts): Partial<VehicleFacts> {
  const currency = Number(params.get('currency_id'))
  return {
    currency: isCurrencyId(currency) ? currency : before.currency,
    price: decimalNumber(params.get('price')) ?? before.price,
    note: params.get('auto_note') ?? before.note,
    version: params.get('version') ?? before.version,
    inStock: wholeNumber(params.get('in_stock')) ?? before.inStock,
    testDrive: wholeNumber(params.get('test_drive')) ?? before.testDrive,
  }
}

const editedFacts = ({ params, now }: WriteRequest, current: VehicleFacts): VehicleFacts => ({
  ...current,
  ...contentOf(params, current),
  // Edits within one second still move the date.
  updatedAt: Math.max(now, current.updatedAt + 1),
})

const withdrawnFacts = ({ now, archives }: WriteRequest, current: VehicleFacts): VehicleFacts =>
  archives === true
    ? { ...current, archived: true, withdrawnAt: now, updatedAt: Math.max(now, current.updatedAt + 1) }
    : { ...current, deleted: true }

/** A new vehicle of the account's own dealer; what the parameters don't give follows from the catalogue. */
function createdFacts(request: WriteRequest, equipment: Equipment, id: number): VehicleFacts {
  const { params, userId, now, moderates = false } = request
  const { modification } = equipment
  const { bodyId, generation } = modification.body
  const { fuelId, gearboxId, volume, power } = modification
  const blank: VehicleFacts = {
    ...unlisted,
    bodyId,
    fuelId,
    gearboxId,
    volume,
    power,
    id,
    userId,
    categoryId: generation.model.make.category,
    makeId: generation.model.make.id,
    modelId: generation.model.id,
    year: new Date(now * 1000).getUTCFullYear(),
    baseId: modification.id,
    equipId: equipment.id,
    addedAt: now,
    updatedAt: now,
    expiresAt: now + 90 * day,
    moderated: moderates,
  }
  return { ...blank, ...contentOf(params, blank) }
}

/** The facts that every new vehicle begins with. */
const unlisted = {
  dealerId: ownDealer.id,
  price: 0,
  currency: 1,
  mileage: 0,
  regionId: ownDealer.cityId,
  cityId: ownDealer.cityId,
  abroad: false,
  uncleared: false,
  bargain: false,
  realtyExchange: false,
  exchangeType: 0,
  exchangeMakeId: 0,
  exchangeModelId: 0,
  photos: 0,
  options: 0,
  level: 0,
  sold: false,
  moderated: false,
  archived: false,
  deleted: false,
  withdrawnAt: 0,
  note: '',
  version: '',
  inStock: 0,
  testDrive: 0,
} as const
