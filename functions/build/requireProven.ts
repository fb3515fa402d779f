import type { Address } from 'viem'
import type { Issue } from '../../schema/issues.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Provenance } from '../../shared/domain/provenance/provenance.ts'

/** A contract that a request names, in the request's field. */
interface Named {
  readonly field: string
  readonly address: Address
  /** Null if no node answered. */
  readonly provenance: Provenance | null
}

/**
 * For a contract that takes money or an allowance of the sender, itself or through contracts that it names: nothing if
 * it is proven, the issue if the request allows one that is not.
 *
 * Throws contract_not_proven, read_needed if no node answered, role_not_configured if the registry does not answer.
 */
export function requireProven(named: Named, allowUnproven = false): Issue[] {
  const { field, address, provenance } = named
  if (allowUnproven || provenance?.status === 'proven') return unprovenIssue(named)
  if (!provenance)
    throw new ApiError(
      'read_needed',
      `${field}: no node answered, so nothing proves that ${address} is genuine; try again`,
    )
  if (provenance.status === 'unknown')
    throw new ApiError(
      'role_not_configured',
      `${field}: ${provenance.message}, so nothing proves that ${address} is genuine`,
    )
  throw new ApiError(
    'contract_not_proven',
    `${field}: nothing proves that ${address} is genuine, so it may keep what it is paid; ${provenance.message}. \`resolveName\` returns proven contracts`,
  )
}

/**
 * For a contract that nothing of the sender moves to, as in an exit, a claim or a setting: the issue if it is not proven, nor
 * the sender's own. Without a node the answer's issue chain_unreachable says that nothing was checked.
 */
export const unprovenIssue = ({ field, address, provenance }: Named, isOwn = false): Issue[] =>
  isOwn || provenance === null || provenance.status === 'proven'
    ? []
    : [
        {
          code: 'contract_not_proven',
          message:
            provenance.status === 'unknown'
              ? `${field}: it is unknown whether ${address} is genuine, because ${provenance.message}`
              : `${field}: nothing proves that ${address} is genuine; ${provenance.message}`,
          contract: address,
        },
      ]
