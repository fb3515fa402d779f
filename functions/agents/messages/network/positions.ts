import type { Position } from './MessageNetwork.ts'

/** From 2001 to 2286 unix nanoseconds have so many digits. */
const DIGITS = 19
const EARLIEST_MS = 1_000_000_000_000

/** The place before all messages of a time (unix milliseconds). */
export const positionAt = (ms: number): Position =>
  `${String(BigInt(Math.max(Math.floor(ms), EARLIEST_MS)) * 1_000_000n).padStart(DIGITS, '0')}/`

/** The time of a place, in unix milliseconds. */
export const timeOf = (position: Position): number => Number(BigInt(position.slice(0, DIGITS)) / 1_000_000n)

/** A place some milliseconds earlier. */
export const positionBefore = (position: Position, ms: number): Position => positionAt(timeOf(position) - ms)

export const laterOf = (a: Position, b: Position): Position => (a > b ? a : b)
