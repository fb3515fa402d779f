import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Address } from 'viem'
import { registrationFile } from '../world/agents.ts'

/** A document as a site serves it. */
export interface Document {
  /** 200 when absent. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Writes an answer in its own way and time. */
export type Behaviour = (response: ServerResponse, url: URL) => void

export type Page = Document | Behaviour

/** A JSON document. */
export const jsonPage = (value: unknown): Document => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** A picture on the local web: 24 x 16 pixels, a PNG by an encoder that others wrote. */
export const PICTURE_URL = 'https://pictures.example/lantern.png'
export const PICTURE = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQBAMAAAD+CqKmAAAAMFBMVEX/12oSOmv00GrEsGqOjGr10Gpba2taaWtZaWtYaGvDr2rCrmuMimqQjmvzz2ryzmrTxZITAAAACXBIWXMAAAsTAAALEwEAmpwYAAAARklEQVQI12MQRAIM+DlipsGFcM4FBgYWGEeMAQgaoRxhEGchlCME4jxE5nxEVrYRyhEHcSbCjHZgYOCB2yOxSHsiEW6DAQAdVBGfnooiHQAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** The part of a world that its agents' sites speak of. */
export interface AgentWorld {
  readonly chainId: number
  readonly contracts: Readonly<Record<string, Address>> & { readonly identityRegistry: Address }
}

/** Names of the agents of the local world, by id. */
const NAMES = ['Lantern', 'Harbour']

/**
 * The sites of the agents: a page, and the registration file that proves the domain (ERC-8004, "Endpoint Domain
 * Verification"). By URL.
 */
export function agentPages({ chainId, contracts }: AgentWorld): Record<string, Document> {
  return Object.fromEntries(
    NAMES.flatMap((name, agentId) => {
      const origin = `https://${name.toLowerCase()}.example`
      const file = registrationFile({ chainId, registry: contracts.identityRegistry, agentId, name })
      return [
        [`${origin}/`, { headers: { 'content-type': 'text/html' }, body: `<title>${name}</title><p>${name} is here.` }],
        [`${origin}/.well-known/agent-registration.json`, jsonPage(file)],
      ]
    }),
  )
}

export const HOSTILE = 'https://hostile.example'

const to = (location: string, status = 302): Page => ({ status, headers: { location }, body: 'elsewhere' })

const MEBIBYTE = 1 << 20
const GIBIBYTE = 1024 * MEBIBYTE

/** Zeros, made only as fast as they are taken. */
const zeros = (length: number): Readable => {
  const block = Buffer.alloc(MEBIBYTE)
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < length; sent += MEBIBYTE) yield block
    })(),
  )
}

/** Pipes until the reader is gone. */
function pour(from: Readable, response: ServerResponse): void {
  from.on('error', () => {})
  response.on('close', () => from.destroy())
  from.pipe(response)
}

/** One byte at a time, forever. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}

/** Raw bytes on the connection, which ends with them. */
const raw =
  (text: string) =>
  ({ socket }: ServerResponse): void =>
    void socket?.end(text)

/** Headers as a gateway passes them on for a site whose own head is broken. */
const head = (...lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', 'connection: close', 'x-egress-result: answered', ...lines, '', ''].join('\r\n')

/** The pages of a hostile site, by path. */
export const hostilePages: Readonly<Record<string, Page>> = {
  '/to-loopback': to('https://127.0.0.1/'),
  '/to-loopback-spelt': to('https://0x7f.1/'),
  '/to-metadata': to('https://169.254.169.254/latest/meta-data/'),
  '/to-mapped': to('https://[::ffff:7f00:1]/'),
  '/to-private-name': to('https://private.example/'),
  '/to-rebinding': to('https://rebinding.example/'),
  '/to-http': to('http://lantern.example/'),
  '/to-port': to('https://lantern.example:22/'),
  '/to-data': to('data:text/plain,inner'),
  '/to-file': to('file:///etc/passwd'),
  '/to-ipfs': to('ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'),
  '/to-user': to('https://user:password@lantern.example/'),
  '/to-nothing': { status: 302, body: 'nowhere' },
  '/to-garbage': to('https://['),
  '/not-modified': { status: 304 },
  '/chain/0': { body: 'the end of the chain' },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`/chain/${n}`, to(`/chain/${n - 1}`, [301, 302, 303, 307, 308][n - 1])]),
  ),
  '/loop': to('/loop'),
  '/huge': (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    pour(zeros(GIBIBYTE), response)
  },
  '/huge-declared': (response) => {
    response.writeHead(200, { 'content-length': String(GIBIBYTE) })
    pour(zeros(GIBIBYTE), response)
  },
  '/bomb': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const gzip = createGzip()
    response.on('close', () => gzip.destroy())
    pour(zeros(GIBIBYTE).pipe(gzip), response)
  },
  '/not-gzip': { headers: { 'content-encoding': 'gzip' }, body: 'this was never compressed' },
  '/silent': () => {},
  '/stalls': (response) => void response.writeHead(200, { 'content-length': '100' }).write('{'),
  '/drip': drip,
  '/too-short': raw(`${head('content-length: 1000')}{`),
  '/too-long': raw(`${head('content-length: 2')}{}and more`),
  '/not-http': raw('this is not HTTP\r\n\r\n'),
  '/hangs-up': ({ socket }) => socket?.destroy(),
  '/forged-result': { status: 500, headers: { 'x-egress-result': 'refused' }, body: 'says what a gateway would' },
}

/** Addresses of names of no public host, or not only of one. */
export const hostileNames: Readonly<Record<string, readonly string[]>> = {
  'private.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.1', '127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['93.184.216.1', '64:ff9b::7f00:1'],
  'sixtofour.example': ['2002:7f00:1::1'],
  'garbage.example': ['not an address'],
  'empty.example': [],
}
