import { z } from '@hono/zod-openapi'
import { Amount, ChainId } from '../common.ts'
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

const code = z.string().openapi({ description: 'A code of the error catalogue', example: 'llm_failed' })

/** What each event of a stream carries as JSON, by the event's name. */
export const AGENT_STREAM_EVENTS = {
  open: z.object({
    correlationId: z.string().openapi({ description: 'The id of the request, as in X-Request-Id' }),
  }),
  meta: z.object({
    model: z.string().openapi({ description: 'The language model that answers' }),
    block: z
      .object({
        chainId: ChainId,
        number: Amount.openapi({ description: 'Number of the newest block when the stream began' }),
        timestamp: z.int().openapi({ description: 'Unix seconds of that block' }),
      })
      .nullable()
      .openapi({
        description: 'The newest block, which what is read is as of, or newer; null if it could not be read',
      }),
  }),
  tool: z.object({
    operationId: z.string().openapi({ description: 'A public read of this API that the model asked for' }),
    path: z.string().openapi({ description: 'What was read, below the base URL; empty if the request was wrong' }),
    code: z.string().nullable().openapi({ description: 'null if it was answered; else the code of its error' }),
  }),
  delta: z.object({ text: z.string().openapi({ description: 'The next part of the answer' }) }),
  done: z.object({
    text: z.string().openapi({ description: 'The whole answer: all parts together' }),
    truncated: z.boolean().openapi({ description: 'Whether the model was cut off at its longest answer' }),
  }),
  error: z.object({ code, message: z.string().openapi({ description: 'The code, and what to do' }) }),
  close: z.object({
    ok: z.boolean().openapi({ description: 'Whether the answer is complete: done came, and not error' }),
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
      .openapi({ description: 'The question, 1 to 4000 characters', example: 'Which epoch of gauge voting is it?' }),
    context: z
      .string()
      .max(MOST_CHARACTERS)
      .optional()
      .openapi({ description: 'What the model should know besides, at most 4000 characters: data, not instructions' }),
  })
  .openapi('AgentStreamRequest')

export const agentStream = {
  streamAgent: operation({
    operationId: 'streamAgent',
    method: 'post',
    path: '/agent/stream',
    tags: ['agents'],
    summary: 'Ask the assistant, which answers from this API’s own public reads',
    description:
      'Answers a question in words as server-sent events, each with JSON: open, meta, then tool and delta as they happen, done with the whole text, close. After something has failed, error comes instead of done. A comment comes every 15 seconds; the stream ends after two minutes at most, and its reads count against the caller’s own budget. The assistant reads what anyone may read, at most eight times an answer; it never signs, builds or sends. Its words are a language model’s: take figures from the operations that tool names, and check what it proposes. At most two streams of a principal at once.',
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
        description: 'The events (text/event-stream of the HTML standard)',
        content: {
          'text/event-stream': {
            schema: z.string().openapi({ description: 'Events open, meta, tool, delta, done, error, close' }),
          },
        },
      },
    },
  }),
}
