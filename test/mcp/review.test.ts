import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { afterEach, describe, expect, test } from 'vitest'
import { accountOf, signIn } from '../account/support.ts'
import { startBuildNet } from '../build/support.ts'
import { prepared, useNet } from '../support/useNet.ts'
import { errorOf, MODES, textOf } from './connect.ts'
import { request, rpc } from './security/callTool.ts'
import { answering, openDoor, ORIGIN } from './security/openDoor.ts'

const net = useNet(() => startBuildNet({ families: ['account', 'build', 'mcp', 'vetoken'] }))
const session = prepared(() => signIn(net.api, accountOf(net, 'bidder'), 'limited'))

const SHOWS = { elicitation: { url: {} } }
const LOCK = { operationId: 'buildVetokenLock', args: { amountDecimal: '1', durationSec: 31_536_000 } }
const TOO_MUCH = { ...LOCK, args: { ...LOCK.args, amountDecimal: '999999999999' } }
const BEFORE = 'Only getBuildStatus, with from, to, data and value of the call, says whether it was sent'
const Built = z.looseObject({ description: z.string(), issues: z.array(z.unknown()), reviewUrl: z.string() })

const opened: Client[] = []
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close()
})

type Action = 'accept' | 'decline' | 'cancel'

/** The published client of a host that answers so when it shall open a page, and the pages that it was to open. */
async function open(capabilities: ClientCapabilities, mode: keyof typeof MODES = 'pinned', action: Action = 'accept') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { ...MODES[mode], capabilities })
  const pages: unknown[] = []
  if (capabilities.elicitation)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      pages.push(params)
      return { action }
    })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${net.host}/mcp`)))
  opened.push(client)
  const build = (args: object) => client.callTool({ name: 'build', arguments: { accessToken: session.token, ...args } })
  return { pages, build }
}

describe('a build with review', () => {
  test('is shown to the user once, and the result says that the user may send it', async () => {
    const { pages, build } = await open(SHOWS)
    const result = await build({ ...LOCK, review: true })
    const { description, reviewUrl, issues } = Built.parse(result.structuredContent)
    expect(pages).toEqual([expect.objectContaining({ mode: 'url', message: description, url: reviewUrl })])
    expect(issues).toEqual([])
    expect(textOf(result)).toMatch(/^The user was shown the review page, and may send this from it/)
    expect(textOf(result)).toContain(BEFORE)
  })

  test('security: the address has no credential', async () => {
    const { pages, build } = await open(SHOWS)
    await build({ ...LOCK, review: true })
    expect(pages).toHaveLength(1)
    expect(JSON.stringify(pages)).not.toContain(session.token)
  })

  test('is shown whatever members of the answer `fields` chooses', async () => {
    const { pages, build } = await open(SHOWS)
    const { structuredContent } = await build({ ...LOCK, review: true, fields: ['to'] })
    expect(pages).toHaveLength(1)
    expect(structuredContent).toEqual({ to: expect.stringMatching(/^0x/) })
  })

  test.each([
    ['decline', 'The user declined to open the review page.'],
    ['cancel', 'The user dismissed the request to open the review page.'],
  ] as const)('that the user answers with %s is built all the same, and says so', async (action, note) => {
    const { pages, build } = await open(SHOWS, 'pinned', action)
    const result = await build({ ...LOCK, review: true })
    expect(pages).toHaveLength(1)
    expect(Built.parse(result.structuredContent).issues).toEqual([])
    expect(textOf(result)).toContain(`${note} ${BEFORE}`)
  })

  test('has its issues at once, without a question to the user', async () => {
    const { pages, build } = await open(SHOWS)
    const result = await build({ ...TOO_MUCH, review: true })
    expect(Built.parse(result.structuredContent).issues).not.toEqual([])
    expect([pages, textOf(result).includes(BEFORE)]).toEqual([[], false])
  })

  test.each([
    ['without the capability', {}, 'pinned', true],
    ['that shows forms alone', { elicitation: { form: {} } }, 'pinned', true],
    ['of an older revision', SHOWS, 'default', true],
    ['that does not ask for it', SHOWS, 'pinned', false],
  ] as const)('a client %s gets the result with the link', async (_, capabilities, mode, review) => {
    const { pages, build } = await open(capabilities, mode)
    const result = await build({ ...LOCK, review })
    expect(pages).toEqual([])
    expect(textOf(result)).toMatch(
      /^buildVetokenLock answered as of block \d+\. This service signed and sent nothing\./,
    )
    expect(textOf(result)).toContain(Built.parse(result.structuredContent).reviewUrl)
  })
})

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': SHOWS,
}
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'build' }
const SENDABLE = {
  description: 'Lock 1 AURORA.',
  issues: [],
  simulation: { status: 'ok' },
  reviewUrl: `${ORIGIN}/review#buildVetokenLock:e30`,
}

