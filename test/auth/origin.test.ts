import { describe, expect, test } from 'vitest'
import { localOrigins } from '../../localnet/localVariables.ts'
import { ENVIRONMENTS } from '../../platform/workers.ts'
import { originsOf } from '../../shared/env/originsOf.ts'
import { list } from '../../shared/env/formats.ts'

const APP = 'https://app.example.com'

describe('happy', () => {
  test('an origin is trusted as it is listed', () => {
    const origins = originsOf([APP, 'http://localhost:5173'])
    expect([APP, 'http://localhost:5173'].filter((origin) => origins.has(origin))).toHaveLength(2)
  })

  test.each(['http://localhost:3000', 'http://localhost:5173', 'http://localhost', 'http://127.0.0.1:8080'])(
    'localnet trusts the page %s, and those that were given beside it',
    (page) => {
      expect(originsOf(list(localOrigins())).has(page)).toBe(true)
      const given = originsOf(list(localOrigins(`${APP}, https://staging.example.com`)))
      expect([page, APP, 'https://staging.example.com'].filter((origin) => !given.has(origin))).toEqual([])
    },
  )
})

describe('error', () => {
  test.each([
    '*',
    'https://*.example.com',
    'https://localhost:*',
    'http://[::1]:*',
    'http://localhost:3*',
    'http://*:80',
  ])('the pattern %s is refused by name', (pattern) => {
    expect(() => originsOf([APP, pattern])).toThrow('must not contain a *')
    expect(() => localOrigins(pattern)).toThrow('TRUSTED_ORIGINS: must not contain a *')
  })
})

describe('security', () => {
  test.each([
    'https://localhost:3000',
    'http://localhost.evil.example:3000',
    'http://evil.example:3000',
    'http://localhost:3000.evil.example',
    'http://localhost:3000:4000',
    'http://127.0.0.1.evil.example',
    'http://user@localhost:3000',
    'http://sub.localhost:3000',
    'http://localhost:*',
    'http://localhost:',
    'HTTP://LOCALHOST:3000',
    'null',
    '',
  ])('%j is no page of this machine', (origin) => {
    expect(originsOf(list(localOrigins())).has(origin)).toBe(false)
  })

  test('an open port is trusted only where it is listed, and no deployment lists one', () => {
    expect(originsOf([APP]).has('http://localhost:3000')).toBe(false)
    expect(originsOf([]).has('http://localhost:3000')).toBe(false)
    for (const { variables } of Object.values(ENVIRONMENTS)) expect(variables.TRUSTED_ORIGINS).not.toContain('*')
  })
})
