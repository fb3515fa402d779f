import type { Hex } from 'viem'

/** A call that reverts, with the data of its error. */
export class Reverted extends Error {
  readonly data: Hex

  constructor(data: Hex) {
    super('execution reverted')
    this.data = data
  }
}
