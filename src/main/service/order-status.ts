/** Status names of the contract ("States and transitions"), for a service that answers none. */
export const contractStatuses = [
  { id: 0, name: 'Новые и Невыполненные' },
  { id: 1, name: 'Выполненные' },
  { id: 2, name: 'Невыполненные' },
  { id: 6, name: 'Удаленные' },
  { id: 4, name: 'Все' },
] as const

export const completedStatus = 1
export const deletedStatus = 6
/** "All" in the service's list: an aggregate, not a status of orders (docs/service/orders.md, "The statuses"). */
export const allStatuses = 4

/** The service's own name of a status, else the contract's, else the number itself. */
export const statusName = (
  status: number | null | undefined,
  statuses: readonly { id: number; name: string }[],
): string =>
  status === null || status === undefined
    ? ''
    : ((statuses.find(({ id }) => id === status) ?? contractStatuses.find(({ id }) => id === status))?.name ??
      String(status))
