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
  <T>(subjects: readonly T[], nameOf: (subject: T) => string) =>
  (fact: string, check: (subject: T) => unknown): void => {
    test(fact, async () => {
      expect(subjects).not.toEqual([])
      expect(await faultsOf(subjects, nameOf, check)).toEqual([])
    })
  }

/** A line for each of some things for which a check throws, in the order of the things. */
export async function faultsOf<T>(
  subjects: readonly T[],
  nameOf: (subject: T) => string,
  check: (subject: T) => unknown,
): Promise<string[]> {
  const faults: string[] = []
  for (const subject of subjects) {
    try {
      await check(subject)
    } catch (error) {
      faults.push(`${nameOf(subject)}: ${wordsOf(error)}`.slice(0, MOST_FAULT))
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
