import type { Address } from 'viem'
import type { AsOf } from '../../../../shared/chain/chain.ts'
import type { Provenance } from '../../../../shared/domain/provenance/provenance.ts'
import type { Money } from '../../../../shared/domain/auction/Money.ts'

/** A recorded price of an auction; in Q96. */
export interface PricePoint {
  readonly block: bigint
  readonly price: bigint
}

export interface SettledBid {
  readonly bidId: bigint
  readonly owner: Address
  readonly maxPrice: bigint
  readonly budget: bigint
  readonly exitedBlock: bigint
  readonly tokensFilled: bigint
}

/** An auction after or near its end, at one block. */
export interface Settling {
  readonly asOf: AsOf
  /** The earliest block in which a transaction can be mined. */
  readonly nextBlock: bigint
  readonly auction: Address
  readonly provenance: Provenance
  readonly money: Money
  readonly currency: Address
  readonly endBlock: bigint
  readonly claimBlock: bigint | null
  readonly isGraduated: boolean
}
