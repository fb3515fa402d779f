import { isValid } from '@tma.js/init-data-node'
import * as z from 'zod'
import type { ChatAccount } from './UserDirectory.ts'

const MAX_AGE_SECONDS = 300

const User = z.object({
  id: z.int().min(1).transform(String),
  username: z.string().max(64).optional(),
  first_name: z.string().max(256).optional(),
})

/**
 * The chat account of genuine and fresh launch data, else undefined. The ecosystem's own library decides, so that the
 * local world does not prove our verification with itself. `now` is in milliseconds.
 */
export function readLaunchData(raw: string, botToken: string, now: number): ChatAccount | undefined {
  const fields = new URLSearchParams(raw)
  if (Number(fields.get('auth_date')) + MAX_AGE_SECONDS < now / 1000) return undefined
  try {
    if (!isValid(raw, botToken, { expiresIn: 0 })) return undefined
    const { id, username = null, first_name: firstName = null } = User.parse(JSON.parse(fields.get('user') ?? ''))
    return { id, username, firstName }
  } catch {
    return undefined
  }
}
