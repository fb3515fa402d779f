import type { SetupCreatorRequest } from '../../schema/provisioner.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { runHelper } from '../runHelper.ts'
import type { World } from '../World.ts'

const TIMEOUT_MS = 300_000

/**
 * `POST /setup-creator`: runs the script of SVM_SETUP_CREATOR_SCRIPT with one option per field, and answers with the
 * JSON object that it prints.
 *
 * Throws what `runHelper` throws, and helper_failed for any other output.
 */
export async function setUpCreator(world: World, request: SetupCreatorRequest): Promise<Record<string, unknown>> {
  const script = { name: 'SVM_SETUP_CREATOR_SCRIPT', file: world.config.scripts.setupCreator }
  const output = await runHelper(world, script, { args: argumentsOf(request), timeoutMs: TIMEOUT_MS })
  const value = parse(output)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ApiError('helper_failed', 'the script did not print a JSON object')
}

/** One kebab-case option per field. */
function argumentsOf({ ammPrograms, lotteryEnabled, ...fields }: SetupCreatorRequest): string[] {
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [
    ...Object.entries(fields).flatMap(([name, value]) => [`--${kebab(name)}`, String(value)]),
    ...(ammPrograms === undefined ? [] : ['--amm-programs', ammPrograms.join(',')]),
    ...(lotteryEnabled === false ? ['--lottery-disabled'] : []),
  ]
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}
