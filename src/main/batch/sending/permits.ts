import type { AdvertWrite } from '../../writes/advert-write.ts'
import type { Halt, RowTransition } from '../journal/outcome.ts'
import type { SendableRow } from '../journal/journal-row.ts'

/** The team's answer to whether a row may be sent. */
export type PermitAnswer =
  /** It may, as long as it isn't late. */
  | { readonly kind: 'granted'; readonly isLate: () => boolean }
  /** Another desk sent it: `detail` says who, and when. While it `isOpen`, it isn't known whether anything became of that. */
  | { readonly kind: 'refused'; readonly detail: string; readonly isOpen: boolean }
  /** Another desk wrote the advert since this one looked: it has to look again. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'halt'; readonly halt: Halt }

/** Whom a batch asks before it sends a row. It is found out for each row: the desk may have joined a team since the batch began. */
export interface Sharing {
  /** The permits of the team that shares the batch's account; null if no team does. @throws Fault `team` if that can't be known */
  permits(): Promise<Permits | null>
  /** True if a team shares the account by now. Checked after the claim, which a joining desk reports to its team. */
  isShared(): boolean
  /** Reports to the team how a row ended that was begun before the desk joined. */
  report(): void
}

/**
 * The permits of a team for one batch. A permit is requested before the row's claim, and the claim is made before the
 * first byte. After a crash in between, the journal proves that nothing was sent. It never becomes free by time.
 */
export interface Permits {
  /** The last entry of the team's log that the journal knows: what was read after this is as new. */
  seen(): number
  /** Waits for this desk's turn to send: null once it is there, else why the batch waits. Never rejects. */
  begin(): Promise<Halt | null>
  /** Reads the team's log. Never rejects: why it could not is a halt. */
  read(): Promise<Halt | null>
  /** Nothing is in flight, and nothing is sent for now: another desk may. */
  rest(): void
  /** The same, and this desk waits no longer for its turn. */
  leave(): void
  /** Rejects only with an error of the journal: whatever else went wrong is a halt. */
  ask(row: SendableRow, write: AdvertWrite, after: number): Promise<PermitAnswer>
  /** The row was not sent: its permit is free again. */
  unsent(row: SendableRow): void
  /** Reports the end of the attempt. What can't be said now is said when the server is met again. */
  ended(row: SendableRow, transition: RowTransition, createdId: number | null): void
}
