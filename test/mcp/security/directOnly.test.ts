import { describe, expect, test } from 'vitest'
import { buildRequest } from '../../../functions/mcp/calls/buildRequest.ts'
import type { CallableOperation } from '../../../functions/mcp/calls/CallableOperation.ts'
import { DIRECT_ONLY } from '../../../functions/mcp/calls/directOnly.ts'
import { asObject } from '../../../platform/json.ts'
import { describeOperations } from '../../../platform/mcp/describeOperations.ts'
import { openApiDocument } from '../../../platform/openapi.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { sideOf } from '../../support/Side.ts'
import { callTool, errorOf, request, rpc } from './callTool.ts'
import { answering, openDoor, ORIGIN } from './openDoor.ts'

const BUILD = 'buildGaugeVote'
const ARGS = { vaults: [`0x${'1'.repeat(40)}`], weights: [1] }
const SET = { [DIRECT_ONLY]: true }
const SAYS = { code: 'invalid_request', message: expect.stringContaining('direct HTTP requests') }
/** Escaped, doubled, marked and nested: what a family would read as the field. */
const BODIES = [
  `{"${DIRECT_ONLY}":true}`,
  '{"allow\\u0055nproven":true}',
  `\ufeff{"${DIRECT_ONLY}":true}`,
  `{"${DIRECT_ONLY}":true,"${DIRECT_ONLY}":false}`,
  `{"a":[{"${DIRECT_ONLY}":true}]}`,
]
const signed = { signature: '0x', signatureInput: 'eth=()' }

async function openBuild() {
  const sides = { BUILD: answering({}), AGENTS: answering({}), GAUGE: answering({}) }
  const send = await openDoor(sides)
  return { send, calls: () => Object.values(sides).flatMap((side) => side.requests) }
}

describe('the one place through which calls of operations pass', () => {
  const callable: CallableOperation = {
    operationId: BUILD,
    family: 'build',
    kind: 'build',
    method: 'POST',
    path: '/v1/build/{kind}',
    // Whatever the contract says of it.
    args: ['kind', 'body', 'vaults', DIRECT_ONLY],
    query: [],
    nullable: [DIRECT_ONLY],
    body: 'fields',
    auth: 'build',
  }
  const build = (args: object, body?: string) =>
    buildRequest(
      callable,
      { kind: 'x', ...args },
      body === undefined ? {} : { body },
      { headers: {}, signal: new AbortController().signal },
      `${ORIGIN}/api`,
    )
  const refusal = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code, message: error.detail }
    }
    return undefined
  }

  test('other arguments and bodies are sent', async () => {
    expect(await build({ vaults: ['allowUnproven'] }).json()).toEqual({ vaults: ['allowUnproven'] })
    expect(await build({}, '{"vaults":[]}').text()).toBe('{"vaults":[]}')
    expect(await build({}, 'no JSON').text()).toBe('no JSON')
  })

  test.each([true, false, null, 'true', 0, {}])('the field with the value %j is refused at every level', (value) => {
    for (const args of [
      { [DIRECT_ONLY]: value },
      { body: { [DIRECT_ONLY]: value } },
      { vaults: [[{ [DIRECT_ONLY]: value }]] },
    ])
      expect(refusal(() => build(args))).toMatchObject(SAYS)
  })

  test('a body that is a text is read as its family reads it', () => {
    for (const body of BODIES) expect(refusal(() => build({}, body))).toMatchObject(SAYS)
    const deep = `${'['.repeat(5000)}{"${DIRECT_ONLY}":true}${']'.repeat(5000)}`
    expect(refusal(() => build({}, deep))).toMatchObject({ message: expect.stringContaining('32 levels') })
  })
})

