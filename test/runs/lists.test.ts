import { expect, test } from 'vitest'
import { filesUnder, textOf } from '../laws/sources.ts'
import { DEAR, DEAR_FROM } from '../support/dearFiles.ts'
import { LANES, MOST_MINUTES } from './lanes.ts'

test('every test that has a long form is in one lane, and every lane has such tests', () => {
  const long = filesUnder('test', '.test.ts').filter((file) => /\bsoak\(/.test(textOf(file)))
  const lanesOf = (file: string) =>
    Object.values(LANES).filter(({ files }) => files.some((one) => file.startsWith(one)))
  expect(long.filter((file) => lanesOf(file).length !== 1)).toEqual([])
  const all = filesUnder('test', '.test.ts')
  const empty = Object.values(LANES).flatMap(({ files }) =>
    files.filter((one) => !all.some((file) => file.startsWith(one))),
  )
  expect(empty).toEqual([])
})

test('no lane is longer than a sitting', () => {
  expect(Object.values(LANES).filter(({ minutes }) => minutes > MOST_MINUTES)).toEqual([])
})

test('every file that may take more CPU than others is there, with a reason', () => {
  const all = filesUnder('test', '.test.ts')
  const wrong = Object.entries(DEAR).filter(
    ([file, { seconds, why }]) => !all.includes(file) || seconds <= DEAR_FROM || why === '',
  )
  expect(wrong).toEqual([])
})
