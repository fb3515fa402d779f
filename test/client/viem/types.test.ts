import type { Client, UnsignedBid, UnsignedLock, VetokenUser } from 'creator-vault'
import type { CreatorVaultActions, Sent } from 'creator-vault/viem'
import { expectTypeOf, test } from 'vitest'

type Given<Name extends keyof CreatorVaultActions> = CreatorVaultActions[Name] extends (...rest: infer Rest) => unknown
  ? Rest[0]
  : never
type Locking = Given<'lock'>

test('an action takes what its builder takes, with one of two amounts', () => {
  expectTypeOf<{ amountDecimal: string; durationSec: number }>().toExtend<Locking>()
  expectTypeOf<{ amount: bigint; durationSec: bigint }>().toExtend<Locking>()
  expectTypeOf<{ amount: bigint; amountDecimal: string; durationSec: number }>().not.toExtend<Locking>()
  expectTypeOf<{ durationSec: number }>().not.toExtend<Locking>()
  expectTypeOf<{ amountDecimal: number; durationSec: number }>().not.toExtend<Locking>()
  expectTypeOf<Locking>().not.toHaveProperty('durationDays')
})

test('the wallet says who sends and on which chain, so that no action takes it', () => {
  expectTypeOf<Locking>().not.toHaveProperty('from')
  expectTypeOf<Locking>().not.toHaveProperty('chainId')
  expectTypeOf<Given<'rebalanceLpVault'>>().toHaveProperty('vault')
  expectTypeOf<{}>().not.toExtend<Given<'rebalanceLpVault'>>()
})

test('an action of a builder without required fields takes none', () => {
  expectTypeOf<CreatorVaultActions['unlock']>().toBeCallableWith()
  expectTypeOf<undefined>().not.toExtend<Locking>()
})

test('an action resolves to what its builder built', () => {
  expectTypeOf<CreatorVaultActions['lock']>().returns.resolves.toEqualTypeOf<Sent<UnsignedLock>>()
  expectTypeOf<CreatorVaultActions['bid']>().returns.resolves.toEqualTypeOf<Sent<UnsignedBid>>()
  expectTypeOf<CreatorVaultActions['setAgentWallet']>().returns.resolves.toHaveProperty('built')
})

test('a read is that of the package, without the client', () => {
  expectTypeOf<CreatorVaultActions['getVetokenUser']>().returns.resolves.toEqualTypeOf<VetokenUser>()
  expectTypeOf<{ address: string }>().not.toExtend<Given<'getVetokenUser'>>()
  expectTypeOf<CreatorVaultActions>().not.toHaveProperty('getAuthMe')
  expectTypeOf<CreatorVaultActions['vaults']>().toEqualTypeOf<Client>()
})
