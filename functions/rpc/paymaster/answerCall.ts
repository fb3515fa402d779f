import { isAddress, getAddress, type Address } from 'viem'
import * as z from 'zod'
import type { PaymasterAnswer } from '../../../schema/rpc/paymaster.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { Sponsor, SponsorRequest } from './createSponsor.ts'
import { ENTRY_POINTS, type Policy } from '../../../shared/domain/sponsorship/policy.ts'
import { readOperation, type UserOperation } from './readOperation.ts'
import { CODES, Denial, RpcError } from '../../../shared/domain/sponsorship/RpcError.ts'

type Answer = z.output<typeof PaymasterAnswer>

const Id = z.union([z.string().max(128), z.number(), z.null()])
const Call = z.object({
  jsonrpc: z.literal('2.0'),
  id: Id,
  method: z.string().max(128),
  params: z.array(z.unknown()).max(8).optional(),
})

export interface CallContext {
  readonly principal: Address
  readonly policy: Policy
  readonly chainId: number
  readonly sponsor: Sponsor
  /** Counts the call. Throws rate_limited. */
  readonly count: () => Promise<void>
  readonly waitUntil: WaitUntil
}

/**
 * Answers one JSON-RPC call, failures included: nothing that goes wrong in it concerns another call of its batch. Throws
 * nothing.
 */
export function answerCall(given: unknown, answering: CallContext): Promise<Answer> {
  const work = answer(given, answering)
  // Clients give up sooner than a provider that hangs: what they were charged must still go back.
  answering.waitUntil(work)
  return work
}

async function answer(given: unknown, answering: CallContext): Promise<Answer> {
  const id = idOf(given)
  try {
    await answering.count()
    const call = Call.safeParse(given)
    if (!call.success)
      throw new RpcError(
        'invalidRequest',
        'invalid_call: must be an object with jsonrpc "2.0", an id (a number, a string of at most 128 characters, or null), a method, and params as an array',
      )
    return { jsonrpc: '2.0', id, result: await resultOf(call.data, answering) }
  } catch (error) {
    return { jsonrpc: '2.0', id, error: errorOf(error) }
  }
}

async function resultOf({ method, params = [] }: z.output<typeof Call>, answering: CallContext) {
  if (method === 'eth_supportedEntryPoints') return answering.policy.entryPoints
  if (method !== 'pm_getPaymasterStubData' && method !== 'pm_getPaymasterData')
    throw new RpcError(
      'noSuchMethod',
      'method_not_supported: use pm_getPaymasterStubData, pm_getPaymasterData or eth_supportedEntryPoints; estimate gas and send operations through a bundler',
    )
  const { principal, sponsor } = answering
  const wish: SponsorRequest = { method, operation: operationIn(params, answering), principal }
  return { ...(await sponsor(wish)) }
}

function operationIn(params: readonly unknown[], { policy, chainId }: CallContext): UserOperation {
  const [given, entryPoint, chain] = params
  if (params.length < 2 || params.length > 4)
    throw invalid('params: must be [userOperation, entryPoint, chainId, context]; chainId and context are optional')
  if (typeof entryPoint !== 'string' || !isAddress(entryPoint)) throw invalid('entryPoint: must be an address')
  if (chain !== undefined && chain !== null && !isChain(chain, chainId))
    throw invalid(`chainId: must be ${chainId} in hex, the only supported chain`)
  const address = getAddress(entryPoint)
  const version = ENTRY_POINTS[address]
  if (!version || !policy.entryPoints.includes(address)) throw new Denial('entry_point_not_allowed')
  return readOperation(given, address, version)
}

const isChain = (given: unknown, chainId: number): boolean =>
  (typeof given === 'number' || (typeof given === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(given))) &&
  Number(given) === chainId

const invalid = (text: string): RpcError => new RpcError('invalidParams', `invalid_params: ${text}`)

/** The id of whatever was sent; null where it has none that can be repeated (JSON-RPC 2.0, section 5). */
function idOf(given: unknown): Answer['id'] {
  const id: unknown = typeof given === 'object' && given !== null && 'id' in given ? given.id : null
  return Id.safeParse(id).data ?? null
}

function errorOf(error: unknown): NonNullable<Answer['error']> {
  if (error instanceof RpcError) {
    const { code, message, retryAfter } = error
    return { code, message, ...(retryAfter === undefined ? {} : { data: { retryAfter } }) }
  }
  if (error instanceof ApiError && error.code === 'rate_limited') {
    const retryAfter = Math.max(1, Number(error.headers['retry-after'] ?? 1))
    return { code: CODES.limited, message: error.message, data: { retryAfter } }
  }
  if (error instanceof ApiError) return { code: CODES.outage, message: error.message }
  logError('error', 'paymaster_call_failed', error)
  return { code: CODES.outage, message: 'internal_error' }
}