describe('security: a model cannot be talked into it', () => {
  const ofBuild: readonly (readonly [string, string, object])[] = [
    ['in args', 'build', { operationId: BUILD, args: { ...ARGS, ...SET } }],
    ['within args', 'build', { operationId: BUILD, args: { vaults: [SET] } }],
    ['beside args', 'build', { operationId: BUILD, args: ARGS, ...SET }],
    ['in args of a read', 'call_read', { operationId: 'getGaugeEpoch', args: SET }],
    ['in what is to be signed', 'describe_operation', { operationId: BUILD, sign: { args: SET } }],
    ...BODIES.map(
      (body) => ['in a body', 'call_write', { operationId: 'reviewAgentFeedback', args: {}, body, signed }] as const,
    ),
  ]
  test.each(ofBuild)('at /mcp: %s', async (_, tool, args) => {
    const { send, calls } = await openBuild()
    expect(errorOf(await callTool(`${ORIGIN}/mcp`, tool, args, { send }))).toMatchObject(SAYS)
    expect(calls()).toEqual([])
  })

  test.each([
    ['as an argument', { ...ARGS, ...SET }],
    ['in the options', { ...ARGS, options: SET }],
    ['in a body', { options: { body: BODIES[1], signed } }],
  ])('at /mcp/x/build: %s', async (_, args) => {
    const { send, calls } = await openBuild()
    expect(errorOf(await callTool(`${ORIGIN}/mcp/x/build`, BUILD, args, { send }))).toMatchObject(SAYS)
    expect(calls()).toEqual([])
  })

  test.each([
    ['a data part', { data: { operationId: BUILD, args: { ...ARGS, ...SET } } }],
    ['a data part, beside args', { data: { operationId: BUILD, args: ARGS, ...SET } }],
    ['a data part with a tool', { data: { tool: 'build', args: { operationId: BUILD, args: SET } } }],
    ['a text as JSON', { text: JSON.stringify({ operationId: BUILD, args: { ...ARGS, ...SET } }) }],
    ['a body', { data: { operationId: 'reviewAgentFeedback', args: {}, body: BODIES[1], signed } }],
  ])('at /a2a: in %s', async (_, part) => {
    const { send, calls } = await openBuild()
    const message = { role: 'ROLE_USER', messageId: 'm', parts: [part] }
    const { whole } = await rpc(`${ORIGIN}/a2a`, request('SendMessage', { message }), { 'a2a-version': '1.0' }, send)
    expect(whole).toContain('TASK_STATE_FAILED')
    expect(whole).toContain(`${DIRECT_ONLY}: exists only in direct HTTP requests`)
    expect(calls()).toEqual([])
  })
})

describe('tools do not show it', () => {
  /** The document of the contract, in which a builder has the field. */
  function documentWithField() {
    const document = asObject(JSON.parse(openApiDocument()))
    const { post } = asObject(asObject(document['paths'])['/v1/build/gauge/vote'])
    const content = asObject(asObject(asObject(asObject(post)['requestBody'])['content'])['application/json'])
    const own = { type: 'object', properties: { [DIRECT_ONLY]: { type: 'boolean' } } }
    Reflect.set(content, 'schema', { allOf: [content['schema'], own] })
    Reflect.set(content, 'example', { ...asObject(content['example']), ...SET })
    return document
  }

  test('in their schemas', () => {
    const { callable, tool, documented } =
      describeOperations(documentWithField()).find((one) => one.callable.operationId === BUILD) ?? expect.fail()
    expect(JSON.stringify(documented)).toContain(DIRECT_ONLY)
    expect(JSON.stringify({ callable, tool })).not.toContain(DIRECT_ONLY)
    expect(callable.args).toContain('vaults')
  })

  test('in what describe_operation says', async () => {
    const route = '/v1/build/gauge/vote'
    const document = { paths: { [route]: asObject(documentWithField()['paths'])[route] } }
    const SITE = sideOf(({ url }) => (url.includes('/docs/tools/') ? Response.json([]) : Response.json(document)))
    const send = await openDoor({ SITE })
    const { whole, value } = await callTool(`${ORIGIN}/mcp`, 'describe_operation', { operationId: BUILD }, { send })
    expect(value['exampleBody']).toHaveProperty('vaults')
    expect(whole).not.toContain(DIRECT_ONLY)
  })
})
