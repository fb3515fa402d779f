import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { EvmAddress } from '../../schema/common.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { validate } from '../../shared/http/validate.ts'

const GOOD = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** The same with the case of one letter turned. */
const WRONG = GOOD.replace('F', 'f')

const Schema = z.object({
  at: EvmAddress.optional(),
  list: z.array(z.array(EvmAddress)).default([]),
  nested: z.object({ deep: z.object({ owner: EvmAddress.nullable() }) }).optional(),
  byName: z.record(z.string(), EvmAddress).optional(),
  pair: z.tuple([z.string(), EvmAddress]).optional(),
  either: z.union([z.object({ vault: EvmAddress }), z.number()]).optional(),
  kind: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('a'), token: EvmAddress }),
      z.object({ type: z.literal('b') }),
    ])
    .optional(),
  transformed: z
    .object({ token: EvmAddress })
    .transform(({ token }) => ({ was: token }))
    .optional(),
})

/** An input with one address at each kind of place, by the path of the address. */
const PLACES: Readonly<Record<string, (address: string) => object>> = {
  at: (at) => ({ at }),
  'list.1.0': (address) => ({ list: [[GOOD], [address]] }),
  'nested.deep.owner': (owner) => ({ nested: { deep: { owner } } }),
  'byName.first': (first) => ({ byName: { first } }),
  'pair.1': (address) => ({ pair: ['x', address] }),
  'either.vault': (vault) => ({ either: { vault } }),
  'kind.token': (token) => ({ kind: { type: 'a', token } }),
  'transformed.token': (token) => ({ transformed: { token } }),
}

const refusal = (input: object): string => {
  try {
    validate(Schema, input)
  } catch (error) {
    if (error instanceof ApiError) return error.message
  }
  return 'accepted'
}

describe.each(Object.entries(PLACES))('an address at %s', (path, at) => {
  test('has its checksum afterwards, whichever way it was sent', () => {
    const read = validate(Schema, at(GOOD))
    expect(JSON.stringify(read)).toContain(GOOD)
    expect(validate(Schema, at(GOOD.toLowerCase()))).toEqual(read)
  })

  test('is refused by its path if its checksum is wrong', () => {
    expect(refusal(at(WRONG))).toMatch(new RegExp(`^invalid_address: ${path.replaceAll('.', '\\.')}: the mixed-case`))
  })

  test('is an invalid request where it is not an address at all', () => {
    expect(refusal(at(`${GOOD}0`))).toMatch(/^invalid_request: /)
  })
})

test('other errors are reported before a checksum', () => {
  expect(refusal({ at: WRONG, list: 'x' })).toMatch(/^invalid_request: list: /)
})
