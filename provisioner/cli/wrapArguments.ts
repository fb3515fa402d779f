import type { DeployEnv } from '../../schema/provisioner.ts'
import type { TokenParts } from '../svm/deriveMint.ts'

export interface WrapCommand extends TokenParts {
  readonly deployEnv: DeployEnv
  /** The value of `--payer-kp`. */
  readonly payer: string
  readonly metadataUri?: string | undefined
}

/**
 * The arguments of `wrap-token`. Every option is given, since the CLI prompts for a missing one.
 *
 * Throws an Error if a value begins with a dash, which the CLI could read as an option.
 */
export function wrapArguments(command: WrapCommand): string[] {
  const options = {
    'deploy-env': command.deployEnv,
    'remote-token': command.remoteToken,
    decimals: String(command.decimals),
    name: command.name,
    symbol: command.symbol,
    'scaler-exponent': String(command.scalerExponent),
    'payer-kp': command.payer,
    ...(command.metadataUri === undefined ? {} : { 'metadata-uri': command.metadataUri }),
  }
  for (const [name, value] of Object.entries(options))
    if (value.startsWith('-')) throw new Error(`${name} starts with a dash`)
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return ['sol', 'bridge', 'wrap-token', ...given, '--pay-for-relay']
}
