import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build, preview, type Plugin } from 'vite'
import { chromiumOptions } from '../host/browser.ts'
import { measured, median, type Figure } from './figure.ts'
import type { Contender, Round, Way } from './grid/page.ts'
import { against } from './rounds.ts'

export const name = 'Grid, 100,000 × 12 at 1440 × 900'

const root = path.join(import.meta.dirname, 'grid')
/** The app's own way to icons, of another TypeScript project. */
const icons = new URL('../../scripts/build/icons.ts', import.meta.url).href
const roundsOfEach = 9
const framesOfRound = 60
/** The page first: the list beside it takes its shape. */
const contenders = ['page', 'bare'] as const satisfies readonly Contender[]

/** The inventory's page against a bare pooled list in one page, their rounds taken in turn so that the machine's moods hit both. */
export async function run(): Promise<Figure[]> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'forecourt-grid-'))
  try {
    const { lucideIcons } = (await import(icons)) as { readonly lucideIcons: () => Plugin }
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [lucideIcons(), svelte({ configFile: false, compilerOptions: { runes: true } })],
      build: { outDir, emptyOutDir: true },
    })
    return await inBrowser(outDir, measure)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

async function inBrowser<Result>(outDir: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  const server = await preview({
    root,
    configFile: false,
    build: { outDir },
    // An isolated page has a clock of microseconds; that of others steps by a tenth of a millisecond.
    preview: {
      port: 0,
      host: '127.0.0.1',
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    return await work(page)
  } finally {
    await browser.close()
    await server.close()
  }
}

async function measure(page: Page): Promise<Figure[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const rounds: Record<Way, Record<Contender, Round[]>> = {
    smooth: { bare: [], page: [] },
    jump: { bare: [], page: [] },
  }
  for (let at = -1; at < roundsOfEach; at++) {
    for (const way of ['smooth', 'jump'] as const) {
      for (const contender of at % 2 === 0 ? contenders.toReversed() : contenders) {
        await page.evaluate(`mountOne(${JSON.stringify(contender)})`)
        // Nobody pays for what another left behind. While it is mounted: with its last objects, compiled code would go too.
        await session.send('HeapProfiler.collectGarbage')
        const result = await page.evaluate(`scrollOne(${JSON.stringify(way)}, ${framesOfRound})`)
        // The first round of each warms the compiler up and counts for nothing.
        if (at >= 0) rounds[way][contender].push(result as Round)
      }
    }
  }
  return figures(rounds)
}

function figures({ smooth, jump }: Record<Way, Record<Contender, Round[]>>): Figure[] {
  const framesOf = (list: readonly Round[]): number[] => list.map(({ frames }) => median(frames))
  const work = (list: readonly Round[]): number => median(framesOf(list))
  const ratio = ({ page, bare }: Record<Contender, Round[]>): Pick<Figure, 'value' | 'spread'> =>
    measured(against(framesOf(page), framesOf(bare)))
  return [
    {
      name: 'inventory page with its pane, nodes of the grid',
      value: smooth.page[0]?.nodes ?? 0,
      unit: '',
      goal: 400,
    },
    { name: 'frame work of the bare list, smooth', value: work(smooth.bare), unit: 'ms' },
    { name: 'inventory page, frame work smooth', ...ratio(smooth), unit: '×', goal: 1.1 },
    { name: 'frame work of the bare list, jumping', value: work(jump.bare), unit: 'ms' },
    { name: 'inventory page, frame work jumping', ...ratio(jump), unit: '×', goal: 1.25 },
  ]
}
