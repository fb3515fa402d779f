import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { parseChainConfig, ROLES } from '../../shared/chain/config.ts'
import { base } from '../../shared/chain/networks/base.ts'

test('Base has an address for every role but those that are not deployed there, or that each vault has of its own', () => {
  const absent = ROLES.filter((role) => base.contracts[role] === undefined)
  expect(absent.join(' ')).toBe(
    'auction auctionErc20 amoeRouter gaugeVoting veToken veUtility lendpool lendpoolAuth lendpoolStrategy lpStrategy lpVault validationRegistry',
  )
  expect(base.contracts.keyToken).toBe('0xAF0Bf8593dC6CA973DF2132731B0F9B5F974FA9F')
})

test('its configuration is one that a file could hold, checksummed (EIP-55), and no address has two roles', () => {
  expect(parseChainConfig(JSON.parse(JSON.stringify(base)))).toEqual(base)
  const addresses = Object.values(base.contracts)
  for (const address of [...addresses, ...base.demoVaults]) expect(getAddress(address)).toBe(address)
  expect(new Set(addresses).size).toBe(addresses.length)
})
