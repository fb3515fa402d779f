import { signRequest } from '@slicekit/erc8128'
import { isSame, keepSignIn } from '../auth/keepSignIn.ts'
import { requireOwnChallenge } from '../auth/requireOwnChallenge.ts'
import { addressOf, type Signer } from '../auth/Signer.ts'
import { signInText } from '../auth/signInText.ts'
import { memoryStore, type TokenStore } from '../auth/TokenStore.ts'
import type { Client } from '../createClient.ts'
import { createAgentNonce, verifyAgent } from '../generated/operations.gen.ts'
import type { Hex } from '../Operation.ts'

export interface AgentOptions {
  /** Owner of the agent: an account of viem, or a wallet client with one. It signs the sign-in, and the requests that need it. */
  readonly account: Signer<string | { readonly raw: Uint8Array }>
  /** Token id of the agent in the identity registry (ERC-8004). */
  readonly agentId: number
  /** Keeps the receipt for later programs; it ends with this one unless given. */
  readonly store?: TokenStore
}

/** A SIWA receipt of the API. */
export interface AgentSession {
  /** Owner of the agent, who has signed. */
  readonly address: Hex
  readonly agentId: number
  /** For `X-SIWA-Receipt`, valid for 30 minutes; after a renewal there is another. */
  readonly receipt: string
  /** ISO 8601, by the clock of the API. */
  readonly expiresAt: string
}

/**
 * Signs in an agent by SIWA: the client's calls are then the agent's. Each attempt of a call that writes, or for which the API asks whether
 * the wallet still owns the agent, is signed with a nonce of its own (ERC-8128); builders get the receipt alone. A stored receipt is used if
 * the API still accepts it. One that the API refuses later is renewed, once for all calls that were refused together.
 *
 * Times come from the API, so that the clock of this machine may be wrong. Operations that accept only a session refuse agents.
 *
 * Throws what the account and the store throw, an `ApiError`, for example `not_owner` or `not_registered`, and a `ConnectionError`, also
 * for a challenge of another origin or chain. The client is then as it was.
 *
 * @example
 * await signInAgent(client, { account: privateKeyToAccount(key), agentId: 7 })
 */
export async function signInAgent(
  client: Client,
  { account, agentId, store = memoryStore() }: AgentOptions,
): Promise<AgentSession> {
  const address = addressOf(account)
  const signer = {
    address,
    chainId: client.network.chainId,
    signMessage: (raw: Uint8Array) => account.signMessage({ message: { raw } }),
  }
  const { token, expiresAt } = await keepSignIn(client, store, {
    isOwn: (stored) => stored.agentId === agentId && isSame(stored.address, address),
    async signIn() {
      const challenge = await createAgentNonce(client, { agentId, ownerAddress: address })
      const aheadMs = Date.parse(challenge.issuedAt) - Date.now()
      requireOwnChallenge(client, challenge)
      const { domain, uri, agentRegistry, chainId, nonce, issuedAt, expirationTime } = challenge
      const message = signInText(
        'Agent',
        { domain, address },
        {
          URI: uri,
          Version: 1,
          'Agent ID': agentId,
          'Agent Registry': agentRegistry,
          'Chain ID': chainId,
          Nonce: nonce,
          'Issued At': issuedAt,
          'Expiration Time': expirationTime,
        },
      )
      const signature = await account.signMessage({ message })
      const { receipt, receiptExpiresAt } = await verifyAgent(client, { message, signature })
      return { api: client.network.baseUrl, address, agentId, token: receipt, expiresAt: receiptExpiresAt, aheadMs }
    },
    authorize(given, { token, aheadMs }, needsSignature) {
      // A session cookie of the page would take the place of the receipt.
      const request = new Request(given, { credentials: 'omit' })
      request.headers.set('x-siwa-receipt', token ?? '')
      if (!needsSignature) return request
      // One that is sent again, for example with a payment, is signed again.
      for (const name of ['signature', 'signature-input']) request.headers.delete(name)
      // Named, because some browsers do not show the library that a request has a body.
      const digest = request.headers.has('content-type') ? ['content-digest'] : []
      return signRequest(request, signer, {
        components: ['x-siwa-receipt', ...digest],
        created: Math.floor((Date.now() + aheadMs) / 1000),
      })
    },
    // The API ends no receipts.
    end: async () => {},
  })
  return { address, agentId, receipt: token ?? '', expiresAt }
}
