import * as z from 'zod'
import { toEventSelector as topicOf } from 'viem'
import { describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { builders as ofFamily } from '../../schema/build/index.ts'
import { builderFields, UnsignedCalldata } from '../../schema/calldata.ts'
import { ISSUES } from '../../schema/issues.ts'
import { coinTrendQuote } from '../../schema/market/coinTrendQuote.ts'
import { dex } from '../../schema/market/dex.ts'
import type { Operation } from '../../schema/operation.ts'
import { contractErrors } from '../../shared/calldata/contractErrors.ts'
import { readExamples } from '../../platform/readExamples.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { twinOf } from '../../schema/tokenAmount.ts'
import { factsAbout } from '../support/facts.ts'
import { at, records, resolved } from './json.ts'
import { filesUnder, sources, textOf } from './sources.ts'

const builders: readonly Operation[] = Object.values(ofFamily)
const contracts = filesUnder('localnet/contracts', '.sol').map(textOf)
/** The published router that swaps go through; its texts stand in its code. */
const { SwapRouter02 } = await loadArtifacts()
const router = Buffer.from(SwapRouter02?.bytecode.slice(2) ?? '', 'hex').toString('latin1')
const calldataTests = filesUnder('test/build', 'Calldata.test.ts').map(textOf)
const builderSources = sources('functions', 'shared/calldata', 'shared/domain')

const CERTAINTIES = ['certain', 'bounded', 'unknown'] as const
/** A row of the table of effects in the documentation: builders, and the kinds that they have by certainty. */
const effectRows = (/^## Effects$([^]*?)^## /m.exec(textOf('docs/building.md'))?.[1] ?? '')
  .split('\n')
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? [])))
  .filter(([, names]) => names?.some((name) => name.startsWith('build')))

const Effects = z.object({ effects: z.array(z.object({ kind: z.string(), certainty: z.enum(CERTAINTIES) })).nullish() })
const examples = { ...readExamples('build'), ...readExamples('market') }

const shapeOf = (schema: unknown): object => (schema instanceof z.ZodObject ? schema.shape : {})
const ofJson = (content: unknown): unknown =>
  z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }).parse(content).content[
    'application/json'
  ].schema

