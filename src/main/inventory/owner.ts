export interface Owner {
  readonly accountId: string
  readonly userId: number
}
