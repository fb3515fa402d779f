import type { Address } from 'viem'
import type { Operation } from '../../schema/operation.ts'
import { type AnyPrincipal, nameOf } from '../auth/principal.ts'
import { ApiError } from '../errors/ApiError.ts'
import { logError } from '../log/logError.ts'
import type { Ticket } from '../log/requestScope.ts'
import type { Earlier, IdempotencyKeys } from '../store/idempotencyKeys.ts'
import { KeyTaken } from '../store/keepAnswer.ts'
import { sha256 } from '../text/bytes.ts'
import { plainJson } from '../text/json.ts'
import { canonicalBody } from './body.ts'
import type { BytesAnswer, JsonAnswer, StreamAnswer } from './handler.ts'
import { idempotencyKey } from './idempotencyKey.ts'

/** Whether answers of an operation are kept: builders have nothing to repeat. */
const isKept = ({ 'x-idempotency': keys }: Operation): boolean => keys !== undefined && keys !== 'calls'

type Given = JsonAnswer<unknown> | BytesAnswer | StreamAnswer

/** The answers of writes are a few kilobytes; a longer one comes from steps that may be repeated, and is made again. */
const MOST_CHARACTERS = 262_144

/** A validated request, and the store of answers by key. */
export interface KeyedRequest {
  readonly operation: Operation
  readonly request: Request
  readonly principal: AnyPrincipal | undefined
  /** Path, query and body. */
  readonly inputs: readonly unknown[]
  readonly keys: IdempotencyKeys | undefined
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * Answers a request once for its Idempotency-Key, and again from the stored answer. A write stores its answer in its own
 * transaction (keepAnswer); otherwise the answer is stored here. Errors are not stored. Without a principal, or if the
 * operation takes no key, the request runs normally.
 *
 * Throws invalid_request, invalid_json, idempotency_key_reused, idempotency_in_flight, store_unavailable, and what `answer` throws.
 */
export async function answerOnce(
  keyed: KeyedRequest,
  answer: (ticket: Ticket | undefined) => Promise<Given>,
): Promise<{ readonly given: Given; readonly isReplay: boolean }> {
  const { operation, request, principal, keys } = keyed
  const key = isKept(operation) ? idempotencyKey(request) : undefined
  if (key === undefined || !principal) return { given: await answer(undefined), isReplay: false }
  if (!keys) throw new Error(`${operation.operationId} takes an Idempotency-Key and its family keeps none`)
  const own = await ticketOf(keyed, key, principal)
  if (operation['x-idempotency'] === 'database') return answerInBatch(own, keys, answer)
  const claimed = await keys.claim(own, walletOf(operation, principal))
  if (claimed.state !== 'claimed') return { given: readKept(answered(claimed)), isReplay: true }
  const { ticket } = claimed
  let given: Given
  try {
    given = await answer(ticket)
  } catch (error) {
    const kept = await keys.release(ticket, { open: isFault(error) }).catch(logFault)
    if (typeof kept !== 'string') throw error
    return { given: readKept(kept), isReplay: true }
  }
  const text = writeKept(given)
  const kept =
    text.length > MOST_CHARACTERS ? await keys.release(ticket, { open: false }) : await keys.settle(ticket, text)
  return { given: readKept(kept ?? text), isReplay: false }
}

/**
 * The same for an operation whose changes are one batch with its answer: of several runs one batch is done, and any other fails
 * as a whole, so nothing has to be claimed before. A run that fails, or changes nothing, looks for the answer of an earlier one.
 */
async function answerInBatch(
  ticket: Ticket,
  keys: IdempotencyKeys,
  answer: (ticket: Ticket) => Promise<Given>,
): Promise<{ readonly given: Given; readonly isReplay: boolean }> {
  let given: Given
  try {
    given = await answer(ticket)
  } catch (error) {
    const earlier = await keys.find(ticket).catch(logFault)
    if (earlier) return { given: readKept(answered(earlier)), isReplay: true }
    throw error instanceof KeyTaken ? new ApiError('store_unavailable') : error
  }
  if (ticket.kept !== undefined) return { given: readKept(ticket.kept), isReplay: false }
  const text = writeKept(given)
  const earlier = text.length > MOST_CHARACTERS ? await keys.find(ticket) : await keys.keep(ticket, text)
  return earlier ? { given: readKept(answered(earlier)), isReplay: true } : { given: readKept(text), isReplay: false }
}

/** Whether an error leaves the outcome open: any but a refusal. */
const isFault = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

function logFault(fault: unknown): undefined {
  logError('warn', 'key_not_released', fault)
}

async function ticketOf(
  { operation, inputs, now }: KeyedRequest,
  key: string,
  principal: AnyPrincipal,
): Promise<Ticket> {
  return {
    id: await sha256(JSON.stringify([identityOf(principal), operation.operationId, key])),
    principal: nameOf(principal),
    fingerprint: await sha256(canonicalBody(plainJson(inputs))),
    claim: crypto.randomUUID(),
    requestedAt: Math.floor(now / 1000),
  }
}

/** The caller, and how it was proven: an answer for one session of a wallet is not for another. */
function identityOf(principal: AnyPrincipal): unknown {
  switch (principal.kind) {
    case 'session':
    case 'sessionAndIdentity': {
      const { kind, address, method, by, profileId, proofs } = principal
      const owners = proofs.map(({ wallet, owner }) => [wallet, owner])
      return [kind, address, method, by, profileId, owners, 'userId' in principal ? principal.userId : null]
    }
    case 'siwa':
      return [principal.kind, principal.agentRegistry, String(principal.agentId), principal.address]
    case 'identity':
    case 'miniapp':
      return [principal.kind, nameOf(principal)]
    case 'machine':
    case 'keepr':
      throw new Error('the routes of machines take no Idempotency-Key')
  }
}

/** The wallet of the caller, if the handler begins with its account. */
const walletOf = (operation: Operation, principal: AnyPrincipal): Address | undefined =>
  operation['x-authority'] === 'handler' && 'method' in principal && principal.method !== 'handoff'
    ? principal.address
    : undefined

function answered(earlier: Earlier): string {
  if (earlier.state === 'answered') return earlier.answer
  if (earlier.state === 'reused') throw new ApiError('idempotency_key_reused')
  throw new ApiError('idempotency_in_flight')
}

function writeKept(given: Given): string {
  if (!('data' in given) || given.headers) throw new Error('only JSON without headers of its own is kept')
  return JSON.stringify({ data: given.data, ...(given.asOf ? { asOf: given.asOf } : {}) })
}

const readKept = (text: string): JsonAnswer<unknown> => JSON.parse(text)
