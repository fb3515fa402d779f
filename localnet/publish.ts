import { type Address, createWalletClient, http, parseAbi, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { accounts } from './world/accounts.ts'
import { minedReceipt } from './world/minedReceipt.ts'

/** Puts share tokens on the managed token list as its operator does; those that are on it stay. */
export async function seedTokenList(
  { api, secrets }: { readonly api: string; readonly secrets: Readonly<Record<string, string>> },
  shareTokens: readonly Address[],
): Promise<void> {
  for (const shareToken of shareTokens) {
    const response = await fetch(`${api}/token/managed-token-list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets['TOKEN_LIST_KEY']}` },
      body: JSON.stringify({ shareToken }),
    })
    if (!response.ok) throw new Error(`the token list refused ${shareToken}: ${await response.text()}`)
    await response.arrayBuffer()
  }
}

interface Served {
  /** Base URL of the API, ending in /api. */
  readonly api: string
  readonly rpcUrl: string
  readonly identityRegistry: Address
}

const registryAbi = parseAbi(['function setAgentURI(uint256 agentId, string newURI)'])
const Answer = z.object({ data: z.object({ uriPolicy: z.object({ preferredOnchainUri: z.string() }) }) })

/**
 * Sets the URI of agent 0 to the registration file that this host serves, as its owner does. The file names the host, so
 * the world, which is built before the host is known, cannot do it.
 */
export async function publishAgent({ api, rpcUrl, identityRegistry }: Served): Promise<void> {
  const response = await fetch(`${api}/social/agent-registration`)
  if (!response.ok) throw new Error(`the registration file of agent 0 cannot be read: ${await response.text()}`)
  const { uriPolicy } = Answer.parse(await response.json()).data
  const owner = accounts.find(({ role }) => role === 'agent')
  if (!owner) throw new Error('no account has the role agent')
  const wallet = createWalletClient({
    account: privateKeyToAccount(owner.privateKey),
    transport: http(rpcUrl),
  }).extend(publicActions)
  const hash = await wallet.writeContract({
    chain: null,
    address: identityRegistry,
    abi: registryAbi,
    functionName: 'setAgentURI',
    args: [0n, uriPolicy.preferredOnchainUri],
  })
  const { status } = await minedReceipt(wallet, hash)
  if (status !== 'success') throw new Error(`setAgentURI of agent 0 reverted in ${hash}`)
}
