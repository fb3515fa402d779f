import type { ErrorEntry } from './ErrorEntry.ts'
import { accessErrors } from './accessErrors.ts'
import { agentErrors } from './agentErrors.ts'
import { chainErrors } from './chainErrors.ts'
import { chatappErrors } from './chatappErrors.ts'
import { imageErrors } from './imageErrors.ts'
import { deployErrors } from './deployErrors.ts'
import { lotteryErrors } from './lotteryErrors.ts'
import { provisionerErrors } from './provisionerErrors.ts'
import { requestErrors } from './requestErrors.ts'
import { roomErrors } from './roomErrors.ts'
import { runtimeErrors } from './runtimeErrors.ts'
import { serviceErrors } from './serviceErrors.ts'
import { signInErrors } from './signInErrors.ts'
import { trendErrors } from './trendErrors.ts'
import { walletErrors } from './walletErrors.ts'
import { workspaceErrors } from './workspaceErrors.ts'

/** The error catalogue in the order in which documents print it; each code is in one section. */
export const SECTIONS = {
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
  Agents: { ...agentErrors, ...roomErrors },
  'Linking a chat identity': chatappErrors,
  Images: imageErrors,
  'The bridge-route provisioner': provisionerErrors,
  'This service and its dependencies': serviceErrors,
}

type Section = (typeof SECTIONS)[keyof typeof SECTIONS]
type CodeOf<S> = S extends unknown ? keyof S : never
export type ErrorCode = CodeOf<Section>

/** The entry of every code. */
export const CATALOGUE: Readonly<Record<ErrorCode, ErrorEntry>> = Object.assign({}, ...Object.values(SECTIONS))
