import { type Address, numberToHex } from 'viem'
import { innerCalls } from '../../../shared/domain/sponsorship/innerCalls.ts'
import { modeOf } from '../../../shared/domain/sponsorship/modeOf.ts'
import type { Mode, Policy } from '../../../shared/domain/sponsorship/policy.ts'
import { Denial, RpcError } from '../../../shared/domain/sponsorship/RpcError.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { CreatorCheck } from '../../../shared/store/mayCreate.ts'
import { lower } from '../../../shared/text/address.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import type { PaymasterDecisionStore } from '../store/paymasterDecisions.ts'
import type { DeploymentReader } from './legacy/readKnownDeployments.ts'
import type { UserOperation } from './readOperation.ts'
import { readSponsorship, type Sponsorship } from './readSponsorship.ts'
import { failed, requestSponsorship, type Upstream } from './requestSponsorship.ts'
import type { RequireDeposit } from './requireDeposit.ts'
import { requireSponsored } from './requireSponsored.ts'
import { creationOf } from './senderCalls.ts'
import type { Quota, SponsorQuotas } from './sponsorQuotas.ts'

export interface SponsorParts extends DeploymentReader {
  readonly upstream: Upstream
  readonly policy: Policy
  readonly mayCreate: CreatorCheck
  readonly decisions: PaymasterDecisionStore
  readonly quotas: SponsorQuotas
  readonly requireDeposit: RequireDeposit
}

export interface SponsorRequest {
  readonly method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData'
  readonly operation: UserOperation
  readonly principal: Address
}

/** Decides about a user operation, and has the provider sponsor it. */
export type Sponsor = (wish: SponsorRequest) => Promise<Sponsorship['fields']>

/**
 * The order matters: what the operation alone proves wrong comes first, then what the chain says, then the list of creators,
 * and only for what is allowed a charge to the quotas of principal and sender, which goes back if the provider fails. So
 * nobody can use up the quota of a wallet that is not theirs. Every decision is stored before it is answered.
 *
 * The returned function throws a Denial, RpcError, store_unavailable, and the errors of the RPC client.
 */
export function createSponsor(parts: SponsorParts): Sponsor {
  const { policy, decisions, chain, now } = parts

  return async (wish) => {
    const { method, operation, principal } = wish
    const { sender } = operation
    const about = { method, principal, sender, userOpHash: await hashOf(operation, chain.config.chainId) }
    const record = (allowed: boolean, mode: Mode | null, code: string | null) =>
      decisions.record({ ...about, allowed, mode, code, createdAt: Math.floor(now() / 1000) })
    try {
      const mode = await requireAllowed(parts, wish)
      const { fields } = await ask(parts, wish, () => record(true, mode, null))
      return fields
    } catch (error) {
      if (error instanceof Denial) await record(false, error.mode, error.reason)
      throw error
    }
  }

  /** Asks the provider, and has its answer kept; what is signed for is charged first. */
  async function ask(
    own: SponsorParts,
    { method, operation, principal }: SponsorRequest,
    keep: () => Promise<void>,
  ): Promise<Sponsorship> {
    if (method === 'pm_getPaymasterStubData') {
      const stub = await request(own, method, operation)
      await keep()
      return stub
    }
    const quotas = quotasOf(policy, principal, operation.sender)
    const charge = crypto.randomUUID()
    const wait = await own.quotas.charge(quotas, charge)
    if (wait > 0) throw new RpcError('limited', `quota_exceeded: retry after ${wait} seconds`, wait)
    try {
      const sponsorship = await request(own, method, operation)
      const gas = { ...operation.gas, ...definedOf(sponsorship.gas) }
      if (totalGas({ version: operation.version, gas }) > policy.maxTotalGas)
        throw failed('its gas limits are above the sponsored maximum')
      await own.requireDeposit(operation, sponsorship)
      await keep()
      return sponsorship
    } catch (error) {
      // A charge that is not refunded expires with the window.
      await own.quotas.refund(quotas, charge).catch((failure) => logError('warn', 'quota_not_refunded', failure))
      throw error
    }
  }

  async function request({ upstream }: SponsorParts, method: string, operation: UserOperation): Promise<Sponsorship> {
    const params = [operation.wire, operation.entryPoint, numberToHex(chain.config.chainId), policy.context]
    return readSponsorship(await requestSponsorship(upstream, method, params), operation)
  }
}

/** The kind of an operation that may be sponsored. Throws a Denial, and the errors of stores and nodes. */
async function requireAllowed(parts: SponsorParts, { method, operation, principal }: SponsorRequest): Promise<Mode> {
  const { policy, chain, mayCreate } = parts
  requireBounds(operation, policy, method === 'pm_getPaymasterData')
  const calls = innerCalls(operation.callData)
  const mode = modeOf(calls, chain.config, policy)
  try {
    const creation = creationOf(operation, policy)
    await requireSponsored(parts, { mode, calls, operation, creation, principal, policy })
    if (policy.requireAllowlist && !(await mayCreate([principal, operation.sender])))
      throw new Denial('sender_not_allowlisted')
    return mode
  } catch (error) {
    if (error instanceof Denial) error.mode = mode
    throw error
  }
}

const quotasOf = (policy: Policy, principal: Address, sender: Address): Quota[] => [
  { key: `principal:${lower(principal)}`, limit: policy.perPrincipalPerMinute, windowSeconds: 60 },
  { key: `sender:${lower(sender)}`, limit: policy.perSenderPerHour, windowSeconds: 3600 },
]

const definedOf = (gas: UserOperation['gas']) =>
  Object.fromEntries(Object.entries(gas).filter(([, limit]) => limit !== undefined))

/** Key of an operation in the store: everything but its signature. */
function hashOf({ wire, entryPoint }: UserOperation, chainId: number): Promise<string> {
  const { signature: _, ...unsigned } = wire
  return sha256(canonicalJson({ ...unsigned, entryPoint, chainId }))
}

/** Gas that must be known before a signature; an operation without it gets a stub. */
const SIGNED_FOR = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const

/**
 * Whether the gas of an operation and its price are within what is sponsored. Throws a Denial, and RpcError invalidParams
 * where the operation is to be signed for and lacks one of them.
 */
function requireBounds(operation: UserOperation, policy: Policy, isSigned: boolean): void {
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = operation
  if (operation.hasAuthorization) throw new Denial('eip7702_not_supported')
  const missing = [
    ...SIGNED_FOR.filter((name) => gas[name] === undefined),
    ...(maxFeePerGas === undefined ? ['maxFeePerGas'] : []),
    ...(maxPriorityFeePerGas === undefined ? ['maxPriorityFeePerGas'] : []),
  ]
  if (isSigned && missing.length > 0)
    throw new RpcError('invalidParams', `invalid_params: userOperation.${missing[0]}: is required`)
  if (totalGas(operation) > policy.maxTotalGas) throw new Denial('gas_too_high')
  const [fee, tip] = [maxFeePerGas ?? 0n, maxPriorityFeePerGas ?? 0n]
  if (fee > policy.maxFeePerGas || (maxFeePerGas !== undefined && tip > fee)) throw new Denial('fee_too_high')
}

/** The most gas that the EntryPoint charges for. Up to 0.6 the paymaster may use the gas of verification twice more. */
const totalGas = ({ version, gas }: Pick<UserOperation, 'version' | 'gas'>): bigint => {
  const limits = Object.values(gas).reduce<bigint>((sum, limit) => sum + (limit ?? 0n), 0n)
  return version === '0.6' ? limits + 2n * (gas['verificationGasLimit'] ?? 0n) : limits
}
