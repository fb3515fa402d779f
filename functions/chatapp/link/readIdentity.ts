import * as z from 'zod'
import { refuse } from './launchPairs.ts'
import type { MiniappIdentity } from '../../../shared/domain/chatapp/MiniappIdentity.ts'

const User = z.object({ id: z.int().min(1), username: z.unknown().optional() })
const Chat = z.object({ id: z.union([z.int().transform(String), z.string()]).pipe(z.string().regex(/^-?\d{1,20}$/)) })

/** Only such names reach pages and logs. */
const USERNAME = /^[A-Za-z0-9_]{1,32}$/
const CHAT_TYPE = /^[a-z_]{1,32}$/
const CHAT_INSTANCE = /^-?\d{1,20}$/

/** The chat user who opened the Mini App, from verified launch data. Throws invalid_launch_data. */
export function readIdentity(pairs: ReadonlyMap<string, string>): MiniappIdentity {
  const { id, username } = readJson(pairs.get('user'), User, 'user')
  const chat = pairs.get('chat')
  return {
    chatappUserId: String(id),
    chatappUsername: typeof username === 'string' && USERNAME.test(username) ? username : null,
    chatId: chat === undefined ? null : readJson(chat, Chat, 'chat').id,
    chatType: readText(pairs.get('chat_type'), CHAT_TYPE, 'chat_type'),
    chatInstance: readText(pairs.get('chat_instance'), CHAT_INSTANCE, 'chat_instance'),
  }
}

function readJson<T extends z.ZodType>(text: string | undefined, schema: T, field: string): z.output<T> {
  if (text === undefined) throw refuse(`must have the field ${field}`)
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw refuse(`${field}: is malformed`)
  }
}

function readText(text: string | undefined, pattern: RegExp, field: string): string | null {
  if (text === undefined || text === '') return null
  if (!pattern.test(text)) throw refuse(`${field}: is malformed`)
  return text
}
