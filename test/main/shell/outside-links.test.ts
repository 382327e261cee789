import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import { expect, it } from 'vitest'
import { outsideLinks } from '../../../src/main/shell/outside-links.ts'

/** A desktop whose person gives these answers. */
const desktop = (...answers: boolean[]) => managedDesktop(undefined, ...answers)

/** The same, on a computer where an administrator listed these hosts. */
function managedDesktop(hosts: readonly string[] | undefined, ...answers: boolean[]) {
  const opened: string[] = []
  const asked: MessageBoxOptions[] = []
  const failed: unknown[] = []
  const showMessageBox = (options: unknown): Promise<MessageBoxReturnValue> => {
    asked.push(options as MessageBoxOptions)
    return Promise.resolve({ response: answers.shift() ? 0 : 1, checkboxChecked: false })
  }
  const openExternal = (url: string): Promise<void> =>
    url.includes('broken') ? Promise.reject(new Error('no browser')) : Promise.resolve(void opened.push(url))
  const handOver = outsideLinks({
    shell: { openExternal },
    dialog: { showMessageBox },
    window: () => null,
    onFailed: (error) => failed.push(error),
    hosts,
  })
  const follow = async (...urls: string[]): Promise<void> => {
    for (const url of urls) handOver(url)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { opened, asked, failed, follow }
}

it('opens pages of the service at once, and of nobody whose name only ends or begins like it', async () => {
  const { opened, asked, follow } = desktop()
  await follow('https://ria.com/', 'https://auto.ria.com/uk/auto_39.html')
  expect(opened).toEqual(['https://ria.com/', 'https://auto.ria.com/uk/auto_39.html'])
  for (const url of [
    'https://malaria.com/',
    'https://ria.com.evil/',
    'https://ria.com:444/',
    'https://ria.com@evil/',
  ])
    await follow(url)
  expect(asked.map(({ message }) => message)).toEqual(
    ['malaria.com', 'ria.com.evil', 'ria.com:444', 'evil'].map(
      (host) => `Open a page of ${host} in the browser?`,
    ),
  )
  expect(opened).toHaveLength(2)
})

it('opens pages of the hosts that an administrator listed, and says who refuses others', async () => {
  const { opened, asked, follow } = managedDesktop(['portal.dealer.example'], true)
  const allowed = [
    'https://portal.dealer.example/',
    'https://Portal.Dealer.Example:8443/',
    'https://ria.com/',
  ]
  await follow(...allowed, 'https://other.example/')
  expect(opened).toEqual(allowed.map((address) => new URL(address).href))
  expect(asked).toEqual([
    { type: 'info', message: 'Your administrator doesn’t allow pages of other.example' },
  ])
})

it('asks about a host once if the person opens it, again if not, and opens no login along', async () => {
  const { opened, asked, follow } = desktop(false, true)
  for (let times = 0; times < 3; times++) await follow('https://me:secret@dealer.example/a')
  await follow('https://dealer.example/b')
  expect(asked).toHaveLength(2)
  expect(asked[0]).toMatchObject({ detail: 'https://dealer.example/a', defaultId: 1, cancelId: 1 })
  expect(opened).toEqual(['https://dealer.example/a', 'https://dealer.example/a', 'https://dealer.example/b'])
})

it('asks one question at a time, shows letters of another alphabet as the host has them, and cuts what nobody reads', async () => {
  const { asked, follow } = desktop()
  await follow(`https://rіa.com/?${'x'.repeat(9_000)}`, 'https://second.example/')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.message).toContain('xn--')
  expect(asked[0]?.detail?.length).toBeLessThan(400)
})

it('opens nothing but encrypted pages, and tells of a browser that is not there', async () => {
  const { opened, asked, failed, follow } = desktop()
  await follow('http://ria.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'ms-settings:', 'nonsense', '')
  expect([opened, asked]).toEqual([[], []])
  await follow('https://broken.ria.com/')
  expect(failed).toHaveLength(1)
  expect(asked).toMatchObject([
    { message: 'No browser opened the page of broken.ria.com.', detail: 'https://broken.ria.com/' },
  ])
})
