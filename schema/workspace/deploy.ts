import { jsonBody } from '../builder.ts'
import { answers } from '../common.ts'
import { DeployConfig, DeployDryRun, DeploySession, SmartWalletOwners, SmartWalletOwnership } from './deployAnswers.ts'
import {
  DeployPlan,
  DeploySessionReference,
  DeploySessionRequest,
  DeploySessionStatusRequest,
  DeployTransaction,
  SmartWalletOwnerRequest,
  SmartWalletOwnersRequest,
} from './deployBodies.ts'
import { operation, SECURITY } from '../operation.ts'
import { reads, stillAnswers, type Without } from '../needs.ts'

const missing = (role: string): Without =>
  stillAnswers({ [`data.contracts.${role}.address`]: null, [`data.contracts.${role}.reason`]: 'not_configured' })

const TAGS: string[] = ['workspace']
const SMALL = { bound: 4096, kind: 'object' } as const
export const PLAN_BYTES = 131_072
export const DRY_RUN_BYTES = 262_144

/** Operations that change nothing. */
const ASK = {
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'build',
  security: SECURITY.build,
} as const

/** Operations that change a session. */
const CHANGE = { ...ASK, 'x-auth': 'write', security: SECURITY.write } as const

/** Deployments that agents carry out with their own wallets; this service signs and sends nothing. */
export const deploy = {
  getDeployConfig: operation({
    ...ASK,
    'x-authority': 'none',
    operationId: 'getDeployConfig',
    method: 'get',
    path: '/deploy/config',
    summary: 'Get the contracts and limits for deploying a vault',
    description:
      'Returns the chain, the contracts that deploying a vault may need, by role, and the limits of plans. It comes from configuration alone, without a chain read.',
    'x-limit': 'read',
    'x-needs': Object.fromEntries(
      ['deploymentBatcher', 'registry', 'usdc', 'dexFactory', 'lpVaultFactory', 'lendpoolFactory'].map((role) => [
        role,
        missing(role),
      ]),
    ),
    responses: answers('The configuration', DeployConfig),
  }),
  checkSmartWalletOwner: operation({
    ...ASK,
    'x-authority': 'none',
    operationId: 'checkSmartWalletOwner',
    path: '/deploy/smartWalletOwner',
    summary: 'Check whether an address owns a smart wallet',
    description:
      'Calls `isOwnerAddress` of the smart wallet (coinbase/smart-wallet) as of one block. An address without such a contract, or with one that confirms every address, is 400 `not_a_smart_wallet`. A failed read is an error, never `isOwner: false`.',
    'x-limit': 'ownerRead',
    'x-body': SMALL,
    'x-errors': ['not_a_smart_wallet', 'role_not_configured'],
    'x-needs': reads,
    request: { body: jsonBody(SmartWalletOwnerRequest) },
    responses: answers('Whether the address is an owner', SmartWalletOwnership),
  }),
  listSmartWalletOwners: operation({
    ...ASK,
    'x-authority': 'none',
    operationId: 'listSmartWalletOwners',
    path: '/deploy/smartWalletOwners',
    summary: 'List the owners of a smart wallet',
    description:
      'Returns the owners of a smart wallet (coinbase/smart-wallet) as of one block: addresses and passkeys, each with its owner index. It reads at most 32 indices; `complete` is false if the wallet has used more.',
    'x-limit': 'ownerRead',
    'x-body': SMALL,
    'x-errors': ['not_a_smart_wallet', 'role_not_configured'],
    'x-needs': reads,
    request: { body: jsonBody(SmartWalletOwnersRequest) },
    responses: answers('The owners', SmartWalletOwners),
  }),
  dryRunDeploy: operation({
    ...ASK,
    'x-authority': 'none',
    operationId: 'dryRunDeploy',
    path: '/deploy/dry-run',
    summary: 'Simulate the calls of a deployment plan in order',
    description:
      'Runs unsigned calls as of one block, with real balances, without sending them. Each call sees the changes of earlier calls; a failing call does not stop later ones. Returns success, gas and error of each call. `mode` shows whether the node could carry state between calls.',
    'x-limit': 'deployDryRun',
    'x-body': { bound: DRY_RUN_BYTES, kind: 'object' },
    'x-errors': ['role_not_configured'],
    'x-needs': reads,
    request: { body: jsonBody(DeployPlan) },
    responses: answers('The result of each call', DeployDryRun),
  }),
  createDeploySession: operation({
    ...CHANGE,
    operationId: 'createDeploySession',
    'x-idempotency': 'database',
    path: '/deploy/session/create',
    summary: 'Record the plan of a deployment',
    description:
      'Stores the ordered calls of a deployment under an id that the caller chooses. Nothing is sent: send the calls with your own wallet and report each transaction with continueDeploySession. The same id and plan return the existing session; another plan is 409. An owner has at most 20 sessions.',
    'x-limit': 'deployCreate',
    'x-body': { bound: PLAN_BYTES, kind: 'object' },
    'x-errors': ['idempotency_conflict', 'deploy_session_limit'],
    'x-needs': {},
    request: { body: jsonBody(DeploySessionRequest) },
    responses: answers('The session', DeploySession),
  }),
  continueDeploySession: operation({
    ...CHANGE,
    operationId: 'continueDeploySession',
    'x-idempotency': 'database',
    path: '/deploy/session/continue',
    summary: 'Report the transaction of a call in a plan',
    description:
      'Records a transaction hash for a call, in any order; one transaction may carry out several calls. The hash is not trusted: getDeploySessionStatus checks it onchain. Until the transaction has an outcome, another hash replaces it, for example after a resubmission with a higher fee.',
    'x-limit': 'deployContinue',
    'x-body': SMALL,
    'x-errors': ['deploy_session_not_found', 'deploy_session_over', 'idempotency_conflict'],
    'x-needs': {},
    'x-after': 'createDeploySession',
    request: { body: jsonBody(DeployTransaction) },
    responses: answers('The session', DeploySession),
  }),
  getDeploySessionStatus: operation({
    ...ASK,
    operationId: 'getDeploySessionStatus',
    path: '/deploy/session/status',
    summary: 'Get the progress of a deployment',
    description:
      'Reads the receipts of reported transactions that have no outcome yet and updates the session: `completed` once every call is confirmed, `failed` once one has reverted. `problem` says why a transaction does not count for its call. The block of a confirmed call may not be final yet.',
    'x-limit': 'deployStatus',
    'x-body': SMALL,
    'x-errors': ['deploy_session_not_found', 'role_not_configured'],
    'x-needs': { RPC_URLS: { error: 'rpc_not_configured', when: 'a transaction has no outcome yet' } },
    'x-after': 'createDeploySession',
    request: { body: jsonBody(DeploySessionStatusRequest) },
    responses: answers('The session', DeploySession),
  }),
  cancelDeploySession: operation({
    ...CHANGE,
    operationId: 'cancelDeploySession',
    'x-idempotency': 'database',
    path: '/deploy/session/cancel',
    summary: 'Cancel a deployment session',
    description:
      'Marks a pending or running session as cancelled. It does not undo transactions that were sent. Cancelling again changes nothing. A completed or failed session is 409 `deploy_session_over`.',
    'x-limit': 'deployCancel',
    'x-body': SMALL,
    'x-errors': ['deploy_session_not_found', 'deploy_session_over'],
    'x-needs': {},
    'x-after': 'createDeploySession',
    request: { body: jsonBody(DeploySessionReference) },
    responses: answers('The session', DeploySession),
  }),
}
