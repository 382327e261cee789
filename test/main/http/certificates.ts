import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface Certificate {
  /** PEM, as TLS takes them. */
  readonly cert: string
  readonly key: string
}

export interface Authority extends Certificate {
  /** A certificate for a host; by default it is valid from an hour ago for a day. */
  issue(host: string, validity?: Validity): Certificate
}

interface Validity {
  readonly from: number
  readonly to: number
}

const hour = 3_600_000
const aroundNow = (): Validity => ({ from: Date.now() - hour, to: Date.now() + 23 * hour })

/** An authority of one's own, as a company's proxy or an antivirus has. */
export function privateAuthority(name: string): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = pemKey(privateKey)
  const isAuthority = extension(basicConstraints, sequence(boolean(true)))
  const made = certify({ name, issuer: name, publicKey, signer: privateKey, extensions: [isAuthority] })
  return {
    cert: made,
    key,
    issue(host, validity) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const hosts = extension(subjectAltName, sequence(der(0x82, Buffer.from(host))))
      const signed = { name: host, issuer: name, publicKey: own.publicKey, signer: privateKey, validity }
      return { cert: certify({ ...signed, extensions: [hosts] }), key: pemKey(own.privateKey) }
    },
  }
}

interface Request {
  readonly name: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly validity?: Validity | undefined
  readonly extensions: readonly Buffer[]
}

/** X.509 version 3 in DER (RFC 5280, section 4.1), signed with ECDSA and SHA-256. */
function certify({ name, issuer, publicKey, signer, validity = aroundNow(), extensions }: Request): string {
  const algorithm = sequence(oid(ecdsaWithSha256))
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from(`1${Date.now()}${name}`.slice(0, 16))),
    algorithm,
    distinguished(issuer),
    sequence(time(validity.from), time(validity.to)),
    distinguished(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, signer)]))
  return pem('CERTIFICATE', sequence(body, algorithm, signature))
}

const ecdsaWithSha256 = '2a8648ce3d040302'
const commonName = '550403'
const subjectAltName = '551d11'
const basicConstraints = '551d13'

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const integer = (bytes: Buffer): Buffer => der(0x02, bytes)
const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]))
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))

const distinguished = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid(commonName), der(0x0c, Buffer.from(name)))))

const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`))

const pem = (what: string, content: Buffer): string =>
  `-----BEGIN ${what}-----\n${content.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`

const pemKey = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))
