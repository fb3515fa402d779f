import { randomBytes, randomInt } from 'node:crypto'

/** A bot as the chat app knows it. */
export interface Bot {
  /** Decimal. */
  readonly id: string
  /** `<id>:<35 characters>`, which signs launch data. */
  readonly token: string
}

/** A bot that nobody has seen before. */
export function makeBot(): Bot {
  const id = String(randomInt(1_000_000_000, 10_000_000_000))
  return { id, token: `${id}:${randomBytes(27).toString('base64url').slice(0, 35)}` }
}
