import { expect, test } from 'vitest'
import { filesUnder, sources, textOf } from './sources.ts'

test('each suppression of the linter has a check at run time', () => {
  const overlooked = sources(
    'schema',
    'shared',
    'functions',
    'provisioner',
    'localnet',
    'scripts',
    'platform',
    'test',
    'bench',
    'client',
  ).filter(
    ({ file, text }) =>
      // Tests of types hold code that must not compile.
      !/^test\/laws\/lint\.test\.ts$|\/types\.test\.ts$/.test(file) &&
      /(ox|es)lint-disable|@ts-(ignore|expect-error|nocheck)/.test(text),
  )
  expect(overlooked.map(({ file }) => file)).toEqual(['shared/chain/evaluate.ts', 'shared/http/createServe.ts'])
})

test('a test is skipped for want of a program alone, and says so', () => {
  const skipping = filesUnder('test', '.ts').filter((file) =>
    /\b(describe|test|it)\.(skip|runIf|todo|only)/.test(textOf(file)),
  )
  expect(skipping).toEqual([])
})
