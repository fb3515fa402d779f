import type { ChainHealth } from '../../shared/durable/statusBoard.ts'
import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { readFamilyHealth, readBoard } from '../../shared/deployment/health.ts'

/** Anyone may ask, and an answer that is not kept asks every family. */
const KEEP_MS = 1000

interface Health {
  readonly down: readonly string[]
  readonly up: readonly string[]
  readonly chain: ChainHealth | null
}

const lastOf = perEnvironment((): { seen?: Health & { readonly at: number } } => ({}))

/**
 * Health of the API: each bound family reports its own over its binding, and the status board that of the chain.
 * `data.families` names those that respond; `data.chain` has the newest block and its age, or why none can be
 * read, and is null without an answer of the board. `data.status` is `ok`, or `degraded` without a chain.
 *
 * Throws family_unavailable naming the families that do not respond.
 */
export async function getHealth(
  env: Readonly<Record<string, unknown>>,
  now: () => number = Date.now,
): Promise<PlainDocument> {
  const last = lastOf(env)
  let { seen } = last
  if (!seen || now() - seen.at >= KEEP_MS) {
    // Requests that arrive meanwhile get the previous answer.
    if (seen) last.seen = { ...seen, at: now() }
    last.seen = seen = { ...(await requestAll(env)), at: now() }
  }
  const { down, up, chain } = seen
  if (down.length > 0)
    throw new ApiError('family_unavailable', `${down.join(', ')} ${down.length === 1 ? 'does' : 'do'} not respond`)
  return {
    body: JSON.stringify({
      success: true,
      data: { status: chain?.reachable === false ? 'degraded' : 'ok', families: up, chain },
    }),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  }
}

async function requestAll(env: Readonly<Record<string, unknown>>): Promise<Health> {
  const [families, board] = await Promise.all([readFamilyHealth(env), readBoard(env)])
  const named = (up: boolean) =>
    families.flatMap(({ family, health }) => ((health !== undefined) === up ? [family] : []))
  return { down: named(false), up: named(true), chain: board && board.chain }
}
