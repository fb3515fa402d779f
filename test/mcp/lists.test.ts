import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Client, Tool } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import { MAX_ANSWER } from '../../functions/mcp/bounds.ts'
import { DIRECT_ONLY } from '../../functions/mcp/calls/directOnly.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { FAMILIES } from '../../schema/families.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { at, records, resolved } from '../laws/json.ts'
import { startLocalnet } from '../support/localnet.ts'
import { connect, errorOf } from './connect.ts'
import { useNet } from '../support/useNet.ts'

/** Bytes of all tools of `/mcp`: about 6 000 tokens. */
const MOST_BYTES = 24_000

/** Operations that agents and people may call, but not as tools. */
const NO_TOOL = [
  'batchReads',
  'createAuthHandoff',
  'getOpenApiSpec',
  'getOpenApiSpecYaml',
  'recordChatTelemetry',
  'redeemAuthHandoff',
  'verifyAgent',
  'verifyAuth',
]
const MACHINES = ['cron', 'ingest', 'runtime', 'keepr', 'chatapp', 'tokenlist', 'sentinel']
/** These answer a POST, and change nothing. */
const READS_BY_POST = ['batchReads', 'preflightChatCommand', 'queryDex', 'quoteTrendTrade']

const document: unknown = JSON.parse(openApiDocument())
const operations = Object.entries(OPERATIONS).flatMap(([family, all]) =>
  Object.values(all).map((operation) => ({ family, ...operation })),
)
const isMachines = ({ family, 'x-auth': auth }: (typeof operations)[number]) =>
  family === 'chatapp' || MACHINES.includes(String(auth))
const expected = operations.filter((one) => !isMachines(one) && !NO_TOOL.includes(one.operationId))
const withTools = Object.keys(FAMILIES).filter((name) => expected.some(({ family }) => family === name))
const without = Object.keys(FAMILIES).filter((name) => !withTools.includes(name))

const clients = new Map<string, Promise<Client>>()
const net = useNet(() => startLocalnet({ families: ['mcp', 'site'] }))
afterAll(async () => {
  for (const client of clients.values()) await (await client).close()
})

/** The tools at a path, as the client has them from the server. */
async function toolsAt(path: string): Promise<Tool[]> {
  const client = clients.get(path) ?? connect(`${net.host}${path}`)
  clients.set(path, client)
  return (await (await client).listTools(undefined, { cacheMode: 'refresh' })).tools
}
const families = async () =>
  new Map(await Promise.all(withTools.map(async (name) => [name, await toolsAt(`/mcp/x/${name}`)] as const)))

