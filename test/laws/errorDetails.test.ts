import { expect, test } from 'vitest'
import { errorDetailOf } from '../../platform/site/errorDetailOf.ts'
import errorDetails from '../../platform/site/errorDetails.json' with { type: 'json' }
import { ERRORS, isErrorCode } from '../../schema/errors.ts'
import { factsAbout } from '../support/facts.ts'
import { filesUnder, textOf } from './sources.ts'

/** Signs of a text that are not filled in, at least: fewer of them fit anything. */
const FIXED = 8

/** Forms of the texts of the sources, in which anything stands for what is filled in. */
const forms = ['functions', 'shared', 'provisioner']
  .flatMap((folder) => filesUnder(folder, '.ts'))
  .flatMap((file) =>
    [...textOf(file).matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)].map(([text]) => text.slice(1, -1)),
  )
  .filter((text) => text.replaceAll(/\$\{[^}]*\}/g, '').length >= FIXED)
  .map((text) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return new RegExp(`^(?:\\w+: )?${parts.join('.+')}$`)
  })

const fact = factsAbout(Object.entries(errorDetails), ([code]) => code)

fact('has an example of a text that the sources have', ([code, detail]) => {
  expect(isErrorCode(code) && errorDetailOf(code)).toBe(detail)
  expect(forms.some((form) => form.test(detail))).toBe(true)
})

/** Codes that are answered without a text. */
const BARE = ['internal_error', 'rpc_proxy_busy']

test('every code has a text of the catalogue or an example of one', () => {
  const without = Object.keys(ERRORS).filter((code) => isErrorCode(code) && errorDetailOf(code) === undefined)
  expect(without.toSorted()).toEqual(BARE)
})
