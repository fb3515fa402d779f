import type { Hex } from 'viem'
import type { Client } from '../createClient.ts'
import { getBuildStatus } from '../generated/operations.gen.ts'
import { type Progress, RevertedError } from './errors.ts'

/** The error of a transaction that reverted, with the reason if the API can read it. */
export async function readRevert(vaults: Client, progress: Progress, transaction?: Hex): Promise<RevertedError> {
  const read = transaction && getBuildStatus(vaults, { transaction }).then(({ revert }) => revert)
  return new RevertedError(progress, transaction, (await read?.catch(() => null)) ?? null)
}
