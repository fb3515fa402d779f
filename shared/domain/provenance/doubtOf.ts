import type { Provenance } from './provenance.ts'

/** Why this service cannot vouch for a contract that it describes; undefined for one that is proven. */
export function doubtOf({ status, message }: Provenance): string | undefined {
  if (status === 'proven') return undefined
  const fault =
    status === 'not_proven'
      ? 'This service could not confirm this contract'
      : 'This service could not check whether this contract is genuine'
  return `${fault}: ${message}. Names and figures are as the contract reports them: do not pay it because of them.`
}
