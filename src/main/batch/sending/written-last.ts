import { writtenAdvert } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import type { LiveAdvert } from './advert-port.ts'

/** An advert of the account as this app wrote it last, to compare with if no read shows it. */
export const asWritten = (autoId: number, userId: number, written: Values): LiveAdvert => ({
  ...writtenAdvert(autoId, written),
  userId,
  addDate: null,
  updateDate: null,
  title: null,
  baseId: null,
  equipId: null,
})
