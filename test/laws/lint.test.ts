import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, sources } from './sources.ts'

test('the linter, whose rules forbid any, casts and the heavy chain clients, finds no error', () => {
  const { stdout, stderr, status } = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), ['--quiet', '-f', 'unix'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(`${stdout}${stderr}`.trim()).toBe('')
  expect(status).toBe(0)
})

test('what it is told to overlook stands where a check at run time stands behind it', () => {
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
      // What must not compile is said so in tests of types.
      !/^test\/laws\/lint\.test\.ts$|\/types\.test\.ts$/.test(file) &&
      /(ox|es)lint-disable|@ts-(ignore|expect-error|nocheck)/.test(text),
  )
  expect(overlooked.map(({ file }) => file)).toEqual(['shared/chain/evaluate.ts', 'shared/http/createServe.ts'])
})
