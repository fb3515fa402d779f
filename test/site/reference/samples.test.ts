import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deploymentOfChain } from '../../../platform/deployments.ts'
import { installClient } from '../../docs/installClient.ts'
import { Reader } from '../../docs/Reader.ts'
import { shell } from '../../docs/shell.ts'
import { root } from '../../laws/sources.ts'
import { callTool, connect } from '../../mcp/connect.ts'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'
import { needs, pythonWith } from '../../support/machine.ts'
import { samplesAt } from './samplesAt.ts'

/** Public reads that the local world answers; those that are not tools are run in the other languages. */
const READS = [
  'listExploreVaults',
  'getVaultReport',
  'getVaultStrategies',
  'getVaultStatus',
  'getProtocolStatus',
  'getAuctionStatus',
  'getAuctionActivity',
  'listAuctionRecentBids',
  'getLotteryGlobal',
  'getGaugeEpoch',
  'listGaugeVaults',
  'getGaugeUserVotes',
  'getVetokenUser',
  'getLpStrategy',
  'getTokenMetadata',
  'resolveName',
]

const PYTHON = pythonWith()

let net: BorrowedNet
let directory: string
let reader: Reader
let client: Client
let samples: ReturnType<typeof samplesAt>
beforeAll(async () => {
  net = await startLocalnet({
    families: ['auction', 'context', 'gauge', 'lottery', 'lpstrat', 'mcp', 'site', 'token', 'vault', 'vetoken'],
  })
  samples = samplesAt(net.host, deploymentOfChain(net.world))
  directory = await mkdtemp(path.join(root, '.cache/samples-'))
  await installClient(directory, (module) => module)
  reader = new Reader(directory)
  client = await connect(`${net.host}/mcp`)
})
afterAll(async () => {
  await client?.close()
  await reader?.close()
  await net?.stop()
  await rm(directory, { recursive: true, force: true })
})

const ToolCall = z.strictObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })

describe.each(READS)('the samples of %s are answered', (operationId) => {
  const sample = (language: 'curl' | 'typescript' | 'viem' | 'python' | 'mcp'): string => {
    const text = samples.get(operationId)?.[language]
    if (text === undefined) throw new Error(`${operationId}: no sample in ${language}`)
    return text
  }

  test('curl', async () => {
    const answer: unknown = JSON.parse(await shell(`${sample('curl')} -sS`, directory))
    expect(answer).not.toMatchObject({ success: false })
  })

  test.each(['typescript', 'viem'] as const)('TypeScript: %s', async (language) => {
    // The extension of viem has no documents.
    if (language === 'viem' && operationId === 'getTokenMetadata') return
    await writeFile(path.join(directory, `${operationId}-${language}.ts`), sample(language))
    expect(await reader.run(`${operationId}-${language}.ts`)).toMatch(/^[{[]/)
  })

  test('Python', needs('Python 3', PYTHON), async () => {
    await writeFile(path.join(directory, `${operationId}.py`), sample('python'))
    const printed = await shell(`${PYTHON} ${operationId}.py`, directory)
    expect(printed).toMatch(/^\{/)
    expect(printed).not.toContain(`'success': False`)
  })

  test('MCP', async () => {
    const { name, arguments: args } = ToolCall.parse(JSON.parse(sample('mcp')))
    expect(await callTool(client, name, args)).toBeTypeOf('object')
  })
})

describe.each(['/docs', '/docs/families/gauge', '/docs/operations/getGaugeEpoch'])('%s', (path) => {
  const get = (url: string, accept = '*/*') => fetch(`${net.host}${url}`, { headers: { accept } })

  test('is a page that runs and loads only what is the host’s', async () => {
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain(`script-src ${net.host}/assets/page.`)
    const [sheet] = /\/assets\/site\.\w+\.css/.exec(await answer.text()) ?? []
    expect((await get(String(sheet))).headers.get('content-type')).toContain('text/css')
  })

  test('is Markdown for who asks for it, and beside it, with the host in its samples', async () => {
    const markdown = await (await get(path, 'text/markdown')).text()
    expect(markdown).toMatch(/^# /)
    expect(markdown).not.toContain('localnet.invalid')
    expect(await (await get(`${path}.md`)).text()).toBe(markdown)
  })
})
