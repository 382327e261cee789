export interface SandboxOptions {
  /** ':memory:' forgets everything on close. */
  readonly databasePath: string
  /** 0 or none: any free port. */
  readonly port?: number
  /** Size of the seeded stock; 2,000 where neither this nor the file says. */
  readonly adverts?: number
  readonly userId?: number
  /** 40 printable characters. */
  readonly key?: string
  readonly controlToken?: string
  /** Plays everything of field-notes.md from the start; single quirks are set by the control address. */
  readonly quirks?: boolean
  readonly seed?: number
  /** Whether GET /auto/new/autos lists the own adverts; it is not in the contract. Default: true. */
  readonly ownList?: boolean
}

/** A running sandbox service. */
export interface Sandbox {
  /** http://127.0.0.1:PORT, without a last slash. */
  readonly baseUrl: string
  readonly key: string
  readonly userId: number
  readonly controlToken: string
  close(): Promise<void>
}
