/** Where a desk can end or stop on the way of a row. */
export const deskPoints = [
  'before-permit',
  'permit-asked',
  'permit-answered',
  'before-claim',
  'after-claim',
  'before-write',
  'written',
  'answered',
  'before-result',
  'after-result',
  'before-report',
  'report-asked',
  'report-answered',
] as const
export type DeskPoint = (typeof deskPoints)[number]

/** At the nth passing of a point a desk is killed, or stands still for a while. */
export interface DeskHit {
  readonly point: DeskPoint
  readonly nth: number
  readonly signal: 'SIGKILL' | 'SIGSTOP'
  readonly forMs: number
}

/** What the process of a desk is told to do. */
export interface DeskOrder {
  readonly dataDir: string
  readonly account: { readonly baseUrl: string; readonly userId: number; readonly key: string }
  readonly secret: string
  readonly hits: readonly DeskHit[]
  /** Stock files that it brings, by their paths. */
  readonly stock: readonly string[]
  readonly lifeMs: number
  /** Nothing is left open in the end: a person sends again what nobody can find. */
  readonly isLast: boolean
  readonly isHurried: boolean
  /** By how much its wall clock is wrong, ms. */
  readonly clockShift: number
}
