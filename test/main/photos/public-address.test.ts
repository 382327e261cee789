import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/main/photos/public-address.ts'
import { photoUrl } from '../../../src/main/photos/photo-url.ts'

const refused: [what: string, ...addresses: string[]][] = [
  ['unspecified', '0.0.0.0', '0.1.2.3', '::', '::0'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
  ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%lo', 'febf::1', 'fec0::1'],
  ['shared by carriers', '100.64.0.1', '100.127.255.255'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1', '::127.0.0.1'],
  ['translated', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::c0a8:101', '64:ff9b:1::808:808'],
  [
    '6to4 and Teredo',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '192.88.99.1',
  ],
  ['assignments', '192.0.0.1', '192.0.0.170', '2001:2::1', '2001:10::1', '2001:20::1', '100::1', '5f00::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  ['benchmarks', '198.18.0.1', '198.19.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', 'ff02::1', '240.0.0.1', '255.255.255.255'],
  ['nothing that is an address', '', 'localhost', '127.1', '1.2.3.4.5', '[::1]', '8.8.8.8%lo'],
]

test.each(refused)('%s is not public', (_what, ...addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([])
})

test('what lies beside those ranges is public', () => {
  const addresses = [
    ...[
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    ...['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '198.17.255.255'],
    ...['198.20.0.0', '223.255.255.255', '1.0.0.1'],
    ...['2606:4700::6810:84e5', '2a00:1450::1', '2001:200::1', '2001:4860:4860::8888', '64:ff9b::808:808'],
  ]
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('no address of this machine is public', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter((address) => isPublicAddress(address))).toEqual([])
})

test('nor is one from its network of IPv6, which others could reach', () => {
  const [loopback] = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  if (!loopback) throw new Error('no interface')
  const here = { ...loopback, family: 'IPv6' as const, address: '2a00:1450::77', scopeid: 0 }
  const interfaces = () => ({ eth0: [here] })
  expect(isPublicAddress('2a00:1450:0:0::77', interfaces)).toBe(false)
  expect(isPublicAddress('2a00:1450::78', interfaces)).toBe(true)
})

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...[
    'localhost',
    'localhost.',
    'LOCALHOST',
    'x.localhost',
    'x.localhost.',
    '１２７.０.０.１',
    '127。0。0。1',
  ],
  ...[
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
  ],
  ...[
    '10.1',
    '0xa.0.0.1',
    '012.0.0.1',
    '167772161',
    '169.254.169.254',
    '2852039166',
    '192.168.257',
    '0xc0a80101',
  ],
  ...[
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '100.64.1',
    '255.255.255.255',
    '224.0.0.1',
  ],
])('https://%s/ is no address of a photo', (host) => {
  for (const port of ['', ':8443']) expect(photoUrl(`https://${host}${port}/1.jpg`, null)).toBeNull()
  const sandbox = 'http://127.0.0.1:4000'
  expect(photoUrl(`https://${host}:4000/1.jpg`, sandbox)).toBeNull()
})

test("the exception is the sandbox's own origin, to the port and the scheme", () => {
  const sandbox = 'http://127.0.0.1:4000'
  expect(photoUrl('http://127.0.0.1:4000/1.jpg', sandbox)?.href).toBe('http://127.0.0.1:4000/1.jpg')
  for (const other of [
    'http://127.0.0.1:4001/',
    'https://127.0.0.1:4000/',
    'http://127.0.0.2:4000/',
    'http://localhost:4000/',
  ])
    expect(photoUrl(other, sandbox)).toBeNull()
  expect(photoUrl('http://127.0.0.1:4000/1.jpg', null)).toBeNull()
})

test.each(['https://cdn.example/1.jpg', 'https://8.8.8.8/1.jpg', 'https://[2606:4700::1]:8443/1.jpg'])(
  '%s may be one',
  (url) => {
    expect(photoUrl(url, null)?.href).toBe(url)
  },
)
