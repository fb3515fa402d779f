import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Page } from './Page.ts'

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

/** What a hostile site serves, by path. */
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
