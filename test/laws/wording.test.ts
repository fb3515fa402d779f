import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { alternativesOf } from '../../schema/codesOf.ts'
import { bodySchema } from '../../schema/operation.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { validate } from '../../shared/http/validate.ts'
import { factsAbout } from '../support/facts.ts'
import { operations } from './live.ts'
import { filesUnder, textOf } from './sources.ts'

/** Every field of every query and body, and whether it is documented as a boolean. */
const fields = operations.flatMap(({ id, operation }) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = part === 'body' ? bodySchema(operation) : operation.request?.query
    return alternativesOf(schema).flatMap((one) =>
      one instanceof z.ZodObject
        ? Object.entries(one.shape).map(([name, field]) => ({ id, part, name, field, object: one }))
        : [],
    )
  }),
)

/** The message about a value that a schema refuses; undefined if it takes the value. */
function refusal(schema: z.ZodType, value: unknown): string | undefined {
  try {
    validate(schema, value)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
/** The same of one field of an object in which nothing else is right either. */
const messageOf = (name: string, field: unknown, value: unknown): string | undefined =>
  refusal(z.object({ [name]: z.custom().pipe(asSchema(field)) }), { [name]: value })
const asSchema = (schema: unknown): z.ZodType => {
  if (!(schema instanceof z.ZodType)) throw new Error('no schema')
  return schema
}

const fieldName = ({ id, part, name }: (typeof fields)[number]): string => `${id}, ${part}, ${name}`

const innermost = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? innermost(schema.unwrap())
    : schema
const isFlag = ({ part, field }: (typeof fields)[number]): boolean =>
  part === 'body'
    ? innermost(field) instanceof z.ZodBoolean
    : messageOf('flag', field, 'true') === undefined &&
      messageOf('flag', field, 'nonsense')?.includes('true or false') === true

describe('a boolean', () => {
  const flags = fields.filter(isFlag)

  test('is one in queries and in bodies', () => {
    expect(new Set(flags.map(({ part }) => part))).toEqual(new Set(['query', 'body']))
    expect(flags.length).toBeGreaterThan(20)
  })

  factsAbout(flags, fieldName)('is refused in the same words everywhere', ({ part, name, field }) => {
    const wrong = part === 'query' ? ['yes', 'TRUE', '', '2'] : ['true', 'false', 1, 0, [], {}]
    for (const value of wrong)
      expect(messageOf(name, field, value)).toBe(`invalid_request: ${name}: must be true or false`)
    for (const value of part === 'query' ? ['true', 'false', 'True', 'False', '1', '0'] : [true, false])
      expect(messageOf(name, field, value)).toBeUndefined()
  })

  test('has its words in one place', () => {
    const stating = filesUnder('schema').filter((file) => textOf(file).includes("'must be true or false'"))
    expect(stating).toEqual(['schema/wording.ts'])
  })
})

describe('a field that was left out', () => {
  const required = fields.filter(
    ({ name, object, part }) => part === 'body' && !asSchema(object.shape[name]).safeParse(undefined).success,
  )

  factsAbout(required, fieldName)('is required in the same words everywhere', ({ name, object }) => {
    const schema = z.object({ [name]: asSchema(object.shape[name]) })
    expect(refusal(schema, {})).toBe(`invalid_request: ${name}: is required`)
  })

  test('is required too where it distinguishes the alternatives of a body', () => {
    const by = z.discriminatedUnion(
      'action',
      [z.object({ action: z.literal('a') }), z.object({ action: z.literal('b') })],
      {
        error: 'must be a or b',
      },
    )
    expect(() => validate(by, {})).toThrow('invalid_request: action: is required')
    expect(() => validate(by, { action: 'c' })).toThrow('invalid_request: action: must be a or b')
  })
})

test.each([
  [z.string(), 5, 'must be a string'],
  [z.string().max(3), 'four', 'must have at most 3 characters'],
  [z.string().min(2), 'x', 'must have at least 2 characters'],
  [z.int(), 'five', 'must be an integer'],
  [z.int(), 1.5, 'must be an integer within 2^53'],
  [z.int().max(9), 10, 'must be at most 9'],
  [z.array(z.string()), {}, 'must be an array'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.object({}), [], 'must be a JSON object'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'must be "a"'],
])('a fault that its schema has no words for has those of all schemas: %#', (schema, value, words) => {
  expect(() => validate(z.object({ field: schema }), { field: value })).toThrow(`invalid_request: field: ${words}`)
})
