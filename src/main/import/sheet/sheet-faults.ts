import { Fault } from '#shared/bridge/failure.ts'

export const brokenSheet = (file: string, cause?: unknown): Fault =>
  new Fault('sheet-broken', { file }, { cause })

export const hugeSheet = (file: string): Fault => new Fault('sheet-too-large', { file })

export const slowSheet = (file: string): Fault => new Fault('sheet-too-large', { file, reason: 'time' })
