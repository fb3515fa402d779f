import { inspect } from 'node:util'
import { expect, test } from 'vitest'

/** Characters of one value, and of one fault, that are shown. */
const MOST_VALUE = 300
const MOST_FAULT = 1000

/**
 * Declares facts about all of some things: one test a fact, which fails with every thing that the fact does not hold for, by its
 * name, and with what its `check` threw.
 */
export const factsAbout =
  <T>(things: readonly T[], nameOf: (thing: T) => string) =>
  (fact: string, check: (thing: T) => unknown): void => {
    test(fact, async () => {
      expect(things).not.toEqual([])
      expect(await faultsOf(things, nameOf, check)).toEqual([])
    })
  }

/** A line for each of some things for which a check throws, in the order of the things. */
export async function faultsOf<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  check: (thing: T) => unknown,
): Promise<string[]> {
  const faults: string[] = []
  for (const thing of things) {
    try {
      await check(thing)
    } catch (error) {
      faults.push(`${nameOf(thing)}: ${wordsOf(error)}`.slice(0, MOST_FAULT))
    }
  }
  return faults
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  // A message of a matcher shortens texts, and has of objects little more than their size.
  const isShort = error.message.includes('…') || typeof Reflect.get(error, 'actual') === 'object'
  const values = ['actual', 'expected'].flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    const words = value instanceof Error ? value.message : inspect(value, OF_VALUES)
    return value === undefined ? [] : `${name}: ${words.slice(0, MOST_VALUE)}`
  })
  return (isShort ? [error.message, ...values] : [error.message]).join('; ').replaceAll(/\s+/g, ' ')
}

const OF_VALUES = { depth: 5, breakLength: Infinity }
