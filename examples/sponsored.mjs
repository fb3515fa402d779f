// A smart wallet gives feedback on an agent, and the paymaster that the builder names pays for it (docs/paymaster.md).
import {
  buildSocialFeedbackPayload,
  createClient,
  getAgentFeedback,
  notBefore,
  signIn,
  submitAgentFeedback,
} from 'creator-vault'
import { createPublicClient, http } from 'viem'
import { createBundlerClient, createPaymasterClient, toCoinbaseSmartAccount } from 'viem/account-abstraction'
import { foundry } from 'viem/chains'
import { accountOf, api, chainId, rpc, services } from './localnet.mjs'

// A session of an owner of the wallet
const owner = accountOf('owner')
const client = createClient({ network: { chainId, baseUrl: api } })
const { token } = await signIn(client, owner)
const headers = { authorization: `Bearer ${token}` }

const chain = createPublicClient({ chain: foundry, transport: http(rpc) })
const account = await toCoinbaseSmartAccount({ client: chain, owners: [owner], version: '1.1' })

// 1. Store the file of the feedback, and build the call for the smart wallet
const tag1 = 'sponsored'
const rating = { agentId: 1, value: '5', valueDecimals: 0, tag1, reasoning: 'Every answer was right.' }
const { next } = await buildSocialFeedbackPayload(client, rating)
const built = await submitAgentFeedback(client, { ...next.body, from: account.address })
for (const { message } of built.issues) console.error(`Not sent: ${message}`)
if (built.issues.length > 0) process.exit(1)

// 2. Send all calls as one user operation; the paymaster knows its callers by their session
const { url } = built.calls.capabilities.paymasterService
const bundler = createBundlerClient({
  client: chain,
  transport: http(`${services.paymaster}/bundler`),
  paymaster: createPaymasterClient({ transport: http(url, { fetchOptions: { headers } }) }),
})
const calls = built.calls.calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) }))
const hash = await bundler.sendUserOperation({ account, calls })
const { success, paymaster, receipt } = await bundler.waitForUserOperationReceipt({ hash })
console.log(account.address, success ? 'gave feedback, paid by' : 'failed, paid by', paymaster)

// 3. Read it, as of that block or a later one
notBefore(client, receipt.blockNumber)
const { summary, totalClients } = await getAgentFeedback(client, { agentId: 1, tag1 })
console.log(`rated ${summary.displayValue} by ${totalClients} client`)
