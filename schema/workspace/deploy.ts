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

/** What only asks. */
const ASK = {
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'build',
  security: SECURITY.build,
} as const

/** What changes a session. */
const CHANGE = { ...ASK, 'x-auth': 'write', security: SECURITY.write } as const

/** Deployments that agents carry out with wallets of their own: nothing is signed or sent here. */
export const deploy = {
  getDeployConfig: operation({
    ...ASK,
    'x-authority': 'none',
    operationId: 'getDeployConfig',
    method: 'get',
    path: '/deploy/config',
    summary: 'Contracts and bounds that a deployment goes by',
    description:
      'The chain, the contracts by role that a deployment of a vault may need, and the bounds of plans. From the configuration alone; nothing is read from the chain.',
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
    summary: 'Whether a smart wallet has an owner, as of one block',
    description:
      'Asks the smart wallet itself (isOwnerAddress of coinbase/smart-wallet). A contract that says so of everybody, or none at all, is 400 not_a_smart_wallet; a node that does not answer is an outage, never false.',
    'x-limit': 'ownerRead',
    'x-body': SMALL,
    'x-errors': ['not_a_smart_wallet', 'role_not_configured'],
    'x-needs': reads,
    request: { body: jsonBody(SmartWalletOwnerRequest) },
    responses: answers('What the wallet says', SmartWalletOwnership),
  }),
  listSmartWalletOwners: operation({
    ...ASK,
    'x-authority': 'none',
    operationId: 'listSmartWalletOwners',
    path: '/deploy/smartWalletOwners',
    summary: 'The owners of a smart wallet, as of one block',
    description:
      'All owners that a smart wallet names (coinbase/smart-wallet), accounts and passkeys, with the index of each, at one block in one request to the node. Looks at 32 indices at most.',
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
    summary: 'Simulate the calls of a plan, one after another, on the state of one block',
    description:
      'Runs unsigned calls on a node without sending them: each sees what those before it changed, and one that fails holds up no other. Says for each whether it succeeds, the gas that it uses, and why it fails. The balances are the real ones. Where the node cannot carry state from call to call, `mode` says so.',
    'x-limit': 'deployDryRun',
    'x-body': { bound: DRY_RUN_BYTES, kind: 'object' },
    'x-errors': ['role_not_configured'],
    'x-needs': reads,
    request: { body: jsonBody(DeployPlan) },
    responses: answers('What each call would do', DeployDryRun),
  }),
  createDeploySession: operation({
    ...CHANGE,
    operationId: 'createDeploySession',
    'x-idempotency': 'database',
    path: '/deploy/session/create',
    summary: 'Record the plan of a deployment',
    description:
      'Stores the ordered calls of a deployment under an id of the caller’s, for the caller alone. Nothing is sent: send the calls with your own wallet, and report each transaction with continueDeploySession. The same id with the same plan gets the session as it is; with another plan it is 409. An owner has 20 sessions at most: a further one takes the place of the one that has been over for longest.',
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
    summary: 'Report the transaction that carries out a call of a plan',
    description:
      'Records the hash of a transaction for a call, in any order; one transaction may carry out several calls. It is not believed: getDeploySessionStatus reads from the chain what it did. Until then another hash takes its place, as after a replacement with a higher fee.',
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
    summary: 'How far a deployment has come',
    description:
      'Reads the receipts of all transactions that were reported and have no outcome yet, in one request to the node, and moves the session on: completed once every call is confirmed, failed once one has reverted. A transaction counts only if it is the call of the plan, is sent to the wallet that is the call’s sender and carries it, or has an ERC-4337 operation of that wallet which does and succeeded; and for as many equal calls as it carries out. A block that is not final yet counts too.',
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
    summary: 'End a session that is not to be carried out any further',
    description:
      'Marks a pending or running session as cancelled; transactions that were sent are not undone. Repeating it changes nothing. A session that is completed or has failed is 409.',
    'x-limit': 'deployCancel',
    'x-body': SMALL,
    'x-errors': ['deploy_session_not_found', 'deploy_session_over'],
    'x-needs': {},
    'x-after': 'createDeploySession',
    request: { body: jsonBody(DeploySessionReference) },
    responses: answers('The session', DeploySession),
  }),
}
