import {
  address,
  getAddressEncoder,
  getBooleanEncoder,
  getStructEncoder,
  getU64Encoder,
  isAddress,
  type Address as SvmAddress,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { bytesToHex, type Hex } from 'viem'
import type { PoolIxs, PoolIxsRequest } from '../schema/provisioner.ts'
import { ApiError } from '../shared/errors/ApiError.ts'
import { toBytes32 } from './svm/deriveMint.ts'

/** Anchor's discriminator of the instruction: the first 8 bytes of SHA-256 of `global:deposit`. */
const DEPOSIT = Uint8Array.of(0xf2, 0x23, 0xc6, 0x89, 0x52, 0xe1, 0xf2, 0xb6)
/** Limit for a message through the bridge; every body that the schema accepts is within the bridge's other limits. */
const MAX_SIGNERS = 12

/** An account as the bridge serialises it: 34 bytes. Source: base/bridge, `SVMLib.sol`. */
const accountEncoder = getStructEncoder([
  ['pubkey', getAddressEncoder()],
  ['isWritable', getBooleanEncoder()],
  ['isSigner', getBooleanEncoder()],
])

/**
 * Builds the instructions for the EVM side of the bridge that make its relay call a vault's `deposit(max_amount)`: the
 * Anchor discriminator and the amount as a little-endian u64, with the accounts in the given order.
 *
 * Throws invalid_request for a key that is not 32 bytes, a program that is not in `vaultPrograms`, a first account that
 * is not the writable vault (the vault's IDL begins with it), or more signers than the bridge allows.
 */
export function buildPoolIxs(request: PoolIxsRequest, vaultPrograms: ReadonlySet<string>): PoolIxs {
  const poolVault = svmAddress('poolVault', request.poolVault)
  const programId = svmAddress('vaultProgramId', request.vaultProgramId)
  const accounts = request.depositAccounts.map((account, i) => ({
    ...account,
    pubkey: svmAddress(`depositAccounts.${i}.pubkey`, account.pubkey),
  }))
  if (!vaultPrograms.has(programId))
    throw new ApiError('invalid_request', 'vaultProgramId: must be a vault program that this provisioner supports')
  const [vault] = accounts
  if (vault?.pubkey !== poolVault || !vault.isWritable)
    throw new ApiError('invalid_request', 'depositAccounts.0: must be the poolVault, and writable')
  const signers = new Set(accounts.filter(({ isSigner }) => isSigner).map(({ pubkey }) => pubkey))
  if (signers.size > MAX_SIGNERS)
    throw new ApiError('invalid_request', `depositAccounts: must have at most ${MAX_SIGNERS} different signers`)
  const amount = getU64Encoder().encode(BigInt(request.expectedRemoteAmount))
  return {
    creatorToken: request.creatorToken,
    bridgeToken: request.bridgeToken,
    poolVault: toBytes32(poolVault),
    expectedRemoteAmount: request.expectedRemoteAmount,
    solanaIxs: [
      {
        programId: toBytes32(programId),
        serializedAccounts: accounts.map((account) => hex(accountEncoder.encode(account))),
        data: hex(Uint8Array.of(...DEPOSIT, ...amount)),
      },
    ],
  }
}

function svmAddress(field: string, key: string): SvmAddress {
  if (!isAddress(key)) throw new ApiError('invalid_request', `${field}: must be a base58 public key of 32 bytes`)
  return address(key)
}

const hex = (bytes: ReadonlyUint8Array): Hex => bytesToHex(Uint8Array.from(bytes))
