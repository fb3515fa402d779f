import { getAddress } from 'viem/utils'
import * as z from 'zod'
import { Sessions as ShippedSessions } from '../../functions/core/Sessions.ts'
import { NonceSet } from '../../shared/durable/NonceSet.ts'
import { createKeyStore, createNonceStore, type NoncesObject } from '../../shared/durable/nonces.ts'
import { askShard, askShardNamed } from '../../shared/durable/askShard.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import { parseProofs } from '../../shared/store/WalletProof.ts'
import { createSessionStore, type SessionsObject, type WhichSessions } from '../../shared/durable/sessions.ts'

/** Runs the alarm at once and says whether it left a row. */
interface Sweepable {
  sweep(hash: string): Promise<boolean>
}

/** Makes a nonce older than it is. */
interface Ageing {
  age(hash: string, seconds: number): Promise<void>
}

export class Nonces extends NonceSet implements Sweepable, Ageing {
  async age(hash: string, seconds: number): Promise<void> {
    this.ctx.storage.sql.exec('UPDATE nonces SET expires_at = expires_at - ? WHERE hash = ?', seconds, hash)
  }

  async sweep(hash: string): Promise<boolean> {
    await this.alarm()
    return this.ctx.storage.sql.exec('SELECT 1 FROM nonces WHERE hash = ?', hash).toArray().length > 0
  }
}

export class Sessions extends ShippedSessions implements Sweepable {
  async sweep(hash: string): Promise<boolean> {
    await this.alarm()
    return this.ctx.storage.sql.exec('SELECT 1 FROM sessions WHERE hash = ?', hash).toArray().length > 0
  }
}

/** The start of a session, or sessions to end, as JSON in `json`. */
const Origin = z.object({
  method: z.enum(['key', 'contract', 'handoff']),
  by: z.string().transform((text) => getAddress(text)),
  profileId: z.string().nullable(),
  proofs: z.array(z.unknown()).transform((proofs) => parseProofs(JSON.stringify(proofs))),
})
const Addresses = z.array(z.string().transform((text) => getAddress(text)))
const Which: z.ZodType<WhichSessions> = z.object({
  wallets: z.exactOptional(Addresses),
  owned: z.exactOptional(z.object({ wallet: Addresses.element, owner: Addresses.element.nullable() })),
  profileId: z.exactOptional(z.string()),
  ids: z.exactOptional(z.array(z.string())),
  until: z.exactOptional(z.int()),
  except: z.exactOptional(z.string()),
})

interface Env {
  NONCES: DurableObjectNamespace<NoncesObject & Sweepable & Ageing>
  SESSIONS: DurableObjectNamespace<SessionsObject & Sweepable>
}

/** The stores over HTTP, so that a test outside workerd can use them: `/<operation>?value=…&seconds=…`. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url)
    const value = url.searchParams.get('value') ?? ''
    const seconds = Number(url.searchParams.get('seconds') ?? '60')
    const ahead = Number(url.searchParams.get('ahead') ?? '0') * 1000
    const json: unknown = JSON.parse(url.searchParams.get('json') ?? 'null')
    const scope = url.searchParams.get('scope') === 'limited' ? 'limited' : 'full'
    const sessions = createSessionStore(env.SESSIONS, () => Date.now() + ahead)
    switch (url.pathname) {
      case '/consume':
        return Response.json(
          await createNonceStore(env.NONCES, url.searchParams.get('scope') ?? 'test').consume(value, seconds),
        )
      case '/claim': {
        const content = url.searchParams.get('content') ?? ''
        return Response.json(await createKeyStore(env.NONCES, 'test').claim(value, content, seconds))
      }
      case '/age':
        await askShard(env.NONCES, `test ${value}`, (shard, hash) => shard.age(hash, seconds))
        return Response.json(null)
      case '/start':
        return Response.json(await sessions.start(getAddress(value), Origin.parse(json), scope))
      case '/list':
        return Response.json(await sessions.list(Addresses.parse(value.split(','))))
      case '/isLive':
        return Response.json(await sessions.isLive(value))
      case '/end':
        return Response.json(await sessions.end(Addresses.parse(value.split(',')), Which.parse(json)))
      case '/confine':
        await sessions.confine(await sha256(value), getAddress(url.searchParams.get('address') ?? ''))
        return Response.json(null)
      case '/find':
        return Response.json(await sessions.find(value, scope === 'limited'))
      case '/fateOf':
        return Response.json(await sessions.fateOf(value))
      case '/revoke':
        return Response.json((await sessions.revoke(value)) ?? null)
      case '/sweepNonce':
        return Response.json(await askShard(env.NONCES, `test ${value}`, (shard, hash) => shard.sweep(hash)))
      case '/sweepSession':
        return Response.json(
          await askShardNamed(env.SESSIONS, value.slice(64), async (shard) => shard.sweep(await sha256(value))),
        )
      default:
        return new Response(null, { status: 404 })
    }
  },
}
