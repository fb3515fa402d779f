import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createSearch } from '../../functions/mcp/search/createSearch.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { describeOperations, isSearchable } from '../../platform/mcp/describeOperations.ts'
import { searchables } from '../../platform/mcp/searchables.ts'
import { openApiDocument } from '../../platform/openapi.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(path.resolve(import.meta.dirname, file), 'utf8'))
const described = describeOperations(JSON.parse(openApiDocument()))
const searchable = described.filter(({ operation, callable }) => isSearchable(operation, callable.family))
const search = createSearch(searchables(searchable))
const first3 = (query: string) => search(query).slice(0, 3)

describe('the search over operations', () => {
  test('has the right one among the first three for 57 of 60 questions that were written before it', () => {
    const questions = z
      .array(z.object({ question: z.string(), operations: z.array(z.string()) }))
      .parse(read('questions.json'))
    expect(questions).toHaveLength(60)
    const found = questions.filter(({ question, operations }) => first3(question).some((id) => operations.includes(id)))
    expect(found.length).toBeGreaterThanOrEqual(57)
  })

  test('finds each operation by its id, and by its path', () => {
    const lost = searchable.filter(({ callable }) => search(callable.operationId)[0] !== callable.operationId)
    expect(lost.map(({ callable }) => callable.operationId)).toEqual([])
    const byPath = searchable.filter(
      ({ callable }) => !first3(callable.path).some((id) => pathOf(id) === callable.path),
    )
    expect(byPath.map(({ callable }) => callable.operationId)).toEqual([])
  })

  test.each([
    ['drawDebt', 'buildLendpoolBorrow'],
    ['repayDebt', 'buildLendpoolRepay'],
    ['extendLock', 'buildVetokenExtend'],
    ['giveFeedback', 'submitAgentFeedback'],
  ])('finds the contract function %s', (name, operationId) => expect(first3(name)).toContain(operationId))

  test.each(['insufficient_amoe_credits', 'image_too_large', 'weights_exceeded', 'not_registered', 'no_route'])(
    'finds an operation that answers with %s',
    (code) => {
      const found = described.filter(({ callable }) => first3(code).includes(callable.operationId))
      expect(JSON.stringify(found.map(({ documented }) => documented['x-errors']))).toContain(`"${code}"`)
    },
  )

  test('knows how people ask for each operation, and for no other', () => {
    const asks = Object.keys(z.record(z.string(), z.array(z.string())).parse(read('../../platform/mcp/asks.json')))
    expect(asks.sort()).toEqual(searchable.map(({ callable }) => callable.operationId).sort())
  })

  test.each(['', ' ', '{}', '\u202e', '0x', 'a'.repeat(500), '日本語', '__proto__ constructor'])(
    'answers %j',
    (query) => expect(Array.isArray(search(query))).toBe(true),
  )
})

const pathOf = (operationId: string): string | undefined =>
  Object.values(OPERATIONS)
    .flatMap((family) => Object.values(family))
    .find((one) => one.operationId === operationId)?.path
