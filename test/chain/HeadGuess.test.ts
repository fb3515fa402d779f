import { expect, test } from 'vitest'
import { HeadGuess } from '../../shared/chain/HeadGuess.ts'

const GENESIS = 1_700_000_000
let at = 0
/** Seconds since the first block. */
const setTime = (seconds: number) => {
  at = (GENESIS + seconds) * 1000
}
const start = () => new HeadGuess(() => at)
/** The chain's block at a time, one every two seconds. */
const blockAt = (seconds: number) => ({
  number: 100 + Math.floor(seconds / 2),
  time: GENESIS + 2 * Math.floor(seconds / 2),
})

test('nothing is guessed before a block was seen, nor long after it', () => {
  const guess = start()
  expect(guess.number).toBeUndefined()
  setTime(0)
  guess.note(blockAt(0))
  setTime(1.9)
  expect(guess.number).toBe(100)
  setTime(2)
  expect(guess.number).toBeUndefined()
})

test('once its pace is known, the newest block is guessed to the second', () => {
  const guess = start()
  for (const seconds of [0.5, 7.3]) {
    setTime(seconds)
    guess.note(blockAt(seconds))
  }
  for (const seconds of [7.5, 7.99, 8, 61, 301.5, 606]) {
    setTime(seconds)
    expect(guess.number).toBe(blockAt(seconds).number)
  }
  setTime(608)
  expect(guess.number).toBeUndefined()
})

test('a chain that stops, goes back, or has another clock is guessed by what was seen', () => {
  const guess = start()
  setTime(0)
  guess.note({ number: 100, time: GENESIS + 9_000_000 })
  setTime(4)
  guess.note({ number: 102, time: GENESIS + 9_000_004 })
  setTime(8)
  expect(guess.number).toBe(104)
  guess.note({ number: 102, time: GENESIS + 9_000_004 })
  expect(guess.number).toBe(102)
  guess.note({ number: 50, time: GENESIS })
  expect(guess.number).toBe(50)
})