/** The result of a call by hand, at a family that answers `built`. */
async function resultOf(
  built: unknown,
  more: object = {},
  meta: object = META,
  headers: Record<string, string> = HEADERS,
) {
  const send = await openDoor({ BUILD: answering(built) })
  const params = { name: 'build', arguments: { ...LOCK, review: true }, _meta: meta, ...more }
  const { result } = await rpc(`${ORIGIN}/mcp`, request('tools/call', params), headers, send)
  return z
    .looseObject({ content: z.array(z.object({ type: z.literal('text'), text: z.string() })).optional() })
    .parse(result)
}

describe('by hand', () => {
  const REQUIRED = { resultType: 'input_required' }

  test('security: a message is one line of bounded length, without characters that nobody sees', async () => {
    const description = `Lock 1 A\u202e\u200bB\n\n${'x'.repeat(5000)}`
    const Required = z.looseObject({
      inputRequests: z.object({ review: z.looseObject({ params: z.looseObject({ message: z.string() }) }) }),
    })
    const { message } = Required.parse(await resultOf({ ...SENDABLE, description })).inputRequests.review.params
    expect(message).toMatch(/^Lock 1 AB x+$/)
    expect(message).toHaveLength(1000)
  })

  test('only a build that may be sent is shown', async () => {
    expect(await resultOf(SENDABLE)).toMatchObject(REQUIRED)
    const withheld = [
      { ...SENDABLE, reviewUrl: null },
      { ...SENDABLE, simulation: { status: 'unavailable' } },
      { ...SENDABLE, simulation: { status: 'revert' } },
      { ...SENDABLE, issues: [{ code: 'insufficient_balance' }] },
      {},
    ]
    for (const built of withheld) expect(await resultOf(built)).toMatchObject({ structuredContent: built })
  })

  test('the text lists eight effects, and says how many more the result has', async () => {
    const effects = Array.from({ length: 10 }, (_, i) => ({ text: `The sender pays ${i} AURORA` }))
    const { content = [] } = await resultOf({ ...SENDABLE, reviewUrl: null, effects })
    expect(textOf({ content })).toMatch(/ Effects: The sender pays 0 AURORA; .*pays 7 AURORA; `effects` has 2 more\. /)
  })

  test.each<[unknown]>([
    ['x'],
    [[]],
    [null],
    [{}],
    [{ review: 1 }],
    [{ review: { action: 'sent' } }],
    [{ review: { method: 'elicitation/create', result: { action: 'accept' } } }],
    [{ other: { action: 'accept' } }],
  ])('security: a retry with %j gets the result, as one without a response', async (inputResponses) => {
    const { content = [] } = await resultOf(SENDABLE, { inputResponses })
    expect(textOf({ content })).toMatch(/^The client gave no response about the review page\. Only getBuildStatus/)
  })

  test('security: a request of an older revision cannot declare the capability', async () => {
    const { 'io.modelcontextprotocol/protocolVersion': _, ...meta } = META
    for (const headers of [{}, { 'mcp-protocol-version': '2025-11-25' }])
      expect(await resultOf(SENDABLE, {}, meta, headers)).toMatchObject({ structuredContent: SENDABLE })
  })

  test('security: a response of the user is no credential, and an error begins with the thing to do', async () => {
    const params = { name: 'build', arguments: { ...LOCK, review: true }, _meta: META }
    const retry = { ...params, inputResponses: { review: { action: 'accept' } } }
    const { result = {} } = await rpc(`${net.host}/mcp`, request('tools/call', retry), HEADERS)
    expect(errorOf(result).code).toBe('unauthenticated')
    expect(result).toMatchObject({
      content: [{ text: expect.stringMatching(/^unauthenticated: Call sign_in.+ may send this/) }],
    })
  })
})
