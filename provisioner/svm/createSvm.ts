import { type Address as SvmAddress, createSolanaRpc } from '@solana/kit'
import { z } from 'zod'

const TIMEOUT_MS = 10_000

/** An account as a node parses it. Lamports are a u64. */
const Account = z.object({
  owner: z.string(),
  lamports: z.bigint(),
  /** Parsed if the node knows the program, else bytes. */
  data: z.unknown(),
})
export type Account = z.infer<typeof Account>

/** The SVM chain. Its reads use commitment `confirmed` and throw a plain Error when no node answers. */
export interface Svm {
  /** null if there is no account. */
  readAccount(key: SvmAddress): Promise<Account | null>
  /** Whether each account exists, in one request. */
  exist(keys: readonly SvmAddress[]): Promise<boolean[]>
  /** Lamports. */
  readBalance(key: SvmAddress): Promise<bigint>
}

/** Reads the SVM chain through a node's JSON-RPC. */
export function createSvm(url: string): Svm {
  const rpc = createSolanaRpc(url)
  const commitment = 'confirmed'
  const within = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
  return {
    async readAccount(key) {
      const { value } = await rpc.getAccountInfo(key, { encoding: 'jsonParsed', commitment }).send(within())
      return value === null ? null : Account.parse(value)
    },
    async exist(keys) {
      const slice = { encoding: 'base64', dataSlice: { offset: 0, length: 0 }, commitment } as const
      const { value } = await rpc.getMultipleAccounts([...keys], slice).send(within())
      return value.map((account) => account !== null)
    },
    async readBalance(key) {
      const { value } = await rpc.getBalance(key, { commitment }).send(within())
      return value
    },
  }
}
