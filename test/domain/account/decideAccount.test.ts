import { describe, expect, test } from 'vitest'
import { decideAccount } from '../../../shared/domain/account/decideAccount.ts'

const nobody = { idp: null, formerOfEmail: null, linked: [], wallets: [], walletsHaveUser: false, session: null }

describe('what belongs to nobody', () => {
  test('is a new account', () => {
    expect(decideAccount(nobody)).toEqual({ outcome: 'new' })
  })
})

describe('what belongs to one account', () => {
  test.each([
    ['the provider’s user', { ...nobody, idp: 'a' }],
    ['a wallet', { ...nobody, wallets: ['a'] }],
    ['an account elsewhere', { ...nobody, linked: ['a'] }],
    ['the session', { ...nobody, wallets: ['a'], session: 'a' }],
    ['all of it', { ...nobody, idp: 'a', linked: ['a'], wallets: ['a', 'a'], session: 'a' }],
    ['the session of an account whose user is gone', { ...nobody, formerOfEmail: 'a', wallets: ['a'], session: 'a' }],
    ['a user who brings a wallet of the account', { ...nobody, idp: 'a', wallets: ['a'], walletsHaveUser: true }],
  ])('is that account, by %s', (_, owners) => {
    expect(decideAccount(owners)).toEqual({ outcome: 'existing', profileId: 'a' })
  })
})

describe('what belongs to two accounts', () => {
  test.each([
    ['an e-mail address that another user had', { ...nobody, formerOfEmail: 'b' }, 'email'],
    ['the user and such an address', { ...nobody, idp: 'a', formerOfEmail: 'b', wallets: ['a'] }, 'email'],
    ['the session and such an address', { ...nobody, formerOfEmail: 'b', wallets: ['a'], session: 'a' }, 'email'],
    ['the user and a wallet', { ...nobody, idp: 'a', wallets: ['a', 'b'] }, 'wallet'],
    ['the user and an account elsewhere', { ...nobody, idp: 'a', linked: ['b'] }, 'linked'],
    ['the user and the session', { ...nobody, idp: 'a', wallets: ['b'], session: 'b' }, 'session'],
    [
      'the session of an account that has another user',
      { ...nobody, wallets: ['a'], walletsHaveUser: true, session: 'a' },
      'session',
    ],
    ['two wallets', { ...nobody, wallets: ['a', 'b'] }, 'wallet'],
    [
      'another e-mail address than the wallet’s account has',
      { ...nobody, wallets: ['a'], walletsHaveUser: true },
      'wallet',
    ],
  ] as const)('is a conflict: %s', (_, owners, over) => {
    expect(decideAccount(owners)).toEqual({ outcome: 'conflict', over })
  })
})
