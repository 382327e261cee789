import { notEnoughData, notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { wholeNumber } from '../http/query.ts'
import { dateTime } from '../world/service-time.ts'
import { photoAddress, photoId } from './photos.ts'
import type { VehicleFacts } from './vehicle.ts'

export interface UsedAdvertParts {
  readonly find: (id: number) => VehicleFacts | undefined
  readonly ownedBy: (userId: number) => readonly VehicleFacts[]
  readonly userId: () => number
  /** Views of the advert and openings of its phone, over all days. */
  readonly totals: (facts: VehicleFacts) => { readonly views: number; readonly phones: number }
}

/** Adverts of used vehicles that the service's own pages offer, as far as they are read (docs/service/vehicles.md). */
export class UsedAdverts {
  readonly #parts: UsedAdvertParts

  constructor(parts: UsedAdvertParts) {
    this.#parts = parts
  }

  /** GET /auto/fotos/{auto_id} */
  photos({ origin }: Call, [id]: readonly string[]): Answer {
    const facts = this.#parts.find(wholeNumber(id) ?? 0)
    if (facts === undefined || facts.deleted) return notFound('Advert')
    const photos = Array.from({ length: facts.photos }, (_, place) => photoOf(facts, origin, place))
    return ok({
      status: 1,
      data: { [facts.id]: Object.fromEntries(photos.map((photo) => [photo.photo_id, photo])) },
    })
  }

  /** GET /auto/used/autos/ids */
  ids({ query }: Call): Answer {
    const { userId, ownedBy } = this.#parts
    if (wholeNumber(query.get('user_id')) !== userId()) return notEnoughData
    const own = Map.groupBy(ownedBy(userId()), (facts) =>
      facts.archived || facts.sold ? 'archive' : facts.moderated ? 'notModerated' : 'moderated',
    )
    const idsOf = (state: string) => (own.get(state as 'archive') ?? []).map(({ id }) => id)
    return ok({
      active: { moderated: idsOf('moderated'), notModerated: idsOf('notModerated') },
      draft: [],
      awaitingPayment: [],
      archive: idsOf('archive'),
    })
  }

  /** GET /auto/used/autos/{auto_id}/statistic */
  statistic({ query }: Call, [id]: readonly string[]): Answer {
    const { find, userId, totals } = this.#parts
    const facts = find(wholeNumber(id) ?? 0)
    const isOwn = facts?.userId === userId() && wholeNumber(query.get('user_id')) === userId()
    if (facts === undefined || facts.deleted || !isOwn) return notFound('Advert')
    const { views, phones } = totals(facts)
    return ok({ views, clicks: phones })
  }
}

const photoOf = (facts: VehicleFacts, origin: string, place: number) => ({
  photo_id: photoId(facts, place),
  auto_id: facts.id,
  status: 0,
  checked: 1,
  standard: 0,
  date_add: dateTime(facts.addedAt),
  description: null,
  url: `auto/photo/${photoId(facts, place)}.svg`,
  formats: ['f', 'fx'].map((size) => photoAddress(facts, origin, size, place)),
})
