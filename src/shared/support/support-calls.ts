import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'

/** A place on the network that the app sends requests to, by its host: `developers.ria.com`. */
const contactSchema = z.object({
  what: z.enum(['service', 'feed', 'team']),
  host: z.string(),
})
export type Contact = z.infer<typeof contactSchema>

const aboutSchema = z.object({
  version: z.string(),
  /** Each part that the app is made of, by its name, as `electron` → `45.4.1`. */
  parts: z.record(z.string(), z.string()),
  system: z.string(),
  contacts: z.array(contactSchema),
})
export type About = z.infer<typeof aboutSchema>

/** A file of the archive: its whole text, as it is saved. */
const supportTextSchema = z.object({ name: z.string(), text: z.string() })
export type SupportText = z.infer<typeof supportTextSchema>

export const supportCalls = {
  'support:about': call(z.null(), aboutSchema),
  /** Gathers what an engineer needs to help; `id` names just these texts for `support:archive`. */
  'support:look': call(z.null(), z.object({ id: z.string(), files: z.array(supportTextSchema) })),
  /** The texts that were looked at, as a ZIP archive. */
  'support:archive': call(
    z.object({ id: idText }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** Shows the log in the system's file manager. */
  'support:show-log': call(z.null(), z.null()),
}
