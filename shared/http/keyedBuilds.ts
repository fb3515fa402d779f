import type { Hex } from 'viem'
import { nameOf, type AnyPrincipal } from '../auth/principal.ts'
import { createKeyStore } from '../durable/nonces.ts'
import type { AuthEnv } from '../env/authEnv.ts'
import { ApiError } from '../errors/ApiError.ts'
import { sha256 } from '../text/bytes.ts'
import { canonicalJson } from '../text/json.ts'
import { idempotencyKey } from './idempotencyKey.ts'

/** How long a key stands for one body, in seconds. */
const KEY_SECONDS = 86_400

/** A build that a key may come with. */
interface BuildRequest {
  readonly request: Request
  readonly principal: AnyPrincipal
  readonly operationId: string
  readonly chainId: number
  /** As its schema gave it. */
  readonly body: unknown
}

interface KeyedBuild {
  /** `id` of its wallet_sendCalls request (EIP-5792): whatever else changes, the same request has the same. */
  readonly callsId: Hex
  /** Remembers for a day what the key stands for. Throws idempotency_key_reused, store_unavailable. */
  readonly claim: () => Promise<void>
}

/** A build under the key of its request; undefined without a key. Throws invalid_request for a malformed one. */
export type OpenKeyed = (build: BuildRequest) => Promise<KeyedBuild | undefined>

/** For a family with builders. Only hashes are kept, and nobody else can bring about the same id. */
export function keyedBuilds({ NONCES }: Pick<AuthEnv, 'NONCES'>): OpenKeyed {
  const keys = createKeyStore(NONCES, 'build')
  return async ({ request, principal, operationId, chainId, body }) => {
    const key = idempotencyKey(request)
    if (key === undefined) return undefined
    const name = canonicalJson([nameOf(principal), operationId, key])
    const content = await sha256(canonicalJson(toJson(body)))
    return {
      callsId: `0x${await sha256(canonicalJson([name, chainId, content]))}`,
      async claim() {
        if ((await keys.claim(name, content, KEY_SECONDS)) !== content) throw new ApiError('idempotency_key_reused')
      },
    }
  }
}

/** Integers as text, which JSON has no exact form for. */
const toJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))
