import { createHmac, randomBytes, randomInt, sign, type KeyObject } from 'node:crypto'

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

/**
 * Launch data as the chat app writes it: fields with its signature for third parties (Ed25519) and the bot's hash.
 * It shares no code with the verification in the Workers.
 */
export function signLaunchData(fields: Readonly<Record<string, string>>, bot: Bot, key: KeyObject): string {
  const signature = sign(null, Buffer.from(`${bot.id}:WebAppData\n${lines(fields)}`), key).toString('base64url')
  const signed = { ...fields, signature }
  const secret = createHmac('sha256', 'WebAppData').update(bot.token).digest()
  const hash = createHmac('sha256', secret).update(lines(signed)).digest('hex')
  return Object.entries({ ...signed, hash })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

const lines = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')
