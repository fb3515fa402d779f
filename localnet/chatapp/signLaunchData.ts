import { createHmac, sign, type KeyObject } from 'node:crypto'
import type { Bot } from './makeBot.ts'

/**
 * Launch data as the chat app writes it: fields with its signature for third parties (Ed25519) and the bot's hash.
 * Written separately from what the Workers verify with.
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
