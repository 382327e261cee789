import { z } from 'zod'
import { readBaseUrl } from '../accounts/base-address.ts'

/** An address of a service as an account may have it. */
const serviceAddress = z
  .string()
  .max(2_000)
  .refine((text) => 'baseUrl' in readBaseUrl(text))

/** A host alone, without a scheme and a port; of an intranet it may be one word. */
const hostName = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/)
  .toLowerCase()

/** A folder of this computer; `{home}` is the current person's home folder. */
const folder = z
  .string()
  .max(1_000)
  .regex(/^(\/|[A-Za-z]:\\|\{home\}[/\\])/)

/**
 * Rules that an administrator may set for every person of a computer; what isn't given is theirs to decide. The JSON
 * schema, the templates of the group policy and the table of docs/office/computers.md are made of it by
 * `scripts/policy-files.mjs`.
 */
export const policySchema = z.object({
  serviceAddresses: z.array(serviceAddress).min(1).max(100).optional(),
  sandboxOff: z.boolean().optional(),
  longestBuyerDataDays: z.int().min(1).max(36_500).optional(),
  linkHosts: z.array(hostName).max(1_000).optional(),
  dataFolder: folder.optional(),
  updatesOff: z.boolean().optional(),
})
export type Policy = z.infer<typeof policySchema>
export type PolicyName = keyof Policy

export const policyNames = Object.keys(policySchema.shape) as readonly PolicyName[]

/** Trouble with the place of the policies; `detail`: a path, or the names that are meant. */
const troubleSchema = z.object({
  kind: z.enum([
    /** Others than administrators may write it: nothing of it is obeyed. */
    'ignored',
    /** It can't be read, or something in it is wrong: nothing is sent to any service. */
    'unreadable',
    /** It has names that this version doesn't know; the others are obeyed. */
    'unknown',
  ]),
  detail: z.string(),
})
export type PolicyTrouble = z.infer<typeof troubleSchema>

/** Rules for this computer, as the window shows it. */
export const managedSchema = z.object({
  /** Looser than what an administrator may write: nothing at all may be allowed. */
  policy: policySchema.extend({ serviceAddresses: z.array(z.string()).optional() }),
  /** Place where it was read; null if there is none. */
  source: z.string().nullable(),
  trouble: troubleSchema.nullable(),
})
export type Managed = z.infer<typeof managedSchema>

/** An unmanaged computer. */
export const unmanaged: Managed = { policy: {}, source: null, trouble: null }
