import { createReceipt, verifyReceipt } from '@buildersgarden/siwa/receipt'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import * as z from 'zod'
import { fromBase64url } from '../text/bytes.ts'
import { parseJson } from '../text/json.ts'
import { type Agent, agentRegistryOf } from './siwa.ts'

/** How long a receipt is valid, in seconds. */
export const RECEIPT_SECONDS = 1800

/** The registry and chain that receipts must name. */
export interface ReceiptScope {
  readonly chainId: number
  readonly identityRegistry: Address
}

/** Two base64url parts. The library throws on other characters. */
const RECEIPT = /^[\w-]+\.[\w-]+$/

const Payload = z.object({
  address: z.string().refine((text) => isAddress(text)),
  agentId: z.int().min(0),
  agentRegistry: z.string(),
  chainId: z.int(),
  signerType: z.enum(['eoa', 'sca']),
  iat: z.int(),
  exp: z.int(),
})

/** Milliseconds that a date can have (ECMA-262, section 21.4.1.1). */
const Stated = z.object({ exp: z.int().min(0).max(8.64e15) })

/** An agent that has signed in, with the signer: a key, or the contract at its address. */
export interface ProvenAgent extends Agent {
  readonly receiptFor: 'key' | 'contract'
}

/** A SIWA receipt for an agent that has signed in: base64url JSON and its HMAC-SHA256. `expiresAt` is ISO 8601. */
export const issueReceipt = (
  { receiptFor, ...agent }: ProvenAgent,
  secret: string,
): { receipt: string; expiresAt: string } =>
  createReceipt(
    {
      ...agent,
      agentId: Number(agent.agentId),
      verified: 'onchain',
      signerType: receiptFor === 'key' ? 'eoa' : 'sca',
    },
    { secret, ttl: RECEIPT_SECONDS * 1000 },
  )

/**
 * The agent that a receipt names and its expiry (unix seconds); null unless one of the secrets signed it, it is for
 * this chain and registry, and it has not expired.
 */
export function openReceipt(
  receipt: string,
  secrets: readonly string[],
  scope: ReceiptScope,
): (ProvenAgent & { expiresAt: number }) | null {
  if (!RECEIPT.test(receipt)) return null
  for (const secret of secrets) {
    const payload = Payload.safeParse(payloadOf(receipt, secret))
    if (!payload.success) continue
    const { address, agentId, agentRegistry, chainId, signerType, exp } = payload.data
    if (chainId !== scope.chainId || agentRegistry !== agentRegistryOf(scope.chainId, scope.identityRegistry))
      return null
    return {
      address: getAddress(address),
      agentId: BigInt(agentId),
      agentRegistry,
      chainId,
      receiptFor: signerType === 'eoa' ? 'key' : 'contract',
      expiresAt: Math.floor(exp / 1000),
    }
  }
  return null
}

/** The fault of a receipt that does not open: its own expiry has passed, or this service did not issue it. */
export function faultOfReceipt(receipt: string, now: number): string {
  const stated = RECEIPT.test(receipt) ? statedExpiry(receipt) : undefined
  return stated !== undefined && stated < now
    ? `the receipt expired at ${new Date(stated).toISOString()}`
    : 'the receipt was not issued by this service for this chain, or was modified'
}

function statedExpiry(receipt: string): number | undefined {
  try {
    return Stated.parse(parseJson(fromBase64url(receipt.split('.', 1)[0] ?? ''))).exp
  } catch {
    return undefined
  }
}

/** The payload that a secret signed; null for another secret’s, and for a receipt on which the library throws. */
function payloadOf(receipt: string, secret: string): unknown {
  try {
    return verifyReceipt(receipt, secret)
  } catch {
    return null
  }
}