async function served(path: string): Promise<string> {
  const answer = await fetch(`${net.host}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  const text = await answer.text()
  return text.slice(text.indexOf('{')).trim()
}

describe('/mcp', () => {
  test('has few tools, without output schemas, that fit into a context', async () => {
    const text = await served('/mcp')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
    const tools = await toolsAt('/mcp')
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(MOST_BYTES)
    for (const tool of tools) expect(tool).not.toHaveProperty('outputSchema')
    for (const { title, annotations } of tools) {
      expect(title).toEqual(expect.any(String))
      expect(annotations).toHaveProperty('readOnlyHint')
    }
  })

  test('lists the same bytes each time, for every caller and after any other list', async () => {
    const first = await served('/mcp')
    await served('/mcp/x/vault')
    expect(await served('/mcp')).toBe(first)
    expect(await served('/mcp/x/build')).toBe(await served('/mcp/x/build'))
  })

  test('with readonly leaves out what changes something', async () => {
    const all = await toolsAt('/mcp')
    const reads = await toolsAt('/mcp?readonly')
    expect(all.filter((tool) => !reads.some(({ name }) => name === tool.name)).map(({ name }) => name)).toEqual([
      'paid_review',
      'call_write',
      'sign_in',
    ])
    for (const { annotations } of reads) expect(annotations?.readOnlyHint).toBe(true)
    expect(await toolsAt('/mcp?readonly=false')).toEqual(all)
  })
})

describe('/mcp/x/{family}', () => {
  test('has each operation of the contract as a tool, but those of machines and those left out for a reason', async () => {
    const listed = [...(await families())].map(([name, tools]) => [name, tools.map((tool) => tool.name).toSorted()])
    const ofContract = withTools.map((name) => [
      name,
      expected
        .filter(({ family }) => family === name)
        .map(({ operationId }) => operationId)
        .toSorted(),
    ])
    expect(listed).toEqual(ofContract)
    const known = operations.map(({ operationId }) => operationId)
    expect(NO_TOOL.filter((id) => !known.includes(id))).toEqual([])
  })

  test('has names, titles and hints of the contract', async () => {
    const tools = [...(await families()).values()].flat()
    for (const { operationId, summary, description = '', method, ...operation } of expected) {
      const { title, description: text, annotations } = found(tools, operationId)
      expect([operationId, title]).toEqual([operationId, summary])
      expect(text).toContain(description)
      const isBuilder = operation['x-auth'] === 'build'
      const stores = operation['x-auth-when']?.auth === 'write'
      const isRead = method === 'get' || isBuilder || READS_BY_POST.includes(operationId)
      expect([operationId, annotations?.readOnlyHint]).toEqual([operationId, isRead && !stores])
      if (annotations?.readOnlyHint === false) expect(annotations.destructiveHint).toBe(!isRead)
    }
  })

  test('says of builders that nothing is sent, and of what stores something that it is not only a read', async () => {
    const tools = [...(await families()).values()].flat()
    const builders = expected.filter(
      ({ operationId, ...one }) => one['x-auth'] === 'build' && operationId.startsWith('build'),
    )
    expect(builders.length).toBeGreaterThan(20)
    for (const { operationId } of builders) {
      const { description, annotations } = found(tools, operationId)
      expect(description).toContain('Nothing is sent.')
      expect(annotations?.readOnlyHint).toBe(true)
    }
    const stores = expected.filter((operation) => operation['x-auth-when']?.auth === 'write')
    expect(stores.length).toBeGreaterThan(0)
    for (const { operationId } of stores) expect(found(tools, operationId).annotations?.readOnlyHint).toBe(false)
  })

  test('five lists of the longest are shorter than an answer may be', async () => {
    for (const [name, tools] of await families())
      expect([name, 5 * Buffer.byteLength(JSON.stringify(tools)) < MAX_ANSWER]).toEqual([name, true])
  })

  test('with readonly has no writes', async () => {
    for (const [name, tools] of await families()) {
      const reads = await toolsAt(`/mcp/x/${name}?readonly`)
      for (const { annotations } of reads) expect([name, annotations?.readOnlyHint]).toEqual([name, true])
      expect(tools.filter((tool) => !reads.some((read) => read.name === tool.name))).toEqual(
        tools.filter(({ annotations }) => annotations?.destructiveHint === true),
      )
    }
  })

  test('security: with readonly nothing is stored: the argument with which a read stores is not there, and is refused', async () => {
    const stores = expected.filter((operation) => operation['x-auth-when']?.auth === 'write')
    for (const { family, operationId, ...operation } of stores) {
      const argument = String(operation['x-auth-when']?.query)
      const { inputSchema } = found(await toolsAt(`/mcp/x/${family}?readonly`), operationId)
      expect(inputSchema.properties).not.toHaveProperty(argument)
      const client = await clients.get(`/mcp/x/${family}?readonly`)
      const refused = await client?.callTool({ name: operationId, arguments: { [argument]: true } })
      expect(errorOf(refused ?? {})).toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(argument),
      })
    }
  })

  test.each([...without, 'nothing', 'constructor', '__proto__', 'VAULT', ''])('%s has no tools: 404', async (name) => {
    const answer = await fetch(`${net.host}/mcp/x/${name}`, { method: 'POST', body: '{}' })
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_found'])
  })
})

describe('schemas of arguments', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

  test('are valid JSON Schema 2020-12 of an object, and refer to nothing outside', async () => {
    const tools = [...(await toolsAt('/mcp')), ...[...(await families()).values()].flat()]
    for (const { name, inputSchema } of tools) {
      expect([name, ajv.validateSchema(inputSchema), ajv.errors ?? []]).toEqual([name, true, []])
      expect(inputSchema.type).toBe('object')
      expect(JSON.stringify(inputSchema)).not.toContain('"$ref"')
    }
  })

  test('have one argument for each parameter and member of the body, and options: no name stands for two', async () => {
    const tools = [...(await families()).values()].flat()
    for (const { operationId, method, path } of expected) {
      const properties = Object.keys(found(tools, operationId).inputSchema.properties ?? {})
      const documented = at(document, 'paths', path, method)
      const parameters = Object.values(records(at(documented, 'parameters')))
        .map((one) => resolved(document, one))
        .filter((one) => at(one, 'in') !== 'header')
        .map((one) => String(at(one, 'name')))
        // Options have it, as a list.
        .filter((name) => name !== 'fields')
      const schema = resolved(document, at(bodyOf(documented), 'schema'))
      const members = Object.keys(records(at(schema, 'properties'))).filter((name) => name !== DIRECT_ONLY)
      const ofBody =
        schema === undefined || members.length > 0
          ? members
          : properties.filter((one) => !parameters.includes(one) && one !== 'options')
      const all = [...parameters, ...ofBody, 'options']
      expect([operationId, all.length]).toEqual([operationId, new Set(all).size])
      expect([operationId, properties.toSorted()]).toEqual([operationId, all.toSorted()])
    }
  })

  test('accept the example bodies of the contract, and refuse an unknown argument', async () => {
    const tools = [...(await families()).values()].flat()
    let checked = 0
    for (const { operationId, method, path } of expected) {
      const documented = at(document, 'paths', path, method)
      const example = at(bodyOf(documented), 'example')
      if (example === undefined) continue
      const { inputSchema } = found(tools, operationId)
      const properties = inputSchema.properties ?? {}
      const parameters = Object.values(records(at(documented, 'parameters'))).map((one) => resolved(document, one))
      const own = parameters
        .filter((one) => at(one, 'required') === true && at(one, 'in') !== 'header')
        .map((one) => [String(at(one, 'name')), at(one, 'example') ?? at(one, 'schema', 'example')])
      const isWhole = !Object.keys(records(example)).every((name) => Object.hasOwn(properties, name))
      const given = { ...Object.fromEntries(own), ...(isWhole ? { body: example } : records(example)) }
      // Blocks and ids are listed as text, as answers write them.
      const args = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          typeof value === 'number' && at(properties, name, 'type') === 'string' ? String(value) : value,
        ]),
      )
      const accepts = ajv.compile(inputSchema)
      expect([operationId, accepts(args), accepts.errors ?? []]).toEqual([operationId, true, []])
      expect([operationId, accepts({ ...args, nothingLikeIt: 1 })]).toEqual([operationId, false])
      checked += 1
    }
    expect(checked).toBeGreaterThan(30)
  })
})

const bodyOf = (documented: unknown): unknown =>
  at(resolved(document, at(documented, 'requestBody')), 'content', 'application/json')

function found(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`${name} is not listed`)
  return tool
}
