import { test } from './app.ts'
import { connect, readStock, startService, type Service } from './service.ts'

interface FileService {
  readonly adverts?: number
  /** The account by which the app works with it before the first test. */
  readonly account?: string
  /** The app has read its stock, too. */
  readonly isRead?: boolean
}

/** A service for all tests of a file, from before the first to after the last. Hooks of the file that need it come after it. */
export function serviceOfFile({ adverts, account, isRead = false }: FileService = {}): Service {
  const service = {} as Service
  test.beforeAll(async () => {
    Object.assign(service, await startService(adverts))
  })
  if (account !== undefined)
    test.beforeAll(async ({ app }) => {
      await connect(app.window, service, account)
      if (isRead) await readStock(app.window)
    })
  test.afterAll(() => service.close())
  return service
}
