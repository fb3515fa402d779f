import type { ErrorCode } from '../errors.ts'
import type { ErrorGuide, ErrorHelp } from './ErrorGuide.ts'
import { accessErrors } from './accessErrors.ts'
import { agentErrors } from './agentErrors.ts'
import { chainErrors } from './chainErrors.ts'
import { chatappErrors } from './chatappErrors.ts'
import { imageErrors } from './imageErrors.ts'
import { deployErrors } from './deployErrors.ts'
import { lotteryErrors } from './lotteryErrors.ts'
import { provisionerErrors } from './provisionerErrors.ts'
import { requestErrors } from './requestErrors.ts'
import { runtimeErrors } from './runtimeErrors.ts'
import { serviceErrors } from './serviceErrors.ts'
import { signInErrors } from './signInErrors.ts'
import { trendErrors } from './trendErrors.ts'
import { walletErrors } from './walletErrors.ts'
import { workspaceErrors } from './workspaceErrors.ts'

/** The guide in the order in which documents print it; each code is in one section. */
export const SECTIONS: Readonly<Record<string, ErrorGuide>> = {
  'The request': requestErrors,
  'Addresses and swaps': chainErrors,
  'Sign-in and signed messages': signInErrors,
  'Hand-off codes and wallets': walletErrors,
  'Waitlist and creator access': accessErrors,
  'The lottery': lotteryErrors,
  'The workflow runtime': runtimeErrors,
  Deployments: deployErrors,
  'Trend coins': trendErrors,
  'Workspaces of vaults': workspaceErrors,
  Agents: agentErrors,
  'Linking a chat identity': chatappErrors,
  Images: imageErrors,
  'The bridge-route provisioner': provisionerErrors,
  'This service and its dependencies': serviceErrors,
}

/** The help of every code of the catalogue: a code without help does not compile. */
export const ERROR_HELP: Readonly<Record<ErrorCode, ErrorHelp>> = {
  ...requestErrors,
  ...chainErrors,
  ...signInErrors,
  ...walletErrors,
  ...accessErrors,
  ...lotteryErrors,
  ...runtimeErrors,
  ...deployErrors,
  ...trendErrors,
  ...workspaceErrors,
  ...agentErrors,
  ...chatappErrors,
  ...imageErrors,
  ...provisionerErrors,
  ...serviceErrors,
}
