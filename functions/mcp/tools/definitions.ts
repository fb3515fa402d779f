import * as z from 'zod'
import { agentIdInBody } from '../../../schema/agents/feedbackParts.ts'
import { MOST_READS } from '../../../schema/gateway/mostReads.ts'
import { MOST_FIELDS, MOST_PATH } from '../../../shared/http/fields.ts'
import { address, TASKS } from './tasks.ts'

/** A tool of `/mcp` as the list describes it; its schema becomes JSON Schema at build time. */
export interface Definition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly annotations: Readonly<Record<string, boolean>>
}

const READS = { readOnlyHint: true, openWorldHint: false }

const operationId = z
  .string()
  .regex(/^\w{1,64}$/)
  .describe('As search_operations returns it')
const args = z
  .record(z.string(), z.unknown())
  .default({})
  .describe('Arguments of the operation, as describe_operation lists them')
const fields = z
  .array(z.string().max(MOST_PATH))
  .max(MOST_FIELDS)
  .optional()
  .describe('Only these members of the answer, inner ones with dots: ["lock.end"]')
const accessToken = z
  .string()
  .max(8192)
  .optional()
  .describe('Token of sign_in; without it the credential of the transport is used')
const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('A new key for each thing you want to happen once; the same key repeats the same request safely')

const signed = z
  .strictObject({
    signature: z.string().max(20_000).describe('Signature in hex, or the Signature header'),
    signatureInput: z.string().max(2048).describe('Signature-Input header'),
    contentDigest: z.string().max(256).optional().describe('Content-Digest header, where there is a body'),
  })
  .optional()
  .describe('Header fields of a request that an agent signed (ERC-8128); describe_operation returns what to sign')
const body = z
  .string()
  .max(200_000)
  .optional()
  .describe('With signed: the exact body, byte for byte, instead of its arguments')
const payment = z
  .string()
  .max(16_384)
  .optional()
  .describe('PAYMENT-SIGNATURE of x402. Without it a paid operation returns its price and the requirements to sign')

export const CALL_OPTIONS = z.strictObject({ fields, accessToken, idempotencyKey, signed, body, payment })

export const CALLS = {
  search_operations: z.strictObject({
    query: z.string().min(1).max(500).describe('What you want, in words; or a path, contract function or error code'),
    kind: z.enum(['read', 'build', 'write']).optional(),
    limit: z.int().min(1).max(20).default(8),
  }),
  describe_operation: z.strictObject({
    operationId,
    sign: z
      .strictObject({
        args: z.record(z.string(), z.unknown()).default({}),
        receipt: z.string().max(8192).describe('SIWA receipt of sign_in'),
        address: address('Owner of the agent, who signs'),
      })
      .optional()
      .describe('Also return the exact request with these arguments and its signature base (ERC-8128)'),
  }),
  call_read: z.strictObject({ operationId, args, fields, accessToken }),
  call_reads: z.strictObject({
    reads: z.array(z.strictObject({ operationId, args, fields })).min(1).max(MOST_READS),
  }),
  build: z.strictObject({ operationId, args, fields, accessToken, idempotencyKey, review: z.boolean().default(false) }),
  call_write: z.strictObject({ operationId, args, fields, accessToken, idempotencyKey, signed, body, payment }),
  sign_in: z.strictObject({
    address: address('First call: the wallet that signs').optional(),
    agentId: z
      .int({ error: 'must be a whole number below 2^53' })
      .min(0)
      .optional()
      .describe('First call: sign in as this ERC-8004 agent, which the wallet owns'),
    message: z.string().max(8192).optional().describe('Second call: the message, byte for byte'),
    signature: z.string().max(20_000).optional().describe('Second call: its signature (EIP-191, ERC-1271 or ERC-6492)'),
  }),
  paid_review: z.strictObject({
    agentId: agentIdInBody.describe('Agent to review'),
    fields,
    accessToken,
    signed,
    body,
    payment,
  }),
  explain_error: z.strictObject({
    code: z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/)
      .describe('Code of an error, of an issue of a build, or of a reason in an answer'),
  }),
}

/** The tools of `/mcp`, in the order in which they are listed. */
export const DEFINITIONS: readonly Definition[] = [
  ...TASKS.map(({ name, title, description, input }) => ({ name, title, description, input, annotations: READS })),
  {
    name: 'paid_review',
    title: 'Buy a technical review of an agent (x402)',
    description:
      'Checks an agent’s registration, file and endpoint, and returns a score with feedback that is ready to send. Costs one x402 payment. The first call returns the requirements to sign; call again with payment. Needs a credential: a session in the transport’s Authorization header, or a request that the agent signed (describe_operation reviewAgentFeedback).',
    input: CALLS.paid_review,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
  {
    name: 'explain_error',
    title: 'Explain an error code',
    description: 'Meaning, cause and fix of a code of an error or issue of this API, and whether a retry helps.',
    input: CALLS.explain_error,
    annotations: READS,
  },
  {
    name: 'search_operations',
    title: 'Find the operation for a purpose',
    description:
      'Searches all operations of this API by words, path, contract function or error code. Returns operationId, kind and what it does, best first.',
    input: CALLS.search_operations,
    annotations: READS,
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description: 'Arguments with units and bounds, an example answer, credential and errors of one operation.',
    input: CALLS.describe_operation,
    annotations: READS,
  },
  {
    name: 'call_read',
    title: 'Call a read',
    description:
      'Calls an operation of kind read. Public reads need no credential. Lists have `nextCursor`: pass it as the argument cursor for the next page. Amounts are decimal strings in base units; `asOf` is the block of the answer.',
    input: CALLS.call_read,
    annotations: READS,
  },
  {
    name: 'call_reads',
    title: 'Call many reads at one block',
    description:
      'Calls up to 50 public reads at once, all as of one block (`asOf`). Each has its `value` or its `error`. For facts that must fit together, and to save calls.',
    input: CALLS.call_reads,
    annotations: READS,
  },
  {
    name: 'build',
    title: 'Build an unsigned transaction',
    description:
      'Calls an operation of kind build. Nothing is signed or sent: the answer has `calls` (EIP-5792) with approvals first, `description` decoded from the calldata, `issues`, `simulation`, and `effects`: what it changes, to show to the user. Do not send it while issues are listed or the simulation fails. `review: true` asks a capable client to show its user the page `reviewUrl` first. Needs an accessToken of sign_in.',
    input: CALLS.build,
    annotations: READS,
  },
  {
    name: 'call_write',
    title: 'Call an operation that changes something',
    description:
      'Calls an operation of kind write, or a read that stores. Needs an account session in the transport’s Authorization header, or a request that the agent signed; tokens of sign_in do not suffice. It changes this service’s data, never the chain.',
    input: CALLS.call_write,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  {
    name: 'sign_in',
    title: 'Sign in a wallet or an agent',
    description:
      'In two calls. With address (and agentId for an ERC-8004 agent) it returns a message to sign. With message and signature it returns an accessToken: of a wallet valid for 15 minutes, of an agent for 30, for builds and the wallet’s own reads. Never pass a private key.',
    input: CALLS.sign_in,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
]
