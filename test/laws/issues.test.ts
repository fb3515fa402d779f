import { erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { ISSUE_CODES, issueFacts } from '../../platform/site/issueFacts.ts'
import { isIssueCode } from '../../schema/errorGuide/issueFixes.ts'
import { CATALOGUE } from '../../schema/errorGuide/sections.ts'
import { isErrorCode } from '../../schema/errors.ts'
import { factsAbout } from '../support/facts.ts'
import { at, isRecord, records } from './json.ts'
import { operations } from './live.ts'
import { filesUnder, sources, textOf } from './sources.ts'

const document: unknown = JSON.parse(openApiDocument())
/** The site and the tools of MCP have names of their own. */
const own = sources('functions', 'shared').filter(({ file }) => !/^functions\/(site|mcp)\//.test(file))

/** Literals of a source without the values of templates. Faults of the program itself are not answered. */
const literalsIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '0')
      .matchAll(/(new Error\()?(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)/g),
  ].flatMap(([, isOwn, quoted, template]) => (isOwn === undefined ? [quoted ?? template ?? ''] : []))

/** Neither a word nor a line of an ABI. */
const isSentence = (text: string): boolean => / .* /.test(text) && !/^(?:function|error|event|struct) /.test(text)

const issues = ISSUE_CODES.map((code) => ({ code, ...issueFacts(code) }))
const about = factsAbout(issues, ({ code }) => code)

about('each code of an issue has a cause and a fix, in one or two sentences', ({ cause, fix, fields }) => {
  for (const text of [cause, fix]) expect(text).toMatch(/^[A-Z`][^|\n]{3,}\.$/)
  expect(fields).not.toEqual([])
})

about('each code of an issue is answered by somebody', ({ code }) => {
  expect(own.filter(({ text }) => text.includes(`'${code}'`))).not.toEqual([])
})

/** The values of each property `code` of the document, and of those whose text refers to the pages of codes. */
function codesIn(node: unknown): string[] {
  if (!isRecord(node)) return []
  const values = Object.entries(records(node['properties'])).flatMap(([name, field]) => {
    const refers = String(at(field, 'description')).includes('/docs/errors/{code}')
    const codes = at(field, 'enum') ?? at(field, 'items', 'enum')
    if (name !== 'code' && !refers) return []
    return Array.isArray(codes) ? codes.map(String) : refers ? [`${name} lists no codes`] : []
  })
  return [...values, ...Object.values(node).flatMap(codesIn)]
}

test('each code that an answer can have has an entry', () => {
  const codes = new Set(codesIn(document))
  expect(codes.size).toBeGreaterThan(76)
  expect([...codes].filter((code) => !isIssueCode(code) && !isErrorCode(code))).toEqual([])
})

/** Names of the document: operations, fields, parameters and values. */
function namesIn(node: unknown, names: Set<string>): Set<string> {
  if (!isRecord(node)) return names
  for (const [key, value] of Object.entries(node)) {
    names.add(key)
    if (key === 'name') names.add(String(value))
    if (key === 'enum') for (const one of Object.values(records(value))) names.add(String(one))
    namesIn(value, names)
  }
  return names
}
const names = namesIn(document, new Set(operations.map(({ id }) => id)))
for (const file of filesUnder('schema/examples')) namesIn(JSON.parse(textOf(file)), names)
for (const [word] of textOf('schema/provisioner.ts').matchAll(/\b[a-z]+[A-Z]\w*/g)) names.add(word)
/** Functions of contracts that operations read, or build calls of. */
const functions = new Set([
  ...erc20Abi.flatMap((item) => (item.type === 'function' && item.stateMutability === 'view' ? [item.name] : [])),
  ...own.flatMap(({ text }) =>
    [...text.matchAll(/'function (\w+)\([^']*\) view\b|functionName: '(\w+)'|\bnames: \['(\w+)'/g)].map(
      ([, read, built, named]) => read ?? built ?? named ?? '',
    ),
  ),
])

/** Names in the form of code that a text has and the API has not. */
const strangersIn = (text: string): string[] =>
  (text.match(/\b[a-z]+[A-Z]\w*|\b[a-z]\w*(?=\()/g) ?? []).filter((name) => !names.has(name) && !functions.has(name))

const entries = [
  ...Object.entries(CATALOGUE).map(([code, { text = '', cause, fix }]) => ({ code, texts: [text, cause, fix] })),
  ...issues.map(({ code, cause, fix }) => ({ code, texts: [cause, fix] })),
]
factsAbout(entries, ({ code }) => code)('an entry names only what the API has', ({ texts }) => {
  expect(texts.flatMap(strangersIn)).toEqual([])
})

/** Stores speak SQL. */
const sayings = own.filter(
  ({ file, text }) =>
    !file.includes('/store/') &&
    (file.endsWith('/revertFixes.ts') || /new ApiError\(|schema\/issues\.ts'|CANNOT_VOTE/.test(text)),
)
factsAbout(sayings, ({ file }) => file)('messages of errors and issues name only what the API has', ({ text }) => {
  expect(literalsIn(text).filter(isSentence).flatMap(strangersIn)).toEqual([])
})

test('a function that no operation calls is found in a text', () => {
  expect(strangersIn('send its checkpoint() first, or use claimVe33; buildVetokenLock calls lock()')).toEqual([
    'checkpoint',
    'claimVe33',
  ])
})
