import * as z from 'zod'
import { EvmAddress } from './common.ts'

/** The proof that a contract is genuine, as of the block of the answer (shared/domain/provenance). */
export const Provenance = z
  .object({
    status: z
      .enum(['proven', 'not_proven', 'unknown'])
      .describe(
        'proven: a contract that this deployment trusts names the address. not_proven: none does, so it may be anybody’s. unknown: the registry could not be asked',
      ),
    source: z
      .enum(['configuration', 'registry', 'vault', 'launch_arm', 'factory'])
      .nullable()
      .describe(
        'Kind of the proof: the configuration, the registry, a vault of the registry, a launch arm of such a vault, or the configured factory; `null` unless proven',
      ),
    by: EvmAddress.nullable().describe(
      'Contract that names the address; `null` for the configuration, and unless proven',
    ),
    message: z.string().meta({
      description: 'What proves the address, or what would',
      example: 'the registry 0x5FbDB2315678afecb367f032d93F642f64180aa3 lists it',
    }),
  })
  .meta({
    id: 'Provenance',
    description: 'Whether a contract that this deployment trusts names the address of the request, and which',
  })
