import { buildSIWAMessage, parseSIWAMessage } from '@buildersgarden/siwa/siwa'
import type { Address, Hex } from 'viem'
import { getAddress, hashMessage, isAddress, isAddressEqual } from 'viem/utils'
import { ApiError } from '../errors/ApiError.ts'
import { checkStatement } from './limitedSignIn.ts'
import { proveOnce } from './proveOnce.ts'
import { checkChain, checkHost, checkNonce, checkTimes, messageFault, timeOf } from './signInRules.ts'
import type { SignInRules } from './siwe.ts'

export interface AgentRules extends SignInRules {
  /** The ERC-8004 identity registry of the configured chain. */
  readonly identityRegistry: Address
  /** The owner of an agent's identity token, or null if there is none. Throws when no node answers. */
  readonly ownerOf: (agentId: bigint) => Promise<Address | null>
}

export interface Agent {
  readonly address: Address
  readonly agentId: bigint
  readonly agentRegistry: string
  readonly chainId: number
}

/** CAIP-10 spelling of an identity registry (ERC-8004). */
export const agentRegistryOf = (chainId: number, registry: Address): string =>
  `eip155:${chainId}:${getAddress(registry)}`

/**
 * Verifies a Sign In With Agent message, consumes its nonce and opens the signer's account if needed. Returns the agent, and
 * whether a key or a contract signed. The signer must own the agent's identity token: an EOA or a contract wallet (ERC-1271,
 * ERC-6492).
 *
 * Throws invalid_message, unsupported_chain, invalid_registry, domain_mismatch, message_expired, message_not_yet_valid,
 * invalid_nonce, not_registered, not_owner, and what the node and `proveOnce` throw.
 */
export async function verifySiwa(
  message: string,
  signature: Hex,
  rules: AgentRules,
): Promise<{ agent: Agent; method: 'key' | 'contract' }> {
  const { address, agentId, ...fields } = parseStrictly(message)
  checkChain(fields, rules)
  const agentRegistry = requireRegistry(fields.agentRegistry, rules)
  checkHost(fields, rules.origins)
  checkTimes(rules.now, fields.times)
  await checkNonce(fields.nonce, rules, agentNonceContext(agentId))
  checkStatement(fields.statement, 'full')
  // Checked before the signature: a wallet's own code is run only for owners of agents.
  await requireOwner(agentId, address, rules)
  const signed = { address, hash: hashMessage(message), signature }
  const { method } = await proveOnce(signed, fields.nonce, rules, 'invalid_nonce')
  return {
    agent: { address, agentId, agentRegistry, chainId: rules.chainId },
    method: method === 'key' ? 'key' : 'contract',
  }
}

/** A nonce is valid only for the agent that requested it. */
export const agentNonceContext = (agentId: bigint): string => `agent ${agentId}`

/** The one registry served, in its canonical spelling. Throws invalid_registry for any other. */
export function requireRegistry(given: string, rules: Pick<AgentRules, 'chainId' | 'identityRegistry'>): string {
  const served = agentRegistryOf(rules.chainId, rules.identityRegistry)
  if (given.toLowerCase() !== served.toLowerCase())
    throw new ApiError('invalid_registry', `agentRegistry: must be ${served}`)
  return served
}

/** Throws not_registered if the agent has no owner, and not_owner if `address` is given and is not the owner. */
export async function requireOwner(
  agentId: bigint,
  address: Address | undefined,
  { ownerOf }: Pick<AgentRules, 'ownerOf'>,
): Promise<Address> {
  const owner = await ownerOf(agentId)
  if (owner === null) throw new ApiError('not_registered', `agentId: agent ${agentId} is not in the identity registry`)
  if (address !== undefined && !isAddressEqual(owner, address))
    throw new ApiError('not_owner', `agentId: agent ${agentId} has a different owner`)
  return owner
}

/**
 * Parses the message and rebuilds it from the parsed fields; only an identical text is accepted. This also refuses what
 * the parser would repair or round: an agent id that is missing, has trailing characters or exceeds 2^53 - 1.
 */
function parseStrictly(message: string) {
  let fields: ReturnType<typeof parseSIWAMessage>
  try {
    fields = parseSIWAMessage(message)
  } catch {
    throw notSiwa(message)
  }
  const { address, agentId, version, statement } = fields
  if (buildSIWAMessage(fields) !== message || version !== '1' || statement?.includes('\n')) throw notSiwa(message)
  if (!isAddress(address) || !Number.isSafeInteger(agentId) || agentId < 0) throw notSiwa(message)
  const [issuedAt, expiration, notBefore] = [fields.issuedAt, fields.expirationTime, fields.notBefore].map((text) =>
    text === undefined ? undefined : timeOf(text),
  )
  if (issuedAt === undefined || [issuedAt, expiration, notBefore].some(Number.isNaN)) throw notSiwa(message)
  return {
    ...fields,
    address: getAddress(address),
    agentId: BigInt(agentId),
    times: { issuedAt, expiration, notBefore },
  }
}

const notSiwa = (message: string) => new ApiError('invalid_message', messageFault(message, 'SIWA'))
