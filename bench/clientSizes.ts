import { gzipSync } from 'node:zlib'
import { bundleProgram } from '../test/support/bundleProgram.ts'

const ONE = `import { createClient, getVetokenUser, localnet } from 'creator-vault'
export const read = () => getVetokenUser(createClient({ network: localnet }), { address: '0x' })\n`
const SIGN_IN = "export { signIn } from 'creator-vault'\n"
const ACTIONS = "export { creatorVaultActions } from 'creator-vault/viem'\n"
const ALL = "export * from 'creator-vault'\n"

export interface ClientSize {
  readonly name: string
  /** Bytes with gzip; beside a program that has less, only what is added. */
  readonly bytes: number
  readonly most: number
}

/** Sizes of the client package in programs that use parts of it. viem and what viem has are not counted: who uses the actions has them. */
export async function clientSizes(): Promise<readonly ClientSize[]> {
  const [one, signIn, signInOfViem, actions, all, agent] = await Promise.all([
    sizeOf(ONE),
    sizeOf(ONE + SIGN_IN),
    sizeOf(ONE + SIGN_IN, OF_VIEM),
    sizeOf(ONE + SIGN_IN + ACTIONS, OF_VIEM),
    sizeOf(ALL),
    sizeOf("export { signInAgent } from 'creator-vault/agent'"),
  ])
  return [
    { name: 'one operation', bytes: one, most: 5000 },
    { name: 'all operations, and sign-in', bytes: all, most: 14_000 },
    { name: 'sign-in, beside one operation', bytes: signIn - one, most: 4000 },
    // All public reads and builders: each adds a few tens of bytes.
    { name: 'actions of viem, beside one operation and sign-in', bytes: actions - signInOfViem, most: 4500 },
    { name: 'sign-in of an agent, with its signatures', bytes: agent, most: 10_200 },
  ]
}

const OF_VIEM = ['viem', 'viem/*', '@noble/*']

const sizeOf = async (program: string, external: readonly string[] = []): Promise<number> =>
  gzipSync(await bundleProgram(program, { external }), { level: 9 }).byteLength
