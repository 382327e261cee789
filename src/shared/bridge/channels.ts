/** The three channels of the bridge. Preload can reach these and no other. */
export const channels = {
  /** invoke(name, request, ticket) → Reply; the ticket names the call for `cancel`. */
  call: 'forecourt:call',
  /** send(ticket): the answer is no longer wanted. */
  cancel: 'forecourt:cancel',
  /** main → renderer: (name, payload). */
  event: 'forecourt:event',
} as const

/** Functions that preload puts on `window.forecourt`. */
export interface Bridge {
  invoke(name: string, request: unknown, ticket: number): Promise<unknown>
  cancel(ticket: number): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (name: string, payload: unknown) => void): () => void
}
