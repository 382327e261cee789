import type { AdvertRecord } from '../service/advert-record.ts'
import { storedObject } from '../storage/row-query.ts'

const record = storedObject<AdvertRecord>('autoData')

/** An advert's record as it is cached; null if it wasn't read yet, or can't be read any more. */
export const storedRecord = (text: string): AdvertRecord | null => record.safeParse(text).data ?? null
