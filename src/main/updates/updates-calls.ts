import type { Handlers } from '#shared/bridge/call.ts'
import type { updatesCalls } from '#shared/updates/updates-calls.ts'
import type { UpdatesService } from './updates-service.ts'

/** @param updates null in a build without an address of new versions */
export const updatesHandlers = (
  updates: () => Promise<UpdatesService | null>,
): Handlers<typeof updatesCalls> => {
  const withoutAnswer = (work: (service: UpdatesService) => unknown) => async (): Promise<null> => {
    const service = await updates()
    if (service) await work(service)
    return null
  }
  return {
    'updates:look': async () => (await updates())?.state ?? null,
    'updates:check': withoutAnswer((service) => service.check()),
    'updates:download': withoutAnswer((service) => service.download()),
    'updates:stop': withoutAnswer((service) => service.stop()),
    'updates:restart': withoutAnswer((service) => service.restart()),
  }
}
