import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** A service in a thread of its own that takes its time for each answer, as one far away does. */
const { delay } = workerData as { readonly delay: number }

const ids = Array.from({ length: 100 }, (_, at) => String(39_000_000 + at))
const page = { result: { search_result: { ids, count: 1_000, last_id: 0 } } }

function recordOf(id: number): object {
  return {
    userId: 7,
    USD: 10_000 + (id % 5_000),
    UAH: 420_000,
    EUR: 9_000,
    markName: 'BMW',
    markId: 9,
    modelName: 'X5',
    modelId: 96,
    title: `BMW X5 ${id}`,
    autoData: { autoId: id, year: 2018, raceInt: 90, description: 'text '.repeat(100), isSold: false },
    photoData: { count: 1, seoLinkM: `https://example.com/${id}.jpg` },
    stateData: { name: 'Київ', regionName: 'Київська' },
  }
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const answer = pathname === '/auto/search' ? page : recordOf(Number(searchParams.get('auto_id')))
  void setTimeout(delay).then(() => response.end(JSON.stringify(answer)))
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
