import { type Address, encodeFunctionData, getAddress, keccak256, toHex, zeroHash } from 'viem'
import { type AccountRole, addressOf } from './accounts.ts'
import { artworkUri, jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'

/** An agent of the identity registry. */
export type Agent = { agentId: string; owner: Address }

export type Agents = { identityRegistry: Contract; walletFactory: Contract; wallet: Contract; agents: Agent[] }

/** Two agents: number 0 of the account `agent`, number 1 of a contract wallet that `owner` controls. */
export async function registerAgents(chain: Chain): Promise<Agents> {
  const identityRegistry = await chain.deploy('IdentityRegistry')
  const walletFactory = await chain.deploy('WalletFactory')
  const wallet = await createWallet(chain, walletFactory, 'owner', 0n)
  await chain.send('agent', identityRegistry, 'register', [registration(chain, identityRegistry, 0, 'Lantern')])
  const data = encodeFunctionData({
    ...identityRegistry,
    functionName: 'register',
    args: [registration(chain, identityRegistry, 1, 'Harbour')],
  })
  await chain.send('owner', wallet, 'execute', [identityRegistry.address, 0n, data])
  const agents = [addressOf('agent'), wallet.address].map((owner, index) => ({ agentId: String(index), owner }))
  return { identityRegistry, walletFactory, wallet, agents }
}

/** A contract wallet of an account, at the address that its owner and salt decide. */
async function createWallet(chain: Chain, factory: Contract, role: AccountRole, salt: bigint): Promise<Contract> {
  await chain.send('stranger', factory, 'createWallet', [addressOf(role), salt])
  const address = await chain.read(factory, 'getWalletAddress', [addressOf(role), salt])
  return chain.at('ContractWallet', getAddress(String(address)))
}

/** An agent's registration file, within its URI. */
const registration = ({ chainId }: Chain, { address }: Contract, agentId: number, name: string): string =>
  jsonUri(registrationFile({ chainId, registry: address, agentId, name }))

interface Registration {
  readonly chainId: number
  /** The identity registry. */
  readonly registry: Address
  readonly agentId: number
  readonly name: string
}

/** An agent's registration file (ERC-8004, "Agent URI and Agent Registration File"). */
export const registrationFile = ({ chainId, registry, agentId, name }: Registration) => ({
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name,
  description: `${name} watches creator vaults and acts for its owner.`,
  image: artworkUri(name.slice(0, 1), '#1d2b2a', '#d7f5e9'),
  services: [{ name: 'web', endpoint: `https://${name.toLowerCase()}.example` }],
  active: true,
  registrations: [{ agentId, agentRegistry: `eip155:${chainId}:${registry}` }],
  supportedTrust: ['reputation'],
})

export function deployReputation(chain: Chain, identityRegistry: Contract): Promise<Contract> {
  return chain.deploy('ReputationRegistry', [identityRegistry.address])
}

/**
 * Feedback on both agents: on agent 0 three values with different decimals (87, -32.5, 99.77) and one that was revoked;
 * its owner responded to -32.5. On agent 1 one.
 */
export async function leaveFeedback(chain: Chain, reputation: Contract): Promise<void> {
  await give(chain, reputation, 'voter', { agentId: 0, value: 87n, decimals: 0, tags: ['starred', 'vaults'] })
  await give(chain, reputation, 'bidder', { agentId: 0, value: -325n, decimals: 1, tags: ['starred', ''] })
  await give(chain, reputation, 'borrower', { agentId: 0, value: 9977n, decimals: 2, tags: ['uptime', 'month'] })
  await give(chain, reputation, 'voter', { agentId: 0, value: 12n, decimals: 0, tags: ['starred', 'vaults'] })
  await chain.send('voter', reputation, 'revokeFeedback', [0, 2])
  const response = jsonUri({ text: 'Thank you: the late report has been mended.' })
  await chain.send('agent', reputation, 'appendResponse', [0, addressOf('bidder'), 1, response, zeroHash])
  await give(chain, reputation, 'agent', { agentId: 1, value: 100n, decimals: 0, tags: ['starred', 'bridges'] })
}

type Feedback = { agentId: number; value: bigint; decimals: number; tags: [string, string] }

/** One piece of feedback with its document and the document's hash (ERC-8004, "Giving Feedback"). */
async function give(
  chain: Chain,
  reputation: Contract,
  from: AccountRole,
  { agentId, value, decimals, tags }: Feedback,
): Promise<void> {
  const document = { agentId, clientAddress: addressOf(from), value: String(value), valueDecimals: decimals, tags }
  const hash = keccak256(toHex(JSON.stringify(document)))
  const endpoint = `https://agent-${agentId}.example`
  const args = [agentId, value, decimals, ...tags, endpoint, jsonUri(document), hash]
  await chain.send(from, reputation, 'giveFeedback', args)
}

export function deployValidation(chain: Chain, identityRegistry: Contract): Promise<Contract> {
  return chain.deploy('ValidationRegistry', [identityRegistry.address])
}

/** The validator of the local world. */
export const validatorRole = 'admin'

/**
 * Agent 0 was validated: its owner sent a request to `admin`, who attested it in full. Each document has its hash on the chain
 * (ERC-8004, "Validation Registry").
 */
export async function validateAgent(chain: Chain, validation: Contract): Promise<void> {
  const request = { agentId: 0, measurement: 'the image that the agent runs', nonce: 1 }
  const requestHash = keccak256(toHex(JSON.stringify(request)))
  const validator = addressOf(validatorRole)
  await chain.send('agent', validation, 'validationRequest', [validator, 0, jsonUri(request), requestHash])
  const report = { requestHash, verdict: 'the quote is genuine, and of that image' }
  const responseHash = keccak256(toHex(JSON.stringify(report)))
  const response = [requestHash, 100, jsonUri(report), responseHash, 'tee-attestation']
  await chain.send(validatorRole, validation, 'validationResponse', response)
}
