import type { Rpc } from '../shared/chain/rpc.ts'
import type { log } from '../shared/log/log.ts'
import type { Config } from './config.ts'
import type { PayerFile } from './payers.ts'
import type { Svm } from './svm/createSvm.ts'

/** Shared by the parts of the provisioner. */
export interface World {
  readonly config: Config
  readonly payers: ReadonlyMap<string, PayerFile>
  /** The EVM chain. */
  readonly rpc: Rpc
  /** The SVM chain; absent if no node is configured. */
  readonly svm: Svm | undefined
  readonly log: typeof log
  /** Values that must not appear in a log. */
  readonly secrets: readonly string[]
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}
