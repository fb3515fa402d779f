import { isAddress, type Address } from 'viem'
import { list } from '../../shared/text/list.ts'

/** Reads AMOE_RELAYERS. Throws an Error that names it where an item is not an address. */
export function amoeRelayers(value: string | undefined): Address[] {
  return list(value).map((item) => {
    if (!isAddress(item)) throw new Error('AMOE_RELAYERS: must be addresses, separated by commas or spaces')
    return item
  })
}
