import { isAddressEqual, type Address } from 'viem'
import { deploymentBatcherAbi } from '../../../../shared/domain/vault/protocolAbis.ts'
import { decodeEvent } from '../../../../shared/events/decodeEvent.ts'
import type { DeploymentLog } from '../../store/deployments.ts'

/** What the deployment batcher deployed together. */
export interface Deployment {
  readonly creatorToken: Address
  readonly vault: Address
  readonly wrapper: Address
  readonly shareToken: Address
}

/** The deployments for an owner that some logs report. */
export const deploymentsIn = (logs: readonly DeploymentLog[], owner: Address): Deployment[] =>
  logs.flatMap((log) => {
    const event = decodeEvent(deploymentBatcherAbi, log)
    if (!event || !isAddressEqual(event.args.owner, owner)) return []
    const { creatorToken, vault, wrapper, shareOFT: shareToken } = event.args
    return [{ creatorToken, vault, wrapper, shareToken }]
  })
