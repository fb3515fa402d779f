import { type Address, hashTypedData, type Hex, isAddressEqual } from 'viem'
import { isErc6492Signature } from 'viem/utils'
import type { agentWrites } from '../../../schema/agents/writes.ts'
import type { Issue } from '../../../schema/issues.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { createRunner } from '../../../shared/auth/runCreationCode.ts'
import { isSignedBy, isSignedByKey, type Signed } from '../../../shared/auth/signature.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { ifReachable } from '../../../shared/calldata/readIfReachable.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import { registryTexts } from '../../../shared/domain/agents/registryActions.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler, Input } from '../../../shared/http/handler.ts'
import { timeText } from '../../../shared/text/wording.ts'
import type { IdentityContext } from './context.ts'
import { readAgent } from './readAgent.ts'
import { agentWalletTypedData, registryDomain, toSigningRequest } from './registry/agentWalletTypedData.ts'
import { identityActionsAbi as abi, isOperator, type Operator } from './registry/operatorCalls.ts'

type Operation = typeof agentWrites.setAgentWallet
type Body = Input<Operation>['body']
type Encode = Extract<Body, { action: 'encode' }>

/**
 * `setAgentWallet` of the identity registry (ERC-8004, "Agent Wallet"), in two steps: the typed data for the new wallet,
 * then the transaction with its signature, for the agent's owner or an operator. The agent and the registry's EIP-712
 * domain are read at one block.
 *
 * Throws invalid_request for a deadline that the registry refuses, invalid_wallet_signature, forbidden, not_registered,
 * not_owner, wallet_authority_mismatch; read_needed when no node answers, unless nothing depends on it.
 */
export const setAgentWallet: Handler<Operation, IdentityContext> = async ({ body, principal }, context) => {
  const { chain, authority, now } = context
  const registry = chain.role('identityRegistry')
  const { agentId, newWallet, ownerAddress } = body
  const { address: caller, isOwner } = await requireCaller(principal, body, authority)
  const from = body.from ?? (isOwner ? ownerAddress : caller)
  const agent = await readAgent(chain, { registry, agentId, ownerAddress, caller, isOwner, sender: from })
  if (!agent && (!isOwner || body.action !== 'encode'))
    throw new ApiError('read_needed', 'no node answered, so the agent and the chain’s time are unknown; try again')
  const time = agent && registryTime(agent.asOf.timestamp, now())
  const deadline = time === null ? Number(body.deadline) : requireDeadline(body.deadline, time)
  const typedData = agentWalletTypedData(agent?.domain ?? registryDomain(null, chain.config.chainId, registry), {
    agentId,
    newWallet,
    owner: ownerAddress,
    deadline: BigInt(deadline),
  })
  const hash = hashTypedData(typedData)
  if (body.action !== 'encode') {
    const data = {
      action: 'prepare' as const,
      typedData: toSigningRequest(typedData),
      hash,
      deadline,
      registryAddress: registry,
      note: `${newWallet} signs the typed data (eth_signTypedData_v4). Then repeat this request with action encode, this deadline and the signature, and send the returned transaction before ${timeText(BigInt(deadline))}.`,
    }
    return agent ? { data, asOf: agent.asOf } : { data }
  }
  const signature = await toRegistrySignature({ address: newWallet, hash, signature: body.signature })
  const signatureVerified = agent ? await verifyWallet({ address: newWallet, hash, signature }, context) : null
  return unsignedCall(
    {
      from,
      action: encodeChange(registry, { ...body, signature }),
      issues: agent ? operatorIssues(agent.sender, agentId) : [],
      warnings:
        agent && signatureVerified === null
          ? ['The signature of newWallet is not verified, because no node answered.']
          : [],
      changes: [],
      asOf: agent?.asOf,
      expires: { times: [BigInt(deadline)] },
      time: time === agent?.asOf.timestamp ? undefined : (time ?? undefined),
      extra: {
        action: 'encode' as const,
        agentId: String(agentId),
        newWallet,
        deadline,
        signatureVerified,
        note: `${ownerAddress} or an operator of the agent sends the transaction before ${timeText(BigInt(deadline))}; in a later block it reverts.`,
      },
    },
    context,
  )
}

