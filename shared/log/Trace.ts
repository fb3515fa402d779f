/** Position of a request in a distributed trace (W3C Trace Context, section 3.2). */
export interface Trace {
  readonly traceId: string
  /** The span of the caller, and that of this request. */
  readonly parentId: string
  readonly spanId: string
  /** Whether the caller records the trace: of the flags, the one that every version has. */
  readonly isSampled: boolean
}

/** Later versions may add fields after these four; version ff is invalid. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const MOST_CHARACTERS = 128

/** The trace that `traceparent` names, with a span of its own; undefined if it names none, or is wrong. */
export function readTrace(headers: Headers): Trace | undefined {
  const given = headers.get('traceparent')
  if (given === null || given.length > MOST_CHARACTERS) return undefined
  const [, version, traceId, parentId, flags, more] = TRACEPARENT.exec(given) ?? []
  if (!traceId || !parentId || !flags || (version === '00' && more !== undefined)) return undefined
  return { traceId, parentId, spanId: newSpanId(), isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header for a request that is made because of this one. `tracestate` is not passed on. */
export const traceparentOf = ({ traceId, spanId, isSampled }: Trace): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** Its first digit is that of the variant of a UUID (RFC 9562, section 4.1), so it is never all zeros. */
const newSpanId = (): string => crypto.randomUUID().replaceAll('-', '').slice(-16)
