import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { toYaml } from '../../platform/site/toYaml.ts'

test('any JSON is read back the same by a YAML parser', () => {
  assert(
    property(jsonValue(), (value) => {
      expect(JSON.stringify(parse(toYaml(value)))).toBe(JSON.stringify(value))
    }),
  )
})

test.each([
  'null',
  'True',
  'no',
  'y',
  '~',
  '',
  '-',
  '- a',
  'a: b',
  'a #b',
  '#a',
  '&a',
  '*a',
  '1',
  '1e3',
  '.inf',
  '2026-01-01',
])('text that looks like something else stays text: %j', (text) => {
  expect(parse(toYaml({ [text]: [text] }))).toEqual({ [text]: [text] })
  expect(parse(toYaml({ [text]: [text] }), { version: '1.1' })).toEqual({ [text]: [text] })
})

test('reads as a person would write it: what is short in one line', () => {
  const long = 'of a gauge '.repeat(12).trim()
  expect(toYaml({ openapi: '3.0.3', tags: [{ name: 'gauge', about: long }, {}], empty: [], flag: { a: '{x}' } })).toBe(
    `openapi: 3.0.3\ntags:\n  - name: gauge\n    about: ${long}\n  - {}\nempty: []\nflag: { a: "{x}" }\n`,
  )
})