const encodeChange = (to: Address, { agentId, newWallet, deadline, signature }: Encode) =>
  encodeStep({
    to,
    abi,
    functionName: 'setAgentWallet',
    args: [agentId, newWallet, deadline, signature],
    describe: (args) => registryTexts.setAgentWallet(to, args),
  })

/**
 * A wallet’s signature as the registry takes it: of a key with v 27 or 28, which OpenZeppelin’s ECDSA wants, where some
 * signers write 0 or 1. A signature that is not by the wallet’s own key belongs to its contract, and stays as it is.
 */
async function toRegistrySignature(signed: Signed): Promise<Hex> {
  const { signature } = signed
  if (!/0[01]$/.test(signature) || !(await isSignedByKey(signed))) return signature
  return `0x${signature.slice(2, -2)}${signature.endsWith('0') ? '1b' : '1c'}`
}

/**
 * Verifies the signature of an agent's new wallet as the registry does: of its key, or else of the contract at its
 * address (ERC-1271), in one more upstream request. Null if no node answers.
 *
 * Throws invalid_wallet_signature; also for a wallet that is not deployed yet (ERC-6492), because the registry cannot
 * verify its signature.
 */
async function verifyWallet(signed: Signed, { chain }: { readonly chain: Chain }): Promise<true | null> {
  if (isErc6492Signature(signed.signature))
    throw new ApiError(
      'invalid_wallet_signature',
      'signature: is for an undeployed contract (ERC-6492), which the registry does not accept; deploy newWallet first',
    )
  const isSigned = await ifReachable(() => isSignedBy(signed, createRunner(chain.rpc, chain.config.chainId)))
  if (isSigned === false) throw new ApiError('invalid_wallet_signature')
  return isSigned
}

interface Caller {
  readonly address: Address
  /** Whether the caller acts for the owner that the request names. */
  readonly isOwner: boolean
}

/**
 * The caller who changes an agent. Throws forbidden for the receipt of another agent, unauthenticated for a machine,
 * authority_unknown, store_unavailable.
 */
async function requireCaller(
  principal: Principal,
  { agentId, ownerAddress }: { readonly agentId: bigint; readonly ownerAddress: Address },
  authority: Authority,
): Promise<Caller> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  if (principal.kind === 'siwa' && principal.agentId !== agentId)
    throw new ApiError('forbidden', `agentId: the SIWA receipt is for agent ${principal.agentId}`)
  const { address } = principal
  if (isAddressEqual(address, ownerAddress)) return { address, isOwner: true }
  const { wallets } = await authority.standing(principal, [ownerAddress])
  return { address, isOwner: wallets.some((wallet) => isAddressEqual(wallet, ownerAddress)) }
}

/** Seconds that the registry accepts at most (MAX_DEADLINE_DELAY), and what a deadline is by default. */
const MOST = 300
const USUAL = 240
/** A newest block that is older, in seconds, is that of a chain that mines only on demand. */
const IDLE = 60

/**
 * The time that a registry will see, unix seconds: that of the newest block, or of the clock if the chain has been idle,
 * since its next block has the clock's time. `now` is in milliseconds.
 */
export function registryTime(blockTime: number, now: number): number {
  const clock = Math.floor(now / 1000)
  return clock - blockTime > IDLE ? clock : blockTime
}

/** A deadline that the registry accepts at that time, by default in four minutes; unix seconds. Throws invalid_request. */
function requireDeadline(given: bigint | undefined, time: number): number {
  const seconds = given === undefined ? time + USUAL : Number(given)
  if (seconds <= time || seconds > time + MOST)
    throw new ApiError(
      'invalid_request',
      `deadline: must be after ${time}, the time of the newest block, and at most ${time + MOST}`,
    )
  return seconds
}

/** Why the identity registry would not let a sender change an agent. */
const operatorIssues = (sender: Operator, agentId: bigint): Issue[] =>
  isOperator(sender) === false
    ? [
        {
          code: 'not_agent_operator',
          message: `from: ${sender.spender} is neither the owner nor an operator of agent ${agentId}`,
          reverts: 'Not authorized',
        },
      ]
    : []
