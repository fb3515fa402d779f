import type { Hex } from '../Operation.ts'
import { checksumOf } from './checksumOf.ts'

interface Head {
  readonly domain: string
  readonly address: Hex
  readonly statement?: string | undefined
}

/**
 * Text of a message to sign in: EIP-4361 for an `Ethereum` account, SIWA for an `Agent` account. `lines` are those of its fields, in their
 * order; a statement has one line.
 */
export const signInText = (
  kind: 'Ethereum' | 'Agent',
  { domain, address, statement }: Head,
  lines: Readonly<Record<string, string | number>>,
): string =>
  [
    `${domain} wants you to sign in with your ${kind} account:`,
    checksumOf(address),
    '',
    ...(statement ? [statement] : []),
    '',
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
