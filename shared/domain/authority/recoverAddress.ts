import type { Address, Hex } from 'viem'

/** The address whose key made a signature of 65 bytes. Throws if there is none. */
export const recoverAddress = async (signed: { readonly hash: Hex; readonly signature: Hex }): Promise<Address> =>
  (await import('./curve.ts')).recoverAddress(signed)
