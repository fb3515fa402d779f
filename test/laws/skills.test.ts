import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { ERRORS } from '../../schema/errors.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { describeOperations, isTool } from '../../platform/mcp/describeOperations.ts'
import { mcpModules } from '../../platform/mcp/modules.ts'
import { CONCEPTS } from '../../platform/site/discovery/concepts.ts'
import { skills, skillsModule } from '../../platform/skills.ts'
import { factsAbout } from '../support/facts.ts'
import { filesUnder, textOf } from './sources.ts'

const MOST_LINES = 150

const document = openApiDocument()
const described = describeOperations(JSON.parse(document))
const byId = new Map(described.map((one) => [one.callable.operationId, one]))
const Tools = z.array(z.object({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) }))
const modules = mcpModules()
const tools = new Map(Tools.parse(JSON.parse(modules.tools)).map(({ name, inputSchema }) => [name, inputSchema]))

/** Names that a program meets: members of answers and arguments, values of enumerations, and what tools add to results. */
const WORDS = new Set([
  ...[...(document + modules.tools).matchAll(/"([A-Za-z_][\w-]*)"/g)].map(([, word = '']) => word),
  ...filesUnder('functions/mcp', '.ts').flatMap((file) =>
    [...textOf(file).matchAll(/\b([a-z_]\w*)(?=:|,| \}|\?:|')/gi)].map(([, word = '']) => word),
  ),
])
/** Functions of contracts that wallets call themselves; headers. */
const OTHERS = ['wallet_sendCalls', 'wallet_getCallsStatus', 'Authorization']
const HEADERS = [
  'X-Error-Code',
  'Retry-After',
  'RateLimit',
  'X-RateLimit-Remaining',
  'Idempotency-Key',
  'X-SIWA-Receipt',
  'Authorization: Bearer',
]
/** Paths of the host beside operations. */
const PATHS = ['/openapi.json', '/docs/errors/{code}']

const paths = new Set(described.map(({ callable: { method, path } }) => `${method} /api${path}`))

/** Inline code of a text, and those parts that are not the name of anything. */
const unknownIn = (text: string): string[] =>
  [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => !isKnown(code))

function isKnown(code: string): boolean {
  if (/^(GET|POST|PUT|DELETE|PATCH) /.test(code)) return paths.has(code)
  if (code.startsWith('/')) return PATHS.includes(code)
  if (/^\w+\.\w+$/.test(code)) return code.split('.').every(isKnown)
  return (
    byId.has(code) ||
    tools.has(code) ||
    Object.hasOwn(ERRORS, code) ||
    WORDS.has(code) ||
    OTHERS.includes(code) ||
    HEADERS.includes(code)
  )
}

const Called = z.strictObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })

/** Calls of tools in a text, with values in place of what is in angle brackets. */
const callsIn = (text: string) =>
  [...text.matchAll(/^ *```json\n(.*?)^ *```/gms)].map(([, json = '']) => Called.parse(JSON.parse(filled(json))))

const ADDRESS = `0x${'1'.repeat(40)}`
const filled = (json: string): string =>
  json
    .replaceAll(/"<address [^>]*>"/g, JSON.stringify(ADDRESS))
    .replaceAll(/"<calldata>"/g, '"0x11"')
    .replaceAll(/"<transaction hash>"/g, JSON.stringify(`0x${'1'.repeat(64)}`))
    .replaceAll(/"<[^>]*>"/g, '"1"')

const ajv = new Ajv2020({ strict: false, validateFormats: false })
function faultsOf(schema: object, value: unknown): unknown {
  const check = ajv.compile(schema)
  check(value)
  return check.errors ?? []
}

/** Kinds of operations by the tool that calls them. */
const KINDS: Readonly<Record<string, string>> = { call_read: 'read', build: 'build', call_write: 'write' }

const written = skills().map((skill) => {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(skill.text) ?? []
  return { ...skill, head, body }
})

describe('every skill', () => {
  const fact = factsAbout(written, ({ name }) => name)

  fact('has the frontmatter of agentskills.io, and a short body', ({ name, description, head, body }) => {
    expect(parse(head)).toEqual({ name, description, license: 'MIT' })
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toContain('Use when')
    expect(body.trim().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
  })

  fact('names operations, tools, fields, paths and codes that exist', ({ body }) => {
    expect(unknownIn(body)).toEqual([])
    const ids =
      body
        .replaceAll(/`[A-Z]+ \/[^`]*`/g, '')
        .match(/\b(?:build|get|list|submit|review|publish|verify|create)[A-Z]\w+/g) ?? []
    expect(ids.filter((id) => !byId.has(id))).toEqual([])
    for (const skill of body.matchAll(/\bskill ([a-z]+(?:-[a-z]+)+)/gi))
      expect(skills().map((one) => one.name)).toContain(skill[1])
  })

  fact('calls several tools', ({ body }) => {
    expect(callsIn(body).length).toBeGreaterThan(2)
  })

  const calls = written.flatMap(({ name: skill, body }) => callsIn(body).map((call) => ({ skill, ...call })))
  const nameOfCall = ({ skill, name, arguments: given }: (typeof calls)[number]) =>
    `${skill}, ${name} ${JSON.stringify(given)}`
  factsAbout(calls, nameOfCall)('calls tools as they want to be called', ({ name: tool, arguments: given }) => {
    const schema = tools.get(tool)
    if (!schema) throw new Error(`${tool} is not a tool of /mcp`)
    expect(faultsOf(schema, given)).toEqual([])
    if (!('operationId' in given)) return
    const one = byId.get(String(given['operationId']))
    if (!one) throw new Error(`${String(given['operationId'])} is not an operation`)
    expect(isTool(one.operation, one.callable.family)).toBe(true)
    const kind = KINDS[tool]
    if (kind !== undefined) expect(one.callable.kind).toBe(kind)
    // The body of a signed request is its arguments.
    if ('args' in given) expect(faultsOf(one.tool.inputSchema, given['args'])).toEqual([])
  })

  fact('has no address that a reader could use, and no host', ({ text }) => {
    expect(text).not.toMatch(/0x[0-9a-fA-F]{8}|https?:/)
  })
})

test('what llms.txt says of concepts names what exists', () => {
  for (const [topic, text] of Object.entries(CONCEPTS)) {
    const unknown = unknownIn(text).filter((code) => !/[{":/ ]/.test(code))
    expect(unknown, topic).toEqual([])
  }
})

test('the module of Workers has every skill under its path', () => {
  const files: unknown = JSON.parse(skillsModule().files)
  expect(files).toEqual(
    Object.fromEntries(filesUnder('skills').map((file) => [file.slice('skills/'.length), textOf(file)])),
  )
})

test('the reader of skills finds what does not exist', () => {
  expect(
    unknownIn('Call `getVaultReports`, `vault_reports`, `GET /api/v1/vaults` or `asOf`: `not_a_vault_code`'),
  ).toEqual(['getVaultReports', 'vault_reports', 'GET /api/v1/vaults', 'not_a_vault_code'])
})
