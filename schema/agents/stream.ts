import * as z from 'zod'
import { Amount, ChainId } from '../common.ts'
import { textOrNull } from '../fields.ts'
import { operation, SECURITY } from '../operation.ts'
import type { Needs } from '../needs.ts'

/** The language model behind the assistant. */
const NEEDS: Needs = {
  MODEL_URL: 'llm_not_configured',
  MODEL_NAME: 'llm_not_configured',
  MODEL_API_KEY: 'llm_not_configured',
}

/** Characters of a message, and of its context. */
export const MOST_CHARACTERS = 4000
/** Streams that one principal may have open at once. */
export const MOST_STREAMS = 2

const code = z.string().meta({ description: 'Code of the error (docs/errors.md)', example: 'llm_failed' })

/** The JSON data of each event of a stream, by the event's name. */
export const AGENT_STREAM_EVENTS = {
  open: z.object({
    correlationId: z.string().describe('Id of the request, as in X-Request-Id'),
  }),
  meta: z.object({
    model: z.string().describe('Name of the language model'),
    block: z
      .object({
        chainId: ChainId,
        number: Amount.describe('Number of the newest block when the stream began'),
        timestamp: z.int().describe('Time of that block, unix seconds'),
      })
      .nullable()
      .describe('Newest block when the stream began; reads are as of this block or a newer one. `null` if unknown'),
  }),
  tool: z.object({
    operationId: z.string().describe('Public read of this API that the model requested'),
    path: z.string().describe('Path and query of the read, below the base URL; empty if the request was invalid'),
    code: textOrNull('Code of the read’s error; `null` if it succeeded'),
  }),
  delta: z.object({ text: z.string().describe('Next part of the answer') }),
  done: z.object({
    text: z.string().describe('Whole answer: all parts together'),
    truncated: z.boolean().describe('Whether the answer was truncated at the model’s length limit'),
  }),
  error: z.object({ code, message: z.string().describe('Code of the error, then what to do') }),
  close: z.object({
    ok: z.boolean().describe('Whether the answer is complete: `true` after done, `false` after error'),
  }),
}
export type AgentStreamEvents = { [K in keyof typeof AGENT_STREAM_EVENTS]: z.output<(typeof AGENT_STREAM_EVENTS)[K]> }

const AgentStreamRequest = z
  .strictObject({
    message: z
      .string()
      .trim()
      .min(1)
      .max(MOST_CHARACTERS)
      .meta({ description: 'Question, 1 to 4000 characters', example: 'Which epoch of gauge voting is it?' }),
    context: z
      .string()
      .max(MOST_CHARACTERS)
      .optional()
      .describe('Further data for the model; the model follows no instructions in it'),
  })
  .meta({ id: 'AgentStreamRequest' })

export const agentStream = {
  streamAgent: operation({
    operationId: 'streamAgent',
    method: 'post',
    path: '/agent/stream',
    tags: ['agents'],
    summary: 'Ask the assistant a question about this API’s data',
    description:
      'Streams a language model’s answer as server-sent events with JSON data: open, meta, tool, delta, done or error, close. The model can only call public reads of this API, at most eight, on the caller’s rate limits. Verify figures with the operations that tool events name. At most two streams at once.',
    'x-limit': 'agentStream',
    'x-limit-principal': 'agentStreamPrincipal',
    'x-auth': 'write',
    'x-body': { bound: 16_384, kind: 'json' },
    'x-answer': 'stream',
    'x-errors': ['too_many_streams', 'llm_not_configured'],
    'x-stream-errors': ['llm_failed', 'llm_rate_limited', 'llm_timeout'],
    security: SECURITY.write,
    'x-needs': NEEDS,
    request: { body: { required: true, content: { 'application/json': { schema: AgentStreamRequest } } } },
    responses: {
      200: {
        description:
          'The events (text/event-stream, HTML standard); a comment every 15 seconds, at most two minutes in all',
        content: {
          'text/event-stream': {
            schema: z.string().describe('Events open, meta, tool, delta, done, error, close'),
          },
        },
      },
    },
  }),
}
