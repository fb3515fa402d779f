import type { Json } from '../../json.ts'
import type { Deployment } from '../../deployments.ts'
import { builds } from './builds.ts'
import { review } from './review.ts'
import { signIn } from './signIn.ts'
import { smartWallet } from './smartWallet.ts'
import { RETRY_LATER, workflowOf } from './workflowOf.ts'

export const ARAZZO_URL = '/.well-known/arazzo.yaml'

const DRAFTS = [...signIn, ...builds, ...review, ...smartWallet]

const DESCRIPTION = `Each workflow is the part of a task that requests can do. Between two workflows the caller’s wallet signs a message or a payment, or sends calls: this service has no keys, and broadcasts nothing.

- Sign in: \`sign-in-challenge\`, sign the message, \`sign-in\`.
- Lock and vote: \`lock\`, send the calls, \`transaction\`; seven days later \`vote\`, send, \`transaction\`.
- Bid: \`bid\`, send the calls, \`transaction\`, \`bids\`. Then \`exit\` and \`claim\`, each time send the calls, \`transaction\`.
- Review an agent: \`review-offer\`, sign the payment (x402), \`review\`.
- Link a smart wallet: \`sign-in\` with its owner, \`link-smart-wallet\`.

The credential is the token of a session. Agents can build with a SIWA receipt in \`X-SIWA-Receipt\` instead. Their other requests also need an ERC-8128 signature, which is of one single request, so it cannot be an input.`

/**
 * The Arazzo 1.0.1 document: tasks as workflows of requests, checked against the contract.
 *
 * @param document the OpenAPI document
 * @param deployment serves it. The URLs of a localnet are relative, since its host is known only when it is served
 */
export function arazzoDocument(document: Json, { baseUrl, isLocal }: Deployment): Json {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of the Creator Vault Agent API',
      summary: 'Sign in, lock and vote, bid, exit and claim, buy a review, link a smart wallet',
      description: DESCRIPTION,
      version: '1.0.0',
    },
    sourceDescriptions: [
      {
        name: 'api',
        type: 'openapi',
        url: isLocal ? '../openapi.json' : `${new URL(baseUrl).origin}/openapi.json`,
        // `respect` of Redocly resolves no relative server of an OpenAPI document.
        ...(isLocal ? {} : { 'x-serverUrl': baseUrl }),
      },
    ],
    workflows: DRAFTS.map((draft) => workflowOf(document, draft)),
    components: { failureActions: { [RETRY_LATER.name]: RETRY_LATER } },
  }
}
