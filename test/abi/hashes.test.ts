import { getAbiItem, keccak256, stringToHex, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { GRADUATED, MIGRATED } from '../../functions/core/logIndex/streams.ts'
import { launchArmAbi } from '../../shared/domain/auction/auctionAbi.ts'
import { SUBSET } from '../../shared/domain/lendpool/lendpoolCalls.ts'
import { shareTokenEventsAbi, TRANSFER } from '../../shared/domain/token/shareTokenAbi.ts'

test('hashes that are written down, so that no Worker hashes when it starts, are those of their texts', () => {
  expect(TRANSFER).toBe(toEventSelector(getAbiItem({ abi: shareTokenEventsAbi, name: 'Transfer' })))
  expect(GRADUATED).toBe(toEventSelector(getAbiItem({ abi: launchArmAbi, name: 'AuctionGraduated' })))
  expect(MIGRATED).toBe(toEventSelector(getAbiItem({ abi: launchArmAbi, name: 'Migrated' })))
  expect(SUBSET).toBe(keccak256(stringToHex('ERC20_NON_SUBSET_HASH')))
})
