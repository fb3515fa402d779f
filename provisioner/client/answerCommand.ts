import type * as z from 'zod'
import { PoolIxsRequest, ProvisionRequest } from '../../schema/provisioner.ts'
import { validate } from '../../shared/http/validate.ts'
import { createProvisioner } from './createProvisioner.ts'
import { provisionerOptions } from './provisionerOptions.ts'

const USAGE = 'usage: npm run provision -- route|pool-ixs <request as JSON, or - for standard input>'

interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  readonly input: () => Promise<string>
}

/** The answer of a provisioner to one command line. Throws ApiError, or an Error that says how to call it. */
export async function answerCommand(
  [command, given, ...others]: readonly string[],
  { variables, input }: Surroundings,
): Promise<unknown> {
  if (given === undefined || others.length > 0) throw new Error(USAGE)
  const request = parseJson(given === '-' ? await input() : given)
  const client = createProvisioner(provisionerOptions(variables))
  if (command === 'route') return client.provision(checked(ProvisionRequest, request))
  if (command === 'pool-ixs') return client.poolIxs(checked(PoolIxsRequest, request))
  throw new Error(USAGE)
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    throw new Error(`the request is not JSON\n${USAGE}`)
  }
}

/** Throws invalid_request, which names the field. */
function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  validate(schema, value)
  return schema.parse(value)
}