describe('every builder', () => {
  const fact = factsAbout(builders, ({ operationId }) => operationId)

  fact('asks for the credential of builders, and takes an object that is bounded', (operation) => {
    expect(operation).toMatchObject({
      method: 'post',
      tags: ['build'],
      'x-auth': 'build',
      'x-authority': 'none',
      'x-limit': 'build',
      'x-answer': 'document',
      'x-body': { kind: 'object' },
    })
    expect(operation.path).toMatch(/^\/v1\/build\//)
    expect(operation['x-body']?.bound).toBeLessThanOrEqual(65_536)
  })

  fact('takes a sender and a chain, and answers an unsigned transaction', (operation) => {
    expect(shapeOf(ofJson(operation.request?.body))).toMatchObject(builderFields)
    expect(shapeOf(ofJson(operation.responses['200']))).toMatchObject(UnsignedCalldata.shape)
  })

  fact(
    'answers through unsignedCall, itself or by defineBuilder, where one place decides what is an issue',
    (operation) => {
      const own = builderSources.filter(({ text }) => text.includes(`export const ${operation.operationId}:`))
      expect(own).toHaveLength(1)
      expect(own[0]?.text).toMatch(/> ?= ?\s*defineBuilder\(|\n {2}return unsignedCall\(/)
    },
  )

  fact('has its bytes checked against those of another library', (operation) => {
    expect(calldataTests.filter((text) => new RegExp(`\\b${operation.operationId}\\b`).test(text))).not.toEqual([])
  })
})

factsAbout([...builders, dex.buildDexSwap], ({ operationId }) => operationId)(
  'every builder has a row in the table of effects, with every effect of its example',
  ({ operationId }) => {
    const rows = effectRows.filter(([, names]) => names?.includes(operationId))
    expect(rows).toHaveLength(1)
    const { effects } = Effects.parse(examples[operationId]?.answer)
    for (const { kind, certainty } of effects ?? [])
      expect(rows[0]?.[2 + CERTAINTIES.indexOf(certainty)], certainty).toContain(kind)
  },
)

/** Bodies with amounts of tokens: of builders, and of what only quotes or approves. */
const counting: readonly Operation[] = [
  ...builders,
  dex.buildDexSwap,
  dex.quoteDex,
  dex.checkDexApproval,
  coinTrendQuote.quoteTrendTrade,
]
const documented: unknown = JSON.parse(openApiDocument())

factsAbout(counting, ({ operationId }) => operationId)(
  'every amount in base units has a twin in whole tokens, and a request gives only one of the two',
  ({ path, method, request }) => {
    const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
    const component = resolved(documented, at(documented, ...pointer))
    const properties = records(at(component, 'properties'))
    const counted = Object.entries(properties).filter(
      ([field, property]) =>
        /, in (base units|WAD \(whole tokens)/.test(String(at(property, 'description'))) && !field.endsWith('Decimal'),
    )
    for (const [field] of counted) {
      const twin = twinOf(field)
      expect(Object.keys(properties), field).toContain(twin)
      for (const one of [field, twin]) {
        expect(Object.values(records(at(component, 'required')))).not.toContain(one)
        const text = JSON.stringify([at(component, 'oneOf'), at(component, 'not')])
        expect(text).toContain(`"${one}"`)
      }
    }
    const fields = Object.keys(shapeOf(ofJson(request?.body)))
    expect(fields.filter((field) => /amount|toPledge/i.test(field)).length).toBe(2 * counted.length)
  },
)

describe('issues', () => {
  test('every code is one that some builder answers', () => {
    const text = builderSources.map((source) => source.text).join('\n')
    expect(Object.keys(ISSUES).filter((code) => !text.includes(`'${code}'`))).toEqual([])
  })

  test('every revert that they name is an error that is decoded by that name, or a text of a contract', () => {
    const decoded = new Set(contractErrors.flatMap((item) => ('name' in item ? item.name : [])))
    const named = builderSources.flatMap(({ text }) =>
      [...text.matchAll(/\breverts: (['"])(.+?)\1/g)].flatMap(([, , name]) => name ?? []),
    )
    expect(named.length).toBeGreaterThan(20)
    const isText = (name: string) => contracts.some((text) => text.includes(`"${name}"`)) || router.includes(name)
    expect(named.filter((name) => !decoded.has(name) && !isText(name) && name !== 'Panic')).toEqual([])
  })
})

/** Contracts that builders send to, and those that these call. */
const REACHED = [
  'VoteEscrow',
  'GaugeVoting',
  'VeUtility',
  'Permit2',
  'LendingPool',
  'VaultAuth',
  'LendpoolStrategy',
  'FirstLpStrategy',
  'SecondLpStrategy',
  'LpStrategy',
  'LpVault',
  'ShareToken',
  'CreatorVault',
  'Wrapper',
]
/** Of a library for numbers: no sender can do anything about them. Of constructors and owners: nothing is built that meets them. */
const OTHERS =
  /^PRBMath_|^ResetFreezeWindow$|^NonTransferable$|^FeeTooHigh$|^LengthMismatch$|^Strategy(?:AlreadyAdded|AssetMismatch)$|^UnknownStrategy$|^TooManyStrategies$|^InvalidWeight$|^InsufficientLiquidity$|^UnlockTimeTooLong$|^AlreadyShutdown$|^FeeExceedsLimit$|^ERC4626ExceededMaxMint$/

factsAbout(REACHED, String)('every custom error of a contract is decoded by its name', async (name) => {
  const artifact = (await loadArtifacts())[name]
  if (!artifact) throw new Error('it is not compiled')
  // An error's signature is hashed as an event's is.
  const topics = new Set(
    contractErrors.flatMap((item) => (item.type === 'error' ? topicOf({ ...item, type: 'event' }) : [])),
  )
  const unknown = artifact.abi.flatMap((item) =>
    item.type === 'error' && !topics.has(topicOf({ ...item, type: 'event' })) ? [item.name] : [],
  )
  expect(unknown.filter((error) => !OTHERS.test(error))).toEqual([])
})
