import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { press } from './keys.ts'
import { takePicture } from '../pictures/take-picture.ts'
import { bringTwelveCars, nameOf } from './twelve-cars.ts'

const service = serviceOfFile({ account: 'Автоцентр', isRead: true })

/** The pictures of docs/dealer/en/files.md are made by this test: `npm run pictures`. */
const pictures = process.env.FORECOURT_PICTURES
const pictured = pictures ? test : wholeTest
async function picture(window: Page, name: string): Promise<void> {
  if (pictures) await takePicture(window, `${pictures}/walk-${name}.png`)
}

/** What the file says of each car, and the equipment that the service was told. */
const cars = [
  ['BMW X5', '3.0 Бензин MT (276 л.с.)', 'Comfort', 61_900],
  ['BMW X5', '3.0 Бензин AT (280 л.с.)', 'Comfort', 58_450],
  ['Toyota RAV4', '2.5 Бензин MT (212 л.с.)', 'Comfort', 39_900],
  ['Toyota RAV4', '2.5 Бензин AT (216 л.с.)', 'Comfort', 37_250],
  ['Skoda Octavia', '1.4 Бензин MT (140 л.с.)', 'Comfort', 28_700],
  ['Skoda Octavia', '1.4 Бензин AT (144 л.с.)', 'Comfort', 27_300],
]

pictured(
  'an ordinary workbook with names, titles and prices with units becomes the right adverts in six steps, by the keys alone',
  async ({ window }) => {
    let steps = 0
    /** By the pointer for the pictures, in which nothing has the frame of the keys. */
    const take = async (target: Locator): Promise<void> => {
      steps += 1
      await (pictures ? target.click() : press(window, target))
    }
    const button = (name: string | RegExp): Locator => window.getByRole('button', { name })
    const asked = window.waitForEvent('filechooser')
    await take(window.getByRole('navigation').getByRole('link', { name: 'Import' }))

    await take(button('Choose a file').first())
    await (await asked).setFiles('resources/examples/showroom.xlsx')
    await expect(window.getByText('header in row 3.')).toBeVisible()
    await picture(window, 'file')

    await take(button('Continue to columns'))
    await expect(button('Check the rows')).toBeEnabled()
    const first = window.getByRole('region', { name: 'The first rows' })
    await expect(first.getByText(/^Names that are looked up in the next step: /)).toBeVisible()
    await expect(first.locator('.error')).toHaveCount(0)
    await picture(window, 'columns')

    await take(button('Check the rows'))
    await expect(button(/^Look the names up/)).toBeVisible()
    await take(button(/^Look the names up/))
    await expect(button(/^Send 6 rows as /)).toBeEnabled()
    await expect(window.getByText(/^6 new adverts/)).toBeVisible()
    await expect(window.getByRole('gridcell', { name: 'RAV4' })).toHaveCount(2)

    await take(button(/^Send 6 rows as /))
    await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
    await expect(window.getByRole('gridcell', { name: 'Done' })).toHaveCount(6)

    expect(steps).toBeLessThanOrEqual(6)
    const created = (await service.control.ledger()).filter(({ method }) => method === 'POST')
    expect(created.map(({ params }) => params.auto_note?.slice(0, 9))).toEqual(
      cars.map((_, at) => (at % 2 === 0 ? 'Офіційна ' : 'Авто на м')),
    )
    expect(
      created.map(({ params }) => [
        ...nameOf(Number(params.equip_id)),
        Number(params.price),
        params.currency_id,
      ]),
    ).toEqual(cars.map((car) => [...car, '1']))
    for (const [at, { autoId }] of created.entries())
      expect(await service.control.advert(autoId ?? 0)).toMatchObject({
        price: cars[at]?.[3],
        deleted: false,
      })
  },
)

pictured(
  'twelve cars whose names may mean several become adverts in eight clicks: year and gearbox decide, keys do the rest',
  async ({ window }) => {
    let clicks = 0
    const click = async (target: Locator): Promise<void> => {
      clicks += 1
      await target.click()
    }
    await bringTwelveCars(window, service, { take: click, picture: (name) => picture(window, name) })
    expect(clicks).toBeLessThanOrEqual(8)
  },
)
