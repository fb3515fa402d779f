import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RedisRest {
  /** Values of `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`. */
  readonly url: string
  readonly token: string
  /** Commands received so far, as their upper-case names. */
  readonly commands: string[]
  /** Milliseconds by which each answer is held back. */
  latency: number
  /** Sends one command straight to Redis. */
  command(...args: string[]): Promise<Reply>
  stop(): Promise<void>
}

/** A Redis reply (RESP2); an error reply is a `RedisError` value, since one in a pipeline leaves the others valid. */
export type Reply = string | number | null | RedisError | Reply[]

export class RedisError extends Error {}

/**
 * Starts an empty redis-server, and before it a bridge that speaks the Upstash REST interface: `/`, `/pipeline` and
 * `/multi-exec`, base64 answers on request. Both listen on free ports of 127.0.0.1.
 */
export async function startRedisRest(): Promise<RedisRest> {
  const port = await freePort()
  const redis = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  )
  const socket = await connectWithin(45_000, port)
  const send = scriptsWithoutShebang(respClient(socket))
  const token = 'local-redis-token'
  const commands: string[] = []

  const server = createServer((request, response) => {
    void answer(request).then(
      async ({ status, body }) => {
        await sleep(bridge.latency)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      },
      (error: unknown) => response.writeHead(400).end(JSON.stringify({ error: String(error) })),
    )
  })

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    if (request.headers.authorization !== `Bearer ${token}`) return { status: 401, body: { error: 'Unauthorized' } }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (!Array.isArray(body)) throw new Error('expected an array')
    const base64 = request.headers['upstash-encoding'] === 'base64'
    const run = async (command: unknown) => {
      if (!Array.isArray(command)) throw new Error('expected a command')
      commands.push(String(command[0]).toUpperCase())
      return encode(await send(command.map(String)), base64)
    }
    if (request.url === '/pipeline') return { status: 200, body: await Promise.all(body.map(run)) }
    if (request.url === '/multi-exec') {
      // Written in one go, so that no other request's command comes between.
      void send(['MULTI'])
      for (const command of body) void run(command)
      const replies = await send(['EXEC'])
      return {
        status: 200,
        body: Array.isArray(replies) ? replies.map((reply) => encode(reply, base64)) : encode(replies, base64),
      }
    }
    const result = await run(body)
    return { status: 'error' in result ? 400 : 200, body: result }
  }

  const bridge: RedisRest = {
    url: `http://127.0.0.1:${await listen(server)}`,
    token,
    commands,
    latency: 0,
    command: (...args) => send(args),
    async stop() {
      server.closeAllConnections()
      server.close()
      socket.destroy()
      redis.kill()
      await once(redis, 'exit')
    },
  }
  return bridge
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

async function freePort(): Promise<number> {
  const server = createTcpServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

async function connectWithin(milliseconds: number, port: number): Promise<Socket> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket.setNoDelay()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

function encode(reply: Reply, base64: boolean): { result: unknown } | { error: string } {
  if (reply instanceof RedisError) return { error: reply.message }
  const value = (part: Reply): unknown => {
    if (Array.isArray(part)) return part.map(value)
    return base64 && typeof part === 'string' && part !== 'OK' ? Buffer.from(part).toString('base64') : part
  }
  return { result: value(reply) }
}

type Send = (command: string[]) => Promise<Reply>

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

/**
 * Redis refuses the script flag `allow-key-locking` in `#!lua flags=…`, which Upstash alone knows: the line is taken off,
 * and the hash of the script as it came is translated to the hash of the script as it was loaded.
 */
function scriptsWithoutShebang(send: Send): Send {
  const loaded = new Map<string, string>()
  const strip = (script: string): string => {
    const bare = script.replace(/^#!lua[^\n]*\n/, '')
    loaded.set(sha1(script), sha1(bare))
    return bare
  }
  return (command) => {
    const [name = '', first = '', ...rest] = command
    if (/^eval$/i.test(name)) return send([name, strip(first), ...rest])
    if (/^evalsha$/i.test(name)) return send([name, loaded.get(first) ?? first, ...rest])
    if (/^script$/i.test(name) && /^load$/i.test(first)) return send([name, first, ...rest.map(strip)])
    return send(command)
  }
}

/** Sends commands over one connection; replies come in the order of the commands. */
function respClient(socket: Socket): Send {
  const waiting: ((reply: Reply) => void)[] = []
  let buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (let parsed = parseReply(buffer, 0); parsed; parsed = parseReply(buffer, 0)) {
      buffer = buffer.subarray(parsed.end)
      waiting.shift()?.(parsed.reply)
    }
  })
  return (command) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
      socket.write(`*${command.length}\r\n${parts.join('')}`)
    })
}

/** The reply that begins at `start`, or undefined while it is incomplete. */
function parseReply(buffer: Buffer, start: number): { reply: Reply; end: number } | undefined {
  const lineEnd = buffer.indexOf('\r\n', start)
  if (lineEnd < 0) return undefined
  const text = buffer.toString('utf8', start + 1, lineEnd)
  let end = lineEnd + 2
  switch (String.fromCharCode(buffer[start] ?? 0)) {
    case '+':
      return { reply: text, end }
    case '-':
      return { reply: new RedisError(text), end }
    case ':':
      return { reply: Number(text), end }
    case '$': {
      if (text === '-1') return { reply: null, end }
      const length = Number(text)
      if (buffer.length < end + length + 2) return undefined
      return { reply: buffer.toString('utf8', end, end + length), end: end + length + 2 }
    }
    case '*': {
      if (text === '-1') return { reply: null, end }
      const items: Reply[] = []
      while (items.length < Number(text)) {
        const item = parseReply(buffer, end)
        if (!item) return undefined
        items.push(item.reply)
        end = item.end
      }
      return { reply: items, end }
    }
    default:
      throw new Error(`unknown reply type in ${JSON.stringify(text)}`)
  }
}
