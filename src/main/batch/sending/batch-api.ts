import { z } from 'zod'
import type { Operation } from '#shared/batch/operation.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { Param, Params } from '../../service/params.ts'
import { identifier, number, root } from '../../service/tolerant.ts'
import type { HttpClient } from '../../http/http-client.ts'

export interface BatchApi {
  /**
   * Sends one row, once.
   * @throws ServiceError: `sent` is `no` if it is proven that nothing was sent; `answered`, `status` and `serviceCode`
   * tell a rejection from a doubt. Any other error (Fault `quota`, `cancelled`) means that nothing was sent.
   */
  write(row: AdvertWrite, signal?: AbortSignal): Promise<WriteResult>
  /** The time at the service, ms since 1970; null before its first answer. */
  serviceNow(): number | null
}

const methods = { create: 'POST', edit: 'PUT', delete: 'DELETE' } as const satisfies Record<Operation, string>

/** `last_insert_id` is the id of a created advert and 0 otherwise; without it no advert is proven to be created. */
const writeResultSchema = root(
  z
    .looseObject({ num_rows: identifier, last_insert_id: number })
    .transform(({ num_rows, last_insert_id }) => ({ numRows: num_rows, lastInsertId: last_insert_id ?? 0 })),
)

/** The order of the contract's tables: the caller first, then the payload as it was frozen. */
export const writeParams = ({ payload }: AdvertWrite, userId: number): Params => [
  ['user_id', userId],
  ...Object.entries(payload).filter((entry): entry is [...Param] => entry[1] !== undefined),
]

export const createBatchApi = (client: HttpClient): BatchApi => ({
  serviceNow: () => client.serviceNow(),
  write: (row, signal) =>
    client.write(
      methods[row.operation],
      '/auto/new/autos',
      writeParams(row, client.userId),
      writeResultSchema,
      {
        signal,
      },
    ),
})
