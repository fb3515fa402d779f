import { FAMILIES } from '../../schema/families.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { boundFamily } from './dispatch.ts'

const TIMEOUT_MS = 2000
/** Anyone may ask, and each answer asks every family. */
const KEEP_MS = 1000

let last: { readonly at: number; readonly down: readonly string[]; readonly up: readonly string[] } | undefined

/**
 * Health of the API: each bound family is asked for its own over its binding. `data.families` names those that answer.
 *
 * Throws family_unavailable naming those that do not.
 */
export async function getHealth(
  env: Readonly<Record<string, unknown>>,
  now: () => number = Date.now,
): Promise<PlainDocument> {
  if (!last || now() - last.at >= KEEP_MS) last = { at: now(), ...(await askAll(env)) }
  const { down, up } = last
  if (down.length > 0)
    throw new ApiError('family_unavailable', `${down.join(', ')} ${down.length === 1 ? 'does' : 'do'} not answer`)
  return {
    body: JSON.stringify({ success: true, data: { status: 'ok', families: up } }),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  }
}

async function askAll(env: Readonly<Record<string, unknown>>): Promise<{ down: string[]; up: string[] }> {
  const asked = Object.entries(FAMILIES).flatMap(([family, [prefix]]) => {
    const service = boundFamily(env, family.toUpperCase())
    return service ? [{ family, up: answers(service, `https://gateway/api${prefix}/health`) }] : []
  })
  const results = await Promise.all(asked.map(async ({ family, up }) => ({ family, up: await up })))
  const named = (wanted: boolean) => results.filter(({ up }) => up === wanted).map(({ family }) => family)
  return { down: named(false), up: named(true) }
}

async function answers(service: Fetcher, url: string): Promise<boolean> {
  try {
    const response = await service.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
