import { ApiError } from '../errors/ApiError.ts'
import { isInForce } from './compare.ts'
import { invalidToken, unauthenticated } from '../errors/unauthenticated.ts'

/** Programs of the operator, each with its own shared secret. */
const MACHINES = ['cron', 'ingest', 'runtime', 'chatapp', 'tokenlist', 'sentinel'] as const
export type Machine = (typeof MACHINES)[number]

export const isMachine = (name: string): name is Machine => MACHINES.some((machine) => machine === name)

/** Names of shared secrets: keepers have one in common, and one for each zone. */
export type MachineName = Machine | 'keepr'

export interface MachineSecrets {
  /** The secrets in force: two during a rotation, empty when not configured. */
  readonly secrets: readonly string[]
  /** A header that carries the bare secret, as an alternative to `Authorization`. */
  readonly header?: string
}

/**
 * Checks the shared secret of a machine: `Authorization: Bearer <secret>` (RFC 6750 section 2.1), the bare secret in
 * that header, as schedulers and webhook senders put it, or the machine's own header. Cookies are ignored.
 *
 * Throws `<name>_not_configured` if no secret is in force, and unauthenticated.
 */
export async function requireMachine(
  request: Request,
  name: MachineName,
  { secrets, header }: MachineSecrets,
): Promise<void> {
  if (secrets.length === 0) throw new ApiError(`${name}_not_configured`)
  const given = givenSecret(request.headers, header)
  if (given === undefined) throw unauthenticated(undefined)
  if (!(await isInForce(given, secrets))) throw invalidToken(name, `the ${name} secret is wrong`)
}

function givenSecret(headers: Headers, header: string | undefined): string | undefined {
  const named = header === undefined ? null : headers.get(header)
  if (named !== null) return named
  return headers.get('authorization')?.replace(/^Bearer +/i, '')
}
