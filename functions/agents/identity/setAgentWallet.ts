import { hashTypedData, type Address, type Hex } from 'viem'
import type { agentWrites } from '../../../schema/agents/writes.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { registryTexts } from '../../../shared/domain/agents/registryWording.ts'
import { agentWalletTypedData, registryDomain, toSigningRequest } from './registry/agentWalletTypedData.ts'
import { identityActionsAbi as abi } from './registry/identityActionsAbi.ts'
import { operatorIssues } from './registry/operatorIssues.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler, Input } from '../../../shared/http/handler.ts'
import { timeText } from '../../../shared/text/wording.ts'
import type { IdentityContext } from './context.ts'
import { readAgent } from './readAgent.ts'
import { registryTime, requireDeadline } from './requireDeadline.ts'
import { requireCaller } from './requireCaller.ts'
import { verifyWallet } from './verifyWallet.ts'
import { isSignedByKey, type Signed } from '../../../shared/auth/signature.ts'

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
 * signers write 0 or 1. What does not come from the wallet’s own key belongs to its contract, and stays as it is.
 */
async function toRegistrySignature(signed: Signed): Promise<Hex> {
  const { signature } = signed
  if (!/0[01]$/.test(signature) || !(await isSignedByKey(signed))) return signature
  return `0x${signature.slice(2, -2)}${signature.endsWith('0') ? '1b' : '1c'}`
}
