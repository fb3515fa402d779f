import { parseArgs } from 'node:util'
import { type EnvironmentName, ENVIRONMENTS } from '../platform/workers.ts'

const isEnvironment = (name: string | undefined): name is EnvironmentName =>
  name !== undefined && Object.hasOwn(ENVIRONMENTS, name)

export interface DeployArguments {
  readonly name: EnvironmentName
  readonly secretsFile: string | undefined
  readonly dryRun: boolean
}

/** Reads the arguments of a deployment; `help` alone if they ask for that. Throws an Error where any of them is wrong. */
export function readDeployArguments(args: readonly string[]): DeployArguments | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      env: { type: 'string' },
      secrets: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  if (!isEnvironment(values.env))
    throw new Error(values.env === undefined ? '--env: is required' : `--env: ${values.env} is not an environment`)
  return { name: values.env, secretsFile: values.secrets, dryRun: values['dry-run'] }
}
