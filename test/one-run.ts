import { endShared } from './team/shared-postgres.ts'

/** What the processes of a run share, and none of them can end. */
export const teardown = (): Promise<void> => endShared(process.pid)
