import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { renameHeld, writeFileAtomically } from '../storage/atomic-file.ts'
import { refuseOtherThanFile } from '../storage/regular-files.ts'

const serverSchema = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  database: z.string().min(1),
  /** The certificate that the server's own is signed by, in PEM; null for those that the system trusts. */
  ca: z.string().nullable(),
})
/** Place where a team's PostgreSQL is. */
export type TeamServer = Readonly<z.infer<typeof serverSchema>>

const fileSchema = z.object({
  version: z.literal(1),
  team: z.string().min(1),
  name: z.string(),
  role: z.string().min(1),
  server: serverSchema,
  /** Name of the desk's secret in the keychain; by default `team-` and the team. */
  item: z.string().min(1).optional(),
})
/** Team of a data folder: nothing of it is secret. */
export type TeamFile = Readonly<z.infer<typeof fileSchema>>

const codeSchema = fileSchema.omit({ name: true, item: true }).extend({ secret: z.string().min(1) })
/** An invitation: for one desk, once, for a day. */
export type Invitation = Readonly<z.infer<typeof codeSchema>>

/** True if both are of one desk that reaches its server in one way. */
export const isSameDesk = (one: TeamFile, other: TeamFile): boolean =>
  one.role === other.role && one.team === other.team && isDeepStrictEqual(one.server, other.server)

/** Place where a desk's secret is in the keychain. */
export const itemOf = ({ item, team }: TeamFile): string => item ?? `team-${team}`

const pathIn = (dataDir: string): string => join(dataDir, 'team.json')

/** True if a data folder has the file of a team, whatever it says. */
export const hasTeamFile = (dataDir: string): boolean =>
  statSync(pathIn(dataDir), { throwIfNoEntry: false }) !== undefined

/** The team of a data folder, or null. @throws Fault `team` if its file can't be read: nothing may be sent past it */
export function readTeamFile(dataDir: string): TeamFile | null {
  let text: string
  try {
    // It is asked before each call: without a team this must cost next to nothing.
    if (!hasTeamFile(dataDir)) return null
    refuseOtherThanFile(pathIn(dataDir))
    text = readFileSync(pathIn(dataDir), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new Fault('team', { reason: 'file' }, { cause: error })
  }
  const parsed = fileSchema.safeParse(jsonOr(text))
  if (!parsed.success) throw new Fault('team', { reason: 'file' })
  return parsed.data
}

export const writeTeamFile = (dataDir: string, file: TeamFile): void =>
  writeFileAtomically(pathIn(dataDir), `${JSON.stringify(file, null, 2)}\n`)

export const forgetTeamFile = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true })

/** Keeps a file that can't be read as `team.json.damaged`. */
export const setTeamFileAside = (dataDir: string): void =>
  renameHeld(pathIn(dataDir), `${pathIn(dataDir)}.damaged`)

/** One word, to be sent to a colleague as it is. */
export const codeOf = (invitation: Invitation): string =>
  Buffer.from(JSON.stringify(invitation)).toString('base64url')

/** @throws Fault `team` if it is no code */
export function invitationOf(code: string): Invitation {
  const parsed = codeSchema.safeParse(jsonOr(Buffer.from(code.trim(), 'base64url').toString('utf8')))
  if (!parsed.success) throw new Fault('team', { reason: 'code' })
  return parsed.data
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
