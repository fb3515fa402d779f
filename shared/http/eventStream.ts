import type { StreamAnswer, WaitUntil } from './handler.ts'

export interface ServerEvent {
  /** Its name; `message` when absent. */
  readonly event?: string
  /** Sent as JSON in one line. */
  readonly data: object
}

interface Options {
  /**
   * The events, in order. The signal fires when the client is gone or the time is up: all waits must end then, and in the
   * second case a last event may follow.
   */
  readonly events: (signal: AbortSignal) => AsyncIterable<ServerEvent>
  readonly request: Request
  readonly waitUntil: WaitUntil
  /** How long the stream may take; a little later it is cut, however slow its client is. */
  readonly mostMs: number
  /** A comment is sent so often, so that nothing on the way takes the silence for an end. */
  readonly heartbeatMs?: number
}

const HEARTBEAT_MS = 15_000
const LAST_WORDS_MS = 1000
const encoder = new TextEncoder()
const PING = encoder.encode(': ping\n\n')

/**
 * Server-sent events (HTML standard, section 9.2) as they happen. A slow client slows `events` down; when it goes away, the
 * signal fires, and `events` is ended: its `finally` blocks run. A runtime may notice that only with the next write, at the
 * latest that of the next heartbeat.
 */
export function eventStream({ events, request, waitUntil, mostMs, heartbeatMs = HEARTBEAT_MS }: Options): StreamAnswer {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const gone = new AbortController()
  // A write without a reader would never end.
  const leave = () => {
    gone.abort()
    void writer.abort().catch(() => {})
  }
  writer.closed.catch(leave)
  request.signal.addEventListener('abort', leave)
  if (request.signal.aborted) leave()
  AbortSignal.timeout(mostMs + LAST_WORDS_MS).addEventListener('abort', leave)
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(mostMs)])
  waitUntil(send(writer, events(signal), heartbeatMs))
  return {
    stream: readable,
    type: 'text/event-stream; charset=utf-8',
    // No proxy may compress, and so buffer, events; nginx buffers by default.
    headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
  }
}

async function send(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  events: AsyncIterable<ServerEvent>,
  heartbeatMs: number,
): Promise<void> {
  let isWriting = false
  const write = async (bytes: Uint8Array) => {
    isWriting = true
    try {
      await writer.write(bytes)
    } finally {
      isWriting = false
    }
  }
  // A client that has not taken the last event needs no sign of life.
  const heartbeat = setInterval(() => void (isWriting || write(PING).catch(() => {})), heartbeatMs)
  try {
    for await (const event of events) await write(encode(event))
    await writer.close()
  } catch (error) {
    // The client is gone, or the events themselves failed, which ends the connection without an end of the stream.
    await writer.abort(error).catch(() => {})
  } finally {
    clearInterval(heartbeat)
  }
}

/** JSON has no line breaks, so the data is one line. */
const encode = ({ event, data }: ServerEvent): Uint8Array =>
  encoder.encode(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
