import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../schema/errorGuide/sections.ts'
import type { Operation } from '../../schema/operation.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { factsAbout } from '../support/facts.ts'
import { operations } from './live.ts'
import { BANNED, type Banned, faultsInside } from './plainWords.ts'
import { filesUnder, isGenerated, sources, textOf } from './sources.ts'

const MOST_SUMMARY = 60
const MOST_DESCRIPTION = 300
const MOST_FIX = 160

/** A clause in the place of a noun, which a published text does not begin a sentence with. */
const CLAUSE =
  /(?:^|[.!?:;] )What (?!is\b|are\b|does\b|do\b|can\b|if\b|to\b|happens\b)[^.?!]*?\b(?:is|are|was|were|has|have|stays?)\b/
const PUBLISHED: Banned = [
  ...BANNED,
  [CLAUSE, 'start with a noun, not with a clause that stands for one'],
  [/\bamong others\b/i, 'a plain word'],
]

const faultsIn = (text: string): string[] =>
  PUBLISHED.flatMap(([pattern, reason]) => {
    const [found] = pattern.exec(text) ?? []
    return found === undefined ? [] : [`"${found.slice(0, 60)}": ${reason}`]
  })

const faultsAt = ({ pointer, text }: Text): string[] => faultsIn(text).map((fault) => `${pointer}: ${fault}`)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

interface Text {
  readonly pointer: string
  readonly text: string
  /** Characters that it may have: a description of an enum says something of each of its values. */
  readonly most: number
}

/** Every text of a part of the document, with the place that it has there. */
function textsOf(node: unknown, pointer: string): Text[] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return []
    if ((key === 'description' || key === 'summary') && typeof value === 'string')
      return [{ pointer: `${pointer}/${key}`, text: value, most: MOST_DESCRIPTION * valuesOf(node) }]
    return textsOf(value, `${pointer}/${key}`)
  })
}

const valuesOf = ({ enum: values }: Record<string, unknown>): number => (Array.isArray(values) ? values.length : 1)
const isLong = ({ text, most }: Text): boolean => text.length > most

/** Markdown without code, tables of contents and links' addresses. */
const proseOf = (markdown: string): string[] =>
  markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())

/** Texts of errors where they are thrown: the literals of a call of ApiError. */
const thrownIn = (source: string): string[] =>
  [...source.matchAll(/new ApiError\(\s*'\w+',\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(([, , text = '']) =>
    text.replaceAll(/\$\{[^}]*\}/g, 'x'),
  )

/** The purpose of a variable, and the loss without it. */
const declaredIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:meaning|without):\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(([, , text = '']) => text)

const document = JSON.parse(openApiDocument())

describe('the texts of every operation', () => {
  const fact = factsAbout(operations, ({ id }) => id)
  const textsOfOne = ({ path, method, operationId }: Operation) => textsOf(document.paths[path][method], operationId)

  fact('are short enough', ({ operation }) => {
    const { summary = '', description = '' } = operation
    expect(summary).not.toMatch(/\.$/)
    expect(summary.length, summary).toBeLessThanOrEqual(MOST_SUMMARY)
    expect(description.length, description).toBeLessThanOrEqual(MOST_DESCRIPTION)
    expect(textsOfOne(operation).filter(isLong)).toEqual([])
  })

  fact('have plain words', ({ operation }) => {
    expect(textsOfOne(operation).flatMap(faultsAt)).toEqual([])
  })
})

test('the texts of shared schemas, parameters and headers are short, in plain words', () => {
  const { components, tags, info } = document
  const all = textsOf({ components, tags, info }, '')
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter(isLong)).toEqual([])
  expect(all.flatMap(faultsAt)).toEqual([])
})

const errors = Object.entries(CATALOGUE).map(([code, entry]) => ({ code, ...entry }))
factsAbout(errors, ({ code }) => code)(
  'the cause and the fix of every error are plain and short',
  ({ cause, fix, text = '' }) => {
    expect([cause, fix, text].flatMap(faultsIn)).toEqual([])
    expect(cause.length, cause).toBeLessThanOrEqual(MOST_DESCRIPTION)
    expect(fix.length, fix).toBeLessThanOrEqual(MOST_FIX)
  },
)

const speaking = sources('schema', 'shared', 'functions', 'provisioner', 'localnet', 'scripts', 'platform').filter(
  ({ text }) => /new ApiError\(|meaning:/.test(text),
)
factsAbout(speaking, ({ file }) => file)('every source speaks plainly of errors and variables', ({ text }) => {
  expect([...thrownIn(text), ...declaredIn(text)].flatMap(faultsIn)).toEqual([])
})

const GENERATED = ['docs/errors.md', 'docs/operations.md', 'docs/requirements.md', 'docs/configuration.md']
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesUnder('docs', '.md'),
  ...filesUnder('skills', '.md'),
].filter((file) => !GENERATED.includes(file))
factsAbout(documents, String)('every document has plain words', (file) => {
  // The guide shows sentences that are not to be written.
  const text = textOf(file).replaceAll(/^\| (?:.*) \| (?:.*) \|$/gm, (row) => (file === 'CONTRIBUTING.md' ? '' : row))
  const paragraphs = proseOf(text)
  expect(paragraphs.length).toBeGreaterThan(3)
  expect(
    paragraphs.flatMap((paragraph) => faultsIn(paragraph).map((fault) => `${fault} in "${paragraph.slice(0, 80)}"`)),
  ).toEqual([])
})

const LAYERS = ['schema', 'functions', 'shared', 'platform', 'localnet', 'client', 'provisioner', 'scripts', 'bench']
const INSIDE = [
  ...LAYERS,
  'types.d.ts',
  'vitest.config.ts',
  ...new Set(filesUnder('test', '.ts').map((file) => file.split('/', 2).join('/'))),
]

factsAbout(INSIDE, String)('every comment, name and name of a test says what is true in plain words', (folder) => {
  const files = (folder.endsWith('.ts') ? [folder] : filesUnder(folder)).filter(
    (file) => /\.tsx?$/.test(file) && !isGenerated(file),
  )
  const faults = files.flatMap((file) => faultsInside(textOf(file)).map((fault) => `${file}:${fault}`))
  expect(faults).toEqual([])
})

test('words are found in comments, names and names of tests, each with its line', () => {
  const word = 'told'
  const source = ['// What was paid', 'const aWay = 1', `it('is as it was ${word}', () => {})`, '/** The sum. */']
  const found = faultsInside(source.join('\n')).map((fault) => fault.replace(/[":].*/, '').trim())
  expect(found).toEqual(['1 comment', '2 name aWay', '3 test'])
})
