import type { Hex } from 'viem'
import { nameOf, type AnyPrincipal } from '../auth/principal.ts'
import { createKeyStore, type KeyStore } from '../durable/claimedKeys.ts'
import type { AuthEnv } from '../env/authEnv.ts'
import { ApiError } from '../errors/ApiError.ts'
import { sha256 } from '../text/bytes.ts'
import { canonicalJson } from '../text/json.ts'

/** How long a key stands for one body, in seconds. */
const KEY_SECONDS = 86_400

/** A build under a key of its caller's. */
export interface KeyedBuild {
  /** `id` of its wallet_sendCalls request (EIP-5792): whatever else changes, the same request has the same. */
  readonly callsId: Hex
  /** What the key stands for, and the name under which that is remembered. */
  readonly name: string
  readonly content: string
}

/** Where a family of builders remembers what keys stand for. */
export const openBuildKeys = ({ NONCES }: Pick<AuthEnv, 'NONCES'>): KeyStore => createKeyStore(NONCES, 'build')

/** What a key makes of a build: nothing of it is a secret, and nobody else can bring about the same id. */
export async function keyedBuild({
  principal,
  key,
  operationId,
  chainId,
  body,
}: {
  readonly principal: AnyPrincipal
  readonly key: string
  readonly operationId: string
  readonly chainId: number
  /** As its schema gave it. */
  readonly body: unknown
}): Promise<KeyedBuild> {
  const name = canonicalJson([nameOf(principal), operationId, key])
  const content = await sha256(canonicalJson(toJson(body)))
  return { name, content, callsId: `0x${await sha256(canonicalJson([name, chainId, content]))}` }
}

/** Remembers what the key of a build stands for. Throws idempotency_key_reused, store_unavailable. */
export async function claimKey(keys: KeyStore, { name, content }: KeyedBuild): Promise<void> {
  if ((await keys.claim(name, content, KEY_SECONDS)) !== content) throw new ApiError('idempotency_key_reused')
}

/** Integers as text, which JSON has no exact form for. */
const toJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))
