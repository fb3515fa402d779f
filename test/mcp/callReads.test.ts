import { expect, test } from 'vitest'
import * as z from 'zod'
import { accountOf, requestsWith } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'
import { callTool, connect, errorOf } from './connect.ts'

const proxy = useRpcProxy()
const net = useNet(() => startLocalnet({ families: ['mcp', 'site', 'gauge', 'vetoken'], nodeUrl: proxy.nodeUrl }))

const Reads = z.object({
  asOf: z.object({ blockNumber: z.string() }).nullable(),
  answers: z.array(
    z.object({
      operationId: z.string(),
      value: z.looseObject({ asOf: z.object({ blockNumber: z.string() }).optional() }).optional(),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
})

test('calls reads of several families at one block, each with its value or its error', async () => {
  const client = await connect(`${net.host}/mcp`)
  const { address } = accountOf(net, 'voter')
  const result = await callTool(client, 'call_reads', {
    reads: [
      { operationId: 'getVetokenUser', args: { address } },
      { operationId: 'getGaugeEpoch', fields: ['asOf', 'currentEpoch'] },
      { operationId: 'getVetokenUser', args: { address: '0x12' } },
      { operationId: 'getVetokenUsr' },
      { operationId: 'buildGaugeVote' },
    ],
  })
  const { asOf, answers } = Reads.parse(result)
  const own = z
    .looseObject({ lock: z.unknown() })
    .parse(await callTool(client, 'call_read', { operationId: 'getVetokenUser', args: { address } }))
  expect(answers[0]?.value?.['lock']).toEqual(own.lock)
  expect(Object.keys(answers[1]?.value ?? {})).toEqual(['asOf', 'currentEpoch'])
  expect(answers.slice(0, 2).map(({ value }) => value?.asOf?.blockNumber)).toEqual([
    asOf?.blockNumber,
    asOf?.blockNumber,
  ])
  expect(answers.slice(2).map(({ error }) => error?.code)).toEqual(['invalid_request', 'not_found', 'invalid_request'])
  expect(requestsWith(proxy, address)).toBeLessThanOrEqual(2)
  await client.close()
})

test('is an error if every read is one, or there is none', async () => {
  const client = await connect(`${net.host}/mcp`)
  for (const reads of [[], [{ operationId: 'getVetokenUser', args: {} }]]) {
    const result = await client.callTool({ name: 'call_reads', arguments: { reads } })
    expect(errorOf(result).code).toBe('invalid_request')
  }
  await client.close()
})
