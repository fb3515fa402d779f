import { parseArgs } from 'node:util'
import { readSecrets, type Secrets } from './deploySecrets.ts'
import { type EnvironmentName, ENVIRONMENTS } from './workers.ts'

const isEnvironment = (name: string | undefined): name is EnvironmentName =>
  name !== undefined && Object.hasOwn(ENVIRONMENTS, name)

export interface DeployArguments {
  readonly name: EnvironmentName
  readonly secrets: Secrets
  readonly dryRun: boolean
}

/** Reads the arguments of a deployment, and its file of secrets. Throws where any of it is wrong. */
export function readDeployArguments(args: readonly string[]): DeployArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      env: { type: 'string' },
      secrets: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (!isEnvironment(values.env))
    throw new Error(values.env === undefined ? '--env is missing' : `there is no environment ${values.env}`)
  const secrets = values.secrets === undefined ? {} : readSecrets(values.secrets)
  return { name: values.env, secrets, dryRun: values['dry-run'] }
}
