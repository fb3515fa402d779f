import { encodeAbiParameters, zeroAddress, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { readLanes } from '../../../shared/domain/vault/readLanes.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { refusal } from '../../auth/support.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

const { anvil, world } = useBorrowedWorld()

function lanesOf(registry: Address) {
  const config = parseChainConfig({ ...world, contracts: { ...world.contracts, registry } })
  return readLanes(createChain(config, createRpc({ urls: [anvil.url] })), 0)
}
const altered = (functions: readonly string[] | Record<string, Hex>) =>
  deployAltered(anvil.url, world.contracts.registry, functions)

it('a registry without the switch of a lane has active lanes alone', async () => {
  const { lanes } = await lanesOf(await altered(['isTokenActive(address)', 'getVaultKind(address)']))
  expect(lanes.map(({ active, kind }) => [active, kind])).toEqual([
    [true, null],
    [true, null],
  ])
})

it('a coin without a vault is not a lane', async () => {
  const none = encodeAbiParameters([{ type: 'address' }], [zeroAddress])
  expect((await lanesOf(await altered({ 'getVaultForToken(address)': none }))).lanes).toEqual([])
})

it.each(['getTokenCount()', 'getTokensPaginated(uint256,uint256)', 'getVaultForToken(address)'])(
  'without %s it is not a registry: lanes that cannot be read are not gone',
  async (name) => {
    expect((await refusal(lanesOf(await altered([name])))).code).toBe('role_not_configured')
  },
)

it('nor is another contract, or an account', async () => {
  for (const address of [world.contracts.usdc, addressOf('stranger')])
    expect((await refusal(lanesOf(address))).code).toBe('role_not_configured')
})
