import * as z from 'zod'
import { AsOf } from '../common.ts'
import { jsonBody } from '../builder.ts'
import { operation } from '../operation.ts'
import { MOST_READS } from './mostReads.ts'

const BatchRequest = z
  .object({
    reads: z
      .array(z.string())
      .min(1, { error: 'must have at least one path' })
      .max(MOST_READS, { error: `must have at most ${MOST_READS} paths; send the others in a further batch` })
      .meta({
        description: `Paths of GET operations that answer with JSON, with their query, relative to the base URL; 1 to ${MOST_READS}`,
        example: ['/v1/gauge/epoch', '/v1/vetoken/user/0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
      }),
  })
  .meta({ id: 'BatchRequest' })

const BatchedAnswer = z
  .object({
    status: z.int().meta({ description: 'HTTP status of the read by itself', example: 200 }),
    blockNumber: z.string().nullable().meta({
      description:
        'Block that the answer is as of. If it is not that of `asOf`, the read does not depend on the state of the chain alone. `null` if it has no block',
      example: '23456789',
    }),
    headers: z
      .record(z.string(), z.string())
      .describe('Headers of the answer, in lower case: `x-error-code` and `retry-after` of an error, `etag`'),
    body: z.unknown().describe('JSON of the answer, byte for byte as the read has it by itself; `null` without JSON'),
  })
  .meta({ id: 'BatchedAnswer' })

export const gateway = {
  batchReads: operation({
    operationId: 'batchReads',
    method: 'post',
    path: '/v1/batch',
    tags: ['gateway'],
    summary: 'Read up to 50 paths at one block',
    description:
      'Answers each path as its GET would, all at one block, with one upstream request for each family. Each read counts against its own budget and has its own error. Credentials are ignored. Other operations are called by themselves.',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-body': { bound: 131_072, kind: 'object' },
    'x-needs': {},
    request: { body: jsonBody(BatchRequest) },
    responses: {
      200: {
        description: 'The answers, in the order of `reads`',
        content: {
          'application/json': {
            schema: z
              .object({
                asOf: AsOf.nullable().describe('Block at which the chain was read; `null` if no read needed it'),
                answers: z.array(BatchedAnswer),
              })
              .meta({ id: 'BatchAnswer' }),
          },
        },
      },
    },
  }),
}
